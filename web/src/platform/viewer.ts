import type { Access } from '@kontor/contract/endpoint'
import { isAllowed, type Requirement } from '@kontor/contract/roles'
import { createContext, useContext } from 'react'

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
export const useMay = (asked: Requirement | { access: Access }): boolean =>
  mayDo('access' in asked ? asked.access : asked, useViewer().roles)

/** What asks for no roles is for whoever is signed in. */
export const mayDo = (access: Access, roles: readonly string[]): boolean =>
  typeof access === 'string' || isAllowed(access, roles)
