import { useWidth } from '../../use-width.ts'
import { Mark } from '../mark-link.tsx'
import { ChartSvg } from '../plot/chart-svg.tsx'
import plot from '../plot/plot.module.css'
import { ScrollBox } from '../plot/scroll-box.tsx'
import { useTip } from '../plot/use-tip.tsx'
import styles from './lifecycle.module.css'
import {
  type LifecycleStep,
  type LifecycleWay,
  labelGap,
  labelHeight,
  layOut,
  leastWidth,
  nodeWidth,
} from './lifecycle-layout.ts'

interface LifecycleProps {
  label: string
  description: string
  steps: readonly LifecycleStep[]
  ways: readonly LifecycleWay[]
  /** The columns, from the first step to the last. */
  columns: readonly (readonly string[])[]
  /** All steps in their order from top to bottom, so that ways cross as little as possible. */
  lanes: readonly string[]
}

export const lifecycleHeight = 340

/** The progress of payments: the height of a step is its share, and that of a way is the share that took it. */
export function Lifecycle({ label, description, ...shown }: LifecycleProps) {
  const { ref, width: room } = useWidth<HTMLDivElement>()
  const tip = useTip()
  const width = Math.max(leastWidth(shown), room)
  const { nodes, paths } = layOut(shown, width, lifecycleHeight)
  return (
    <div className={plot.frame} data-chart ref={ref}>
      <ScrollBox label={label} className={styles.scroll}>
        <ChartSvg label={label} description={description} width={width} height={lifecycleHeight}>
          {paths.map(({ way, d, thickness, colour }) => (
            <path
              key={`${way.from}-${way.to}`}
              d={d}
              className={styles.way}
              style={{ stroke: colour, strokeWidth: thickness }}
            >
              <title>{way.text}</title>
            </path>
          ))}
          {nodes.map(({ step, x, y, height, isLast }) => {
            const [textX, textY] = isLast ? [x + nodeWidth + labelGap, y + height / 2 - 2] : [x, y - labelHeight + 11]
            return (
              <Mark
                key={step.key}
                target={undefined}
                label={`${step.name}: ${step.lines.join(', ')}`}
                tabIndex={0}
                {...tip.of(step.name, step.lines)}
              >
                <rect x={x} y={y} width={nodeWidth} height={height} rx={2} style={{ fill: step.colour }} />
                <text x={textX} y={textY} className={plot.strong}>
                  {step.shown}
                </text>
                <text x={textX} y={textY + 13} className={plot.text}>
                  {step.name}
                </text>
              </Mark>
            )
          })}
        </ChartSvg>
      </ScrollBox>
      {tip.element}
    </div>
  )
}
