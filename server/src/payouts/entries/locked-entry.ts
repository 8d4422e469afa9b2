import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { holdLedger } from '../../ledger/ledger-day.ts'
import type { Trx } from '../../platform/db/database.ts'
import { inForm, inTurn, type Locked, lockRow } from '../../platform/db/locked.ts'
import { ordersInTurn } from '../orders/locked-payment-order.ts'
import type { OpenEntry } from './candidates.ts'

/**
 * What processors paid is written in turn, after orders and statements: a file is paid once, and an entry pays once. It books step by
 * step, so that nobody posts meanwhile.
 */
export async function receiptsInTurn(trx: Trx): Promise<void> {
  await ordersInTurn(trx)
  await holdLedger(trx)
  await inTurn(trx, 'processor receipts')
}

export const openEntryColumns = sql`e.id, e.provider_bank_account_id, a.kind, a.currency_code, e.amount::text as amount, e.booked_on,
  e.state, e.counterparty, e.counterparty_fingerprint, e.remittance, e.end_to_end`

/** An entry in the turn of receipts. Undefined: there is none. */
export async function lockEntry(trx: Trx, id: string): Promise<Locked<OpenEntry> | undefined> {
  await receiptsInTurn(trx)
  const locked = await lockRow(trx.selectFrom('bank_entry').select('id').where('id', '=', id))
  if (!locked) return undefined
  const { rows } = await sql<OpenEntry>`select ${openEntryColumns}
    from bank_entry e join provider_bank_account a on a.id = e.provider_bank_account_id where e.id = ${id}`.execute(trx)
  const [entry] = rows
  return entry && inForm(locked, entry)
}

/**
 * An entry that a person may decide. Refused: one that is decided, and a debit that names a payout which is not paid: while it stands
 * there, no order pays that once more.
 */
export async function requireOpen(trx: Trx, id: string): Promise<Locked<OpenEntry>> {
  const entry = await lockEntry(trx, id)
  if (!entry) throw new Refusal('not_found')
  if (entry.state !== 'UNMATCHED') throw new Refusal('entry_decided', { state: entry.state })
  const { rows } = await sql<{ number: string }>`
    select p.number from payout p where p.number = ${entry.end_to_end} and p.amount = -${entry.amount}::bigint
      and p.status not in ('PAID', 'RETURNED')`.execute(trx)
  const [payout] = rows
  if (payout) throw new Refusal('entry_names_payout', { payout: payout.number })
  return entry
}
