import { createServer, type RequestListener } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiKey, type Harness, newReference, secret, startHarness } from '../../../../sandbox/test/harness.ts'
import type { Received } from '../../../../sandbox/test/receiver.ts'
import { until } from '../../../../sandbox/test/until.ts'
import { freePort } from '../../../../tools/run/processes.ts'
import { type Connection, type Exchange, NotificationRefused, NotSent, OutcomeUnknown } from '../gateway.ts'
import { sandboxGateway as gateway } from './sandbox-gateway.ts'

let sandbox: Harness
let exchanges: Exchange[]
beforeAll(async () => {
  sandbox = await startHarness()
})
afterAll(() => sandbox.stop())

function connection(changes: Partial<Connection> = {}): Connection {
  exchanges = []
  const credential = { api_key: apiKey, notification_secret: secret }
  const onExchange = (exchange: Exchange) => exchanges.push(exchange)
  return { addresses: { api: sandbox.url }, mode: 'test', credential, timeout_ms: 2_000, onExchange, ...changes }
}

const find = async (to: Connection, reference: string) => gateway.find?.(to, { reference, operation: 'authorize' })

const order = (asked: object = {}) => ({
  reference: newReference(),
  amount: 5_000,
  currency_code: 'EUR',
  payment_product: 'card',
  card_token: 'test_visa',
  capture: false,
  merchant_reference: 'Order 1',
  ...asked,
})
const about = (payment_id: string, asked: object = {}) => ({
  reference: newReference(),
  payment_id,
  amount: 5_000,
  currency_code: 'EUR',
  payment: { amount: 5_000, merchant_reference: 'Order 1' },
  ...asked,
})

