import { decimalOf } from '@kontor/contract/money'
import { type processorStatistics, succeededStatuses } from '@kontor/contract/statistics/processor-statistics.calls'
import type { StatisticsReply } from '@kontor/contract/statistics/statistics-call'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../platform/labels.ts'
import { useMoney } from '../platform/money.tsx'
import { ChartCard } from '../ui/charts/chart-card.tsx'
import { useRangeText } from './range-text.ts'
import { useTransactionTarget } from './targets.ts'
import { Growth } from './totals.tsx'
import { useFormats } from './use-formats.ts'

type Processors = StatisticsReply<typeof processorStatistics>
type Processor = Processors[number]
type Turnover = Processor['others'][number]

const day = 86_400_000

const rangeOf = (until: string) => ({ from: new Date(Date.parse(until) - day).toISOString(), to: until })

/** 000 section 2: cards in rows of 3 or 4. */
export function ProcessorCards({ processors }: { processors: Processors }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const money = useMoney()
  const { count, percentage } = useFormats('')
  const rangeText = useRangeText()
  const [first] = processors
  const rows = processors.flatMap((processor) =>
    [processor, ...processor.others].map((turnover) => ({ processor, turnover })),
  )
  type Row = (typeof rows)[number]
  const amount = (key: 'last24hours' | 'yesterday', name: string) => ({
    name,
    isNumber: true,
    shown: ({ turnover }: Row) => money(turnover[key], turnover.currency_code),
    plain: ({ turnover }: Row) => decimalOf(turnover[key], turnover.currency_code),
  })
  return (
    <ChartCard
      title={t('dashboard.processor_turnover')}
      text={first ? rangeText(rangeOf(first.until)) : ''}
      name="processors-last-24-hours"
      height={200}
      isLoading={false}
      isPlain
      figures={{
        rows,
        keyOf: ({ processor, turnover }) => processor.id + turnover.currency_code,
        columns: [
          {
            name: t('fields:name'),
            shown: ({ processor }) => processor.name,
            plain: ({ processor }) => processor.name,
          },
          {
            name: t('fields:payment_product'),
            shown: ({ processor }) => labels.value('payment_product', undefined, processor.payment_product),
            plain: ({ processor }) => processor.payment_product,
          },
          {
            name: t('fields:gateway'),
            shown: ({ processor }) => labels.value('gateway', undefined, processor.gateway),
            plain: ({ processor }) => processor.gateway,
          },
          {
            name: t('fields:currency_code'),
            shown: ({ turnover }) => turnover.currency_code,
            plain: ({ turnover }) => turnover.currency_code,
          },
          amount('last24hours', t('dashboard.last_24_hours')),
          amount('yesterday', t('dashboard.yesterday')),
          {
            name: t('dashboard.difference'),
            isNumber: true,
            shown: ({ turnover: { diff } }) => (diff === null ? '–' : percentage(diff)),
            plain: ({ turnover: { diff } }) => diff ?? '',
          },
          {
            name: t('dashboard.transactions'),
            isNumber: true,
            shown: ({ turnover }) => count(turnover.count),
            plain: ({ turnover }) => turnover.count,
          },
        ],
      }}
    >
      <ul className="processor-cards">
        {processors.map((processor) => (
          <ProcessorCard key={processor.id} processor={processor} />
        ))}
      </ul>
    </ChartCard>
  )
}

function ProcessorCard({ processor }: { processor: Processor }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const targetOf = useTransactionTarget()
  const more = targetOf(
    { ...rangeOf(processor.until), currency_code: processor.currency_code },
    { processor: processor.id, 'status[]': [...succeededStatuses] },
  )
  return (
    <li className="processor-card">
      <h3 title={processor.name}>{processor.name}</h3>
      <p>
        {labels.value('gateway', undefined, processor.gateway)} ·{' '}
        {labels.value('payment_product', undefined, processor.payment_product)}
      </p>
      <TurnoverLine turnover={processor} isMain />
      {processor.others.map((other) => (
        <TurnoverLine key={other.currency_code} turnover={other} />
      ))}
      {more && (
        <Link
          to={more.to}
          search={more.search}
          preload={false}
          className="chart-link"
          aria-label={t('dashboard.see_more_of', { name: processor.name })}
        >
          {t('dashboard.see_more')}
        </Link>
      )}
    </li>
  )
}

function TurnoverLine({ turnover, isMain }: { turnover: Turnover; isMain?: boolean }) {
  const { t } = useTranslation()
  const money = useMoney()
  const { count } = useFormats('')
  const yesterday = money(turnover.yesterday, turnover.currency_code)
  return (
    <div className="turnover" data-main={isMain}>
      <b>{money(turnover.last24hours, turnover.currency_code)}</b>
      <Growth
        value={turnover.sign === '=' ? 0 : turnover.diff}
        title={t('dashboard.against_yesterday', { amount: yesterday })}
      />
      {isMain && (
        <small>{t('dashboard.transactions_of', { count: turnover.count, number: count(turnover.count) })}</small>
      )}
    </div>
  )
}
