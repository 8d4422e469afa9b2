import type { ReactNode } from 'react'
import { i18n } from './i18n.ts'

interface Notice {
  message: string
  color: 'green' | 'blue' | 'yellow' | 'red'
  /** Notices with the same id are shown once. */
  id?: string
  /** True: the notice stays until it is closed. */
  isLasting?: boolean
  /** What is shown instead of the message, with what closes it. */
  shown?: (close: () => void) => ReactNode
}

/** Milliseconds: a longer text stays as long as it takes to read it slowly. */
const leastShown = 8000

let isNoticed = false
let announce = () => {}

export const hasNotice = (): boolean => isNoticed

/** Calls the listener at the first notice: the code that shows notices is only loaded then. */
export function onFirstNotice(listener: () => void): () => void {
  announce = listener
  return () => {
    announce = () => {}
  }
}

/** Shows a short notice in the header. Screen readers announce it. */
export function notify({ message, color, id, isLasting = false, shown }: Notice): void {
  isNoticed = true
  announce()
  void import('@mantine/notifications').then(({ notifications }) => {
    const made = notifications.show({
      message: shown?.(() => notifications.hide(made)) ?? message,
      color,
      ...(id ? { id } : {}),
      autoClose: isLasting ? false : Math.max(leastShown, message.length * 80),
      role: color === 'green' || color === 'blue' ? 'status' : 'alert',
      closeButtonProps: { 'aria-label': i18n.t('action.close') },
    })
  })
}
