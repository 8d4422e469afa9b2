import { Webhook } from 'standardwebhooks'
import type {
  ChargebackOutcome,
  ChargebackRequest,
  Connection,
  EvidenceFile,
  Found,
  Gateway,
  GatewayNotification,
  PaymentOutcome,
} from './gateway.ts'
import { NotificationRefused, OutcomeUnknown } from './gateway.ts'
import { type Reply, sendFile, sendJson } from './sandbox-gateway.http.ts'
import {
  cardFieldReply,
  isAnswer,
  notificationBody,
  type OperationReply,
  operationReply,
  refusalReply,
  revocationReply,
  toChargebackOutcome,
  toPaymentOutcome,
  toRefundOutcome,
} from './sandbox-gateway.replies.ts'

/** The sandbox processor. Its credential: `api_key` and `notification_secret`. */
export const sandboxGateway: Gateway = {
  ownRefusals: ['credential_refused'],

  async authorize(connection, request) {
    const { payment_product, card_token, capture, merchant_reference, payer_present, store_card } = request
    const { store_agreement, agreement_token, descriptor } = request
    const body = {
      ...basics(request),
      ...{ payment_product, card_token, capture, merchant_reference, payer_present, store_card },
      ...{ store_agreement, agreement_token, descriptor },
    }
    const result = await order(connection, '/v1/payments', { kind: 'payment', ...basics(request) }, body)
    return outcomeOfPayment(result, '')
  },

  async capture(connection, request) {
    const asked = { kind: 'capture', payment_id: request.processor_id_external, ...basics(request) } as const
    const result = await order(connection, `${pathOf(request)}/capture`, asked, basics(request))
    return outcomeOfPayment(result, request.processor_id_external)
  },

  async void(connection, request) {
    const asked = { kind: 'void', payment_id: request.processor_id_external, ...basics(request) } as const
    const result = await order(connection, `${pathOf(request)}/void`, asked, basics(request))
    return outcomeOfPayment(result, request.processor_id_external)
  },

  async refund(connection, request) {
    const { amount, merchant_reference } = request.payment
    const asked = { kind: 'refund', payment_id: request.processor_id_external, ...basics(request) } as const
    const body = { ...basics(request), payment: { amount, merchant_reference } }
    const result = await order(connection, `${pathOf(request)}/refunds`, asked, body)
    if ('code' in result) return failed(result.id, result.code)
    if (result.kind !== 'refund') throw new OutcomeUnknown('the reply is about something else')
    return toRefundOutcome(result)
  },

  acceptChargeback: (connection, request) => answer(connection, 'accept', request, {}),

  async disputeChargeback(connection, request) {
    for (const file of request.evidence) {
      const refused = await handIn(connection, request, file)
      if (refused) return failed(request.processor_id_external, refused)
    }
    const evidence = request.evidence.map(({ reference }) => reference)
    const { explanation } = request
    return answer(connection, 'dispute', request, { evidence, ...(explanation && { explanation }) })
  },

  async revokeCard(connection, { reference, card_token }) {
    const reply = await sendJson(connection, 'POST', '/v1/cards/revoke', { reference, card_token })
    if (reply.status === 401) return { status: 'FAILED', reason: 'credential_refused' }
    const refusal = isFinal(reply.status) ? readRefusal(reply) : undefined
    if (refusal) return { status: 'FAILED', reason: refusal.code }
    const read = revocationReply.safeParse(reply.body)
    if (reply.status !== 200 || read.data?.reference !== reference) throw new OutcomeUnknown(`answered ${reply.status}`)
    return { status: 'REVOKED' }
  },

  async lookUp(connection, reference) {
    const reply = await sendJson(connection, 'GET', `/v1/operations/${encodeURIComponent(reference)}`)
    // Only the sandbox's own code means "never seen"; a 404 from a wrong address does not.
    if (reply.status === 404 && readRefusal(reply)?.code === 'unknown_reference') return undefined
    const found = readOperation(reply)
    if (found.reference !== reference) throw new OutcomeUnknown('the reply is about another reference')
    return toFound(found)
  },

  async cardField(connection) {
    const reply = await sendJson(connection, 'GET', '/v1/card-field')
    const read = cardFieldReply.safeParse(reply.body)
    if (reply.status !== 200 || !read.success) throw new OutcomeUnknown('no card field')
    return read.data.url
  },

  withReturn(redirect_url, return_url) {
    const url = new URL(redirect_url)
    url.searchParams.set('return_url', return_url)
    return url.href
  },

  readNotification(connection, headers, rawBody) {
    try {
      const body = notificationBody.parse(
        new Webhook(connection.credential.notification_secret ?? '').verify(rawBody, headers),
      )
      // The id is signed together with the body, so it can be trusted after `verify`.
      return toNotification(headers['webhook-id'] ?? '', body)
    } catch (error) {
      throw new NotificationRefused(error instanceof Error ? error.message : String(error), { cause: error })
    }
  },
}

