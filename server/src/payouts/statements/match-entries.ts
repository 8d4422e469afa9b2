import { sql } from 'kysely'
import { tellMerchant, type Warning } from '../../bank-accounts/alarms/warn-of-account.ts'
import type { Trx } from '../../platform/db/database.ts'
import { type Bookable, bookPayouts, type Paid, settlementsTo, writePaid } from '../paid-payouts.ts'
import type { EntryRead } from './read-statements.ts'

export interface Entry extends EntryRead {
  statement: string
  number: number
  /** Hexadecimal. */
  fingerprint: string
}

export interface Matched {
  paid: number
  returned: number
  states: Map<Entry, { state: 'PAID' | 'RETURNED'; payout_of: string; payout_id: string }>
}

interface Named extends Bookable {
  number: string
  was_exported: boolean
  account: string | null
  /** The account of the provider that it was paid from, as the bank or a person said; null: it is not paid. */
  paid_from: string | null
  /** A person said that it was paid from there. */
  paid_by_hand_from: string | null
  /** The bank has said that it was paid. */
  has_debit: boolean
}

interface Account {
  id: string
  kind: string
  currency_code: string
}

/**
 * Finds the payouts that entries of an account name by their end-to-end id, and writes what became of them: a debit of the same amount
 * pays one that has left, a credit of the same amount brings back one that was paid. A debit of one that a person said was paid is
 * that one, and books nothing. Debits come first, because a bank may book both on one day. Anything else stays unmatched: an amount
 * that differs, a second debit, a credit of what was never paid.
 */
export async function matchEntries(
  trx: Trx,
  account: Account,
  entries: readonly Entry[],
  warning: Warning,
): Promise<Matched> {
  const payouts = account.kind === 'CLIENT_MONEY' ? await named(trx, account, entries) : new Map<string, Named>()
  const states: Matched['states'] = new Map()
  const paid: Paid[] = []
  const returned: [Entry, Named][] = []
  for (const entry of [...entries].sort((one, other) => Number(one.amount > 0n) - Number(other.amount > 0n))) {
    const payout = payouts.get(entry.end_to_end ?? '')
    if (!payout) continue
    const isPaid = entry.amount === -BigInt(payout.amount) && hasLeft(payout)
    const isConfirmed = entry.amount === -BigInt(payout.amount) && waitsForDebit(payout, account)
    const isReturned =
      entry.amount === BigInt(payout.amount) && payout.status === 'PAID' && payout.paid_from === account.id
    if (!isPaid && !isReturned && !isConfirmed) continue
    if (isPaid) {
      const { booked_on: on, bank_reference } = entry
      paid.push({ payout: { ...payout }, on, reference: bank_reference, by_hand: false })
      payout.paid_from = account.id
      payout.status = 'PAID'
    } else if (isReturned) {
      returned.push([entry, payout])
      payout.status = 'RETURNED'
    }
    if (!isReturned) payout.has_debit = true
    const state = isReturned ? 'RETURNED' : 'PAID'
    states.set(entry, { state, payout_of: payout.merchant_id, payout_id: payout.id })
  }
  await writePaid(trx, account, paid)
  await writeReturned(trx, account, returned, warning)
  return { paid: states.size - returned.length, returned: returned.length, states }
}

/** It is booked, because a person said so; the bank says it now. */
const waitsForDebit = (payout: Named, { id }: Account): boolean => payout.paid_by_hand_from === id && !payout.has_debit

/** Also one of an order that was withdrawn after its file had left: the bank carried it out all the same. */
const hasLeft = ({ status, was_exported }: Named): boolean =>
  status === 'EXPORTED' || (status === 'APPROVED' && was_exported)

async function named(trx: Trx, { id, currency_code }: Account, entries: readonly Entry[]): Promise<Map<string, Named>> {
  const numbers = entries.map(({ end_to_end }) => end_to_end).filter((name) => name !== null)
  // Settlements before payouts, as approvals lock them.
  await sql`select from settlement where number = any(${numbers}::text[]) order by merchant_id, id for update`.execute(
    trx,
  )
  await sql`select from payout where number = any(${numbers}::text[]) order by merchant_id, id for update`.execute(trx)
  const { rows } = await sql<Named>`
    select p.merchant_id, p.id, p.number, p.amount::text as amount, p.status, p.was_exported, p.payment_order_id, s.book_id,
      s.organisation_id, p.currency_code, p.bank_account_id as account,
      coalesce(debit.provider_bank_account_id, p.paid_by_hand_from) as paid_from, p.paid_by_hand_from,
      debit.statement_id is not null as has_debit
    from payout p left join bank_entry debit on debit.payout_of = p.merchant_id and debit.payout_id = p.id and debit.state = 'PAID'
      join settlement s on s.merchant_id = p.merchant_id and s.id = p.id
      left join payment_order o on o.id = p.payment_order_id
    where p.number = any(${numbers}::text[]) and p.currency_code = ${currency_code}
      and (p.status <> 'EXPORTED' or o.provider_bank_account_id = ${id})`.execute(trx)
  return new Map(rows.map((row) => [row.number, row]))
}

async function writeReturned(
  trx: Trx,
  account: Account,
  returned: readonly [Entry, Named][],
  warning: Warning,
): Promise<void> {
  if (returned.length === 0) return
  const said = returned.map(([{ booked_on, return_reason }, { merchant_id, id }]) => ({
    ...{ merchant_id, id, on: booked_on, reason: return_reason },
  }))
  await sql`update payout p set status = 'RETURNED', returned_on = x.on, return_reason = x.reason
    from json_to_recordset(${JSON.stringify(said)}) as x(merchant_id uuid, id uuid, "on" date, reason text)
    where p.merchant_id = x.merchant_id and p.id = x.id`.execute(trx)
  const payouts = returned.map(([, payout]) => payout)
  await settlementsTo(trx, 'RETURNED', payouts)
  // At once, so that the next settlement has it.
  await bookPayouts(trx, account, payouts, { kind: 'payout_returned', available: 'at once' })
  for (const [{ return_reason }, payout] of returned) await doubtAccount(trx, payout, return_reason, warning)
}

export const returnedMail = 'payout_returned'

/** The account that did not take the money has to be proven again, and the merchant is told. */
async function doubtAccount(trx: Trx, payout: Named, reason: string | null, warning: Warning): Promise<void> {
  const { merchant_id, organisation_id, account } = payout
  if (account === null) return
  await sql`update bank_account set status = 'UNVERIFIED'
    where merchant_id = ${merchant_id} and id = ${account} and status = 'VERIFIED'`.execute(trx)
  const said = { settlement: payout.id, reason: reason ?? '' }
  await tellMerchant(trx, returnedMail, { merchant_id, organisation_id, id: account }, said, warning)
}
