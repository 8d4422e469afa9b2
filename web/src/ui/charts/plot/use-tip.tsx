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
/** From the corner of the chart. */
type Place = readonly [x: number, y: number]

// So that it does not stick out of the card.
const halfWidth = 110

/** The exact values beside the mark under the pointer or with the focus. Screen readers have them as its name. */
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
  /** The handlers of a mark. Its tip stands above its middle, or at the place that is given. */
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
