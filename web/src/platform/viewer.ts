import type { Access } from '@kontor/contract/endpoint'
import { isAllowed, type Requirement } from '@kontor/contract/roles'
import { createContext, useContext } from 'react'

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

/** True when the viewer's roles meet the requirement, or open the endpoint. */
export const useMay = (asked: Requirement | { access: Access }): boolean =>
  mayDo('access' in asked ? asked.access : asked, useViewer().roles)

/** True when the roles open it. Access that requires no roles is open to every signed-in user. */
export const mayDo = (access: Access, roles: readonly string[]): boolean =>
  typeof access === 'string' || isAllowed(access, roles)
