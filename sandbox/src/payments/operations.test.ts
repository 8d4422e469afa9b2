import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callsTo, followUp, type Harness, newReference, payment, startHarness } from '../../test/harness.ts'
import { until } from '../../test/until.ts'

let sandbox: Harness
beforeAll(async () => {
  sandbox = await startHarness()
})
afterAll(() => sandbox.stop())

const authorized = (asked = {}) => sandbox.pay({ capture: false, ...asked })
const capture = (id: string, asked = {}) => sandbox.post(`/v1/payments/${id}/capture`, followUp(asked))
const voidIt = (id: string, asked = {}) => sandbox.post(`/v1/payments/${id}/void`, followUp(asked))
const refund = (id: string, asked = {}) => sandbox.post(`/v1/payments/${id}/refunds`, followUp(asked))

describe('the reference', () => {
  it('gives 50 simultaneous requests one payment and one answer', async () => {
    const body = payment()
    const replies = await Promise.all(Array.from({ length: 50 }, () => sandbox.send('/v1/payments', body)))
    const answers = new Set(await Promise.all(replies.map((reply) => reply.text())))
    expect(answers.size).toBe(1)
    expect(replies.every((reply) => reply.status === 200)).toBe(true)
    await sandbox.receiver.untilStatus(body.reference, 'SETTLEMENT_COMPLETED')
    expect(sandbox.receiver.of(body.reference)).toHaveLength(2)
  })

  it('gives 50 simultaneous requests one refund', async () => {
    const paid = await sandbox.pay()
    const body = followUp({ amount: 100 })
    const ask = () => sandbox.post(`/v1/payments/${paid.id}/refunds`, body)
    const ids = new Set((await Promise.all(Array.from({ length: 50 }, ask))).map((reply) => reply.id))
    expect(ids.size).toBe(1)
    expect(await refund(paid.id, { amount: 4_901 })).toMatchObject({ http: 422 })
    expect(await refund(paid.id, { amount: 4_900 })).toMatchObject({ status: 'PROCESSED' })
  })

  it('gives a repeated request the answer of the first one, whatever happened since', async () => {
    const body = payment()
    const first = await sandbox.post('/v1/payments', body)
    await sandbox.receiver.untilStatus(body.reference, 'SETTLEMENT_COMPLETED')
    expect(await sandbox.post('/v1/payments', body)).toEqual(first)
    expect(await sandbox.lookUp(body.reference)).toMatchObject({ status: 'SETTLEMENT_COMPLETED' })
  })

  it('is refused with another body', async () => {
    const body = payment()
    await sandbox.post('/v1/payments', body)
    const again = await sandbox.post('/v1/payments', { ...body, amount: 1 })
    expect(again).toMatchObject({ http: 409, code: 'reference_reused' })
  })

  it('is refused for another operation', async () => {
    const paid = await sandbox.pay()
    const body = followUp()
    await sandbox.post(`/v1/payments/${paid.id}/refunds`, body)
    expect(await sandbox.post(`/v1/payments/${paid.id}/capture`, body)).toMatchObject({ http: 409 })
  })

  it('keeps a refusal: the same request is refused again, and looked up as failed', async () => {
    const paid = await sandbox.pay()
    const body = followUp({ amount: 5_001 })
    const first = await sandbox.post(`/v1/payments/${paid.id}/refunds`, body)
    expect(first).toMatchObject({ http: 422, code: 'refund_exceeds_captured' })
    expect(await sandbox.post(`/v1/payments/${paid.id}/refunds`, body)).toEqual(first)
    expect(await sandbox.lookUp(body.reference)).toMatchObject({ status: 'FAILED', reason: 'refund_exceeds_captured' })
  })

  it('is not found when it was never seen', async () => {
    expect(await sandbox.lookUp(newReference())).toMatchObject({ http: 404, code: 'unknown_reference' })
  })
})

