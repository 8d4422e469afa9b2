import type { RawNotification } from '../../src/processors/gateway.ts'
import type { OrderKind } from '../../src/processors/manifest.ts'
import type { Answer, Books, Entry, FakeKind, OwnScene, Received } from './fake-gateway.ts'
import { mollieDocument } from './mollie.document.ts'

export const mollieCredential = { api_key: 'test_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM', profile_id: 'pfl_QkEhN94Ba' }

/** Of the organisation, for its settlements. */
export const mollieToken = 'access_Wwvu7egPcJLLJ9Kb7J632x8wJ2zMeJ'

/** Newest first, each with its lists. */
export const settled: {
  settlement: { id: string } & Record<string, unknown>
  lists: Readonly<Record<string, readonly ({ id: string } & Record<string, unknown>)[]>>
}[] = []

let made = 0
const next = (prefix: string) => `${prefix}_${(++made).toString(36).padStart(10, '0')}`
const documentation = { href: 'https://docs.mollie.com', type: 'text/html' }
const url = (path: string) => ({ href: `https://api.mollie.com/v2${path}`, type: 'application/hal+json' })
const links = (path: string) => ({ self: url(path), documentation })
export const refusal = (status: number, title: string, detail: string): Answer => ({
  status,
  body: { status, title, detail, _links: { documentation } },
})
const noSuch = refusal(404, 'Not Found', 'No resource exists with that token.')

export const mollieKind: FakeKind = {
  document: mollieDocument,
  key: { header: 'idempotency-key', longest: 64 },
  refuseCredential: ({ headers }) =>
    [mollieCredential.api_key, mollieToken].some((key) => headers.authorization === `Bearer ${key}`)
      ? undefined
      : refusal(401, 'Unauthorized Request', 'Missing authentication, or failed to authenticate'),
  rules,
  isQuestion: ({ operation: { method, path } }) => method === 'GET' || path === '/customers',
  answer,
  busy: () => ({ ...refusal(429, 'Too Many Requests', 'Slow down'), headers: { 'retry-after': '2' } }),
  broken: () => refusal(500, 'Internal Server Error', 'Something went wrong'),
  underWay: () => refusal(409, 'Conflict', 'A request with this idempotency key is being processed'),
  replayHeaders: { 'idempotent-replayed': 'true' },
}

type Body = Received['body']
interface Amount {
  currency: string
  value: string
}
const decimals: Readonly<Record<string, number>> = { ISK: 0, JPY: 0 }

/** What the types let pass. */
function rules({ operation: { method, path }, body, key, text, headers }: Received): string[] {
  const amount = body['amount'] as Amount | undefined
  const isRecurring = body['sequenceType'] === 'recurring'
  const isPayment = method === 'POST' && path === '/payments'
  const places = amount && (decimals[amount.currency] ?? 2)
  const form = new RegExp(places ? `^\\d+\\.\\d{${places}}$` : '^\\d+$')
  return [
    ...(method === 'POST' && !key ? ['it has no idempotency key'] : []),
    ...(method !== 'POST' && key ? ['only POST has an idempotency key'] : []),
    ...(amount && !/^[A-Z]{3}$/.test(amount.currency) ? ['the currency is not in capitals'] : []),
    ...(amount && !form.test(amount.value) ? ['the amount has other decimals'] : []),
    ...(isPayment && isRecurring === (body['redirectUrl'] !== undefined) ? ['only a payer can be sent on'] : []),
    ...(isPayment && isRecurring && !body['mandateId'] ? ['it charges without a mandate'] : []),
    ...(isPayment && body['sequenceType'] === 'first' && !body['customerId'] ? ['a mandate is made for nobody'] : []),
    ...(body['mandateId'] && !body['customerId'] ? ['it is a mandate of nobody'] : []),
    ...(isRecurring && body['cardToken'] ? ['a typed card needs its payer'] : []),
    ...(body['captureMode'] === 'manual' && body['method'] !== 'creditcard' ? ['it cannot be captured later'] : []),
    ...(body['webhookUrl'] && !String(body['webhookUrl']).startsWith('https:')
      ? ['Mollie cannot reach the webhook']
      : []),
    ...(isPayment && !takes(String(body['method']), amount?.currency) ? ['the method is not for this currency'] : []),
    ...(String(body['description'] ?? '').length > 255 ? ['the description is longer than 255'] : []),
    ...(text !== '' && headers['content-type'] !== 'application/json' ? ['it does not say that it is JSON'] : []),
  ]
}

