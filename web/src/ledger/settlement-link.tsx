import { pspSettlement, type Settlement, settlement } from '@kontor/contract/settlements/settlement.entity'
import { idOf, type Related } from '../platform/api/related.ts'
import { useScope } from '../platform/api/scope.ts'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { useMay, useViewer } from '../platform/viewer.ts'
import { ShortId } from '../ui/short-id.tsx'

const ofAll = '/psp/reports/settlement'

/** The route to the settlements of the present view: of all merchants, or of one. */
export function useSettlementsRoute(): typeof ofAll | '/report/settlement' {
  const { psp } = useViewer()
  const { merchant } = useScope()
  return psp && !merchant ? ofAll : '/report/settlement'
}

/** A link to a settlement, by its number; the number alone for viewers who may not open settlements. */
export function SettlementLink({ of }: { of: Related<Pick<Settlement, 'id' | 'number'>> }) {
  const route = useSettlementsRoute()
  const may = useMay((route === ofAll ? pspSettlement : settlement).roles.list)
  const to: string = `${route}/$id`
  const name = typeof of === 'string' ? <ShortId value={of} /> : of.number
  if (!may) return name
  return (
    <AnchorLink to={to} params={{ id: idOf(of) }}>
      {name}
    </AnchorLink>
  )
}
