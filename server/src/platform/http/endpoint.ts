import {
  type Endpoint,
  isOfNoMerchant,
  keepsAnswer,
  methodsOf,
  type ParamsOf,
  type ReadBody,
  type ReadQuery,
  type ReplyOf,
  type Schemas,
} from '@kontor/contract/endpoint'
import { detailsOf, dropEmpty } from '@kontor/contract/lists/list-query'
import type { Query } from '@kontor/contract/lists/query-string'
import { restoredFromHeader } from '@kontor/contract/platform/history.rules'
import { Refusal } from '@kontor/contract/refusal'
import { isAllowed, type Requirement } from '@kontor/contract/roles'
import { isUuid } from '@kontor/contract/uuid'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { noteCall, noteCaller, recordingOf } from '../audit-trail/record-request.ts'
import { type Actor, atHome, lacksModule, seesWholeMerchant } from '../db/actor.ts'
import { inTransaction, type Plans, type Trx } from '../db/database.ts'
import { inShare } from '../db/in-share.ts'
import type { AnyRow } from '../rows/list.ts'
import { describeEndpoint, isByRoles } from './describe-endpoint.ts'
import { type KeyOwner, ownerOf, sentKey } from './idempotency.ts'
import { querySchemaOf } from './query-of.ts'
import { type Done, runByItself, runCommand } from './run-command.ts'
import type { Services } from './services.ts'

/** A request that was admitted and whose parts were checked. */
export interface Asked<E extends Endpoint> {
  params: ParamsOf<E>
  query: ReadQuery<E>
  body: ReadBody<E>
  now: Date
  request: FastifyRequest
  reply: FastifyReply
}

/** The same with the actor and the `:id` of the path, which is empty when the path has none. */
export interface Call<E extends Endpoint = Endpoint> extends Asked<E> {
  actor: Actor
  id: string
}

// biome-ignore-start lint/suspicious/noConfusingVoidType: a command that answers nothing is a function that returns nothing
/** An endpoint by roles may give rows: a test compares the columns of their SELECT with the entity. */
type Reply<E extends Endpoint> =
  | ReplyOf<E>
  | (ByRoles<E> extends true ? (ReplyOf<E> extends readonly unknown[] ? readonly AnyRow[] : AnyRow) : never)
  | (E extends { status: 204 } | { gives: 'own' } ? null | undefined | void : never)
// biome-ignore-end lint/suspicious/noConfusingVoidType: from here on it may confuse again

type ByRoles<E extends Endpoint> = E['access'] extends Requirement ? true : false

/**
 * The function of an endpoint. By roles it gets the transaction and never the pool. Files, which may take long, and
 * signing in, which has many short steps, handle their own transactions.
 */
export type Run<E extends Endpoint, X extends Services> =
  ByRoles<E> extends true
    ? E['gives'] extends 'file'
      ? (call: Call<E>) => Promise<FastifyReply>
      : E['withoutTransaction'] extends true
        ? (call: Call<E>) => Promise<Reply<E>>
        : E['method'] extends 'GET'
          ? (trx: Trx, call: Call<E>) => Promise<Reply<E>>
          : (trx: Trx, call: Call<E>) => Promise<Done<Reply<E>>>
    : (call: Asked<E> & Visitor<E, X>) => Promise<Reply<E>>

/** The result of the access check of an endpoint without roles. */
type Visitor<E extends Endpoint, X extends Services> = E['access'] extends keyof X['doors']
  ? X['doors'][E['access']] extends (...args: never) => infer V
    ? Awaited<V>
    : object
  : object

interface Options<E extends Endpoint> {
  /** Runs before the transaction of a command (`preparing.ts`). */
  prepare?: (call: Call<E>) => Promise<void>
  /** The planning of kept statements (see Plans). */
  plans?: (call: Call<E>) => Plans
  /**
   * The provider's database role, for tables that no other role reads. The statements then limit what the actor sees.
   */
  as?: (actor: Actor) => 'provider' | undefined
  /** Reads the query when a zod schema cannot; the schema then only describes it. */
  query?: (request: FastifyRequest) => ReadQuery<E>
  /** The shape of the reply, when rows have more fields than the entity of the endpoint's schemas. */
  reply?: z.ZodType
  /** Media types of the file that the endpoint takes or gives. */
  fileTypes?: readonly string[]
  /** Headers that the endpoint reads, for its description. */
  headers?: z.ZodObject
}

type Shapes<E extends Endpoint> = NonNullable<E['schemas']>

/**
 * Registers an endpoint: access, parameters, roles, query, body, idempotency, one transaction, answer. One of an optional
 * part that is off is not registered; of a part that a merchant lacks, it is not found for whoever acts there.
 */
