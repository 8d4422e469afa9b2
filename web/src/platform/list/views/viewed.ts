import type { Entity } from '@kontor/contract/entity'
import type { Query } from '@kontor/contract/lists/query-string'

/** The state of a list that a view stores and restores. */
export interface Viewed {
  entity: Entity
  /** The path of the screen that the views belong to. */
  path: string
  search: Query
  /** The default filters. */
  initial: Query
  onChange: (search: Query) => void
}
