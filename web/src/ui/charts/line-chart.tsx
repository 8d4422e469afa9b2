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
  /** The point that goes on, and what it is called at the axis. What comes after it has not happened yet. */
  unfinished?: { at: number; label: string } | undefined
  height: number
}

const top = 26
const bottom = 26
const axisWidth = 70

/** One or two lines over time, each with its own axis. The arrow keys move from point to point. */
export function LineChart({ label, description, series, points, unfinished, height }: LineChartProps) {
  const lines = checkSeries(series)
  const begun = unfinished ? points.slice(0, unfinished.at + 1) : points
  const finished = unfinished ? points.slice(0, unfinished.at) : points
  const { ref, width } = useWidth<HTMLDivElement>()
  const tip = useTip()
  const roving = useRoving(begun.length)
  const left = axisWidth
  const right = Math.max(left + 1, width - (lines.length === 2 ? axisWidth - 20 : 16))
  const yOf = (share: number) => height - bottom - share * (height - bottom - top)
  const step = points.length > 1 ? (right - left) / (points.length - 1) : right - left
  const xOf = (at: number) => (points.length > 1 ? left + at * step : (left + right) / 2)
  const axes = lines.map((line) => ticksFor(Math.max(0, ...points.map(({ values }) => values[line.key] ?? 0))))
  const placeOf = (line: number, { values }: Point) =>
    yOf((values[lines[line]?.key ?? ''] ?? 0) / (axes[line]?.at(-1) ?? 1))
  const pathOf = (some: readonly Point[], line: number, first = 0) =>
    some.map((point, nr) => `${xOf(first + nr).toFixed(1)},${placeOf(line, point).toFixed(1)}`).join(' ')
  const noteEnd = unfinished ? Math.min(right, xOf(unfinished.at) + widthOf(unfinished.label) / 2) : 0
  const isCovered = (at: number, text: string) =>
    unfinished !== undefined &&
    Math.abs(xOf(at) - noteEnd + widthOf(unfinished.label) / 2) < (widthOf(unfinished.label) + widthOf(text)) / 2 + 8
  const nth = everyNth(Math.max(0, ...points.map(({ short }) => widthOf(short))) + 16, step)
  return (
    <div className={plot.frame} data-chart ref={ref}>
      <ChartSvg label={label} description={description} width={width} height={height} onKeyDown={roving.onKeyDown}>
        <GridLines
          left={left}
          right={right}
          yOf={yOf}
          ticks={axes[0]?.map(lines[0].short) ?? []}
          colour={lines[1] && lineColours[0]}
          {...(lines[1] ? { atRight: { ticks: axes[1]?.map(lines[1].short) ?? [], colour: lineColours[1] } } : {})}
        />
        {lines.length === 2 &&
          lines.map((line, at) => (
            <text
              key={line.key}
              x={at === 0 ? 0 : width}
              y={11}
              textAnchor={at === 0 ? 'start' : 'end'}
              className={plot.axisName}
              style={{ fill: lineColours[at] }}
            >
              {line.label}
            </text>
          ))}
        {points.map(({ key, short }, at) =>
          at % nth === 0 && !isCovered(at, short) ? (
            <text key={key} x={xOf(at)} y={height - 6} textAnchor="middle" className={plot.text}>
              {short}
            </text>
          ) : null,
        )}
        {unfinished && (
          <text x={noteEnd} y={height - 6} textAnchor="end" className={plot.note}>
            {unfinished.label}
          </text>
        )}
        {lines.map((line, at) => (
          <g key={line.key} style={{ stroke: lineColours[at] }}>
            <polyline points={pathOf(finished, at)} className={plot.line} />
            {unfinished && unfinished.at > 0 && (
              <polyline
                points={pathOf(points.slice(unfinished.at - 1, unfinished.at + 1), at, unfinished.at - 1)}
                className={plot.line}
                data-unfinished
              />
            )}
          </g>
        ))}
        {begun.map((point, nr) => {
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
                  data-alone={points.length === 1 || nr === unfinished?.at || undefined}
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
