import type { KeyboardEvent, SyntheticEvent } from 'react'

/**
 * Takes the event of the form itself alone. The form of a popover lies in the form around it for React, which passes its
 * events on, though on the page it stands elsewhere.
 */
export const ofItself =
  <T extends Element>(run: (event: SyntheticEvent<T>) => void) =>
  (event: SyntheticEvent<T>): void => {
    if (event.target === event.currentTarget) run(event)
  }

/** Enter in a field that acts by itself; it would send the form around it. */
export const onEnter =
  (run: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    run()
  }
