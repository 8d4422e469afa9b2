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
import { byPeriod, periodKey } from './period-groupings.ts'

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
  key: string
  currency_code: string
  count: number
  volume: bigint
  /** Those of approved payments, refunds that were made and chargebacks that are not taken back. */
  apart: { count: number; volume: bigint }
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

function partsOf({ key, currency_code, count, volume, apart_count = 0, apart_volume = 0n }: Found): PeriodFigure {
  const apart = { count: apart_count, volume: apart_volume }
  if (typeof key === 'number') return { first: key, key: '', currency_code, count, volume, apart }
  const end = key.indexOf('/')
  return { first: Number(key.slice(0, end)), key: key.slice(end + 1), currency_code, count, volume, apart }
}

type Found = Omit<Figure, 'span'>

/** A payment with several tags counts under each of them. */
async function fromRows(
  asked: AskedPeriods,
  entity: CountedEntity,
  group: 'payment_profile' | 'tag',
): Promise<Found[]> {
  const { trx, actor, span, time_zone } = asked
  const isPayment = entity === 'transaction'
  const isApart = sql`x.status = any(${statusesOf[entity]}::text[])`
  const from = isPayment
    ? sql`transaction x`
    : sql`${sql.table(entity)} x join transaction t on t.merchant_id = x.merchant_id
        and t.created_at = x.transaction_created_at and t.id = x.transaction_id`
  const payment = isPayment ? sql`x` : sql`t`
  const tagged = sql`join transaction_tag g on g.merchant_id = ${payment}.merchant_id
    and g.transaction_created_at = ${payment}.created_at and g.transaction_id = ${payment}.id`
  const value = group === 'tag' ? sql`g.tag_id` : sql`${payment}.payment_profile_id`
  const { rows } = await sql<Omit<Found, 'volume' | 'apart_volume'> & { volume: string; apart_volume: string }>`
    select ${periodKey(asked, sql`(x.created_at at time zone ${time_zone})::date`, value)} as key,
      ${payment}.currency_code, count(*) as count, sum(x.amount)::text as volume,
      count(*) filter (where ${isApart}) as apart_count, coalesce(sum(x.amount) filter (where ${isApart}), 0)::text as apart_volume
    from ${from} ${group === 'tag' ? tagged : sql``}
    where ${visibleTo(actor, 'x')} and x.created_at >= ${new Date(span.from).toISOString()}::timestamptz
      and x.created_at < ${new Date(span.to).toISOString()}::timestamptz
    group by 1, 2`.execute(trx)
  return rows.map((row) => ({ ...row, volume: BigInt(row.volume), apart_volume: BigInt(row.apart_volume) }))
}
