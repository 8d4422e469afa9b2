import type { Endpoint } from '@kontor/contract/endpoint'
import type { Requirement } from '@kontor/contract/roles'
import type { ReactNode } from 'react'

/** What can be done to several rows at once: an ordinary command for each of them, with its own outcome. */
export interface BulkAction {
  readonly name: string
  readonly label: string
  readonly icon: ReactNode
  /** Each of these is needed. */
  readonly roles: readonly Requirement[]
  /** Its path names the row by `:id`. */
  readonly endpoint: Endpoint
  readonly isDangerous?: boolean
  /** What will happen to so many rows, in words. Without it only how many there are is said. */
  readonly about?: (count: number) => string
  /** What has to be known first: it chooses the body that every command gets. Without it the body is empty. */
  readonly ask?: (choose: (body: Readonly<Record<string, unknown>>) => void) => ReactNode
}
