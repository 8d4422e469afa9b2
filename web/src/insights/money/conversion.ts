import type { conversionReply } from '@kontor/contract/insights/statistics-reply'
import type { z } from 'zod'

export type Conversion = z.output<typeof conversionReply>

/** True when the amounts include converted ones. */
export const isConverted = (of: { conversion?: Conversion | null } | undefined): boolean =>
  (of?.conversion?.rates.length ?? 0) > 0
