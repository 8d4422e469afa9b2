import { z } from 'zod'
import type { AuthorizeRequest, Connection, Payer } from '../gateway.ts'
import { FailureKept, NotSent, OutcomeUnknown } from '../gateway.ts'
import type { ProductFacts } from '../manifest.ts'
import { call, type Form, parsed, Refusal } from './client.ts'
import { OUR_PRODUCT, OUR_PROFILE, OURS } from './objects.ts'
import { stripeManifest } from './stripe.manifest.ts'

/** What a token stands for: a card that was typed, or what is kept under a customer. */
export interface Method {
  customer?: string
  method: string
}

/** What the page with Stripe's fields gives. */
const typed = z.strictObject({ payment_method: z.string().regex(/^pm_\w+$/) })

/** The card that whoever pays gave: as the page gives it, or the bare id of a payment method. Undefined: it is none of Stripe. */
export function readTyped(token: string): Method | undefined {
  const read = typed.safeParse(token.startsWith('{') ? parsed(token) : { payment_method: token }).data
  return read && { method: read.payment_method }
}

/** What we keep, as the adapter wrote it. Undefined: it is not of Stripe. */
export function readStored(token: string): Required<Method> | undefined {
  const [, customer, method] = /^(cus_\w+)\/(pm_\w+)$/.exec(token) ?? []
  return customer && method ? { customer, method } : undefined
}

/** What we keep of a card that Stripe keeps already, under the customer that owns it there. */
export function tokenOfKept({ card, holder }: { card: string; holder: string | undefined }): string | undefined {
  const token = `${holder ?? ''}/${card}`
  return readStored(token) && token
}

export const productOf = ({ payment_product }: Pick<AuthorizeRequest, 'payment_product'>): ProductFacts | undefined =>
  // The cast is safe: a product that the manifest does not have is undefined.
  stripeManifest.products[payment_product as keyof typeof stripeManifest.products]

/** The form of a payment. The same request gives the same form, because Stripe compares a repetition with the first one. */
export function paymentForm(
  request: AuthorizeRequest,
  money: { amount: number; currency: string },
  { token, customer }: { token: Method | undefined; customer: string | undefined },
): Form {
  const product = productOf(request)
  const kind = product?.name ?? request.payment_product
  const { store_card, store_agreement, payer = {}, return_url, three_d_secure } = request
  const off_session = offSession(request, token)
  return {
    ...money,
    confirm: true,
    capture_method: !request.capture && product?.capture === 'both' ? 'manual' : 'automatic',
    allowed_payment_method_types: [kind],
    customer: token?.customer ?? customer,
    ...(token ? { payment_method: token.method } : { payment_method_data: methodData(kind, payer) }),
    ...((store_card || store_agreement) && { setup_future_usage: 'off_session' }),
    ...(three_d_secure && { payment_method_options: { card: { request_three_d_secure: 'any' } } }),
    ...(kind === 'blik' && { payment_method_options: { blik: { code: payer.blik_code } } }),
    // The payer of a debit gives his authority on our page.
    ...((store_agreement || product?.via === 'mandate') && { mandate_data: mandate(payer) }),
    ...(off_session ? { off_session } : { return_url }),
    description: request.merchant_reference,
    ...descriptorOf(request, kind),
    metadata: { [OURS]: request.reference, ...keptOf(request) },
    expand: ['latest_charge'],
  }
}

/** A request that was frozen before has no profile, and is sent as it was. */
const keptOf = ({ payment_profile, payment_product }: AuthorizeRequest): Form =>
  payment_profile === undefined ? {} : { [OUR_PROFILE]: payment_profile, [OUR_PRODUCT]: payment_product }

/** The payer is not there: nobody could follow an address. */
function offSession({ initiative, payer_present }: AuthorizeRequest, token: Method | undefined): string | undefined {
  if (initiative === 'recurring') return 'recurring'
  if (initiative === 'unscheduled') return 'one_off'
  return initiative === undefined && token?.customer && !payer_present ? 'one_off' : undefined
}

const methodData = (type: string, { name, email, country, iban }: Payer): Form => ({
  type,
  ...(type === 'sepa_debit' && { sepa_debit: { iban } }),
  billing_details: { name, email, ...(country && { address: { country } }) },
})

const mandate = ({ ip, browser }: Payer): Form => ({
  customer_acceptance: { type: 'online', online: { ip_address: ip, user_agent: browser?.user_agent } },
})

/** Before the text for a card comes the account's own, of up to ten characters, and a mark between them. */
const LONGEST_SUFFIX = 10
const LONGEST_DESCRIPTOR = 22

/** The text on the statement. One without a letter is not taken. */
function descriptorOf({ descriptor = '' }: AuthorizeRequest, kind: string): Form {
  const text = descriptor.replaceAll(/[^\w .,&-]/g, '').trim()
  if (!/[A-Za-z]/.test(text)) return {}
  return kind === 'card'
    ? { statement_descriptor_suffix: text.slice(0, LONGEST_SUFFIX).trim() }
    : { statement_descriptor: text.slice(0, LONGEST_DESCRIPTOR).trim() }
}

/**
 * Makes the customer under whom Stripe keeps a payment method. As long as that is not done nothing of the payment has begun,
 * so what is not known of it is no reason to ask. A failure that Stripe repeats under a key needs another key. The first key without
 * one is the same in each try, and so are its customer and the payment's request.
 */
export async function customerFor(connection: Connection, request: AuthorizeRequest): Promise<string | Refusal> {
  const { reference, payer } = request
  const form = { metadata: { [OURS]: reference, ...(payer?.reference && { customer: payer.reference }) } }
  for (let spent = 0; spent <= mostKeys; spent++) {
    const key = `${reference}.customer${spent > 0 ? `.${spent}` : ''}`
    const body = await call(connection, { method: 'POST', path: '/v1/customers', form, key }).catch(failureOf)
    if (body instanceof Refusal) return body
    if (body instanceof FailureKept && body.isRepeated) continue
    const id = body && typeof body === 'object' && 'id' in body ? body.id : undefined
    if (typeof id === 'string') return id
    break
  }
  throw new NotSent('no customer was made')
}

/** A try spends one key at most, and a payment whose payer waits is tried for ten minutes. */
const mostKeys = 50

function failureOf(error: unknown): OutcomeUnknown {
  if (error instanceof OutcomeUnknown) return error
  throw error
}
