import type { Document, Json } from '../../server/src/reference/document.ts'

/**
 * Where a schema is used. The values of an answer may grow, so their type admits others; those of a body may not. `closed`
 * is a value that tells shapes apart.
 */
type Way = 'answer' | 'body' | 'closed'

interface SchemaTypes {
  /** The type of a schema. `name`: it gets a declaration of its own by this name. */
  of(schema: Json, way: Way, name?: string): string
  /** Declares the parameters of an address as an object. */
  query(name: string, parameters: readonly Json[]): string
  /** Declares the body of a webhook, which its `type` tells from others. */
  event(name: string, schema: Json): string
  /** All declarations that the types so far refer to. */
  declarations(): string[]
}

/** TypeScript's types of the JSON schemas that zod makes: what those do not use is an error here, and no `any`. */
export function schemaTypes({ components }: Pick<Document, 'components'>): SchemaTypes {
  const declared = new Map<string, string>()
  const of: SchemaTypes['of'] = (schema, way, name) => {
    if (typeof schema['$ref'] === 'string') return component(schema['$ref'].split('/').at(-1) ?? '', way)
    if (!name) return typeOf(schema, way, of)
    if (schema['type'] === 'array') return `${of(schema['items'] as Json, way, name.replace(/Reply$/, 'Row'))}[]`
    return declare(name, () => typeOf(schema, way, of))
  }
  const component = (name: string, way: Way) => {
    const schema = components.schemas[name]
    if (!schema) throw new Error(`There is no component ${name}`)
    // The number of rows: its name comes from the first entity that is counted.
    if (Object.keys((schema['properties'] ?? {}) as Json).length === 1 && name.endsWith('Reply'))
      return typeOf(schema, way, of).replaceAll(/\s+/g, ' ')
    const suffix = way === 'answer' || name.endsWith('Body') ? '' : 'Body'
    return declare(`${pascal(name)}${suffix}`, () => typeOf(schema, way, of))
  }
  const declare = (name: string, type: () => string) => {
    if (!declared.has(name)) {
      // The name is taken before the type is made, which may refer to itself.
      declared.set(name, '')
      declared.set(name, type())
    }
    return name
  }
  return {
    of,
    query: (name, parameters) => declare(name, () => objectType(parameters.map(parameterField))),
    event: (name, schema) =>
      declare(name, () => {
        const { type, ...others } = schema['properties'] as Record<string, Json>
        const rest = typeOf({ ...schema, properties: others }, 'answer', of)
        return `{ readonly type: ${typeOf(type ?? {}, 'closed', of)} } & ${rest}`
      }),
    declarations: () =>
      [...declared]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .flatMap(([name, type]) => [
          type.startsWith('{\n') && type.indexOf('\n}') === type.length - 2
            ? `export interface ${name} ${type}`
            : `export type ${name} = ${type}`,
          '',
        ]),
  }
}

const pascal = (text: string) => `_${text}`.replaceAll(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())

type Of = (schema: Json, way: Way) => string

function typeOf(schema: Json, way: Way, of: Of): string {
  if ('const' in schema) return literal(schema['const'])
  if (Array.isArray(schema['enum'])) return enumType(schema['enum'], way)
  const choices = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(choices))
    return unionOf((choices as Json[]).filter((each) => !isRelation(each)).map((each) => of(each, way)))
  if (Array.isArray(schema['type']))
    return unionOf(schema['type'].map((type: unknown) => typeOf({ ...schema, type }, way, of)))
  switch (schema['type']) {
    case 'object':
      return recordOrObject(schema, way, of)
    case 'array':
      return listType(schema, way, of)
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return schema['type']
    case undefined:
      return 'unknown'
    default:
      throw new Error(`No type for ${JSON.stringify(schema)}`)
  }
}

/** A row in the place of an id, which only a call with `_populate` gets. */
const isRelation = (schema: Json) => {
  const { description } = (schema['items'] ?? schema) as Json
  return typeof description === 'string' && description.endsWith(', when populated')
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value))

function enumType(values: unknown[], way: Way): string {
  const union = unionOf(values.map(literal))
  return way === 'answer' && values.every((each) => typeof each === 'string') ? `Open<${union}>` : union
}

const unionOf = (types: string[]) => [...new Set(types)].join(' | ')

function recordOrObject(schema: Json, way: Way, of: Of): string {
  const { properties, additionalProperties: others } = schema
  if (!properties) return `Record<string, ${isSchema(others) ? of(others, way) : 'unknown'}>`
  const required = (schema['required'] ?? []) as string[]
  const fields = Object.entries(properties as Record<string, Json>).map(([name, field]) => ({
    name,
    type: of(field, way),
    isOptional: !required.includes(name),
    description: field['description'],
  }))
  return objectType(fields)
}

const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null

function listType(schema: Json, way: Way, of: Of): string {
  if (Array.isArray(schema['prefixItems']))
    return `[${(schema['prefixItems'] as Json[]).map((each) => of(each, way)).join(', ')}]`
  const item = of((schema['items'] ?? {}) as Json, way)
  return /^[\w.<>]+$/.test(item) ? `${item}[]` : `Array<${item}>`
}

interface FieldType {
  name: string
  type: string
  isOptional: boolean
  description?: unknown
}

function objectType(fields: readonly FieldType[]): string {
  if (fields.length === 0) return 'Record<string, never>'
  const lines = fields.flatMap(({ name, type, isOptional, description }) => [
    ...(typeof description === 'string' ? [`/** ${description.replaceAll('*/', '* /')} */`] : []),
    `readonly ${/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`}${isOptional ? '?' : ''}: ${type}${isOptional ? ' | undefined' : ''}`,
  ])
  return `{\n${lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`).join('\n')}\n}`
}

function parameterField(parameter: Json): FieldType {
  const { name, required, description, schema } = parameter
  return {
    name: String(name),
    type: parameterType(schema as Json),
    isOptional: required !== true,
    description,
  }
}

/** What a program gives for a parameter that the address writes as text. */
function parameterType(schema: Json): string {
  const { type, pattern, items } = schema
  const values = schema['enum'] as string[] | undefined
  if (type === 'array') return `ReadonlyArray<${parameterType((items ?? {}) as Json)}>`
  if (values?.join() === 'true,false') return 'boolean'
  if (values) return unionOf(values.filter(Boolean).map(literal))
  if (Array.isArray(schema['anyOf'])) return unionOf((schema['anyOf'] as Json[]).map(parameterType))
  if (typeof pattern === 'string' && pattern.startsWith('^\\d{4}-\\d\\d-\\d\\d(T')) return 'string | Date'
  if (typeof pattern === 'string' && /^\^-?\??\\d\{/.test(pattern) && !pattern.includes('-\\d\\d')) return 'number'
  return 'string'
}
