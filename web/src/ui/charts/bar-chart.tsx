import '@mantine/charts/styles.layer.css'
import { BarChart as MantineBarChart } from '@mantine/charts'
import { Rectangle, type RectangleProps } from 'recharts'
import { Mark } from './mark-link.tsx'
import { padded, type Slice, spoken } from './slice.ts'
import { useTip } from './use-tip.tsx'
import { useWidth } from './use-width.ts'

const axisWidth = 56
const leastForAll = 60

const ticksInTwoLines = (width: number) => ({
  interval: 0,
  height: 44,
  tick: { width: width - 4, fontSize: 12, fill: 'currentColor', transform: 'translate(0, 10)' },
})

interface BarChartProps {
  label: string
  description: string
  slices: readonly Slice[]
  short: (value: number) => string
  height: number
}

/** A bar per value; each is a link where a list stands behind it. */
export function BarChart({ label, description, slices, short, height }: BarChartProps) {
  const tip = useTip()
  const { ref, width } = useWidth<HTMLDivElement>()
  const bars = padded(slices)
  const room = (width - axisWidth) / bars.length
  const data = bars.map((slice, at) => ({ at, value: slice?.value ?? 0 }))
  const shape = (props: unknown) => {
    // recharts hands a bar's place and size to its shape, with the row that it was made of.
    const {
      payload,
      tooltipPayload: _,
      ...place
    } = props as RectangleProps & { payload: { at: number }; tooltipPayload?: unknown }
    const slice = bars[payload.at]
    if (!slice) return <g />
    return (
      <Mark target={slice.target} label={spoken(slice)} tabIndex={0} {...tip.of(slice.name, slice.lines)}>
        <Rectangle {...bare(place)} fill={slice.colour} radius={[3, 3, 0, 0]} />
      </Mark>
    )
  }
  return (
    <div className="chart-frame" ref={ref}>
      <MantineBarChart
        h={height}
        data={data}
        dataKey="at"
        series={[{ name: 'value', color: 'ink.7' }]}
        withTooltip={false}
        accessibilityLayer={false}
        maxBarWidth={56}
        strokeDasharray="2 4"
        xAxisProps={{
          tickFormatter: (at: number) => bars[at]?.tick ?? bars[at]?.name ?? '',
          ...(room < leastForAll ? { interval: 'equidistantPreserveStart' } : ticksInTwoLines(room)),
        }}
        yAxisProps={{ width: axisWidth, tickFormatter: short, allowDecimals: false }}
        barChartProps={{ title: label, desc: description, role: 'group' }}
        barProps={{ shape, minPointSize: 2 }}
      />
      {tip.element}
    </div>
  )
}

const bare = ({ x, y, width, height }: RectangleProps): RectangleProps => ({
  ...(x === undefined ? {} : { x }),
  ...(y === undefined ? {} : { y }),
  ...(width === undefined ? {} : { width }),
  ...(height === undefined ? {} : { height }),
})
