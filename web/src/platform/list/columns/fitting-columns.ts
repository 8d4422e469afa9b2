import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import type { Column } from './columns.tsx'

interface Fitting<R> {
  columns: readonly Column<R>[]
  /** The box in which the table scrolls. */
  box: RefObject<HTMLElement | null>
  /** Changes whenever the table may need another width. */
  of: readonly unknown[]
  /** False for rows of two lines, and for a list that scrolls sideways instead. */
  isWanted: boolean
  /** True: columns that the reader switched on, and the moment, stay, and the list scrolls sideways for them. */
  keepsChosen: boolean
}

interface Fit {
  of: readonly unknown[]
  dropped: readonly string[]
}

/**
 * The columns for which there is room; the panel of a row shows the others. The table is drawn with all of them
 * first, measured, and drawn again before anything is painted.
 */
export function useFittingColumns<R>({ columns, box, of, isWanted, keepsChosen }: Fitting<R>): readonly Column<R>[] {
  const [fit, setFit] = useState<Fit>()
  const isMeasured = isSame(fit?.of, of)
  useLayoutEffect(() => {
    if (!isWanted || isMeasured || !box.current) return
    setFit({ of, dropped: withoutRoom(columns, box.current, keepsChosen) })
  })
  // Texts that are asked for, and the font, may come after the measurement.
  useEffect(() => {
    const table = box.current?.firstElementChild
    if (!isWanted || !isMeasured || !table) return undefined
    const observer = new ResizeObserver(() =>
      setFit((last) => last && narrower(last, columns, box.current, keepsChosen)),
    )
    observer.observe(table)
    return () => observer.disconnect()
  }, [box, columns, isMeasured, isWanted, keepsChosen])
  return isWanted && isMeasured && fit ? columns.filter(({ name }) => !fit.dropped.includes(name)) : columns
}

const isSame = (one: readonly unknown[] | undefined, other: readonly unknown[]): boolean =>
  one !== undefined && one.length === other.length && one.every((each, at) => each === other[at])

/** The same object where nothing more has to be dropped. */
function narrower<R>(fit: Fit, columns: readonly Column<R>[], box: HTMLElement | null, keepsChosen: boolean): Fit {
  const shown = columns.filter(({ name }) => !fit.dropped.includes(name))
  const more = box ? withoutRoom(shown, box, keepsChosen) : []
  return more.length > 0 ? { ...fit, dropped: [...fit.dropped, ...more] } : fit
}

function withoutRoom<R>(columns: readonly Column<R>[], box: HTMLElement, keepsChosen: boolean): string[] {
  const widthOf = (name: string) =>
    box.querySelector<HTMLElement>(`th[data-column="${CSS.escape(name)}"]`)?.offsetWidth ?? 0
  let missing = box.scrollWidth - box.clientWidth
  const dropped: string[] = []
  for (const { name } of inOrderOfDropping(columns, keepsChosen)) {
    if (missing <= 0) break
    dropped.push(name)
    missing -= widthOf(name)
  }
  return dropped
}

/** The last column first, then those that the reader switched on, and of the placed ones only the moment. */
export const inOrderOfDropping = <R>(columns: readonly Column<R>[], keepsChosen = false): readonly Column<R>[] =>
  [
    columns.filter(({ place, isExtra }) => (!place || place === 'whose') && !isExtra),
    ...(keepsChosen
      ? []
      : [columns.filter(({ place, isExtra }) => !place && isExtra), columns.filter(({ place }) => place === 'when')]),
  ].flatMap((group) => group.toReversed())
