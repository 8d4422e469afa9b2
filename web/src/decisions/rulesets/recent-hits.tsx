import { recentDays } from '@kontor/contract/decisions/decision.rules'
import type { Query } from '@kontor/contract/lists/query-string'
import type { ReactNode } from 'react'
import { engineNow } from '../../platform/api/server-time.ts'
import { todayIn } from '../../platform/list/address/default-window.ts'
import { AnchorLink } from '../../platform/panel/anchor-link.tsx'
import { useScreens } from '../../platform/screen/use-screen.ts'
import { useTransactionsRoute } from '../../platform/screen/use-transactions-route.ts'
import { useLabels } from '../../platform/value/labels.ts'
import { useViewer } from '../../platform/viewer.ts'
import typography from '../../ui/words/typography.module.css'
import type { RulesetRow } from './ruleset-row.ts'

const lists = { tag: '/transactionsTagged', block: '/transactionsBlocked', '3dSecure': '/transactions' } as const

type Of = Pick<RulesetRow, 'id' | 'action' | 'recent_hits'>

/** The number of recent hits, as a link to the payments. */
export function RecentHits({ of }: { of: Of }) {
  return <HitPayments of={of} count={of.recent_hits} />
}

interface HitPaymentsProps {
  of: Pick<Of, 'id' | 'action'>
  count: number
  /** Further filters of the list. */
  filters?: Query
  children?: ReactNode
}

/** A number of payments that a ruleset hit recently, as a link to them. Inside a list, pressing it does not open the row. */
export function HitPayments({ of: { id, action }, count, filters = {}, children }: HitPaymentsProps) {
  const labels = useLabels()
  const { time_zone } = useViewer()
  const all = useTransactionsRoute()
  const to: string = all === '/transactions' ? lists[action] : all
  // The list of one merchant's tagged payments asks this by itself.
  const tagged = to === all && action === 'tag' ? { tagged: 'true' } : {}
  const mayOpen = useScreens().some(({ route }) => route === to)
  const text = children ?? labels.number(count)
  if (!mayOpen || count === 0) return <span className={typography.tabular}>{text}</span>
  return (
    <AnchorLink
      to={to}
      search={{ rulesets: id, 'created_at>': firstDay(engineNow(), time_zone), ...tagged, ...filters }}
      className={typography.tabular}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {text}
    </AnchorLink>
  )
}

function firstDay(now: Date, timeZone: string): string {
  const [year = 0, month = 0, day = 0] = todayIn(now, timeZone).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day - recentDays + 1)).toISOString().slice(0, 10)
}
