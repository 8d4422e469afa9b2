/** Moves the focus to the content of the page, where the next Tab goes to its first element. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}
