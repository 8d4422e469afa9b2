import { z } from 'zod'
import { parametersOfView } from '../lists/list-query.ts'
import { signInEventKinds, signInMethods } from './sign-in-event.rules.ts'

export const signInEventSchema = z.object({
  id: z.string(),
  created_at: z.string(),
  kind: z.enum(signInEventKinds),
  method: z.enum(signInMethods).nullable(),
  ip: z.string().nullable(),
  browser: z.string().nullable(),
  platform: z.string().nullable(),
})

/** The event of any user, for the provider. User and merchant are null for an address that nobody has. */
const signInEventOfAnyone = signInEventSchema.extend({
  user: z.string().nullable(),
  user_name: z.string().nullable(),
  user_email: z.string().nullable(),
  merchant: z.string().nullable(),
})

/** One page of events, newest first. `before` is the id of the last event of the previous page. */
export const signInEventQuery = z.strictObject({
  _limit: z.coerce.number().int().min(1).max(200).default(25),
  before: z.uuid('invalid_id').optional(),
})
const signInEventQueryOfAnyone = signInEventQuery.extend({
  user: z.uuid('invalid_id').optional(),
  merchant: z.uuid('invalid_id').optional(),
  kind: z.enum(signInEventKinds).optional(),
})

export const signInEventsOfUserSchemas = {
  query: signInEventQuery.extend(parametersOfView),
  reply: z.array(signInEventSchema),
}

export type SignInEventQuery = z.output<typeof signInEventQueryOfAnyone>

export const signInEventsSchemas = { query: signInEventQueryOfAnyone, reply: z.array(signInEventOfAnyone) }
