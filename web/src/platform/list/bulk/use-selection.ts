import { useRef, useState } from 'react'

export interface Selection<R> {
  rows: readonly R[]
  isSelected: (row: R) => boolean
  /** `isRange` selects every row from the last selected one to this one. */
  toggle: (row: R, isRange: boolean) => void
  toggleAll: () => void
  clear: () => void
}

/**
 * The selected rows of the page on screen. Another page, order or filter clears the selection, so that every selected
 * row is visible.
 */
export function useSelection<R extends { id: string }>(page: string, rows: readonly R[] = []): Selection<R> {
  const [chosen, setChosen] = useState<{ page: string; ids: ReadonlySet<string> }>({ page, ids: new Set() })
  const last = useRef<string>(undefined)
  const ids = chosen.page === page ? chosen.ids : new Set<string>()
  const selected = rows.filter(({ id }) => ids.has(id))
  const choose = (next: Iterable<string>) => setChosen({ page, ids: new Set(next) })

  function toggle(row: R, isRange: boolean) {
    const at = rows.findIndex(({ id }) => id === row.id)
    const from = isRange ? rows.findIndex(({ id }) => id === last.current) : -1
    const range = (from < 0 ? [row] : rows.slice(Math.min(at, from), Math.max(at, from) + 1)).map(({ id }) => id)
    last.current = row.id
    choose(ids.has(row.id) ? [...ids].filter((id) => !range.includes(id)) : [...ids, ...range])
  }

  return {
    rows: selected,
    isSelected: ({ id }) => ids.has(id),
    toggle,
    toggleAll: () => choose(selected.length === rows.length ? [] : rows.map(({ id }) => id)),
    clear: () => choose([]),
  }
}
