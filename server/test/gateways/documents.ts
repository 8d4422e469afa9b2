import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PackageTypes, schemasFromTypes } from './schemas-from-types.ts'

/**
 * What a gateway publishes about its requests and answers. It is taken from the gateway's OpenAPI document where there is
 * one, and else from the types of its npm package. The documents are not ours to copy into the project.
 */
export interface GatewayDocument {
  /** For the names of tests: where the schemas come from. */
  from: string
  operations: readonly DocumentedOperation[]
  /** The whole file; undefined: there is none, and the schemas are made from types. */
  file: unknown
}

export interface DocumentedOperation {
  /** The name of one of the gateway's addresses, as in its manifest. */
  address: string
  method: string
  /** As in the document, with `{names}` in place of values. */
  path: string
  query: readonly { name: string; required: boolean }[]
  /** Absent: the request has no body. */
  request?: object | undefined
  /** What the file, which is a cut, left out of the requests: the types say it. */
  leftOut?: { isIn: (body: unknown) => boolean; request: object } | undefined
  /** By status. A schema of undefined: the answer has no body. */
  answers: Readonly<Record<string, object | undefined>>
}

export interface DocumentSource {
  /** A file in the folder of documents; absent: there is none that we may use. */
  file?: string
  /** The paths of the file by the name of the address, in the form of OpenAPI. */
  paths?: (file: never) => Readonly<Record<string, OpenApiPaths>>
  types: PackageTypes
  operations: readonly OperationInTypes[]
}

/** An operation as the types have it. With a file, what the file says of the operation takes its place. */
export interface OperationInTypes {
  address: string
  method: string
  path: string
  query?: readonly { name: string; required: boolean }[]
  /** Expressions of types, such as `checkout.PaymentRequest`. */
  request?: string
  /** Requests that the file, which is a cut, has no schema for. The types hold for these. */
  isLeftOut?: (body: unknown) => boolean
  answers: Readonly<Record<string, string | undefined>>
}

interface Content {
  content?: Readonly<Record<string, { schema?: object }>>
}
interface OpenApiOperation {
  parameters?: readonly { name: string; in: string; required?: boolean }[]
  requestBody?: Content
  responses: Readonly<Record<string, Content>>
}
type OpenApiPaths = Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>

/** The folder of documents: of the environment, or beside the checkout. */
const folder = process.env.KONTOR_GATEWAY_DOCUMENTS ?? join(import.meta.dirname, '../../../../shared/data/gateways')

export function openDocument(source: DocumentSource): GatewayDocument {
  const path = source.file && join(folder, source.file)
  return path && existsSync(path) ? fromFile(source, path) : fromTypes(source)
}

function fromFile(source: DocumentSource, path: string): GatewayDocument {
  const file: unknown = JSON.parse(readFileSync(path, 'utf8'))
  // The source that names the file knows its form.
  const paths = source.paths?.(file as never) ?? {}
  const beyond = source.operations.flatMap(({ isLeftOut, request }) => (isLeftOut && request ? [request] : []))
  const inTypes = beyond.length > 0 ? schemasFromTypes(source.types, beyond) : new Map<string, object>()
  const operations = source.operations.map(({ isLeftOut, ...named }) => {
    const { address, method, path: template } = named
    const found = paths[address]?.[template]?.[method.toLowerCase()]
    if (!found) throw new Error(`${source.file} has no ${method} ${template}`)
    const query = (found.parameters ?? []).filter(({ in: where }) => where === 'query')
    const documented = Object.entries(found.responses).map(([status, answer]) => [status, schemaOf(answer)] as const)
    const isUnsaid = (status: string) => !documented.some(([each]) => each[0] === status[0])
    // A document without any refusal says nothing about their form.
    const unsaid = Object.keys(named.answers).filter(isUnsaid)
    const answers = [...documented, ...unsaid.map((status) => [status, {}] as const)]
    const request = inTypes.get(named.request ?? '')
    return {
      ...{ address, method, path: template },
      query: query.map(({ name, required = false }) => ({ name, required })),
      request: found.requestBody && schemaOf(found.requestBody),
      leftOut: isLeftOut && request && { isIn: isLeftOut, request },
      answers: Object.fromEntries(answers),
    }
  })
  return { from: `the document ${source.file}`, operations, file }
}

/** The first kind of content: gateways have one. */
function schemaOf({ content = {} }: Content): object | undefined {
  const [first] = Object.values(content)
  // OpenAPI 3.0 says `nullable` where JSON Schema has a type of its own.
  return first?.schema && (nullableAsType(first.schema) as object)
}

function nullableAsType(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nullableAsType)
  if (!value || typeof value !== 'object') return value
  const { nullable, ...rest } = value as Record<string, unknown>
  const same = Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, nullableAsType(each)]))
  if (nullable === true) return { anyOf: [same, { type: 'null' }] }
  // A property may be named so.
  return nullable === undefined || nullable === false ? same : { ...same, nullable: nullableAsType(nullable) }
}

function fromTypes({ types, operations }: DocumentSource): GatewayDocument {
  const named = operations.flatMap(({ request, answers }) => [request, ...Object.values(answers)])
  const schemas = schemasFromTypes(
    types,
    named.filter((each) => each !== undefined),
  )
  const schema = (expression: string | undefined) => (expression === undefined ? undefined : schemas.get(expression))
  return {
    from: `the types of ${types.package}`,
    operations: operations.map(({ query = [], request, answers, isLeftOut: _, ...operation }) => ({
      ...operation,
      query,
      request: schema(request),
      answers: Object.fromEntries(Object.entries(answers).map(([status, each]) => [status, schema(each)])),
    })),
    file: undefined,
  }
}
