import { Webhook } from 'standardwebhooks'
import type { z } from 'zod'
import {
  type ChargebackRequest,
  type Connection,
  type EvidenceFile,
  type Gateway,
  type ListedPayment,
  ListRefused,
  type Money,
  type NotDone,
  type Notification,
  NotificationRefused,
  NotSent,
  OfAnotherPayment,
  OutcomeUnknown,
  type Report,
} from '../gateway.ts'
import { askedPause, type Reply, readAs, send } from '../http.ts'
import type { OrderKind } from '../manifest.ts'
import { sandboxManifest } from './sandbox.manifest.ts'
import {
  accountReply,
  cardFieldReply,
  chargebackNotification,
  describedCard,
  listReply,
  notificationEnvelope,
  type OperationReply,
  operationNotification,
  operationReply,
  refusalReply,
  reportOf,
  revocationReply,
  toChargeback,
} from './sandbox-replies.ts'
import { sandboxSettlements } from './sandbox-settlements.ts'

/** The sandbox processor. Its manifest names the values of its credential. */
export const sandboxGateway: Gateway = {
  manifest: sandboxManifest,
  settlements: sandboxSettlements,

  async test(connection) {
    const reply = await sendJson(connection, 'GET', '/v1/account')
    if (reply.status === 401) return { ok: false, field: 'api_key', problem: 'credential_refused' }
    const read = accountReply.safeParse(reply.body)
    if (reply.status !== 200 || !read.success) throw new OutcomeUnknown(`answered ${reply.status}`)
    if (!isSecret(connection.credential.notification_secret))
      return { ok: false, field: 'notification_secret', problem: 'unreadable' }
    return { ok: true, account: read.data.account }
  },

  async describeToken(connection, card_token) {
    // A path of dots would be another address.
    if (/^\.+$/.test(card_token)) return undefined
    const reply = await sendJson(connection, 'GET', `/v1/cards/${encodeURIComponent(card_token)}`)
    if (reply.status === 404 && readRefusal(reply)?.code === 'unknown_card') return undefined
    const read = describedCard.safeParse(reply.body)
    if (reply.status !== 200 || !read.success) throw new OutcomeUnknown(`answered ${reply.status}`)
    return read.data
  },

  authorize(connection, request) {
    const { payment_product, card_token, capture, merchant_reference, payer_present, store_card } = request
    const { store_agreement, agreement_token, descriptor, return_url, three_d_secure, payment_profile } = request
    const body = {
      ...basics(request),
      ...{ payment_product, card_token, capture, merchant_reference, payer_present, store_card },
      ...{ store_agreement, agreement_token, descriptor, return_url, three_d_secure },
      ...(payment_profile !== undefined && { metadata: { payment_profile } }),
    }
    return order(connection, '/v1/payments', { operation: 'authorize', ...basics(request) }, body)
  },

  async resume(connection, request) {
    const { payment_id, returned } = request
    const body = { ...basics(request), payment_id, redirect_result: returned['redirectResult'] }
    const reply = readOperation(await sendJson(connection, 'POST', '/v1/resumes', body))
    const report = reportOf(reply)
    if (report.operation !== 'authorize' || (payment_id !== undefined && report.payment_id !== payment_id))
      throw new OfAnotherPayment('the reply is about another payment')
    return report
  },

  capture(connection, request) {
    const asked = { operation: 'capture', payment_id: request.payment_id, ...basics(request) } as const
    return order(connection, `${pathOf(request)}/capture`, asked, basics(request))
  },

  void(connection, request) {
    const asked = { operation: 'void', payment_id: request.payment_id, ...basics(request) } as const
    return order(connection, `${pathOf(request)}/void`, asked, basics(request))
  },

  async cancelReference(connection, request) {
    const asked = { operation: 'cancel_reference', ...basics(request) } as const
    const { of: payment_reference, bars_later } = request
    const body = { ...basics(request), payment_reference, ...(bars_later && { bars_later }) }
    const response = await sendJson(connection, 'POST', '/v1/cancels', body)
    const refusal = refusedBy(response, asked)
    if (refusal) return refusal
    const reply = readOperation(response)
    if (!('payment_reference' in reply) || reply.payment_reference !== request.of)
      throw new OutcomeUnknown('the reply is about another payment')
    return checked(reportOf(reply), asked)
  },

  refund(connection, request) {
    const { amount, merchant_reference } = request.payment
    const asked = { operation: 'refund', payment_id: request.payment_id, ...basics(request) } as const
    const body = { ...basics(request), payment: { amount, merchant_reference } }
    return order(connection, `${pathOf(request)}/refunds`, asked, body)
  },

  accept: (connection, request) => answer(connection, 'accept', request, {}),

  async dispute(connection, request) {
    for (const file of request.evidence) {
      const refused = await handIn(connection, request, file)
      if (refused) return notDone({ operation: 'dispute', payment_id: request.payment.id, ...basics(request) }, refused)
    }
    const evidence = request.evidence.map(({ reference }) => reference)
    const { explanation } = request
    return answer(connection, 'dispute', request, { evidence, ...(explanation && { explanation }) })
  },

  tokenOfKept: ({ card }) => (/^\w{1,100}$/.test(card) ? card : undefined),

  async revokeCard(connection, { reference, card_token }) {
    const reply = await sendJson(connection, 'POST', '/v1/cards/revoke', { reference, card_token })
    if (reply.status === 401) return { status: 'FAILED', reason: 'credential_refused' }
    const refusal = isFinal(reply.status) ? readRefusal(reply) : undefined
    if (refusal) return { status: 'FAILED', reason: refusal.code }
    const read = revocationReply.safeParse(reply.body)
    if (reply.status !== 200 || read.data?.reference !== reference) throw new OutcomeUnknown(`answered ${reply.status}`)
    return { status: 'REVOKED' }
  },

  async find(connection, { reference }) {
    const reply = await sendJson(connection, 'GET', `/v1/operations/${encodeURIComponent(reference)}`)
    // Only the sandbox's own code means "never seen"; a 404 from a wrong address does not.
    if (reply.status === 404 && readRefusal(reply)?.code === 'unknown_reference') return 'unseen'
    const found = readOperation(reply)
    if (found.reference !== reference) throw new OutcomeUnknown('the reply is about another reference')
    return reportOf(found)
  },

  async *changedSince(connection, since) {
    for (let after: string | null = ''; after !== null; ) {
      const query = new URLSearchParams({ since: since.toISOString(), after })
      const reply = await sendJson(connection, 'GET', `/v1/payments?${query}`)
      const refusal = isFinal(reply.status) ? readRefusal(reply) : undefined
      if (refusal) throw new ListRefused(refusal.code)
      if (reply.status !== 200) throw new OutcomeUnknown(`answered ${reply.status}`)
      const { payments, next } = readAs(listReply, reply.body)
      yield* payments.map(listed)
      after = next
    }
  },

  async cardField(connection) {
    const reply = await sendJson(connection, 'GET', '/v1/card-field')
    const read = cardFieldReply.safeParse(reply.body)
    if (reply.status !== 200 || !read.success) throw new OutcomeUnknown('no card field')
    return read.data.url
  },

  readNotification({ credential }, { headers, body }) {
    let verified: unknown
    try {
      verified = new Webhook(credential.notification_secret ?? '').verify(body, { ...headers })
    } catch (error) {
      // The signature is right, and the body is no JSON.
      if (!(error instanceof SyntaxError))
        throw new NotificationRefused(error instanceof Error ? error.message : String(error), { cause: error })
    }
    // The id is signed together with the body, so it can be trusted after `verify`.
    return [{ id: headers['webhook-id'] ?? '', ...told(verified) }]
  },
}

