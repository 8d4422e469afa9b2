import type { Endpoint } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../db/actor.ts'
import type { Trx } from '../db/database.ts'
import { again } from '../db/in-command.ts'
import { type Answer, earlierAnswer, keepAnswer, requestHash, settleAnswer, wasKeptMeanwhile } from './idempotency.ts'

/** The result of a command. */
export interface Done<A> {
  /** The answer to the caller, and to every repetition of the request. */
  answer: A
  /** Runs after the commit: effects in the outside world. */
  begin?: () => Promise<void>
  /** Waits a moment for what `begin` started, and reads the better answer in a transaction of its own. */
  outcome?: { wait: (begun: Promise<void>) => Promise<void>; read: (trx: Trx) => Promise<A> }
}

interface Asking {
  request: FastifyRequest
  reply: FastifyReply
  actor: Actor
}

type Within = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>

/** Runs a command once per idempotency key, commits, begins its outside effects, and answers. */
export async function runCommand(
  endpoint: Endpoint,
  call: Asking,
  within: Within,
  run: (trx: Trx) => Promise<Done<unknown>>,
): Promise<FastifyReply> {
  const { request, reply, actor } = call
  const key = endpoint.isSecret ? undefined : idempotencyKey(request)
  const { answer, begin, outcome, replayed } = await again(
    () => once(endpoint, call, key, within, run),
    // The next run finds the answer to the other request with this key.
    wasKeptMeanwhile,
  )
  if (replayed) reply.header('idempotency-replayed', 'true')
  const begun = begin?.() ?? Promise.resolve()
  begun.catch((error) => request.log.error(error))
  if (!outcome || wantsNoWait(request)) return send(reply, answer)
  await outcome.wait(begun)
  const settled = await within(async (trx) => {
    const better = answerOf(endpoint, await outcome.read(trx))
    if (key !== undefined) await settleAnswer(trx, actor, key, better)
    return better
  })
  return send(reply, settled)
}

/** Runs the command unless its key was used before: then it gives the first answer again. */
async function once(
  endpoint: Endpoint,
  { actor, request }: Asking,
  key: string | undefined,
  within: Within,
  run: (trx: Trx) => Promise<Done<unknown>>,
) {
  const hash = requestHash(request.method, request.url, request.body ?? {})
  const kept = async (trx: Trx) => {
    const answer = key === undefined ? undefined : await earlierAnswer(trx, actor, key, hash)
    return answer && { answer, begin: undefined, outcome: undefined, replayed: true }
  }
  try {
    return await within(async (trx) => {
      const earlier = await kept(trx)
      if (earlier) return earlier
      const done = await run(trx)
      const answer = answerOf(endpoint, done.answer)
      const awaited = done.outcome !== undefined && !wantsNoWait(request)
      if (key !== undefined) await keepAnswer(trx, actor, key, hash, answer, awaited)
      return { answer, begin: done.begin, outcome: done.outcome, replayed: false }
    })
  } catch (error) {
    // The refusal may come from the effect of another request with this key, which was committed after the look at keys.
    const earlier = error instanceof Refusal && key !== undefined ? await within(kept) : undefined
    if (earlier) return earlier
    throw error
  }
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Refusal('invalid_request', { 'headers.idempotency-key': 'invalid_value' })
  }
  return key
}

/** RFC 7240: the caller takes the first answer and asks for the outcome later. */
const wantsNoWait = (request: FastifyRequest) => /\brespond-async\b/.test(String(request.headers.prefer ?? ''))

const answerOf = ({ status }: Endpoint, result: unknown): Answer => ({
  status,
  body: status === 204 ? '' : JSON.stringify(result),
})

function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  reply.code(status)
  return body === ''
    ? reply.send()
    : reply
        .type('application/json; charset=utf-8')
        .serializer((text: string) => text)
        .send(body)
}
