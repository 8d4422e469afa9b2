import { exactly, type TooLarge } from '@kontor/contract/sums'
import { Skeleton } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Target } from '../../ui/charts/mark-link.tsx'
import quietLink from '../../ui/words/quiet-link.module.css'
import { isPeriod } from '../dashboard-search.ts'
import { type Conversion, isConverted } from '../money/conversion.ts'
import { useFormats } from '../money/use-formats.ts'
import { useRangeText, useUntilNow } from '../range-text.ts'
import type { Counted } from '../targets.ts'
import styles from './totals.module.css'

interface Kind {
  average: number | null
  total: number | null
  current: number | null
  too_large?: TooLarge | undefined
  growth: { average: number | null; total: number | null; current: number | null }
}

type Shown = ReturnType<typeof exactly>

interface TotalsProps {
  total: {
    data?: {
      period: string
      currency_code?: string
      conversion?: Conversion | null
      count: Kind
      volume?: Kind
      previous: Counted
      current: Counted & { unfinished: boolean }
      previous_current: Counted
    }
  }
  countLabel: string
  target: Target | undefined
  better: Better
}

/** Whether it is good news that there is more, or that there is less. */
export type Better = 'more' | 'less'

/**
 * The average per period, the total, and the present period, each with its growth over an equally long earlier time.
 */
export function Totals({ total: { data }, countLabel, target, better }: TotalsProps) {
  const { t } = useTranslation()
  const rangeText = useRangeText()
  const untilNow = useUntilNow()
  const formats = useFormats(data?.currency_code ?? '', isConverted(data))
  if (!data) return <Skeleton height={76} radius="md" />
  const period = isPeriod(data.period) ? data.period : 'day'
  const against = (range: Counted) => t('dashboard.compared', { range: rangeText({ from: range.from, to: range.to }) })
  const row = (label: string, kind: Kind, show: (value: Shown) => string, average: (value: Shown) => string) => (
    <section aria-label={data.volume ? label : undefined}>
      {data.volume && <h3>{label}</h3>}
      <dl>
        <Total
          label={t(`dashboard.average.${period}`)}
          growth={kind.growth.average}
          against={against(data.previous)}
          better={better}
        >
          {average(exactly(kind, 'average'))}
        </Total>
        <Total label={t('dashboard.total')} growth={kind.growth.total} against={against(data.previous)} better={better}>
          {target ? (
            <Link to={target.to} search={target.search} preload={false} className={quietLink.link}>
              {show(exactly(kind, 'total'))}
            </Link>
          ) : (
            show(exactly(kind, 'total'))
          )}
        </Total>
        <Total
          label={data.current.unfinished ? untilNow(period, data.current.to) : t(`dashboard.current.${period}`)}
          growth={kind.growth.current}
          against={against(data.previous_current)}
          better={better}
        >
          {show(exactly(kind, 'current'))}
        </Total>
      </dl>
    </section>
  )
  return (
    <div className={styles.totals}>
      {data.volume && row(t('dashboard.volume_short'), data.volume, formats.money, formats.money)}
      {row(
        countLabel,
        data.count,
        (value) => formats.count(Number(value)),
        (value) => formats.average(Number(value)),
      )}
    </div>
  )
}

interface TotalProps {
  label: string
  growth: number | null
  against: string
  better: Better
  children: ReactNode
}

function Total({ label, growth, against, better, children }: TotalProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children}
        <Growth value={growth} title={against} better={better} />
      </dd>
    </div>
  )
}

/** Beyond this the earlier value was so small that the number says nothing. */
const mostGrowth = 999

/** Growth with 2 decimals (000 section 9). Without an earlier value there is neither growth nor an arrow. */
export function Growth({ value, title, better }: { value: number | null; title: string; better: Better }) {
  const { t } = useTranslation()
  const { percentage } = useFormats('')
  if (value === null) {
    return (
      <small className={styles.growth} title={title}>
        {t('dashboard.no_comparison')}
      </small>
    )
  }
  const sign = value > 0 ? 'up' : value < 0 ? 'down' : 'equal'
  const Arrow = { up: IconArrowUpRight, down: IconArrowDownRight, equal: IconEqual }[sign]
  return (
    <small className={styles.growth} data-news={newsOf(sign, better)} title={title}>
      <Arrow size={14} aria-label={t(`dashboard.growth.${sign}`)} role="img" />
      {Math.abs(value) > mostGrowth ? `> ${mostGrowth}%` : percentage(Math.abs(value))}
    </small>
  )
}

function newsOf(sign: 'up' | 'down' | 'equal', better: Better): 'good' | 'bad' | undefined {
  if (sign === 'equal') return undefined
  return (sign === 'up') === (better === 'more') ? 'good' : 'bad'
}
