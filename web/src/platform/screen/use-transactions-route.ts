import { useScope } from '../api/scope.ts'
import { useViewer } from '../viewer.ts'

/** The route to the transactions of the present view: of all merchants, or of one. */
export function useTransactionsRoute(): '/psp/transactions' | '/transactions' {
  const { psp } = useViewer()
  const { merchant } = useScope()
  return psp && !merchant ? '/psp/transactions' : '/transactions'
}
