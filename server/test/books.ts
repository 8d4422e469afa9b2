import { chargebackTransitions } from '@kontor/contract/disputes/chargeback.rules'
import { refundSteps } from '@kontor/contract/payments/refund.rules'
import { transactionSteps } from '@kontor/contract/payments/transaction.rules'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Reader } from '../src/platform/db/database.ts'

/**
 * Rules about the books that must always hold. Each function gives the violations; an empty list means that the rule
 * holds.
 */

/**
 * Roll-ups that, with pending deltas, differ from the rows. One statement, so all is of one moment. Only for rows that
 * commands made.
 */
export const wrongSums = (db: Reader, merchant: string) =>
  found(
    db,
    sql`
    with rows as (
      select 'transaction' as entity, status, currency_code, count(*) as n, sum(amount) as amount
        from transaction where merchant_id = ${merchant} group by status, currency_code
      union all
      select 'refund', r.status, t.currency_code, count(*), sum(r.amount) from refund r
        join transaction t on (t.merchant_id, t.created_at, t.id) = (r.merchant_id, r.transaction_created_at, r.transaction_id)
        where r.merchant_id = ${merchant} group by r.status, t.currency_code
      union all
      select 'chargeback', c.status, t.currency_code, count(*), sum(c.amount) from chargeback c
        join transaction t on (t.merchant_id, t.created_at, t.id) = (c.merchant_id, c.transaction_created_at, c.transaction_id)
        where c.merchant_id = ${merchant} group by c.status, t.currency_code
    ), deltas as (
      select entity, status, currency_code, sum(n) as n, sum(amount) as amount from (
        select entity, status, currency_code, n, n * amount as amount
          from statistics_delta where merchant_id = ${merchant}
        union all
        select entity, value, currency_code, n, amount
          from statistics_day where merchant_id = ${merchant} and dimension = 'status') as counted
        group by entity, status, currency_code having sum(n) <> 0 or sum(amount) <> 0
    )
    select entity, status, currency_code, rows.n as rows, deltas.n as deltas
    from rows full join deltas using (entity, status, currency_code)
    where rows.n is distinct from deltas.n or rows.amount is distinct from deltas.amount`,
  )

/**
 * Transactions whose amounts break a ceiling, whose reserve is not the sum of their refunds, or whose reversals are not
 * what their refunds and chargebacks say.
 */
export const wrongReserves = (db: Reader, merchant: string) =>
  found(
    db,
    sql`
    select t.id, t.amount, t.captured_amount, t.refund_reserved, held.amount as held, t.reversals, held.statuses
    from transaction t, lateral (
      select coalesce(sum(r.amount) filter (where r.status not in ('FAILED', 'CANCELLED')), 0) as amount,
        coalesce(sum(r.amount) filter (where r.status = 'PROCESSED'), 0) as made,
        array_agg(distinct r.status) || array(select distinct c.status from chargeback c
          where c.merchant_id = t.merchant_id and c.transaction_id = t.id) as statuses
      from refund r where r.merchant_id = t.merchant_id and r.transaction_id = t.id) held
    where t.merchant_id = ${merchant} and (t.refund_reserved <> held.amount or t.refund_reserved < 0
      or t.refund_reserved > t.captured_amount or t.captured_amount > t.amount
      or ('REFUND_PENDING' = any(t.reversals)) <> (held.amount > held.made)
      or ('REFUNDED' = any(t.reversals)) <> (held.made > 0 and held.made = t.captured_amount)
      or ('PARTIALLY_REFUNDED' = any(t.reversals)) <> (held.made > 0 and held.made < t.captured_amount)
      or ('DISPUTED' = any(t.reversals)) <> coalesce(held.statuses && array['OPEN', 'IN_DISPUTE'], false)
      or ('DISPUTE_LOST' = any(t.reversals)) <> coalesce('LOST' = any(held.statuses), false)
      or ('DISPUTE_WON' = any(t.reversals)) <> coalesce('WON' = any(held.statuses), false))`,
  )

/**
 * Steps of the event trail that do not follow from the step before, are not allowed, or end in another status than the
 * row's.
 */
