import { signatureOf } from '../../src/processors/adyen/adyen-notifications.ts'
import type { RawNotification } from '../../src/processors/gateway.ts'
import type { OrderKind } from '../../src/processors/manifest.ts'
import { adyenDocument, documentedEvents } from './adyen.document.ts'
import type { Answer, Books, Entry, FakeKind, OwnScene, Received } from './fake-gateway.ts'
import { misfits } from './fits.ts'
import type { NotificationsOfFake } from './scenes.ts'

/** Adyen's published key of its test vector. */
export const hmacKey = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056'

export const adyenCredential = {
  api_key: 'AQEyhmfxKonIYxZ-for-the-tests',
  merchant_account: 'KontorNL',
  client_key: 'test_ABCDEFGHIJKLMNOPQRST',
  hmac_keys: hmacKey,
  webhook_user: 'kontor',
  webhook_password: 'a-long-password',
}

let made = 0
const psp = () => `FAKE${(++made).toString(36).toUpperCase().padStart(12, '0')}`
const refusal = (status: number, errorCode: string, message: string, errorType = 'validation'): Answer => ({
  status,
  body: { status, errorCode, message, errorType },
})

export const adyenKind: FakeKind = {
  document: adyenDocument,
  key: { header: 'idempotency-key', longest: 64 },
  refuseCredential({ headers, body, query }) {
    if (headers['x-api-key'] !== adyenCredential.api_key) return refusal(401, '000', 'Unauthorized', 'security')
    const account = body['merchantAccount'] ?? body['merchantAccountCode'] ?? query['merchantAccount']
    const isOther = account !== undefined && account !== adyenCredential.merchant_account
    return isOther ? refusal(403, '901', 'Invalid Merchant Account', 'security') : undefined
  },
  rules,
  isQuestion: ({ operation: { path } }) =>
    ['/paymentMethods', '/retrieveApplicableDefenseReasons', '/supplyDefenseDocument'].includes(path),
  answer,
  busy: () => ({ ...refusal(429, '29_001', 'Too many requests'), headers: { 'retry-after': '2' } }),
  broken: () => refusal(500, '905', 'Something went wrong', 'internal'),
  underWay: () => refusal(422, '704', 'request already processed or in progress'),
}

/** What Adyen's document lets pass. */
function rules({ operation: { path, address }, body, key, text, headers }: Received): string[] {
  const amount = body['amount'] as { value: number; currency: string } | undefined
  const method = body['paymentMethod'] as { type?: string } | undefined
  const isOrder = address === 'checkout' && path !== '/paymentMethods' && text !== ''
  return [
    ...(isOrder && !key ? ['it has no idempotency key'] : []),
    ...(amount && !/^[A-Z]{3}$/.test(amount.currency) ? ['the currency is not in capitals'] : []),
    ...(amount && (!Number.isInteger(amount.value) || amount.value < 0) ? ['the amount is no whole number'] : []),
    ...(method?.type === 'card' ? ['"card" is a word of Kontor'] : []),
    ...(/"(number|cvc)":/.test(text) ? ['it has a card number or its code'] : []),
    ...(body['storePaymentMethod'] && !body['shopperReference'] ? ['a card is stored for nobody'] : []),
    ...(String(body['reference'] ?? '').length > 80 ? ['the reference is longer than 80'] : []),
    ...(String(body['shopperStatement'] ?? '').length > 22 ? ['the statement is longer than 22'] : []),
    ...(text !== '' && headers['content-type'] !== 'application/json' ? ['it does not say that it is JSON'] : []),
  ]
}

/** The payments whose payers are at another page, by the result that they will bring back. */
const returning = new Map<string, { body: Received['body']; scene: OwnScene }>()
export const returned = { redirectResult: 'eyJ0cmFucyI6', utm_source: 'x' }

function answer(received: Received, scene: OwnScene, books: Books): Answer {
  const { path } = received.operation
  switch (path) {
    case '/paymentMethods':
      return { status: 200, body: { paymentMethods: [{ name: 'iDEAL', type: 'ideal' }] } }
    case '/payments':
      return paymentAnswer(received.body, scene, books)
    case '/payments/details': {
      const details = received.body['details'] as Record<string, unknown>
      const waiting = returning.get(String(details['redirectResult']))
      if (!waiting) return refusal(422, '101', 'Invalid details')
      const before = books.of(String(waiting.body['reference'])).find(({ done }) => done)
      return paymentAnswer(waiting.body, scene === 'done' ? waiting.scene : scene, books, before)
    }
    case '/storedPaymentMethods/{storedPaymentMethodId}':
      return revocationAnswer(received, books)
    case '/retrieveApplicableDefenseReasons':
    case '/supplyDefenseDocument':
    case '/acceptDispute':
    case '/defendDispute':
      return disputeAnswer(received, scene, books)
    default:
      return modificationAnswer(received, scene, books)
  }
}

