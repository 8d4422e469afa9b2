import type { Access, Definition } from '@kontor/contract/endpoint'
import { isAllowed, type Requirement } from '@kontor/contract/roles'
import { createContext, useContext } from 'react'
import { type Scope, useScope } from './api/scope.ts'

/** Who looks: what screens need to know of the signed-in user. */
export interface Viewer {
  readonly id: string
  readonly email: string
  readonly name: string
  /** One of the provider's staff. */
  readonly psp: boolean
  readonly roles: readonly string[]
  readonly merchant: string | null
  readonly merchant_name: string | null
  /** The node whose subtree they see. */
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

/** Whether these roles, or this endpoint, is for them. */
export function useMay(asked: Requirement | Pick<Definition, 'access' | 'ofWholeMerchant'>): boolean {
  const viewer = useViewer()
  const scope = useScope()
  if (!('access' in asked)) return mayDo(asked, viewer.roles)
  return mayDo(asked.access, viewer.roles) && (!asked.ofWholeMerchant || seesWholeMerchant(viewer, scope))
}

/** Not a part of its tree alone. The root of the tree has the merchant's id. */
function seesWholeMerchant({ merchant, organisation: own }: Viewer, scope: Scope): boolean {
  const root = scope.merchant ?? merchant
  return [own, scope.organisation].every((organisation) => !organisation || organisation === root)
}

/** What asks for no roles is for whoever is signed in. */
export const mayDo = (access: Access, roles: readonly string[]): boolean =>
  typeof access === 'string' || isAllowed(access, roles)
