import { createHash } from 'node:crypto'
import type { Endpoint } from '@kontor/contract/endpoint'
import { isUuid } from '@kontor/contract/uuid'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Actor } from '../db/actor.ts'
import { storableBody } from '../secrets/mask.ts'
import { maskedJson, maskedLine, maskedQuery, namesAlone } from '../secrets/masked-json.ts'
import { mask } from '../secrets/secret-forms.ts'
import type { AuditTrail } from './audit-trail.ts'
import type { Call, Header } from './call.ts'

/** What is known of a call besides its request and its answer. */
type Known = Partial<Pick<Call, 'merchant' | 'organisation' | 'caller' | 'order' | 'transaction'>> & {
  /** The answer as an object: a large one is not read from its text again. */
  answer?: unknown
  text?: string
  /** Its text is longer than is kept whole. */
  isLong?: true
  isRecorded?: true
}

const knownOf = new WeakMap<FastifyRequest, Known>()

/** Adds to the item of this request in the trail. */
export function noteCall(request: FastifyRequest, known: Known): void {
  knownOf.set(request, { ...knownOf.get(request), ...known })
}

/** Says who calls, and within which merchant; also of a request that is refused later. */
export function noteCaller(request: FastifyRequest, { kind, id, name, psp, scope }: Actor): void {
  const merchant = scope.merchant ?? undefined
  nameInLog(request, { actor_kind: kind, actor: id, merchant })
  noteCall(request, {
    caller: { kind: kind === 'api_key' ? 'api_key' : 'user', id, name, psp },
    merchant,
    organisation: scope.merchant === null ? undefined : (scope.below[0] ?? merchant),
  })
}

/** The further log lines of a request say who asks. */
function nameInLog(request: FastifyRequest, who: Record<string, string | null | undefined>): void {
  // Without a logger there are no bindings. `request.log` and `reply.log` are one object, so a new child would not do.
  const log = request.log as { setBindings?: (bindings: Record<string, unknown>) => void }
  log.setBindings?.(who)
}

/** The hooks by which an endpoint records its calls. */
export function recordingOf(
  trail: AuditTrail,
  endpoint: Endpoint,
): Pick<RouteOptions, 'onSend' | 'onResponse' | 'onRequestAbort'> {
  if (endpoint.isUnrecorded) return {}
  const record = (request: FastifyRequest, reply: FastifyReply, isAborted: boolean) => {
    if (knownOf.get(request)?.isRecorded) return
    noteCall(request, { isRecorded: true })
    trail.record(callOf(endpoint, request, reply, isAborted))
  }
  return {
    onSend: async (request, _reply, payload) => {
      if (typeof payload !== 'string') return
      if (payload.length > longestBody) noteCall(request, { isLong: true })
      else if (!('answer' in (knownOf.get(request) ?? {}))) noteCall(request, { text: payload })
    },
    onResponse: async (request, reply) => record(request, reply, false),
    onRequestAbort: async (request) => record(request, noReply, true),
  }
}

// An aborted request has no answer to read.
const noReply = { statusCode: 0, elapsedTime: 0, getHeaders: () => ({}) } as unknown as FastifyReply

/** Characters. Lists, and answers that are too long to be kept whole, are cut after the first rows. */
const longestBody = 65_536
const longestList = 4_096

function callOf(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, isAborted: boolean): Call {
  const { answer: given, text, isLong, ...known } = knownOf.get(request) ?? {}
  const answer = given ?? parsed(text)
  const headers = reply.getHeaders()
  const isRefused = reply.statusCode >= 400
  return {
    id: request.id,
    type: endpoint.access === 'signature' ? 'notification' : 'request',
    route: `${request.method} ${endpoint.path}`,
    url: addressOf(endpoint, request),
    origin: request.ip,
    response_code: isAborted ? 0 : reply.statusCode,
    refusal: isRefused ? textIn(answer, 'code') : undefined,
    duration_ms: reply.elapsedTime,
    request_bytes: bytesIn(request.headers['content-length']),
    response_bytes: bytesIn(headers['content-length']),
    // What a refused caller names may be another merchant's, or nothing.
    transaction: isRefused ? undefined : transactionOf(endpoint, request, answer),
    payment_profile: isRefused ? undefined : (idIn(answer, 'payment_profile') ?? idIn(request.body, 'payment_profile')),
    ...known,
    content: {
      request_headers: shownHeaders(request.headers),
      request_body: requestBody(endpoint, request),
      response_headers: shownHeaders(headers),
      response_body: answer === undefined ? null : answerBody(endpoint, reply, answer, isLong),
    },
  }
}

