import { useScope } from './api/scope.ts'
import { useViewer } from './viewer.ts'

/** Where something new belongs unless somebody says otherwise; empty for the provider's staff who look at everybody. */
export function useOwnOrganisation(): string {
  const { merchant, organisation } = useViewer()
  const scope = useScope()
  return scope.organisation ?? scope.merchant ?? organisation ?? merchant ?? ''
}
