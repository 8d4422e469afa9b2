import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { AnyRow } from '../../value/cell.tsx'
import type { Column, Place } from '../columns/columns.tsx'
import styles from './row-lines.module.css'

interface LinesProps<R> {
  columns: readonly Column<R>[]
  nameOf: (column: Column<R>) => string
}

/** A row in two lines: what it is and its amount, when it was, whose it is among several merchants' and what became of it. */
export function LinesCell<R>({ columns, nameOf, row }: LinesProps<R> & { row: R }) {
  const at = (place: Place) => columns.find((column) => column.place === place)?.render(row)
  const whose = columns.find(({ place }) => place === 'whose')
  // The cast is safe: a row is a record of its entity's fields.
  const isOfSomebody = whose && (row as AnyRow)[whose.name] !== null
  const chosen = columns.filter(({ place, isExtra }) => isExtra && place === undefined)
  return (
    <td className={styles.cell}>
      <div className={styles.line}>
        {at('before')}
        <span className={styles.name}>{at('name')}</span>
        <span className={styles.figure}>{at('figure')}</span>
      </div>
      <div className={styles.line}>
        <span className={styles.when}>{at('when')}</span>
        {isOfSomebody && <span className={styles.whose}>{whose.render(row)}</span>}
        <span className={styles.state}>{at('state')}</span>
      </div>
      {/* Columns that the reader switched on are wanted here as well. */}
      {chosen.map((column) => (
        <div key={column.name} className={styles.line}>
          <span className={styles.when}>{nameOf(column)}</span>
          <span className={styles.state}>{column.render(row)}</span>
        </div>
      ))}
    </td>
  )
}

interface LinesHeaderProps<R> extends LinesProps<R> {
  sort: { field: string; descending: boolean }
  onSort: (field: string) => void
}

/** The orders of the list, a button each: rows of two lines have no columns to put them above. */
export function LinesHeader<R>({ columns, nameOf, sort, onSort }: LinesHeaderProps<R>) {
  const sortable = columns.filter(({ isSortable }) => isSortable)
  const isSorted = sortable.some(({ name }) => name === sort.field)
  const direction = sort.descending ? 'descending' : 'ascending'
  const Arrow = sort.descending ? IconArrowDown : IconArrowUp
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined}>
      <span className={styles.orders}>
        {sortable.map((column) => (
          <UnstyledButton
            key={column.name}
            className={styles.order}
            aria-current={column.name === sort.field || undefined}
            onClick={() => onSort(column.name)}
          >
            {nameOf(column)}
            {column.name === sort.field && <Arrow size={14} aria-hidden="true" />}
          </UnstyledButton>
        ))}
      </span>
    </th>
  )
}
