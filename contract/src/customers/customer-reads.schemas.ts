import { z } from 'zod'
import type { Entity } from '../entity.ts'
import { entitySchemas } from '../entity-schemas.ts'
import { sum, tooLarge } from '../sums.ts'
import { cardRevocations } from './card.entity.ts'
import { customer } from './customer.entity.ts'
import { customerSegments, customerStatuses } from './customer.rules.ts'

const instant = z.string().meta({ format: 'date-time' })

/** The fields that rows mask. The answer is kept nowhere, the reading is on record. */
const revealedCustomer = z.object({
  date_of_birth: z.string().nullable(),
  social_security_number: z.string().nullable(),
})
export type RevealedCustomer = z.output<typeof revealedCustomer>

/** A customer's purchases and stored cards. */
const customerSummary = z.object({
  /** One entry a currency: how much was paid and how much came back. */
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
      bin: z.string(),
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

/** What people did with a customer, newest first. It names fields, never what was in them. */
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

/** Its parameters: `created_at>`, `created_at<`, `merchant`, `organisation`. None tells anything of a single person. */
export const customerSegmentsFilter: Entity = { ...customer, filters: { created_at: 'range' }, search: {} }

/** Every segment has its count, those without customers a zero. Customers who never bought are in none. */
const customerSegmentCounts = z.record(z.enum(customerSegments), z.int()).meta({ id: 'customer_segments' })
export type CustomerSegmentCounts = z.output<typeof customerSegmentCounts>

export const customerSegmentsSchemas = {
  query: entitySchemas(customerSegmentsFilter).count.query,
  reply: customerSegmentCounts,
}

export const revealCustomerSchemas = { reply: revealedCustomer }
export const customerSummarySchemas = { reply: customerSummary }
export const customerEventsSchemas = { reply: z.array(customerEvent) }
