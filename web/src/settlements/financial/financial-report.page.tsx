import { NativeSelect, Text, Title } from '@mantine/core'
import { IconReportMoney } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Failed } from '../../platform/failed.tsx'
import { DaysButton } from '../../platform/list/filters/days-button.tsx'
import { AnchorLink } from '../../platform/panel/anchor-link.tsx'
import { useScreens } from '../../platform/screen/use-screen.ts'
import { formatDay, Instant } from '../../platform/value/instant.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { BlockSkeleton } from '../../ui/page/skeletons.tsx'
import paper from '../../ui/paper.module.css'
import widePaper from '../../ui/table/wide-paper.module.css'
import { invoices } from '../invoices/invoice.screen.ts'
import { BalanceNow } from './balance-now.tsx'
import { DayTable } from './day-table.tsx'
import styles from './financial-report.page.module.css'
import { PeriodWaterfall } from './period-waterfall.tsx'
import { useFinancialReport } from './use-financial-report.ts'

/** What the merchant has now, and what a period added and took. */
export default function FinancialReportPage() {
  const { t, i18n } = useTranslation()
  const { data, of, error, refetch, change } = useFinancialReport()
  const hasInvoices = useScreens().some(({ route }) => route === invoices.route)
  return (
    <div className={`${styles.page} ${widePaper.wide}`}>
      <PageHead title={t('nav.report.label')} text={t('nav.report.description')}>
        {hasInvoices && <AnchorLink to={invoices.route}>{t('invoices.to_invoices')}</AnchorLink>}
      </PageHead>
      <div className={styles.tools}>
        <DaysButton days={data} onChange={(from, to) => change({ from, to })} />
        {data && data.currencies.length > 1 && (
          <NativeSelect
            className={paper.choice}
            size="xs"
            aria-label={t('financial_report.currency')}
            value={of?.currency_code}
            data={data.currencies.map(({ currency_code }) => currency_code)}
            onChange={(event) => change({ currency: event.currentTarget.value })}
          />
        )}
        {of && (
          <span className={paper.words} aria-hidden="true">
            {t('financial_report.of_currency', { currency: of.currency_code })}
          </span>
        )}
      </div>
      {error?.details['query.from'] === 'range_too_long' ? (
        <EmptyState icon={<IconReportMoney />} title={t('financial_report.too_long')} />
      ) : error && !data ? (
        <Failed refusal={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <BlockSkeleton height={320} />
      ) : !of ? (
        <EmptyState
          icon={<IconReportMoney />}
          title={t('financial_report.empty')}
          text={t('financial_report.empty_text')}
        />
      ) : (
        <>
          <BalanceNow of={of} />
          <section aria-labelledby="period">
            <Title order={2} id="period" fz="md" mb="xs">
              {t('financial_report.period')}
            </Title>
            <PeriodWaterfall of={of} days={data} />
          </section>
          <DayTable of={of} />
          <Text size="xs" c="dimmed">
            {t('financial_report.generated')} <Instant value={data.generated_at} hasSeconds />
            {' · '}
            {t('financial_report.days_of', { zone: data.time_zone })}
            {data.closed_through &&
              ` · ${t('financial_report.closed', { day: formatDay(data.closed_through, i18n.language) })}`}
          </Text>
        </>
      )}
    </div>
  )
}
