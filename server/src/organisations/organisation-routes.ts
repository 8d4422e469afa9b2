import { updatePaymentProfileCommand } from '@kontor/contract/organisations/callback-addresses'
import {
  activateMerchantCommand,
  deactivateMerchantCommand,
  merchantReply,
  updateMerchantCommand,
} from '@kontor/contract/organisations/merchant.commands'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { command } from '../platform/http/command.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { getRow } from '../platform/rows/list.ts'
import { merchantSource } from './merchant.rows.ts'
import { merchantSecurityRoutes } from './merchant-security-routes.ts'
import { organisationSource } from './organisation.rows.ts'
import { paymentProfileSource } from './payment-profile.rows.ts'
import { setMerchantActive } from './set-merchant-active.ts'
import { updateMerchant } from './update-merchant.ts'
import { updatePaymentProfile } from './update-payment-profile.ts'

export function organisationRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, organisationSource)
  entityRoutes(app, services, paymentProfileSource)
  entityRoutes(app, services, merchantSource, merchantReply)
  merchantSecurityRoutes(app, services)

  command(app, services, updatePaymentProfileCommand, async (trx, { actor, id, body }) => {
    await updatePaymentProfile(trx, actor, id, body)
    const answer = await getRow(paymentProfileSource, trx, actor, id)
    if (!answer) throw new Refusal('not_found')
    return { answer }
  })
  command(app, services, updateMerchantCommand, async (trx, { actor, id, body }) => {
    await updateMerchant(trx, id, body)
    return { answer: await merchantRow(trx, actor, id) }
  })
  const switching =
    (active: boolean) =>
    async (trx: Trx, { actor, id, now }: { actor: Actor; id: string; now: Date }) => {
      await setMerchantActive(trx, id, active, now)
      return { answer: await merchantRow(trx, actor, id) }
    }
  command(app, services, activateMerchantCommand, switching(true))
  command(app, services, deactivateMerchantCommand, switching(false))
}

async function merchantRow(trx: Trx, actor: Actor, id: string) {
  const row = await getRow(merchantSource, trx, actor, id)
  if (!row) throw new Refusal('not_found')
  return row
}
