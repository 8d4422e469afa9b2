import type { Entity } from '@kontor/contract/entity'
import type { Query } from '@kontor/contract/lists/query-string'
import { type ComponentType, createContext } from 'react'

export interface ListLinkProps {
  entity: Entity
  /** The list as the API is asked for it. */
  query: Query
  columns: readonly string[]
  label: string
  size: number
}

/** Leads from a list to what can be made of it. The application provides it; this folder does not name it. */
export const ListLinkContext = createContext<ComponentType<ListLinkProps>>(() => null)
