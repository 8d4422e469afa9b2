import type { Endpoint } from '@kontor/contract/endpoint'
import type { Requirement } from '@kontor/contract/roles'
import type { ReactNode } from 'react'

/** A selected row, with the fields that the list has read. */
export type SelectedRow = Readonly<Record<string, unknown>> & { readonly id: string }

/** An action on several rows: an ordinary command for each of them, with its own result. */
export interface BulkAction {
  readonly name: string
  readonly label: string
  readonly icon: ReactNode
  /** All of these requirements must be met. */
  readonly roles: readonly Requirement[]
  /** The endpoint's path has the row's id as `:id`. */
  readonly endpoint: Endpoint
  /** False for a row with which it cannot be done: the row is left out. Default: it can be done with every row. */
  readonly takes?: (row: SelectedRow) => boolean
  readonly isDangerous?: boolean
  /** A sentence about the effect on this number of rows. Default: only the number. */
  readonly about?: (count: number) => string
  /** A field for a value that is needed first; it sets the body of every command. Default: an empty body. */
  readonly ask?: (choose: (body: Readonly<Record<string, unknown>> | undefined) => void) => ReactNode
}