/** As Mollie lists its methods. */
const currencyOf: Readonly<Record<string, string>> = {
  ...{ ideal: 'EUR', bancontact: 'EUR', eps: 'EUR', directdebit: 'EUR', blik: 'PLN' },
}
const takes = (method: string, currency: string | undefined) => (currencyOf[method] ?? currency) === currency

interface Stored {
  body: Body
  status: string
  /** What the payer does at his page. */
  back?: OwnScene
  authorizedAt?: string
  createdAt: string
  failureReason?: string
  chargebacks: object[]
  /** Parts of it, in the order in which they were made. */
  parts: Entry[]
}
export const storedIn = ({ more }: Entry): Stored => more as unknown as Stored
const isPayment = ({ kind }: Entry) => kind === 'authorize'

function answer(received: Received, scene: OwnScene, books: Books): Answer {
  const { method, path } = received.operation
  const payment = received.params['paymentId'] === undefined ? undefined : books.find(received.params['paymentId'])
  if (path.startsWith('/payments/') && !payment) return noSuch
  switch (`${method} ${path}`) {
    case 'POST /payments':
      return newPayment(received.body, scene, books)
    case 'GET /payments':
      return listed(received, books)
    case 'GET /refunds':
      return settlementPage('refunds', partsOf(books, 'refund'), received)
    case 'GET /chargebacks': {
      const all = books.entries.filter(isPayment).flatMap((entry) => storedIn(entry).chargebacks)
      return settlementPage('chargebacks', all as { id: string }[], received)
    }
    case 'GET /payments/{paymentId}':
      // What the payer did at his page, where the scene of the question says it.
      if (scene !== 'done') storedIn(payment as Entry).back = scene
      return { status: 200, body: seen(payment as Entry) }
    case 'DELETE /payments/{paymentId}':
      return deletion(payment as Entry, received, books)
    case 'POST /payments/{paymentId}/release-authorization':
      return release(payment as Entry, scene, received, books)
    case 'POST /customers':
      return { status: 201, body: customerOf(received.body) }
    case 'GET /settlements':
      return settlementPage(
        'settlements',
        settled.map(({ settlement }) => settlement),
        received,
      )
    case 'GET /settlements/{settlementId}/payments':
    case 'GET /settlements/{settlementId}/captures':
    case 'GET /settlements/{settlementId}/refunds':
    case 'GET /settlements/{settlementId}/chargebacks': {
      const of = settled.find(({ settlement: { id } }) => id === received.params['settlementId'])
      const name = path.split('/').at(-1) ?? ''
      return of ? settlementPage(name, of.lists[name] ?? [], received) : noSuch
    }
    case 'GET /profiles/{profileId}':
      return received.params['profileId'] === profile.id ? { status: 200, body: profile } : noSuch
    case 'GET /profiles/me':
      return { status: 200, body: profile }
    case 'GET /customers/{customerId}/mandates/{mandateId}':
      return revoked(received, books) ? noSuch : { status: 200, body: mandateOf(received.params) }
    case 'DELETE /customers/{customerId}/mandates/{mandateId}':
      return revocation(received, books)
    default:
      return newPart(payment as Entry, received, scene, books)
  }
}

const referenceOf = ({ metadata }: Body) => String((metadata as { kontor?: unknown } | undefined)?.kontor)

const minor = ({ value }: Amount) => Number(value.replace('.', ''))

function newPayment(body: Body, scene: OwnScene, books: Books): Answer {
  const amount = body['amount'] as Amount
  const [id, reference] = [next('tr'), referenceOf(body)]
  // Without a typed card a payer has to go on at a page.
  const isAtOnce = body['cardToken'] !== undefined || body['sequenceType'] === 'recurring'
  const isOut = !isAtOnce || scene === 'sent_out_and_back' || scene === 'payer_cancels'
  const back = scene === 'sent_out_and_back' ? 'done' : scene
  const stored: Stored = {
    body,
    status: 'open',
    createdAt: new Date().toISOString(),
    parts: [],
    chargebacks: [],
    ...(isOut && { back }),
  }
  const entry = books.enter({
    ...{ kind: 'authorize', id, payment_id: id, reference, amount: minor(amount), currency: amount.currency },
    ...{ done: false, more: stored as unknown as Record<string, unknown> },
  })
  if (!isOut) move(entry, scene)
  return { status: 201, body: paymentOf(entry) }
}

