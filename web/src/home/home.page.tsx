import { transactionTodayEndpoint } from '@kontor/contract/insights/transaction-statistics.endpoints'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { IconKey } from '@tabler/icons-react'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { engineClock, engineNow, watchEngineClock } from '../platform/api/server-time.ts'
import { todayIn } from '../platform/list/address/default-window.ts'
import { useScreen, useScreens } from '../platform/screen/use-screen.ts'
import { mayDo, useViewer } from '../platform/viewer.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { AttentionCard } from './attention-card.tsx'
import { ClientMoneyCard } from './client-money-card.tsx'
import styles from './home.page.module.css'
import { LatestCard } from './latest-card.tsx'
import { ScreensCard } from './screens-card.tsx'
import { TodayCard } from './today-card.tsx'

const DemoLinks = lazy(() =>
  import('../identity/demo/demo-links.tsx').then((module) => ({ default: module.DemoLinks })),
)

/** The first screen: today's money, what waits for the viewer, and the latest payments, each by the viewer's roles. */
export default function HomePage() {
  const { t, i18n } = useTranslation()
  const { roles, time_zone } = useViewer()
  const screens = useScreens()
  const own = useScreen()
  const isDemo = useSyncExternalStore(watchEngineClock, engineClock) !== undefined
  const seesToday = mayDo(transactionTodayEndpoint.access, roles)
  const seesPayments = mayDo(transaction.roles.list, roles)
  const seesClientMoney = screens.some(({ route }) => route === '/psp/reports/client-money')
  const seesWaiting = screens.some(({ attention }) => attention !== undefined)
  const others = screens.filter(({ route }) => route !== own.route)
  const seesNone = !seesToday && !seesWaiting && !seesClientMoney && !seesPayments
  return (
    <div className={styles.page}>
      <PageHead title={t('nav.home.label')} text={longDay(todayIn(engineNow(), time_zone), i18n.language)} />
      {others.length === 0 && (
        <EmptyState icon={<IconKey />} title={t('state.no_screens')} text={t('state.no_screens_text')} />
      )}
      <div className={styles.cards}>
        {seesToday && <TodayCard />}
        {seesWaiting && <AttentionCard />}
        {seesClientMoney && <ClientMoneyCard />}
        {seesPayments && <LatestCard />}
        {seesNone && others.length > 0 && <ScreensCard screens={others} />}
      </div>
      {isDemo && (
        <Suspense fallback={null}>
          <footer className={styles.foot}>
            <DemoLinks />
          </footer>
        </Suspense>
      )}
    </div>
  )
}

const longDay = (day: string, language: string): string => {
  const text = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day))
  return text.charAt(0).toUpperCase() + text.slice(1)
}
