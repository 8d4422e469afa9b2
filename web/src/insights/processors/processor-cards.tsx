import type { ReplyOf } from '@kontor/contract/endpoint'
import type { processorStatisticsEndpoint } from '@kontor/contract/insights/processor-statistics.endpoints'
import { decimalOf } from '@kontor/contract/money'
import { approvedStatuses } from '@kontor/contract/payments/transaction.rules'
import { exactly, sumOfVolumes } from '@kontor/contract/sums'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import filterBar from '../../platform/list/filters/filter-bar.module.css'
import { useLabels } from '../../platform/value/labels.ts'
import { useMoney } from '../../platform/value/use-money.ts'
import { ChartCard } from '../../ui/charts/chart-card.tsx'
import quietLink from '../../ui/words/quiet-link.module.css'
import typography from '../../ui/words/typography.module.css'
import { Growth } from '../cards/totals.tsx'
import { type Conversion, isConverted } from '../money/conversion.ts'
import { RatesNote } from '../money/rates-note.tsx'
import { about, useFormats } from '../money/use-formats.ts'
import { useRangeText } from '../range-text.ts'
import { useTransactionTarget } from '../targets.ts'
import styles from './processor-cards.module.css'
import { type Chosen, groupsOf, isWanted, orders, ProcessorFilter } from './processor-filter.tsx'

type Processors = ReplyOf<typeof processorStatisticsEndpoint>
type Processor = Processors[number]
type Turnover = Processor['currencies'][number]

interface Row {
  processor: Processor
  turnover: Turnover
  isTotal: boolean
}

const day = 86_400_000
/** Fewer cards are seen at once. */
const filterFrom = 10

const rangeOf = (until: string) => ({ from: new Date(Date.parse(until) - day).toISOString(), to: until })