/** The payment goes on as the scene has it. */
function move(entry: Entry, scene: OwnScene) {
  const stored = storedIn(entry)
  const held = stored.body['captureMode'] === 'manual'
  const statuses = {
    done: held ? 'authorized' : 'paid',
    declined: 'failed',
    payer_cancels: 'canceled',
    pending: 'pending',
  }
  stored.status = scene === 'sent_out_and_back' ? 'open' : statuses[scene]
  entry.done = scene === 'done'
  if (stored.status === 'authorized') stored.authorizedAt = stored.createdAt
  if (stored.status === 'failed') stored.failureReason = 'insufficient_funds'
}

/** Whoever looks after the payer was sent on finds that he was there. */
function seen(entry: Entry): object {
  const stored = storedIn(entry)
  if (stored.back) move(entry, stored.back)
  delete stored.back
  return paymentOf(entry)
}

const amountOf = ({ amount, currency }: Pick<Entry, 'amount' | 'currency'>): Amount => {
  const places = decimals[currency] ?? 2
  return { currency, value: (amount / 10 ** places).toFixed(places) }
}

export function paymentOf(entry: Entry): object {
  const { body, status, authorizedAt, createdAt, parts, failureReason, chargebacks } = storedIn(entry)
  const path = `/payments/${entry.id}`
  const isFirst = body['sequenceType'] === 'first'
  const names = ['redirectUrl', 'webhookUrl', 'customerId', 'mandateId', 'captureMode', 'method', 'sequenceType']
  const repeated = Object.fromEntries(names.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])))
  const of = (kind: OrderKind) => parts.filter((each) => each.kind === kind).map(partOf)
  const captured = parts.filter(({ kind, more }) => kind === 'capture' && more?.['status'] === 'succeeded')
  const amountCaptured = captured.reduce((sum, { amount }) => sum + amount, 0)
  // Whoever has this address may pay in the payer's place, or read what he typed there.
  const checkout = {
    href: `https://www.mollie.com/checkout/card/CANARYtoken${entry.id}?token=CANARYtoken2`,
    type: 'text/html',
  }
  return {
    ...{ resource: 'payment', id: entry.id, mode: 'test', createdAt, status },
    isCancelable: ['open', 'authorized'].includes(status),
    ...(authorizedAt && { authorizedAt }),
    ...{ amount: amountOf(entry), description: body['description'], metadata: body['metadata'] ?? null },
    ...{ locale: 'nl_NL', profileId: profile.id, ...repeated },
    // Mollie asks some payers for it at its page.
    ...(body['metadata'] !== undefined && status !== 'open' && { billingAddress }),
    // A payer whom Mollie knows.
    ...(body['customerId'] === undefined && { customerId: 'cst_CANARYholder1', mandateId: 'mdt_CANARYmandate1' }),
    ...(isFirst && entry.done && { mandateId: `mdt_${entry.id.slice(3)}` }),
    ...(amountCaptured > 0 && { amountCaptured: amountOf({ ...entry, amount: amountCaptured }) }),
    ...(body['method'] === 'creditcard' && status !== 'open' && { details: cardDetails(failureReason) }),
    _links: {
      ...{ ...links(path), ...(status === 'open' && { checkout }), dashboard: documentation },
      // As long as there are none, Mollie has no address of them.
      ...(of('capture').length > 0 && { captures: url(`${path}/captures`) }),
      ...(of('refund').length > 0 && { refunds: url(`${path}/refunds`) }),
      ...(chargebacks.length > 0 && { chargebacks: url(`${path}/chargebacks`) }),
    },
    _embedded: { captures: of('capture'), refunds: of('refund'), chargebacks },
  }
}

const billingAddress = {
  ...{
    givenName: 'CANARYgiven',
    familyName: 'CANARYfamily',
    organizationName: 'CANARYfirm',
    email: 'canary@mollie.example',
  },
  ...{ streetAndNumber: 'CANARYstreet 1', postalCode: '1012CA', city: 'Amsterdam', country: 'NL' },
}

