import { customerSegments } from '@kontor/contract/customers/customer.rules'
import {
  customerEventsEndpoint,
  customerSegmentsEndpoint,
  customerSummaryEndpoint,
  revealCustomerEndpoint,
} from '@kontor/contract/customers/customer-reads.endpoints'
import {
  type CustomerSegmentCounts,
  customerEventsSchemas,
  customerSegmentsFilter,
  customerSegmentsSchemas,
  customerSummarySchemas,
  revealCustomerSchemas,
} from '@kontor/contract/customers/customer-reads.schemas'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { isAllowed } from '@kontor/contract/roles'
import type { FastifyInstance } from 'fastify'
import type { PaymentServices } from '../engine/outbox/await-outcome.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { route } from '../platform/http/endpoint.ts'
import { listReaderOf } from '../platform/http/entity-routes.ts'
import { countByValue, requireRow } from '../platform/rows/list.ts'
import { customerSource } from './customer.rows.ts'
import { customerEvents } from './customer-event.ts'
import { customerSummary as summaryOf } from './customer-summary.ts'
import { revealCustomer } from './reveal-customer.ts'

/** Registers the reads of customers besides their rows. */
export function customerReads(app: FastifyInstance, services: PaymentServices): void {
  route(
    app,
    services,
    customerSegmentsEndpoint,
    customerSegmentsSchemas,
    async (trx, { actor, query }) => {
      const counts = await countByValue(customerSource, trx, actor, query, 'segment')
      // Every segment has an entry, but the compiler cannot derive that from a list of entries.
      return Object.fromEntries(
        customerSegments.map((segment) => [segment, counts[segment] ?? 0]),
      ) as CustomerSegmentCounts
    },
    { query: listReaderOf(customerSegmentsFilter, customerSegmentsSchemas) },
  )
  route(app, services, customerSummaryEndpoint, customerSummarySchemas, async (trx, { actor, id }) => {
    const of = await customerOf(trx, actor, id)
    const summary = await summaryOf(trx, actor, of.merchant, of.id)
    // Totals of payments are shown only to those who may read payments.
    return isAllowed(transaction.roles.list, actor.roles) ? summary : { ...summary, totals: [] }
  })
  route(app, services, customerEventsEndpoint, customerEventsSchemas, async (trx, { actor, id }) => {
    const of = await customerOf(trx, actor, id)
    return customerEvents(trx, services.databases.provider, actor, of.merchant, of.id)
  })
  route(app, services, revealCustomerEndpoint, revealCustomerSchemas, async (trx, { actor, id }) => ({
    answer: await revealCustomer(trx, actor, id, services.gateways.masterKey),
  }))
}

async function customerOf(trx: Trx, actor: Actor, id: string): Promise<{ merchant: string; id: string }> {
  const row = await requireRow(customerSource, trx, actor, id)
  return { merchant: String(row['merchant']), id: row.id }
}
