import type { ReactNode } from 'react'
import { Money } from '../platform/value/money.tsx'
import styles from './waterfall.module.css'

export interface WaterfallStep {
  name: string
  label: ReactNode
  /** Minor units; a text when a number cannot hold the sum. */
  amount: number | string | null
  /** Part of the step above it, and counted there. */
  isPart?: boolean
}

interface WaterfallProps {
  label: string
  currency: string
  opening: WaterfallStep
  steps: readonly WaterfallStep[]
  closing: WaterfallStep
  /** What becomes of the closing. */
  ends?: readonly WaterfallStep[]
}

/** How one balance becomes another, step by step. The bars draw what the amounts say. */
export function Waterfall({ label, currency, opening, steps, closing, ends = [] }: WaterfallProps) {
  const bars = barsOf(opening, steps, closing)
  const line = (step: WaterfallStep, bar: Bar | undefined, isSum = false) => (
    <tr key={step.name} data-sum={isSum || undefined} data-part={step.isPart || undefined}>
      <th scope="row">{step.label}</th>
      <td className={styles.bars} aria-hidden="true">
        {bar && <span className={styles.bar} data-side={bar.side} style={{ left: bar.left, width: bar.width }} />}
      </td>
      <td className={styles.amount}>
        <Money amount={step.amount} currency={currency} />
      </td>
    </tr>
  )
  return (
    <table className={styles.table} aria-label={label}>
      <tbody>
        {line(opening, bars[0])}
        {steps.map((step, at) => line(step, bars[at + 1]))}
        {line(closing, bars[steps.length + 1], true)}
      </tbody>
      {ends.length > 0 && <tbody>{ends.map((step) => line(step, undefined, step.name === 'paid'))}</tbody>}
    </table>
  )
}

interface Bar {
  left: string
  width: string
  side: 'sum' | 'in' | 'out'
}

/** Percent of the column, so that no bar touches its amount. */
const widest = 92

/** Bars from the balance before a step to the one after it, in percent of the widest range. */
function barsOf(opening: WaterfallStep, steps: readonly WaterfallStep[], closing: WaterfallStep): Bar[] {
  // The bars need no exact sums.
  const about = ({ amount }: WaterfallStep) => Number(amount ?? 0)
  let balance = about(opening)
  const ranges = steps.map((step) => {
    const from = balance
    balance += about(step)
    return [from, balance] as const
  })
  const all = [[0, about(opening)] as const, ...ranges, [0, about(closing)] as const]
  const low = Math.min(0, ...all.flat())
  const span = Math.max(0, ...all.flat()) - low || 1
  const percent = (value: number) => `${((value / span) * widest).toFixed(2)}%`
  return all.map(([from, to], at) => ({
    left: percent(Math.min(from, to) - low),
    width: percent(Math.abs(to - from)),
    side: at === 0 || at === all.length - 1 ? 'sum' : to < from ? 'out' : 'in',
  }))
}
