import { type Endpoint, isOfNoMerchant, keepsAnswer } from '@kontor/contract/endpoint'
import { endpoints } from '@kontor/contract/endpoints'
import { entities } from '@kontor/contract/entities'
import type { Entity } from '@kontor/contract/entity'
import { refusals } from '@kontor/contract/refusal'
import { operationId } from '../../server/src/platform/http/describe-endpoint.ts'
import { areas } from '../../server/src/reference/areas.ts'
import type { Document, Json } from '../../server/src/reference/document.ts'
import { schemaTypes } from './schema-types.ts'

/** The entities that programs of merchants work with. What people set up in the back office is not among them. */
const ofPrograms = [
  'transaction',
  'refund',
  'chargeback',
  'customer',
  'card',
  'payment_link',
  'card_add_link',
  'plan',
  'subscription',
  'subscription_discount',
  'scheduled_transaction',
  'webhook',
  'payment_profile',
  'terminal',
  'tag',
]

/** Parameters that the iterator of a list sets itself, those of files, and those that change the type of a row. */
const withheld = ['_skip', '_after', '_before', 'format', '_progress', '_columns', '_populate', '_populate[]']
const ofPages = ['_limit', '_sort']
const ofView = ['merchant', 'organisation']
/** Methods that take the filters of the list. */
const takingFilters = ['count', 'totals']

interface Method {
  name: string
  endpoint: Endpoint
  /** The entity, when the method gives its rows page by page. */
  pagesOf?: Entity | undefined
  query: Json[]
  body?: Json | undefined
  reply?: Json | undefined
}

interface Resource {
  name: string
  entity: Entity
  methods: Method[]
}

/** The generated files of the client for merchants' programs, from the reference of the API (docs/adr/0136). */
export function clientFiles(document: Document): Record<string, string> {
  const resources = ofPrograms.map((name) => resourceOf(document, entityCalled(name)))
  return {
    'client/src/generated/operations.ts': operationsFile(document, resources),
    'client/src/generated/types.ts': typesFile(document, resources),
  }
}

function entityCalled(name: string): Entity {
  const entity = entities.find((each) => each.name === name)
  if (!entity) throw new Error(`There is no entity ${name}`)
  return entity
}

function resourceOf(document: Document, entity: Entity): Resource {
  const base = `/v1/${entity.resource}`
  const callable = endpoints.filter(
    (endpoint) => mayBeCalled(endpoint) && (endpoint.path === base || endpoint.path.startsWith(`${base}/`)),
  )
  const plain = callable.map((endpoint) => nameOf(endpoint, base))
  const methods = callable.map((endpoint, index) => {
    const name = plain.filter((each) => each === plain[index]).length > 1 ? longNameOf(endpoint) : plain[index]
    return methodOf(document, { name: name ?? '', endpoint, entity })
  })
  const names = methods.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`${entity.name} has two methods ${twice}`)
  return { name: `${camel(entity.name)}s`, entity, methods: methods.sort(byName) }
}

const byName = (one: Method, other: Method) => (one.name < other.name ? -1 : 1)

/** True for what the key of a merchant may call, and whose body and answer are JSON. */
const mayBeCalled = (endpoint: Endpoint) =>
  typeof endpoint.access !== 'string' &&
  !(endpoint.isHidden || endpoint.personOnly || endpoint.gives || endpoint.takes || isOfNoMerchant(endpoint))

const ofWholeRow: Readonly<Record<string, string>> = { GET: 'get', POST: 'update', DELETE: 'delete' }
const ofAllRows: Readonly<Record<string, string>> = { GET: 'list', POST: 'create' }

/** `refund` of `POST /v1/transaction/:id/refund`, `create` of `POST /v1/transaction`. */
function nameOf({ method, path }: Endpoint, base: string): string {
  const rest = path.slice(base.length)
  const words = rest.split('/').filter((part) => part && !part.startsWith(':'))
  if (words.length > 0) return camel(words.join('_'))
  const name = (rest === '' ? ofAllRows : ofWholeRow)[method]
  if (!name) throw new Error(`${method} ${path} has no name`)
  return name
}

/** Where two methods share a path, a read keeps the short name, and a command has that of its endpoint. */
const longNameOf = (endpoint: Endpoint) =>
  endpoint.method === 'GET' ? camel(endpoint.path.split('/').at(-1) ?? '') : camel(endpoint.name)

const camel = (text: string) => text.replaceAll(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())
const pascal = (text: string) => camel(`_${text}`)

