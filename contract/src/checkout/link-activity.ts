import { z } from 'zod'

/** The history of a link, oldest first. */
export const linkActivity = z.array(
  z.object({
    id: z.string(),
    at: z.string().meta({ format: 'date-time' }),
    kind: z.enum([
      'created',
      'opened',
      'mailed',
      'attempted',
      'paid',
      'failed',
      'done',
      'expired',
      'cancelled',
      'card_revoked',
    ]),
    /** The reason why it failed or expired, or the address that it was mailed to. */
    detail: z.string().nullable(),
    transaction: z.string().nullable(),
    actor_kind: z.enum(['user', 'api_key', 'provider', 'processor', 'system', 'payer']),
    actor_name: z.string().nullable(),
  }),
)
export type LinkActivity = z.infer<typeof linkActivity>
