import { addBankingDays } from '@kontor/contract/ledger/banking-days.rules'
import { type LedgerKind, ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import type { FeePart } from '@kontor/contract/pricing/price.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Trx } from '../platform/db/database.ts'
import { useHeld } from './use-held.ts'
import { writingTransfersOf } from './write-transfers.ts'

/** A transfer that a command books. */
export interface NewTransfer {
  merchant_id: string
  book_id: string
  /** Without it the merchant itself. */
  organisation_id?: string | undefined
  kind: LedgerKind
  currency_code: string
  /** Minor units, more than zero. */
  amount: number | bigint
  /** The processor, partner or bank account of the account that is kept apart by it. */
  sub_id?: string | undefined
  /** What the credited account is kept apart by, where that is another. */
  credit_sub_id?: string | undefined
  subject_id: string
  transaction_id?: string | undefined
  /** From when on it is part of what is paid out. */
  available: 'at once' | 'never' | { banking_days: number }
  /** Of a fee: the line of its price, and which part of it. */
  scheme_line?: number | undefined
  part?: FeePart | undefined
  /** The `seq` of the transfer that it takes back. */
  reverses?: number | undefined
  /** Kinds that are booked by hand need both. */
  actor?: { kind: string; id: string | null; name: string | null } | undefined
  reason?: string | undefined
}

/**
 * Books transfers on one day, the first open one unless another open one is given, and moves the sums. Gives that day. Needs the
 * provider's role. Refuses with `day_closed` a closed day, and with `ledger_not_open` when there is no ledger; the days that are
 * open now stay open until the transaction ends.
 */
export async function book(trx: Trx, transfers: readonly NewTransfer[], day?: string): Promise<string> {
  const { rows } = await sql<{
    first: string
  }>`select (closed_through + 1)::text as first from ledger_day for share`.execute(trx)
  if (!rows[0]) throw new Refusal('ledger_not_open')
  const { first } = rows[0]
  if (day !== undefined && day < first) throw new Refusal('day_closed', { first_day: first })
  const business_day = day ?? first
  if (transfers.length === 0) return business_day
  const legs = transfers.map((each) => ({
    ...each,
    organisation_id: each.organisation_id ?? each.merchant_id,
    kind: ledgerKinds[each.kind].kind,
    amount: String(each.amount),
    available_on: availableOn(each.available, business_day),
  }))
  await sql`
    with leg as (
      select x.*, ${business_day}::date as business_day, null::date as release_on, null::date as of_day
      from json_to_recordset(${JSON.stringify(legs)}) as x(merchant_id uuid, book_id uuid, organisation_id uuid, kind smallint,
        currency_code text, amount bigint, sub_id uuid, credit_sub_id uuid, subject_id uuid, transaction_id uuid, scheme_line int,
        part text, available_on date, reverses bigint, actor jsonb, reason text)),
    ${writingTransfersOf({ both: true, parts: true })}
    select`.execute(trx)
  await useHeld(trx, transfers, first)
  return business_day
}

function availableOn(available: NewTransfer['available'], day: string): string | null {
  if (available === 'never') return null
  return available === 'at once' ? day : addBankingDays(day, available.banking_days)
}
