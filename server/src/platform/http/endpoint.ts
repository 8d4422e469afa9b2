import type { Endpoint, ParamsOf, ReadBody, ReadQuery, ReplyOf, Schemas } from '@kontor/contract/endpoint'
import { detailsOf } from '@kontor/contract/list-query'
import { Refusal } from '@kontor/contract/refusal'
import { isAllowed, type Requirement } from '@kontor/contract/roles'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Actor, atHome, seesWholeMerchant } from '../db/actor.ts'
import { inTransaction, type Plans, type Trx } from '../db/database.ts'
import type { AnyRow } from '../rows/list.ts'
import { describeEndpoint, isByRoles } from './describe-endpoint.ts'
import { type Done, runCommand } from './run-command.ts'
import type { Services } from './services.ts'

/** A request that was let in and understood. */
export interface Asked<E extends Endpoint> {
  params: ParamsOf<E>
  query: ReadQuery<E>
  body: ReadBody<E>
  now: Date
  request: FastifyRequest
  reply: FastifyReply
}

/** The same with who asks, and the `:id` of the path, or empty. */
export interface Call<E extends Endpoint = Endpoint> extends Asked<E> {
  actor: Actor
  id: string
}

// biome-ignore-start lint/suspicious/noConfusingVoidType: a command that answers nothing is a function that returns nothing
/** By roles it may be rows: they come from a SELECT, whose columns a test compares with the entity. */
type Reply<E extends Endpoint> =
  | ReplyOf<E>
  | (ByRoles<E> extends true ? (ReplyOf<E> extends readonly unknown[] ? readonly AnyRow[] : AnyRow) : never)
  | (E['status'] extends 204 ? null | undefined | void : never)
// biome-ignore-end lint/suspicious/noConfusingVoidType: from here on it may confuse again

type ByRoles<E extends Endpoint> = E['access'] extends Requirement ? true : false

/**
 * By roles: one function that gets the transaction, never the pool. A file may take long, and signing in is many short
 * steps: they look after their transactions themselves.
 */
export type Run<E extends Endpoint, X extends Services> =
  ByRoles<E> extends true
    ? E['gives'] extends 'file'
      ? (call: Call<E>) => Promise<FastifyReply>
      : E['method'] extends 'GET'
        ? (trx: Trx, call: Call<E>) => Promise<Reply<E>>
        : (trx: Trx, call: Call<E>) => Promise<Done<Reply<E>>>
    : (call: Asked<E> & Visitor<E, X>) => Promise<Reply<E>>

/** What the door of this kind of access found out about who asks. */
type Visitor<E extends Endpoint, X extends Services> = E['access'] extends keyof X['doors']
  ? X['doors'][E['access']] extends (...args: never) => infer V
    ? Awaited<V>
    : object
  : object

interface Options<E extends Endpoint> {
  /** How kept statements are planned. */
  plans?: (call: Call<E>) => Plans
  /** The provider's own role in the database, for tables that no other reads. Statements narrow what the actor may see. */
  as?: (actor: Actor) => 'provider' | undefined
  /** Reads the query where a zod schema alone cannot; the schema then only describes it. */
  query?: (request: FastifyRequest) => ReadQuery<E>
  /** The shape of the answer where it is not that of the endpoint's schemas: of rows, with more than their entity has. */
  reply?: z.ZodType
  /** Media types of the file that it takes or gives. */
  fileTypes?: readonly string[]
  /** Headers that it reads, to be described. */
  headers?: z.ZodType
}

type Shapes<E extends Endpoint> = NonNullable<E['schemas']>

/** Registers an endpoint: who, parameters, roles, query, body, idempotency, one transaction, answer. */
export function route<E extends Endpoint, X extends Services>(
  app: FastifyInstance,
  services: X,
  endpoint: E,
  schemas: Shapes<E>,
  run: Run<E, X>,
  options: Options<E> = {},
): void {
  const work = isByRoles(endpoint)
    ? byRoles(services, endpoint, schemas, run as unknown as AnyRun, options as Options<Endpoint>)
    : byVisitor(services, endpoint, schemas, run as unknown as VisitorRun)
  const methods = endpoint.alsoPut ? [endpoint.method, 'PUT' as const] : [endpoint.method]
  const register = (scope: FastifyInstance) => {
    for (const method of methods)
      scope.route({
        method,
        url: endpoint.path,
        ...(endpoint.takes ? { bodyLimit: endpoint.takes.bytes } : {}),
        schema: describeEndpoint(endpoint, schemas, { ...options, method }),
        handler: work,
      })
  }
  if (endpoint.takes) takingBytes(app, services, endpoint, register)
  else register(app)
}

// Inside, one endpoint is as another: what belongs together was checked where it was registered.
type AnyRun = (trx: Trx, call: Call) => Promise<unknown>
type VisitorRun = (call: Asked<Endpoint> & object) => Promise<unknown>
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