describe('the ceilings', () => {
  it('never refund more than was captured, also when 20 refunds come at once', async () => {
    const { id } = await sandbox.pay({ amount: 1_000 })
    const replies = await Promise.all(Array.from({ length: 20 }, () => refund(id, { amount: 300 })))
    expect(replies.filter((reply) => reply.status === 'PROCESSED')).toHaveLength(3)
    expect(replies.filter((reply) => reply.code === 'refund_exceeds_captured')).toHaveLength(17)
  })

  it('refund what was captured, not what was authorized', async () => {
    const { id } = await authorized()
    expect(await capture(id, { amount: 3_000 })).toMatchObject({ status: 'SETTLEMENT_REQUESTED', amount: 3_000 })
    expect(await refund(id, { amount: 3_001 })).toMatchObject({ http: 422, code: 'refund_exceeds_captured' })
  })

  it('give back what a failed refund had taken', async () => {
    const { id } = await sandbox.pay({ amount: 66_603 + 50 })
    expect(await refund(id, { amount: 66_601 })).toMatchObject({ status: 'FAILED', reason: 'insufficient_funds' })
    const pending = await refund(id, { amount: 66_603 })
    expect(pending).toMatchObject({ status: 'PENDING' })
    expect(await refund(id, { amount: 51 })).toMatchObject({ code: 'refund_exceeds_captured' })
    await sandbox.receiver.untilStatus(pending.reference, 'FAILED')
    expect(await refund(id, { amount: 51 })).toMatchObject({ status: 'PROCESSED' })
  })

  it('capture once only, also when ten captures come at once', async () => {
    const { id } = await authorized()
    const replies = await Promise.all(Array.from({ length: 10 }, () => capture(id, { amount: 500 })))
    expect(replies.filter((reply) => reply.http === 200)).toHaveLength(1)
    expect(replies.filter((reply) => reply.code === 'already_captured')).toHaveLength(9)
  })

  it('capture no more than was authorized', async () => {
    const { id } = await authorized()
    expect(await capture(id, { amount: 5_001 })).toMatchObject({ http: 422, code: 'capture_exceeds_authorized' })
  })

  it('void before capture only, and capture before void only', async () => {
    const first = await authorized()
    await capture(first.id)
    expect(await voidIt(first.id)).toMatchObject({ http: 422, code: 'already_captured' })
    const second = await authorized()
    expect(await voidIt(second.id)).toMatchObject({ status: 'AUTHORIZATION_VOIDED' })
    expect(await capture(second.id)).toMatchObject({ http: 422, code: 'already_voided' })
    expect(await sandbox.lookUp(second.reference)).toMatchObject({ status: 'AUTHORIZATION_VOIDED' })
  })

  it('refund nothing that was not captured, and nothing in another currency', async () => {
    expect(await refund((await authorized()).id)).toMatchObject({ http: 422, code: 'not_captured' })
    const paid = await sandbox.pay()
    expect(await refund(paid.id, { currency_code: 'USD' })).toMatchObject({ http: 422, code: 'currency_differs' })
    expect(await refund(paid.id, { amount: 0 })).toMatchObject({ http: 422, code: 'amount_too_small' })
    expect(await refund('pay_unknown')).toMatchObject({ http: 422, code: 'unknown_payment' })
  })
})

