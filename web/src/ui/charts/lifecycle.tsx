import { useWidth } from '../use-width.ts'
import styles from './lifecycle.module.css'
import { Mark } from './mark-link.tsx'
import { ChartSvg } from './plot/chart-svg.tsx'
import plot from './plot/plot.module.css'
import { ScrollBox } from './plot/scroll-box.tsx'
import { useTip } from './plot/use-tip.tsx'

export interface LifecycleStep {
  key: string
  name: string
  /** The percentage of all items that passed the step, 0 to 100. */
  percentage: number
  shown: string
  lines: readonly string[]
  colour: string
}

interface LifecycleProps {
  label: string
  description: string
  steps: readonly LifecycleStep[]
  /** The columns, from the first step to the last. */
  columns: readonly (readonly string[])[]
  /** Tells whether one step may follow another. */
  follows: (from: string, to: string) => boolean
}

const leastWidth = 620
const nodeWidth = 14
const labelWidth = 138
const gap = 14
const rowLeast = 28
const edge = 8
export const lifecycleHeight = 320

/** The progress of payments: the height of a step is its share, and lines connect a step with its next steps. */
export function Lifecycle({ label, description, steps, columns, follows }: LifecycleProps) {
  const { ref, width: room } = useWidth<HTMLDivElement>()
  const tip = useTip()
  const width = Math.max(leastWidth, room)
  const nodes = place(columns, steps, width)
  return (
    <div className={plot.frame} data-chart ref={ref}>
      <ScrollBox label={label} className={styles.scroll}>
        <ChartSvg label={label} description={description} width={width} height={lifecycleHeight}>
          {nodes.flatMap((from) =>
            nodes
              .filter((to) => to.column > from.column && follows(from.step.key, to.step.key))
              .map((to) => <Way key={`${from.step.key}-${to.step.key}`} from={from} to={to} />),
          )}
          {nodes.map(({ step, x, y, height }) => (
            <Mark
              key={step.key}
              target={undefined}
              label={`${step.name}: ${step.lines.join(', ')}`}
              tabIndex={0}
              {...tip.of(step.name, step.lines)}
            >
              <rect x={x} y={y} width={nodeWidth} height={height} rx={2} style={{ fill: step.colour }} />
              <text x={x + nodeWidth + 6} y={y + height / 2 - 2} className={plot.strong}>
                {step.shown}
              </text>
              <text x={x + nodeWidth + 6} y={y + height / 2 + 11} className={plot.text}>
                {step.name}
              </text>
            </Mark>
          ))}
        </ChartSvg>
      </ScrollBox>
      {tip.element}
    </div>
  )
}

interface Node {
  step: LifecycleStep
  column: number
  x: number
  y: number
  height: number
}

/** One percent has the same height everywhere. A step too thin for its label gets space around it. */
function place(columns: LifecycleProps['columns'], steps: readonly LifecycleStep[], width: number): Node[] {
  const stepsOf = columns.map((keys) => keys.flatMap((key) => steps.find((step) => step.key === key) ?? []))
  const scale = Math.min(...stepsOf.map(largestScale))
  return stepsOf.flatMap((shown, column) => {
    const x = (column * (width - labelWidth)) / Math.max(1, columns.length - 1)
    let y = edge
    return shown.map((step) => {
      const height = Math.max(2, step.percentage * scale)
      const row = Math.max(rowLeast, height)
      const node = { step, column, x, y: y + (row - height) / 2, height }
      y += row + gap
      return node
    })
  })
}

/** The largest number of pixels per percent at which the column fits. */
function largestScale(column: readonly LifecycleStep[]): number {
  const room = lifecycleHeight - 2 * edge - (column.length - 1) * gap
  const heightAt = (scale: number) =>
    column.reduce((sum, { percentage }) => sum + Math.max(rowLeast, percentage * scale), 0)
  const tried = Array.from({ length: 60 }, (_, at) => (60 - at) / 20)
  return tried.find((scale) => heightAt(scale) <= room) ?? 0.05
}

function Way({ from, to }: { from: Node; to: Node }) {
  const [x1, y1] = [from.x + nodeWidth, from.y + from.height / 2]
  const [x2, y2] = [to.x, to.y + to.height / 2]
  const middle = (x1 + x2) / 2
  const share = Math.min(from.height, to.height)
  if (to.step.percentage === 0 || from.step.percentage === 0) return null
  return (
    <path
      d={`M${x1},${y1}C${middle},${y1} ${middle},${y2} ${x2},${y2}`}
      className={styles.way}
      style={{ stroke: to.step.colour, strokeWidth: Math.max(1, share) }}
    />
  )
}
