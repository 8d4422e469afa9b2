import {
  createWebhookEndpoint,
  sendWebhookAgainEndpoint,
  webhookDeliveryEndpoint,
} from '@kontor/contract/webhooks/webhook.endpoints'
import {
  createWebhookSchemas,
  sendWebhookAgainSchemas,
  webhookDeliverySchemas,
} from '@kontor/contract/webhooks/webhook.schemas'
import { tryWebhookAddressEndpoint } from '@kontor/contract/webhooks/webhook-trial.endpoints'
import { tryWebhookAddressSchemas } from '@kontor/contract/webhooks/webhook-trial.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { requireRow } from '../platform/rows/list.ts'
import type { WebhookWorker } from '../platform/webhooks/deliver.ts'
import { createWebhook } from './create-webhook.ts'
import { sendWebhookAgain } from './send-webhook-again.ts'
import { trialsUnderWay } from './trials-under-way.ts'
import { type TrialSettings, tryWebhookAddress } from './try-webhook-address.ts'
import { webhookSource } from './webhook.rows.ts'
import { webhookAttempts, webhookDeliveryOf } from './webhook-delivery.ts'

interface WebhookServices extends Services {
  readonly webhooks: WebhookWorker
  readonly webhookTrials: TrialSettings
}

export function webhookRoutes(app: FastifyInstance, services: WebhookServices): void {
  entityRoutes(app, services, webhookSource)

  const nudge = async () => services.webhooks.nudge()
  route(app, services, createWebhookEndpoint, createWebhookSchemas, async (trx, { actor, body, now }) => {
    const id = await createWebhook(trx, actor, body, now)
    return { answer: await rowOf(trx, actor, id), begin: nudge }
  })
  route(app, services, sendWebhookAgainEndpoint, sendWebhookAgainSchemas, async (trx, { actor, id }) => {
    await sendWebhookAgain(trx, actor, id)
    return { answer: await rowOf(trx, actor, id), begin: nudge }
  })

  const trials = trialsUnderWay()
  route(app, services, tryWebhookAddressEndpoint, tryWebhookAddressSchemas, ({ actor, id, body, now }) =>
    tryWebhookAddress(actor, id, body, now, { databases: services.databases, trials, ...services.webhookTrials }),
  )

  route(
    app,
    services,
    webhookDeliveryEndpoint,
    webhookDeliverySchemas,
    async (trx, { actor, id }) => {
      const row = await rowOf(trx, actor, id)
      const merchant = String(row['merchant'])
      const told = await webhookDeliveryOf(trx, actor, merchant, row.id)
      return { ...told, attempts: await webhookAttempts(trx, merchant, row.id, { withAnswers: actor.psp }) }
    },
    // The answers of receivers are for the provider's staff; the merchant's database role may not read them.
    { as: (actor) => (actor.psp ? 'provider' : undefined) },
  )
}

const rowOf = (trx: Trx, actor: Actor, id: string) => requireRow(webhookSource, trx, actor, id)
