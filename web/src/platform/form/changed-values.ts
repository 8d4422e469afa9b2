import type { FormValues } from './record-form.tsx'

/**
 * The values that differ from those with which the form opened. The others are not sent: a colleague may have changed
 * them meanwhile.
 */
export const changedValues = (opened: FormValues, values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== opened[name]))
