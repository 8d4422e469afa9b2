import type { Call } from '@kontor/contract/identity/call'
import { detailsOf } from '@kontor/contract/list-query'
import { problemSchema, Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Caller, callerOf } from './caller.ts'
import { sessionSecret } from './cookie.ts'
import type { Desk } from './desk.ts'
import { refuseForeignOrigin } from './origin.ts'
import { findSession, type SignedIn } from './sessions.ts'

export interface Asked<C extends Call> {
  body: z.output<C['body']>
  /** The `:id` of the path, or empty. */
  id: string
  now: Date
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

export interface AskedInSession<C extends Call> extends Asked<C> {
  signedIn: SignedIn
  user: { id: string }
}

type Handler<C extends Call, A> = (asked: A) => Promise<z.output<C['reply']>>

/** Registers a call that anyone may make. */
export function openCall<C extends Call>(
  app: FastifyInstance,
  desk: Desk,
  call: C & { access: 'anyone' | 'session' },
  handle: Handler<C, Asked<C>>,
): void {
  register(app, desk, call, async (request, reply) => handle(understood(desk, call, request, reply)))
}

/** Registers a call that asks for a signed-in person. */
export function sessionCall<C extends Call>(
  app: FastifyInstance,
  desk: Desk,
  call: C,
  handle: Handler<C, AskedInSession<C>>,
): void {
  register(app, desk, call, async (request, reply) => {
    const now = desk.clock.now()
    const signedIn = await currentSession(desk, request, now)
    const user = { id: signedIn.session.id }
    return handle({ ...understood(desk, call, request, reply, now), signedIn, user })
  })
}

export async function currentSession(
  { databases, settings, publicUrl }: Desk,
  request: FastifyRequest,
  now: Date,
  secret = sessionSecret(request, publicUrl),
): Promise<SignedIn> {
  if (!secret) throw new Refusal('unauthenticated')
  const found = await findSession(databases.provider, secret, now)
  if (!found) throw new Refusal('session_expired')
  return { ...found, session: { ...found.session, modules: [...settings.modules] } }
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

function register(app: FastifyInstance, { publicUrl }: Desk, call: Call, answer: Answer): void {
  const { method, path, summary, refusals, status } = call
  app.route({
    method,
    url: path,
    schema: {
      tags: [call.path.startsWith('/v1/profile') ? 'profile' : 'auth'],
      summary,
      description: `Refusals: ${['invalid_request', ...refusals].join(', ')}.`,
      ...(method === 'POST' ? { body: call.body } : {}),
      response: { ...(status === 204 ? {} : { [status]: call.reply }), '4xx': problemSchema },
    },
    handler: async (request, reply) => {
      refuseForeignOrigin(request, publicUrl)
      const result = await answer(request, reply)
      return status === 204 ? reply.code(204).send() : reply.code(status).send(result)
    },
  })
}

function understood<C extends Call>(
  desk: Desk,
  call: C,
  request: FastifyRequest,
  reply: FastifyReply,
  now = desk.clock.now(),
): Asked<C> {
  const body = call.body.safeParse(request.body ?? {})
  if (!body.success) throw new Refusal('invalid_request', detailsOf(body.error, 'body'))
  const { id = '' } = request.params as { id?: string }
  if (call.path.includes(':id') && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
    throw new Refusal('not_found')
  return {
    body: body.data as z.output<C['body']>,
    id: id.toLowerCase(),
    now,
    caller: callerOf(request, desk.publicUrl),
    request,
    reply,
  }
}
