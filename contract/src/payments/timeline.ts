import { z } from 'zod'

/** Everything that happened to a transaction, oldest first. */
const timelineEntry = z.object({
  id: z.string(),
  at: z.string().meta({ format: 'date-time' }),
  kind: z.enum([
    'status',
    'refund',
    'chargeback',
    'attempt',
    'attempt_began',
    'attempt_ended',
    'contradiction',
    'parked',
    'cancellation',
    'resolved',
    'processor_call',
    'middleware_call',
    'middleware_copy',
    'exchanges_removed',
  ]),
  /**
   * Set for `status`, `refund` and `chargeback`. For `contradiction`, `from_status` is what we have and `to_status` what the
   * processor reports: the payment does not change; when the contradiction ends, they are its states. `attempt` is an older
   * form of it. For `parked` (nothing is sent again, although the outcome is unknown), `cancellation` (the
   * processor is told to cancel it by its reference) and `resolved` (a person looked at the
   * gateway), `from_status` is the operation, `to_status` what was seen, and the reason where. Merchants are not told the reason
   * of `contradiction` and `resolved`, which the provider's staff write for each other. For `middleware_call`, `from_status` is
   * what the middleware decided and `to_status` whether the payment went on. For `middleware_copy`, which tells
   * a middleware the outcome, `from_status` is that outcome and `to_status` what became of the copy: `waiting`, or how it ended.
   * A payment that was taken to a second processor has an
   * `attempt_began` and an `attempt_ended` for each, with the processor as `subject` and its name as `actor_name`; `to_status` is
   * how the attempt ended. `exchanges_removed`: what was exchanged with processors and middleware about payments from before `at`
   * is kept no longer, so it is missing here.
   */
  from_status: z.string().nullable(),
  to_status: z.string().nullable(),
  amount: z.int().nullable(),
  reason: z.string().nullable(),
  /** The refund, chargeback, contradiction, attempt, processor or stuck operation that the entry is about. */
  subject: z.string().nullable(),
  /**
   * The actor: a person's name, the name of an API key, `processor`, `payer` or `system`. To merchants, the provider's staff are
   * `provider`, without a name.
   */
  actor_kind: z.enum(['user', 'api_key', 'provider', 'processor', 'system', 'import', 'payer']),
  actor_name: z.string().nullable(),
  /**
   * Set for `processor_call`, and to the provider's staff for `middleware_call` and `middleware_copy`, whose address and answer are not the
   * merchant's; bodies are masked before they are stored.
   */
  call: z
    .object({
      operation: z.string(),
      method: z.string(),
      url: z.string(),
      response_code: z.int(),
      duration_ms: z.int(),
      request_body: z.string().nullable(),
      response_body: z.string().nullable(),
    })
    .nullable(),
})
export type TimelineEntry = z.infer<typeof timelineEntry>
export const timeline = z.array(timelineEntry)
