import type { FastifyInstance } from 'fastify'
import { type Account, accountOf } from '../accounts.ts'
import type { Services } from '../services.ts'
import { behaviourOf } from './behaviour/behaviour.ts'
import { beSlow, type Exchange, failAfterWork, failBeforeWork } from './behaviour/faults.ts'
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
    const asked = { account: account.name, kind: 'payment' as const, ...paymentBody.parse(request.body) }
    return answer({ services, request, reply }, account, asked)
  })

  app.post<OfPayment>('/v1/payments/:id/capture', async (request, reply) => {
    const account = await accountOf(db, request)
    const of = { account: account.name, payment_id: request.params.id }
    return answer({ services, request, reply }, account, {
      ...of,
      kind: 'capture',
      ...followUpBody.parse(request.body),
    })
  })

  app.post<OfPayment>('/v1/payments/:id/void', async (request, reply) => {
    const account = await accountOf(db, request)
    const of = { account: account.name, payment_id: request.params.id }
    return answer({ services, request, reply }, account, { ...of, kind: 'void', ...followUpBody.parse(request.body) })
  })

  app.post<OfPayment>('/v1/payments/:id/refunds', async (request, reply) => {
    const account = await accountOf(db, request)
    const of = { account: account.name, payment_id: request.params.id }
    return answer({ services, request, reply }, account, { ...of, kind: 'refund', ...refundBody.parse(request.body) })
  })

  app.get<{ Params: { reference: string } }>('/v1/operations/:reference', async (request) => {
    const { name, is_told_later } = await accountOf(db, request)
    if (is_told_later) throw new Refused(422, 'no_look_up', 'This account is told by notifications alone')
    const operation = await findOperation(db, name, request.params.reference)
    if (!operation) throw new Refused(404, 'unknown_reference', 'The sandbox never saw this reference')
    return viewOf(db, services.publicUrl(), operation)
  })
}

/**
 * Answers a request. Its rule may break the exchange before or after the work; a repeated request gets a plain answer.
 */
export async function answer(exchange: Exchange, account: Account, asked: OperationRequest) {
  const { services, reply } = exchange
  const { fault } = behaviourOf(asked, account.is_told_later)
  if (await failBeforeWork(exchange, fault, asked)) return reply
  const work = async () => {
    const done = await perform(services, account, asked)
    if (!done.isRepeated) await beSlow(services, fault)
    return done
  }
  const refusesMeanwhile = account.is_told_later || fault === 'slow_and_in_use'
  const done = await (refusesMeanwhile ? alone(services, asked, work) : work())
  if (!done.isRepeated && (await failAfterWork(exchange, fault, done.answer))) return reply
  if (done.isRepeated) reply.header('idempotent-replayed', 'true')
  return reply.code(done.answer_code).type('application/json').send(done.answer)
}

/** Refuses the same reference while its first request is under way. Elsewhere it waits for the first one's answer. */
async function alone<T>({ underWay }: Services, { account, reference }: OperationRequest, work: () => Promise<T>) {
  const key = `${account} ${reference}`
  if (underWay.has(key))
    throw new Refused(409, 'reference_in_use', 'The first request with this reference is under way')
  underWay.add(key)
  try {
    return await work()
  } finally {
    underWay.delete(key)
  }
}
