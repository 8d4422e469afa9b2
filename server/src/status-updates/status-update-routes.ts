import {
  createStatusUpdateEndpoint,
  statusUpdateEffectsEndpoint,
  statusUpdateItemEndpoint,
} from '@kontor/contract/status-updates/status-update.endpoints'
import {
  createStatusUpdateSchemas,
  type StatusUpdateItem,
  statusUpdateEffectsSchemas,
  statusUpdateItemSchemas,
} from '@kontor/contract/status-updates/status-update.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { requireRow } from '../platform/rows/list.ts'
import { createStatusUpdate, nextOf } from './create-status-update.ts'
import { statusUpdateSource } from './status-update.rows.ts'
import { statusUpdateEffects } from './status-update-effects.ts'
import { findUpdatable } from './updatable.ts'

export function statusUpdateRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, statusUpdateSource)
  route(app, services, statusUpdateItemEndpoint, statusUpdateItemSchemas, (trx, { actor, id }) =>
    readItem(trx, actor, id),
  )
  const effects = statusUpdateEffectsEndpoint
  route(app, services, effects, statusUpdateEffectsSchemas, (trx, { actor, id, query, now }) =>
    statusUpdateEffects(trx, actor, { item: id, to_status: query.to_status, tell: query.tell === 'true' }, now),
  )
  const create = createStatusUpdateEndpoint
  route(app, services, create, createStatusUpdateSchemas, async (trx, { actor, body, now }) => {
    const id = await createStatusUpdate(trx, actor, body, now)
    return { answer: await requireRow(statusUpdateSource, trx, actor, id) }
  })
}

async function readItem(trx: Trx, actor: Actor, id: string): Promise<StatusUpdateItem> {
  const found = await findUpdatable(trx, actor, id)
  const { kind, transaction, row } = found
  const { name } = await trx
    .selectFrom('merchant')
    .select('name')
    .where('id', '=', transaction.merchant_id)
    .executeTakeFirstOrThrow()
  const { merchant_id, merchant_reference, currency_code } = transaction
  return {
    ...{ kind, item: row.id, transaction: transaction.id, merchant: merchant_id, merchant_name: name },
    ...{ merchant_reference, status: row.status, amount: row.amount, currency_code, next: nextOf(found) },
  }
}
