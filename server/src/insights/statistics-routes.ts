import { plusDays } from '@kontor/contract/dates'
import type { Endpoint, ReadQuery, ReplyOf } from '@kontor/contract/endpoint'
import * as customer from '@kontor/contract/insights/customer-statistics.endpoints'
import * as customerSchemas from '@kontor/contract/insights/customer-statistics.schemas'
import * as processor from '@kontor/contract/insights/processor-statistics.endpoints'
import * as processorSchemas from '@kontor/contract/insights/processor-statistics.schemas'
import * as refund from '@kontor/contract/insights/refund-statistics.endpoints'
import * as refundSchemas from '@kontor/contract/insights/refund-statistics.schemas'
import * as transaction from '@kontor/contract/insights/transaction-statistics.endpoints'
import * as transactionSchemas from '@kontor/contract/insights/transaction-statistics.schemas'
import type { Requirement } from '@kontor/contract/roles'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { type Call, type Run, route } from '../platform/http/endpoint.ts'
import type { Services } from '../platform/http/services.ts'
import { type Exact, onWire } from '../platform/sums.ts'
import { dayIn } from '../platform/time/day-in.ts'
import { type Asked, type RangeQuery, understand } from './asked.ts'
import { bestCustomers } from './best-customers.ts'
import { breakdown, lifecycle, locationsOf, timeOfDay } from './breakdowns.ts'
import { customersBySegment, customersByStatus, customersPerPeriod, customerTotals } from './customers.ts'
import { highestRefunds } from './highest-refunds.ts'
import { comparison } from './processors.ts'
import { series } from './series.ts'
import { today } from './today.ts'
import { totals } from './totals.ts'
import { turnovers } from './turnovers.ts'