function parsed(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    // What is no JSON is a page or a file.
    return undefined
  }
}

/** Bodies about somebody's way to sign in, or about a customer, who can be erased. Of these only the names of fields are kept. */
const isOfPerson = ({ access, area }: Endpoint) => access === 'anyone' || access === 'person' || area === 'customer'

function answerBody(endpoint: Endpoint, { statusCode }: FastifyReply, answer: unknown, isLong = false): string {
  const isRefusal = statusCode >= 400
  if (!isRefusal && (endpoint.isSecret || isOfPerson(endpoint))) return namesAlone(answer, longestList)
  return maskedJson(answer, Array.isArray(answer) || isLong ? longestList : longestBody)
}

function requestBody(endpoint: Endpoint, { body, headers }: FastifyRequest): string | null {
  if (body === undefined || body === null) return null
  if (isOfPerson(endpoint)) return namesAlone(body, longestList)
  if (endpoint.access === 'signature' && typeof body === 'string') return storableBody(body)
  if (typeof body === 'string' || Buffer.isBuffer(body)) return fileMark(body, headers['content-type'])
  return maskedJson(body, longestBody)
}

/** Of a file its length and hash are kept: it may hold anything. */
function fileMark(body: string | Buffer, type = 'unknown'): string {
  const sha256 = createHash('sha256').update(body).digest('hex')
  return JSON.stringify({ file: maskedLine(type, 100), bytes: Buffer.byteLength(body), sha256 })
}

/** The address, with masks for the token of its path and for secrets of its query. */
function addressOf(endpoint: Endpoint, { params, raw }: FastifyRequest): string {
  const given = params as Record<string, string | undefined>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    name === 'token' ? mask : maskedLine(given[name] ?? '', 200),
  )
  const [, query] = (raw.url ?? '').slice(0, 4_000).split(/\?(.*)/s)
  if (!query) return path
  return `${path}?${isOfPerson(endpoint) ? query.replace(/=[^&]*/g, `=${mask}`) : maskedQuery(query)}`.slice(0, 2_000)
}

/** Headers whose values are shown. Of the others the name alone is kept. */
const harmless = new Set([
  ...['accept', 'accept-language', 'content-type', 'content-length', 'host', 'idempotency-key', 'idempotency-replayed'],
  ...[
    'location',
    'origin',
    'prefer',
    'retry-after',
    'user-agent',
    'x-request-id',
    'kontor-restored-from',
    'cache-control',
  ],
])

const shownHeaders = (headers: Readonly<Record<string, unknown>>): Header[] =>
  Object.entries(headers)
    .slice(0, 100)
    .map(([name, value]) => [maskedLine(name, 100), harmless.has(name) ? maskedLine(String(value), 500) : mask])

function transactionOf({ area, path }: Endpoint, { params }: FastifyRequest, answer: unknown): string | undefined {
  const { id } = params as { id?: string }
  if (area === 'transaction' && path.startsWith('/v1/transaction/:id') && id && isUuid(id)) return id.toLowerCase()
  return idIn(answer, 'transaction') ?? (path === '/v1/transaction' ? idIn(answer, 'id') : undefined)
}

/** The id under a name, also of a row that was put in its place. */
function idIn(value: unknown, name: string): string | undefined {
  const found = fieldOf(value, name)
  const id = typeof found === 'object' ? fieldOf(found, 'id') : found
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : undefined
}

function textIn(value: unknown, name: string): string | undefined {
  const found = fieldOf(value, name)
  return typeof found === 'string' ? found.slice(0, 100) : undefined
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Reflect.get(value, name) : undefined

function bytesIn(header: unknown): number | undefined {
  const bytes = Number(header)
  return header !== undefined && Number.isSafeInteger(bytes) && bytes >= 0 && bytes < 2 ** 31 ? bytes : undefined
}
