import { processorNotificationEndpoint } from '@kontor/contract/processors/notification.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/endpoint.ts'
import type { PaymentServices } from '../outbox/await-outcome.ts'
import { logContradiction } from './contradiction.ts'
import { receiveNotification } from './receive-notification.ts'

/**
 * Processors report to one address per merchant. The signature covers the body as it was sent, so the body is not parsed
 * here.
 */
export function notificationRoute(app: FastifyInstance, services: PaymentServices): void {
  route(app, services, processorNotificationEndpoint, {}, async ({ params, request, now }) => {
    if (typeof request.body !== 'string') throw new Refusal('not_found')
    // A repeated header has several values and is left out, because no signature uses it.
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
    const received = { merchant: params.merchant, headers, body: request.body }
    const contradiction = await receiveNotification(services.databases, services.gateways, received, now)
    if (contradiction) logContradiction(request.log, contradiction)
  })
}
