import { fieldOfOtherMode } from '../credentials/credential-mode.ts'
import type {
  AuthorizeRequest,
  Connection,
  ConnectionTest,
  FollowUpRequest,
  Gateway,
  Money,
  NotDone,
  Report,
} from '../gateway.ts'
import { NotAnswerable, NotFoundYet, OutcomeUnknown, QuestionRefused } from '../gateway.ts'
import type { OrderKind } from '../manifest.ts'
import { missingOfPayer } from '../missing-of-payer.ts'
import { call, type Form, noSuchAmount, Refusal, stripeMoney } from './client.ts'
import { accept, dispute } from './dispute.ts'
import { paymentById, paymentByReference, refundByReference, refundIn } from './find.ts'
import { changedSince, refundsMade } from './list.ts'
import { news } from './news.ts'
import { readNotification } from './notifications.ts'
import {
  authorizationOf,
  captureOf,
  moneyOf,
  OUR_CAPTURE,
  OURS,
  type Payment,
  paymentIn,
  refundOf,
  statusOf,
} from './objects.ts'
import { customerFor, type Method, paymentForm, productOf, readStored, readTyped, tokenOfKept } from './pay.ts'
import { stripeSettlements } from './settlements.ts'
import { stripeManifest } from './stripe.manifest.ts'

