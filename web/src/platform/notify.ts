import { i18n } from './i18n.ts'

interface Notice {
  message: string
  color: 'green' | 'blue' | 'yellow' | 'red'
  /** The same notice twice is shown once. */
  id?: string
  /** Stays until it is closed. */
  isLasting?: boolean
}

let isNoticed = false
let announce = () => {}

export const hasNotice = (): boolean => isNoticed

/** Where notices appear is loaded only when there may be one. */
export function onFirstNotice(listener: () => void): () => void {
  announce = listener
  return () => {
    announce = () => {}
  }
}

/** A short word at the foot of the screen, announced to those who do not see it. */
export function notify({ message, color, id, isLasting = false }: Notice): void {
  isNoticed = true
  announce()
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({
      message,
      color,
      ...(id ? { id } : {}),
      ...(isLasting ? { autoClose: false } : {}),
      role: color === 'green' || color === 'blue' ? 'status' : 'alert',
      closeButtonProps: { 'aria-label': i18n.t('action.close') },
    }),
  )
}