const cardDetails = (failureReason = 'unknown_reason') => ({
  ...{ cardHolder: 'Canary Klaassen', cardNumber: '6787', cardFingerprint: 'f', cardAudience: 'consumer' },
  ...{ cardLabel: 'Mastercard', cardCountryCode: 'NL', cardSecurity: '3dsecure', feeRegion: 'other' },
  ...{ failureReason, failureMessage: '' },
})

/** Pages are as long as is asked for, the newest first. */
function listed({ query }: Received, books: Books): Answer {
  const newest = books.entries.filter(isPayment).toReversed()
  const start = Math.max(
    0,
    newest.findIndex(({ id }) => id === query['from']),
  )
  const end = start + Number(query['limit'] ?? 50)
  const payments = newest.slice(start, end).map(paymentOf)
  const following = newest[end]
  const more = following ? url(`/payments?from=${following.id}&limit=${query['limit']}`) : null
  const _links = { ...links('/payments'), next: more, previous: null }
  return { status: 200, body: { count: payments.length, _embedded: { payments }, _links } }
}

/** The newest first. */
const partsOf = (books: Books, kind: OrderKind) =>
  books.entries
    .filter((entry) => entry.kind === kind)
    .toReversed()
    .map(partOf) as { id: string }[]

function settlementPage(name: string, all: readonly { id: string }[], { query, operation }: Received): Answer {
  const begin = Math.max(
    0,
    all.findIndex(({ id }) => id === query['from']),
  )
  const end = begin + Number(query['limit'] ?? 50)
  const following = all[end]
  const next = following ? url(`${operation.path}?from=${following.id}`) : null
  const data = all.slice(begin, end)
  const _links = { ...links(operation.path), next, previous: null }
  return { status: 200, body: { count: data.length, _embedded: { [name]: data }, _links } }
}

const noAmount = { amount: 0, currency: 'EUR' }

/** Mollie keeps no reference of ours with what ends a payment: the books have the payment's id in its place. */
function ended(payment: Entry, { operation }: Received, books: Books, isDone: boolean) {
  const kind = operation.method === 'DELETE' ? 'cancel_reference' : 'void'
  const { id } = payment
  return books.enter({ ...noAmount, kind, id: next('end'), payment_id: id, reference: id, done: isDone })
}

function deletion(payment: Entry, received: Received, books: Books): Answer {
  const stored = storedIn(payment)
  if (!['open', 'authorized'].includes(stored.status))
    return refusal(422, 'Unprocessable Entity', 'It is not cancelable')
  stored.status = 'canceled'
  delete stored.back
  ended(payment, received, books, true)
  return { status: 200, body: paymentOf(payment) }
}

function release(payment: Entry, scene: OwnScene, received: Received, books: Books): Answer {
  const isRefused = scene === 'declined' || storedIn(payment).status !== 'authorized'
  ended(payment, received, books, !isRefused)
  return isRefused ? refusal(422, 'Unprocessable Entity', 'The authorization cannot be released') : { status: 202 }
}

function newPart(payment: Entry, { operation, body }: Received, scene: OwnScene, books: Books): Answer {
  const amount = body['amount'] as Amount
  const kind = operation.path.endsWith('captures') ? 'capture' : 'refund'
  const reference = referenceOf(body)
  const equal = storedIn(payment).parts.find((each) => each.kind === 'refund' && each.amount === minor(amount))
  if (kind === 'refund' && equal) return refusal(409, 'Conflict', 'A duplicate refund has been detected')
  const before = storedIn(payment).parts.filter((each) => each.kind === kind && each.more?.['status'] !== 'failed')
  if (minor(amount) > payment.amount - before.reduce((sum, each) => sum + each.amount, 0))
    return refusal(422, 'Unprocessable Entity', 'The amount is higher than what is left')
  const status = kind === 'capture' ? 'pending' : 'queued'
  const entry = books.enter({
    ...{ kind, id: next(kind === 'capture' ? 'cpt' : 're'), payment_id: payment.id, reference },
    ...{ amount: minor(amount), currency: amount.currency, done: scene !== 'declined', more: { status } },
  })
  storedIn(payment).parts.push(entry)
  return { status: 201, body: partOf(entry) }
}

