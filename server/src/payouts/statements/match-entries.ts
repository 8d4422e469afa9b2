import type { PayoutStatus } from '@kontor/contract/payouts/payout.rules'
import { sql } from 'kysely'
import { tellMerchant, type Warning } from '../../bank-accounts/alarms/warn-of-account.ts'
import { book, type NewTransfer } from '../../ledger/book.ts'
import type { Trx } from '../../platform/db/database.ts'
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

interface Named {
  merchant_id: string
  id: string
  number: string
  amount: string
  status: PayoutStatus
  was_exported: boolean
  payment_order_id: string | null
  book_id: string
  organisation_id: string
  currency_code: string
  account: string | null
  /** The account of the provider that it was paid from; null: the bank has not said so yet. */
  paid_from: string | null
}

interface Account {
  id: string
  kind: string
  currency_code: string
}

/**
 * Finds the payouts that entries of an account name by their end-to-end id, and writes what became of them: a debit of the same amount
 * pays one that has left, a credit of the same amount brings back one that was paid. Debits come first, because a bank may book both
 * on one day. Anything else stays unmatched: an amount that differs, a second debit, a credit of what was never paid.
 */
export async function matchEntries(
  trx: Trx,
  account: Account,
  entries: readonly Entry[],
  warning: Warning,
): Promise<Matched> {
  const payouts = account.kind === 'CLIENT_MONEY' ? await named(trx, account, entries) : new Map<string, Named>()
  const states: Matched['states'] = new Map()
  const paid: [Entry, Named][] = []
  const returned: [Entry, Named][] = []
  for (const entry of [...entries].sort((one, other) => Number(one.amount > 0n) - Number(other.amount > 0n))) {
    const payout = payouts.get(entry.end_to_end ?? '')
    if (!payout) continue
    const isPaid = entry.amount === -BigInt(payout.amount) && hasLeft(payout)
    const isReturned =
      entry.amount === BigInt(payout.amount) && payout.status === 'PAID' && payout.paid_from === account.id
    if (!isPaid && !isReturned) continue
    if (isPaid) {
      paid.push([entry, { ...payout }])
      payout.paid_from = account.id
    } else returned.push([entry, payout])
    payout.status = isPaid ? 'PAID' : 'RETURNED'
    states.set(entry, { state: payout.status, payout_of: payout.merchant_id, payout_id: payout.id })
  }
  await writePaid(trx, account, paid)
  await writeReturned(trx, account, returned, warning)
  return { paid: paid.length, returned: returned.length, states }
}

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
      (select e.provider_bank_account_id from bank_entry e where e.payout_of = p.merchant_id and e.payout_id = p.id
        and e.state = 'PAID') as paid_from
    from payout p join settlement s using (merchant_id, id) left join payment_order o on o.id = p.payment_order_id
    where p.number = any(${numbers}::text[]) and p.currency_code = ${currency_code}
      and (p.status <> 'EXPORTED' or o.provider_bank_account_id = ${id})`.execute(trx)
  return new Map(rows.map((row) => [row.number, row]))
}

async function writePaid(trx: Trx, account: Account, paid: readonly [Entry, Named][]): Promise<void> {
  if (paid.length === 0) return
  const said = paid.map(([{ booked_on, bank_reference }, { merchant_id, id, status }]) => ({
    ...{ merchant_id, id, on: booked_on, reference: bank_reference, left: status === 'EXPORTED' },
  }))
  await sql`update payout p set status = 'PAID', paid_on = x.on, bank_reference = x.reference,
      payment_order_id = case when x.left then p.payment_order_id end
    from json_to_recordset(${JSON.stringify(said)}) as x(merchant_id uuid, id uuid, "on" date, reference text, "left" boolean)
    where p.merchant_id = x.merchant_id and p.id = x.id`.execute(trx)
  await settlementsTo(trx, 'PAID', paid)
  await book(trx, paid.map(transferOf(account, 'payout_booked', 'never')))
  const orders = paid.map(([, { payment_order_id }]) => payment_order_id).filter((id) => id !== null)
  await sql`update payment_order o set status = case when exists (select from payout p where p.payment_order_id = o.id
      and p.status = 'EXPORTED') then 'PARTLY_BOOKED' else 'BOOKED' end
    where o.id = any(${orders}::uuid[]) and o.status in ('EXPORTED', 'PARTLY_BOOKED')`.execute(trx)
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
  await settlementsTo(trx, 'RETURNED', returned)
  // At once, so that the next settlement has it.
  await book(trx, returned.map(transferOf(account, 'payout_returned', 'at once')))
  for (const [{ return_reason }, payout] of returned) await doubtAccount(trx, payout, return_reason, warning)
}

const settlementsTo = (trx: Trx, status: 'PAID' | 'RETURNED', moved: readonly [Entry, Named][]) =>
  sql`update settlement set status = ${status} where (merchant_id, id) in (select merchant_id, id
    from json_to_recordset(${JSON.stringify(moved.map(([, { merchant_id, id }]) => ({ merchant_id, id })))})
      as x(merchant_id uuid, id uuid))`.execute(trx)

const transferOf =
  ({ id: sub_id }: Account, kind: NewTransfer['kind'], available: NewTransfer['available']) =>
  ([, { merchant_id, book_id, organisation_id, currency_code, amount, id }]: [Entry, Named]): NewTransfer => ({
    ...{ merchant_id, book_id, organisation_id, currency_code, amount: BigInt(amount), subject_id: id },
    ...{ kind, available, sub_id },
  })

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
