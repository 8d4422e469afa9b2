import { useEffect, useEffectEvent } from 'react'
import { presentKeys } from '../../platform/keys.ts'
import { useSingleKeys } from './use-single-keys.ts'

/** Runs the keys that components of the page name (`platform/keys.ts`), and Ctrl-K everywhere. */
export function useKeyboard(openSearch: () => void): void {
  const [hasSingleKeys] = useSingleKeys()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'k' || event.shiftKey) return
      event.preventDefault()
      return openSearch()
    }
    if (!hasSingleKeys || isTyping(event.target) || isCovered()) return
    const action = presentKeys().findLast(({ keys, run }) => run && keys.includes(event.key))
    if (!action?.run) return
    event.preventDefault()
    action.run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

const notTyped = ['button', 'checkbox', 'radio', 'range', 'color', 'file', 'submit', 'reset']

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !notTyped.includes(target.type)
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select'))
}

/** A dialog or a menu has the keys to itself. */
const isCovered = () => document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null
