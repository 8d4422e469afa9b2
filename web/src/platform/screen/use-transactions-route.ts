import { useScope } from '../api/scope.ts'
import { useViewer } from '../viewer.ts'

/** The route to the transactions of the present view: of all merchants, or of one. */
export function useTransactionsRoute(): '/psp/transactions' | '/transactions' {
  return useIsOverAll() ? '/psp/transactions' : '/transactions'
}

/** True in the provider's view of all merchants. */
export function useIsOverAll(): boolean {
  const { psp } = useViewer()
  const { merchant } = useScope()
  return psp && !merchant
}
