import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StatisticsMenu } from '../payments/statistics-menu.tsx'
import { useScreen, useScreenTitle } from '../platform/screen/use-screen.ts'
import { PageHead } from '../ui/page/page-head.tsx'
import { DashboardFilters } from './dashboard-filters.tsx'
import styles from './dashboard-page.module.css'
import type { MoneyReply } from './money/currency-choice.ts'
import type { Dashboard } from './use-dashboard.ts'

interface DashboardPageProps {
  dashboard: Dashboard
  isBusy: boolean
  /** Set when the whole page has one currency. */
  money?: MoneyReply | undefined
  children: ReactNode
}

export function DashboardPage({ dashboard, isBusy, money, children }: DashboardPageProps) {
  return (
    <div className={styles.page}>
      <DashboardHead />
      <DashboardFilters dashboard={dashboard} isBusy={isBusy} money={money} />
      {children}
    </div>
  )
}

export function DashboardHead({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  const screen = useScreen()
  const titleOf = useScreenTitle()
  return (
    <PageHead title={titleOf(screen)} text={t(`nav.${screen.label}.description`)}>
      {children}
      <StatisticsMenu />
    </PageHead>
  )
}
