import {
  merchantNotificationEndpoint,
  processorNotificationEndpoint,
} from '@kontor/contract/processors/notification.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noteCall } from '../../platform/audit-trail/record-request.ts'
import { route } from '../../platform/http/endpoint.ts'
import type { RawNotification } from '../../processors/gateway.ts'
import { logContradiction } from '../contradictions/contradiction.ts'
import type { PaymentServices } from '../outbox/await-outcome.ts'
import type { Kept } from './kept-notification.ts'
import type { NotificationSettings } from './notification-worker.ts'
import { type NotificationAddress, receiveNotification } from './receive-notification.ts'

interface Arrived {
  request: FastifyRequest
  reply: FastifyReply
  now: Date
}

/**
 * Processors report to an address of their own, or to that of their merchant. The signature covers the body as it was sent,
 * so the body is not parsed here.
 */
export function notificationRoute(
  app: FastifyInstance,
  services: PaymentServices & { notifications: NotificationSettings; nudgeNotifications: () => void },
): void {
  const {
    databases,
    gateways,
    notifications: { pause_ms },
  } = services
  const receive = async (address: NotificationAddress, { request, reply, now }: Arrived) => {
    const onError = (err: unknown, { processor, id }: Kept) =>
      request.log.error({ err, processor, notification: id }, 'a notification is to be worked again')
    const receiving = { databases, gateways, pause_ms, cause: request.id, onError }
    const { contradictions, answer, mustAsk, merchant, order } = await receiveNotification(
      receiving,
      address,
      rawOf(request),
      now,
    )
    noteCall(request, { merchant, order })
    for (const contradiction of contradictions) logContradiction(request.log, contradiction)
    void reply.code(answer.code).send(answer.body)
    if (mustAsk) services.nudgeNotifications()
  }
  route(app, services, processorNotificationEndpoint, {}, async ({ params, ...arrived }) =>
    receive({ processor: params.processor, token: params.token }, arrived),
  )
  route(app, services, merchantNotificationEndpoint, {}, async ({ params, ...arrived }) =>
    receive({ merchant: params.merchant }, arrived),
  )
}

function rawOf({ body, headers }: FastifyRequest): RawNotification {
  if (typeof body !== 'string') throw new Refusal('not_found')
  // A repeated header has several values and is left out, because no signature uses it.
  const given = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { headers: Object.fromEntries(given), body }
}
