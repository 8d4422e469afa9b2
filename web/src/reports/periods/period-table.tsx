import { formatQueryString } from '@kontor/contract/lists/query-string'
import { exactly } from '@kontor/contract/sums'
import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { InMerchantView, useMerchantRoutes } from '../../organisations/merchants/in-merchant-view.tsx'
import { useScreens } from '../../platform/screen/use-screen.ts'
import { useLabels } from '../../platform/value/labels.ts'
import { Money } from '../../platform/value/money.tsx'
import { NumberCell, NumberHead, SmallTable, WordsCell, WordsHead } from '../../ui/table/small-table.tsx'
import { usePrinting } from '../../ui/use-printing.ts'
import { Below } from './below.tsx'
import { BookedCells, BookedHeads } from './booked-cells.tsx'
import { type CellName, targetOf } from './cell-targets.ts'
import figure from './figure-link.module.css'
import type { OfCurrency, PeriodReport, PeriodRow } from './use-period-report.ts'

const cells = ['payments', 'approved', 'refunds', 'chargebacks'] as const

/** A year by merchant has some ten thousand rows, which no browser draws at once. */
const step = 100
const mostOnPaper = 1_000

interface PeriodTableProps {
  report: PeriodReport
  of: OfCurrency
  isOfProvider: boolean
}

/** The periods of one currency, with their subtotal: currencies are never added up. */
export function PeriodTable({ report, of, isOfProvider }: PeriodTableProps) {
  const { t } = useTranslation()
  const { currency_code: currency, rows, total } = of
  const { group, category, from, to } = report
  const daysOf = ({ period }: PeriodRow) =>
    isOfProvider ? undefined : { first: period, last: category === 'daily' ? period : lastOfMonth(period) }
  const periodText = usePeriodText(report.category)
  const keyText = useKeyText(report)
  const label = t('period_report.of_currency', { currency })
  const labels = useLabels()
  const routes = new Set(useScreens().map(({ route }) => route))
  const [most, setMost] = useState(step)
  const isWhole = usePrinting() && rows.length <= mostOnPaper
  const shown = isWhole ? rows : rows.slice(0, most)
  return (
    <section aria-label={label}>
      <Title order={2} fz="md" mb="xs">
        {label}
      </Title>
      <SmallTable label={t('period_report.table', { currency })} sticks>
        <thead>
          <tr>
            <WordsHead>{t(`period_report.period.${report.category}`)}</WordsHead>
            {group !== 'none' && <WordsHead>{t(`period_report.group.${group}`)}</WordsHead>}
            {cells.map((cell) => (
              <NumberHead key={cell}>
                {t(`period_report.${cell}`)}
                {cell === 'approved' && <Below>{t('period_report.conversion')}</Below>}
              </NumberHead>
            ))}
            <NumberHead>{t('period_report.net')}</NumberHead>
            <BookedHeads of={total} />
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={`${row.period}/${row.key}`}>
              <WordsCell>{periodText(row.period)}</WordsCell>
              {group !== 'none' && <WordsCell>{keyText(row)}</WordsCell>}
              {cells.map((cell) => (
                <NumberCell key={cell}>
                  <Money amount={row[cell] && exactly(row[cell], 'volume')} currency={currency} />
                  <Below>
                    <Count
                      cell={cell}
                      row={row}
                      group={group}
                      currency={currency}
                      routes={routes}
                      isOfProvider={isOfProvider}
                    />
                    {cell === 'approved' && <Conversion value={row.conversion} />}
                  </Below>
                </NumberCell>
              ))}
              <NumberCell>
                <Money amount={exactly(row, 'net')} currency={currency} />
              </NumberCell>
              <BookedCells of={row} currency={currency} days={daysOf(row)} routes={routes} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <WordsHead>{t('period_report.subtotal', { currency })}</WordsHead>
            {group !== 'none' && <WordsCell>{group === 'tag' && t('period_report.once')}</WordsCell>}
            {cells.map((cell) => (
              <NumberCell key={cell}>
                <Money amount={total[cell] && exactly(total[cell], 'volume')} currency={currency} />
                <Below>
                  <Whole value={total[cell]?.count} />
                  {cell === 'approved' && <Conversion value={total.conversion} />}
                </Below>
              </NumberCell>
            ))}
            <NumberCell>
              <Money amount={exactly(total, 'net')} currency={currency} />
            </NumberCell>
            <BookedCells
              of={total}
              currency={currency}
              days={isOfProvider ? undefined : { first: from, last: to }}
              routes={routes}
            />
          </tr>
        </tfoot>
      </SmallTable>
      {shown.length < rows.length && (
        <Group mt="xs" gap="sm">
          <Text size="sm" c="dimmed">
            {t('period_report.first_rows', {
              shown: labels.number(shown.length),
              formatted: labels.number(rows.length),
            })}
          </Text>
          <Button size="xs" variant="default" onClick={() => setMost(most + step)}>
            {t('period_report.more')}
          </Button>
        </Group>
      )}
    </section>
  )
}

const lastOfMonth = (first: string): string => {
  const [year = 0, month = 1] = first.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

interface CountProps extends Pick<PeriodTableProps, 'isOfProvider'> {
  cell: CellName
  row: PeriodRow
  group: PeriodReport['group']
  currency: string
  routes: ReadonlySet<string>
}

/** A count leads to the list that counts the same, for whoever may open it. */
function Count({ cell, row, group, currency, routes, isOfProvider }: CountProps): ReactNode {
  const { t } = useTranslation()
  const labels = useLabels()
  const count = row[cell]?.count
  const target = targetOf(cell, row, { currency, group, isOfProvider })
  const merchantRoutes = useMerchantRoutes()
  const isOpen = target && (target.merchant ? merchantRoutes : routes).has(target.to)
  if (!count || !isOpen) return <Whole value={count} />
  const look = {
    underline: 'always',
    className: figure.figure,
    'aria-label': t('period_report.open', { formatted: labels.number(count), name: t(`period_report.${cell}`) }),
  } as const
  if (target.merchant)
    return (
      <InMerchantView {...look} merchant={target.merchant} to={`${target.to}?${formatQueryString(target.search)}`}>
        {labels.number(count)}
      </InMerchantView>
    )
  return (
    <Anchor inherit {...look} renderRoot={(props) => <Link {...props} to={target.to} search={target.search} />}>
      {labels.number(count)}
    </Anchor>
  )
}

function Whole({ value }: { value: number | undefined }): ReactNode {
  const labels = useLabels()
  return value === undefined ? '–' : labels.number(value)
}

function Conversion({ value }: { value: number | null }): ReactNode {
  const { i18n } = useTranslation()
  if (value === null) return null
  return ` · ${new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 2 }).format(value)}%`
}

/** The day, or the month, in words. */
function usePeriodText(category: PeriodReport['category']) {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language, {
    timeZone: 'UTC',
    ...(category === 'daily'
      ? { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }
      : { month: 'long', year: 'numeric' }),
  })
  return (period: string) => format.format(new Date(`${period}T00:00:00Z`))
}

function useKeyText({ group }: PeriodReport) {
  const { t } = useTranslation()
  const labels = useLabels()
  return ({ key, name }: PeriodRow): string => {
    if (name !== null) return name
    if (group === 'status' || group === 'payment_product') return labels.value(group, undefined, key)
    if (key !== '') return `…${key.slice(-8)}`
    return t(group === 'processor' ? 'period_report.no_processor' : 'period_report.unknown')
  }
}
