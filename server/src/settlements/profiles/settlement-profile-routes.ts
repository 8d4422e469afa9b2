import type { ReplyOf } from '@kontor/contract/endpoint'
import {
  createSettlementProfileEndpoint,
  deleteSettlementProfileEndpoint,
  holdSettlementProfileEndpoint,
  releaseSettlementProfileEndpoint,
  settlementProfilePreviewEndpoint,
  updateSettlementProfileEndpoint,
} from '@kontor/contract/settlements/profiles/settlement-profile.endpoints'
import {
  createSettlementProfileSchemas,
  deleteSettlementProfileSchemas,
  holdSettlementProfileSchemas,
  releaseSettlementProfileSchemas,
  settlementProfilePreviewSchemas,
  updateSettlementProfileSchemas,
} from '@kontor/contract/settlements/profiles/settlement-profile.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { answerRow } from '../../platform/http/answer-row.ts'
import { route } from '../../platform/http/endpoint.ts'
import { entityRoutes } from '../../platform/http/entity-routes.ts'
import type { Services } from '../../platform/http/services.ts'
import { requireRow } from '../../platform/rows/list.ts'
import { onWire } from '../../platform/sums.ts'
import { createSettlementProfile } from './create-settlement-profile.ts'
import { deleteSettlementProfile } from './delete-settlement-profile.ts'
import { holdSettlementProfile } from './hold-settlement-profile.ts'
import { releaseSettlementProfile } from './release-settlement-profile.ts'
import { settlementProfileSource } from './settlement-profile.rows.ts'
import { settlementProfilePreview } from './settlement-profile-preview.ts'
import { updateSettlementProfile } from './update-settlement-profile.ts'

export function settlementProfileRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, settlementProfileSource)
  const read = (trx: Trx, actor: Actor, id: string) => requireRow(settlementProfileSource, trx, actor, id)
  const answer = answerRow(read)
  route(
    app,
    services,
    createSettlementProfileEndpoint,
    createSettlementProfileSchemas,
    async (trx, { actor, body, now }) => ({
      answer: await read(trx, actor, await createSettlementProfile(trx, actor, body, now)),
    }),
  )
  route(
    app,
    services,
    updateSettlementProfileEndpoint,
    updateSettlementProfileSchemas,
    answer((trx, { actor, id, body }) => updateSettlementProfile(trx, actor, id, body)),
  )
  route(
    app,
    services,
    holdSettlementProfileEndpoint,
    holdSettlementProfileSchemas,
    answer((trx, { actor, id, body }) => holdSettlementProfile(trx, actor, id, body)),
  )
  route(
    app,
    services,
    releaseSettlementProfileEndpoint,
    releaseSettlementProfileSchemas,
    answer((trx, { actor, id }) => releaseSettlementProfile(trx, actor, id)),
  )
  route(app, services, deleteSettlementProfileEndpoint, deleteSettlementProfileSchemas, async (trx, { actor, id }) => {
    await deleteSettlementProfile(trx, actor, id)
    return { answer: null }
  })
  route(app, services, settlementProfilePreviewEndpoint, settlementProfilePreviewSchemas, async (trx, { actor, id }) =>
    onWire<ReplyOf<typeof settlementProfilePreviewEndpoint>>(await settlementProfilePreview(trx, actor, id)),
  )
}
