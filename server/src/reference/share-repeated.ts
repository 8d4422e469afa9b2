import { type Document, type Json, type Operation, operationsOf, type Response } from './document.ts'

/**
 * A document in which everything that several operations have stands once, among the components, and is referred to:
 * parameters, the refusal, bodies, answers and rows.
 */
export function shareRepeated(document: Document): Document {
  const shared = structuredClone(document)
  const operations = operationsOf(shared)
  shared.components.parameters = shareParameters(operations)
  Object.assign(shared.components.schemas, shareSchemas(operations))
  shared.components.responses = shareResponses(operations)
  nameKeysOfRecords(shared)
  dropUnused(shared)
  return shared
}

/** A place where something stands, and how it is put there anew. */
interface Place<T> {
  operation: Operation
  value: T
  put: (reference: Reference) => void
}

// A type and not an interface: it is one of the things that may stand in a document.
type Reference = { $ref: string }

function shareParameters(operations: readonly Operation[]): Record<string, Json> {
  const places = operations.flatMap((operation) =>
    (operation.parameters ?? []).map((value, index, all) => ({
      operation,
      value,
      put: (reference: Reference) => {
        all[index] = reference
      },
    })),
  )
  const shapes = repeated(places).sort((one, other) => tagsOf(other) - tagsOf(one) || other.length - one.length)
  return share('parameters', shapes, ({ operation, value }) => {
    const name = parameterName(String(value['name']))
    return [name, `${operation.tags[0]}_${name}`, `${operation.operationId}_${name}`]
  })
}

/** More operations of more kinds use a parameter: the more it is the one that its name means. */
const tagsOf = (places: readonly Place<Json>[]) => new Set(places.map(({ operation }) => operation.tags[0])).size

/** `created_at>`, `created_at<` and `status[]` in the letters that the names of components may have. */
const parameterName = (name: string) => name.replace(/>$/, '_from').replace(/<$/, '_to').replace(/\[\]$/, '_any')

function shareSchemas(operations: readonly Operation[]): Record<string, Json> {
  const named = (places: readonly Place<Json>[], kind: string) =>
    share('schemas', repeated(places.filter(isWorthAName)), ({ operation }) => [`${operation.operationId}${kind}`])
  const inLists = named(
    operations.flatMap((operation) => answers(operation).flatMap(itemsOf)),
    'Row',
  )
  return {
    ...inLists,
    ...named(operations.flatMap(bodiesOf), 'Body'),
    ...named(operations.flatMap(answers), 'Reply'),
  }
}

const answers = (operation: Operation): Place<Json>[] =>
  Object.values(operation.responses).flatMap((response) => schemasIn(operation, response))

const bodiesOf = (operation: Operation): Place<Json>[] =>
  operation.requestBody ? schemasIn(operation, operation.requestBody) : []

const schemasIn = (operation: Operation, { content = {} }: Response): Place<Json>[] =>
  Object.values(content).map((media) => ({
    operation,
    value: media.schema,
    put: (reference) => {
      media.schema = reference
    },
  }))

function itemsOf({ operation, value }: Place<Json>): Place<Json>[] {
  const { items } = value
  const put = (reference: Reference) => {
    value['items'] = reference
  }
  return isJson(items) ? [{ operation, value: items, put }] : []
}

/** An object with fields, or a choice of such. A list of rows is as short as a reference. */
const isWorthAName = ({ value }: Place<Json>) =>
  'anyOf' in value || (isJson(value['properties']) && Object.keys(value['properties']).length > 0)

const responseNames: Readonly<Record<string, string>> = { '204': 'done', '4XX': 'problem' }

function shareResponses(operations: readonly Operation[]): Record<string, Json> {
  const places = operations.flatMap((operation) =>
    Object.entries(operation.responses)
      .filter(([status]) => status in responseNames)
      .map(([status, value]) => ({
        operation,
        value: { status, ...value },
        put: (reference: Reference) => {
          operation.responses[status] = reference
        },
      })),
  )
  const named = share('responses', repeated(places), ({ operation, value }) => {
    const name = responseNames[value.status] ?? value.status
    return [name, `${operation.operationId}_${name}`]
  })
  return Object.fromEntries(Object.entries(named).map(([name, { status: _, ...response }]) => [name, response]))
}

/** The places of each value that stands more than once. */
function repeated<T extends Json>(places: readonly Place<T>[]): Place<T>[][] {
  const groups = Object.values(Object.groupBy(places, ({ value }) => JSON.stringify(value)))
  return groups.filter((group) => group !== undefined).filter((group) => group.length > 1)
}

/** Gives each shape the first of its names that is free, and refers to it from all its places. */
function share<T extends Json>(
  kind: string,
  shapes: readonly Place<T>[][],
  namesOf: (first: Place<T>) => readonly string[],
): Record<string, T> {
  const named: Record<string, T> = {}
  for (const places of shapes) {
    const [first] = places
    if (!first) continue
    const name = namesOf(first).find((each) => !(each in named))
    if (!name) throw new Error(`No name is left for what ${first.operation.operationId} shares`)
    named[name] = first.value
    for (const { put } of places) put({ $ref: `#/components/${kind}/${name}` })
  }
  return named
}

/** A record with keys of a closed list is an object with these fields: generators make no types of `propertyNames`. */
function nameKeysOfRecords(part: unknown): void {
  if (Array.isArray(part)) for (const each of part) nameKeysOfRecords(each)
  if (!isJson(part)) return
  const { propertyNames, additionalProperties, required } = part
  if (isJson(propertyNames) && isJson(additionalProperties) && Array.isArray(required)) {
    part['properties'] = Object.fromEntries(required.map((key) => [String(key), additionalProperties]))
    part['additionalProperties'] = false
    delete part['propertyNames']
  }
  nameKeysOfRecords(Object.values(part))
}

/** Each schema is described as it is read and as it is written; many are only ever one of the two. */
function dropUnused(document: Document): void {
  const { schemas } = document.components
  const used = new Set<string>()
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      visit(schemas[name])
    }
  }
  visit([document.paths, document.webhooks, document.components.parameters, document.components.responses])
  document.components.schemas = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
