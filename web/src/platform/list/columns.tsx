import { type Entity, isOfMerchant, type Row } from '@kontor/contract/entity'
import type { ReactNode } from 'react'
import { type AnyRow, Cell } from '../value/cell.tsx'

export interface Column<R> {
  readonly name: string
  readonly isRight: boolean
  readonly isSortable: boolean
  /** Shown only when a person switches it on. */
  readonly isExtra: boolean
  readonly render: (row: R) => ReactNode
}

/**
 * Columns of an entity, by the names of its fields. `extra` columns can be switched on; `special` draws columns that
 * need a component of their own.
 */
export function columnsOf<E extends Entity, R extends Row<E> = Row<E>>(
  entity: E,
  names: readonly (keyof E['fields'] & string)[],
  {
    extra = [],
    special = {},
  }: {
    extra?: readonly (keyof E['fields'] & string)[]
    special?: { readonly [K in keyof E['fields']]?: (row: R) => ReactNode }
  } = {},
): Column<R>[] {
  return [...names, ...extra].map((name) => ({
    name,
    isRight: ['money', 'integer', 'decimal'].includes(entity.fields[name]?.kind ?? ''),
    isSortable: entity.sort.includes(name),
    isExtra: extra.includes(name) && !names.includes(name),
    // The cast is safe: a row is a record of its entity's fields, and Cell looks up each value by the field's kind.
    render: special[name] ?? ((row) => <Cell entity={entity} name={name} row={row as AnyRow} />),
  }))
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
    render: (row) => <Cell entity={entity} name={name} row={row as AnyRow} />,
  }
  return columns.toSpliced(1, 0, merchant)
}
