import { readOneByOne } from '@kontor/contract/reports/period-report.rules'
import { Button, NativeSelect, Text } from '@mantine/core'
import { IconDownload, IconPrinter, IconReportAnalytics } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Failed } from '../../platform/failed.tsx'
import { DaysButton } from '../../platform/list/filters/days-button.tsx'
import { useScreen } from '../../platform/screen/use-screen.ts'
import { Instant } from '../../platform/value/instant.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { BlockSkeleton } from '../../ui/page/skeletons.tsx'
import paper from '../../ui/paper.module.css'
import widePaper from '../../ui/table/wide-paper.module.css'
import { LedgerLine } from './ledger-line.tsx'
import styles from './period-report.page.module.css'
import { PeriodTable } from './period-table.tsx'
import { usePeriodReport } from './use-period-report.ts'

/** Payments, refunds and chargebacks per day or month: one screen for both (001 section 2.4). */
export default function PeriodReportPage() {
  const { t } = useTranslation()
  const { label } = useScreen()
  const { data, error, refetch, group, groups, change, isOfProvider, save, isSaving } = usePeriodReport()
  return (
    <div className={`${styles.page} ${widePaper.wide}`}>
      <PageHead title={t(`nav.${label}.label`)} text={t(`nav.${label}.description`)}>
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden="true" />} onClick={() => print()}>
          {t('period_report.print')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          loading={isSaving}
          onClick={() => void save()}
        >
          {t('export.format_xlsx')}
        </Button>
      </PageHead>
      <div className={styles.tools}>
        <DaysButton days={data} onChange={(from, to) => change({ from, to })} />
        <NativeSelect
          // On paper the head of the table says it.
          className={paper.choice}
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
      ) : error && !data ? (
        <Failed refusal={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          {data.currencies.length === 0 && (
            <EmptyState icon={<IconReportAnalytics />} title={t('period_report.empty')} />
          )}
          {data.currencies.map((of) => (
            <PeriodTable
              key={`${group}/${data.from}/${data.to}/${of.currency_code}`}
              report={data}
              of={of}
              isOfProvider={isOfProvider}
            />
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
