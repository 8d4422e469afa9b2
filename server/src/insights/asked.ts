import { mostPoints, type Period } from '@kontor/contract/insights/statistics.rules'
import { Refusal } from '@kontor/contract/refusal'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { type Offsets, offsetsOf } from '../platform/time/time-zone.ts'
import { isEmpty, type Span } from './periods/span.ts'

/** A checked question for figures. */
export interface Asked {
  readonly trx: Trx
  readonly actor: Actor
  readonly now: number
  readonly span: Span
  /** The caller's zone. */
  readonly offsetAt: Offsets
  /** The time zone of the day roll-ups. */
  readonly business: Offsets
  readonly business_zone: string
  /** The currency that was asked for. */
  readonly currency_code: string | undefined
  /** The base currency of the merchant or the provider: converted amounts, and an empty answer, are in it. */
  readonly base_currency: string
  /** True: all currencies, converted. */
  readonly in_base_currency: boolean
}

export interface RangeQuery {
  'created_at>'?: string | undefined
  'created_at<'?: string | undefined
  currency_code?: string | undefined
  in_base_currency?: boolean | undefined
}

export async function understand(trx: Trx, actor: Actor, query: RangeQuery, now: Date): Promise<Asked> {
  const { from, to, time_zone, base_currency } = await rangeOf(trx, actor, query, now)
  if (query.currency_code !== undefined && query.in_base_currency)
    throw new Refusal('invalid_request', { 'query.in_base_currency': 'not_with_currency_code' })
  if (from >= to) throw new Refusal('invalid_request', { 'query.created_at<': 'before_start' })
  return {
    trx,
    actor,
    now: now.getTime(),
    span: { from, to },
    offsetAt: offsetsOf(actor.time_zone),
    business: offsetsOf(time_zone),
    business_zone: time_zone,
    currency_code: query.currency_code,
    base_currency,
    in_base_currency: query.in_base_currency === true,
  }
}

/**
 * The range of the query. PostgreSQL reads days and instants as it does for lists, so the same address means the same
 * range.
 */
async function rangeOf(trx: Trx, actor: Actor, query: RangeQuery, now: Date) {
  const zone = actor.time_zone
  const end = endBound(query['created_at<'], zone) ?? sql`${now.toISOString()}::timestamptz`
  const monthBefore = sql`((((${end}) - interval '1 millisecond') at time zone ${zone})::date - interval '1 month')::date`
  const start = startBound(query['created_at>'], zone) ?? startOfDay(monthBefore, zone)
  const { rows } = await sql<Span & { time_zone: string; base_currency: string }>`
    select ${milliseconds(start)} as from, ${milliseconds(end)} as to, time_zone,
      ${baseCurrencyOf(actor)} as base_currency from installation`.execute(trx)
  // The query always gives one row.
  return rows[0] as (typeof rows)[number]
}

/** The base currency; within a merchant it is the merchant's own, whoever asks. */
export const baseCurrencyOf = ({ scope }: Actor): RawBuilder<string> =>
  scope.merchant === null
    ? sql`(select base_currency from installation)`
    : sql`(select base_currency from merchant where id = ${scope.merchant})`

const startOfDay = (day: RawBuilder<unknown>, zone: string) => sql`((${day})::timestamp at time zone ${zone})`
const milliseconds = (instant: RawBuilder<unknown>) => sql`floor(extract(epoch from ${instant}) * 1000)::bigint`
const isDay = (value: string) => value.length === 10

export function startBound(value: string | undefined, zone: string): RawBuilder<unknown> | undefined {
  if (value === undefined) return undefined
  return isDay(value) ? startOfDay(sql`${value}::date`, zone) : sql`${value}::timestamptz`
}

/** The first millisecond after the range, whose given end is included. */
export function endBound(value: string | undefined, zone: string): RawBuilder<unknown> | undefined {
  if (value === undefined) return undefined
  return isDay(value)
    ? startOfDay(sql`${value}::date + 1`, zone)
    : sql`(${value}::timestamptz + interval '1 millisecond')`
}

const shortest: Readonly<Record<Period, number>> = { hour: 1, day: 23, week: 7 * 24 - 1, month: 28 * 24 - 1 }

export function refuseTooManyPoints({ span }: Asked, period: Period): void {
  if (isEmpty(span)) return
  const most = (span.to - span.from) / (shortest[period] * 3_600_000)
  if (most > mostPoints) throw new Refusal('invalid_request', { 'query.period': 'too_many_points' })
}
