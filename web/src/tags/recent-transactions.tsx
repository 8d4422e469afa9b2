import type { Tag } from '@kontor/contract/tags/tag.entity'
import { recentDays } from '@kontor/contract/tags/tag.rules'
import { useScope } from '../platform/api/scope.ts'
import { engineNow } from '../platform/api/server-time.ts'
import { todayIn } from '../platform/list/address/default-window.ts'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { useScreens } from '../platform/screen/use-screen.ts'
import { useLabels } from '../platform/value/labels.ts'
import { useViewer } from '../platform/viewer.ts'
import typography from '../ui/words/typography.module.css'

/**
 * The number of recent payments with a tag, as a link to their list. Inside a list, pressing it does not open the row.
 */
export function RecentTransactions({ of: tag }: { of: Pick<Tag, 'id' | 'recent_transactions'> }) {
  const labels = useLabels()
  const { psp, time_zone } = useViewer()
  const { merchant } = useScope()
  const to: string = psp && !merchant ? '/psp/transactions' : '/transactionsTagged'
  const mayOpen = useScreens().some(({ route }) => route === to)
  const recent = tag.recent_transactions ?? 0
  const count = labels.number(recent)
  if (!mayOpen || recent === 0) return <span className={typography.tabular}>{count}</span>
  return (
    <AnchorLink
      to={to}
      search={{ tags: tag.id, 'created_at>': firstDay(engineNow(), time_zone) }}
      className={typography.tabular}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {count}
    </AnchorLink>
  )
}

function firstDay(now: Date, timeZone: string): string {
  const [year = 0, month = 0, day = 0] = todayIn(now, timeZone).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day - recentDays + 1)).toISOString().slice(0, 10)
}
