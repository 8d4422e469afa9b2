import { z } from 'zod'
import { calendarDate, rowSchema, uuid } from '../wire.ts'
import { type Subscription, subscription } from './subscription.entity.ts'

const attached = z.object({
  id: z.string().meta({ format: 'uuid' }),
  /** The discount with the terms that it had when it was given. */
  subscription_discount: z.object({
    id: z.string().meta({ format: 'uuid' }),
    name: z.string(),
    type: z.string(),
    amount: z.number(),
    currency_code: z.string().nullable(),
    duration: z.int().nullable(),
    limit_to_first_order: z.boolean(),
  }),
  active: z.boolean(),
  /** The number of cycles that were paid with it. */
  applied_duration: z.int(),
  created_at: z.string().meta({ format: 'date-time' }),
})

/** The row with the discounts it was given, newest first, and the address of its payment page. */
export const subscriptionReply = rowSchema(subscription)
  .extend({
    subscription_url: z.string().nullable(),
    discounts_attached: z.array(attached),
  })
  .meta({ id: 'subscription_with_discounts' })

export type AttachedDiscount = z.infer<typeof attached>

export type SubscriptionWithDiscounts = Subscription & {
  subscription_url: string | null
  discounts_attached: AttachedDiscount[]
}

const max_billing_cycle = z
  .int('must_be_an_integer')
  .min(1, 'too_small')
  .max(100_000, 'too_large')
  .nullable()
  .optional()

export const createSubscriptionSchemas = {
  body: z.strictObject({
    customer: uuid,
    plan: uuid,
    /** The due date of the first cycle; all others follow from it. Default: the day of the first payment. */
    due_date: calendarDate.nullable().optional(),
    /** Default: the plan's value. */
    max_billing_cycle,
  }),
  reply: subscriptionReply,
}

export const updateSubscriptionSchemas = {
  body: z.strictObject({ id: uuid.optional(), max_billing_cycle }),
  reply: subscriptionReply,
}

export const cancelSubscriptionSchemas = {
  body: z.strictObject({}),
  reply: subscriptionReply,
}

export const addDiscountSchemas = {
  body: z.strictObject({}),
  reply: subscriptionReply,
}

export const removeAttachedDiscountSchemas = {
  body: z.strictObject({}),
  reply: z.null(),
}
