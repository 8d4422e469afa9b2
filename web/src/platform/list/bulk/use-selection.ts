import { useRef, useState } from 'react'

export interface Selection<R> {
  rows: readonly R[]
  isSelected: (row: R) => boolean
  /** With `isRange`, every row from the last one that was chosen. */
  toggle: (row: R, isRange: boolean) => void
  toggleAll: () => void
  clear: () => void
}

/** Rows of the page on screen. Another page, order or filter begins anew: what is chosen is always seen. */
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
