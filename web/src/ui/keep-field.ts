import type { MouseEvent } from 'react'

/** Marks a field that takes what was typed only when it is left. */
export const takenOnLeaving = { 'data-taken-on-leaving': true } as const

/**
 * A field that loses the focus shows its error, which moves everything below it: a button being pressed would move away
 * from the pointer. The field therefore keeps the focus.
 */
export function keepField(event: MouseEvent): void {
  if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return
  if (!event.target.closest('button, a') || event.target.closest('[draggable="true"]')) return
  // A field that opens a list or a calendar closes it when it is left.
  if (document.activeElement?.matches('[data-taken-on-leaving], [aria-haspopup], [data-dates-input]')) return
  event.preventDefault()
}
