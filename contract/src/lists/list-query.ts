import { z } from 'zod'
import { isoInstant, isRealDate } from '../dates.ts'
import type { Entity, FilterKind, SearchKind } from '../entity.ts'
import type { Field } from '../field.ts'
import { isStorable } from '../texts/storable-text.ts'
import { uuidPattern } from '../uuid.ts'
import { defaultLimit, type ExportFormat, exportFormats, mostValues } from './list-defaults.ts'
import type { Query } from './query-string.ts'

export { defaultLimit, type ExportFormat } from './list-defaults.ts'

/** A parsed list address: the server builds the SQL from it, and the filter bar shows it. */
export interface ListQuery {
  filters: Filter[]
  search?: { by: string; kind: SearchKind; text: string }
  sort: { field: string; descending: boolean }
  limit: number
  skip: number
  /** The page begins after, or ends before, the row with these values in the order of the list. */
  cursor?: { side: 'after' | 'before'; value: FilterValue; id: string }
  populate: string[]
  /** Both narrow the rows that the session may see; they never add any. */
  merchant?: string
  organisation?: string
  /** Used by exports only. */
  format: ExportFormat
  columns: string[]
  /** An id with which the caller asks how many rows the file has so far. */
  progress?: string
}

export type Filter =
  | { field: string; op: 'in'; values: FilterValue[] }
  | { field: string; op: 'from' | 'to'; value: FilterValue }
export type FilterValue = string | number | boolean

const maxSkip = 10_000_000

export type ListQueryResult = { query: ListQuery } | { details: Record<string, string> }

/**
 * Checks an address against the entity. `details` names every unknown parameter or value, keyed `query.{parameter}`.
 */
export function parseListQuery(entity: Entity, query: Query): ListQueryResult {
  const schema = listQuerySchema(entity)
  const result = schema.safeParse(dropEmpty(schema, query))
  return result.success ? { query: result.data } : { details: byParameter(detailsOf(result.error, 'query', query)) }
}

/** An error in a list of values names the parameter, not the position within the list. */
const byParameter = (details: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(details).map(([path, reason]) => [reason === 'unknown' ? path : path.replace(/\.\d+$/, ''), reason]),
  )

/** Paths and short reasons of a zod error about `given`: `{ 'body.amount': 'too_large' }`. */
export function detailsOf(error: z.ZodError, root: string, given: unknown): Record<string, string> {
  return Object.fromEntries(
    error.issues
      .flatMap(ofItsForm)
      .flatMap((issue) =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.map((key) => [[root, ...issue.path, key].join('.'), 'unknown'] as const)
          : [[[root, ...issue.path].join('.'), reasonOf(issue, given)] as const],
      ),
  )
}

/** A value that may have several forms is judged by the form that it has. */
function ofItsForm(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const isOther = ({ code, path }: z.core.$ZodIssue) => code === 'invalid_type' && path.length === 0
  const [its, ...others] = issue.errors.filter((issues) => !issues.some(isOther))
  if (!its || others.length > 0) return [issue]
  return its.flatMap((each) => ofItsForm({ ...each, path: [...issue.path, ...each.path] }))
}

const ofTheValue: readonly string[] = ['invalid_type', 'invalid_value', 'invalid_format']

/** A missing value is `required`, whatever reason its schema gives for a wrong one. */
function reasonOf(issue: z.core.$ZodIssue, given: unknown): string {
  if (ofTheValue.includes(issue.code) && isMissing(given, issue.path)) return 'required'
  if (/^[a-z][a-zA-Z0-9_]*$/.test(issue.message)) return issue.message
  if (issue.code === 'invalid_type') return 'invalid_type'
  if (issue.code === 'too_small') return 'too_small'
  if (issue.code === 'too_big') return 'too_large'
  return 'invalid_value'
}

/** False within a text that its schema takes apart: the whole of it was given. */
function isMissing(given: unknown, [key, ...rest]: readonly PropertyKey[]): boolean {
  if (key === undefined) return given === undefined
  return typeof given === 'object' && given !== null && isMissing(Reflect.get(given, key), rest)
}

/**
 * Drops the empty values of the parameters that the schema of an address names. Any other stays, to be refused:
 * `?amount>100` is a parameter of this name without a value, and would filter nothing.
 */
export function dropEmpty(schema: z.ZodType, query: Query): Query {
  const known = namesIn(schema)
  return Object.fromEntries(
    Object.entries(query)
      .map(([key, value]) => [key, key.endsWith('[]') ? [value].flat().filter(Boolean) : value] as const)
      .filter(([key, value]) => value.length > 0 || !known.includes(key)),
  )
}

