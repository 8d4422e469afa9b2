import type { Endpoint } from '@kontor/contract/endpoint'
import type { Requirement } from '@kontor/contract/roles'
import type { ReactNode } from 'react'

/** An action on several rows: an ordinary command for each of them, with its own result. */
export interface BulkAction {
  readonly name: string
  readonly label: string
  readonly icon: ReactNode
  /** All of these requirements must be met. */
  readonly roles: readonly Requirement[]
  /** The endpoint's path has the row's id as `:id`. */
  readonly endpoint: Endpoint
  readonly isDangerous?: boolean
  /** A sentence about the effect on this number of rows. Default: only the number. */
  readonly about?: (count: number) => string
  /** A field for a value that is needed first; it sets the body of every command. Default: an empty body. */
  readonly ask?: (choose: (body: Readonly<Record<string, unknown>> | undefined) => void) => ReactNode
}
