import type { Icon } from '@tabler/icons-react'
import { createContext } from 'react'

/** An action that is not possible now, or one that is seldom wanted. */
export interface Blocked {
  id: string
  icon: Icon
  label: string
  /** Undefined: it is possible. */
  reason: string | undefined
  onClick: () => void
}

/** The menu of the surrounding bar, to which a button goes when its action is not possible, or seldom wanted. */
export const BlockedActions = createContext<
  { put: (action: Blocked) => void; remove: (id: string) => void } | undefined
>(undefined)
