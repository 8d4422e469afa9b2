import { problemSchema, Refusal } from '@kontor/contract/refusal'
import { createWebhookEndpoint, sendWebhookAgainEndpoint } from '@kontor/contract/webhooks/webhook.endpoints'
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
import { sendWebhookAgain } from './send-webhook-again.ts'
import { webhookSource } from './webhook.rows.ts'
import { webhookAttempts, webhookDeliveryOf } from './webhook-delivery.ts'

interface WebhookServices extends Services {
  readonly webhooks: WebhookWorker
}

export function webhookRoutes(app: FastifyInstance, services: WebhookServices): void {
  entityRoutes(app, services, webhookSource)

  const nudge = async () => services.webhooks.nudge()
  command(app, services, createWebhookEndpoint, async (trx, { actor, body, now }) => {
    const id = await createWebhook(trx, actor, body, now)
    return { answer: await rowOf(trx, actor, id), begin: nudge }
  })
  command(app, services, sendWebhookAgainEndpoint, async (trx, { actor, id }) => {
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
    const { merchant, told } = await inTransaction(services.databases, actor, async (trx) => {
      const row = await rowOf(trx, actor, idOf(request))
      const of = String(row['merchant'])
      return { merchant: of, told: await webhookDeliveryOf(trx, of, row.id) }
    })
    // In a merchant's view staff see as the merchant does: the answers are read in their own right.
    const withAnswers = actor.psp
    const attempts = await inTransaction(
      services.databases,
      withAnswers ? { ...actor, scope: { merchant: null } } : actor,
      (trx) => webhookAttempts(trx, merchant, idOf(request), { withAnswers }),
    )
    return { ...told, attempts }
  })
}

async function rowOf(trx: Trx, actor: Actor, id: string): Promise<AnyRow> {
  const row = await getRow(webhookSource, trx, actor, id)
  if (!row) throw new Refusal('not_found')
  return row
}
