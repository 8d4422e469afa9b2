import type { ReplyOf } from '@kontor/contract/endpoint'
import type { processorStatisticsEndpoint as processorStatisticsCall } from '@kontor/contract/insights/processor-statistics.endpoints'
import { succeededStatuses } from '@kontor/contract/insights/processor-statistics.rules'
import { gatewayLabels } from '@kontor/contract/processors/processor.entity'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { offsetsOf } from '../platform/time/time-zone.ts'
import { baseCurrencyOf } from './asked.ts'
import { conversionWith, type OwnAmount, ratesOf } from './conversion.ts'
import { growthOf } from './money-figures.ts'

type Card = ReplyOf<typeof processorStatisticsCall>[number]
type OwnTurnover = Card['currencies'][number]

const day_ms = 24 * 3_600_000

interface Processor extends Pick<Card, 'id' | 'name' | 'gateway' | 'payment_product' | 'merchant'> {
  base_currency: string
  currencies: OwnTurnover[]
}

/** Of each active processor what succeeded in the last 24 hours, against the 24 before, in the base currency. */
export async function turnovers(trx: Trx, actor: Actor, now: Date): Promise<Card[]> {
  const processors = await turnedOver(trx, actor, now)
  const [first] = processors
  if (!first) return []
  const { base_currency } = first
  const asking = { trx, base_currency, offsetAt: offsetsOf(actor.time_zone), span: { from: 0, to: now.getTime() } }
  const rates = await ratesOf(asking, processors.flatMap(amountsOf))
  return processors
    .map((processor) => cardOf(processor, now, conversionWith(rates, base_currency, amountsOf(processor))))
    .sort(highestFirst)
}

/** So few rows that they are read themselves. */
async function turnedOver(trx: Trx, actor: Actor, now: Date): Promise<Processor[]> {
  const until = now.toISOString()
  const [yesterday, before] = [1, 2].map((days) => new Date(now.getTime() - days * day_ms).toISOString())
  const { rows } = await sql<Processor>`
    with turnover as (
      select processor_id, currency_code,
        coalesce(sum(amount) filter (where created_at >= ${yesterday}), 0)::bigint as last24hours,
        count(*) filter (where created_at >= ${yesterday}) as count,
        coalesce(sum(amount) filter (where created_at < ${yesterday}), 0)::bigint as yesterday
      from transaction t
      where ${visibleTo(actor, 't')} and created_at >= ${before} and created_at < ${until}
        and status = any(${[...succeededStatuses]}::text[])
      group by processor_id, currency_code)
    select p.id, p.name, p.gateway, p.payment_product, p.merchant_id as merchant,
      ${baseCurrencyOf(actor)} as base_currency,
      coalesce(json_agg(json_build_object('currency_code', t.currency_code, 'last24hours', t.last24hours,
          'count', t.count, 'yesterday', t.yesterday) order by t.count desc, t.currency_code)
        filter (where t.currency_code is not null), '[]') as currencies
    from processor p left join turnover t on t.processor_id = p.id
    where ${visibleTo(actor, 'p')} and p.active
    group by p.merchant_id, p.id`.execute(trx)
  return rows
}

const amountsOf = ({ currencies }: Processor): OwnAmount[] =>
  currencies.map(({ currency_code, count, last24hours }) => ({ currency_code, count, volume: last24hours }))

function cardOf(processor: Processor, now: Date, { convert, conversion }: ReturnType<typeof conversionWith>): Card {
  const { base_currency: currency_code, currencies, ...named } = processor
  const sum = (of: 'last24hours' | 'yesterday') =>
    currencies.reduce((all, each) => all + (convert(each[of], each.currency_code) ?? 0), 0)
  const [last24hours, yesterday] = [sum('last24hours'), sum('yesterday')]
  return {
    ...named,
    gatewayLabel: gatewayLabels[named.gateway] ?? named.gateway,
    until: now.toISOString(),
    currency_code,
    last24hours,
    count: currencies.reduce((all, { count }) => all + count, 0),
    yesterday,
    diff: conversion.without_rate.length > 0 ? null : growthOf(last24hours, yesterday),
    sign: last24hours > yesterday ? '>' : last24hours < yesterday ? '<' : '=',
    conversion,
    currencies,
  }
}

const highestFirst = (one: Card, other: Card) =>
  other.last24hours - one.last24hours || compare(one.name, other.name) || compare(one.id, other.id)

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