/** Cards in rows of 3 or 4 (000 section 2). */
export function ProcessorCards({ processors: all }: { processors: Processors }) {
  const [chosen, setChosen] = useState<Chosen>({ wanted: '', order: 'turnover' })
  const processors = all.filter((each) => isWanted(each, chosen.wanted)).toSorted(orders[chosen.order])
  const groups = groupsOf(processors, chosen.order)
  const isGrouped = new Set(all.map(({ merchant }) => merchant)).size > 1
  const { t } = useTranslation(['main', 'fields'])
  const labels = useLabels()
  const money = useMoney()
  const { count, percentage } = useFormats('')
  const rangeText = useRangeText()
  const [first] = all
  // The rows after a converted total show the amounts that it was converted from.
  const rows = processors.flatMap((processor): Row[] => [
    { processor, turnover: processor, isTotal: true },
    ...ownOf(processor).map((turnover) => ({ processor, turnover, isTotal: false })),
  ])
  const isAbout = ({ processor, isTotal }: Row) => isTotal && isConverted(processor)
  const amount = (key: 'last24hours' | 'yesterday', name: string) => ({
    name,
    isNumber: true,
    shown: (row: Row) =>
      `${isAbout(row) ? about : ''}${money(exactly(row.turnover, key) ?? 0, row.turnover.currency_code)}`,
    plain: ({ turnover }: Row) => decimalOf(exactly(turnover, key) ?? 0, turnover.currency_code),
  })
  return (
    <ChartCard
      title={t('dashboard.processor_turnover')}
      text={first ? rangeText(rangeOf(first.until)) : ''}
      name="processors-last-24-hours"
      height={200}
      isLoading={false}
      isPlain
      head={
        first && (
          <div className={filterBar.bar}>
            {all.length >= filterFrom && <ProcessorFilter chosen={chosen} onChange={setChosen} />}
            <RatesNote currency={first.currency_code} conversion={conversionOfAll(all)} />
          </div>
        )
      }
      figures={{
        rows,
        keyOf: ({ processor, turnover, isTotal }) => `${processor.id} ${isTotal} ${turnover.currency_code}`,
        columns: [
          {
            name: t('fields:name'),
            shown: ({ processor }) => processor.name,
            plain: ({ processor }) => processor.name,
          },
          ...(isGrouped
            ? [
                {
                  name: t('fields:merchant'),
                  shown: ({ processor }: Row) => processor.merchant_name,
                  plain: ({ processor }: Row) => processor.merchant_name,
                },
              ]
            : []),
          {
            name: t('fields:payment_product'),
            shown: ({ processor }) => labels.value('payment_product', undefined, processor.payment_product),
            plain: ({ processor }) => processor.payment_product,
          },
          {
            name: t('fields:gateway'),
            shown: ({ processor }) => processor.gatewayLabel,
            plain: ({ processor }) => processor.gateway,
          },
          {
            name: t('fields:currency_code'),
            shown: (row) => `${row.turnover.currency_code}${isAbout(row) ? ` (${t('dashboard.of_all')})` : ''}`,
            plain: (row) => row.turnover.currency_code,
          },
          {
            name: t('dashboard.is_converted'),
            shown: (row) => (isAbout(row) ? '≈' : ''),
            plain: (row) => String(isAbout(row)),
          },
          amount('last24hours', t('dashboard.last_24_hours')),
          amount('yesterday', t('dashboard.yesterday')),
          {
            name: t('dashboard.difference'),
            isNumber: true,
            shown: ({ processor: { diff }, isTotal }) => (!isTotal || diff === null ? '–' : percentage(diff)),
            plain: ({ processor: { diff }, isTotal }) => (isTotal ? (diff ?? '') : ''),
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
      {processors.length === 0 ? (
        <p className={typography.sub}>{t('filter.no_options')}</p>
      ) : (
        groups.map((group) => (
          <section key={group.merchant} className={styles.group} aria-label={isGrouped ? group.name : undefined}>
            {isGrouped && (
              <h3>
                {group.name}
                <span>
                  {group.processors.some(isConverted) && about}
                  {money(group.turnover, group.currency_code)}
                </span>
              </h3>
            )}
            <ul className={styles.cards}>
              {group.processors.map((processor) => (
                <ProcessorCard key={processor.id} processor={processor} />
              ))}
            </ul>
          </section>
        ))
      )}
    </ChartCard>
  )
}

function ProcessorCard({ processor }: { processor: Processor }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const targetOf = useTransactionTarget()
  const more = targetOf(rangeOf(processor.until), { processor: processor.id, 'status[]': [...approvedStatuses] })
  return (
    <li className={styles.card}>
      <h3 title={processor.name}>{processor.name}</h3>
      <p>
        {processor.gatewayLabel} · {labels.value('payment_product', undefined, processor.payment_product)}
      </p>
      <TurnoverLine processor={processor} />
      <OwnTurnovers processor={processor} />
      {more && (
        <Link
          to={more.to}
          search={more.search}
          preload={false}
          className={quietLink.link}
          aria-label={t('dashboard.see_more_of', { name: processor.name })}
        >
          {t('dashboard.see_more')}
        </Link>
      )}
    </li>
  )
}

function TurnoverLine({ processor }: { processor: Processor }) {
  const { t } = useTranslation()
  const { count, money } = useFormats(processor.currency_code, isConverted(processor))
  return (
    <div className={styles.turnover} data-main>
      <b>{money(exactly(processor, 'last24hours'))}</b>
      <Growth
        value={processor.sign === '=' ? 0 : processor.diff}
        better="more"
        title={t('dashboard.against_yesterday', { amount: money(exactly(processor, 'yesterday')) })}
      />
      <small className={styles.note}>
        {t('dashboard.transactions_of', { count: processor.count, number: count(processor.count) })}
      </small>
    </div>
  )
}

/** The turnover per currency, unless all of it is in the base currency. */
function OwnTurnovers({ processor }: { processor: Processor }) {
  const { t } = useTranslation()
  const money = useMoney()
  const own = ownOf(processor).filter(({ count }) => count > 0)
  if (own.length === 0) return null
  const isWithout = (code: string) =>
    processor.conversion.without_rate.some(({ currency_code }) => currency_code === code)
  return (
    <ul className={styles.own} aria-label={t('dashboard.own_currencies')}>
      {own.map((turnover) => (
        <li key={turnover.currency_code}>
          {money(exactly(turnover, 'last24hours') ?? 0, turnover.currency_code)}
          {isWithout(turnover.currency_code) && ` (${t('dashboard.no_rate')})`}
        </li>
      ))}
    </ul>
  )
}

const ownOf = ({ currencies, currency_code }: Processor): readonly Turnover[] =>
  currencies.some((own) => own.currency_code !== currency_code) ? currencies : []

/** All exchange rates of the page and all amounts without a rate, each once. */
function conversionOfAll(processors: Processors): Conversion {
  const rates = new Map(
    processors.flatMap(({ conversion }) => conversion.rates.map((rate) => [rate.currency_code, rate])),
  )
  const without = Map.groupBy(
    processors.flatMap(({ conversion }) => conversion.without_rate),
    ({ currency_code }) => currency_code,
  )
  return {
    rates: [...rates.values()].sort((one, other) => (one.currency_code < other.currency_code ? -1 : 1)),
    without_rate: [...without].map(([currency_code, of]) => ({
      currency_code,
      count: of.reduce((sum, { count }) => sum + count, 0),
      ...sumOfVolumes(of),
    })),
  }
}
