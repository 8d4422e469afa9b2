import styles from './donut.module.css'
import { Mark } from './mark-link.tsx'
import { ChartSvg } from './plot/chart-svg.tsx'
import plot from './plot/plot.module.css'
import { useTip } from './plot/use-tip.tsx'
import { type Slice, spoken } from './slice.ts'
import { SliceList } from './slice-list.tsx'

interface DonutProps {
  label: string
  description: string
  slices: readonly Slice[]
  /** The text in the middle. */
  total: string
}

const size = 168
const centre = size / 2
const outer = centre - 2
const inner = outer - 30

/** Parts of a whole, with a legend that names each part. Part and legend both link to the list behind the part. */
export function Donut({ label, description, slices, total }: DonutProps) {
  const tip = useTip()
  const whole = slices.reduce((sum, { value }) => sum + value, 0)
  const ends = slices.map((_, at) => slices.slice(0, at + 1).reduce((sum, { value }) => sum + value, 0) / whole)
  return (
    <div className={`${plot.frame} ${styles.donut}`} data-chart>
      <ChartSvg label={label} description={description} width={size} height={size}>
        {slices.map((slice, at) => (
          // The legend has the same links, so the tab key skips the marks.
          <Mark
            key={slice.key}
            target={slice.target}
            label={spoken(slice)}
            tabIndex={-1}
            {...tip.of(slice.name, slice.lines)}
          >
            <path
              d={sector(ends[at - 1] ?? 0, ends[at] ?? 1)}
              style={{ fill: slice.colour }}
              className={styles.sector}
            />
          </Mark>
        ))}
        <text x={centre} y={centre + 5} textAnchor="middle" className={styles.total}>
          {total}
        </text>
      </ChartSvg>
      <SliceList slices={slices} />
      {tip.element}
    </div>
  )
}

/** The path of a part of the ring, clockwise from the top; from and to are shares of the whole. */
function sector(from: number, to: number): string {
  // SVG does not draw an arc whose ends meet.
  const end = Math.min(to, from + 0.9999)
  const large = end - from > 0.5 ? 1 : 0
  const at = (share: number, radius: number): string => {
    const angle = 2 * Math.PI * share
    return `${(centre + radius * Math.sin(angle)).toFixed(2)},${(centre - radius * Math.cos(angle)).toFixed(2)}`
  }
  return `M${at(from, outer)}A${outer},${outer} 0 ${large} 1 ${at(end, outer)}L${at(end, inner)}A${inner},${inner} 0 ${large} 0 ${at(from, inner)}Z`
}
