import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../services.ts'
import type { OperationRequest } from '../requests.ts'
import type { Fault } from './rules.ts'

export interface Exchange {
  services: Services
  request: FastifyRequest
  reply: FastifyReply
}

/** Applies a fault that comes before the work. True: it happened, and the reply is taken care of. */
export async function failBeforeWork(exchange: Exchange, fault: Fault | undefined, asked: OperationRequest) {
  switch (fault) {
    case 'error_always':
      answerError(exchange.reply)
      return true
    case 'error_before_work_once':
      if (!(await isFirstFault(exchange.services, asked))) return false
      answerError(exchange.reply)
      return true
    case 'no_reply_before_work_once':
      if (!(await isFirstFault(exchange.services, asked))) return false
      await holdBack(exchange)
      return true
    case 'unavailable_once':
    case 'too_many_once':
      if (!(await isFirstFault(exchange.services, asked))) return false
      answerNotBegun(exchange.reply, fault)
      return true
    case 'unavailable_always':
    case 'too_many_always':
      answerNotBegun(exchange.reply, fault)
      return true
    default:
      return false
  }
}

/** Applies a fault that comes after the work. True: it happened, and the reply is taken care of. */
export async function failAfterWork(exchange: Exchange, fault: Fault | undefined, answer: string) {
  const { request, reply } = exchange
  switch (fault) {
    case 'no_reply_after_work':
      await holdBack(exchange)
      return true
    case 'error_after_work':
      answerError(reply)
      return true
    case 'reset_after_work':
      reply.hijack()
      request.raw.socket.resetAndDestroy()
      return true
    case 'malformed_after_work':
      reply.type('application/json').send(answer.slice(0, answer.length / 2))
      return true
    default:
      return false
  }
}

/** Keeps the reply of a slow request for a while after the work. */
export async function beSlow({ settings, stopping }: Services, fault: Fault | undefined) {
  if (fault !== 'slow' && fault !== 'slow_and_in_use') return
  await sleep(settings.slow_reply_ms, undefined, { signal: stopping }).catch(() => undefined)
}

/** The only answer by which a caller knows that nothing was done, and nothing is kept under the reference. */
const answerNotBegun = (reply: FastifyReply, fault: Fault) =>
  reply
    .code(fault.startsWith('unavailable') ? 503 : 429)
    .header('retry-after', '1')
    .send({ code: 'not_begun', message: 'Nothing was done. Send it again later' })

const answerError = (reply: FastifyReply) =>
  reply.code(500).send({ code: 'internal_error', message: 'Something broke' })

/** Holds the reply until the caller gives up, the longest wait is over, or the sandbox stops. */
async function holdBack({ services, request, reply }: Exchange) {
  reply.hijack()
  const { socket } = request.raw
  const gone = new AbortController()
  socket.once('close', () => gone.abort())
  const signal = AbortSignal.any([gone.signal, services.stopping])
  await sleep(services.settings.hold_ms, undefined, { signal }).catch(() => undefined)
  socket.destroy()
}

async function isFirstFault({ db }: Services, { account, reference }: OperationRequest) {
  const first = await db.query('insert into first_fault values ($1, $2) on conflict do nothing', [account, reference])
  return first.rowCount === 1
}