describe('a payment from before the sandbox', () => {
  const prior = () => `prior_${newReference()}`
  const told = { payment: { amount: 1_000, merchant_reference: 'Order 0' } }

  it('is taken on trust at its first refund, and held to that amount', async () => {
    const id = prior()
    expect(await refund(id, { amount: 700, ...told })).toMatchObject({ status: 'PROCESSED', payment_id: id })
    const more = { amount: 301, payment: { amount: 9_999, merchant_reference: 'Order 0' } }
    expect(await refund(id, more)).toMatchObject({ code: 'refund_exceeds_captured' })
    expect(await refund(id, { amount: 300 })).toMatchObject({ status: 'PROCESSED' })
  })

  it('is taken on trust once, also when ten refunds come at once', async () => {
    const id = prior()
    const replies = await Promise.all(Array.from({ length: 10 }, () => refund(id, { amount: 400, ...told })))
    expect(replies.filter((reply) => reply.status === 'PROCESSED')).toHaveLength(2)
  })

  it('is unknown when its amount is not told, or its id does not begin with prior_', async () => {
    expect(await refund(prior(), { amount: 1 })).toMatchObject({ http: 422, code: 'unknown_payment' })
    expect(await refund(`pay_${newReference()}`, { amount: 1, ...told })).toMatchObject({ code: 'unknown_payment' })
  })

  it('is authorized for what is captured or voided first', async () => {
    const id = prior()
    expect(await capture(id, { amount: 900 })).toMatchObject({ status: 'SETTLEMENT_REQUESTED' })
    expect(await refund(id, { amount: 901 })).toMatchObject({ code: 'refund_exceeds_captured' })
    expect(await voidIt(prior())).toMatchObject({ status: 'AUTHORIZATION_VOIDED' })
  })
})

describe('who may ask what', () => {
  it('refuses a key that it does not know', async () => {
    const reply = await fetch(`${sandbox.url}/v1/operations/any`, { headers: { authorization: 'Bearer wrong' } })
    expect(reply.status).toBe(401)
    expect((await fetch(`${sandbox.url}/v1/operations/any`)).status).toBe(401)
  })

  it('shows an account nothing of another one', async () => {
    const paid = await sandbox.pay()
    const other = { api_key: 'another-key', notification_url: 'http://127.0.0.1:9', notification_secret: 'whsec_eA==' }
    const put = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(other) }
    expect((await fetch(`${sandbox.url}/v1/accounts/other`, put)).status).toBe(200)
    const headers = { authorization: 'Bearer another-key', 'content-type': 'application/json' }
    expect((await fetch(`${sandbox.url}/v1/operations/${paid.reference}`, { headers })).status).toBe(404)
    const body = JSON.stringify(followUp())
    const refunded = await fetch(`${sandbox.url}/v1/payments/${paid.id}/refunds`, { method: 'POST', headers, body })
    expect(await refunded.json()).toMatchObject({ code: 'unknown_payment' })
  })

  it('refuses a body that it does not understand, and remembers nothing of it', async () => {
    const body = payment()
    const wrong = [
      { amount: 1.5 },
      { amount: -1 },
      { amount: '5' },
      { currency_code: 'euro' },
      { extra: 1 },
      { capture: null },
    ]
    for (const one of wrong) {
      expect(await sandbox.post('/v1/payments', { ...body, ...one })).toMatchObject({
        http: 400,
        code: 'invalid_request',
      })
    }
    expect(await sandbox.lookUp(body.reference)).toMatchObject({ http: 404 })
  })

  it('answers its health', async () => {
    expect(await (await fetch(`${sandbox.url}/healthz`)).json()).toEqual({ status: 'ok' })
  })
})

it('lets two sandboxes work on one store without doing anything twice', async () => {
  const { buildSandbox } = await import('../app.ts')
  const { readSettings } = await import('../settings.ts')
  const second = await buildSandbox(readSettings(sandbox.environment))
  const calls = [callsTo(await second.listen({ port: 0 })), sandbox]
  const bodies = Array.from({ length: 20 }, () => payment())
  await Promise.all(bodies.flatMap((body) => calls.map((one) => one.post('/v1/payments', body))))
  for (const { reference } of bodies) await sandbox.receiver.untilStatus(reference, 'SETTLEMENT_COMPLETED')
  await until(() => bodies.every(({ reference }) => sandbox.receiver.of(reference).length === 2) || undefined)
  await second.close()
  expect(bodies.map(({ reference }) => sandbox.receiver.of(reference).length)).toEqual(bodies.map(() => 2))
})