function partOf(entry: Entry): object {
  const { kind, id, payment_id, reference, more } = entry
  if (more?.['status'] === 'succeeded') more['isShown'] = true
  return {
    ...{ resource: kind, id, mode: 'test', description: 'x', amount: amountOf(entry), status: more?.['status'] },
    // What somebody else made has his own notes, or none.
    ...{
      metadata: more?.['notes'] === undefined ? { kontor: reference } : more['notes'],
      paymentId: payment_id,
      createdAt: new Date().toISOString(),
    },
    ...(kind === 'capture' && { settlementAmount: amountOf(entry) }),
    _links: { ...links(`/payments/${payment_id}/${kind}s/${id}`), payment: url(`/payments/${payment_id}`) },
  }
}

const customerOf = ({ metadata = {} }: Body) => {
  const id = next('cst')
  const at = `/customers/${id}`
  const _links = { ...links(at), mandates: url(`${at}/mandates`), subscriptions: url(at), payments: url(at) }
  const none = { name: '', email: '', locale: 'nl_NL', recentlyUsedMethods: [] }
  return { resource: 'customer', id, mode: 'test', ...none, metadata, createdAt: '2026-11-22', _links }
}

const profile = {
  ...{ resource: 'profile', id: 'pfl_QkEhN94Ba', mode: 'test', name: 'Kontor', website: 'https://shop.example' },
  ...{ email: 'a@shop.example', phone: '+31', businessCategory: 'OTHER', categoryCode: 0, status: 'verified' },
  ...{ review: null, createdAt: '2026-01-01' },
  _links: {
    ...links('/profiles/me'),
    ...{ chargebacks: documentation, methods: documentation, payments: documentation, refunds: documentation },
    checkoutPreviewUrl: documentation,
  },
}

const mandateOf = ({ customerId = '', mandateId = '' }: Received['params']) => ({
  ...{ resource: 'mandate', id: mandateId, mode: 'test', status: 'valid', method: 'creditcard' },
  details: {
    ...{ cardHolder: 'Canary Klaassen', cardNumber: '6787', cardLabel: 'Mastercard', cardFingerprint: 'f' },
    cardExpiryDate: '2030-03-31',
  },
  ...{ mandateReference: 'x', signatureDate: '2026-11-22', createdAt: '2026-11-22' },
  _links: { ...links(`/customers/${customerId}/mandates/${mandateId}`), customer: url(`/customers/${customerId}`) },
})

const revoked = ({ params }: Received, books: Books) => books.find(params['mandateId'] ?? '')

function revocation(received: Received, books: Books): Answer {
  const id = received.params['mandateId'] ?? ''
  if (revoked(received, books)) return noSuch
  books.enter({ ...noAmount, kind: 'revoke_card', id, payment_id: '', reference: id, done: true })
  return { status: 204 }
}

/** What is to be told has happened by then: Mollie tells only of whose payment it is. */
export function tell(books: Books, entry: Entry, what: 'done' | 'failed'): RawNotification {
  const payment = books.find(entry.payment_id)
  if (entry.kind === 'authorize') move(entry, what === 'done' ? 'done' : 'declined')
  else if (entry.kind === 'capture') entry.more = { status: what === 'done' ? 'succeeded' : 'failed' }
  else if (entry.kind === 'refund') entry.more = { status: what === 'done' ? 'refunded' : unrefunded(entry) }
  else if (payment) storedIn(payment).status = 'canceled'
  return rawOf(entry.payment_id)
}

/** Only what was processed fails. */
const unrefunded = ({ more }: Entry) => (more?.['status'] === 'refunded' ? 'failed' : 'canceled')

/** The payer's bank takes the money back; `reversed`: and gives it again. */
export function chargeBack(payment: Entry, reversed?: 'reversed'): RawNotification {
  const id = payment.id.replace('tr', 'chb')
  const createdAt = '2026-11-22T01:00:00+00:00'
  storedIn(payment).chargebacks = [
    {
      ...{ resource: 'chargeback', id, amount: amountOf(payment), settlementAmount: amountOf(payment), createdAt },
      ...{ paymentId: payment.id, reason: { code: 'AC04', description: 'Account closed' } },
      ...{
        reversedAt: reversed ? createdAt : '',
        _links: { ...links(`/chargebacks/${id}`), payment: url('/payments') },
      },
    },
  ]
  return rawOf(payment.id)
}

