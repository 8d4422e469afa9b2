import { randomBytes } from 'node:crypto'
import type { EntryState } from '@kontor/contract/payouts/entries/bank-entry.rules'
import { sql } from 'kysely'
import { newId } from '../../../src/platform/db/ids.ts'
import { pspBankAccount } from '../bank-accounts/psp-bank-account.ts'
import type { Making } from '../making.ts'

/** What the bank booked, in a statement of its own on an account of its own. */
export async function bankEntry(
  making: Making,
  given: {
    account?: string
    amount?: number
    booked_on?: string
    state?: Extract<EntryState, 'UNMATCHED' | 'ELSEWHERE' | 'PROCESSOR' | 'DEBT'>
    /** Of DEBT: the invoice that it pays. */
    pays?: { merchant: string; id: string }
    counterparty?: string
    remittance?: string
    created_at?: Date
  } = {},
): Promise<string> {
  const { db, next } = making
  const { amount = 12_500, state = 'UNMATCHED', booked_on = '2026-12-14' } = given
  const account = given.account ?? (await pspBankAccount(making))
  const statement = newId(given.created_at ?? new Date())
  await sql`insert into bank_statement (id, created_at, provider_bank_account_id, number, statement_id, currency_code, opening, closing,
      opening_on, closing_on, count, sha256, created_by)
    select ${statement.id}, ${statement.created_at}, ${account}, coalesce(max(s.number), 0) + 1, ${`S-${next()}`},
      (select currency_code from provider_bank_account where id = ${account}),
      coalesce((select closing from bank_statement where provider_bank_account_id = ${account} order by number desc limit 1), 0),
      coalesce((select closing from bank_statement where provider_bank_account_id = ${account} order by number desc limit 1), 0) + ${amount},
      ${booked_on}, ${booked_on}, 1, ${randomBytes(32).toString('hex')}, 'Somebody'
    from bank_statement s where s.provider_bank_account_id = ${account}`.execute(db)
  const { id, created_at } = newId(given.created_at ?? new Date())
  const isDecided = state === 'ELSEWHERE' || state === 'DEBT'
  await sql`insert into bank_entry (id, created_at, statement_id, number, provider_bank_account_id, fingerprint, amount, booked_on,
      bank_reference, end_to_end, counterparty, remittance, state, decided_by, decided_at, reason, invoice_of, invoice_id)
    values (${id}, ${created_at}, ${statement.id}, 1, ${account}, ${randomBytes(32)}, ${amount}, ${booked_on}, ${`B-${next()}`},
      ${`E-${next()}`}, ${given.counterparty ?? `Payer ${next()}`}, ${given.remittance ?? 'Invoice'}, ${state}, ${isDecided ? 'Somebody' : null},
      ${isDecided ? created_at : null}, ${isDecided ? 'Known' : null}, ${given.pays?.merchant ?? null}, ${given.pays?.id ?? null})`.execute(
    db,
  )
  return id
}