export async function wrongSteps(db: Reader, merchant: string): Promise<unknown[]> {
  const { rows } = await sql<Step>`
    select entity, coalesce(subject_id, transaction_id) as subject, from_status, to_status,
      lag(to_status) over trail as earlier, lead(to_status) over trail is null as last,
      rows.status as now
    from transaction_event e left join (
      select id, status from transaction where merchant_id = ${merchant}
      union all select id, status from refund where merchant_id = ${merchant}
      union all select id, status from chargeback where merchant_id = ${merchant}
    ) rows on rows.id = coalesce(e.subject_id, e.transaction_id)
    -- What a processor says late of an attempt, or against us, follows no transitions.
    where e.merchant_id = ${merchant} and e.entity not in ('attempt', 'contradiction')
    window trail as (partition by entity, coalesce(subject_id, transaction_id) order by e.id)`.execute(db)
  // What a person ended may have gone on to a later report since: the trail has what was ended.
  const { rows: takenOver } = await sql<{ subject: string; we_say: string | null; they_say: string }>`
    select coalesce(c.refund_id, c.transaction_id) as subject, c.we_say, c.they_say from contradiction c
    where c.merchant_id = ${merchant} and c.state in ('TAKEN_OVER', 'PAID_BACK')
    union
    select coalesce(c.refund_id, c.transaction_id), said.from_status, said.to_status
    from transaction_event done
    join contradiction c on c.merchant_id = done.merchant_id and c.id = done.subject_id
    cross join lateral (
      select e.from_status, e.to_status from transaction_event e
      where e.merchant_id = done.merchant_id and e.entity = 'contradiction' and e.subject_id = done.subject_id and e.id < done.id
      order by e.id desc limit 1) said
    where done.merchant_id = ${merchant} and done.entity = 'contradiction'
      and done.to_status in ('TAKEN_OVER', 'PAID_BACK')`.execute(db)
  // A person may give a payment or refund the status that its processor reports (docs/adr/0080).
  const isTakenOver = ({ subject, from_status, to_status }: Step) =>
    takenOver.some((one) => one.subject === subject && one.we_say === from_status && one.they_say === to_status)
  return rows.filter(
    (step) =>
      step.from_status !== step.earlier ||
      !(isAllowed(step) || isTakenOver(step)) ||
      (step.last && step.to_status !== step.now),
  )
}

interface Step {
  entity: string
  subject: string
  from_status: string | null
  to_status: string
  earlier: string | null
  last: boolean
  now: string
}

const transitions: Record<string, Record<string, readonly string[]>> = {
  transaction: transactionSteps,
  refund: refundSteps,
  chargeback: chargebackTransitions,
}

const isAllowed = ({ entity, from_status, to_status }: Step): boolean =>
  from_status === null || Boolean(transitions[entity]?.[from_status]?.includes(to_status))

/** Payments whose attempts are not those of their status and processor, or of which two may have taken the money. */
export const wrongAttempts = (db: Reader, merchant: string) =>
  found(
    db,
    sql`
    select t.id, t.status, a.attempts from transaction t
    cross join (select bit_or(bit) as approved from transaction_status
      where status in ('AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED', 'AUTHORIZATION_VOIDED')) bits
    left join lateral (
      select json_agg(a order by a.attempt) as attempts, (array_agg(a.state order by a.attempt desc))[1] as state,
        (array_agg(a.processor_id order by a.attempt desc))[1] as processor_id, max(a.attempt) = count(*) as numbered,
        bool_and(a.state in ('REFUSED', 'CANCELLED')) filter (where a.attempt < (select max(x.attempt) from payment_attempt x
          where (x.merchant_id, x.transaction_created_at, x.transaction_id) = (t.merchant_id, t.created_at, t.id))) as handed_on
      from payment_attempt a
      where (a.merchant_id, a.transaction_created_at, a.transaction_id) = (t.merchant_id, t.created_at, t.id)) a on true
    where t.merchant_id = ${merchant} and t.processor_id is not null and not coalesce(
      a.processor_id = t.processor_id and a.numbered and coalesce(a.handed_on, true) and a.state = case
        when t.visited & bits.approved <> 0 then 'APPROVED'
        when t.status in ('INITIATED', 'PENDING', 'UNKNOWN') then 'OPEN'
        when t.status = 'FAILED' then 'REFUSED'
        when t.status = 'ABANDONED' then 'CANCELLED'
        else t.status end, false)`,
  )

/** Payments for which two returns of their payers are being sent, or one although their outcome is known. */
export const wrongReturns = (db: Reader, merchant: string) =>
  found(
    db,
    sql`
    select t.id, t.status, r.open, r.kept from transaction t, lateral (
      select (select count(*) from outbox o where o.merchant_id = t.merchant_id and o.transaction_id = t.id
          and o.topic = 'processor.resume' and o.done_at is null) as open,
        (select count(*) from payment_return p join outbox o on (o.merchant_id, o.id) = (p.merchant_id, p.operation_id)
          where p.merchant_id = t.merchant_id and o.transaction_id = t.id and p.sealed is not null) as kept) r
    where t.merchant_id = ${merchant}
      and (r.open > 1 or (r.open + r.kept > 0 and t.status not in ('INITIATED', 'PENDING', 'UNKNOWN')))`,
  )

export interface BookedRefund {
  id: string
  amount: number
  status: string
}

const byId = (one: BookedRefund, other: BookedRefund) => (one.id < other.id ? -1 : 1)

export async function ourRefunds(db: Reader, merchant: string): Promise<BookedRefund[]> {
  const rows = await db
    .selectFrom('refund')
    .select(['id', 'amount', 'status'])
    .where('merchant_id', '=', merchant)
    .execute()
  return rows.sort(byId)
}

/** The refunds in the sandbox's store, under our references. */
export async function refundsAtSandbox(storeUrl: string): Promise<BookedRefund[]> {
  const client = new pg.Client(storeUrl)
  await client.connect()
  try {
    const { rows } = await client.query(
      "select reference as id, amount::float8 as amount, status from operation where kind = 'refund'",
    )
    return rows.sort(byId)
  } finally {
    await client.end()
  }
}

const found = async (db: Reader, query: RawBuilder<unknown>): Promise<unknown[]> => (await query.execute(db)).rows