/** Stripe, by its interface of payment intents. Requests are forms, and each has our reference as its key. */
export const stripeGateway: Gateway = {
  manifest: stripeManifest,

  async test(connection) {
    const wrong = wrongValue(connection)
    if (wrong) return wrong
    const body = await call(connection, { method: 'GET', path: '/v1/account' })
    if (body instanceof Refusal) {
      const isPermitted = body.outcome.reason !== 'not_permitted'
      return { ok: false, field: 'secret_key', problem: isPermitted ? 'credential_refused' : 'not_permitted' }
    }
    const id = body && typeof body === 'object' && 'id' in body ? body.id : undefined
    if (typeof id !== 'string' || id === '') throw new OutcomeUnknown('the reply is no account')
    return { ok: true, account: id }
  },

  async authorize(connection, request) {
    const { reference, store_card, store_agreement } = request
    const asked = { ...request, operation: 'authorize' } as const
    const token = tokenIn(request)
    if (token && 'reason' in token) return notDone(asked, { ...noSuchAmount, ...token })
    const product = productOf(request)
    const missing = product && missingOfPayer(product, request.payer)
    if (missing) return notDone(asked, { ...noSuchAmount, reason: missing })
    const money = stripeMoney(request, product)
    if (!money) return notDone(asked, noSuchAmount)
    const needsCustomer = (store_card || store_agreement) && !token?.customer
    const customer = needsCustomer ? await customerFor(connection, request) : undefined
    if (customer instanceof Refusal) return notDone(asked, customer.outcome)
    const form = paymentForm(request, money, { token, customer })
    const body = await call(connection, { method: 'POST', path: '/v1/payment_intents', form, key: reference })
    if (body instanceof Refusal) return refusedPayment(asked, body)
    return reportOf(paymentIn(connection, body), asked)
  },

  async resume(connection, request) {
    const { of, payment_id } = request
    // What the payer's browser says is not believed.
    const payment = payment_id ? await paymentById(connection, payment_id) : await paymentByReference(connection, of)
    if (!payment) throw new OutcomeUnknown('the payment is not to be found yet')
    return reportOf(payment, { ...request, reference: of, operation: 'authorize' })
  },

  async capture(connection, request) {
    const asked = { ...request, operation: 'capture' } as const
    const money = stripeMoney(request)
    if (!money) return notDone(asked, { ...noSuchAmount, elsewhere: false })
    const form = { amount_to_capture: money.amount, metadata: { [OUR_CAPTURE]: request.reference } }
    const body = await follow(connection, request, 'capture', form)
    if (body instanceof Refusal) return notDone(asked, ofKnown(body))
    const report = captureOf(body)
    if (!report) throw new OutcomeUnknown(`a payment is ${body.status} after its capture`)
    return checked(report, asked)
  },

  async void(connection, request) {
    const asked = { ...request, operation: 'void' } as const
    const body = await follow(connection, request, 'cancel', { cancellation_reason: 'requested_by_customer' })
    if (body instanceof Refusal) return notDone(asked, ofKnown(body))
    return voided(body, asked)
  },

  async refund(connection, request) {
    const { reference, payment_id } = request
    const asked = { ...request, operation: 'refund' } as const
    const money = stripeMoney(request)
    if (!money) return notDone(asked, { ...noSuchAmount, elsewhere: false })
    const form = { payment_intent: payment_id, amount: money.amount, metadata: { [OURS]: reference } }
    const body = await call(connection, { method: 'POST', path: '/v1/refunds', form, key: reference })
    if (body instanceof Refusal) return { ...notDone(asked, ofKnown(body)), id: '' }
    return checked(refundOf(refundIn(body, payment_id), payment_id), asked)
  },

  async cancelReference(connection, request) {
    const asked = { ...request, operation: 'cancel_reference' } as const
    const payment = await paymentByReference(connection, request.of).catch((error: unknown) => {
      if (error instanceof QuestionRefused) return error
      // Too long a list does not say whether it is there. The search will, and nothing was sent.
      if (error instanceof NotAnswerable) return undefined
      throw error
    })
    if (payment instanceof QuestionRefused) return notDone(asked, payment.outcome)
    // It may still come, or neither the list nor the search has shown it.
    if (!payment) throw new NotFoundYet('the payment is not to be found yet', { retry_after_ms: 60_000 })
    const of = { ...asked, payment_id: payment.id }
    // An earlier try may have done it.
    if (statusOf(payment) === 'canceled') return voided(payment, of)
    const body = await follow(connection, of, 'cancel', { cancellation_reason: 'abandoned' })
    return body instanceof Refusal ? notDone(of, body.outcome) : voided(body, of)
  },

  accept,
  dispute,

  tokenOfKept,

  async revokeCard(connection, { reference, key = reference, card_token }) {
    const token = readStored(card_token)
    if (!token) return { status: 'FAILED', reason: 'card_token_unknown' }
    const path = `/v1/payment_methods/${encodeURIComponent(token.method)}`
    const body = await call(connection, { method: 'POST', path: `${path}/detach`, key })
    if (!(body instanceof Refusal)) {
      if (idIn(body) !== token.method) throw new OutcomeUnknown('the reply is about another card')
      return { status: 'REVOKED' }
    }
    if (body.outcome.by === 'configuration') return { status: 'FAILED', reason: body.outcome.reason }
    // A card that belongs to nobody cannot be charged again: an earlier try has done it.
    const present = await call(connection, { method: 'GET', path })
    const isFree = present && typeof present === 'object' && 'customer' in present && present.customer === null
    return isFree ? { status: 'REVOKED' } : { status: 'FAILED', reason: body.outcome.reason }
  },

  async find(connection, sought) {
    const { reference, operation, payment_id } = sought
    if (operation === 'authorize') {
      const payment = payment_id
        ? await paymentById(connection, payment_id)
        : await paymentByReference(connection, reference)
      if (!payment) return 'unseen'
      const report = authorizationOf(payment)
      if (report.reference !== reference) throw new OutcomeUnknown('the payment has another reference')
      return report
    }
    if (!payment_id) throw new OutcomeUnknown(`a ${operation} without its payment cannot be asked for`)
    if (operation === 'refund') {
      const refund = await refundByReference(connection, { reference, payment_id })
      return refund ? refundOf(refund, payment_id) : 'unseen'
    }
    const payment = await paymentById(connection, payment_id)
    if (operation === 'capture') {
      const report = captureOf(payment)
      if (report?.reference === reference) return report
      if (!report && statusOf(payment) === 'captured') throw new OutcomeUnknown('it does not say who captured it')
      return 'unseen'
    }
    if (operation !== 'void') throw new OutcomeUnknown(`a ${operation} cannot be asked for`)
    if (statusOf(payment) !== 'canceled') return 'unseen'
    return voided(payment, { reference, operation, ...moneyOf(payment.amount, payment.currency) })
  },

  readNotification,
  news,
  changedSince,
  refundsMade,
  settlements: stripeSettlements,
}

