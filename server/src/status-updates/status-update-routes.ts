import {
  approveStatusUpdateEndpoint,
  createStatusUpdateEndpoint,
  rejectStatusUpdateEndpoint,
  statusUpdateEffectsEndpoint,
  statusUpdateItemEndpoint,
} from '@kontor/contract/status-updates/status-update.endpoints'
import {
  approveStatusUpdateSchemas,
  createStatusUpdateSchemas,
  rejectStatusUpdateSchemas,
  type StatusUpdateItem,
  statusUpdateEffectsSchemas,
  statusUpdateItemSchemas,
} from '@kontor/contract/status-updates/status-update.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { answerRow } from '../platform/http/answer-row.ts'
import { route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { requireRow } from '../platform/rows/list.ts'
import { approveStatusUpdate } from './approve-status-update.ts'
import { nextOf } from './carry-out-status.ts'
import { createStatusUpdate } from './create-status-update.ts'
import { rejectStatusUpdate } from './reject-status-update.ts'
import { statusUpdateSource } from './status-update.rows.ts'
import { statusUpdateEffects } from './status-update-effects.ts'
import { findUpdatable, openUpdateOf } from './updatable.ts'

export function statusUpdateRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, statusUpdateSource)
  const read = (trx: Trx, actor: Actor, id: string) => requireRow(statusUpdateSource, trx, actor, id)
  route(app, services, statusUpdateItemEndpoint, statusUpdateItemSchemas, (trx, { actor, id }) =>
    readItem(trx, actor, id),
  )
  const effects = statusUpdateEffectsEndpoint
  route(app, services, effects, statusUpdateEffectsSchemas, (trx, { actor, id, query, now }) =>
    statusUpdateEffects(trx, actor, { ...query, item: id, tell: query.tell === 'true' }, now),
  )
  const create = createStatusUpdateEndpoint
  route(app, services, create, createStatusUpdateSchemas, async (trx, { actor, body, now }) => {
    const id = await createStatusUpdate(trx, actor, body, now)
    return { answer: await read(trx, actor, id) }
  })
  const approve = approveStatusUpdateEndpoint
  route(app, services, approve, approveStatusUpdateSchemas, async (trx, { actor, id, now }) => {
    const refused = await approveStatusUpdate(trx, actor, id, now)
    return { answer: await read(trx, actor, id), refused }
  })
  route(
    app,
    services,
    rejectStatusUpdateEndpoint,
    rejectStatusUpdateSchemas,
    answerRow(read)((trx, { actor, id, body }) => rejectStatusUpdate(trx, actor, id, body)),
  )
}

async function readItem(trx: Trx, actor: Actor, id: string): Promise<StatusUpdateItem> {
  const found = await findUpdatable(trx, actor, id)
  const { kind, transaction, row } = found
  const { name } = await trx
    .selectFrom('merchant')
    .select('name')
    .where('id', '=', transaction.merchant_id)
    .executeTakeFirstOrThrow()
  const open = await openUpdateOf(trx, found)
  const { merchant_id, merchant_reference, currency_code } = transaction
  return {
    ...{ kind, item: row.id, transaction: transaction.id, merchant: merchant_id, merchant_name: name },
    ...{ merchant_reference, status: row.status, amount: row.amount, currency_code, next: nextOf(found) },
    open_update: open?.id ?? null,
  }
}
