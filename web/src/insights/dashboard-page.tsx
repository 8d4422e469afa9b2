import './insights.css'
import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StatisticsMenu } from '../payments/statistics-menu.tsx'
import { useScreen } from '../platform/screen/use-screen.ts'
import { DashboardFilters } from './dashboard-filters.tsx'
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
    <div className="dashboard">
      <DashboardHead />
      <DashboardFilters dashboard={dashboard} isBusy={isBusy} money={money} />
      {isRounded && <p className="dashboard-note">{t('dashboard.rounded')}</p>}
      {children}
    </div>
  )
}

export function DashboardHead({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  const { label } = useScreen()
  return (
    <header className="page-head">
      <div>
        <Title order={1}>{t(`dashboard.title.${label}`)}</Title>
        <Text size="sm" c="dimmed">
          {t(`nav.${label}.description`)}
        </Text>
      </div>
      <div className="page-actions">
        {children}
        <StatisticsMenu />
      </div>
    </header>
  )
}