/** What the values themselves say, before Stripe is asked. */
function wrongValue(connection: Connection): (ConnectionTest & { ok: false }) | undefined {
  const { secret_key = '', publishable_key = '', webhook_secret = '' } = connection.credential
  for (const [field, value, form] of [
    ['secret_key', secret_key, /^[sr]k_(test|live)_\w+$/],
    ['publishable_key', publishable_key, /^pk_(test|live)_\w+$/],
  ] as const)
    if (!form.test(value)) return { ok: false, field, problem: 'unreadable' }
  const wrong = fieldOfOtherMode(stripeManifest, connection)
  if (wrong) return { ok: false, field: wrong.name, problem: 'wrong_mode' }
  return /^whsec_\S+$/.test(webhook_secret) ? undefined : { ok: false, field: 'webhook_secret', problem: 'unreadable' }
}

/** The card or agreement of a payment. Undefined: it has none. */
function tokenIn({
  card_token,
  card_is_stored,
  agreement_token,
}: AuthorizeRequest): Method | { reason: string } | undefined {
  if (card_token !== undefined)
    return (card_is_stored ? readStored : readTyped)(card_token) ?? { reason: 'card_token_unknown' }
  if (agreement_token !== undefined) return readStored(agreement_token) ?? { reason: 'unknown_agreement' }
  return undefined
}

type Asked = Money & { operation: OrderKind; reference: string; payment_id?: string | undefined }

/** An order about a payment. The payment as it is afterwards, or the refusal. */
async function follow(
  connection: Connection,
  { reference, key = reference, payment_id }: Pick<FollowUpRequest, 'reference' | 'payment_id'> & { key?: string },
  what: 'capture' | 'cancel',
  form: Form,
): Promise<Payment | Refusal> {
  const path = `/v1/payment_intents/${encodeURIComponent(payment_id)}/${what}`
  const body = await call(connection, { method: 'POST', path, form, key })
  if (body instanceof Refusal) return body
  const payment = paymentIn(connection, body)
  if (payment.id !== payment_id) throw new OutcomeUnknown('the reply is about another payment')
  return payment
}

/** A known payment that is not to be seen says nothing of a try before. */
const ofKnown = ({ outcome, isMissing }: Refusal): NotDone => ({ ...outcome, ...(isMissing && { elsewhere: true }) })

/** A request that is not even about a payment began nothing. */
function refusedPayment(asked: Asked, { outcome, payment }: Refusal): Report {
  const nothing = outcome.by === 'gateway' && !payment
  return notDone({ ...asked, payment_id: idIn(payment) }, { ...outcome, ...(nothing && { elsewhere: true }) })
}

/** What became of an authorization, if the payment is ours. */
const reportOf = (payment: Payment, asked: Asked) => checked(authorizationOf(payment), asked)

/** A report counts only if it is about what was asked; otherwise something is wrong at Stripe. */
function checked(report: Report, { reference, amount, currency_code }: Asked): Report {
  if (report.reference !== reference) throw new OutcomeUnknown('the reply has another reference')
  if (report.money?.amount !== amount || report.money.currency_code !== currency_code)
    throw new OutcomeUnknown('the reply has another amount')
  return report
}

function voided(payment: Payment, { reference, operation, amount, currency_code }: Asked): Report {
  if (statusOf(payment) !== 'canceled')
    throw new OutcomeUnknown(`a payment is ${payment.status} after its cancellation`)
  const money = { amount, currency_code }
  const outcome = { is: 'done', status: 'VOIDED' } as const
  return { reference, operation, id: payment.id, payment_id: payment.id, money, outcome }
}

function notDone(
  { reference, operation, payment_id = '', amount, currency_code }: Asked,
  outcome: Report['outcome'],
): Report {
  return { reference, operation, id: payment_id, payment_id, money: { amount, currency_code }, outcome }
}

/** The id of an object of Stripe, or of one inside a refusal. */
const idIn = (body: unknown): string | undefined =>
  body && typeof body === 'object' && 'id' in body && typeof body.id === 'string' ? body.id : undefined
