import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { followUp, type Harness, secret, startHarness } from '../test/harness.ts'
import { until } from '../test/until.ts'

let sandbox: Harness
beforeAll(async () => {
  sandbox = await startHarness({ SANDBOX_NOTIFY_ATTEMPTS: '4' })
})
afterAll(() => sandbox.stop())
beforeEach(() => {
  sandbox.receiver.statusFor = () => 204
})

const authorized = async () => {
  const paid = await sandbox.pay({ capture: false })
  return sandbox.receiver.untilStatus(paid.reference, 'AUTHORIZED')
}

describe('the signature', () => {
  it('is verified by Standard Webhooks', async () => {
    const { rawBody, headers, data } = await authorized()
    expect(new Webhook(secret).verify(rawBody, headers)).toMatchObject({ type: 'payment', data })
  })

  it('is refused when one bit of the body, the id or the time was flipped', async () => {
    const { rawBody, headers } = await authorized()
    for (let bit = 0; bit < rawBody.length * 8; bit++) {
      const flipped = flip(rawBody, bit)
      // Some flips make a body that is no longer valid text, and that would decode to another text.
      expect(() => new Webhook(secret).verify(flipped, headers)).toThrow('No matching signature found')
    }
    const id = { ...headers, 'webhook-id': flip(headers['webhook-id'] ?? '', 40) }
    expect(() => new Webhook(secret).verify(rawBody, id)).toThrow()
    const time = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) ^ 1) }
    expect(() => new Webhook(secret).verify(rawBody, time)).toThrow()
  })

  const flip = (text: string, bit: number) => {
    const bytes = Buffer.from(text, 'latin1')
    bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    return bytes.toString('latin1')
  }
})

describe('delivery', () => {
  it('reports every status once', async () => {
    const paid = await sandbox.pay({ capture: false })
    const captured = await sandbox.post(`/v1/payments/${paid.id}/capture`, followUp())
    await sandbox.receiver.untilStatus(captured.reference, 'SETTLEMENT_REQUESTED')
    await sandbox.receiver.untilStatus(captured.reference, 'SETTLEMENT_COMPLETED')
    const refunded = await sandbox.post(`/v1/payments/${paid.id}/refunds`, followUp())
    await sandbox.receiver.untilStatus(refunded.reference, 'PROCESSED')
    await sandbox.receiver.untilStatus(paid.reference, 'AUTHORIZED')
    const news = sandbox.receiver.received.filter((one) => one.data.payment_id === paid.id)
    expect(news.map((one) => `${one.type} ${one.data.kind} ${one.data.status}`).sort()).toEqual([
      'payment capture SETTLEMENT_COMPLETED',
      'payment capture SETTLEMENT_REQUESTED',
      'payment payment AUTHORIZED',
      'refund refund PROCESSED',
    ])
    expect(new Set(news.map((one) => one.id)).size).toBe(4)
  })

  it('is tried again with the same id until it is answered 2xx', async () => {
    const tried: string[] = []
    sandbox.receiver.statusFor = (news) => (tried.push(news.id) < 4 ? 500 : 200)
    await authorized()
    expect(tried).toHaveLength(4)
    expect(new Set(tried).size).toBe(1)
  })

  it('follows no redirect', async () => {
    let tried = 0
    sandbox.receiver.statusFor = () => (++tried === 1 ? 302 : 200)
    await authorized()
    expect(tried).toBe(2)
  })

  it('is given up after the last attempt, and keeps no other one waiting', async () => {
    const tried: string[] = []
    sandbox.receiver.statusFor = (news) => (news.data.amount === 4_321 && tried.push(news.id) ? 503 : 204)
    await sandbox.pay({ capture: false, amount: 4_321 })
    await until(() => tried.length === 4 || undefined)
    await authorized()
    sandbox.receiver.statusFor = () => 204
    // This is longer than the wait before a fifth attempt.
    await sleep(400)
    expect(tried).toHaveLength(4)
    expect(sandbox.receiver.received.some((news) => news.data.amount === 4_321)).toBe(false)
  })
})

describe('a chargeback', () => {
  const chargedBack = async () => {
    const { id, reference } = await sandbox.pay({ card_token: 'test_chargeback' })
    const opened = await until(() => newsOf(id).at(0))
    return { ...opened.data, payment_reference: reference }
  }
  const newsOf = (payment: string) =>
    sandbox.receiver.received.filter((news) => news.type === 'chargeback' && news.data.payment_id === payment)
  const resolve = (id: string, status: string) => sandbox.post(`/v1/chargebacks/${id}/resolve`, { status })

  it('is opened after settlement, with a reason and a date to respond by', async () => {
    const opened = await chargedBack()
    expect(opened).toMatchObject({ amount: 5_000, currency_code: 'EUR', status: 'OPEN', reason_code: '10.4' })
    expect(opened.reference).toBe(opened.payment_reference)
    expect(opened.respond_by).toMatch(/^\d{4}-\d\d-\d\d$/)
    await sandbox.receiver.untilStatus(opened.reference, 'SETTLEMENT_COMPLETED')
    expect(await sandbox.lookUp(opened.reference)).toMatchObject({ status: 'SETTLEMENT_COMPLETED' })
  })

  it('is moved on, and each step is notified', async () => {
    const { id, payment_id } = await chargedBack()
    expect(await resolve(id, 'IN_DISPUTE')).toMatchObject({ http: 200, status: 'IN_DISPUTE' })
    expect(await resolve(id, 'WON')).toMatchObject({ http: 200, status: 'WON' })
    await until(() => newsOf(payment_id).length === 3 || undefined)
    expect(
      newsOf(payment_id)
        .map((news) => news.data.status)
        .sort(),
    ).toEqual(['IN_DISPUTE', 'OPEN', 'WON'])
  })

  it('does not go back, nor on from its end', async () => {
    const { id } = await chargedBack()
    expect(await resolve(id, 'WON')).toMatchObject({ http: 422, code: 'not_possible_now' })
    expect(await resolve(id, 'LOST')).toMatchObject({ http: 200 })
    expect(await resolve(id, 'IN_DISPUTE')).toMatchObject({ http: 422 })
    expect(await resolve(id, 'OPEN')).toMatchObject({ http: 400 })
    expect(await resolve('chb_unknown', 'LOST')).toMatchObject({ http: 404 })
  })
})
