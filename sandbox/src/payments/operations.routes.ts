import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountOf } from '../accounts.ts'
import type { Services } from '../services.ts'
import { behaviourOf } from './behaviour.ts'
import { failAfterWork, failBeforeWork } from './faults.ts'
import { findOperation, viewOf } from './operation.ts'
import { perform } from './perform.ts'
import { Refused } from './refused.ts'
import { followUpBody, type OperationRequest, paymentBody, refundBody } from './requests.ts'

interface OfPayment {
  Params: { id: string }
}

export function operationRoutes(app: FastifyInstance, services: Services) {
  const { db } = services

  app.post('/v1/payments', async (request, reply) => {
    const account = await accountOf(db, request)
    return answer(services, request, reply, { account, kind: 'payment', ...paymentBody.parse(request.body) })
  })

  app.post<OfPayment>('/v1/payments/:id/capture', async (request, reply) => {
    const of = { account: await accountOf(db, request), payment_id: request.params.id }
    return answer(services, request, reply, { ...of, kind: 'capture', ...followUpBody.parse(request.body) })
  })

  app.post<OfPayment>('/v1/payments/:id/void', async (request, reply) => {
    const of = { account: await accountOf(db, request), payment_id: request.params.id }
    return answer(services, request, reply, { ...of, kind: 'void', ...followUpBody.parse(request.body) })
  })

  app.post<OfPayment>('/v1/payments/:id/refunds', async (request, reply) => {
    const of = { account: await accountOf(db, request), payment_id: request.params.id }
    return answer(services, request, reply, { ...of, kind: 'refund', ...refundBody.parse(request.body) })
  })

  app.get<{ Params: { reference: string } }>('/v1/operations/:reference', async (request) => {
    const operation = await findOperation(db, await accountOf(db, request), request.params.reference)
    if (!operation) throw new Refused(404, 'unknown_reference', 'The sandbox never saw this reference')
    return viewOf(db, services.publicUrl(), operation)
  })
}

/**
 * Answers a request. Its rule may break the exchange before or after the work; a repeated request gets a plain answer.
 */
export async function answer(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: OperationRequest,
) {
  const { fault } = behaviourOf(asked)
  const exchange = { services, request, reply }
  if (await failBeforeWork(exchange, fault, asked)) return reply
  const done = await perform(services, asked)
  if (!done.isRepeated && (await failAfterWork(exchange, fault, done.answer))) return reply
  return reply.code(done.answer_code).type('application/json').send(done.answer)
}
