import type { ReactNode } from 'react'
import { AnchorLink } from '../../panel/anchor-link.tsx'
import type { AnyRow } from '../../value/cell.tsx'
import { useListAddress } from '../address/use-list-address.ts'

/** The name of a row as a link to its panel, so that it opens in another tab as well. */
export function RowLink({ row, children }: { row: AnyRow; children: ReactNode }) {
  const { placeOf } = useListAddress()
  return (
    <AnchorLink {...placeOf(String(row['id']))} onClick={(event) => event.stopPropagation()} data-opens-row>
      {children}
    </AnchorLink>
  )
}
