import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'
import { z } from 'zod'
import {
  type AuthorizeRequest,
  type Connection,
  type NotDone,
  NotSent,
  OutcomeUnknown,
  type Report,
  type ResumeRequest,
} from '../gateway.ts'
import { readAs } from '../http.ts'
import type { ProductFacts } from '../manifest.ts'
import { theirMoney } from '../reading/gateway-money.ts'
import { mollieManifest } from './mollie.manifest.ts'
import { call, refusalOf } from './mollie-call.ts'
import { findPayment } from './mollie-find.ts'
import { isOurs, readPayment } from './mollie-replies.ts'
import { paymentReport } from './mollie-reports.ts'
import { readStored, readTyped, type Token } from './mollie-tokens.ts'

export async function authorize(connection: Connection, request: AuthorizeRequest): Promise<Report> {
  const order = orderOf(request)
  if ('is' in order) return refused(request, order)
  const customer = order.keeps ? await newCustomer(connection, request) : undefined
  if (typeof customer === 'object') return refused(request, customer)
  const body = {
    ...order.body,
    ...(customer !== undefined && { customerId: customer, sequenceType: 'first' }),
    ...(isReachable(connection.notification_url) && { webhookUrl: connection.notification_url }),
  }
  // A typed card may be charged at once; else nothing moves before the payer is at the page.
  const awaitsPayer = 'redirectUrl' in body && !('cardToken' in body)
  const reply = await call(connection, { path: '/payments', body, key: request.reference, awaitsPayer })
  const refusal = refusalOf(reply)
  // A request that is not even valid was not begun.
  if (refusal) return refused(request, [400, 422].includes(reply.status) ? { ...refusal, elsewhere: true } : refusal)
  const payment = readPayment(connection, reply.body)
  isOurs(payment, request)
  return paymentReport(connection, payment)
}

/** The payer is back: what he brings says nothing, so Mollie is asked. */
export async function resume(connection: Connection, request: ResumeRequest): Promise<Report> {
  const asked = { ...request, reference: request.of }
  const payment = await findPayment(connection, asked)
  if (!payment) throw new OutcomeUnknown('the payment is not to be seen')
  isOurs(payment, asked)
  return paymentReport(connection, payment)
}

const refused = ({ reference, amount, currency_code }: AuthorizeRequest, outcome: NotDone): Report => ({
  ...{ reference, operation: 'authorize', id: '', payment_id: '', money: { amount, currency_code }, outcome },
})

const refusal = (by: NotDone['by'], reason: string, elsewhere: boolean): NotDone => ({
  ...{ is: 'not_done', by, reason },
  ...(elsewhere && { elsewhere }),
})

/** Mollie refuses a payment with an address that it cannot reach, as that of a machine for development. */
const isReachable = (url: string | undefined): boolean => url?.startsWith('https://') === true

interface PaymentOrder {
  body: object
  /** True: the payment is to leave something that can be charged later. */
  keeps: boolean
}

/** The request, or why Mollie could not take it. */
function orderOf(request: AuthorizeRequest): PaymentOrder | NotDone {
  const { payment_product, reference, return_url, merchant_reference, descriptor } = request
  const product = mollieManifest.products[payment_product as PaymentProduct]
  if (!product) return refusal('configuration', 'no_processor_for_product', true)
  const amount = theirMoney(mollieManifest.money, request, product)
  if (!amount) return refusal('gateway', 'amount_not_possible', true)
  const given = request.card_token ?? request.agreement_token
  // A stored card charges without its payer, so only the engine may name one.
  const token = given === undefined ? undefined : request.card_is_stored ? readStored(given) : readTyped(given)
  if (given !== undefined && !token) return refusal('gateway', 'card_token_unknown', false)
  const isRecurring = token !== undefined && 'stored' in token && !isPayerThere(request)
  if (!isRecurring && !return_url) return refusal('gateway', 'invalid_request', true)
  const body = {
    amount: { currency: amount.currency, value: amount.decimal },
    description: (descriptor ?? merchant_reference).slice(0, 255),
    method: product.name,
    metadata: { kontor: reference, ...keptOf(request) },
    ...(!isRecurring && { redirectUrl: return_url }),
    sequenceType: isRecurring ? 'recurring' : 'oneoff',
    ...chargedBy(token, isRecurring),
    ...captureOf(request, product),
  }
  const keeps = (request.store_card || request.store_agreement) === true && !(token && 'stored' in token)
  return { body, keeps }
}

/** For a copy of Kontor that lost the payment. A request that was frozen before has no profile, and is sent as it was. */
const keptOf = ({ payment_profile, payment_product, merchant_reference }: AuthorizeRequest) =>
  payment_profile === undefined ? {} : { payment_profile, payment_product, merchant_reference }

const isPayerThere = ({ initiative = 'payer', return_url }: AuthorizeRequest) =>
  initiative === 'payer' && return_url !== undefined

/** A payer who is there is shown his stored cards at Mollie's page; only without him is a mandate charged by itself. */
function chargedBy(token: Token | undefined, isRecurring: boolean) {
  if (!token) return {}
  if ('typed' in token) return { cardToken: token.typed }
  const { customer, mandate } = token.stored
  return { customerId: customer, ...(isRecurring && { mandateId: mandate }) }
}

/** Both ways are named where there are two. */
const captureOf = ({ capture }: AuthorizeRequest, { capture: can }: ProductFacts) =>
  can === 'both' ? { captureMode: capture ? 'automatic' : 'manual' } : {}

const customer = z.object({ id: z.string().regex(/^cst_\w{1,60}$/) })

/**
 * A stored method belongs to a customer of Mollie. A customer without payments does no harm, and nothing of the payment has begun
 * before there is one.
 */
async function newCustomer(connection: Connection, { reference, payer }: AuthorizeRequest): Promise<string | NotDone> {
  const body = { metadata: { kontor: payer?.reference ?? reference } }
  try {
    const reply = await call(connection, { path: '/customers', body, key: `${reference}.customer` })
    const refusal = refusalOf(reply)
    if (refusal) return { ...refusal, elsewhere: true }
    return readAs(customer, reply.body).id
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error
    throw new NotSent('no customer was made', { cause: error })
  }
}
