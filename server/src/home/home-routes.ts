import { attentionEndpoint, firstStepsEndpoint } from '@kontor/contract/home/home.endpoints'
import { attentionSchemas, firstStepsSchemas } from '@kontor/contract/home/home.schemas'
import { unpricedPayment } from '@kontor/contract/reports/booked/unpriced-payment.entity'
import type { FastifyInstance } from 'fastify'
import { route } from '../platform/http/endpoint.ts'
import type { Services } from '../platform/http/services.ts'
import { unpricedPaymentSource } from '../reports/booked/unpriced-payment.rows.ts'
import { attention } from './attention.ts'
import { firstStepsOf } from './first-steps.ts'

/** Registers what the first screen asks for. */
export function homeRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, attentionEndpoint, attentionSchemas, (trx, { actor, now }) =>
    attention(trx, actor, { ...services.sources, [unpricedPayment.name]: unpricedPaymentSource }, now),
  )
  // Only the provider's database role reads users and keys.
  route(app, services, firstStepsEndpoint, firstStepsSchemas, (trx, { actor }) => firstStepsOf(trx, actor), {
    as: () => 'provider',
  })
}
