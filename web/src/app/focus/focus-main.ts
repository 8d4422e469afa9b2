/** Moves the focus to the content of the page, where the next Tab goes to its first element. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Goes on to the panel of a row, when the page has one that was open already and did not take the focus itself. */
export function focusPanel(): void {
  const main = document.getElementById('main')
  if (document.activeElement === main) main?.querySelector<HTMLElement>('aside[tabindex]')?.focus()
}
