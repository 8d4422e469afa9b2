import { useWidth } from '../use-width.ts'
import { Mark } from './mark-link.tsx'
import { widthOf } from './plot/axis.ts'
import { ChartSvg } from './plot/chart-svg.tsx'
import plot from './plot/plot.module.css'
import { type Slice, spoken } from './slice.ts'

interface HorizontalBarsProps {
  label: string
  description: string
  slices: readonly Slice[]
  height: number
}

const gap = 10

/** Bars for values with long names: each has a line of its own, with its figure at the end of the bar. */
export function HorizontalBars({ label, description, slices, height }: HorizontalBarsProps) {
  const { ref, width } = useWidth<HTMLDivElement>()
  const largest = Math.max(1, ...slices.map(({ value }) => value))
  const names = Math.max(0, ...slices.map(({ name }) => widthOf(name))) + gap
  const figures = Math.max(0, ...slices.map(({ lines }) => widthOf(lines[0] ?? ''))) + gap
  const most = Math.max(0, width - names - figures)
  const room = height / Math.max(1, slices.length)
  return (
    <div className={plot.frame} data-chart ref={ref}>
      <ChartSvg label={label} description={description} width={width} height={height}>
        {slices.map((slice, at) => {
          const length = (slice.value / largest) * most
          const middle = (at + 0.5) * room
          return (
            <g key={slice.key}>
              <Mark target={slice.target} label={spoken(slice)} tabIndex={0}>
                <rect x={0} y={at * room} width={width} height={room} className={plot.hit} />
                <rect
                  x={names}
                  y={middle - room * 0.32}
                  width={Math.max(slice.value > 0 ? 2 : 0, length)}
                  height={room * 0.64}
                  rx={2}
                  style={{ fill: slice.colour }}
                />
              </Mark>
              <text x={0} y={middle + 4} className={plot.text}>
                {slice.name}
              </text>
              <text x={names + length + gap / 2} y={middle + 4} className={plot.strong}>
                {slice.lines[0]}
              </text>
            </g>
          )
        })}
      </ChartSvg>
    </div>
  )
}
