import { timeline } from '@kontor/contract/payments/timeline'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { problemSchema, Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '../platform/db/database.ts'
import { idOf, requireRole } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { getRow } from '../platform/rows/list.ts'
import { transactionSource } from './transaction.rows.ts'
import { transactionTimeline } from './transaction-timeline.ts'

export function timelineRoute(app: FastifyInstance, services: Services): void {
  const schema = {
    tags: ['transaction'],
    summary: 'Everything that happened to a transaction',
    response: { 200: timeline, '4xx': problemSchema },
  }
  app.get('/v1/transaction/:id/events', { schema }, async (request) => {
    const actor = await services.authenticate(request)
    requireRole(actor, transaction.roles.list)
    return inTransaction(services.databases, actor, async (trx) => {
      const row = await getRow(transactionSource, trx, actor, idOf(request))
      if (!row) throw new Refusal('not_found')
      return transactionTimeline(trx, String(row['merchant']), row.id)
    })
  })
}