const basicsOf = (body: Received['body'], kind: OrderKind, payment: string): Omit<Entry, 'done'> => {
  const { value = 0, currency = 'EUR' } = (body['amount'] ?? {}) as { value?: number; currency?: string }
  const id = psp()
  return { kind, id, payment_id: payment || id, reference: String(body['reference']), amount: value, currency }
}

/** `before`: the payer came back with the same before. */
function paymentAnswer(body: Received['body'], scene: OwnScene, books: Books, before?: Entry): Answer {
  const method = body['paymentMethod'] as { type: string; storedPaymentMethodId?: string }
  if (scene === 'sent_out_and_back') {
    returning.set(returned.redirectResult, { body, scene: 'done' })
    const url = 'https://checkoutshopper-test.adyen.com/checkoutshopper/threeDS/redirect?MD=M2R'
    const action = { paymentMethodType: method.type, url, method: 'GET', type: 'redirect' }
    return { status: 200, body: { resultCode: 'RedirectShopper', action } }
  }
  const isCaptured = body['captureDelayHours'] === 0
  const more = { method: method.type, shopper: body['shopperReference'], isCaptured, isPending: scene === 'pending' }
  const done = scene === 'done'
  const entry = before ?? books.enter({ ...basicsOf(body, 'authorize', ''), done, more })
  const said = { pspReference: entry.id, merchantReference: entry.reference, amount: body['amount'] }
  const results = {
    done: { resultCode: 'Authorised', additionalData: additionalData(body, method.type) },
    declined: { resultCode: 'Refused', refusalReason: 'Not enough balance', refusalReasonCode: '12' },
    payer_cancels: { resultCode: 'Cancelled', refusalReason: 'Shopper Cancelled', refusalReasonCode: '16' },
    pending: { resultCode: 'Pending' },
  }
  return { status: 200, body: { ...said, ...results[scene] } }
}

function additionalData(body: Received['body'], type: string): Record<string, string> {
  const shopper = String(body['shopperReference'])
  const stored = { 'tokenization.storedPaymentMethodId': 'M5N7TQ4TG5PFWR50', 'tokenization.shopperReference': shopper }
  const card = { cardSummary: '1111', cardBin: '411111', expiryDate: '3/2030', paymentMethod: 'mc' }
  return {
    ...(type === 'scheme' && { ...card, threeDAuthenticated: 'true', threeDOffered: 'true' }),
    ...(body['storePaymentMethod'] === true && stored),
  }
}

const kinds: Record<string, OrderKind> = { captures: 'capture', cancels: 'void', refunds: 'refund' }

function modificationAnswer({ operation, params, body }: Received, scene: OwnScene, books: Books): Answer {
  const payment = params['paymentPspReference'] ?? ''
  const kind = payment ? (kinds[operation.path.split('/').at(-1) ?? ''] ?? 'void') : 'cancel_reference'
  const about = payment ? { paymentPspReference: payment } : { paymentReference: body['paymentReference'] }
  // What is undone by reference was made by somebody else.
  const basics = basicsOf(body, kind, payment || psp())
  const { id, reference } = books.enter({ ...basics, done: scene !== 'declined', ...(!payment && { more: about }) })
  const { merchantAccount, amount } = body
  const said = { merchantAccount, ...about, pspReference: id, reference, status: 'received' }
  return { status: 201, body: { ...said, ...(amount !== undefined && { amount }) } }
}

function revocationAnswer({ params }: Received, books: Books): Answer {
  const id = params['storedPaymentMethodId'] ?? ''
  if (books.find(id)) return refusal(422, '800', 'Contract not found')
  const none = { payment_id: '', amount: 0, currency: '' }
  books.enter({ kind: 'revoke_card', id, reference: id, done: true, ...none })
  return { status: 204 }
}

function disputeAnswer({ operation: { path }, body }: Received, scene: OwnScene, books: Books): Answer {
  const id = String(body['disputePspReference'])
  const result = (success: boolean, more = {}) => ({
    status: 200,
    body: {
      disputeServiceResult: { success, ...(!success && { errorMessage: 'Dispute is not defendable' }) },
      ...more,
    },
  })
  if (path === '/supplyDefenseDocument') return result(true)
  if (path === '/retrieveApplicableDefenseReasons') {
    const document = { available: false, defenseDocumentTypeCode: 'DefenseMaterial', requirementLevel: 'Required' }
    const reason = { defenseReasonCode: 'SupplyDefenseMaterial', defenseDocumentTypes: [document], satisfied: false }
    return result(true, { defenseReasons: [reason] })
  }
  const kind = path === '/acceptDispute' ? 'accept' : 'dispute'
  const isFirst = !books.entries.some((entry) => entry.id === id && entry.done)
  const done = scene === 'done' && isFirst
  // The Dispute API repeats no reference of ours: the chargeback's own id stands in its place.
  books.enter({ kind, id, payment_id: '', reference: id, amount: 0, currency: '', done })
  return result(done)
}

