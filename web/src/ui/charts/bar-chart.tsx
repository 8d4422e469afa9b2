import { useWidth } from '../use-width.ts'
import { Mark } from './mark-link.tsx'
import { everyNth, inTwoLines, ticksFor, widthOf } from './plot/axis.ts'
import { ChartSvg } from './plot/chart-svg.tsx'
import { GridLines } from './plot/grid-lines.tsx'
import plot from './plot/plot.module.css'
import { useTip } from './plot/use-tip.tsx'
import { padded, type Slice, spoken } from './slice.ts'

interface BarChartProps {
  label: string
  description: string
  slices: readonly Slice[]
  short: (value: number) => string
  height: number
}

const top = 12
const bottom = 34
const left = 48
const widest = 56

/** One bar per value; a bar with a list behind it is a link. */
export function BarChart({ label, description, slices, short, height }: BarChartProps) {
  const tip = useTip()
  const { ref, width } = useWidth<HTMLDivElement>()
  const bars = padded(slices)
  const ticks = ticksFor(Math.max(0, ...slices.map(({ value }) => value)))
  const yOf = (share: number) => height - bottom - share * (height - bottom - top)
  const room = Math.max(0, width - left) / bars.length
  const barWidth = Math.max(2, Math.min(widest, room * 0.72))
  const texts = bars.map((slice) => inTwoLines(slice?.tick ?? slice?.name ?? '', room - 4))
  const nth = everyNth(Math.max(0, ...texts.flat().map(widthOf)), room)
  return (
    <div className={plot.frame} data-chart ref={ref}>
      <ChartSvg label={label} description={description} width={width} height={height}>
        <GridLines left={left} right={width} yOf={yOf} ticks={ticks.map(short)} />
        {bars.map((slice, at) => {
          if (!slice) return null
          const middle = left + (at + 0.5) * room
          const y = Math.min(yOf(slice.value / (ticks.at(-1) ?? 1)), yOf(0) - (slice.value > 0 ? 2 : 0))
          return (
            <g key={slice.key}>
              <Mark target={slice.target} label={spoken(slice)} tabIndex={0} {...tip.of(slice.name, slice.lines)}>
                <rect
                  x={middle - barWidth / 2}
                  y={y}
                  width={barWidth}
                  height={yOf(0) - y}
                  rx={Math.min(3, barWidth / 4)}
                  style={{ fill: slice.colour }}
                />
                {/* The clickable area has the full height, so that a low bar is as easy to hit as a high one. */}
                <rect x={middle - room / 2} y={top} width={room} height={height - top - bottom} className={plot.hit} />
              </Mark>
              {at % nth === 0 &&
                texts[at]?.map((line, nr) => (
                  <text
                    key={line}
                    x={middle}
                    y={height - bottom + 15 + nr * 13}
                    textAnchor="middle"
                    className={plot.text}
                  >
                    {line}
                  </text>
                ))}
            </g>
          )
        })}
      </ChartSvg>
      {tip.element}
    </div>
  )
}
