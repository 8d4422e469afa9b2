import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** What had the focus when a dialog opened, and behind it what opened the dialog that was open then. */
type Openers = readonly Element[]

/** The openers of each open dialog, the newest last. */
const open: Openers[] = []

/**
 * Gives the focus back to the element that opened a dialog. Mantine does not: a dialog that is drawn opened does not learn what
 * opened it, and one that is removed on closing is gone before. A dialog that came in the place of another one, such as a form
 * of one that waited for it, gives it back to what opened that one, because its own opener went with it.
 */
export function useFocusBack(opened: boolean): RefObject<HTMLDivElement | null> {
  const dialog = useRef<HTMLDivElement>(null)
  // Read while it is drawn: afterwards its first field has the focus, and what it replaces is gone.
  const [openers, setOpeners] = useState(() => (opened ? openersNow() : []))
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened !== wasOpened) {
    setWasOpened(opened)
    if (opened) setOpeners(openersNow())
  }
  // In the same moment in which the dialog goes: what keeps the focus on the page would be faster than an effect.
  useLayoutEffect(() => {
    if (!opened) return
    open.push(openers)
    return () => {
      open.splice(open.indexOf(openers), 1)
      // It may still be there, while it fades.
      setTimeout(() => giveBack(openers, dialog.current))
    }
  }, [opened, openers])
  return dialog
}

function openersNow(): Openers {
  const behind = open.at(-1) ?? []
  const active = document.activeElement
  return active === null || active === document.body ? behind : [active, ...behind]
}

function giveBack(openers: Openers, closing: Element | null): void {
  for (const opener of openers) {
    const active = document.activeElement
    if (active !== null && active !== document.body && !closing?.contains(active)) return
    // Another dialog has taken its place, and will give it back.
    if (open.some((others) => others.includes(opener))) return
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
  }
}
