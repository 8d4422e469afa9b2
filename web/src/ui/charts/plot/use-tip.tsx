import { type FocusEvent, type PointerEvent, useState } from 'react'
import { TipBox } from './tip-box.tsx'
import styles from './use-tip.module.css'

interface Tip {
  x: number
  y: number
  title: string
  lines: readonly string[]
}

type MarkEvent = PointerEvent<Element> | FocusEvent<Element>
/** Pixels from the corner of the chart. */
type Place = readonly [x: number, y: number]

// Half the tooltip's width, which keeps it inside the card.
const halfWidth = 110

/**
 * The tooltip with the exact values of the mark under the pointer or with the focus. Screen readers get them as the
 * mark's name.
 */
export function useTip() {
  const [tip, setTip] = useState<Tip>()
  const hide = () => setTip(undefined)
  const show = (title: string, lines: readonly string[], place?: Place) => (event: MarkEvent) => {
    const frame = event.currentTarget.closest('[data-chart]')?.getBoundingClientRect()
    const mark = event.currentTarget.getBoundingClientRect()
    if (!frame) return
    const [x, y] = place ?? [mark.x + mark.width / 2 - frame.x, mark.y - frame.y]
    setTip({ x: Math.min(Math.max(x, halfWidth), Math.max(halfWidth, frame.width - halfWidth)), y, title, lines })
  }
  /** The handlers of a mark. Its tooltip is above its middle, or at the given place. */
  const of = (title: string, lines: readonly string[], place?: Place) => ({
    onPointerEnter: show(title, lines, place),
    onFocus: show(title, lines, place),
    onPointerLeave: hide,
    onBlur: hide,
  })
  const element = tip && (
    <div className={styles.tip} aria-hidden="true" style={{ left: tip.x, top: tip.y }}>
      <TipBox title={tip.title} lines={tip.lines} />
    </div>
  )
  return { of, element }
}
