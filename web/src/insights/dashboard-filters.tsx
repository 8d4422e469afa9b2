import { periods } from '@kontor/contract/insights/statistics.rules'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { ActionIcon, NativeSelect, Popover, Skeleton, UnstyledButton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { engineNow } from '../platform/api/server-time.ts'
import { without } from '../platform/list/address/list-search.ts'
import { presets } from '../platform/list/filters/date-presets.ts'
import filterBar from '../platform/list/filters/filter-bar.module.css'
import filterChip from '../platform/list/filters/filter-chip.module.css'
import { FilterValue } from '../platform/list/filters/filter-value.tsx'
import { useScreen } from '../platform/screen/use-screen.ts'
import typography from '../ui/words/typography.module.css'
import styles from './dashboard-filters.module.css'
import { isPeriod, periodFor, possiblePeriods, searchOf } from './dashboard-search.ts'
import { type MoneyReply, useCurrencyChoice } from './money/currency-choice.ts'
import { RatesNote } from './money/rates-note.tsx'
import { useFormats } from './money/use-formats.ts'
import type { Dashboard } from './use-dashboard.ts'

const DateRangeEditor = lazy(() =>
  import('../platform/list/filters/date-range-editor.tsx').then((module) => ({ default: module.DateRangeEditor })),
)

interface DashboardFiltersProps {
  dashboard: Dashboard
  isBusy: boolean
  /** The currency of the figures; undefined when no figure is money. */
  money?: MoneyReply | undefined
}

export function DashboardFilters({ dashboard, isBusy, money }: DashboardFiltersProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { entity } = useScreen()
  const { search, period, change } = dashboard
  const possible = possiblePeriods(dashboard, engineNow())
  return (
    <div className={styles.tools}>
      <section className={filterBar.bar} aria-label={t('filter.bar')}>
        <RangeChip dashboard={dashboard} />
        <NativeSelect
          size="xs"
          aria-label={t('dashboard.interval')}
          value={period}
          data={periods.map((value) => {
            const name = t(`dashboard.period.${value}`)
            if (possible.has(value)) return { value, label: name }
            return { value, label: t('dashboard.range_too_long', { period: name }), disabled: true }
          })}
          onChange={({ currentTarget: { value } }) => isPeriod(value) && change({ ...search, period: value })}
        />
        {money && <CurrencySelect dashboard={dashboard} money={money} />}
      </section>
      <ActionIcon
        size={32}
        variant="default"
        aria-label={t(isBusy ? 'list.refreshing' : 'action.refresh')}
        title={t('action.refresh')}
        loading={isBusy}
        onClick={() => void queries.invalidateQueries({ queryKey: [entity] })}
      >
        <IconRefresh size={18} />
      </ActionIcon>
    </div>
  )
}

// The presets of specification 000 section 9, and three short ones. "All time" is left out: no business is that old.
const offered = presets.filter((preset) => preset !== 'all_time')
const field = { name: 'created_at', kind: 'range', field: transaction.fields.created_at } as const

function RangeChip({ dashboard: { search, from, to, change } }: { dashboard: Dashboard }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const apply = (nextFrom: string | undefined, nextTo: string | undefined) => {
    setOpen(false)
    if (!nextFrom) return
    const rest = without(search, ['created_at>', 'created_at<'])
    const next = { ...rest, 'created_at>': nextFrom, ...(nextTo ? { 'created_at<': nextTo } : {}) }
    change({ ...next, period: periodFor(searchOf(next), engineNow()) })
  }
  return (
    <div className={filterChip.chip}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus withinPortal>
        <Popover.Target>
          <UnstyledButton title={t('dashboard.change_range')} onClick={() => setOpen(!isOpen)}>
            <span className={filterChip.name}>{t('dashboard.range')}</span>
            <span className={filterChip.text}>
              <FilterValue filter={field} search={search} />
            </span>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('dashboard.range')}>
          <Suspense fallback={<Skeleton height={300} width={520} maw="80vw" />}>
            <DateRangeEditor offered={offered} from={from} to={to} onApply={apply} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}

/**
 * Amounts of different currencies are never added up as they are. The choice is one currency, with the others named, or
 * all of them converted.
 */
export function CurrencySelect({ dashboard: { search, change }, money }: { dashboard: Dashboard; money: MoneyReply }) {
  const { t } = useTranslation()
  const { currency_code: chosen, conversion, currencies: all } = money
  const { value, data } = useCurrencyChoice(money)
  const { count } = useFormats(chosen)
  const others = all.filter(({ currency_code }) => currency_code !== chosen)
  const choose = (next: string) =>
    change({
      ...without(search, ['currency_code', 'in_base_currency']),
      ...(next === 'base' ? { in_base_currency: 'true' } : { currency_code: next }),
    })
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={t('dashboard.currency')}
        value={value}
        data={data}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {conversion ? (
        <RatesNote currency={chosen} conversion={conversion} />
      ) : (
        <span className={typography.sub}>
          {others.length === 0
            ? t('dashboard.only_currency', { currency: chosen })
            : t('dashboard.other_currencies', {
                currency: chosen,
                others: others.map((each) => `${each.currency_code} (${count(each.count)})`).join(', '),
              })}
        </span>
      )}
    </>
  )
}
