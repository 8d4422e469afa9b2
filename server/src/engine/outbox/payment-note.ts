import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { derivationBytes } from '../../platform/secrets/key-ring.ts'
import type { Money, Note } from '../../processors/gateway.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import type { Authorization } from './operation.ts'

/**
 * What a payment is, as its gateway keeps it beside the payment and gives it back: after a restore to an earlier moment, this is
 * all that is left of it (docs/adr/0178). It names no person, and proves that Kontor wrote it: whoever can make payments at the gateway
 * makes none here.
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

export function noteOf(masterKey: string, { id, payload }: Authorization, of: StoredTransaction): Note {
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
  const given = Object.fromEntries(Object.entries(said).filter((each): each is [string, string] => Boolean(each[1])))
  return provedNote(masterKey, { merchant: of.merchant_id, reference: id, money: of }, given)
}

/** What a note is about. */
interface About {
  merchant: string
  reference: string
  money: Money
}

export const provedNote = (masterKey: string, about: About, given: Note): Note => ({
  ...given,
  proof: proofOf(masterKey, about, given),
})

/** Undefined: it is no note of this payment that Kontor wrote. */
export function readNote(masterKey: string, about: About, given: Note = {}): PaymentNote | undefined {
  const { proof = '', ...said } = given
  const [own, theirs] = [Buffer.from(proofOf(masterKey, about, said)), Buffer.from(proof)]
  return own.length === theirs.length && timingSafeEqual(own, theirs) ? note.safeParse(said).data : undefined
}

/** The merchant's reference is text that a gateway may cut, and moves nothing. */
function proofOf(masterKey: string, { merchant, reference, money }: About, { order: _, ...said }: Note): string {
  const key = Buffer.from(hkdfSync('sha256', derivationBytes(masterKey), '', 'kontor payment note', 32))
  const { amount, currency_code } = money
  return createHmac('sha256', key)
    .update(JSON.stringify([merchant, reference, amount, currency_code, Object.entries(said).sort()]))
    .digest('base64url')
    .slice(0, 22)
}
