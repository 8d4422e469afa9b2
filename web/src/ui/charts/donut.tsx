import '@mantine/charts/styles.layer.css'
import { DonutChart } from '@mantine/charts'
import { type PieSectorDataItem, Sector } from 'recharts'
import { Mark } from './mark-link.tsx'
import { type Slice, spoken } from './slice.ts'
import { SliceList } from './slice-list.tsx'
import { useTip } from './use-tip.tsx'

interface DonutProps {
  label: string
  description: string
  slices: readonly Slice[]
  /** In the middle. */
  total: string
}

const size = 168

/** Parts of a whole, with a legend that says each of them. Both lead to the list behind a part. */
export function Donut({ label, description, slices, total }: DonutProps) {
  const tip = useTip()
  const shape = (props: PieSectorDataItem & { index?: number }) => {
    const slice = slices[props.index ?? 0]
    if (!slice) return <g />
    const { cx, cy, innerRadius, outerRadius, startAngle, endAngle } = props
    return (
      // The legend beside it has the same links: the tab key meets each of them once.
      <Mark target={slice.target} label={spoken(slice)} tabIndex={-1} {...tip.of(slice.name, slice.lines)}>
        <Sector
          {...{ cx, cy, innerRadius, outerRadius, startAngle, endAngle }}
          fill={slice.colour}
          stroke="var(--mantine-color-body)"
          strokeWidth={1.5}
        />
      </Mark>
    )
  }
  return (
    <div className="chart-frame chart-donut">
      <DonutChart
        size={size}
        thickness={30}
        data={slices.map(({ name, value, colour }) => ({ name, value, color: colour }))}
        withTooltip={false}
        chartLabel={total}
        accessibilityLayer={false}
        startAngle={90}
        endAngle={-270}
        pieChartProps={{ title: label, desc: description, role: 'group' }}
        pieProps={{ shape, rootTabIndex: -1 }}
      />
      <SliceList slices={slices} />
      {tip.element}
    </div>
  )
}
