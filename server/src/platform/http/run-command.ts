import type { Endpoint } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Trx } from '../db/database.ts'
import { again } from '../db/in-command.ts'
import {
  type Answer,
  claimKey,
  earlierAnswer,
  freeKey,
  keepAnswer,
  type SentKey,
  settleAnswer,
  wasKeptMeanwhile,
} from './idempotency.ts'

/** The result of a command. */
export interface Done<A> {
  /** The answer to the caller, and to every repetition of the request. */
  answer: A
  /** Runs after the commit: effects in the outside world. */
  begin?: () => Promise<void>
  /** Waits a moment for what `begin` started, and reads the better answer in a transaction of its own. */
  outcome?: { wait: (begun: Promise<void>) => Promise<void>; read: (trx: Trx) => Promise<A> }
  /**
   * What the caller gets in place of the answer, after the commit: what was asked for is refused, and that changed something.
   * Nothing is kept for a repetition, which meets what is left.
   */
  refused?: Refusal | undefined
}

interface Asking {
  request: FastifyRequest
  reply: FastifyReply
  /** Undefined: the caller sent no key, or the endpoint keeps no answer. */
  sent: SentKey | undefined
}

type Within = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>

/** Runs a command once per idempotency key, commits, begins its outside effects, and answers. */
export async function runCommand(
  endpoint: Endpoint,
  call: Asking,
  within: Within,
  run: (trx: Trx) => Promise<Done<unknown>>,
): Promise<FastifyReply> {
  const { request, reply, sent } = call
  const { answer, begin, outcome, refused, replayed } = await again(
    () => once(endpoint, call, within, run),
    // The next run finds the answer to the other request with this key.
    wasKeptMeanwhile,
  )
  if (refused) throw refused
  if (replayed) return sendAgain(reply, answer)
  const begun = begin?.() ?? Promise.resolve()
  begun.catch((error) => request.log.error(error))
  if (!outcome || wantsNoWait(request)) return send(reply, answer)
  await outcome.wait(begun)
  const settled = await within(async (trx) => {
    const better = answerOf(endpoint, await outcome.read(trx))
    if (sent) await settleAnswer(trx, sent, better)
    return better
  })
  return send(reply, settled)
}

/** Runs the command unless its key was used before: then it gives the first answer again. */
async function once(
  endpoint: Endpoint,
  { sent, request }: Asking,
  within: Within,
  run: (trx: Trx) => Promise<Done<unknown>>,
) {
  const kept = async (trx: Trx) => {
    const answer = sent && (await earlierAnswer(trx, sent))
    return answer && { answer, begin: undefined, outcome: undefined, refused: undefined, replayed: true }
  }
  try {
    return await within(async (trx) => {
      const earlier = await kept(trx)
      if (earlier) return earlier
      const done = await run(trx)
      const answer = answerOf(endpoint, done.answer)
      const awaited = done.outcome !== undefined && !wantsNoWait(request)
      if (sent && !done.refused) await keepAnswer(trx, sent, answer, awaited)
      const { begin, outcome, refused } = done
      return { answer, begin, outcome, refused, replayed: false }
    })
  } catch (error) {
    // The refusal may come from the effect of another request with this key, which was committed after the look at keys.
    const earlier = error instanceof Refusal && sent ? await within(kept) : undefined
    if (earlier) return earlier
    throw error
  }
}

/**
 * Runs what has transactions of its own once per idempotency key: it takes the key, works, and keeps the answer. A process
 * that dies at work leaves the key in use for a while; then a repetition is carried out.
 */
export async function runByItself(
  endpoint: Endpoint,
  reply: FastifyReply,
  sent: SentKey,
  within: Within,
  run: () => Promise<unknown>,
): Promise<FastifyReply> {
  const found = await within(async (trx): Promise<{ earlier: Answer } | { claim: string }> => {
    const earlier = await earlierAnswer(trx, sent)
    return earlier ? { earlier } : { claim: await claimKey(trx, sent) }
  })
  if ('earlier' in found) return sendAgain(reply, found.earlier)
  const answer = await run().then(
    (result) => answerOf(endpoint, result),
    async (error) => {
      await within((trx) => freeKey(trx, sent, found.claim))
      throw error
    },
  )
  await within((trx) => settleAnswer(trx, sent, answer, found.claim))
  return send(reply, answer)
}

/** RFC 7240: the caller takes the first answer and asks for the outcome later. */
const wantsNoWait = (request: FastifyRequest) => /\brespond-async\b/.test(String(request.headers.prefer ?? ''))

const answerOf = ({ status }: Endpoint, result: unknown): Answer => ({
  status,
  body: status === 204 ? '' : JSON.stringify(result),
})

const sendAgain = (reply: FastifyReply, answer: Answer) => send(reply.header('idempotency-replayed', 'true'), answer)

function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  reply.code(status)
  return body === ''
    ? reply.send()
    : reply
        .type('application/json; charset=utf-8')
        .serializer((text: string) => text)
        .send(body)
}
