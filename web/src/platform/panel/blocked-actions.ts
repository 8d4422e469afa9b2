import type { Icon } from '@tabler/icons-react'
import { createContext } from 'react'

/** An action that is not possible now. */
export interface Blocked {
  id: string
  icon: Icon
  label: string
  reason: string
}

/** The menu of the surrounding bar, to which a button goes when its action is not possible. */
export const BlockedActions = createContext<
  { put: (action: Blocked) => void; remove: (id: string) => void } | undefined
>(undefined)
