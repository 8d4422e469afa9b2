import {
  activateMerchantEndpoint,
  createMerchantEndpoint,
  deactivateMerchantEndpoint,
  updateMerchantEndpoint,
} from '@kontor/contract/organisations/merchant.endpoints'
import {
  activateMerchantSchemas,
  createMerchantSchemas,
  deactivateMerchantSchemas,
  merchantReply,
  updateMerchantSchemas,
} from '@kontor/contract/organisations/merchant.schemas'
import { merchantCategoriesEndpoint } from '@kontor/contract/organisations/merchant-category.endpoints'
import { merchantCategoriesSchemas } from '@kontor/contract/organisations/merchant-category.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { answerRow } from '../../platform/http/answer-row.ts'
import { route } from '../../platform/http/endpoint.ts'
import { entityRoutes } from '../../platform/http/entity-routes.ts'
import type { Services } from '../../platform/http/services.ts'
import { requireRow } from '../../platform/rows/list.ts'
import type { MerchantKeptDays } from '../configuration/merchant-configuration.ts'
import { merchantConfigurationRoutes } from '../configuration/merchant-configuration-routes.ts'
import { activateMerchant } from './activate-merchant.ts'
import { createMerchant, type Sandbox } from './create-merchant.ts'
import { deactivateMerchant } from './deactivate-merchant.ts'
import { merchantSource } from './merchant.rows.ts'
import { merchantCategories } from './merchant-categories.ts'
import { merchantSecurityRoutes } from './merchant-security-routes.ts'
import { updateMerchant } from './update-merchant.ts'

/** Invitations and sessions use the wall clock. */
interface MerchantServices extends Services {
  nudgeMail: () => void
  /** Undefined: none runs beside this server. */
  sandbox: Sandbox | undefined
  keptDays: MerchantKeptDays
  idle_ms: number
}

export function merchantRoutes(app: FastifyInstance, services: MerchantServices): void {
  entityRoutes(app, services, merchantSource, merchantReply)
  merchantSecurityRoutes(app, services)
  merchantConfigurationRoutes(app, services)
  const read = (trx: Trx, actor: Actor, id: string) => requireRow(merchantSource, trx, actor, id)
  const answer = answerRow(read)

  route(app, services, createMerchantEndpoint, createMerchantSchemas, async (trx, { actor, body, now }) => {
    const id = await createMerchant(trx, body, now, services)
    const begin = async () => {
      services.nudgeMail()
      await services.sandbox?.register([id])
    }
    return { answer: await read(trx, actor, id), begin }
  })
  route(
    app,
    services,
    updateMerchantEndpoint,
    updateMerchantSchemas,
    answer((trx, { id, body }) => updateMerchant(trx, id, body)),
  )
  route(
    app,
    services,
    activateMerchantEndpoint,
    activateMerchantSchemas,
    answer((trx, { id }) => activateMerchant(trx, id)),
  )
  route(
    app,
    services,
    deactivateMerchantEndpoint,
    deactivateMerchantSchemas,
    answer((trx, { id, now }) => deactivateMerchant(trx, id, now)),
  )
  route(app, services, merchantCategoriesEndpoint, merchantCategoriesSchemas, async () =>
    merchantCategories.map(([number, title, title_nl]) => ({ number, title, title_nl })),
  )
}
