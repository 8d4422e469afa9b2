import { z } from 'zod'
import { subscriptionStatuses } from '../subscriptions/subscription.rules.ts'
import { day, type Payload, statusReason, thing } from './payload.ts'

const data = z.object({
  id: thing,
  status: z.enum(subscriptionStatuses),
  status_reason: statusReason,
  plan: thing,
  customer: thing,
  billing_cycle: z.int(),
  due_date: day.nullable(),
  max_billing_cycle: z.int().nullable(),
  last_paid_cycle: z.int().nullable(),
  last_paid_date: day.nullable(),
})

export const subscriptionPayload = {
  type: 'subscription',
  version: 1,
  summary: 'A subscription reached a status that its plan sends webhooks for',
  data,
} as const satisfies Payload
