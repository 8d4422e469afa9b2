import { useEffect, useEffectEvent } from 'react'
import type { TextKey } from '../ui/known-text.ts'

/** A key of the page, and what it does. */
export interface KeyAction {
  /** The value of `KeyboardEvent.key`, or several that are shown together. */
  readonly keys: readonly string[]
  /** The text of the action, in the list that "?" shows. */
  readonly label: TextKey
  /** Absent when an element of the page handles the key itself. */
  readonly run?: () => void
}

let registered: readonly KeyAction[] = []

/** The keys that work on the present page. */
export const presentKeys = (): readonly KeyAction[] => registered

/** A key works, and is listed, while the component that names it is on screen. */
export function useKey(action: KeyAction, isOn = true): void {
  const { label } = action
  const keys = action.keys.join(' ')
  const run = useEffectEvent(() => action.run?.())
  const handles = action.run !== undefined
  useEffect(() => {
    if (!isOn) return
    const entry: KeyAction = { keys: keys.split(' '), label, ...(handles ? { run: () => run() } : {}) }
    registered = [...registered, entry]
    return () => {
      registered = registered.filter((each) => each !== entry)
    }
  }, [keys, label, handles, isOn])
}
