import { readOneByOne } from '@kontor/contract/reports/period-report.rules'
import { Button, NativeSelect, Popover, Text } from '@mantine/core'
import { IconCalendar, IconDownload, IconPrinter, IconReportAnalytics } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal } from '../../platform/api/api-client.ts'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { Failed } from '../../platform/failed.tsx'
import { notify } from '../../platform/notify.ts'
import { useScreen } from '../../platform/screen/use-screen.ts'
import { formatDay, Instant } from '../../platform/value/instant.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { BlockSkeleton } from '../../ui/page/skeletons.tsx'
import { LedgerLine } from './ledger-line.tsx'
import styles from './period-report.page.module.css'
import { PeriodTable } from './period-table.tsx'
import { type PeriodReport, usePeriodReport } from './use-period-report.ts'

const DateRangeEditor = lazy(() =>
  import('../../platform/list/filters/date-range-editor.tsx').then((module) => ({ default: module.DateRangeEditor })),
)

/** Presets of days; hours and all time are none of a report. */
const offered = [
  ...(['last_7_days', 'last_28_days', 'last_90_days', 'last_365_days', 'current_month', 'current_quarter'] as const),
  ...(['current_year', 'previous_month', 'previous_quarter', 'previous_year'] as const),
]

/** Payments, refunds and chargebacks per day or month: one screen for both (001 section 2.4). */
export default function PeriodReportPage() {
  const { t } = useTranslation()
  const { label } = useScreen()
  const report = usePeriodReport()
  const { data, error, refetch, group, groups, change, isOfProvider } = report
  return (
    <div className={styles.page}>
      <PageHead title={t(`nav.${label}.label`)} text={t(`nav.${label}.description`)}>
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden="true" />} onClick={() => print()}>
          {t('period_report.print')}
        </Button>
        <SaveButton save={report.save} />
      </PageHead>
      <div className={styles.tools}>
        <RangeButton data={data} onChange={(from, to) => change({ from, to })} />
        <NativeSelect
          size="xs"
          aria-label={t('period_report.group_by')}
          value={group}
          data={groups.map((value) => ({ value, label: t(`period_report.group.${value}`) }))}
          onChange={(event) => change({ group: event.currentTarget.value })}
        />
      </div>
      {error && error.details['query.from'] === 'range_too_long' ? (
        <EmptyState
          icon={<IconReportAnalytics />}
          title={t('period_report.too_long')}
          text={t(readOneByOne.includes(group) ? 'period_report.too_long_group' : 'period_report.too_long_text')}
        />
      ) : error ? (
        <Failed refusal={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          {data.currencies.length === 0 && (
            <EmptyState icon={<IconReportAnalytics />} title={t('period_report.empty')} />
          )}
          {data.currencies.map((of) => (
            <PeriodTable key={of.currency_code} report={data} of={of} isOfProvider={isOfProvider} />
          ))}
          <Text size="xs" c="dimmed">
            {t('period_report.generated')} <Instant value={data.generated_at} hasSeconds />
            {' · '}
            {t('period_report.days_of', { zone: data.time_zone })}
          </Text>
          {data.ledger && (
            <LedgerLine ledger={data.ledger} hasColumns={data.currencies.some(({ total }) => total.booked)} />
          )}
        </>
      ) : (
        <BlockSkeleton height={320} />
      )}
    </div>
  )
}

interface RangeButtonProps {
  data: PeriodReport | undefined
  onChange: (from: string, to: string) => void
}

function RangeButton({ data, onChange }: RangeButtonProps) {
  const { t, i18n } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const range = data && { from: formatDay(data.from, i18n.language), to: formatDay(data.to, i18n.language) }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCalendar size={16} aria-hidden="true" />}
          onClick={() => setOpen(!isOpen)}
        >
          {range ? t('filter.between', range) : t('period_report.range')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<BlockSkeleton height={280} />}>
          <DateRangeEditor
            offered={offered}
            from={data?.from}
            to={data?.to}
            onApply={(from, to) => {
              setOpen(false)
              // A range without an end is until today; without a beginning it is the usual one.
              onChange(from?.slice(0, 10) ?? '', to?.slice(0, 10) ?? '')
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

function SaveButton({ save }: { save: () => Promise<void> }) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const [isBusy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      await save()
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error
      notify({ color: 'red', message: textOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      loading={isBusy}
      onClick={() => void start()}
    >
      {t('export.format_xlsx')}
    </Button>
  )
}