async function answering(listener: RequestListener, ask: (connection: Connection) => Promise<unknown>) {
  const server = createServer(listener)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  await ask(connection({ addresses: { api: `http://127.0.0.1:${port}` } })).finally(() => server.close())
}
const saying =
  (body: unknown, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

describe('a token of dots', () => {
  it.each(['.', '..'])('is no card, and no other address of the processor: %s', async (card_token) => {
    expect(await gateway.describeToken?.(connection(), card_token)).toBeUndefined()
    expect(exchanges).toEqual([])
  })
})

it('fetches the files of all of its pages, however many days there are', async () => {
  const batches = Array.from({ length: 230 }, (_, at) => at + 1)
  const fetched: string[] = []
  const listener: RequestListener = (request, response) => {
    const { method, url = '' } = request
    const after = new URL(url, 'http://sandbox').searchParams.get('after')
    if (after !== null)
      saying({ batches: batches.filter((batch) => batch > Number(after)).slice(0, 100) })(request, response)
    else if (method === 'POST') saying({ batch: 230 })(request, response)
    else response.writeHead(200, { 'content-type': 'text/csv' }).end('Batch')
  }
  await answering(listener, async (to) => {
    for await (const { batch } of gateway.settlements?.fetch(to, { read: '7' }) ?? []) fetched.push(batch)
  })
  expect(fetched).toEqual(batches.slice(7).map(String))
})

describe('outcomes', () => {
  it('authorizes, with the card', async () => {
    const request = order()
    const issuer = { issuer_country: 'NL', funding: 'credit', holder: 'consumer' }
    const card = { brand: 'visa', bin: '41111111', last_four: '1111', expiry_month: 12, expiry_year: 2031, ...issuer }
    const id = expect.stringMatching(/^pay_/)
    expect(await gateway.authorize(connection(), request)).toEqual({
      ...{ reference: request.reference, operation: 'authorize', id, payment_id: id },
      money: { amount: 5_000, currency_code: 'EUR' },
      outcome: { is: 'done', status: 'AUTHORIZED' },
      learnt: { card, three_d_secure: 'NOT_TRIED' },
    })
  })

  it('captures, then refunds', async () => {
    const { payment_id: id } = await gateway.authorize(connection(), order())
    const captured = await gateway.capture(connection(), about(id))
    const own = { operation: 'capture', id: expect.stringMatching(/^cap_/), payment_id: id }
    expect(captured).toMatchObject({ ...own, outcome: { is: 'done', status: 'CAPTURED' } })
    const refunded = await gateway.refund(connection(), about(id))
    expect(refunded).toMatchObject({ operation: 'refund', id: expect.stringMatching(/^ref_/), payment_id: id })
    expect(refunded.outcome).toEqual({ is: 'done', status: 'REFUNDED' })
  })

  it('voids', async () => {
    const { payment_id: id } = await gateway.authorize(connection(), order())
    const voided = await gateway.void(connection(), about(id))
    expect(voided).toMatchObject({ operation: 'void', id, outcome: { is: 'done', status: 'VOIDED' } })
  })

  it('refunds a payment from before the sandbox', async () => {
    const { outcome } = await gateway.refund(connection(), about(`prior_${newReference()}`))
    expect(outcome).toEqual({ is: 'done', status: 'REFUNDED' })
  })

  it('declines, and asks the payer to act', async () => {
    const declined = await gateway.authorize(connection(), order({ card_token: 'test_declined_stolen_card' }))
    expect(declined.outcome).toEqual({ is: 'not_done', by: 'issuer', reason: 'stolen_card' })
    const asked = await gateway.authorize(connection(), order({ card_token: 'test_3ds_required' }))
    expect(asked.outcome).toEqual({ is: 'action', url: expect.stringContaining(sandbox.url) })
    const return_url = 'https://shop.example/paid?order=1'
    const back = await gateway.authorize(connection(), order({ card_token: 'test_3ds_required', return_url }))
    const url = back.outcome.is === 'action' ? back.outcome.url : ''
    expect(new URL(url).searchParams.get('return_url')).toBe(return_url)
  })

  it('fails what the sandbox refuses, with its reason', async () => {
    const paid = await gateway.authorize(connection(), order({ capture: true }))
    const { payment_id: id } = paid
    const refused = await gateway.refund(connection(), about(id, { amount: 5_001 }))
    expect(refused).toMatchObject({
      id: expect.stringMatching(/^ref_/),
      outcome: { is: 'not_done', by: 'gateway', reason: 'refund_exceeds_captured' },
    })
    const again = await gateway.capture(connection(), about(id))
    expect(again).toMatchObject({ id, outcome: { is: 'not_done', by: 'gateway', reason: 'already_captured' } })
  })

  it('fails when the credential is refused, and may be done elsewhere', async () => {
    const wrong = connection({ credential: { api_key: 'wrong' } })
    const { outcome } = await gateway.authorize(wrong, order())
    expect(outcome).toEqual({ is: 'not_done', by: 'configuration', reason: 'credential_refused', elsewhere: true })
  })

  it('are tested without moving anything: whose account it is, or the value that is wrong', async () => {
    const account = expect.stringMatching(/./)
    expect(await gateway.test(connection())).toEqual({ ok: true, account })
    const wrong = connection({ credential: { api_key: 'wrong' } })
    expect(await gateway.test(wrong)).toEqual({ ok: false, field: 'api_key', problem: 'credential_refused' })
    const half = connection({ credential: { api_key: apiKey, notification_secret: 'whsec_?' } })
    expect(await gateway.test(half)).toMatchObject({ ok: false, field: 'notification_secret' })
  })

  it('sends only the fields that the sandbox knows', async () => {
    const more = { ...order(), organisation: 'secret' }
    expect(await gateway.authorize(connection(), more)).toMatchObject({ outcome: { status: 'AUTHORIZED' } })
    expect(exchanges[0]?.request_body).not.toContain('secret')
  })
})

describe('an outcome that stays unknown', () => {
  const short = () => connection({ timeout_ms: 500 })
  const authorize = (amount: number) => {
    const request = order({ amount })
    return { request, outcome: gateway.authorize(short(), request) }
  }

  it.each([66_610, 66_613, 66_617, 66_618])('%i: thrown, found by look-up, and not done twice', async (amount) => {
    const { request, outcome } = authorize(amount)
    await expect(outcome).rejects.toThrow(OutcomeUnknown)
    const found = await until(async () => {
      const report = await find(connection(), request.reference)
      return report === 'unseen' ? undefined : report
    })
    expect(found).toMatchObject({ operation: 'authorize', outcome: { is: 'done', status: 'AUTHORIZED' } })
    expect(await gateway.authorize(connection(), request)).toEqual(found)
  })

  it.each([66_611, 66_612])('%i: thrown, not found by look-up, and done when sent again', async (amount) => {
    const { request, outcome } = authorize(amount)
    await expect(outcome).rejects.toThrow(OutcomeUnknown)
    expect(await find(connection(), request.reference)).toBe('unseen')
    expect(await gateway.authorize(connection(), request)).toMatchObject({ outcome: { status: 'AUTHORIZED' } })
  })

  it('66621: thrown each time, and never found', async () => {
    const { request, outcome } = authorize(66_621)
    await expect(outcome).rejects.toThrow(OutcomeUnknown)
    await expect(gateway.authorize(short(), request)).rejects.toThrow(OutcomeUnknown)
    expect(await find(connection(), request.reference)).toBe('unseen')
  })

  it('is no such one when nobody listens, nobody has the name, or the sandbox says that it did not begin', async () => {
    for (const url of [`http://127.0.0.1:${await freePort()}`, 'http://nobody.invalid']) {
      await expect(gateway.authorize(connection({ addresses: { api: url } }), order())).rejects.toThrow(NotSent)
      expect(exchanges.map((exchange) => exchange.response_code)).toEqual([0])
    }
    await answering(saying({ code: 'not_begun' }, 503, { 'retry-after': '7' }), (to) =>
      expect(gateway.authorize(to, order())).rejects.toMatchObject({ name: 'NotSent', retry_after_ms: 7_000 }),
    )
  })

  it('is thrown when the reference was used for another request', async () => {
    const request = order()
    await gateway.authorize(connection(), request)
    await expect(gateway.authorize(connection(), { ...request, amount: 1 })).rejects.toThrow(OutcomeUnknown)
  })

  it('is thrown by a look-up whose credential is refused: the work may have been done', async () => {
    const wrong = connection({ credential: { api_key: 'wrong' } })
    await expect(find(wrong, newReference())).rejects.toThrow(OutcomeUnknown)
  })
})

describe('a processor that lies', () => {
  const truth = (body: object) => ({ kind: 'payment', id: 'pay_1', payment_id: 'pay_1', status: 'AUTHORIZED', ...body })

  const basics = { reference: 'r', amount: 5_000, currency_code: 'EUR' }
  const authorizing = (to: Connection) => gateway.authorize(to, order(basics))

  it('is believed when it tells the truth', async () => {
    await answering(saying(truth(basics)), async (to) =>
      expect(await authorizing(to)).toMatchObject({ outcome: { status: 'AUTHORIZED' } }),
    )
  })

  it.each([
    { amount: 4_999 },
    { amount: 5_000.5 },
    { amount: '5000' },
    { currency_code: 'USD' },
    { reference: 'other' },
    { kind: 'refund', status: 'PROCESSED' },
    { kind: 'capture', status: 'SETTLEMENT_REQUESTED' },
    { payment_id: 'pay_2' },
    { status: 'PAID' },
    { status: 'DECLINED' },
    { status: 'ACTION_REQUIRED' },
    { status: 'ACTION_REQUIRED', redirect_url: 'javascript:alert(1)' },
    { id: '' },
    { card: { brand: '=1+1', bin: '41111111', last_four: '1111', expiry_month: 1, expiry_year: 2030 } },
    { card: { brand: 'visa', bin: '4111111111111111', last_four: '1111', expiry_month: 1, expiry_year: 2030 } },
  ])('is not believed: %j', async (lie) => {
    const listener = saying(truth({ ...basics, ...lie }))
    await answering(listener, (to) => expect(authorizing(to)).rejects.toThrow(OutcomeUnknown))
  })

  it.each([
    ['a 404 that is not its own', saying({ error: 'Not Found' }, 404)],
    ['a 429', saying({ code: 'slow_down' }, 429)],
    ['a 409', saying({ code: 'reference_reused' }, 409)],
    ['a 502', saying({ code: 'bad_gateway' }, 502)],
    ['a 201', saying(truth(basics), 201)],
    ['a redirect', (_: unknown, response) => void response.writeHead(307, { location: 'http://127.0.0.1:9' }).end()],
    ['an endless reply', (_: unknown, response) => void response.writeHead(200).end('x'.repeat(1_100_000))],
  ] as [string, RequestListener][])('leaves the outcome open by %s', async (_name, listener) => {
    await answering(listener, (to) => expect(authorizing(to)).rejects.toThrow(OutcomeUnknown))
    await answering(listener, (to) => expect(find(to, 'r')).rejects.toThrow(OutcomeUnknown))
  })

  it('is not believed when it looks up something else, or refunds another payment', async () => {
    const other = saying(truth({ ...basics, reference: 'other' }))
    await answering(other, (to) => expect(find(to, 'r')).rejects.toThrow(OutcomeUnknown))
    const refund = saying({ ...basics, kind: 'refund', id: 'ref_1', payment_id: 'pay_2', status: 'PROCESSED' })
    await answering(refund, (to) => expect(gateway.refund(to, about('pay_1', basics))).rejects.toThrow(OutcomeUnknown))
  })
})

describe('exchanges', () => {
  it('are told with what was sent and received, also when there was no reply', async () => {
    const request = order({ amount: 66_610 })
    await gateway.authorize(connection({ timeout_ms: 200 }), request).catch(() => undefined)
    const url = `${sandbox.url}/v1/payments`
    expect(exchanges).toMatchObject([{ method: 'POST', url, response_code: 0, response_body: '' }])
    expect(JSON.parse(exchanges[0]?.request_body ?? '')).toEqual(request)
    expect(exchanges[0]?.duration_ms).toBeGreaterThanOrEqual(190)
    await find(connection(), request.reference)
    expect(exchanges).toMatchObject([{ method: 'GET', request_body: '', response_code: 200 }])
  })
})

describe('notifications', () => {
  const read = ({ headers, rawBody }: Received) => gateway.readNotification(connection(), { headers, body: rawBody })[0]
  const newsOf = (payment: string, type: string) =>
    until(() => sandbox.receiver.received.find((news) => news.type === type && news.data.payment_id === payment))

  it('are read: payment, capture, refund and chargeback', async () => {
    const request = order({ card_token: 'test_chargeback', capture: true })
    const { payment_id: id } = await gateway.authorize(connection(), request)
    expect(read(await newsOf(id, 'payment'))).toMatchObject({
      about: 'operation',
      report: { reference: request.reference, operation: 'authorize', id, outcome: { is: 'done', status: 'CAPTURED' } },
    })
    const { reference } = await gateway.refund(connection(), about(id, { amount: 1 }))
    expect(read(await newsOf(id, 'refund'))).toMatchObject({
      report: { reference, operation: 'refund', outcome: { is: 'done', status: 'REFUNDED' } },
    })
    expect(read(await newsOf(id, 'chargeback'))).toEqual({
      id: expect.stringMatching(/^ntf_/),
      about: 'chargeback',
      chargeback: {
        id: expect.stringMatching(/^chb_/),
        reference: request.reference,
        money: { amount: 5_000, currency_code: 'EUR' },
        reason: 'fraud_card_absent',
        reason_code: '10.4',
        status: 'OPEN',
        respond_by: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    })
  })

  it('are refused when a bit was flipped, when they are old, and without a secret', async () => {
    const { payment_id: id } = await gateway.authorize(connection(), order())
    const news = await newsOf(id, 'payment')
    expect(read(news)).toMatchObject({ id: news.id })
    expect(() => read({ ...news, rawBody: news.rawBody.replace('5000', '5001') })).toThrow(NotificationRefused)
    expect(() => read({ ...news, headers: { ...news.headers, 'webhook-id': 'ntf_other' } })).toThrow(
      NotificationRefused,
    )
    expect(() => read({ ...news, headers: {} })).toThrow(NotificationRefused)
    const { headers, rawBody } = news
    const without = connection({ credential: {} })
    expect(() => gateway.readNotification(without, { headers, body: rawBody })).toThrow(NotificationRefused)
    expect(() => read(signed(news.rawBody, new Date(Date.now() - 301_000)))).toThrow(NotificationRefused)
    expect(() => read(signed(news.rawBody, new Date()))).not.toThrow()
  })

  it('are of an unknown kind when they are signed and make no sense', () => {
    const data = { reference: 'r', status: 'PAID', amount: 1, currency_code: 'EUR' }
    const said = (body: object) => read(signed(JSON.stringify(body), new Date()))
    const money = { amount: 1, currency_code: 'EUR' }
    const of = { id: 'ntf_1', about: 'unknown', reference: 'r', money }
    expect(said({ type: 'payment', data })).toEqual({ ...of, type: 'payment PAID' })
    expect(said({ type: 'payout', data })).toEqual({ ...of, type: 'payout PAID' })
    expect(said({ type: 'news' })).toEqual({ id: 'ntf_1', about: 'unknown', type: 'news' })
    expect(said([])).toEqual({ id: 'ntf_1', about: 'unknown', type: 'unreadable' })
    for (const body of ['', 'x']) expect(read(signed(body, new Date()))).toMatchObject({ about: 'unknown' })
  })

  const signed = (rawBody: string, at: Date): Received => {
    const headers = {
      'webhook-id': 'ntf_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('ntf_1', at, rawBody),
    }
    return { id: 'ntf_1', headers, rawBody, type: '', data: undefined }
  }
})
