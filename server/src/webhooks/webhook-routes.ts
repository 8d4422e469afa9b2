import { problemSchema, Refusal } from '@kontor/contract/refusal'
import {
  createWebhookCommand,
  sendWebhookAgainCommand,
  webhookDelivery,
} from '@kontor/contract/webhooks/webhook.commands'
import { webhook } from '@kontor/contract/webhooks/webhook.entity'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../platform/db/actor.ts'
import { inTransaction, type Trx } from '../platform/db/database.ts'
import { command } from '../platform/http/command.ts'
import { entityRoutes, idOf, requireRole } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { type AnyRow, getRow } from '../platform/rows/list.ts'
import type { WebhookWorker } from '../platform/webhooks/deliver.ts'
import { createWebhook } from './create-webhook.ts'
import { makeBodies } from './make-bodies.ts'
import { sendWebhookAgain } from './send-webhook-again.ts'
import { webhookSource } from './webhook.rows.ts'
import { webhookAttempts, webhookDeliveryOf } from './webhook-delivery.ts'

interface WebhookServices extends Services {
  readonly webhooks: WebhookWorker
}

export function webhookRoutes(app: FastifyInstance, services: WebhookServices): void {
  entityRoutes(app, services, webhookSource)

  const nudge = async () => services.webhooks.nudge()
  command(app, services, createWebhookCommand, async (trx, { actor, body, now }) => {
    const id = await createWebhook(trx, actor, body, now)
    return { answer: await rowOf(trx, actor, id), begin: nudge }
  })
  command(app, services, sendWebhookAgainCommand, async (trx, { actor, id }) => {
    await sendWebhookAgain(trx, actor, id)
    return { answer: await rowOf(trx, actor, id), begin: nudge }
  })

  const schema = {
    tags: ['webhook'],
    summary: 'What a webhook told, and how each attempt to deliver it went',
    response: { 200: webhookDelivery, '4xx': problemSchema },
  }
  app.get('/v1/webhook/:id/delivery', { schema }, async (request) => {
    const actor = await services.authenticate(request)
    requireRole(actor, webhook.roles.list)
    const id = idOf(request)
    const merchant = await inTransaction(services.databases, actor, async (trx) =>
      String((await rowOf(trx, actor, id))['merchant']),
    )
    // What is shown is what will be sent, also when it is so new that it has no body yet.
    await makeBodies(services.databases.provider, { merchant, id })
    const told = await inTransaction(services.databases, actor, (trx) => webhookDeliveryOf(trx, merchant, id))
    // In a merchant's view staff see as the merchant does: the answers are read in their own right.
    const withAnswers = actor.psp
    const attempts = await inTransaction(
      services.databases,
      withAnswers ? { ...actor, scope: { merchant: null } } : actor,
      (trx) => webhookAttempts(trx, merchant, id, { withAnswers }),
    )
    return { ...told, attempts }
  })
}

async function rowOf(trx: Trx, actor: Actor, id: string): Promise<AnyRow> {
  const row = await getRow(webhookSource, trx, actor, id)
  if (!row) throw new Refusal('not_found')
  return row
}
