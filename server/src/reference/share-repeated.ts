import { type Document, type Json, type Operation, operationsOf, type Response } from './document.ts'

/**
 * Moves everything that several operations share into the components and refers to it: parameters, the refusal, bodies,
 * answers and rows.
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

/** A value in the document, with the function that replaces it. */
interface Place<T> {
  operation: Operation
  value: T
  put: (reference: Reference) => void
}

// This is a type and not an interface, because only a type is assignable to JSON.
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

/** The number of areas whose operations use a parameter: the most widely used one gets the plain name. */
const tagsOf = (places: readonly Place<Json>[]) => new Set(places.map(({ operation }) => operation.tags[0])).size

/** `created_at>`, `created_at<` and `status[]`, with only the letters that component names allow. */
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

/** True for an object with fields, or a union of such. A list of rows is as short as a reference. */
const isWorthAName = ({ value }: Place<Json>) =>
  'anyOf' in value || (isJson(value['properties']) && Object.keys(value['properties']).length > 0)

/** Files come in a few sets of formats; of answers, the schema is shared. */
const responseName = (status: string, { content = {} }: Response): string | undefined => {
  if (status === '204') return 'done'
  if (status === '4XX') return 'problem'
  return Object.values(content).some(({ schema }) => schema['format'] === 'binary') ? 'file' : undefined
}

function shareResponses(operations: readonly Operation[]): Record<string, Json> {
  const places = operations.flatMap((operation) =>
    Object.entries(operation.responses)
      .map(([status, value]) => ({ status, value, name: responseName(status, value) }))
      .filter(({ name }) => name !== undefined)
      .map(({ status, value, name }) => ({
        operation,
        value: { name, ...value },
        put: (reference: Reference) => {
          operation.responses[status] = reference
        },
      })),
  )
  const named = share('responses', repeated(places), ({ operation, value: { name } }) => [
    String(name),
    `${operation.operationId}_${name}`,
  ])
  return Object.fromEntries(Object.entries(named).map(([key, { name: _, ...response }]) => [key, response]))
}

/** The places of each value that occurs more than once. */
function repeated<T extends Json>(places: readonly Place<T>[]): Place<T>[][] {
  const groups = Object.values(Object.groupBy(places, ({ value }) => JSON.stringify(value)))
  return groups.filter((group) => group !== undefined).filter((group) => group.length > 1)
}

/** Gives each shape the first free one of its names, and replaces it by a reference in all its places. */
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

/**
 * Turns a record with keys of a closed list into an object with these fields, because generators make no types of
 * `propertyNames`.
 */
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

/** Removes unused components: each schema is described for reading and for writing, and many are used for one only. */
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
