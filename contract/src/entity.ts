import type { Field } from './field.ts'
import type { Module } from './modules.ts'
import type { Requirement } from './roles.ts'

/**
 * The kinds of filter: equal to, one of several values, or between two inclusive bounds. `among` is one of several
 * values too, but written with brackets alone, because the name without them means something else.
 */
export type FilterKind = 'is' | 'any' | 'range' | 'among'

/** The match of `_search_by`: the whole value, its beginning, or any part of it (case is ignored). */
export type SearchKind = 'is' | 'prefix' | 'contains'

/** `day`: a date of the business zone. `month`: the first day of one. */
export interface Period {
  readonly field: string
  readonly unit: 'instant' | 'day' | 'month'
}

export interface EntityRoles {
  readonly list: Requirement
  /** Of one row by its id. Default: `list`. */
  readonly get?: Requirement
  readonly create: Requirement
  readonly update: Requirement
  readonly delete: Requirement
}

/**
 * Facts about an entity that hold wherever it appears. Data only: a test walks every description and fails on a
 * function.
 */
export interface Entity {
  /** Singular, in snake_case, as in the specification. */
  readonly name: string
  /** The path below `/v1/`. */
  readonly resource: string
  readonly fields: Readonly<Record<string, Field>>
  readonly filters: Readonly<Record<string, FilterKind>>
  readonly search: Readonly<Record<string, SearchKind>>
  /** The searches that a search over everything asks. */
  readonly find: readonly string[]
  /** Fields that a list may be sorted by. */
  readonly sort: readonly string[]
  readonly defaultSort: string
  /** The field by which a row is of a time, as scheduled reports have it. Absent: rows are of no time. */
  readonly period?: Period
  /** Relations that `_populate` may name: fields of kind `ref` or `refs`. */
  readonly populate: readonly string[]
  /** The fields that a row put in place of its id by `_populate` shows to a caller without the role to list such rows. */
  readonly asRelation: readonly string[]
  readonly roles: EntityRoles
  /** Columns of an export, in order, unless `_columns` names others. */
  readonly export: readonly string[]
  /** Amounts that a list sums below its rows, per currency. All of them share one currency field. */
  readonly totals: readonly string[]
  readonly maxLimit: number
  /** True when the trail of changes has its rows, and whoever may update a row may read them. */
  readonly hasHistory: boolean
  /** The word of the trail of changes for its rows. */
  readonly recordedAs: string
  /** Columns of the trail that are amounts, in minor units of the row's currency, and no field of kind `money`. */
  readonly recordedAmounts: readonly string[]
  /** Columns of the trail that count places from nought, which people count from one. */
  readonly recordedPlaces: readonly string[]
  /** True when there is no list of the rows of all merchants together. */
  readonly ofOneMerchant: boolean
  /** The optional part that it belongs to: without that part it has no addresses. */
  readonly module?: Module
}

type Description<F extends Record<string, Field>, N extends string> = {
  name: N
  resource: string
  fields: F
  filters: { readonly [K in keyof F]?: FilterKind }
  search?: { readonly [K in keyof F]?: SearchKind }
  /** Default: every search by a text or an id of the row's own. */
  find?: readonly (keyof F & string)[]
  sort: readonly (keyof F & string)[]
  /** A leading minus sorts descending. Default: newest first. */
  defaultSort?: `${'-' | ''}${keyof F & string}`
  /** Default: its creation, if the list filters by it. */
  period?: Period & { readonly field: keyof F & string }
  populate?: readonly (keyof F & string)[]
  /** All fields when absent. */
  asRelation?: readonly (keyof F & string)[]
  roles: EntityRoles
  export: readonly (keyof F & string)[]
  totals?: readonly (keyof F & string)[]
  maxLimit?: number
  hasHistory?: boolean
  /** Default: the name of the entity. */
  recordedAs?: string
  recordedAmounts?: readonly string[]
  recordedPlaces?: readonly string[]
  ofOneMerchant?: boolean
  module?: Module
}

export type EntityOf<F extends Record<string, Field>, N extends string = string> = Omit<Entity, 'name' | 'fields'> & {
  readonly name: N
  readonly fields: F
}

// `merchant` alone is the view of one merchant, which every list has.
const filtersOfMerchant = { merchant: 'among' } as const
const byCreation = { period: { field: 'created_at', unit: 'instant' } } as const
const searchOfMerchant = { merchant_name: 'contains' } as const

/**
 * Describes an entity once. All code that lists, filters, sorts, exports, documents or draws the entity reads it. Rows
 * of several merchants can be filtered by merchant, and searched by its name, wherever they are listed.
 */
export function defineEntity<const F extends Record<string, Field>, const N extends string>(
  description: Description<F, N>,
): EntityOf<F, N> {
  return {
    defaultSort: '-created_at',
    populate: [],
    maxLimit: 1000,
    totals: [],
    hasHistory: false,
    recordedAs: description.name,
    recordedAmounts: [],
    recordedPlaces: [],
    ofOneMerchant: false,
    asRelation: Object.keys(description.fields),
    find: Object.keys(description.search ?? {}).filter((name) => description.fields[name]?.entity === undefined),
    ...(description.filters['created_at'] === 'range' ? byCreation : {}),
    ...description,
    search: { ...description.search, ...(isOfMerchant(description) ? searchOfMerchant : {}) },
    filters: {
      ...(description.filters as Record<string, FilterKind>),
      ...(isOfMerchant(description) ? filtersOfMerchant : {}),
    },
  }
}

/** True when each row belongs to a merchant, and names it. */
export const isOfMerchant = ({ fields }: { fields: Readonly<Record<string, Field>> }): boolean =>
  'merchant_name' in fields

/** A row of the entity as it travels: from the SELECT through JSON to the table cell. */
export type Row<E extends { fields: Record<string, Field> }> = {
  [K in keyof E['fields']]: E['fields'][K] extends Field<infer T> ? T : never
}

/** A row in which the named relations are rows themselves. */
export type Populated<E extends { fields: Record<string, Field> }, R extends Record<string, unknown>> = Omit<
  Row<E>,
  keyof R
> &
  R
