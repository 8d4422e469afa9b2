import { useRouter } from '@tanstack/react-router'
import { useScope } from '../../platform/api/scope.ts'
import { useViewer } from '../../platform/viewer.ts'
import { joinAddress, rememberOrganisation } from './merchant-scope.ts'

/** Narrows the view: for the provider in the address, for a merchant's own user in this tab (see merchant-scope.ts). */
export function useChooseOrganisation(): (organisation: string | undefined) => void {
  const router = useRouter()
  const viewer = useViewer()
  const { merchant } = useScope()
  return (organisation) => {
    // An open row need not be in the part that is chosen.
    const list = `/${router.latestLocation.pathname.split('/')[1] ?? ''}`
    if (merchant) {
      const scope = organisation ? { merchant, organisation } : { merchant }
      router.history.push(joinAddress(scope, list) + router.latestLocation.searchStr)
      return
    }
    rememberOrganisation(viewer.id, organisation)
    void router.invalidate()
  }
}
