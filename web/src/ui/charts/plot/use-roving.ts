import { type KeyboardEvent, useState } from 'react'

/** All marks together are one stop of the tab key; the arrow keys move between them. */
export function useRoving(count: number, columns = count) {
  const [chosen, setChosen] = useState(0)
  const current = Math.min(chosen, Math.max(0, count - 1))
  const onKeyDown = (event: KeyboardEvent<SVGElement>) => {
    const next = neighbour(event.key, current, count, columns)
    if (next === undefined) return
    event.preventDefault()
    setChosen(next)
    event.currentTarget.querySelector<SVGElement>(`[data-mark="${next}"]`)?.focus()
  }
  return { onKeyDown, tabIndexOf: (at: number) => (at === current ? 0 : -1) }
}

function neighbour(key: string, at: number, count: number, columns: number): number | undefined {
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  // In a single row, up and down mean previous and next.
  const step = columns === count ? Math.sign(steps[key] ?? 0) : steps[key]
  return step ? Math.min(count - 1, Math.max(0, at + step)) : undefined
}
