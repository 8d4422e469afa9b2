import { processorNotificationEndpoint } from '@kontor/contract/processors/notification.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/endpoint.ts'
import type { PaymentServices } from '../await-outcome.ts'
import { receiveNotification } from './receive-notification.ts'

/** Processors report to one address per merchant. The signature is over the bytes: they are kept as they came. */
export function notificationRoute(app: FastifyInstance, services: PaymentServices): void {
  route(app, services, processorNotificationEndpoint, {}, async ({ params, request, now }) => {
    if (typeof request.body !== 'string') throw new Refusal('not_found')
    // A header that came twice is no part of a signature.
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
    const received = { merchant: params.merchant, headers, body: request.body }
    const contradiction = await receiveNotification(services.databases, services.gateways, received, now)
    if (contradiction) request.log.error(contradiction, 'a processor contradicts its refusal of a payment')
  })
}
