import * as endpoints from '@kontor/contract/payouts/updates/settlement-update.endpoints'
import { possibleUpdates } from '@kontor/contract/payouts/updates/settlement-update.rules'
import * as schemas from '@kontor/contract/payouts/updates/settlement-update.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { answerRow } from '../../platform/http/answer-row.ts'
import { route } from '../../platform/http/endpoint.ts'
import { entityRoutes } from '../../platform/http/entity-routes.ts'
import type { Services } from '../../platform/http/services.ts'
import { requireRow } from '../../platform/rows/list.ts'
import { approveSettlementUpdate } from './approve-settlement-update.ts'
import { cancelSettlementUpdate } from './cancel-settlement-update.ts'
import { createSettlementUpdate } from './create-settlement-update.ts'
import { accountsFor } from './paying-accounts.ts'
import { settlementUpdateSource } from './settlement-update.rows.ts'
import { settlementUpdateEffects } from './settlement-update-effects.ts'
import { inRules, updatableSettlement } from './updatable-settlement.ts'

export function settlementUpdateRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, settlementUpdateSource)
  const read = (trx: Trx, actor: Actor, id: string) => requireRow(settlementUpdateSource, trx, actor, id)
  route(
    app,
    services,
    endpoints.settlementUpdateItemEndpoint,
    schemas.settlementUpdateItemSchemas,
    (trx, { actor, query }) => readItem(trx, actor, query.settlement),
  )
  route(
    app,
    services,
    endpoints.settlementUpdateEffectsEndpoint,
    schemas.settlementUpdateEffectsSchemas,
    (trx, { actor, id, query }) => settlementUpdateEffects(trx, actor, id, query),
  )
  route(
    app,
    services,
    endpoints.createSettlementUpdateEndpoint,
    schemas.createSettlementUpdateSchemas,
    async (trx, { actor, body, now }) => ({
      answer: await read(trx, actor, await createSettlementUpdate(trx, actor, body, now)),
    }),
  )
  route(
    app,
    services,
    endpoints.approveSettlementUpdateEndpoint,
    schemas.approveSettlementUpdateSchemas,
    async (trx, { actor, id }) => {
      const refused = await approveSettlementUpdate(trx, actor, id)
      return { answer: await read(trx, actor, id), refused }
    },
  )
  route(
    app,
    services,
    endpoints.cancelSettlementUpdateEndpoint,
    schemas.cancelSettlementUpdateSchemas,
    answerRow(read)((trx, { actor, id, body }) => cancelSettlementUpdate(trx, actor, id, body)),
  )
}

async function readItem(trx: Trx, actor: Actor, name: string): Promise<schemas.SettlementUpdateItem> {
  const found = await updatableSettlement(trx, actor, name.trim())
  const { id, number, merchant_id, merchant_name, status, payout_status, payout_currency_code, payment_order_id } =
    found
  const open = await trx
    .selectFrom('settlement_update')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('settlement_id', '=', id)
    .where('status', '=', 'OPEN')
    .executeTakeFirst()
  return {
    ...{ id, number, merchant: merchant_id, merchant_name, status, payout_status, currency_code: payout_currency_code },
    ...{ amount: Number(found.amount), debt: Number(found.debt), payment_order: payment_order_id },
    next: possibleUpdates(inRules(found)),
    ...{ open_update: open?.id ?? null, accounts: await accountsFor(trx, found) },
  }
}