/** Sends a file of evidence. Undefined: it was accepted, now or earlier. */
async function handIn(
  connection: Connection,
  { processor_id_external }: ChargebackRequest,
  { reference, read, ...file }: EvidenceFile,
): Promise<string | undefined> {
  const path = `/v1/chargebacks/${encodeURIComponent(processor_id_external)}/evidence/${encodeURIComponent(reference)}`
  const reply = await sendFile(connection, path, { ...file, content: await read() })
  if (reply.status === 200) return undefined
  const refusal = isFinal(reply.status) ? readRefusal(reply) : undefined
  if (!refusal) throw new OutcomeUnknown(`answered ${reply.status}`)
  return refusal.code
}

async function answer(
  connection: Connection,
  kind: 'accept' | 'dispute',
  request: ChargebackRequest,
  more: object,
): Promise<ChargebackOutcome> {
  const { processor_id_external: id, amount, merchant_reference } = request.payment
  const payment = { id, amount, merchant_reference }
  const path = `/v1/chargebacks/${encodeURIComponent(request.processor_id_external)}/${kind}`
  const asked = { kind, payment_id: id, ...basics(request) } as const
  const result = await order(connection, path, asked, { ...basics(request), payment, ...more })
  if ('code' in result) return failed(request.processor_id_external, result.code)
  if (!isAnswer(result) || result.chargeback_id !== request.processor_id_external)
    throw new OutcomeUnknown('the reply is about something else')
  return toChargebackOutcome(result)
}

interface Basics {
  reference: string
  amount: number
  currency_code: string
}

/** Only these fields are sent, because the sandbox refuses unknown ones. */
const basics = ({ reference, amount, currency_code }: Basics): Basics => ({ reference, amount, currency_code })

const pathOf = (request: { processor_id_external: string }) =>
  `/v1/payments/${encodeURIComponent(request.processor_id_external)}`

type Asked = Basics & { kind: OperationReply['kind']; payment_id?: string }
type Result = OperationReply | { code: string; id: string }

/** Sends an operation. A reply counts only if it names the same operation; otherwise it is a fault of the processor. */
async function order(connection: Connection, path: string, asked: Asked, body: object): Promise<Result> {
  const response = await sendJson(connection, 'POST', path, body)
  if (response.status === 401) return { code: 'credential_refused', id: '' }
  const refusal = isFinal(response.status) ? readRefusal(response) : undefined
  if (refusal) return { code: refusal.code, id: refusal.id ?? '' }
  const reply = readOperation(response)
  for (const field of ['kind', 'reference', 'amount', 'currency_code'] as const) {
    if (reply[field] !== asked[field]) throw new OutcomeUnknown(`the reply has another ${field} than was asked for`)
  }
  if (reply.payment_id !== (asked.payment_id ?? reply.id))
    throw new OutcomeUnknown('the reply is about another payment')
  return reply
}

/** A refused capture or void leaves the payment unchanged, and its id is the payment's. */
function outcomeOfPayment(result: Result, payment_id: string): PaymentOutcome {
  if ('code' in result) return failed(payment_id || result.id, result.code)
  if (result.kind === 'refund' || isAnswer(result)) throw new OutcomeUnknown('the reply is about something else')
  return toPaymentOutcome(result)
}

/** 408, 425 and 429 ask for another try; 409 means that the reference has an outcome, but not which. */
const isFinal = (status: number) => status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status)

const failed = (processor_id_external: string, reason: string) => ({
  processor_id_external,
  status: 'FAILED' as const,
  reason,
})

const readRefusal = (reply: Reply) => refusalReply.safeParse(reply.body).data

function readOperation({ status, body }: Reply): OperationReply {
  if (status !== 200) throw new OutcomeUnknown(`answered ${status}`)
  const read = operationReply.safeParse(body)
  if (!read.success) throw new OutcomeUnknown('the reply cannot be read', { cause: read.error })
  return read.data
}

function toFound(reply: OperationReply): Found {
  const { amount, currency_code } = reply
  if (reply.kind === 'refund') return { kind: 'refund', amount, currency_code, outcome: toRefundOutcome(reply) }
  if (isAnswer(reply)) return { kind: 'answer', amount, currency_code, outcome: toChargebackOutcome(reply) }
  return { kind: 'payment', amount, currency_code, outcome: toPaymentOutcome(reply) }
}

function toNotification(id: string, body: ReturnType<typeof notificationBody.parse>): GatewayNotification {
  if (body.type !== 'chargeback') return { id, reference: body.data.reference, ...toFound(body.data) }
  const { id: processor_id_external, payment_id: _, respond_by, ...chargeback } = body.data
  return { id, kind: 'chargeback', processor_id_external, ...chargeback, ...(respond_by && { respond_by }) }
}
