import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'
import { z } from 'zod'
import {
  type AuthorizeRequest,
  type Connection,
  type Money,
  type NotDone,
  OfAnotherPayment,
  type Outcome,
  OutcomeUnknown,
  type Payer,
  type Report,
  type ResumeRequest,
  type StoredFor,
} from '../gateway.ts'
import { type Reply, readAs } from '../http.ts'
import { missingOfPayer } from '../missing-of-payer.ts'
import { ourMoney, theirMoney } from '../reading/gateway-money.ts'
import { adyenManifest } from './adyen.manifest.ts'
import { call, refusalOf } from './adyen-call.ts'
import { learntFrom } from './adyen-learnt.ts'
import { readToken, type Token } from './adyen-tokens.ts'
import { refusalReasons, resultCodes, stepsOfScript } from './adyen-words.ts'

const word = z.string().min(1).max(200)
const words = z.record(z.string(), z.unknown()).catch({})

/** Only what is used is demanded: Adyen adds fields. */
const paymentReply = z.object({
  resultCode: word,
  pspReference: word.optional(),
  merchantReference: word.optional(),
  refusalReason: z.string().optional(),
  refusalReasonCode: z.string().optional(),
  amount: z.object({ value: z.number().int().min(0), currency: z.string() }).optional(),
  paymentMethod: z.object({ type: z.string().optional() }).optional(),
  action: z
    .object({
      type: z.string(),
      url: z.url({ protocol: /^https$/ }).optional(),
      method: z.string().optional(),
      data: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
  additionalData: words.optional(),
})
type PaymentReply = z.infer<typeof paymentReply>

export async function authorize(connection: Connection, request: AuthorizeRequest): Promise<Report> {
  const body = paymentBody(connection, request)
  if ('is' in body) return refusedHere(request, body)
  const reply = await call(connection, { address: 'checkout', path: '/payments', body, key: request.reference })
  return paymentReport(request, reply)
}

/** The payer came back. Without this Adyen leaves the payment open for ever. */
export async function resume(connection: Connection, request: ResumeRequest): Promise<Report> {
  const details = Object.fromEntries(Object.entries(request.returned).filter(([name]) => returnNames.has(name)))
  // He came back by hand, or from a method that tells its outcome by itself.
  const asked = { ...request, reference: request.of }
  if (Object.keys(details).length === 0)
    return { ...basicsOf(asked, request.payment_id ?? ''), outcome: { is: 'later' } }
  const key = request.reference
  const reply = await call(connection, { address: 'checkout', path: '/payments/details', body: { details }, key })
  const refused = refusalOf(reply)
  // A request that was refused decides nothing: what the payer brought may be anything.
  if (refused)
    return { ...basicsOf(asked, request.payment_id ?? ''), outcome: refusal(refused.by, refused.reason, true) }
  const report = paymentReport(asked, reply)
  if (report.outcome.is === 'done' && !saysOfWhat(reply))
    throw new OutcomeUnknown('an approval that does not say of what')
  if (request.payment_id && report.payment_id && report.payment_id !== request.payment_id)
    throw new OfAnotherPayment('the reply is about another payment')
  return report
}

/** What a payer brings back is not to be trusted: the reply itself names the payment that it approves. */
function saysOfWhat({ body }: Reply): boolean {
  const { merchantReference, amount } = paymentReply.safeParse(body).data ?? {}
  return merchantReference !== undefined && amount !== undefined
}

/** What Adyen adds to the address of the return, by GET or by POST. */
const returnNames: ReadonlySet<string> = new Set(adyenManifest.returned)

type Refused = Extract<Outcome, { is: 'not_done' }>

const refusal = (by: NotDone['by'], reason: string, elsewhere: boolean): Refused => ({
  ...{ is: 'not_done', by, reason },
  ...(elsewhere && { elsewhere }),
})

const basicsOf = ({ reference, amount, currency_code }: Money & { reference: string }, id: string) => ({
  ...{ reference, operation: 'authorize' as const, id, payment_id: id },
  money: { amount, currency_code },
})

/** Refused before anything was sent. */
const refusedHere = (request: AuthorizeRequest, outcome: Refused): Report => ({ ...basicsOf(request, ''), outcome })

/** The request, or why Adyen could not take it. */
function paymentBody({ credential }: Connection, request: AuthorizeRequest): object | Refused {
  const { payment_product, reference, payer = {}, merchant_reference, descriptor, return_url } = request
  const product = adyenManifest.products[payment_product as PaymentProduct]
  if (!product) return refusal('configuration', 'no_processor_for_product', true)
  const amount = theirMoney(adyenManifest.money, request, product)
  if (!amount) return refusal('gateway', 'amount_not_possible', true)
  const given = request.card_token ?? request.agreement_token
  const token = given === undefined ? undefined : ownToken(given, request)
  if (given !== undefined && !token) return refusal('gateway', 'card_token_unknown', false)
  if (product.via === 'card_fields' && !token) return refusal('gateway', 'card_token_missing', false)
  const missing = missingOfPayer(product, payer)
  if (missing) return refusal('gateway', missing, true)
  const browser = payer.browser && browserInfo(payer.browser)
  return {
    merchantAccount: credential['merchant_account'],
    reference,
    merchantOrderReference: merchant_reference,
    amount: { value: amount.minor, currency: amount.currency },
    paymentMethod: { ...methodOf(product.name, token), ...typedBy(product.name, payer) },
    // Adyen demands an address of a payment without a payer as well; nobody is ever sent there.
    returnUrl: return_url ?? 'https://return.invalid/',
    // By POST our page would get neither the payer's cookies nor an address that he can repeat.
    ...{ redirectFromIssuerMethod: 'GET', redirectToIssuerMethod: 'GET' },
    ...interactionOf(request, token),
    ...(payer.ip && { shopperIP: payer.ip }),
    ...(payer.email && { shopperEmail: payer.email }),
    ...(payer.country && { countryCode: payer.country }),
    ...(payer.language && { shopperLocale: payer.language }),
    ...(payer.origin && payer.origin.length <= 80 && { origin: payer.origin }),
    ...(browser && { browserInfo: browser }),
    ...(descriptor && { shopperStatement: statementOf(descriptor) }),
    ...captureOf(request, product.capture),
  }
}

/** A stored card charges without its payer, so only the engine may name one. */
function ownToken(given: string, { card_is_stored }: AuthorizeRequest): Token | undefined {
  const token = readToken(given)
  return token && 'stored' in token === (card_is_stored === true) ? token : undefined
}

const methodOf = (type: string, token: Token | undefined) => ({
  ...(token && ('stored' in token ? { storedPaymentMethodId: token.stored.method } : token.typed)),
  type,
})

/** What the payer typed on our page. */
function typedBy(type: string, { name, iban, blik_code }: Payer) {
  if (type === 'sepadirectdebit') return { ownerName: name, iban }
  return type === 'blik' ? { blikCode: blik_code } : {}
}

/** Who is there, and what is kept for later. */
function interactionOf(request: AuthorizeRequest, token: Token | undefined) {
  const { initiative = 'payer', store_card, store_agreement, payment_product, payer, reference } = request
  const stored = token && 'stored' in token ? token.stored : undefined
  const keeps = store_card || store_agreement
  const model = modelOf(request, stored !== undefined)
  const isPayer = initiative === 'payer'
  return {
    shopperInteraction: isPayer && !stored ? 'Ecommerce' : 'ContAuth',
    ...(isPayer && { channel: 'Web' }),
    ...(model && { recurringProcessingModel: model }),
    ...(keeps && { storePaymentMethod: true }),
    // What is stored belongs to a payer; one who has no name with us gets that of his payment.
    ...((stored || keeps || payer?.reference) && {
      shopperReference: stored?.shopper ?? payer?.reference ?? reference,
    }),
    // Without it the page of the bank would open inside a frame that only Adyen's own script can make.
    ...(isPayer && payment_product === 'card' && { authenticationData: authenticationOf(request) }),
  }
}

const authenticationOf = ({ three_d_secure }: AuthorizeRequest) => ({
  ...(three_d_secure && { attemptAuthentication: 'always' }),
  threeDSRequestData: { nativeThreeDS: 'disabled' },
})

const models: Readonly<Record<StoredFor, string>> = {
  recurring: 'Subscription',
  unscheduled: 'UnscheduledCardOnFile',
  one_click: 'CardOnFile',
}

function modelOf({ initiative, store_card, store_agreement, stored_for }: AuthorizeRequest, isStored: boolean) {
  if (initiative === 'recurring' || initiative === 'unscheduled') return models[initiative]
  if (stored_for) return models[stored_for]
  if (store_agreement) return 'UnscheduledCardOnFile'
  return store_card || isStored ? 'CardOnFile' : undefined
}

const browserInfo = (browser: NonNullable<NonNullable<AuthorizeRequest['payer']>['browser']>) => ({
  ...{ userAgent: browser.user_agent, acceptHeader: browser.accept, language: browser.language },
  ...{ colorDepth: browser.color_depth, screenHeight: browser.screen_height, screenWidth: browser.screen_width },
  ...{ timeZoneOffset: browser.time_zone_offset, javaEnabled: browser.java_enabled },
})

/** Banks show at most 22 characters, of a small set. */
const statementOf = (text: string) => text.replaceAll(/[^\w.,'?+* -]/g, '').slice(0, 22)

/** Both ways are named where there are two, because the account's own setting would decide otherwise. */
function captureOf({ capture }: AuthorizeRequest, can: 'with_authorization' | 'separate' | 'both') {
  if (can === 'separate') return {}
  const metadata = { [CAPTURED]: 'true' }
  if (can === 'with_authorization') return { metadata }
  return capture ? { captureDelayHours: 0, metadata } : { additionalData: { manualCapture: 'true' } }
}

/** Our own note at a payment, which its notification repeats: the money is taken with the authorization. */
const CAPTURED = 'kontor_captured'

export const saysCaptured = (more: Readonly<Record<string, unknown>>): boolean =>
  more[`metadata.${CAPTURED}`] === 'true'

/** What an approval means: money taken, or held until a capture. `otherwise`: where the product can do both. */
export function approvedStatus<T>(method: string | undefined, otherwise: T): T | 'AUTHORIZED' | 'CAPTURED' {
  const product = Object.values(adyenManifest.products).find(({ name }) => name === method)
  if (product?.capture === 'with_authorization') return 'CAPTURED'
  return product?.capture === 'separate' ? 'AUTHORIZED' : otherwise
}

type Asked = Pick<AuthorizeRequest, 'reference' | 'amount' | 'currency_code' | 'payment_product' | 'capture'>

function paymentReport(asked: Asked, reply: Reply): Report {
  const refused = refusalOf(reply)
  if (refused) {
    const { code: _, ...outcome } = refused
    return { ...basicsOf(asked, ''), outcome }
  }
  const data = readAs(paymentReply, reply.body)
  const { amount, merchantReference, additionalData = {} } = data
  if (merchantReference && merchantReference !== asked.reference)
    throw new OfAnotherPayment('the reply is about another reference')
  const money = amount && ourMoney(adyenManifest.money, amount.value, amount.currency)
  if (amount && (money?.amount !== asked.amount || money?.currency_code !== asked.currency_code))
    throw new OutcomeUnknown('the reply is about another amount')
  const { name } = adyenManifest.products[asked.payment_product as PaymentProduct] ?? {}
  const outcome = resultOf(data, approvedStatus(name, asked.capture ? 'CAPTURED' : 'AUTHORIZED'))
  // Until the payer is back it may still become that of another try.
  const id = outcome.is === 'action' ? '' : (data.pspReference ?? '')
  return { ...basicsOf(asked, id), outcome, ...(outcome.is === 'done' && { learnt: learntFrom(additionalData) }) }
}

/** What a result means. `approved`: what an approval of this order is. */
export function resultOf(reply: PaymentReply, approved: 'AUTHORIZED' | 'CAPTURED'): Outcome {
  const { resultCode, refusalReasonCode, refusalReason, pspReference } = reply
  const meaning = resultCodes[resultCode]
  switch (meaning) {
    case undefined:
      throw new OutcomeUnknown(`the result ${resultCode} is not known`)
    case 'approved':
      // Without its id the payment could be neither captured nor paid back.
      if (!pspReference) throw new OutcomeUnknown('an approval without an id')
      return { is: 'done', status: approved }
    case 'part':
      // What is held is released by our reference when nothing else is learnt, and its notification has another amount than ours.
      throw new OutcomeUnknown('a part of the amount was authorised')
    case 'later':
      return { is: 'later' }
    case 'action':
      return actionOf(reply)
    default: {
      const known = refusalReasons[refusalReasonCode ?? '']
      const reason = known?.reason ?? refusalReason ?? resultCode
      return { is: 'not_done', by: known?.by ?? meaning, reason: reason || resultCode }
    }
  }
}

function actionOf({ action, resultCode }: PaymentReply): Outcome {
  // The account makes payers do what only Adyen's script can show. Nothing is charged for a step that nobody takes.
  if (action && stepsOfScript.includes(action.type))
    return refusal('configuration', `${resultCode} ${action.type}`, false)
  if (action?.type !== 'redirect' || !action.url) throw new OutcomeUnknown('the next step cannot be read')
  return { is: 'action', url: action.url, ...(action.method === 'POST' && { fields: action.data ?? {} }) }
}