function namesIn(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodPipe) return namesIn(schema.in)
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

const parameterSchemas = new WeakMap<Entity, z.ZodType<ListQuery>>()

function listQuerySchema(entity: Entity): z.ZodType<ListQuery> {
  const known = parameterSchemas.get(entity)
  if (known) return known
  const schema = listParameters(entity).transform((parameters, context) => {
    const cursor = cursorOf(entity, parameters)
    if (cursor && 'refused' in cursor) {
      context.addIssue({ code: 'custom', path: [cursor.parameter], message: cursor.refused })
      return z.NEVER
    }
    return { ...understood(entity, parameters), ...(cursor ? { cursor } : {}) }
  })
  parameterSchemas.set(entity, schema)
  return schema
}

/** The parameters of an entity's lists as a strict object schema; also the source of the OpenAPI description. */
export function listParameters(entity: Entity) {
  const filters = Object.entries(entity.filters).flatMap(([name, kind]) => {
    const value = filterValue(fieldOf(entity, name))
    if (kind === 'is') return [[name, value]]
    if (kind === 'among') return [[`${name}[]`, z.array(value).max(mostValues, 'too_many')]]
    if (kind === 'any')
      return [
        [name, value],
        [`${name}[]`, z.array(value).max(mostValues, 'too_many')],
      ]
    return [
      [name, value],
      [`${name}>`, value],
      [`${name}<`, value],
    ]
  })
  return z.strictObject({
    ...(Object.fromEntries(filters.map(([key, schema]) => [key, (schema as z.ZodType).optional()])) as Record<
      string,
      z.ZodOptional<z.ZodType<FilterValue | FilterValue[]>>
    >),
    _search_by: z.enum(['', ...Object.keys(entity.search)] as [string, ...string[]]).optional(),
    _search: z.string().max(200, 'too_long').optional(),
    _sort: z.enum(entity.sort.flatMap((name) => [name, `-${name}`]) as [string, ...string[]]).optional(),
    _limit: wholeNumber(1, entity.maxLimit).optional(),
    _skip: wholeNumber(0, maxSkip).optional(),
    _after: cursorText.optional(),
    _before: cursorText.optional(),
    _populate: z
      .union([z.string(), z.array(z.string())])
      .transform((value) => [value].flat().flatMap((names) => names.split(',')))
      .pipe(z.array(z.enum(['', ...entity.populate] as [string, ...string[]])))
      .optional(),
    '_populate[]': z.array(z.enum(['', ...entity.populate] as [string, ...string[]])).optional(),
    ...parametersOfView,
    format: z.enum(exportFormats).optional(),
    _progress: idValue
      .meta({
        description: 'For an export: an id of your choice. /v1/export/{id} then has the number of its rows so far.',
      })
      .optional(),
    _columns: z
      .string()
      .transform((value) => value.split(','))
      .pipe(z.array(z.enum(Object.keys(entity.fields) as [string, ...string[]])).max(100))
      .meta({
        description: `For an export: the fields of the file, in this order, with commas between them. Any other name is refused. ${Object.keys(entity.fields).join(', ')}`,
      })
      .optional(),
  })
}

const cursorText = z.string().max(300, 'too_long').meta({
  description:
    'The value of the sorted field and the id of a row, with a comma between them. Gives the page after or before that row.',
})

function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,16}$/, 'must_be_an_integer')
    .transform(Number)
    .pipe(z.int().min(min, 'too_small').max(max, 'too_large'))
}

function fieldOf(entity: Entity, name: string): Field {
  const field = entity.fields[name]
  if (!field) throw new TypeError(`${entity.name} has no field ${name}`)
  return field
}

const idValue = z
  .string()
  .regex(uuidPattern, 'invalid_id')
  .transform((value) => value.toLowerCase())

/** The merchant, and the part of its tree, to which a request narrows itself. */
export const parametersOfView = {
  merchant: idValue.optional().meta({ description: 'Only what is of this merchant' }),
  organisation: idValue.optional().meta({ description: 'Only what is of this organisation and those below it' }),
}

