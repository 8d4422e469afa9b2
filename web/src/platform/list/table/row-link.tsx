import type { ReactNode } from 'react'
import { AnchorLink } from '../../panel/anchor-link.tsx'
import { addressOfRow } from '../../screen/screen.ts'
import { useListScreen } from '../../screen/use-screen.ts'
import type { AnyRow } from '../../value/cell.tsx'
import { useListAddress } from '../address/use-list-address.ts'

/** The name of a row as a link to the row, so that it opens in another tab as well. */
export function RowLink({ row, children }: { row: AnyRow; children: ReactNode }) {
  const screen = useListScreen()
  const { search, id } = useListAddress()
  const to: string = addressOfRow(screen, String(row['id']))
  return (
    <AnchorLink
      to={to}
      search={search}
      replace={id !== undefined}
      resetScroll={false}
      onClick={(event) => event.stopPropagation()}
      // Enter follows the link, and must not open the row once more. All other keys are the row's, Escape among them.
      onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}
    >
      {children}
    </AnchorLink>
  )
}
