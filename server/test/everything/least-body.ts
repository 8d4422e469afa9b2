/** The part of JSON Schema that the bodies in `/v1/openapi.json` use. */
interface Shape {
  $ref?: string
  anyOf?: Shape[]
  enum?: unknown[]
  type?: string
  format?: string
  pattern?: string
  minLength?: number
  minimum?: number
  minItems?: number
  items?: Shape
  properties?: Record<string, Shape>
  required?: string[]
}

interface Operation {
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: { content: Record<string, { schema: Shape } | undefined> }
}
export interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Shape> }
}

const examples: Record<string, string> = {
  '^#[0-9a-f]{6}$': '#123456',
  '^[A-Z]{3}$': 'EUR',
  '^([01]\\d|2[0-3]):[0-5]\\d$': '06:00',
  '^\\d{4}$': '5999',
  '^(19|20)\\d\\d-(0[1-9]|1[0-2])$': '2026-01',
  '^[A-Z0-9]{4,4}$': 'KNTR',
  '^[A-Z0-9]{1,4}$': 'INT',
  '^[A-Z0-9]{2,2}$': 'SA',
  '^[A-Z0-9]{1,10}$': '113100',
  '^[A-Z0-9]{1,2}$': 'V1',
  '\\[(?:url|enter_password_button)\\]': '[url]',
}
/** Texts whose form the description does not have. */
const fields: Record<string, string | undefined> = { time_zone: 'Europe/Amsterdam', iban: 'NL91ABNA0417164300' }
export const isUuid = (pattern = '') => pattern.startsWith('^[0-9a-f]{8}-')

/**
 * The smallest valid body of an operation, made from its description: its required fields, or, if none is required, its
 * first field that is not an id. Ids come from `idOf(field)`.
 */
export function leastBody(document: Document, operation: Operation, idOf: (field: string) => string): object {
  const schema = operation.requestBody?.content['application/json']?.schema
  return schema ? (exampleOf(document, schema, '', idOf) as object) : {}
}

function exampleOf(document: Document, given: Shape, field: string, idOf: (field: string) => string): unknown {
  const shape = resolved(document, given)
  if (shape.anyOf)
    return shape.anyOf.some(({ type }) => type === 'null')
      ? null
      : exampleOf(document, shape.anyOf[0] ?? {}, field, idOf)
  if (shape.enum) return shape.enum[0]
  if (shape.type === 'integer' || shape.type === 'number') return shape.minimum ?? 1
  if (shape.type === 'boolean') return true
  if (shape.type === 'array')
    return Array.from({ length: shape.minItems ?? 0 }, () => exampleOf(document, shape.items ?? {}, field, idOf))
  if (shape.type === 'object') return objectOf(document, shape, idOf)
  if (isUuid(shape.pattern)) return idOf(field)
  if (shape.format === 'email') return 'somebody@test.example'
  const known = fields[field]
  if (known !== undefined) return known
  const text = shape.pattern ? examples[shape.pattern] : 'x'.repeat(shape.minLength ?? 1)
  if (text === undefined) throw new Error(`${field}: give least-body.ts an example of ${shape.pattern}`)
  return text
}

function objectOf(
  document: Document,
  { properties = {}, required = [] }: Shape,
  idOf: (field: string) => string,
): object {
  const optional = Object.entries(properties).find(([, shape]) => !isUuid(resolved(document, shape).pattern))
  const names = required.length > 0 ? required : optional ? [optional[0]] : []
  return Object.fromEntries(names.map((name) => [name, exampleOf(document, properties[name] ?? {}, name, idOf)]))
}

export const resolved = ({ components }: Document, shape: Shape): Shape =>
  shape.$ref ? (components.schemas[shape.$ref.replace('#/components/schemas/', '')] ?? {}) : shape
