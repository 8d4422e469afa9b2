import { useScope } from './api/scope.ts'
import { useViewer } from './viewer.ts'

/** The default organisation of a new record; empty for the provider's staff when they view all merchants. */
export function useOwnOrganisation(): string {
  const { merchant, organisation } = useViewer()
  const scope = useScope()
  return scope.organisation ?? scope.merchant ?? organisation ?? merchant ?? ''
}