export function route<E extends Endpoint, X extends Services>(
  app: FastifyInstance,
  services: X,
  endpoint: E,
  schemas: Shapes<E>,
  run: Run<E, X>,
  options: Options<E> = {},
): void {
  if (endpoint.module && !services.modules.includes(endpoint.module)) return
  const work = isByRoles(endpoint)
    ? byRoles(services, endpoint, schemas, run as unknown as AnyRun, options as Options<Endpoint>)
    : byVisitor(services, endpoint, schemas, run as unknown as VisitorRun)
  const register = (scope: FastifyInstance) => {
    for (const method of methodsOf(endpoint))
      scope.route({
        method,
        url: endpoint.path,
        ...(endpoint.takes ? { bodyLimit: endpoint.takes.bytes } : {}),
        ...recordingOf(services.auditTrail, endpoint),
        schema: describeEndpoint(endpoint, schemas, { ...options, method }),
        handler: work,
      })
  }
  if (endpoint.takes) takingBytes(app, services, endpoint, register)
  else register(app)
}

// The types are general from here on: `route` checked that endpoint, schemas and function belong together.
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
  const within = <T>(call: Call, work: (trx: Trx) => Promise<T>) => {
    const { databases } = services
    const as = options.as?.(call.actor)
    const { merchant, provider } = databases.shares
    const shares = call.actor.scope.merchant === null || as === 'provider' ? provider : merchant
    const run = () =>
      inTransaction(databases, call.actor, work, {
        plans: options.plans?.(call) ?? 'auto',
        as,
        doing: { command: endpoint.name, from: call.request.ip, ...restoring(call) },
        cause: call.request.id,
        ...(endpoint.method !== 'GET' && { intent: `${call.request.method} ${endpoint.path}` }),
      })
    return inShare(shares, call.actor, run)
  }
  return async (request, reply) => {
    const actor = await admitted(services, endpoint, request)
    const asked = understood({ endpoint, schemas, request, reply, now: services.clock.now(), query: options.query })
    if (endpoint.needsFreshFactor && !actor.hasFreshFactor) throw new Refusal('fresh_factor_needed')
    const call: Call = { ...asked, actor, id: asked.params['id'] ?? '' }
    if (endpoint.gives === 'file' || endpoint.withoutTransaction)
      return byItself(services, endpoint, call, ownerOf(actor), () =>
        (run as unknown as (call: Call) => Promise<unknown>)(call),
      )
    if (endpoint.method === 'GET') return answerWith(reply, endpoint, await within(call, (trx) => run(trx, call)))
    await options.prepare?.(call)
    const commanded = async (trx: Trx) => (await run(trx, call)) as Done<unknown>
    const sent = keyOf(services, endpoint, request, ownerOf(actor))
    return runCommand(endpoint, { request, reply, sent }, (work) => within(call, work), commanded)
  }
}

const keyOf = ({ masterKey }: Services, endpoint: Endpoint, request: FastifyRequest, owner: KeyOwner | undefined) =>
  owner && keepsAnswer(endpoint) ? sentKey(request, owner, endpoint.isSecret && masterKey) : undefined

/** Runs what has transactions of its own: once per idempotency key, where the endpoint keeps its answer. */
async function byItself(
  services: Services,
  endpoint: Endpoint,
  { request, reply }: Asked<Endpoint>,
  owner: KeyOwner | undefined,
  run: () => Promise<unknown>,
) {
  const sent = keyOf(services, endpoint, request, owner)
  if (!sent) return answerWith(reply, endpoint, await run())
  const within = <T>(work: (trx: Trx) => Promise<T>) => services.databases.provider.transaction().execute(work)
  return runByItself(endpoint, reply, sent, within, run)
}

/** What a command says that puts the values of an earlier version back: the item of its address, and the version. */
function restoring({ request, id }: Call): { item: string; restored_from: number } | undefined {
  const version = request.headers[restoredFromHeader]
  if (version === undefined) return undefined
  if (typeof version !== 'string' || !/^[1-9]\d{0,8}$/.test(version) || id === '')
    throw new Refusal('invalid_request', { [`headers.${restoredFromHeader}`]: 'invalid_value' })
  return { item: id, restored_from: Number(version) }
}

/** The actor, if the actor has the required roles; otherwise a refusal. */
async function admitted(services: Services, endpoint: Endpoint, request: FastifyRequest): Promise<Actor> {
  const actor = await whoMay(services, endpoint, request)
  admittedBy.set(request, actor)
  return actor
}

const admittedBy = new WeakMap<FastifyRequest, Actor>()

/** The actor of a request that was admitted; undefined for a request that was refused. */
export const admittedActor = (request: FastifyRequest): Actor | undefined => admittedBy.get(request)

