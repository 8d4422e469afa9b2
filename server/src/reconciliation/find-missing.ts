import { plusDays } from '@kontor/contract/dates'
import { addBankingDays } from '@kontor/contract/ledger/banking-days.rules'
import { missingAfterDays } from '@kontor/contract/reconciliation/reconciliation.rules'
import { sql } from 'kysely'
import { closedThrough } from '../ledger/ledger-day.ts'
import { engineActor } from '../platform/db/actor.ts'
import { type Databases, inTransaction, type Trx } from '../platform/db/database.ts'
import { instantIn, newId } from '../platform/db/ids.ts'
import { dayOf } from '../pricing/business-days.ts'
import { numbersOf } from '../pricing/kind-numbers.ts'
import { isTaken } from './lines.ts'
import { inTurnOfMerchant, processorsOf } from './match-file.ts'
import { type NewDifference, writeDifferences } from './write-decisions.ts'

interface Settlement {
  merchant_id: string
  id: string
}

/**
 * Lists what is booked and in no file, once it should have been in one: of the days that files of this settlement are about, and of
 * what began after the first line of its first file. Each day is looked at once, when it can no longer change.
 */
export async function findMissing(databases: Databases, { merchant_id, id }: Settlement, now: Date): Promise<void> {
  await inTransaction(
    databases,
    engineActor(merchant_id, 'system'),
    async (trx) => {
      await inTurnOfMerchant(trx, merchant_id)
      const span = await spanOf(trx, { merchant_id, id })
      if (!span || span.first > span.last) return
      const missing = await missingOf(trx, { merchant_id, id }, span)
      // No difference is booked for it, so its day is that of the payment's own booking.
      for (const [day, differences] of byDay(merchant_id, missing, now))
        await writeDifferences(trx, { merchant_id, processor_settlement_id: id }, day, differences, now)
      await sql`
        update processor_settlement set missing_through = ${span.last}::date
        where merchant_id = ${merchant_id} and id = ${id}`.execute(trx)
    },
    { as: 'provider' },
  )
}

/** Settlements that may have days to look at, when this is the last day that is closed. */
export async function settlementsToLookAt({ provider }: Databases, through: string): Promise<Settlement[]> {
  const { rows } = await sql<Settlement>`
    select s.merchant_id, s.id from processor_settlement s
    where s.active and exists (select from processor_settlement_file f where f.merchant_id = s.merchant_id
        and f.processor_settlement_id = s.id and f.reconciled_at is not null and f.period_to is not null
        and (s.missing_through is null or s.missing_through < least(${lastDay}, ${lastDue(through)}::date)))
    order by s.id`.execute(provider)
  return rows
}

/** The last day that a file with times is about. It says nothing of the days after it was received, whatever its lines say. */
const lastDay = sql`least(${dayOf('f.period_to')}, ${dayOf('f.received_at')})`

interface Span {
  first: string
  last: string
  /** What began before it was in files that nobody handed in. */
  since: string
}

/** The days to look at. Undefined: no file says anything of them, or one is not decided yet. */
async function spanOf(trx: Trx, { merchant_id, id }: Settlement): Promise<Span | undefined> {
  const through = await closedThrough(trx)
  if (through === undefined) return undefined
  const { rows } = await sql<{ after: string | null; until: string | null; since: string | null; is_waiting: boolean }>`
    select s.missing_through as after, max(${lastDay}) filter (where f.period_to is not null) as until, min(f.period_from) as since,
      coalesce(bool_or(f.reconciled_at is null), false) as is_waiting
    from processor_settlement s join processor_settlement_file f on f.merchant_id = s.merchant_id
      and f.processor_settlement_id = s.id and f.status <> 'FAILED'
    where s.merchant_id = ${merchant_id} and s.id = ${id} group by 1`.execute(trx)
  const [found] = rows
  if (!found?.until || !found.since || found.is_waiting) return undefined
  const due = lastDue(through)
  // The business day of the first line may be the one before its day in UTC.
  return {
    first: found.after === null ? plusDays(found.since.slice(0, 10), -1) : plusDays(found.after, 1),
    last: earlier(due, found.until),
    since: found.since,
  }
}

const earlier = (one: string, other: string): string => (one < other ? one : other)

/** The last day of which everything has to be in a file when this day is over. */
function lastDue(through: string): string {
  let day = through
  while (addBankingDays(day, missingAfterDays) > through) day = plusDays(day, -1)
  return day
}

type Missing = Omit<
  NewDifference,
  'id' | 'merchant_id' | 'said' | 'type' | 'currency_code' | 'status' | 'file_id' | 'line'
> & {
  day: string
}

async function missingOf(trx: Trx, { merchant_id, id }: Settlement, { first, last, since }: Span): Promise<Missing[]> {
  const processors = await processorsOf(trx, { merchant_id, processor_settlement_id: id })
  const { rows } = await sql<Missing>`
    with booked_as(kind, undone, line_kind, sign) as (
      values (1, 32, 'payment', 1), (7, 33, 'refund', -1), (8, 9, 'chargeback', -1)),
    moved as (
      select t.merchant_id, t.subject_id, t.transaction_id, k.*, min(t.book_id::text)::uuid as book_id,
        min(t.sub_id::text)::uuid as processor_id, t.currency_code, sum(t.amount)::bigint as amount, min(t.business_day) as day
      from ledger_transfer t join booked_as k on k.kind = t.kind
      where t.merchant_id = ${merchant_id} and t.business_day between ${first} and ${last}
        and t.sub_id = any(${processors}::uuid[])
        and ${instantIn('t.subject_id')} >= ${since}::timestamptz
      group by t.merchant_id, t.subject_id, t.transaction_id, k.kind, k.undone, k.line_kind, k.sign, t.currency_code)
    select m.subject_id, m.transaction_id, m.line_kind, m.book_id, m.processor_id, m.day,
      m.currency_code as expected_currency_code, (m.sign * m.amount - coalesce(c.amount, 0))::bigint as expected
    from moved m
      cross join lateral (select sum(t.amount)::bigint as amount from ledger_transfer t where t.merchant_id = m.merchant_id
        and t.transaction_id = m.transaction_id and t.subject_id = m.subject_id and t.kind = ${numbersOf('cost_expected')}) c
    where not ${isTaken('m.merchant_id', 'm.subject_id', sql.ref('m.line_kind'))}
      and not exists (select from reconciliation_difference d where d.merchant_id = m.merchant_id and d.subject_id = m.subject_id
        and d.line_kind = m.line_kind and d.type = 'MISSING')
      and m.amount > coalesce((select sum(t.amount) from ledger_transfer t where t.merchant_id = m.merchant_id
        and t.transaction_id = m.transaction_id and t.subject_id = m.subject_id and t.kind = m.undone), 0)
    order by m.day, m.subject_id`.execute(trx)
  return rows
}

function byDay(merchant_id: string, missing: readonly Missing[], now: Date): Map<string, NewDifference[]> {
  const days = new Map<string, NewDifference[]>()
  for (const { day, ...each } of missing) {
    const row: NewDifference = {
      ...each,
      ...{ merchant_id, id: newId(now).id, type: 'MISSING', status: 'OPEN', file_id: null, line: null },
      ...{ said: 0, currency_code: each.expected_currency_code },
    }
    const rows = days.get(day)
    if (rows) rows.push(row)
    else days.set(day, [row])
  }
  return days
}
