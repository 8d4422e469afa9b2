import type { Command } from '@kontor/contract/command'
import { detailsOf } from '@kontor/contract/list-query'
import { problemSchema, Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Actor, atHome } from '../db/actor.ts'
import { inTransaction, refersToNothing, type Trx } from '../db/database.ts'
import { requireRole } from './entity-routes.ts'
import { type Answer, earlierAnswer, keepAnswer, requestHash, settleAnswer } from './idempotency.ts'
import type { Services } from './services.ts'

export interface Call<C extends Command> {
  actor: Actor
  body: z.output<C['body']>
  /** The `:id` of the path, or empty. */
  id: string
  now: Date
  request: FastifyRequest
}

/** What a command did. */
export interface Done<A> {
  /** What the caller is told, and what a repeated request is told again. */
  answer: A
  /** After the commit: what has to happen in the outside world. */
  begin?: () => Promise<void>
  /** Waits a moment for what was begun, and gives the better answer. */
  outcome?: (begun: Promise<void>) => Promise<A>
}

/** The doing: one function that gets the transaction, never the pool. */
export type Run<C extends Command, A> = (trx: Trx, call: Call<C>) => Promise<Done<A>>

/** Registers a command: role, body, idempotency, one transaction. */
export function command<C extends Command, A>(
  app: FastifyInstance,
  services: Services,
  definition: C,
  run: Run<C, A>,
): void {
  app.route({
    method: definition.path.endsWith('/:id') && definition.method === 'POST' ? ['POST', 'PUT'] : definition.method,
    url: definition.path,
    schema: {
      tags: [definition.changes[0] ?? 'command'],
      summary: definition.summary,
      description: `Refusals: ${['invalid_request', 'forbidden', 'not_found', ...definition.refusals].join(', ')}.`,
      body: definition.body,
      response: {
        ...(definition.status === 204 ? {} : { [definition.status]: definition.reply }),
        '4xx': problemSchema,
      },
    },
    handler: async (request, reply) => {
      const call = await understood(services, request, definition)
      const key = idempotencyKey(request)
      const { answer, begin, outcome, replayed } = await again(() => once(services, definition, call, key, run))
      if (replayed) reply.header('idempotency-replayed', 'true')
      const begun = begin?.() ?? Promise.resolve()
      begun.catch((error) => request.log.error(error))
      if (!outcome || wantsNoWait(request)) return send(reply, answer)
      const settled = answerOf(definition, await outcome(begun))
      if (key !== undefined) await settleAnswer(services.databases, call.actor, key, settled)
      return send(reply, settled)
    },
  })
}

/** What a command found may be deleted before it refers to it: done anew, it finds that there is no such thing. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!refersToNothing(error)) throw error
    return work()
  }
}

/** Runs the command unless its key was used before: then the first answer is given again. */
function once<C extends Command, A>(
  services: Services,
  definition: C,
  call: Call<C>,
  key: string | undefined,
  run: Run<C, A>,
) {
  const hash = requestHash(call.request.method, call.request.url, call.request.body ?? {})
  const doing = { command: definition.name, from: call.request.ip }
  const work = async (trx: Trx) => {
    const earlier = key === undefined ? undefined : await earlierAnswer(trx, call.actor, key, hash)
    if (earlier) return { answer: earlier, begin: undefined, outcome: undefined, replayed: true }
    const done = await run(trx, call)
    const answer = answerOf(definition, done.answer)
    const awaited = done.outcome !== undefined && !wantsNoWait(call.request)
    if (key !== undefined) await keepAnswer(trx, call.actor, key, hash, answer, awaited)
    return { answer, begin: done.begin, outcome: done.outcome, replayed: false }
  }
  return inTransaction(services.databases, call.actor, work, { doing })
}

async function understood<C extends Command>(
  services: Services,
  request: FastifyRequest,
  definition: C,
): Promise<Call<C>> {
  const asked = await services.authenticate(request)
  requireRole(asked, definition.roles)
  // The provider's own commands are not a merchant's, whatever the request narrows itself to.
  const isProviders = definition.path.startsWith('/v1/psp/')
  const own: Actor = definition.isOwn ? atHome(asked) : asked
  const actor: Actor = isProviders ? { ...asked, scope: { merchant: null } } : own
  const body = definition.body.safeParse(request.body ?? {})
  if (!body.success) throw new Refusal('invalid_request', detailsOf(body.error, 'body'))
  const { id = '' } = request.params as { id?: string }
  if (definition.path.includes(':id') && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
    throw new Refusal('not_found')
  return { actor, body: body.data as z.output<C['body']>, id: id.toLowerCase(), now: services.clock.now(), request }
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Refusal('invalid_request', { 'headers.idempotency-key': 'invalid_value' })
  }
  return key
}

/** RFC 7240: the caller takes the first answer and looks for the outcome later. */
const wantsNoWait = (request: FastifyRequest) => /\brespond-async\b/.test(String(request.headers.prefer ?? ''))

const answerOf = (definition: Command, result: unknown): Answer => ({
  status: definition.status,
  body: definition.status === 204 ? '' : JSON.stringify(result),
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
