import type { z } from 'zod'
import { OutcomeUnknown } from './gateway.ts'

/** A gateway's reply in its form. Throws OutcomeUnknown where it has another one. */
export function readAs<T>(form: z.ZodType<T>, body: unknown): T {
  const { success, data, error } = form.safeParse(body)
  if (!success) throw new OutcomeUnknown('the reply cannot be read', { cause: error })
  return data
}
