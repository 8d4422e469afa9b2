import { customer } from '@kontor/contract/customers/customer.entity'
import { customerSegments } from '@kontor/contract/customers/customer.rules'
import { customerSegmentsFilter } from '@kontor/contract/customers/customer-reads.schemas'
import { listParameters } from '@kontor/contract/list-query'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { problemSchema, Refusal } from '@kontor/contract/refusal'
import { isAllowed, type Requirement } from '@kontor/contract/roles'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { PaymentServices } from '../engine/await-outcome.ts'
import type { Actor } from '../platform/db/actor.ts'
import { inTransaction, type Trx } from '../platform/db/database.ts'
import { idOf, listQueryOf, requireRole } from '../platform/http/entity-routes.ts'
import { countByValue, getRow } from '../platform/rows/list.ts'
import { customerSource } from './customer.rows.ts'
import { customerEvents } from './customer-event.ts'
import { customerSummary as summaryOf } from './customer-summary.ts'
import { revealCustomer } from './reveal-customer.ts'

const tags = ['customer']

/** What is read of customers besides their rows. */
export function customerReads(app: FastifyInstance, services: PaymentServices): void {
  const described = (summary: string, reply: z.ZodType, querystring?: z.ZodObject) => ({
    schema: { tags, summary, ...(querystring ? { querystring } : {}), response: { 200: reply, '4xx': problemSchema } },
  })
  /** Of a customer whom the actor may see, in one transaction. */
  const reading =
    <T>(roles: Requirement, read: (trx: Trx, actor: Actor, of: { merchant: string; id: string }) => Promise<T>) =>
    async (request: FastifyRequest): Promise<T> => {
      const actor = await services.authenticate(request)
      requireRole(actor, roles)
      return inTransaction(services.databases, actor, async (trx) => {
        const row = await getRow(customerSource, trx, actor, idOf(request))
        if (!row) throw new Refusal('not_found')
        return read(trx, actor, { merchant: String(row['merchant']), id: row.id })
      })
    }

  app.get(
    customerSegmentsPath,
    described('How many customers are in each segment', customerSegmentCounts, listParameters(customerSegmentsFilter)),
    async (request) => {
      const actor = await services.authenticate(request)
      requireRole(actor, customerStatisticsRoles)
      const query = listQueryOf(request, customerSegmentsFilter)
      const counts = await inTransaction(services.databases, actor, (trx) =>
        countByValue(customerSource, trx, actor, query, 'segment'),
      )
      return Object.fromEntries(customerSegments.map((segment) => [segment, counts[segment] ?? 0]))
    },
  )
  app.get(
    '/v1/customer/:id/summary',
    described('What a customer bought, by currency, and the stored cards', customerSummary),
    reading(customer.roles.list, async (trx, actor, of) => {
      const summary = await summaryOf(trx, actor, of.merchant, of.id)
      // Payments are shown to those who may read payments.
      return isAllowed(transaction.roles.list, actor.roles) ? summary : { ...summary, totals: [] }
    }),
  )
  app.get(
    '/v1/customer/:id/events',
    described('What people did with a customer, newest first', z.array(customerEvent)),
    reading(customer.roles.list, (trx, _actor, of) => customerEvents(trx, of.merchant, of.id)),
  )
  app.post(
    '/v1/customer/:id/reveal',
    described('Read what rows of a customer mask; the reading is on record', revealedCustomer),
    reading(revealRoles, (trx, actor, of) => revealCustomer(trx, actor, services.gateways.masterKey, of)),
  )
}
