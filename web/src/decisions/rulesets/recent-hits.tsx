import { hitDays } from '@kontor/contract/decisions/rulesets/validation-ruleset.rules'
import { useScope } from '../../platform/api/scope.ts'
import { engineNow } from '../../platform/api/server-time.ts'
import { todayIn } from '../../platform/list/address/default-window.ts'
import { AnchorLink } from '../../platform/panel/anchor-link.tsx'
import { useScreens } from '../../platform/screen/use-screen.ts'
import { useLabels } from '../../platform/value/labels.ts'
import { useViewer } from '../../platform/viewer.ts'
import typography from '../../ui/words/typography.module.css'
import type { RulesetRow } from './ruleset-row.ts'

const lists = { tag: '/transactionsTagged', block: '/transactionsBlocked', '3dSecure': '/transactions' } as const

/** The number of recent hits, as a link to the payments. Inside a list, pressing it does not open the row. */
export function RecentHits({
  of: { id, action, recent_hits },
}: {
  of: Pick<RulesetRow, 'id' | 'action' | 'recent_hits'>
}) {
  const labels = useLabels()
  const { psp, time_zone } = useViewer()
  const { merchant } = useScope()
  const to: string = psp && !merchant ? '/psp/transactions' : lists[action]
  const mayOpen = useScreens().some(({ route }) => route === to)
  const count = labels.number(recent_hits)
  if (!mayOpen || recent_hits === 0) return <span className={typography.tabular}>{count}</span>
  return (
    <AnchorLink
      to={to}
      search={{ rulesets: id, 'created_at>': firstDay(engineNow(), time_zone) }}
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
  return new Date(Date.UTC(year, month - 1, day - hitDays + 1)).toISOString().slice(0, 10)
}