function listed({
  id,
  operations,
  chargebacks,
  metadata,
  ...of
}: z.output<typeof listReply>['payments'][number]): ListedPayment {
  const own = operations.find(({ kind }) => kind === 'payment')
  // What a capture made of the payment is told by the capture.
  const isCaptured = operations.some(({ kind }) => kind === 'capture')
  const reportOfListed = (each: OperationReply) => {
    const report = reportOf(each)
    const isOfCapture = each.kind === 'payment' && isCaptured && each.status !== 'AUTHORIZATION_VOIDED'
    return isOfCapture ? { ...report, outcome: { is: 'done', status: 'AUTHORIZED' } as const } : report
  }
  const told = [
    ...operations.map((each) => ({
      about: 'operation' as const,
      report: { ...reportOfListed(each), reference: each.reference },
    })),
    ...chargebacks.map((each) => ({ about: 'chargeback' as const, chargeback: toChargeback(each) })),
  ]
  if (!own) return { payment_id: id, told }
  const { amount, currency_code } = own
  const { payment_profile } = metadata
  const ordered = { ...of, amount, currency_code, ...(payment_profile !== undefined && { payment_profile }) }
  return { payment_id: id, ordered, told }
}

type Told = Notification extends infer N ? (N extends { id: string } ? Omit<N, 'id'> : never) : never

/** Translates an authentic notification. What cannot be read is news of a kind that this adapter does not know. */
function told(body: unknown): Told {
  const operation = operationNotification.safeParse(body)
  if (operation.success) {
    const { reference } = operation.data.data
    return { about: 'operation', report: { ...reportOf(operation.data.data), reference } }
  }
  const chargeback = chargebackNotification.safeParse(body)
  if (chargeback.success) return { about: 'chargeback', chargeback: toChargeback(chargeback.data.data) }
  const { type = 'unreadable', data } = notificationEnvelope.safeParse(body).data ?? {}
  const { reference, status, amount, currency_code } = data ?? {}
  return {
    about: 'unknown',
    type: status === undefined ? type : `${type} ${status}`,
    ...(reference !== undefined && { reference }),
    ...(amount !== undefined && currency_code !== undefined && { money: { amount, currency_code } }),
  }
}

