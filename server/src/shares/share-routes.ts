import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import {
  acceptShareEndpoint,
  createShareEndpoint,
  createSharesEndpoint,
  declineShareEndpoint,
  deleteShareEndpoint,
  revokeShareEndpoint,
  shareShopsEndpoint,
  withdrawShareEndpoint,
} from '@kontor/contract/shares/share.endpoints'
import {
  acceptShareSchemas,
  createShareSchemas,
  createSharesSchemas,
  declineShareSchemas,
  deleteShareSchemas,
  revokeShareSchemas,
  shareShopsSchemas,
  withdrawShareSchemas,
} from '@kontor/contract/shares/share.schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { answerRow } from '../platform/http/answer-row.ts'
import { requireRole, route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { requireRow } from '../platform/rows/list.ts'
import { acceptShare } from './accept-share.ts'
import { createShare } from './create-share.ts'
import { createShares } from './create-shares.ts'
import { declineShare } from './decline-share.ts'
import { deleteShare } from './delete-share.ts'
import { seenShare } from './locked-share.ts'
import { revokeShare } from './revoke-share.ts'
import { shareSource } from './share.rows.ts'
import { shareShops, toldOf } from './share-shops.ts'
import { withdrawShare } from './withdraw-share.ts'

export function shareRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, shareSource)
  const read = (trx: Trx, actor: Actor, id: string) => requireRow(shareSource, trx, actor, id)
  const answer = answerRow(read)
  route(app, services, shareShopsEndpoint, shareShopsSchemas, async (trx, { actor, id }) => {
    const found = await seenShare(trx, actor, id, 'either')
    // The giver has to know who loses the processor; to the receiver they are payment profiles like any other.
    if (!found.giver) requireRole(actor, paymentProfile.roles.list)
    return shareShops(trx, found, toldOf(actor, sql.lit(found.giver)))
  })
  route(app, services, createShareEndpoint, createShareSchemas, async (trx, { actor, body, now }) => ({
    answer: await read(trx, actor, await createShare(trx, actor, body, now)),
  }))
  route(app, services, createSharesEndpoint, createSharesSchemas, async (trx, { actor, body, now }) => {
    const rows = []
    for (const id of await createShares(trx, actor, body, now)) rows.push(await read(trx, actor, id))
    return { answer: rows }
  })
  route(
    app,
    services,
    acceptShareEndpoint,
    acceptShareSchemas,
    answer((trx, { actor, id }) => acceptShare(trx, actor, id)),
  )
  route(
    app,
    services,
    declineShareEndpoint,
    declineShareSchemas,
    answer((trx, { actor, id, body }) => declineShare(trx, actor, id, body)),
  )
  route(
    app,
    services,
    withdrawShareEndpoint,
    withdrawShareSchemas,
    answer((trx, { actor, id }) => withdrawShare(trx, actor, id)),
  )
  route(
    app,
    services,
    revokeShareEndpoint,
    revokeShareSchemas,
    answer((trx, { actor, id, body }) => revokeShare(trx, actor, id, body)),
  )
  route(app, services, deleteShareEndpoint, deleteShareSchemas, async (trx, { actor, id }) => {
    await deleteShare(trx, actor, id)
    return { answer: null }
  })
}
