import { timelineEndpoint } from '@kontor/contract/payments/transaction.endpoints'
import { timelineSchemas } from '@kontor/contract/payments/transaction.schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../platform/http/endpoint.ts'
import type { Services } from '../platform/http/services.ts'
import { requireRow } from '../platform/rows/list.ts'
import { transactionSource } from './transaction.rows.ts'
import { transactionTimeline } from './transaction-timeline.ts'

export function timelineRoute(app: FastifyInstance, services: Services): void {
  route(app, services, timelineEndpoint, timelineSchemas, async (trx, { actor, id }) => {
    const row = await requireRow(transactionSource, trx, actor, id)
    return transactionTimeline(trx, services.databases.provider, actor, String(row['merchant']), row.id)
  })
}