function isSecret(secret = '') {
  try {
    new Webhook(secret)
    return true
  } catch {
    return false
  }
}

/** Sends a file of evidence. Undefined: it was accepted, now or earlier. */
async function handIn(
  connection: Connection,
  { chargeback_id }: ChargebackRequest,
  { reference, read, name, content_type }: EvidenceFile,
): Promise<string | undefined> {
  const content = await read()
  const reply = await send(connection, {
    method: 'PUT',
    url: `${base(connection)}/v1/chargebacks/${encodeURIComponent(chargeback_id)}/evidence/${encodeURIComponent(reference)}`,
    headers: { ...auth(connection), 'content-type': content_type, 'x-file-name': encodeURIComponent(name) },
    body: new Uint8Array(content),
    noted: JSON.stringify({ name, content_type, size: content.length }),
  })
  if (reply.status === 200) return undefined
  const refusal = isFinal(reply.status) ? readRefusal(reply) : undefined
  if (!refusal) throw new OutcomeUnknown(`answered ${reply.status}`)
  return refusal.code
}

async function answer(
  connection: Connection,
  operation: 'accept' | 'dispute',
  request: ChargebackRequest,
  more: object,
): Promise<Report> {
  const path = `/v1/chargebacks/${encodeURIComponent(request.chargeback_id)}/${operation}`
  const asked = { operation, payment_id: request.payment.id, ...basics(request) } as const
  const report = await order(connection, path, asked, { ...basics(request), payment: request.payment, ...more })
  if (report.outcome.is === 'not_done') return { ...report, id: request.chargeback_id }
  if (report.id !== request.chargeback_id) throw new OutcomeUnknown('the reply is about another chargeback')
  return report
}

type Basics = Money & { reference: string }

/** Only these fields are sent, because the sandbox refuses unknown ones. */
const basics = ({ reference, amount, currency_code }: Basics): Basics => ({ reference, amount, currency_code })

const pathOf = ({ payment_id }: { payment_id: string }) => `/v1/payments/${encodeURIComponent(payment_id)}`

type Asked = Basics & { operation: OrderKind; payment_id?: string }

/** Sends an operation. A reply counts only if it names the same operation; otherwise it is a fault of the processor. */
async function order(connection: Connection, path: string, asked: Asked, body: object): Promise<Report> {
  const response = await sendJson(connection, 'POST', path, body)
  const refused = refusedBy(response, asked)
  if (refused) return refused
  const reply = readOperation(response)
  const report = checked(reportOf(reply), asked)
  if (report.payment_id !== (asked.payment_id ?? reply.id))
    throw new OutcomeUnknown('the reply is about another payment')
  return report
}

function refusedBy(response: Reply, asked: Asked): Report | undefined {
  if (response.status === 401) return notDone(asked, 'credential_refused')
  const refusal = isFinal(response.status) ? readRefusal(response) : undefined
  return refusal && notDone(asked, refusal.code, refusal.id)
}

function checked(report: Report, asked: Asked): Report {
  const same = { ...report, ...report.money } as const
  for (const field of ['operation', 'reference', 'amount', 'currency_code'] as const) {
    if (same[field] !== asked[field]) throw new OutcomeUnknown(`the reply has another ${field} than was asked for`)
  }
  return report
}

/** A refused capture or void leaves the payment unchanged, and its id is the payment's. */
function notDone({ operation, payment_id, reference, amount, currency_code }: Asked, reason: string, id = ''): Report {
  const outcome: NotDone =
    reason === 'credential_refused'
      ? { is: 'not_done', by: 'configuration', reason, elsewhere: true }
      : { is: 'not_done', by: 'gateway', reason }
  const paid = payment_id ?? id
  const own = operation === 'refund' ? id : paid
  return { reference, operation, id: own, payment_id: paid, money: { amount, currency_code }, outcome }
}

/** 408, 425 and 429 ask for another try; 409 means that the reference has an outcome, but not which. */
const isFinal = (status: number) => status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status)

const readRefusal = (reply: Reply) => refusalReply.safeParse(reply.body).data

function readOperation({ status, body }: Reply): OperationReply {
  if (status !== 200) throw new OutcomeUnknown(`answered ${status}`)
  return readAs(operationReply, body)
}

const base = ({ addresses }: Connection) => (addresses['api'] ?? '').replace(/\/+$/, '')
const auth = ({ credential }: Connection) => ({ authorization: `Bearer ${credential.api_key ?? ''}` })

/** Throws `NotSent` also for the code that says that nothing was begun. */
async function sendJson(connection: Connection, method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> {
  const reply = await send(connection, {
    method,
    url: base(connection) + path,
    headers: { ...auth(connection), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if ((reply.status === 503 || reply.status === 429) && readRefusal(reply)?.code === 'not_begun')
    throw new NotSent(`answered ${reply.status}: not begun`, askedPause(reply))
  return reply
}
