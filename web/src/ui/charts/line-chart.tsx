import '@mantine/charts/styles.layer.css'
import { LineChart as MantineLineChart } from '@mantine/charts'
import { lineColours } from './palette.ts'
import { checkSeries, type Series } from './series.ts'
import { TipBox } from './tip-box.tsx'

export interface Point {
  /** Unique: the beginning of the period. */
  key: string
  /** At the axis. */
  short: string
  /** In the tooltip. */
  long: string
  values: Readonly<Record<string, number>>
}

interface LineChartProps {
  label: string
  description: string
  series: readonly Series[]
  points: readonly Point[]
  height: number
}

/** One or two lines over time. The arrow keys go from point to point. */
export function LineChart({ label, description, series, points, height }: LineChartProps) {
  const [first, second] = checkSeries(series)
  const byKey = new Map(points.map((point) => [point.key, point]))
  const axis = { tickMargin: 4, width: 64 }
  return (
    <div className="chart-frame">
      <MantineLineChart
        h={height}
        data={points.map(({ key, values }) => ({ key, ...values }))}
        dataKey="key"
        series={series.map(({ key, label: name }, at) => ({
          name: key,
          label: name,
          color: lineColours[at] ?? '',
          yAxisId: at === 0 ? 'left' : 'right',
        }))}
        curveType="linear"
        withDots={points.length === 1}
        strokeDasharray="2 4"
        xAxisProps={{ tickFormatter: (key: string) => byKey.get(key)?.short ?? '', minTickGap: 24 }}
        yAxisProps={{ ...axis, yAxisId: 'left', tickFormatter: first.short, domain: [0, 'auto'] }}
        withRightYAxis={second !== undefined}
        {...(second ? { rightYAxisProps: { ...axis, tickFormatter: second.short, domain: [0, 'auto'] } } : {})}
        gridProps={{ yAxisId: 'left' }}
        lineChartProps={{ title: label, desc: description }}
        tooltipProps={{
          content: ({ active, label: key }) => {
            const point = active ? byKey.get(String(key)) : undefined
            return point ? <TipBox title={point.long} lines={linesOf(series, point)} /> : null
          },
        }}
      />
      {second && (
        <ul className="chart-legend" data-inline>
          {[first, second].map(({ key, label: name }, at) => (
            <li key={key}>
              <i style={{ background: lineColours[at] }} />
              {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const linesOf = (series: readonly Series[], { values }: Point): string[] =>
  series.map(({ key, label, exact }) => `${label}: ${exact(values[key] ?? 0)}`)
