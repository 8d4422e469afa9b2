import { z } from 'zod'
import { iban } from '../bank-accounts/iban.ts'
import { emailAddress, languages } from '../identity/session.ts'
import { paymentProducts } from '../payments/transaction.rules.ts'
import { lineOfText, minorUnits, uuid } from '../wire.ts'
import { payerFields } from './checkout.rules.ts'
import { headerDescriptions, numberFormats } from './checkout-design.rules.ts'

/** The kinds of thing that are paid on the hosted page. */
export const checkoutKinds = ['payment_link', 'card_add_link', 'subscription'] as const
export type CheckoutKindName = (typeof checkoutKinds)[number]

/** Reasons of failure that a payer is told. They do not tell a stolen card from another declined card. */
export const failures = [
  'insufficient_funds',
  'expired_card',
  'authentication_failed',
  'cancelled_by_payer',
  'abandoned',
  'declined',
] as const

const payment = z.object({
  /** `action`: the payer has to continue at `redirect_url`. */
  status: z.enum(['processing', 'action', 'paid', 'failed']),
  reason: z.enum(failures).nullable(),
  redirect_url: z.string().nullable(),
  amount: z.int(),
  payment_product: z.enum(paymentProducts),
  /** The page shows it to the payer. */
  card_brand: z.string().nullable(),
  card_last_four: z.string().nullable(),
  created_at: z.string().meta({ format: 'date-time' }),
})

const day = z.string().meta({ format: 'date' })

/** Terms of a subscription, to which its payer agrees. */
const subscription = z.object({
  plan: z.string(),
  // Those of plans, which this domain does not know; the compiler compares them where the page's data is made.
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: z.int(),
  /** The number of the payment that is open; 0: a card is stored now, and the first payment follows. */
  cycle: z.int(),
  /** The number of payments in all; null: until it is cancelled. */
  cycles: z.int().nullable(),
  /** The day of the payment after the open one; null: it is the last. */
  next_on: day.nullable(),
  /** The day of the last payment. */
  ends_on: day.nullable(),
  /** The amount of the open payment, and each other amount with the payment and the day from which it applies. */
  prices: z.array(z.object({ from: z.int(), amount: z.int(), on: day })),
  /** The failed payment that is open, and the day before which it has to be paid. */
  overdue: z.object({ due_date: day, reason: z.enum(failures), pay_before: day }).nullable(),
  contact: z.object({ email: z.string().nullable(), phone: z.string().nullable() }),
})

/** Everything that the page knows. `?attempt=` names the caller's own payment. */
const checkoutView = z.object({
  kind: z.enum(checkoutKinds),
  /** `in_doubt`: it may have been paid already, and takes no payment until a person has looked. */
  state: z.enum(['open', 'done', 'expired', 'cancelled', 'unavailable', 'in_doubt']),
  shop: z.object({
    name: z.string(),
    website: z.string().nullable(),
    /** Null: it is the name. */
    legal_name: z.string().nullable(),
  }),
  /** Null: the payer chooses. 0: a card is stored and nothing is paid. */
  amount: z.int().nullable(),
  minimum_amount: z.int().nullable(),
  maximum_amount: z.int().nullable(),
  currency_code: z.string(),
  reference: z.string(),
  description: z.string().nullable(),
  language: z.enum(languages),
  expires_at: z.string().nullable().meta({ format: 'date-time' }),
  products: z.array(z.enum(paymentProducts)),
  /** What the payer types for a product, beside a card. Products without such fields are left out. */
  asks: z.array(z.object({ payment_product: z.enum(paymentProducts), fields: z.array(z.enum(payerFields)) })),
  /** The products for which the payer's press of the button is the authority for a debit. For any other he goes on to a page. */
  by_mandate: z.array(z.enum(paymentProducts)),
  /** The processor's own page for a card's number, to be framed. */
  card_field: z.string().nullable(),
  return_url: z.string().nullable(),
  /** True: a further payment may follow a paid one. */
  repeatable: z.boolean(),
  /** Null: the brand's own look. The design's colours are in `/pay/{token}/design.css`. */
  design: z
    .object({
      logo_url: z.string().nullable(),
      header_payment_description: z.enum(headerDescriptions),
      show_language_switch: z.boolean(),
      number_format: z.enum(numberFormats),
    })
    .nullable(),
  payment: payment.nullable(),
  subscription: subscription.nullable(),
})
export type CheckoutSubscription = z.infer<typeof subscription>
export type CheckoutView = z.infer<typeof checkoutView>
export type CheckoutLook = NonNullable<CheckoutView['design']>
export type CheckoutPayment = z.infer<typeof payment>

/** The payer's browser as 3-D Secure wants to know it. The page measures it. */
const browser = z.strictObject({
  language: lineOfText(35),
  color_depth: z.int().min(0).max(64),
  screen_height: z.int().min(0).max(99_999),
  screen_width: z.int().min(0).max(99_999),
  /** In minutes, as `Date.getTimezoneOffset()` gives it. */
  time_zone_offset: z.int().min(-1_440).max(1_440),
  java_enabled: z.boolean(),
})

const checkoutOrder = z.strictObject({
  /** The page's name for this press of the button. A second request with the same name does not pay again. */
  attempt: uuid,
  payment_product: z.enum(paymentProducts),
  /** The token that the card fields gave. It is long where the gateway seals each field in the browser. */
  card_token: lineOfText(8_000).optional(),
  /** The holder of the account from which is paid. This and the next three: for a product that asks for them. */
  payer_name: lineOfText(100).optional(),
  payer_email: emailAddress.optional(),
  iban: iban.optional(),
  /** The code that the payer's bank shows him. */
  blik_code: z
    .string()
    .regex(/^\d{6}$/, 'six_digits')
    .optional(),
  /** The language in which the payer read the page. */
  language: z.enum(languages).optional(),
  /** The version of the words that the page of a subscription showed. Another one than the present one is refused. */
  agreed_terms: lineOfText(20).optional(),
  /** The amount that the payer chose or was shown. Another one than the link has now is refused. */
  amount: minorUnits.optional(),
  browser: browser.optional(),
})
export type CheckoutOrder = z.output<typeof checkoutOrder>

/** The caller's own payment, by the page's name for it. A value that is no such name finds no payment. */
const ofAttempt = z.strictObject({ attempt: z.string().optional().catch(undefined) })

export const checkoutViewSchemas = { query: ofAttempt, reply: checkoutView }
export const openCheckoutSchemas = { query: ofAttempt, body: z.strictObject({}), reply: checkoutView }
export const payCheckoutSchemas = { body: checkoutOrder, reply: checkoutView }
