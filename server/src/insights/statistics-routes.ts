import * as customer from '@kontor/contract/insights/customer-statistics.calls'
import * as processor from '@kontor/contract/insights/processor-statistics.calls'
import * as refund from '@kontor/contract/insights/refund-statistics.calls'
import type { StatisticsCall, StatisticsReply } from '@kontor/contract/insights/statistics-call'
import * as transaction from '@kontor/contract/insights/transaction-statistics.calls'
import { detailsOf } from '@kontor/contract/list-query'
import { problemSchema, Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '../platform/db/actor.ts'
import { inTransaction, type Trx } from '../platform/db/database.ts'
import { requireRole } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { type Exact, onWire } from '../platform/sums.ts'
import { type Asked, type RangeQuery, understand } from './asked.ts'
import { bestCustomers } from './best-customers.ts'
import { breakdown, lifecycle, locationsOf, timeOfDay } from './breakdowns.ts'
import { customersByStatus, customersPerPeriod, customerTotals } from './customers.ts'
import { highestRefunds } from './highest-refunds.ts'
import { comparison } from './processors.ts'
import { series } from './series.ts'
import { totals } from './totals.ts'
import { turnovers } from './turnovers.ts'

export function statisticsRoutes(app: FastifyInstance, services: Services): void {
  const { figuresOf, call } = registering(app, services)

  figuresOf(transaction.transactionSeries, (asked, { period }) => series(asked, 'transaction', period))
  figuresOf(transaction.transactionTotal, (asked, { period }) => totals(asked, 'transaction', period))
  figuresOf(transaction.transactionByCountry, (asked) => breakdown(asked, 'transaction', 'country_code'))
  figuresOf(transaction.transactionByProduct, (asked) => breakdown(asked, 'transaction', 'payment_product'))
  figuresOf(transaction.transactionByStatus, (asked) => breakdown(asked, 'transaction', 'status'))
  figuresOf(transaction.transactionByPlatform, (asked) => breakdown(asked, 'transaction', 'platform'))
  figuresOf(transaction.transactionByBrowser, (asked) => breakdown(asked, 'transaction', 'browser'))
  figuresOf(transaction.transactionLifecycle, lifecycle)
  figuresOf(transaction.transactionTimeOfDay, timeOfDay)
  figuresOf(transaction.transactionLocation, async (asked, _, reply) => {
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
  })

  figuresOf(refund.refundSeries, (asked, { period }) => series(asked, 'refund', period))
  figuresOf(refund.refundTotal, (asked, { period }) => totals(asked, 'refund', period))
  figuresOf(refund.refundByStatus, (asked) => breakdown(asked, 'refund', 'status'))
  figuresOf(refund.refundByProduct, (asked) => breakdown(asked, 'refund', 'payment_product'))
  figuresOf(refund.refundByProductType, (asked) => breakdown(asked, 'refund', 'payment_product_type'))
  figuresOf(refund.highestRefunds, (asked, { _limit }) => highestRefunds(asked, _limit))

  figuresOf(customer.customerSeries, (asked, { period }) => customersPerPeriod(asked, period))
  figuresOf(customer.customerTotal, (asked, { period }) => customerTotals(asked, period))
  figuresOf(customer.customerByStatus, customersByStatus)
  figuresOf(customer.bestCustomers, (asked, { output, _limit }) => bestCustomers(asked, output, _limit))

  call(processor.processorStatistics, ({ trx, actor, now }) => turnovers(trx, actor, now))
  call(processor.processorCompare, async ({ trx, actor, now, query }) =>
    comparison(await understand(trx, actor, { ...lastFourWeeks(actor, now), ...query }, now), query.ids),
  )
}

interface Call<C extends StatisticsCall> {
  trx: Trx
  actor: Actor
  now: Date
  query: z.output<C['query']>
  reply: FastifyReply
}

type Run<C extends StatisticsCall> = (call: Call<C>) => Promise<Exact<StatisticsReply<C>>>

function registering(app: FastifyInstance, services: Services) {
  const call = <C extends StatisticsCall>(definition: C, run: Run<C>): void => {
    const { path, summary, description, entity, query, reply, roles } = definition
    const schema = {
      tags: [entity],
      summary,
      description,
      querystring: query,
      response: { 200: reply, '4xx': problemSchema },
    }
    app.get(path, { schema }, async (request, response) => {
      const actor = await services.authenticate(request)
      requireRole(actor, roles)
      const parsed = query.safeParse(dropEmpty(request.query as Record<string, unknown>))
      if (!parsed.success) throw new Refusal('invalid_request', detailsOf(parsed.error, 'query'))
      const answer = await inTransaction(services.databases, actor, (trx) =>
        // The schema of this very call has made it.
        run({ trx, actor, now: services.clock.now(), query: parsed.data as z.output<C['query']>, reply: response }),
      )
      return onWire<StatisticsReply<C>>(answer)
    })
  }
  /** A call about a range. */
  const figuresOf = <C extends StatisticsCall<z.ZodType<RangeQuery>>>(
    definition: C,
    run: (asked: Asked, query: z.output<C['query']>, reply: FastifyReply) => Promise<Exact<StatisticsReply<C>>>,
  ): void =>
    call(definition, async ({ trx, actor, now, query, reply }) =>
      run(await understand(trx, actor, query, now), query, reply),
    )
  return { call, figuresOf }
}

/** As in lists. */
const dropEmpty = (query: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))

/** Today and the 27 days before it. */
function lastFourWeeks({ time_zone }: Actor, now: Date): RangeQuery {
  const first = new Date(now.getTime() - 27 * 24 * 3_600_000)
  return { 'created_at>': new Intl.DateTimeFormat('en-CA', { timeZone: time_zone }).format(first) }
}