function byRoles(
  services: Services,
  endpoint: Endpoint,
  schemas: Schemas,
  run: AnyRun,
  options: Options<Endpoint>,
): Handler {
  const within = <T>(call: Call, work: (trx: Trx) => Promise<T>) =>
    inTransaction(services.databases, call.actor, work, {
      plans: options.plans?.(call) ?? 'auto',
      as: options.as?.(call.actor),
      doing: { command: endpoint.name, from: call.request.ip },
    })
  return async (request, reply) => {
    const actor = await admitted(services, endpoint, request)
    const asked = understood(services, endpoint, schemas, request, reply, options.query)
    const call: Call = { ...asked, actor, id: asked.params['id'] ?? '' }
    if (endpoint.gives === 'file') return (run as unknown as (call: Call) => Promise<FastifyReply>)(call)
    if (endpoint.method === 'GET') return answerWith(reply, endpoint, await within(call, (trx) => run(trx, call)))
    const commanded = async (trx: Trx) => (await run(trx, call)) as Done<unknown>
    return runCommand(services, endpoint, call, (work) => within(call, work), commanded)
  }
}

/** Who asks, when they hold the roles. */
async function admitted(services: Services, endpoint: Endpoint, request: FastifyRequest): Promise<Actor> {
  const actor = await whoMay(services, endpoint, request)
  admittedBy.set(request, actor)
  return actor
}

const admittedBy = new WeakMap<FastifyRequest, Actor>()

/** Who was let in with this request; undefined for whoever was not: without the role, or without a name. */
export const admittedActor = (request: FastifyRequest): Actor | undefined => admittedBy.get(request)

async function whoMay(services: Services, endpoint: Endpoint, request: FastifyRequest): Promise<Actor> {
  const asked = await services.authenticate(request)
  requireRole(asked, endpoint.access as Requirement)
  if (endpoint.personOnly && asked.kind !== 'user') throw new Refusal('forbidden')
  if (endpoint.ofWholeMerchant && !seesWholeMerchant(asked))
    throw new Refusal('forbidden', { organisation: 'not_the_whole_merchant' })
  // The provider's own endpoints are not a merchant's, whatever the request narrows itself to.
  if (endpoint.of === 'provider') return { ...asked, scope: { merchant: null } }
  return endpoint.of === 'person' ? atHome(asked) : asked
}

function byVisitor(services: Services, endpoint: Endpoint, schemas: Schemas, run: VisitorRun): Handler {
  // The caller of this function checked that it is one of them.
  const door = services.doors[endpoint.access as keyof Services['doors']]
  return async (request, reply) => {
    const now = services.clock.now()
    const visitor = await door(request, now)
    const asked = understood(services, endpoint, schemas, request, reply, undefined, now)
    return answerWith(reply, endpoint, await run({ ...asked, ...visitor }))
  }
}

function answerWith(reply: FastifyReply, { status }: Endpoint, answer: unknown) {
  if (answer === reply) return reply
  return status === 204 ? reply.code(204).send() : reply.code(status).send(answer)
}

function understood(
  services: Services,
  endpoint: Endpoint,
  schemas: Schemas,
  request: FastifyRequest,
  reply: FastifyReply,
  readQuery?: (request: FastifyRequest) => unknown,
  now = services.clock.now(),
): Asked<Endpoint> {
  const params = parametersOf(request)
  const query = readQuery ? readQuery(request) : read(schemas.query, dropEmpty(request.query), 'query')
  const body = endpoint.takes ? request.body : read(schemas.body, request.body ?? {}, 'body')
  // The schemas of this very endpoint have made them.
  return { params, query, body, now, request, reply } as Asked<Endpoint>
}

function read(schema: z.ZodType | undefined, given: unknown, where: 'query' | 'body'): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(given)
  if (!result.success) throw new Refusal('invalid_request', detailsOf(result.error, where))
  return result.data
}

/** As in lists. */
const dropEmpty = (query: unknown) =>
  Object.fromEntries(Object.entries(query as Record<string, unknown>).filter(([, value]) => value !== ''))

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Ids in canonical form. One that cannot be an id is of nothing that exists. */
function parametersOf(request: FastifyRequest): Record<string, string> {
  const given = Object.entries(request.params as Record<string, string>)
  return Object.fromEntries(
    given.map(([name, value]) => {
      if (name === 'token') return [name, value]
      if (!uuid.test(value)) throw new Refusal('not_found')
      return [name, value.toLowerCase()]
    }),
  )
}

export function requireRole(actor: Actor, requirement: Requirement): void {
  if (!isAllowed(requirement, actor.roles)) {
    throw new Refusal('forbidden', { roles: requirement.map((group) => group.join(' + ')) })
  }
}

/** A scope of its own, in which a body is bytes and not JSON. */
function takingBytes(
  app: FastifyInstance,
  services: Services,
  endpoint: Endpoint,
  register: (scope: FastifyInstance) => unknown,
): void {
  const { kind, bytes } = endpoint.takes as NonNullable<Endpoint['takes']>
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const parseAs = kind === 'text' ? 'string' : 'buffer'
    scope.addContentTypeParser('*', { parseAs, bodyLimit: bytes }, (_request, body, done) => done(null, body))
    // Before megabytes are read, it is known from whom.
    if (isByRoles(endpoint))
      scope.addHook('onRequest', async (request) => void (await admitted(services, endpoint, request)))
    register(scope)
  })
}
