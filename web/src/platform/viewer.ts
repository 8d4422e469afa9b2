import type { Access, Definition } from '@kontor/contract/endpoint'
import { isAllowed, type Requirement } from '@kontor/contract/roles'
import { createContext, useContext } from 'react'
import { type Scope, useScope } from './api/scope.ts'

/** The facts about the signed-in user that screens need. */
export interface Viewer {
  readonly id: string
  readonly email: string
  readonly name: string
  /** True for the provider's staff. */
  readonly psp: boolean
  readonly roles: readonly string[]
  readonly merchant: string | null
  readonly merchant_name: string | null
  /** The organisation whose subtree the user sees. */
  readonly organisation: string | null
  readonly time_zone: string
  readonly modules: readonly string[]
}

export const ViewerContext = createContext<Viewer | undefined>(undefined)

export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext)
  if (!viewer) throw new Error('This screen is only for signed-in users')
  return viewer
}

/** True when the viewer's roles meet the requirement, or when the viewer may call the endpoint in the present view. */
export function useMay(asked: Requirement | Pick<Definition, 'access' | 'ofWholeMerchant'>): boolean {
  const viewer = useViewer()
  const scope = useScope()
  if (!('access' in asked)) return mayDo(asked, viewer.roles)
  return mayDo(asked.access, viewer.roles) && (!asked.ofWholeMerchant || seesWholeMerchant(viewer, scope))
}

/** True when lists have rows of several merchants: for the provider's staff outside a merchant's view. */
export function useSeesMerchants(): boolean {
  const { psp } = useViewer()
  return useScope().merchant === undefined && psp
}

/** True unless the view is narrowed to a part of the merchant's tree. The root of the tree has the merchant's id. */
function seesWholeMerchant({ merchant, organisation: own }: Viewer, scope: Scope): boolean {
  const root = scope.merchant ?? merchant
  return [own, scope.organisation].every((organisation) => !organisation || organisation === root)
}

/** True when the roles open it. Access that requires no roles is open to every signed-in user. */
export const mayDo = (access: Access, roles: readonly string[]): boolean =>
  typeof access === 'string' || isAllowed(access, roles)
