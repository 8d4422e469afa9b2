import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StatisticsMenu } from '../payments/statistics-menu.tsx'
import { useScreen } from '../platform/screen/use-screen.ts'
import { PageHead } from '../ui/page-head.tsx'
import typography from '../ui/words/typography.module.css'
import { DashboardFilters } from './dashboard-filters.tsx'
import styles from './dashboard-page.module.css'
import type { MoneyReply } from './money/currency-choice.ts'
import type { Dashboard } from './use-dashboard.ts'

interface DashboardPageProps {
  dashboard: Dashboard
  isBusy: boolean
  /** Set when the whole page has one currency. */
  money?: MoneyReply | undefined
  isRounded?: boolean | undefined
  children: ReactNode
}

export function DashboardPage({ dashboard, isBusy, money, isRounded, children }: DashboardPageProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.page}>
      <DashboardHead />
      <DashboardFilters dashboard={dashboard} isBusy={isBusy} money={money} />
      {isRounded && <p className={typography.sub}>{t('dashboard.rounded')}</p>}
      {children}
    </div>
  )
}

export function DashboardHead({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  const { label } = useScreen()
  return (
    <PageHead title={t(`dashboard.title.${label}`)} text={t(`nav.${label}.description`)}>
      {children}
      <StatisticsMenu />
    </PageHead>
  )
}
