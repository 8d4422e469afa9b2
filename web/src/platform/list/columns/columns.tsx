import { type Entity, isOfMerchant, type Row } from '@kontor/contract/entity'
import type { ReactNode } from 'react'
import { type AnyRow, Cell } from '../../value/cell.tsx'
import { RowLink } from '../table/row-link.tsx'

/**
 * The place of a column in a row of two lines, for lists that are too narrow for a table: what it is and its amount,
 * below them when it was, whose it is and what became of it. What opens rows below it stands before its name.
 */
export type Place = 'before' | 'name' | 'figure' | 'when' | 'whose' | 'state'

export interface Column<R> {
  readonly name: string
  readonly isRight: boolean
  readonly isSortable: boolean
  /** Shown only when a person switches it on. */
  readonly isExtra: boolean
  /** Columns with a place, but for `whose`, are also the last that a list gives up for an open panel. */
  readonly place?: Place
  readonly render: (row: R) => ReactNode
}

type Name<E extends Entity> = keyof E['fields'] & string

interface Options<E extends Entity, R> {
  /** Columns that can be switched on. */
  extra?: readonly Name<E>[]
  /** Draws columns that need a component of their own. */
  special?: { readonly [K in keyof E['fields']]?: (row: R) => ReactNode }
  /** The columns of the two lines, where `usualPlaces` finds the wrong one; null leaves a place empty. */
  lines?: { readonly [P in Exclude<Place, 'before' | 'whose'>]?: Name<E> | null }
}

/** Columns of an entity, by the names of its fields. A name that begins the row is a link to it. */
export function columnsOf<E extends Entity, R extends Row<E> = Row<E>>(
  entity: E,
  names: readonly Name<E>[],
  { extra = [], special = {}, lines = {} }: Options<E, R> = {},
): Column<R>[] {
  const places = Object.entries({ ...usualPlaces(entity, names), ...lines })
  // The cast is safe: both have only places as their keys.
  const placeOf = (name: string) => places.find(([, at]) => at === name)?.[0] as Place | undefined
  return [...names, ...extra].map((name) => {
    const place = placeOf(name)
    return {
      name,
      isRight: ['money', 'integer', 'decimal'].includes(entity.fields[name]?.kind ?? ''),
      isSortable: entity.sort.includes(name),
      isExtra: extra.includes(name) && !names.includes(name),
      ...(place ? { place } : {}),
      render: special[name] ?? (name === names[0] && place === 'name' ? linked(entity, name) : plain(entity, name)),
    }
  })
}

// The casts are safe: a row is a record of its entity's fields, and Cell looks up each value by the field's kind.
const plain =
  <R,>(entity: Entity, name: string) =>
  (row: R) => <Cell entity={entity} name={name} row={row as AnyRow} />

const linked =
  <R,>(entity: Entity, name: string) =>
  (row: R) => <RowLink row={row as AnyRow}>{plain<R>(entity, name)(row)}</RowLink>

const usualNames = ['merchant_reference', 'name', 'customer_name', 'text']

/** The reference or name, the amount, the first moment or day, and the status. */
function usualPlaces(entity: Entity, names: readonly string[]): Partial<Record<Place, string | undefined>> {
  const ofKind = (...kinds: string[]) => names.find((name) => kinds.includes(entity.fields[name]?.kind ?? ''))
  return {
    name: usualNames.find((name) => names.includes(name)),
    figure: names.find((name) => name === 'amount') ?? ofKind('money'),
    when: ofKind('timestamp', 'date'),
    state: names.find((name) => name === 'status'),
  }
}

/** The columns of a list with rows of several merchants: whose a row is comes second. */
export function withMerchant<R>(entity: Entity, columns: readonly Column<R>[]): readonly Column<R>[] {
  if (!isOfMerchant(entity)) return columns
  const name = 'merchant_name'
  const merchant: Column<R> = {
    name,
    isRight: false,
    isSortable: false,
    isExtra: false,
    place: 'whose',
    render: plain(entity, name),
  }
  return columns.toSpliced(1, 0, merchant)
}