export const rawOf = (payment_id: string): RawNotification => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ id: payment_id }).toString(),
})

interface SettledAs {
  id: string
  value: string
  currency?: string
  /** In the currency of the settlement; null: Mollie does not say it. */
  settlement?: string | null
  note?: string
  profileId?: string
  paymentId?: string
  /** Our reference of the payment of a chargeback. */
  of?: string
}

/** Mollie settles what was paid, captured, paid back and charged back. */
export function settle(of: {
  id: string
  createdAt: string
  amount: string
  status?: string
  payments?: readonly SettledAs[]
  captures?: readonly SettledAs[]
  refunds?: readonly SettledAs[]
  chargebacks?: readonly SettledAs[]
  costs?: readonly { description: string; amountGross: string }[]
}) {
  const { id, createdAt, status = 'paidout', costs = [] } = of
  const euros = (value: string) => ({ currency: 'EUR', value })
  const at = `/settlements/${id}`
  const created = new Date(Date.parse(createdAt) - 86_400_000).toISOString()
  const settledAmount = ({ value, settlement }: SettledAs, sign = '') =>
    settlement === null ? {} : { settlementAmount: euros(settlement ?? `${sign}${value}`) }
  const own = ({ value, currency = 'EUR' }: SettledAs) => ({ amount: { currency, value }, createdAt: created })
  const wholeOf = ({ paymentId, of: note, note: ours, profileId = profile.id }: SettledAs) => ({
    _embedded: { payment: { ...bare(paymentId ?? ''), metadata: { kontor: note ?? ours }, profileId } },
  })
  const bare = (payment: string) => ({
    ...{ resource: 'payment', id: payment, mode: 'live', createdAt: created, status: 'paid', isCancelable: false },
    ...{ amount: euros('100.00'), description: 'x', metadata: null, locale: 'nl_NL', profileId: profile.id },
    ...{ method: 'ideal', sequenceType: 'oneoff', redirectUrl: 'https://shop.example/back' },
    _links: { ...links(`/payments/${payment}`), dashboard: documentation },
  })
  const payments = (of.payments ?? []).map((each) => ({
    ...bare(each.id),
    ...own(each),
    ...settledAmount(each),
    ...{ metadata: { kontor: each.note }, profileId: each.profileId ?? profile.id },
  }))
  const part = (kind: string, status: string, sign: string) => (each: SettledAs) => ({
    ...{ resource: kind, id: each.id, mode: 'live', description: 'x', status, paymentId: each.paymentId },
    ...{ ...own(each), ...settledAmount(each, sign), metadata: { kontor: each.note }, ...wholeOf(each) },
    _links: { ...links(at), payment: url(`/payments/${each.paymentId}`) },
  })
  const chargebacks = (of.chargebacks ?? []).map((each) => ({
    ...{ resource: 'chargeback', id: each.id, ...own(each), ...settledAmount(each, '-'), paymentId: each.paymentId },
    ...{ reason: { code: 'AC01', description: 'x' }, reversedAt: null, ...wholeOf(each) },
    _links: { ...links(at), payment: url(`/payments/${each.paymentId}`) },
  }))
  const month = {
    revenue: [],
    invoiceId: 'inv_1',
    costs: costs.map(({ description, amountGross }) => ({
      ...{ description, method: 'ideal', count: 6, rate: { fixed: euros('0.35'), variable: '0' } },
      ...{ amountNet: euros(amountGross), amountVat: euros('0'), amountGross: euros(amountGross) },
    })),
  }
  settled.unshift({
    settlement: {
      ...{ resource: 'settlement', id, reference: '1234567.2404.03', createdAt, settledAt: createdAt, status },
      ...{ amount: euros(of.amount), balanceId: 'bal_1', periods: { '2026': { '11': month } } },
      _links: {
        ...links(at),
        ...{ payments: url(at), refunds: url(at), chargebacks: url(at), captures: url(at) },
      },
    },
    lists: {
      ...{ payments, chargebacks, captures: (of.captures ?? []).map(part('capture', 'succeeded', '')) },
      refunds: (of.refunds ?? []).map(part('refund', 'refunded', '-')),
    },
  })
}