async function whoMay(services: Services, endpoint: Endpoint, request: FastifyRequest): Promise<Actor> {
  const asked = await services.authenticate(request)
  noteCaller(request, asked)
  const refusal = refusalOf(asked, endpoint)
  if (refusal) throw refusal
  return isOfNoMerchant(endpoint) ? atHome(asked) : asked
}

/** True when the actor may call an endpoint that asks for roles: the check of every request. */
export const mayCall = (actor: Actor, endpoint: Endpoint): boolean => refusalOf(actor, endpoint) === undefined

function refusalOf(actor: Actor, endpoint: Endpoint): Refusal | undefined {
  const { access, personOnly, ofWholeMerchant } = endpoint
  // What the provider does for all of its merchants is no part of any of them.
  if (!isOfNoMerchant(endpoint) && lacksModule(actor, endpoint)) return new Refusal('not_found')
  // The caller checked that the access is a requirement.
  const requirement = access as Requirement
  if (!isAllowed(requirement, actor.roles)) return lacking(requirement)
  if (personOnly && actor.kind !== 'user') return new Refusal('forbidden', { caller: 'person_only' })
  if (ofWholeMerchant && !seesWholeMerchant(actor))
    return new Refusal('forbidden', { organisation: 'not_the_whole_merchant' })
  return undefined
}

function byVisitor(services: Services, endpoint: Endpoint, schemas: Schemas, run: VisitorRun): Handler {
  // The caller of this function checked that the access is one of the doors.
  const door = services.doors[endpoint.access as keyof Services['doors']]
  return async (request, reply) => {
    const now = services.clock.now()
    const visitor = await door(request, now)
    const asked = understood({ endpoint, schemas, request, reply, now })
    const owner = 'owner' in visitor ? (visitor.owner as KeyOwner) : undefined
    return byItself(services, endpoint, asked, owner, () => run({ ...asked, ...visitor }))
  }
}

function answerWith(reply: FastifyReply, { status, gives }: Endpoint, answer: unknown) {
  // It was sent by its function. A second answer would be logged as an error when the reader gave a file up.
  if (gives) return reply
  if (status === 204) return reply.code(204).send()
  noteCall(reply.request, { answer })
  return reply.code(status).send(answer)
}

interface Arrived {
  endpoint: Endpoint
  schemas: Schemas
  request: FastifyRequest
  reply: FastifyReply
  now: Date
  /** Reads the query in the place of its schema. */
  query?: ((request: FastifyRequest) => unknown) | undefined
}

function understood({ endpoint, schemas, request, reply, now, query: readQuery }: Arrived): Asked<Endpoint> {
  const params = parametersOf(request)
  const querySchema = querySchemaOf(endpoint, schemas)
  const query = readQuery ? readQuery(request) : querySchema && readParameters(querySchema, request.query as Query)
  const body = endpoint.takes ? request.body : read(schemas.body, request.body ?? {}, 'body')
  // The schemas of this endpoint made these values.
  return { params, query, body, now, request, reply } as Asked<Endpoint>
}

function read(schema: z.ZodType | undefined, given: unknown, where: 'query' | 'body'): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(given)
  if (!result.success) throw new Refusal('invalid_request', detailsOf(result.error, where, given))
  return result.data
}

const readParameters = (schema: z.ZodType, given: Query) => read(schema, dropEmpty(schema, given), 'query')

/** Ids in canonical form. A text that cannot be an id is refused as not found. */
function parametersOf(request: FastifyRequest): Record<string, string> {
  const given = Object.entries(request.params as Record<string, string>)
  return Object.fromEntries(
    given.map(([name, value]) => {
      if (name === 'token') return [name, value]
      if (!isUuid(value)) throw new Refusal('not_found')
      return [name, value.toLowerCase()]
    }),
  )
}

export function requireRole(actor: Actor, requirement: Requirement): void {
  if (!isAllowed(requirement, actor.roles)) throw lacking(requirement)
}

const lacking = (requirement: Requirement): Refusal =>
  new Refusal('forbidden', { roles: requirement.map((group) => group.join(' + ')) })

const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/

/** Registers an endpoint in a scope of its own, where a body is bytes and not JSON. */
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
    // The bytes of a text alone count. What calls itself by no name of a type would be refused before it is read.
    if (kind === 'text')
      scope.addHook('onRequest', async ({ raw: { headers } }) => {
        if (headers['content-type'] !== undefined && !mediaType.test(headers['content-type']))
          headers['content-type'] = 'text/plain'
      })
    // Access is checked before megabytes are read.
    if (isByRoles(endpoint))
      scope.addHook('onRequest', async (request) => void (await admitted(services, endpoint, request)))
    register(scope)
  })
}
