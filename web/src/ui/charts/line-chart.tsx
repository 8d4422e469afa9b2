import { useWidth } from '../use-width.ts'
import legend from './legend.module.css'
import { Mark, type Target } from './mark-link.tsx'
import { lineColours } from './palette.ts'
import { everyNth, ticksFor, widthOf } from './plot/axis.ts'
import { ChartSvg } from './plot/chart-svg.tsx'
import { GridLines } from './plot/grid-lines.tsx'
import plot from './plot/plot.module.css'
import { useRoving } from './plot/use-roving.ts'
import { useTip } from './plot/use-tip.tsx'
import { checkSeries, type Series } from './series.ts'

export interface Point {
  /** The beginning of the period, which is unique. */
  key: string
  /** The text at the axis. */
  short: string
  /** The text in the tooltip. */
  long: string
  values: Readonly<Record<string, number>>
  target?: Target | undefined
}

interface LineChartProps {
  label: string
  description: string
  series: readonly Series[]
  points: readonly Point[]
  height: number
}

const top = 12
const bottom = 26
const axisWidth = 70

/** One or two lines over time, each with its own axis. The arrow keys move from point to point. */
export function LineChart({ label, description, series, points, height }: LineChartProps) {
  const lines = checkSeries(series)
  const { ref, width } = useWidth<HTMLDivElement>()
  const tip = useTip()
  const roving = useRoving(points.length)
  const left = axisWidth
  const right = Math.max(left + 1, width - (lines.length === 2 ? axisWidth - 20 : 16))
  const yOf = (share: number) => height - bottom - share * (height - bottom - top)
  const step = points.length > 1 ? (right - left) / (points.length - 1) : right - left
  const xOf = (at: number) => (points.length > 1 ? left + at * step : (left + right) / 2)
  const axes = lines.map((line) => ticksFor(Math.max(0, ...points.map(({ values }) => values[line.key] ?? 0))))
  const placeOf = (line: number, { values }: Point) =>
    yOf((values[lines[line]?.key ?? ''] ?? 0) / (axes[line]?.at(-1) ?? 1))
  const nth = everyNth(Math.max(0, ...points.map(({ short }) => widthOf(short))) + 16, step)
  return (
    <div className={plot.frame} data-chart ref={ref}>
      <ChartSvg label={label} description={description} width={width} height={height} onKeyDown={roving.onKeyDown}>
        <GridLines
          left={left}
          right={right}
          yOf={yOf}
          ticks={axes[0]?.map(lines[0].short) ?? []}
          {...(lines[1] ? { ticksAtRight: axes[1]?.map(lines[1].short) ?? [] } : {})}
        />
        {points.map(({ key, short }, at) =>
          at % nth === 0 ? (
            <text key={key} x={xOf(at)} y={height - 6} textAnchor="middle" className={plot.text}>
              {short}
            </text>
          ) : null,
        )}
        {lines.map((line, at) => (
          <polyline
            key={line.key}
            points={points.map((point, nr) => `${xOf(nr).toFixed(1)},${placeOf(at, point).toFixed(1)}`).join(' ')}
            className={plot.line}
            style={{ stroke: lineColours[at] }}
          />
        ))}
        {points.map((point, nr) => {
          const said = linesOf(lines, point)
          return (
            <Mark
              key={point.key}
              target={point.target}
              label={`${point.long}: ${said.join(', ')}`}
              at={nr}
              tabIndex={roving.tabIndexOf(nr)}
              {...tip.of(point.long, said)}
            >
              <rect x={xOf(nr) - step / 2} y={top} width={step} height={height - bottom - top} className={plot.hit} />
              <line x1={xOf(nr)} x2={xOf(nr)} y1={top} y2={height - bottom} className={plot.cursor} />
              {lines.map((line, at) => (
                <circle
                  key={line.key}
                  cx={xOf(nr)}
                  cy={placeOf(at, point)}
                  r={4}
                  className={plot.dot}
                  data-alone={points.length === 1 || undefined}
                  style={{ fill: lineColours[at] }}
                />
              ))}
            </Mark>
          )
        })}
      </ChartSvg>
      {lines.length === 2 && (
        <ul className={legend.legend} data-inline>
          {lines.map(({ key, label: name }, at) => (
            <li key={key}>
              <i style={{ background: lineColours[at] }} />
              {name}
            </li>
          ))}
        </ul>
      )}
      {tip.element}
    </div>
  )
}

const linesOf = (series: readonly Series[], { values }: Point): string[] =>
  series.map(({ key, label, exact }) => `${label}: ${exact(values[key] ?? 0)}`)
