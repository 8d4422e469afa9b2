import { createContext } from 'react'
import type { ProfileAction } from './profile-dialog.tsx'

interface AskedAction {
  asked: { action: ProfileAction; id: string } | undefined
  done: () => void
}

/**
 * The action that a button in the list asks of the panel of its row. The panel has the dialog, so that what was typed comes
 * back with the panel after the next sign-in.
 */
export const AskedActionContext = createContext<AskedAction>({ asked: undefined, done: () => {} })
