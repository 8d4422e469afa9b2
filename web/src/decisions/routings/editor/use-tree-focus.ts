import { useLayoutEffect, useRef, useState } from 'react'

/** What in a row is to get the focus: the row itself, its first field, the field of a condition, or what is wrong. */
type Part = 'row' | 'field' | 'wrong' | number

/** The row that Tab reaches, and the focus that a command asked for, given when the row is drawn. */
export function useTreeFocus(keys: readonly string[]) {
  const tree = useRef<HTMLDivElement>(null)
  const [activeKey, setActiveKey] = useState('')
  const wanted = useRef<{ key: string; part: Part }>(undefined)
  const [, draw] = useState(0)
  const reached = keys.includes(activeKey) ? activeKey : nearest(keys, activeKey)

  useLayoutEffect(() => {
    const found = wanted.current
    wanted.current = undefined
    // A row that held the focus may be gone: the focus then stays in the tree.
    const isLost = document.activeElement === document.body && tree.current?.dataset['focused'] === 'true'
    if (!found && !isLost) return
    focusOn(tree.current, found ?? { key: reached, part: 'row' }, reached)
  })

  const focus = (key: string, part: Part = 'row') => {
    wanted.current = { key, part }
    setActiveKey(key)
    draw((count) => count + 1)
  }
  return { tree, reached, setActiveKey, focus }
}

/** The place above that is still there. */
function nearest(keys: readonly string[], key: string): string {
  const above = key.split('.').slice(0, -1).join('.')
  return key === '' || keys.includes(above) ? above : nearest(keys, above)
}

function focusOn(tree: HTMLElement | null, { key, part }: { key: string; part: Part }, fallback: string): void {
  const rowOf = (name: string) => tree?.querySelector<HTMLElement>(`[data-place="${CSS.escape(name)}"]`)
  const row = rowOf(key) ?? rowOf(fallback)
  if (!row) return
  const fields = 'select, input:not([type="hidden"])'
  const inside =
    part === 'row'
      ? null
      : part === 'field'
        ? row.querySelector<HTMLElement>(fields)
        : part === 'wrong'
          ? row.querySelector<HTMLElement>('[aria-invalid="true"]')
          : row.querySelector<HTMLElement>(`[data-condition="${part}"] :is(${fields})`)
  const target = inside ?? row
  target.focus()
}