function methodOf(document: Document, { name, endpoint, entity }: Omit<Method, 'query'> & { entity: Entity }): Method {
  const described = document.paths[endpoint.path.replaceAll(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()]
  if (!described) throw new Error(`${endpoint.name} is not in the reference`)
  const query = (described.parameters ?? [])
    .map((given) => document.components.parameters?.[String(given['$ref']).split('/').at(-1) ?? ''] ?? given)
    .filter((given) => given['in'] === 'query' && !withheld.includes(String(given['name'])))
    .filter((given) => name === 'list' || !ofPages.includes(String(given['name'])))
    .map((given) => (given['name'] === '_sort' ? sortedByValues(given, entity) : given))
  const isNarrowedOnly = query.every((given) => ofView.includes(String(given['name'])))
  const body = described.requestBody?.content?.['application/json']?.schema
  return {
    name,
    endpoint,
    pagesOf: name === 'list' && endpoint.name === `list-${entity.name.replaceAll('_', '-')}` ? entity : undefined,
    query: endpoint.method !== 'GET' || isNarrowedOnly || name === 'get' ? [] : query,
    body: body && hasFields(resolved(document, body)) ? body : undefined,
    reply: described.responses[String(endpoint.status)]?.content?.['application/json']?.schema,
  }
}

/** A row without a value of the sorted field has no place after which the next page could begin. */
function sortedByValues(parameter: Json, { fields }: Entity): Json {
  const schema = parameter['schema'] as Json
  const orders = (schema['enum'] as string[]).filter((order) => !fields[order.replace(/^-/, '')]?.optional)
  return { ...parameter, schema: { ...schema, enum: orders } }
}

const hasFields = ({ properties = {}, anyOf, oneOf }: Json) =>
  Boolean(anyOf ?? oneOf) || Object.keys(properties as Json).length > 0

function resolved({ components }: Document, schema: Json): Json {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined
  return name ? (components.schemas[name] ?? {}) : schema
}

function operationsFile(document: Document, resources: readonly Resource[]): string {
  const line = (method: Method) => `    ${method.name}: ${literal(operationOf(document, method))},`
  const group = ({ name, methods }: Resource) => [`  ${name}: {`, ...methods.map(line), '  },']
  return [
    notice,
    '/** What each method sends. `integers`: the fields of its body that are integers. */',
    'export const operations = {',
    ...resources.flatMap(group),
    '} as const',
    '',
  ].join('\n')
}

function operationOf(document: Document, { endpoint, body, query, pagesOf }: Method): Json {
  const { method, path } = endpoint
  const integers = body ? integersOf(document, body) : []
  return {
    method,
    path,
    ...(body ? { takes: 'body' } : {}),
    ...(query.length > 0 ? { takes: 'query' } : {}),
    ...(integers.length > 0 ? { integers } : {}),
    ...(pagesOf ? { pages: orderOfPages(pagesOf) } : {}),
    // The server keeps no answer of these, so a key does not make a second call harmless.
    ...(method !== 'GET' && !keepsAnswer(endpoint) ? { keepsNoAnswer: true } : {}),
  }
}

/** The time at which a row was made never changes, so no row moves to another page. */
const orderOfPages = ({ sort, defaultSort }: Entity) => (sort.includes('created_at') ? '-created_at' : defaultSort)

const literal = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? `'${value}'` : String(value)
  return `{ ${Object.entries(value)
    .map(([key, each]) => `${key}: ${literal(each)}`)
    .join(', ')} }`
}

/** The names of the integer fields of a body, at any depth. */
function integersOf(document: Document, given: Json, found = new Set<string>()): string[] {
  const schema = resolved(document, given)
  for (const [name, field] of Object.entries((schema['properties'] ?? {}) as Record<string, Json>)) {
    if (isInteger(field)) found.add(name)
    integersOf(document, field, found)
  }
  for (const each of [schema['items'], schema['anyOf'], schema['oneOf']].flat())
    if (typeof each === 'object' && each !== null) integersOf(document, each as Json, found)
  return [...found].sort()
}

const isInteger = ({ type, anyOf = [] }: Json): boolean =>
  [type].flat().includes('integer') || (anyOf as Json[]).some(isInteger)

function typesFile(document: Document, resources: readonly Resource[]): string {
  const types = schemaTypes(document)
  const client = [
    'export interface Client {',
    ...resources.flatMap(({ name, entity, methods }) => [
      `  /** ${areas[entity.name]} */`,
      `  readonly ${name}: {`,
      ...methods.flatMap((method) => [`    /** ${method.endpoint.summary} */`, `    ${signature(method, entity)}`]),
      '  }',
    ]),
    '}',
  ]
  function signature({ name, endpoint, pagesOf, query, body, reply }: Method, entity: Entity): string {
    const operation = pascal(operationId(endpoint))
    const ids = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, id]) => `${id}: string`)
    const answer = reply ? types.of(reply, 'answer', `${operation}Reply`) : 'void'
    const sent = body && types.of(body, 'body', `${operation}Body`)
    const isNeeded = body && ((resolved(document, body)['required'] ?? ['any']) as string[]).length > 0
    const taken = [
      ...(sent ? [`body${isNeeded ? '' : '?'}: ${sent}`] : []),
      ...(query.length > 0 ? [queryParameter(name, operation, query, entity)] : []),
    ]
    const result = pagesOf ? `Rows<${answer.replace(/\[\]$/, '')}>` : `Promise<${answer}>`
    return `${name}(${[...ids, ...taken, 'options?: CallOptions'].join(', ')}): ${result}`
  }
  function queryParameter(name: string, operation: string, query: readonly Json[], entity: Entity): string {
    if (takingFilters.includes(name)) return `query?: Omit<List${pascal(entity.name)}Query, '_limit' | '_sort'>`
    const isNeeded = query.some((given) => given['required'] === true)
    return `query${isNeeded ? '' : '?'}: ${types.query(`${operation}Query`, query)}`
  }
  const events = Object.entries(document.webhooks ?? {}).flatMap(([type, { post }]) => {
    const schema = post?.operationId.startsWith('tell') && post.requestBody?.content?.['application/json']?.schema
    return schema ? [types.event(`${pascal(type)}Event`, schema)] : []
  })
  const codes = Object.keys(refusals).map((code) => `'${code}'`)
  return [
    notice,
    "import type { CallOptions } from '../call-options.ts'",
    "import type { Rows } from '../rows.ts'",
    '',
    '/** A value of a list that may grow: a program has to expect others. */',
    'export type Open<T extends string> = T | (string & {})',
    '',
    '/** Why Kontor refuses a call. */',
    `export type RefusalCode = Open<${codes.join(' | ')}>`,
    '',
    ...client,
    '',
    `export type WebhookEvent = ${events.join(' | ')}`,
    '',
    ...types.declarations(),
  ].join('\n')
}

const notice = '// Made from the endpoints of the contract by "npm run generate": do not edit.\n'
