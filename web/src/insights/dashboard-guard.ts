import type { Query } from '@kontor/contract/lists/query-string'
import { redirect } from '@tanstack/react-router'
import { currentSession } from '../identity/session.ts'
import { engineNow } from '../platform/api/server-time.ts'
import { i18n } from '../platform/i18n.ts'
import { notify } from '../platform/notify.ts'
import type { Visit } from '../platform/screen/screen.ts'
import { completed, searchOf } from './dashboard-search.ts'

/** Corrects a dashboard's address, so that it always has its period and its range. */
export function putDashboardRight({ location, preload }: Visit): void {
  // The cast is safe: the router uses the contract's parser.
  const raw = location.search as Query
  const { search, dropped, tooShort } = completed(raw, engineNow(), currentSession()?.time_zone ?? 'Europe/Amsterdam')
  if (dropped.length > 0 && !preload) {
    const message = i18n.t('notice.dropped', { names: dropped.join(', ') })
    notify({ id: 'dropped', color: 'yellow', message })
  }
  if (tooShort && !preload) {
    const [asked, shown] = [tooShort, searchOf(search).period].map((each) => i18n.t(`dashboard.period.${each}`))
    notify({ id: 'period', color: 'yellow', message: i18n.t('notice.range_too_long', { asked, shown }) })
  }
  const keys = new Set([...Object.keys(search), ...Object.keys(raw)])
  if ([...keys].some((key) => search[key] !== raw[key])) {
    throw redirect({ to: location.pathname, search, replace: true })
  }
}
