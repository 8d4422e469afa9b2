import { z } from 'zod'
import type { Entity } from '../entity.ts'
import { entitySchemas } from '../entity-schemas.ts'
import { sum, tooLarge } from '../wire.ts'
import { cardRevocations } from './card.entity.ts'
import { customer } from './customer.entity.ts'
import { customerSegments, customerStatuses } from './customer.rules.ts'

const instant = z.string().meta({ format: 'date-time' })

/** The fields that rows mask. The answer is stored nowhere; the fact that somebody read it is recorded. */
const revealedCustomer = z.object({
  date_of_birth: z.string().nullable(),
  social_security_number: z.string().nullable(),
})
export type RevealedCustomer = z.output<typeof revealedCustomer>

/** A customer's purchases and stored cards. */
const customerSummary = z.object({
  /** One entry per currency: the amount that was paid and the amount that was paid back. */
  totals: z.array(
    z.object({
      currency_code: z.string(),
      purchases: z.int(),
      paid: sum('Minor units of `currency_code`'),
      refunded: sum('Minor units of `currency_code`'),
      too_large: tooLarge.optional(),
      last_purchase_at: instant,
    }),
  ),
  cards: z.array(
    z.object({
      id: z.string(),
      created_at: instant,
      brand: z.string(),
      bin: z.string().nullable(),
      last_four: z.string(),
      expiry_month: z.int(),
      expiry_year: z.int(),
      revoked_at: instant.nullable(),
      revocation: z.enum(cardRevocations).nullable(),
    }),
  ),
})
export type CustomerSummary = z.output<typeof customerSummary>
export type StoredCard = CustomerSummary['cards'][number]

export const customerEventKinds = [
  'created',
  'updated',
  'status',
  'revealed',
  'card_revoked',
  'erased',
  'deleted',
] as const
export type CustomerEventKind = (typeof customerEventKinds)[number]

/** Actions of people on a customer, newest first. An entry names the changed fields, never their values. */
const customerEvent = z.object({
  id: z.int(),
  at: instant,
  kind: z.enum(customerEventKinds),
  fields: z.array(z.string()),
  from_status: z.enum(customerStatuses).nullable(),
  to_status: z.enum(customerStatuses).nullable(),
  actor_kind: z.string(),
  actor_name: z.string().nullable(),
})
export type CustomerEvent = z.output<typeof customerEvent>

/**
 * The parameters are `created_at>`, `created_at<`, `merchant` and `organisation`. None of them singles out one person.
 */
export const customerSegmentsFilter: Entity = { ...customer, filters: { created_at: 'range' }, search: {} }

/** One count per segment; a segment without customers has a zero. Customers who never bought are in no segment. */
const customerSegmentCounts = z.record(z.enum(customerSegments), z.int()).meta({ id: 'customer_segments' })
export type CustomerSegmentCounts = z.output<typeof customerSegmentCounts>

export const customerSegmentsSchemas = {
  query: entitySchemas(customerSegmentsFilter).count.query,
  reply: customerSegmentCounts,
}

export const revealCustomerSchemas = { body: z.strictObject({}), reply: revealedCustomer }
export const customerSummarySchemas = { reply: customerSummary }
export const customerEventsSchemas = { reply: z.array(customerEvent) }