interface Said {
  eventCode: string
  success: 'true' | 'false'
  pspReference: string
  originalReference?: string
  merchantReference: string
  merchantAccountCode?: string
  amount: { value: number; currency: string }
  paymentMethod?: string
  reason?: string
  additionalData?: Record<string, string>
  live?: 'true' | 'false'
}

const events: Partial<Record<OrderKind, { told: string; undone?: string }>> = {
  authorize: { told: 'AUTHORISATION' },
  capture: { told: 'CAPTURE', undone: 'CAPTURE_FAILED' },
  void: { told: 'CANCELLATION' },
  refund: { told: 'REFUND', undone: 'REFUND_FAILED' },
  cancel_reference: { told: 'TECHNICAL_CANCEL' },
}

/** An item, signed, as Adyen's document has it. Throws when it does not fit the document. */
export function itemOf({ live: _, ...said }: Said, key = hmacKey): Record<string, unknown> {
  const { additionalData = {}, originalReference, ...rest } = said
  const item = {
    ...{ eventDate: '2026-11-22T01:00:00+01:00', merchantAccountCode: adyenCredential.merchant_account },
    ...{ paymentMethod: 'visa', reason: '', ...rest, ...(originalReference !== undefined && { originalReference }) },
  }
  const hmacSignature = signatureOf({ originalReference: '', ...item }, key)
  const whole = { ...item, additionalData: { ...additionalData, hmacSignature } }
  // Notes of ours are not in the document, which names none.
  const named = Object.entries(whole.additionalData).filter(([name]) => !name.startsWith('metadata.'))
  const known = documentedEvents?.[said.eventCode]?.schema
  const asSent = message([{ ...whole, additionalData: Object.fromEntries(named) }])
  const faults = known ? misfits(known, asSent) : []
  if (faults.length > 0) throw new Error(`the notification does not fit: ${faults.join(', ')}`)
  return whole
}

const message = (items: readonly object[], live = 'false') => ({
  live,
  notificationItems: items.map((item) => ({ NotificationRequestItem: item })),
})

const { webhook_user, webhook_password } = adyenCredential
export const basicAuthorization = `Basic ${Buffer.from(`${webhook_user}:${webhook_password}`).toString('base64')}`

export const rawOf = (items: readonly object[], { live = 'false', authorization = basicAuthorization } = {}) => ({
  headers: { authorization, 'content-type': 'application/json' },
  body: JSON.stringify(message(items, live)),
})

export const notified = (said: Said, key?: string): RawNotification => rawOf([itemOf(said, key)], said)

export function saidOf(entry: Entry, what: 'done' | 'failed' | 'undone'): Said {
  const { told = '', undone = '' } = events[entry.kind] ?? {}
  const isPayment = entry.kind === 'authorize'
  return {
    eventCode: what === 'undone' ? undone : told,
    success: what === 'failed' ? 'false' : 'true',
    pspReference: entry.id,
    ...(!isPayment && { originalReference: entry.payment_id }),
    merchantReference: entry.reference,
    amount: { value: entry.amount, currency: entry.currency },
    ...(entry.more?.['isCaptured'] === true && { additionalData: { 'metadata.kontor_captured': 'true' } }),
    reason: what === 'done' ? '' : 'Insufficient balance on payment',
  }
}

export const adyenNotifications: NotificationsOfFake = {
  of: (entry, what) => notified(saidOf(entry, what)),
  forged(entry) {
    const item = itemOf(saidOf(entry, 'done'))
    const changed = (change: object) => rawOf([{ ...item, ...change }])
    return {
      'another amount': changed({ amount: { value: 1, currency: 'EUR' } }),
      'another outcome': changed({ success: 'false' }),
      'another event': changed({ eventCode: 'REFUND_FAILED' }),
      'another payment': changed({ pspReference: 'ANOTHER' }),
      'another reference': changed({ merchantReference: 'another' }),
      'an empty signature': changed({ additionalData: { hmacSignature: '' } }),
      'another password': rawOf([item], { authorization: 'Basic eA==' }),
      'no password': rawOf([item], { authorization: '' }),
      'one good item and one bad': rawOf([item, { ...item, success: 'false' }]),
    }
  },
  ofOtherAccount: (entry) => notified({ ...saidOf(entry, 'done'), merchantAccountCode: 'SomebodyElse' }),
  ofUnknownType() {
    const said = { pspReference: psp(), merchantReference: '', amount: { value: 100, currency: 'EUR' } }
    return notified({ ...said, eventCode: 'NOT_DOCUMENTED_YET', success: 'true' })
  },
  batch: (entries) => rawOf(entries.map((entry) => itemOf(saidOf(entry, 'done')))),
  byOldKey(entry) {
    const old = 'A'.repeat(64)
    const credential = { hmac_keys: `${hmacKey},${old}` }
    return { raw: notified(saidOf(entry, 'done'), old), credential }
  },
}
