import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import dataTable from '../../../ui/table/data-table.module.css'
import fade from '../../../ui/table/fade.module.css'
import { useWidth } from '../../../ui/use-width.ts'
import { useKey } from '../../keys.ts'
import { SelectPage, SelectRow } from '../bulk/selection-cells.tsx'
import type { Selection } from '../bulk/use-selection.ts'
import type { Column } from '../columns/columns.tsx'
import { useFittingColumns } from '../columns/fitting-columns.ts'
import styles from './data-table.module.css'
import { useKeptPlace } from './kept-place.ts'
import { LinesCell, LinesHeader } from './row-lines.tsx'

interface DataTableProps<R extends { id: string }> {
  label: string
  columns: readonly Column<R>[]
  nameOf: (column: Column<R>) => string
  /** Undefined while the first rows load. */
  rows: readonly R[] | undefined
  pageSize: number
  isStale: boolean
  sort: { field: string; descending: boolean }
  onSort: (field: string) => void
  openId: string | undefined
  onOpen: (row: R) => void
  /** A key opens a row, or follows the link to it. */
  onEnter: (id: string) => void
  /** Set when several rows can be selected. */
  selection?: Selection<R> | undefined
}

/** A list that is narrower than this shows rows of two lines: so is one beside the navigation of an upright tablet. */
const narrow = 500

/** A list that is narrower than this, as on a small laptop, folds columns away; a wider one scrolls sideways for the last of them. */
const folding = 960

/** A table whose rows open by click or Enter. The arrow keys move from row to row, and an open panel follows them. */
export function DataTable<R extends { id: string }>(props: DataTableProps<R>) {
  const { t } = useTranslation()
  const { selection } = props
  const hasRows = (props.rows?.length ?? 0) > 0
  useKey({ keys: ['↑', '↓'], label: 'keys.rows' }, hasRows)
  useKey({ keys: ['Enter'], label: 'keys.open' }, hasRows)
  const body = useRef<HTMLTableSectionElement>(null)
  const { ref: box, width } = useWidth<HTMLDivElement>(0, true)
  const isNarrow = width > 0 && width < narrow
  const columns = useFittingColumns({
    columns: props.columns,
    box,
    of: [width, props.rows, props.columns.map(({ name }) => name).join(' ')],
    isWanted: !isNarrow && (props.openId !== undefined || (width > 0 && width < folding)),
    keepsChosen: props.openId === undefined,
  })
  const place = useKeptPlace(box, [props.openId, width, columns.length])
  const focusable = props.rows?.some((row) => row.id === props.openId) ? props.openId : props.rows?.[0]?.id

  function onKey(event: KeyboardEvent<HTMLTableRowElement>, row: R) {
    // Enter on the link to the row is followed by a click on it.
    if (event.key === 'Enter' && isRowLink(event.target)) props.onEnter(row.id)
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      place.hold(row.id)
      props.onEnter(row.id)
      props.onOpen(row)
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const at = (props.rows?.indexOf(row) ?? 0) + step
    const next = props.rows?.[at]
    const element = body.current?.rows[at]
    if (!next || !element) return
    element.focus()
    place.hold(next.id)
    if (props.openId) props.onOpen(next)
  }

  return (
    <div ref={box} className={`${dataTable.scroll} ${fade.fade}`} data-scroll-restoration-id="rows">
      <table className={dataTable.table} aria-label={props.label} aria-busy={props.rows === undefined || props.isStale}>
        <thead>
          <tr>
            {selection && <SelectPage selection={selection} count={props.rows?.length ?? 0} />}
            {isNarrow ? (
              <LinesHeader {...props} />
            ) : (
              columns.map((column) => <Header key={column.name} column={column} {...props} />)
            )}
          </tr>
        </thead>
        <tbody ref={body} data-stale={props.isStale || undefined}>
          {props.rows === undefined ? (
            <SkeletonRows
              {...props}
              columns={isNarrow ? columns.slice(0, 1) : columns}
              isNarrow={isNarrow}
              label={t('state.loading')}
            />
          ) : (
            props.rows.map((row) => (
              <tr
                key={row.id}
                data-row={row.id}
                tabIndex={row.id === focusable ? 0 : -1}
                aria-current={row.id === props.openId || undefined}
                data-chosen={selection?.isSelected(row) || undefined}
                onClick={() => {
                  place.hold(row.id)
                  props.onOpen(row)
                }}
                onKeyDown={(event) => onKey(event, row)}
              >
                {selection && <SelectRow selection={selection} row={row} />}
                {isNarrow ? (
                  <LinesCell columns={props.columns} nameOf={props.nameOf} row={row} />
                ) : (
                  columns.map((column) => (
                    <td key={column.name} data-right={column.isRight || undefined}>
                      {column.render(row)}
                    </td>
                  ))
                )}
              </tr>
            ))
          )}
        </tbody>
      </table>
    </div>
  )
}

const isRowLink = (target: EventTarget): boolean => target instanceof Element && target.matches('[data-opens-row]')

interface HeaderProps<R> {
  column: Column<R>
  nameOf: (column: Column<R>) => string
  sort: { field: string; descending: boolean }
  onSort: (field: string) => void
}

function Header<R>({ column, nameOf, sort, onSort }: HeaderProps<R>) {
  const isSorted = sort.field === column.name
  const direction = sort.descending ? 'descending' : 'ascending'
  const Arrow = sort.descending ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      data-column={column.name}
      data-right={column.isRight || undefined}
      aria-sort={column.isSortable ? (isSorted ? direction : 'none') : undefined}
    >
      {column.isSortable ? (
        <UnstyledButton className={styles.sort} onClick={() => onSort(column.name)}>
          {nameOf(column)}
          <Arrow size={14} aria-hidden="true" data-visible={isSorted || undefined} />
        </UnstyledButton>
      ) : (
        nameOf(column)
      )}
    </th>
  )
}

/** More rows than this are below the edge of any screen. */
const mostOutlines = 50

type SkeletonProps<R extends { id: string }> = Pick<DataTableProps<R>, 'columns' | 'pageSize' | 'selection'>

/** Outlines of as many rows as the page asks for, each in its later place. */
function SkeletonRows<R extends { id: string }>(props: SkeletonProps<R> & { label: string; isNarrow: boolean }) {
  return Array.from({ length: Math.min(props.pageSize, mostOutlines) }, (_, row) => `row-${row}`).map((key, row) => (
    <tr key={key} aria-hidden={row > 0 || undefined}>
      {props.selection && <td />}
      {props.columns.map(({ name, isRight }, column) => (
        <td key={name} className={props.isNarrow ? styles.tall : undefined} data-right={isRight || undefined}>
          <Skeleton
            display="inline-block"
            height={12}
            width={64 + ((row * 31 + column * 17) % 48)}
            {...(row === 0 && column === 0 && { role: 'status', 'aria-label': props.label })}
          />
        </td>
      ))}
    </tr>
  ))
}
