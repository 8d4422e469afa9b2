import { isVisible } from '../../ui/is-visible.ts'

/**
 * Goes to the first problem of a form, once it is drawn. It is brought into sight whatever has the focus: a field that is
 * wrong may have it already, and a group of fields says its problem above them.
 */
export function toFirstProblem(form: HTMLElement | undefined): void {
  setTimeout(() => {
    const problem =
      form?.querySelector<HTMLElement>('[aria-invalid="true"], fieldset [role="alert"]') ??
      form?.querySelector<HTMLElement>('[role="alert"]')
    if (!problem) return
    const isField = problem.matches('[aria-invalid]')
    const field = isField ? problem : firstFieldBelow(problem)
    field?.focus({ preventScroll: true })
    const shown = isField ? (problem.closest('.mantine-InputWrapper-root') ?? problem) : problem
    shown.scrollIntoView({ block: 'nearest' })
  })
}

/** The first field of a group below its problem. One that opens a list would cover what is said. */
function firstFieldBelow(problem: HTMLElement): HTMLElement | undefined {
  const fields = [...(problem.closest('fieldset')?.querySelectorAll<HTMLElement>('input, select, textarea') ?? [])]
  return fields.find(
    (field) =>
      isVisible(field) &&
      !field.matches(':disabled, [aria-haspopup]') &&
      problem.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
}
