import type { Entity } from '@kontor/contract/entity'
import type { Query } from '@kontor/contract/query-string'

/** What of a list a view keeps and gives back. */
export interface Viewed {
  entity: Entity
  /** The screen's path, under which its views are kept. */
  path: string
  search: Query
  /** The filters that come by themselves. */
  initial: Query
  onChange: (search: Query) => void
}
