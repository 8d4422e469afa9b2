import { useWidth } from '../use-width.ts'
import { Mark } from './mark-link.tsx'
import { ChartSvg } from './plot/chart-svg.tsx'
import plot from './plot/plot.module.css'
import { stepScale } from './plot/scale.ts'
import { useRoving } from './plot/use-roving.ts'
import { useTip } from './plot/use-tip.tsx'
import { StepLegend } from './step-legend.tsx'

export interface HeatCell {
  value: number
  /** The weekday and the hour. */
  name: string
  lines: readonly string[]
}

interface HeatmapProps {
  label: string
  description: string
  /** Seven names, one per row. */
  weekdays: readonly string[]
  /** 7 rows of 24 cells. */
  rows: readonly (readonly HeatCell[])[]
  exact: (value: number) => string
}

const hours = 24
const left = 34
const top = 18
const gap = 2
const cellHeight = 24
export const heatmapHeight = top + 7 * (cellHeight + gap) + 40

/** One row per weekday, one column per hour. The arrow keys move between the cells. */
export function Heatmap({ label, description, weekdays, rows, exact }: HeatmapProps) {
  const { ref, width } = useWidth<HTMLDivElement>()
  const tip = useTip()
  const roving = useRoving(rows.length * hours, hours)
  const scale = stepScale(Math.max(0, ...rows.flat().map(({ value }) => value)))
  const step = Math.max(0, (width - left) / hours)
  const height = top + rows.length * (cellHeight + gap)
  return (
    <div className={plot.frame} data-chart ref={ref}>
      <ChartSvg label={label} description={description} width={width} height={height} onKeyDown={roving.onKeyDown}>
        {Array.from({ length: hours }, (_, hour) => hour)
          .filter((hour) => hour % (step < 22 ? 4 : 2) === 0)
          .map((hour) => (
            <text key={hour} x={left + hour * step + step / 2} y={11} textAnchor="middle" className={plot.text}>
              {String(hour).padStart(2, '0')}
            </text>
          ))}
        {rows.map((cells, day) => {
          const y = top + day * (cellHeight + gap)
          return (
            <g key={weekdays[day]}>
              <text x={0} y={y + cellHeight / 2 + 4} className={plot.text}>
                {weekdays[day]}
              </text>
              {cells.map(({ value, name, lines }, hour) => (
                <Mark
                  key={name}
                  target={undefined}
                  label={`${name}: ${lines.join(', ')}`}
                  at={day * hours + hour}
                  tabIndex={roving.tabIndexOf(day * hours + hour)}
                  {...tip.of(name, lines)}
                >
                  <rect
                    x={left + hour * step}
                    y={y}
                    width={Math.max(0, step - gap)}
                    height={cellHeight}
                    rx={3}
                    style={{ fill: scale.colourOf(value) }}
                  />
                </Mark>
              ))}
            </g>
          )
        })}
      </ChartSvg>
      <StepLegend bounds={scale.bounds} exact={exact} />
      {tip.element}
    </div>
  )
}
