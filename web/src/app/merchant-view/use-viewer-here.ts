import type { Session } from '@kontor/contract/identity/session'
import { merchant as merchantEntity } from '@kontor/contract/organisations/merchant.entity'
import { useRow } from '../../platform/api/reading.ts'
import { useScope } from '../../platform/api/scope.ts'
import { mayDo, type Viewer } from '../../platform/viewer.ts'

/**
 * The signed-in user in the present view. The provider's staff, in the view of a merchant, have the parts of the product that
 * the merchant has; a merchant's own session has no others.
 */
export function useViewerHere(session: Session): Viewer {
  const { merchant } = useScope()
  const { data } = useRow(merchantEntity, merchant, { enabled: mayDo(merchantEntity.roles.list, session.roles) })
  if (merchant === undefined || !data) return session
  return { ...session, modules: session.modules.filter((module) => !data.lacks.some((each) => each === module)) }
}
