import { useRouter } from '@tanstack/react-router'
import { joinAddress } from '../../platform/api/merchant-address.ts'
import { useScope } from '../../platform/api/scope.ts'
import { useViewer } from '../../platform/viewer.ts'
import { rememberOrganisation } from './chosen-organisation.ts'

/**
 * Narrows the view: for the provider through the address, for a merchant's own user in this tab (see
 * chosen-organisation.ts).
 */
export function useChooseOrganisation(): (organisation: string | undefined, how?: { replace?: boolean }) => void {
  const router = useRouter()
  const viewer = useViewer()
  const { merchant } = useScope()
  return (organisation, { replace = false } = {}) => {
    // The chosen part may not contain the row in the open panel, so the list is opened without it.
    const list = `/${router.latestLocation.pathname.split('/')[1] ?? ''}`
    if (merchant) {
      const scope = organisation ? { merchant, organisation } : { merchant }
      const address = joinAddress(scope, list) + router.latestLocation.searchStr
      if (replace) router.history.replace(address)
      else router.history.push(address)
      return
    }
    rememberOrganisation(viewer.id, organisation)
    void router.invalidate()
  }
}
