import type { Share } from '@kontor/contract/shares/share.entity'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { useScreens } from '../platform/screen/use-screen.ts'
import { useLabels } from '../platform/value/labels.ts'
import typography from '../ui/words/typography.module.css'

/**
 * How many payment profiles use a shared processor. For whoever got it, the number leads to them; whoever gives it sees them by name
 * in the panel. Inside a list, pressing the link does not open the row.
 */
export function ShareProfiles({ row }: { row: Pick<Share, 'profiles' | 'processor' | 'side'> }) {
  const labels = useLabels()
  const mayOpen = useScreens().some(({ route }) => route === '/paymentprofiles')
  if (row.profiles === null) return null
  const count = labels.number(row.profiles)
  if (!mayOpen || row.side !== 'received' || row.profiles === 0)
    return <span className={typography.tabular}>{count}</span>
  return (
    <AnchorLink
      to="/paymentprofiles"
      search={{ processors: row.processor }}
      className={typography.tabular}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {count}
    </AnchorLink>
  )
}
