import { z } from 'zod'
import { freeText, minorUnits, ofText, reference, rowSchema, uuid } from '../wire.ts'
import { statusUpdate } from './status-update.entity.ts'
import { shortestReason, statusUpdateKinds, updatableStatuses } from './status-update.rules.ts'

const status = z.enum(updatableStatuses)
const reply = rowSchema(statusUpdate)
const reason = freeText(1000)
  .refine((text) => text.trim().length >= shortestReason, ofText('too_short'))
  .meta({ description: `Why, in at least ${shortestReason} characters`, minLength: shortestReason })

export const createStatusUpdateSchemas = {
  body: z.strictObject({
    item: uuid.meta({ description: 'The id of a payment, a refund or a chargeback' }),
    from_status: status.meta({ description: 'The status that the person saw: another one since then is refused' }),
    to_status: status,
    reason,
    external_reference: reference(100).nullable().optional(),
    tell: z.boolean().meta({ description: "The webhooks of the change go to the merchant's system" }),
  }),
  reply,
}

export const approveStatusUpdateSchemas = { body: z.strictObject({}), reply }
export const rejectStatusUpdateSchemas = { body: z.strictObject({ reason }), reply }

/** A payment, a refund or a chargeback, and the statuses that a person may give it. */
export const statusUpdateItem = z.object({
  kind: z.enum(statusUpdateKinds),
  item: z.string(),
  transaction: z.string(),
  merchant: z.string(),
  merchant_name: z.string(),
  merchant_reference: z.string(),
  status,
  amount: minorUnits,
  currency_code: z.string(),
  next: z.array(status),
  open_update: z.string().nullable().meta({ description: 'A change of it that waits for a second person' }),
})
export type StatusUpdateItem = z.infer<typeof statusUpdateItem>

const refundable = minorUnits.meta({ description: 'What can be refunded of the payment' })

/** What the change would do, found by making it and undoing it. */
export const statusUpdateEffects = z.object({
  currency_code: z.string(),
  needs_another: z.boolean().meta({ description: 'True: it waits until a second person approves it' }),
  refundable_before: refundable,
  refundable_after: refundable,
  link: z
    .object({ uses_before: z.int(), uses_after: z.int(), status_before: z.string(), status_after: z.string() })
    .nullable()
    .meta({ description: 'Of the link by which it was paid: uses that are taken' }),
  cycle: z
    .object({ cycle: z.int(), pays_before: z.boolean(), pays_after: z.boolean() })
    .nullable()
    .meta({ description: 'Of the subscription: whether the payment stands for its cycle' }),
  webhooks: z.int().meta({ description: "How many webhooks go to the merchant's system" }),
})
export type StatusUpdateEffects = z.infer<typeof statusUpdateEffects>

export const statusUpdateItemSchemas = { reply: statusUpdateItem }

export const statusUpdateEffectsSchemas = {
  query: z.strictObject({
    to_status: status,
    from_status: status
      .optional()
      .meta({ description: 'The status that the person saw: another one since then is refused' }),
    tell: z.enum(['true', 'false']).default('true').meta({ description: 'As `tell` of the change' }),
  }),
  reply: statusUpdateEffects,
}
