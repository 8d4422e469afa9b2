import { z } from 'zod'
import { freeText, lineOfText, minorUnits, ofText, rowSchema, uuid, webAddress } from '../wire.ts'
import { plan } from './plan.entity.ts'
import { planIntervals } from './plan.rules.ts'
import { subscriptionStatuses } from './subscription.rules.ts'

const plans = z.strictObject({
  name: lineOfText(200).min(1, ofText('required')),
  description: freeText(500).nullable().optional(),
  // Characters that card schemes accept on a statement.
  dynamic_descriptor: lineOfText(22)
    .regex(/^[\w .,*&/'-]*$/, 'invalid_value')
    .nullable()
    .optional(),
  payment_profile: uuid,
  organisation: uuid.optional().meta({ description: 'That of the payment profile. A body may repeat it' }),
  checkout: uuid.nullable().optional(),
  amount: minorUnits.min(1, 'must_be_positive'),
  interval: z.enum(planIntervals),
  interval_count: z.int('must_be_an_integer').min(1, 'too_small').max(1000, 'too_large').default(1),
  max_billing_cycle: z.int('must_be_an_integer').min(1, 'too_small').max(100_000, 'too_large').nullable().optional(),
  statuses_subscription_update: z.array(z.enum(subscriptionStatuses)).default([]),
  webhook_subscription_update: webAddress.nullable().optional(),
  email_subscription_update: z.email('invalid_email').max(254, ofText('too_long')).nullable().optional(),
  redirect_url: webAddress.nullable().optional(),
})

/** A plan that reports statuses needs an address for them (specification 000, section 5). */
const body = plans.superRefine((given, context) => {
  if (given.statuses_subscription_update.length === 0) return
  if (given.webhook_subscription_update || given.email_subscription_update) return
  for (const path of ['webhook_subscription_update', 'email_subscription_update'])
    context.addIssue({ code: 'custom', path: [path], message: 'webhook_or_email_required' })
})

export const createPlanSchemas = {
  body,
  reply: rowSchema(plan),
}

export const updatePlanSchemas = {
  body,
  reply: rowSchema(plan),
}

export const deletePlanSchemas = {
  body: z.strictObject({}),
  reply: z.null(),
}
