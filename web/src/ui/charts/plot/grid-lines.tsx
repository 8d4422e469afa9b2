import plot from './plot.module.css'

interface GridLinesProps {
  left: number
  right: number
  yOf: (share: number) => number
  /** The texts of the ticks; both axes have the same number of them. */
  ticks: readonly string[]
  /** The colour of the line that the left axis belongs to, when there are two. */
  colour?: string | undefined
  atRight?: { ticks: readonly string[]; colour: string }
}

/** Grid lines with the values of the left axis, and of the right axis if there is one. */
export function GridLines({ left, right, yOf, ticks, colour, atRight }: GridLinesProps) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: <g> is not a control; each mark has its value in its name
    <g aria-hidden="true">
      {ticks.map((tick, at) => {
        const y = yOf(at / (ticks.length - 1))
        return (
          <g key={tick}>
            <line x1={left} x2={right} y1={y} y2={y} className={plot.gridLine} />
            <text x={left - 8} y={y + 4} textAnchor="end" className={plot.text} style={{ fill: colour }}>
              {tick}
            </text>
            {atRight && (
              <text x={right + 8} y={y + 4} className={plot.text} style={{ fill: atRight.colour }}>
                {atRight.ticks[at]}
              </text>
            )}
          </g>
        )
      })}
    </g>
  )
}
