import { z } from 'zod'
import type { Note } from '../../processors/gateway.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import type { Authorization } from './operation.ts'

/**
 * What a payment is, as its gateway keeps it beside the payment and gives it back: after a restore to an earlier moment, this is
 * all that is left of it (docs/adr/0178). It names no person.
 */
const note = z.object({
  /** The payment profile. */
  profile: z.uuid(),
  /** The payment, where this is a further attempt; else its id is the reference. */
  payment: z.uuid().optional(),
  product: z.string(),
  /** The merchant's reference. */
  order: z.string(),
  /** `later`: it was only to be authorized. */
  capture: z.enum(['now', 'later']),
  /** What the payer agreed to be kept. */
  keeps: z.enum(['card', 'agreement']).optional(),
  series: z.enum(['initial', 'subsequent']).optional(),
  country: z.string().length(2).optional(),
  customer: z.uuid().optional(),
  card: z.uuid().optional(),
  agreement: z.uuid().optional(),
  terminal: z.uuid().optional(),
  link: z.uuid().optional(),
  card_link: z.uuid().optional(),
  subscription: z.uuid().optional(),
  cycle: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional(),
  scheduled: z.uuid().optional(),
})

export type PaymentNote = z.infer<typeof note>

export function noteOf({ id, payload }: Authorization, of: StoredTransaction): Note {
  const said: Record<keyof PaymentNote, string | null | undefined> = {
    profile: of.payment_profile_id,
    payment: id === of.id ? undefined : of.id,
    product: of.payment_product,
    order: of.merchant_reference,
    capture: payload.capture ? 'now' : 'later',
    keeps: payload.store_card ? 'card' : payload.store_agreement ? 'agreement' : undefined,
    series: of.recurring_type,
    country: of.country_code,
    customer: of.customer_id,
    card: of.card_id,
    agreement: of.agreement_id,
    terminal: of.terminal_id,
    link: of.payment_link_id,
    card_link: of.card_add_link_id,
    subscription: of.subscription_id,
    cycle: of.subscription_cycle?.toString(),
    scheduled: payload.scheduled,
  }
  return Object.fromEntries(Object.entries(said).filter((each): each is [string, string] => Boolean(each[1])))
}

/** Undefined: it is no note of a payment. */
export const readNote = (given: Note | undefined): PaymentNote | undefined => note.safeParse(given).data
