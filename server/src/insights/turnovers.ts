import type { ReplyOf } from '@kontor/contract/endpoint'
import type { processorStatisticsEndpoint as processorStatisticsCall } from '@kontor/contract/insights/processor-statistics.endpoints'
import { approvedStatuses } from '@kontor/contract/payments/transaction.rules'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import type { Exact } from '../platform/sums.ts'
import { offsetsOf } from '../platform/time/time-zone.ts'
import { labelOfGateway } from '../processors/gateways.ts'
import { baseCurrencyOf } from './asked.ts'
import { conversionWith, type OwnAmount, ratesOf } from './conversion.ts'
import { compare, growthOf } from './money-figures.ts'

type Card = Exact<ReplyOf<typeof processorStatisticsCall>>[number]

interface OwnTurnover {
  currency_code: string
  count: number
  last24hours: bigint
  yesterday: bigint
}

const day_ms = 24 * 3_600_000

interface Processor extends Pick<Card, 'id' | 'name' | 'gateway' | 'payment_product' | 'merchant' | 'merchant_name'> {
  base_currency: string
  currencies: OwnTurnover[]
}

/**
 * Successful payments of each active processor in the last 24 hours, compared with the 24 hours before, in the base
 * currency.
 */
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

/** The rows are so few that they are read directly. */
async function turnedOver(trx: Trx, actor: Actor, now: Date): Promise<Processor[]> {
  const until = now.toISOString()
  const [yesterday, before] = [1, 2].map((days) => new Date(now.getTime() - days * day_ms).toISOString())
  const { rows } = await sql<Omit<Processor, 'currencies'> & { currencies: Read<OwnTurnover>[] }>`
    with turnover as (
      select processor_id, currency_code,
        coalesce(sum(amount) filter (where created_at >= ${yesterday}), 0) as last24hours,
        count(*) filter (where created_at >= ${yesterday}) as count,
        coalesce(sum(amount) filter (where created_at < ${yesterday}), 0) as yesterday
      from transaction t
      where ${visibleTo(actor, 't')} and created_at >= ${before} and created_at < ${until}
        and status = any(${[...approvedStatuses]}::text[])
      group by processor_id, currency_code)
    select p.id, p.name, p.gateway, p.payment_product, p.merchant_id as merchant, m.name as merchant_name,
      ${baseCurrencyOf(actor)} as base_currency,
      coalesce(json_agg(json_build_object('currency_code', t.currency_code, 'last24hours', t.last24hours::text,
          'count', t.count, 'yesterday', t.yesterday::text) order by t.count desc, t.currency_code)
        filter (where t.currency_code is not null), '[]') as currencies
    from processor p join merchant m on m.id = p.merchant_id left join turnover t on t.processor_id = p.id
    where ${visibleTo(actor, 'p')} and p.active
    group by p.merchant_id, p.id, m.id`.execute(trx)
  return rows.map((row) => ({
    ...row,
    currencies: row.currencies.map((own) => ({
      ...own,
      last24hours: BigInt(own.last24hours),
      yesterday: BigInt(own.yesterday),
    })),
  }))
}

/** Sums of any size are text. */
type Read<T> = { [K in keyof T]: T[K] extends bigint ? string : T[K] }

const amountsOf = ({ currencies }: Processor): OwnAmount[] =>
  currencies.map(({ currency_code, count, last24hours }) => ({ currency_code, count, volume: last24hours }))

type Ranked = Card & { last24hours: bigint }

function cardOf(processor: Processor, now: Date, { convert, conversion }: ReturnType<typeof conversionWith>): Ranked {
  const { base_currency: currency_code, currencies, ...named } = processor
  const sum = (of: 'last24hours' | 'yesterday') =>
    currencies.reduce((all, each) => all + (convert(each[of], each.currency_code) ?? 0n), 0n)
  const [last24hours, yesterday] = [sum('last24hours'), sum('yesterday')]
  return {
    ...named,
    gatewayLabel: labelOfGateway(named.gateway),
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

const highestFirst = (one: Ranked, other: Ranked) =>
  compare(other.last24hours, one.last24hours) || compare(one.name, other.name) || compare(one.id, other.id)
