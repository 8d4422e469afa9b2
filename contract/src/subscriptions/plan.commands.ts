import { z } from 'zod'
import { defineCommand } from '../command.ts'
import { freeText, lineOfText, minorUnits, rowSchema, uuid, webAddress } from '../wire.ts'
import { plan } from './plan.entity.ts'
import { planIntervals } from './plan.rules.ts'
import { subscriptionStatuses } from './subscription.rules.ts'

const plans = z.strictObject({
  name: lineOfText(200).min(1, 'required'),
  description: freeText(500).nullable().optional(),
  // What card schemes take on a statement.
  dynamic_descriptor: lineOfText(22)
    .regex(/^[\w .,*&/'-]*$/, 'invalid_value')
    .nullable()
    .optional(),
  payment_profile: uuid,
  checkout: uuid.nullable().optional(),
  amount: minorUnits.min(1, 'must_be_positive'),
  interval: z.enum(planIntervals),
  interval_count: z.int('must_be_an_integer').min(1, 'too_small').max(1000, 'too_large').default(1),
  max_billing_cycle: z.int('must_be_an_integer').min(1, 'too_small').max(100_000, 'too_large').nullable().optional(),
  statuses_subscription_update: z.array(z.enum(subscriptionStatuses)).default([]),
  webhook_subscription_update: webAddress.nullable().optional(),
  email_subscription_update: z.email('invalid_email').max(254, 'too_long').nullable().optional(),
  redirect_url: webAddress.nullable().optional(),
})

/** Specification 000, section 5: whoever wants to hear of statuses says where. */
const body = plans.superRefine((given, context) => {
  if (given.statuses_subscription_update.length === 0) return
  if (given.webhook_subscription_update || given.email_subscription_update) return
  for (const path of ['webhook_subscription_update', 'email_subscription_update'])
    context.addIssue({ code: 'custom', path: [path], message: 'webhook_or_email_required' })
})

export const createPlanCommand = defineCommand({
  name: 'create-plan',
  method: 'POST',
  path: '/v1/plan',
  summary: 'Create a plan',
  roles: plan.roles.create,
  body,
  status: 201,
  reply: rowSchema(plan),
  refusals: ['merchant_inactive', 'amount_too_large'],
  changes: ['plan'],
})

/** Of a plan that is subscribed to, what was agreed stays: amount, interval and shop. */
export const updatePlanCommand = defineCommand({
  name: 'update-plan',
  method: 'POST',
  path: '/v1/plan/:id',
  summary: 'Change a plan',
  roles: plan.roles.update,
  body,
  status: 200,
  reply: rowSchema(plan),
  refusals: ['plan_in_use', 'amount_too_large'],
  changes: ['plan'],
})

/** Not while subscriptions of it go on. One that was subscribed to is kept for its past, and in no list any more. */
export const deletePlanCommand = defineCommand({
  name: 'delete-plan',
  method: 'DELETE',
  path: '/v1/plan/:id',
  summary: 'Delete a plan',
  roles: plan.roles.delete,
  body: z.strictObject({}),
  status: 204,
  reply: z.null(),
  refusals: ['plan_has_subscriptions'],
  changes: ['plan'],
})
