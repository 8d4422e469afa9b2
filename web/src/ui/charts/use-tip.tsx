import { type FocusEvent, type PointerEvent, useState } from 'react'
import { TipBox } from './tip-box.tsx'

interface Tip {
  x: number
  y: number
  title: string
  lines: readonly string[]
}

// So that it does not stick out of the card.
const halfWidth = 110

/** The exact values beside the mark under the pointer or with the focus. Screen readers have them as its name. */
export function useTip() {
  const [tip, setTip] = useState<Tip>()
  const hide = () => setTip(undefined)
  const show = (title: string, lines: readonly string[]) => (event: PointerEvent<Element> | FocusEvent<Element>) => {
    const frame = event.currentTarget.closest('.chart-frame')?.getBoundingClientRect()
    const mark = event.currentTarget.getBoundingClientRect()
    if (!frame) return
    const x = mark.x + mark.width / 2 - frame.x
    setTip({
      x: Math.min(Math.max(x, halfWidth), Math.max(halfWidth, frame.width - halfWidth)),
      y: mark.y - frame.y,
      title,
      lines,
    })
  }
  const of = (title: string, lines: readonly string[]) => ({
    onPointerEnter: show(title, lines),
    onFocus: show(title, lines),
    onPointerLeave: hide,
    onBlur: hide,
  })
  const element = tip && (
    <div className="chart-tip" aria-hidden="true" style={{ left: tip.x, top: tip.y }}>
      <TipBox title={tip.title} lines={tip.lines} />
    </div>
  )
  return { of, element }
}