function filterValue(field: Field): z.ZodType<FilterValue> {
  switch (field.kind) {
    case 'id':
    case 'ref':
    case 'refs':
      return idValue
    case 'money':
    case 'integer':
      return z
        .string()
        .regex(/^-?\d{1,16}$/, 'must_be_an_integer')
        .transform(Number)
        .pipe(z.int('too_large'))
    case 'decimal':
      return z
        .string()
        .regex(/^-?\d{1,15}(\.\d{1,6})?$/, 'must_be_a_number')
        .transform(Number)
    case 'boolean':
      return z.enum(['true', 'false']).transform((value) => value === 'true')
    case 'timestamp':
      return instantOrDay
    case 'date':
      return z
        .string()
        .regex(/^\d{4}-\d\d-\d\d$/, 'invalid_date')
        .refine(isRealDate, 'invalid_date')
    case 'choice':
    case 'choices':
      return z.enum((field.choices ?? []) as [string, ...string[]])
    case 'country':
      return z.string().regex(/^[A-Z]{2}$/, 'invalid_country')
    case 'currency':
      return z.string().regex(/^[A-Z]{3}$/, 'invalid_currency')
    case 'gateway':
    case 'text':
    case 'texts':
    case 'conditions':
      return z.string().max(200, 'too_long').refine(isStorable, 'invalid_text')
  }
}

/** An instant, or a day of the reader's zone. */
export const instantOrDay = z.string().regex(isoInstant, 'invalid_date').refine(isRealDate, 'invalid_date')

type Cursor = NonNullable<ListQuery['cursor']>

/** The place of a row in the order of `_sort`. A field that may be null cannot give such a place. */
function cursorOf(entity: Entity, parameters: Parameters): Cursor | { parameter: string; refused: string } | undefined {
  const side = parameters._after ? 'after' : 'before'
  const text = parameters._after || parameters._before
  if (!text) return undefined
  const parameter = `_${side}`
  if (parameters._after && parameters._before) return { parameter: '_before', refused: 'not_with_after' }
  const field = fieldOf(entity, sortOf(entity, parameters).field)
  if (field.optional) return { parameter, refused: 'not_with_this_sort' }
  const comma = text.lastIndexOf(',')
  const id = idValue.safeParse(text.slice(comma + 1))
  const value = filterValue(field).safeParse(text.slice(0, Math.max(comma, 0)))
  if (!id.success || !value.success) return { parameter, refused: 'invalid_value' }
  if (field.kind === 'timestamp' && String(value.data).length <= 10) return { parameter, refused: 'invalid_value' }
  return { side, value: value.data, id: id.data }
}

function sortOf(entity: Entity, { _sort = entity.defaultSort }: Parameters): ListQuery['sort'] {
  return { field: _sort.replace(/^-/, ''), descending: _sort.startsWith('-') }
}

type Parameters = z.output<ReturnType<typeof listParameters>>

function understood(entity: Entity, parameters: Parameters): ListQuery {
  const by = parameters._search_by || Object.keys(entity.search)[0]
  const kind = by ? entity.search[by] : undefined
  return {
    filters: Object.entries(entity.filters).flatMap(([name, kind]) => filtersOf(name, kind, parameters)),
    ...(by && kind && parameters._search ? { search: { by, kind, text: parameters._search } } : {}),
    sort: sortOf(entity, parameters),
    limit: parameters._limit ?? defaultLimit,
    skip: parameters._skip ?? 0,
    populate: [...new Set([...(parameters._populate ?? []), ...(parameters['_populate[]'] ?? [])].filter(Boolean))],
    ...(parameters.merchant ? { merchant: parameters.merchant } : {}),
    ...(parameters.organisation ? { organisation: parameters.organisation } : {}),
    format: parameters.format ?? 'csv',
    columns: parameters._columns ?? [...entity.export],
    ...(parameters._progress ? { progress: parameters._progress } : {}),
  }
}

function filtersOf(field: string, kind: FilterKind, parameters: Parameters): Filter[] {
  const values = parameters as Record<string, FilterValue | FilterValue[] | undefined>
  const one = kind === 'among' ? undefined : values[field]
  const many = values[`${field}[]`]
  const from = values[`${field}>`]
  const to = values[`${field}<`]
  return [
    ...(one === undefined ? [] : [{ field, op: 'in' as const, values: [one].flat() }]),
    ...(many === undefined ? [] : [{ field, op: 'in' as const, values: [many].flat() }]),
    ...(from === undefined || Array.isArray(from) ? [] : [{ field, op: 'from' as const, value: from }]),
    ...(to === undefined || Array.isArray(to) ? [] : [{ field, op: 'to' as const, value: to }]),
  ]
}
