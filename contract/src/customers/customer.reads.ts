import { z } from 'zod'
import { sum, tooLarge } from '../sums.ts'
import { cardRevocations } from './card.entity.ts'
import { customerStatuses } from './customer.rules.ts'

const instant = z.string().meta({ format: 'date-time' })

/** `POST /v1/customer/:id/reveal`: what rows mask. The answer is kept nowhere, the reading is on record. */
export const revealedCustomer = z.object({
  date_of_birth: z.string().nullable(),
  social_security_number: z.string().nullable(),
})
export type RevealedCustomer = z.output<typeof revealedCustomer>

/** `GET /v1/customer/:id/summary`: what a customer bought and which cards of his are stored. */
export const customerSummary = z.object({
  /** Of each currency: what was paid and what came back. */
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

/** `GET /v1/customer/:id/events`: what people did with a customer, newest first. It names fields, never what was in them. */
export const customerEvent = z.object({
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
