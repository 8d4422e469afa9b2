import { z } from 'zod'
import { defineCommand } from '../command.ts'
import { calendarDate, rowSchema, uuid } from '../wire.ts'
import { type Subscription, subscription } from './subscription.entity.ts'

const attached = z.object({
  id: z.string().meta({ format: 'uuid' }),
  /** The discount itself: what it was when it was given stays as it is. */
  subscription_discount: z.object({
    id: z.string().meta({ format: 'uuid' }),
    name: z.string(),
    type: z.string(),
    amount: z.number(),
    duration: z.int().nullable(),
    limit_to_first_order: z.boolean(),
  }),
  active: z.boolean(),
  /** Cycles that were paid with it. */
  applied_duration: z.int(),
  created_at: z.string().meta({ format: 'date-time' }),
})

/** With the discounts it was given, newest first, and the page on which it can be paid. */
export const subscriptionReply = rowSchema(subscription).extend({
  subscription_url: z.string().nullable(),
  discounts_attached: z.array(attached),
})
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

/** Begins with a first payment on the page of `subscription_url`. */
export const createSubscriptionCommand = defineCommand({
  name: 'create-subscription',
  method: 'POST',
  path: '/v1/subscription',
  summary: 'Create a subscription',
  roles: subscription.roles.create,
  body: z.strictObject({
    customer: uuid,
    plan: uuid,
    /** Of the first cycle; all others follow from it. Without one: the day of the first payment. */
    due_date: calendarDate.nullable().optional(),
    /** Without one: the plan's. */
    max_billing_cycle,
  }),
  status: 201,
  reply: subscriptionReply,
  refusals: ['merchant_inactive', 'customer_erased', 'no_processor_for_product'],
  changes: ['subscription', 'plan'],
})

export const updateSubscriptionCommand = defineCommand({
  name: 'update-subscription',
  method: 'POST',
  path: '/v1/subscription/:id',
  summary: 'Change after how many cycles a subscription is complete',
  roles: subscription.roles.update,
  body: z.strictObject({ id: uuid.optional(), max_billing_cycle }),
  status: 200,
  reply: subscriptionReply,
  refusals: ['subscription_over'],
  changes: ['subscription'],
})

export const cancelSubscriptionCommand = defineCommand({
  name: 'cancel-subscription',
  method: 'POST',
  path: '/v1/subscription/:id/cancel',
  summary: 'Cancel a subscription: nothing more is charged',
  roles: subscription.roles.update,
  body: z.strictObject({}),
  status: 200,
  reply: subscriptionReply,
  refusals: ['subscription_over', 'operation_in_progress'],
  changes: ['subscription', 'plan'],
})

export const addDiscountCommand = defineCommand({
  name: 'add-discount',
  method: 'POST',
  path: '/v1/subscription/:id/add-discount/:discountId',
  summary: 'Give a subscription a discount',
  roles: subscription.roles.update,
  body: z.strictObject({}),
  status: 200,
  reply: subscriptionReply,
  refusals: ['subscription_over', 'discount_not_eligible', 'discount_already_active'],
  changes: ['subscription', 'subscription_discount'],
})

/** From the next payment on; what was paid with it stays. */
export const removeDiscountCommand = defineCommand({
  name: 'remove-attached-discount',
  method: 'DELETE',
  path: '/v1/subscription/:id/remove-attached-discount/:discountId',
  summary: 'Take a discount from a subscription',
  roles: subscription.roles.update,
  body: z.strictObject({}),
  status: 204,
  reply: z.null(),
  refusals: [],
  changes: ['subscription'],
})
