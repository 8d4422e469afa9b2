import { approvedStatuses } from '@kontor/contract/payments/transaction.rules'
import {
  chargedBackStatuses,
  type PeriodCategory,
  type PeriodGroup,
  refundedStatuses,
} from '@kontor/contract/reports/period-report.rules'
import { sql } from 'kysely'
import { type Figure, figures } from '../../insights/figures.ts'
import type { Span } from '../../insights/periods/span.ts'
import type { CountedEntity } from '../../insights/rollups/counted-rows.ts'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import type { Offsets } from '../../platform/time/time-zone.ts'
import { byPeriod, isOf, periodKey } from './period-groupings.ts'

export interface AskedPeriods {
  trx: Trx
  actor: Actor
  category: PeriodCategory
  group: PeriodGroup
  span: Span
  time_zone: string
  business: Offsets
}

/** A figure of one period, group and currency. */
export interface PeriodFigure {
  /** The first day of the period, since 1970. */
  first: number
  /** Of approved payments, refunds that were made and chargebacks that are not taken back; the others are figures of their own. */
  counts: boolean
  key: string
  currency_code: string
  count: number
  volume: bigint
}

const statusesOf: Readonly<Record<CountedEntity, readonly string[]>> = {
  transaction: approvedStatuses,
  refund: refundedStatuses,
  chargeback: chargedBackStatuses,
}

/** The figures of an entity: from the roll-ups and what is pending, or from the rows where no roll-up has the group. */
export async function periodFigures(asked: AskedPeriods, entity: CountedEntity): Promise<PeriodFigure[]> {
  const { trx, actor, group, span, business } = asked
  if (group === 'payment_profile' || group === 'tag') return (await fromRows(asked, entity, group)).map(partsOf)
  const grouping = byPeriod({ ...asked, statuses: statusesOf[entity] })
  return (await figures(trx, { actor, entity, grouping, spans: { range: span }, business })).map(partsOf)
}

function partsOf({ key, currency_code, count, volume }: Omit<Figure, 'span'>): PeriodFigure {
  const [first = '', counts = '', ...rest] = String(key).split('/')
  return { first: Number(first), counts: counts === 'true', key: rest.join('/'), currency_code, count, volume }
}

/** A payment with several tags counts under each of them. */
async function fromRows(
  asked: AskedPeriods,
  entity: CountedEntity,
  group: 'payment_profile' | 'tag',
): Promise<Omit<Figure, 'span'>[]> {
  const { trx, actor, span, time_zone } = asked
  const isPayment = entity === 'transaction'
  const statuses = statusesOf[entity]
  const from = isPayment
    ? sql`transaction x`
    : sql`${sql.table(entity)} x join transaction t on t.merchant_id = x.merchant_id
        and t.created_at = x.transaction_created_at and t.id = x.transaction_id`
  const payment = isPayment ? sql`x` : sql`t`
  const tagged = sql`join transaction_tag g on g.merchant_id = ${payment}.merchant_id
    and g.transaction_created_at = ${payment}.created_at and g.transaction_id = ${payment}.id`
  const value = group === 'tag' ? sql`g.tag_id` : sql`${payment}.payment_profile_id`
  const { rows } = await sql<{ key: string; currency_code: string; count: number; volume: string }>`
    select ${periodKey({ ...asked, statuses }, sql`(x.created_at at time zone ${time_zone})::date`, isOf(statuses, sql`x.status`), value)} as key,
      ${payment}.currency_code, count(*) as count, sum(x.amount)::text as volume
    from ${from} ${group === 'tag' ? tagged : sql``}
    where ${visibleTo(actor, 'x')} and x.created_at >= ${new Date(span.from).toISOString()}::timestamptz
      and x.created_at < ${new Date(span.to).toISOString()}::timestamptz
    group by 1, 2`.execute(trx)
  return rows.map((row) => ({ ...row, volume: BigInt(row.volume) }))
}
