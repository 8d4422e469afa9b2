import { loginBody, loginReply, sessionSchema, setUpBody } from '@kontor/contract/identity/session'
import { detailsOf } from '@kontor/contract/list-query'
import { problemSchema, Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { Databases } from '../platform/database.ts'
import { clearSessionCookie, sessionSecret, setSessionCookie } from './cookie.ts'
import { setUpFirstUser } from './first-user.ts'
import { refuseForeignOrigin } from './origin.ts'
import { endSession, findSession, noteActivity } from './sessions.ts'
import { signIn } from './sign-in.ts'

export interface AuthServices {
  readonly databases: Databases
  readonly clock: Clock
  readonly publicUrl: string
}

export function authRoutes(app: FastifyInstance, { databases, clock, publicUrl }: AuthServices): void {
  const described = (summary: string, more: object) => ({ schema: { tags: ['auth'], summary, ...more } })
  const currentSession = async (request: FastifyRequest, secret = sessionSecret(request, publicUrl)) => {
    if (!secret) throw new Refusal('unauthenticated')
    const found = await findSession(databases.provider, secret, clock.now())
    if (!found) throw new Refusal('session_expired')
    return found.session
  }

  app.post(
    '/v1/auth/login',
    described('Sign in', { body: loginBody, response: { 200: loginReply, '4xx': problemSchema } }),
    async (request, reply) => {
      refuseForeignOrigin(request, publicUrl)
      const { username, password } = bodyOf(loginBody, request)
      const before = sessionSecret(request, publicUrl)
      const secret = await signIn(databases, username, password, clock.now())
      // Whoever signs in anew leaves the earlier session: a fixed or forgotten one is worth nothing afterwards.
      if (before) await endSession(databases.provider, before, clock.now())
      setSessionCookie(reply, publicUrl, secret)
      return { user: await currentSession(request, secret) }
    },
  )

  app.post('/v1/auth/logout', described('Sign out', {}), async (request, reply) => {
    refuseForeignOrigin(request, publicUrl)
    const secret = sessionSecret(request, publicUrl)
    if (secret) await endSession(databases.provider, secret, clock.now())
    clearSessionCookie(reply, publicUrl)
    return reply.header('clear-site-data', '"cache"').code(204).send()
  })

  app.get(
    '/v1/auth/session',
    described('Who is signed in', { response: { 200: sessionSchema, '4xx': problemSchema } }),
    (request) => currentSession(request),
  )

  app.post('/v1/auth/activity', described('A person is there', {}), async (request, reply) => {
    refuseForeignOrigin(request, publicUrl)
    await currentSession(request)
    await noteActivity(databases.provider, sessionSecret(request, publicUrl) ?? '', clock.now())
    return reply.code(204).send()
  })

  app.post(
    '/v1/auth/set-up',
    described('Set up the first user of the provider', {
      body: setUpBody,
      response: { 200: loginReply, '4xx': problemSchema },
    }),
    async (request, reply) => {
      refuseForeignOrigin(request, publicUrl)
      const secret = await setUpFirstUser(databases, bodyOf(setUpBody, request), clock.now())
      setSessionCookie(reply, publicUrl, secret)
      return { user: await currentSession(request, secret) }
    },
  )
}

function bodyOf<S extends z.ZodType>(schema: S, request: FastifyRequest): z.output<S> {
  const body = schema.safeParse(request.body ?? {})
  if (!body.success) throw new Refusal('invalid_request', detailsOf(body.error, 'body'))
  return body.data
}