export function statisticsRoutes(app: FastifyInstance, services: Services): void {
  const figuresOf = registering(app, services)

  figuresOf(transaction.transactionSeriesEndpoint, transactionSchemas.transactionSeriesSchemas, (asked, { period }) =>
    series(asked, 'transaction', period),
  )
  figuresOf(transaction.transactionTotalEndpoint, transactionSchemas.transactionTotalSchemas, (asked, { period }) =>
    totals(asked, 'transaction', period),
  )
  figuresOf(transaction.transactionByCountryEndpoint, transactionSchemas.transactionBreakdownSchemas, (asked) =>
    breakdown(asked, 'transaction', 'country_code'),
  )
  figuresOf(transaction.transactionByProductEndpoint, transactionSchemas.transactionBreakdownSchemas, (asked) =>
    breakdown(asked, 'transaction', 'payment_product'),
  )
  figuresOf(transaction.transactionByStatusEndpoint, transactionSchemas.transactionBreakdownSchemas, (asked) =>
    breakdown(asked, 'transaction', 'status'),
  )
  figuresOf(transaction.transactionByPlatformEndpoint, transactionSchemas.transactionBreakdownSchemas, (asked) =>
    breakdown(asked, 'transaction', 'platform'),
  )
  figuresOf(transaction.transactionByBrowserEndpoint, transactionSchemas.transactionBreakdownSchemas, (asked) =>
    breakdown(asked, 'transaction', 'browser'),
  )
  figuresOf(transaction.transactionLifecycleEndpoint, transactionSchemas.transactionLifecycleSchemas, lifecycle)
  figuresOf(transaction.transactionTimeOfDayEndpoint, transactionSchemas.transactionTimeOfDaySchemas, timeOfDay)
  figuresOf(
    transaction.transactionLocationEndpoint,
    transactionSchemas.transactionLocationSchemas,
    async (asked, _, reply) => {
      const found = await breakdown(asked, 'transaction', 'country_code')
      reply.header('kontor-range', `${found.from}/${found.to}`)
      reply.header('kontor-currency', found.currency_code)
      reply.header('kontor-currencies', found.currencies.map(({ currency_code }) => currency_code).join(','))
      if (found.conversion) {
        const { rates, without_rate } = found.conversion
        const said = rates.map(({ currency_code, per_euro, day }) => `${currency_code} ${per_euro} ${day}`)
        reply.header('kontor-rates', said.join(','))
        reply.header('kontor-without-rate', without_rate.map(({ currency_code }) => currency_code).join(','))
      }
      return locationsOf(found)
    },
  )

  figuresOf(refund.refundSeriesEndpoint, refundSchemas.refundSeriesSchemas, (asked, { period }) =>
    series(asked, 'refund', period),
  )
  figuresOf(refund.refundTotalEndpoint, refundSchemas.refundTotalSchemas, (asked, { period }) =>
    totals(asked, 'refund', period),
  )
  figuresOf(refund.refundByStatusEndpoint, refundSchemas.refundBreakdownSchemas, (asked) =>
    breakdown(asked, 'refund', 'status'),
  )
  figuresOf(refund.refundByProductEndpoint, refundSchemas.refundBreakdownSchemas, (asked) =>
    breakdown(asked, 'refund', 'payment_product'),
  )
  figuresOf(refund.refundByProductTypeEndpoint, refundSchemas.refundBreakdownSchemas, (asked) =>
    breakdown(asked, 'refund', 'payment_product_type'),
  )
  figuresOf(refund.highestRefundsEndpoint, refundSchemas.highestRefundsSchemas, (asked, { _limit }) =>
    highestRefunds(asked, _limit),
  )

  figuresOf(customer.customerSeriesEndpoint, customerSchemas.customerSeriesSchemas, (asked, { period }) =>
    customersPerPeriod(asked, period),
  )
  figuresOf(customer.customerTotalEndpoint, customerSchemas.customerTotalSchemas, (asked, { period }) =>
    customerTotals(asked, period),
  )
  figuresOf(customer.customerByStatusEndpoint, customerSchemas.customerByStatusSchemas, customersByStatus)
  figuresOf(customer.customerBySegmentEndpoint, customerSchemas.customerBySegmentSchemas, customersBySegment)
  figuresOf(customer.bestCustomersEndpoint, customerSchemas.bestCustomersSchemas, (asked, { output, _limit }) =>
    bestCustomers(asked, output, _limit),
  )

  route(
    app,
    services,
    transaction.transactionTodayEndpoint,
    transactionSchemas.transactionTodaySchemas,
    async (trx, { actor, now }) =>
      onWire<ReplyOf<typeof transaction.transactionTodayEndpoint>>(await today(trx, actor, now)),
  )
  route(
    app,
    services,
    processor.processorStatisticsEndpoint,
    processorSchemas.processorStatisticsSchemas,
    async (trx, { actor, now }) =>
      onWire<ReplyOf<typeof processor.processorStatisticsEndpoint>>(await turnovers(trx, actor, now)),
  )
  route(
    app,
    services,
    processor.processorCompareEndpoint,
    processorSchemas.processorCompareSchemas,
    async (trx, { actor, now, query }) => {
      const asked = await understand(trx, actor, { ...lastFourWeeks(actor, now), ...query }, now)
      return onWire<ReplyOf<typeof processor.processorCompareEndpoint>>(await comparison(asked, query.ids))
    },
  )
}

/** Endpoints for figures of a range: the query is checked before anything is added up. */
type Figures = Endpoint<{ query: z.ZodType<RangeQuery>; reply: z.ZodType }> & { method: 'GET'; access: Requirement }

const registering =
  (app: FastifyInstance, services: Services) =>
  <E extends Figures>(
    endpoint: E,
    schemas: NonNullable<E['schemas']>,
    figures: (asked: Asked, query: ReadQuery<E>, reply: FastifyReply) => Promise<Exact<ReplyOf<E>>>,
  ): void => {
    const run = async (trx: Trx, { actor, query, now, reply }: Call<E>) =>
      onWire<ReplyOf<E>>(await figures(await understand(trx, actor, query, now), query, reply))
    // `Run` of an endpoint that is read by roles has this type, but the compiler cannot resolve it for a type parameter.
    route(app, services, endpoint, schemas, run as Run<E, Services>)
  }

/** Today and the 27 days before it. */
function lastFourWeeks({ time_zone }: Actor, now: Date): RangeQuery {
  return { 'created_at>': plusDays(dayIn(time_zone, now), -27) }
}
