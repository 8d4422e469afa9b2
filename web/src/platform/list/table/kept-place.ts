import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the row that was opened where it is on the screen while the list gets another width and its rows another height, as when
 * its panel opens and closes.
 */
export function useKeptPlace(box: RefObject<HTMLElement | null>, of: readonly unknown[]) {
  const held = useRef<{ id: string; top: number; isInSight: boolean }>(undefined)
  const hold = (id: string) => {
    const top = topIn(box.current, id)
    held.current = top === undefined ? undefined : { id, top, isInSight: true }
  }

  useLayoutEffect(() => {
    if (!held.current || !box.current) return
    const top = topIn(box.current, held.current.id)
    if (top === undefined) return
    // The head of a narrow list can be taller, and no row that was in sight belongs beneath it.
    const highest = held.current.isInSight ? headOf(box.current) : Number.NEGATIVE_INFINITY
    box.current.scrollTop += top - Math.max(held.current.top, highest)
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what may move the rows
  }, of)

  // The reader may scroll meanwhile.
  useEffect(() => {
    const element = box.current
    const look = () => {
      const top = held.current && topIn(element, held.current.id)
      if (!element || !held.current || top === undefined) return
      held.current = { ...held.current, top, isInSight: top >= element.getBoundingClientRect().top }
    }
    element?.addEventListener('scroll', look, { passive: true })
    return () => element?.removeEventListener('scroll', look)
  }, [box])
  return { hold }
}

/** The lower edge of the head, which stands still while rows scroll. */
const headOf = (box: HTMLElement): number => box.querySelector('th')?.getBoundingClientRect().bottom ?? 0

const topIn = (box: HTMLElement | null, id: string): number | undefined =>
  box?.querySelector(`[data-row="${CSS.escape(id)}"]`)?.getBoundingClientRect().top
