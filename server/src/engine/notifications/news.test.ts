import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { wrongAttempts, wrongReserves, wrongSteps, wrongSums } from '../../../test/books.ts'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { type Gateway, NotSent, OutcomeUnknown, type Told } from '../../processors/gateway.ts'
import { gateways } from '../../processors/gateways.ts'
import { sandboxGateway } from '../../processors/sandbox/sandbox-gateway.ts'

type Answer = () => Promise<Told[] | 'unseen'>

/** What the gateway answers of a payment, in turn; the last answer stays. */
const answers = new Map<string, Answer[]>()
const asked: string[] = []
let kontor: TestApp
let shop: MadeMerchant
let owner: string

/** The sandbox, if it also told only that there is news. */
const teller: Gateway = {
  ...sandboxGateway,
  readNotification(connection, raw) {
    const { type, id, payment_id } = JSON.parse(raw.body)
    if (type) return sandboxGateway.readNotification(connection, raw)
    return [{ id, about: 'payment', payment_id }]
  },
  async news(connection, payment_id) {
    asked.push(payment_id)
    const [next, ...later] = answers.get(payment_id) ?? []
    if (!next) throw new Error('nothing is known of it')
    if (later.length > 0) answers.set(payment_id, later)
    const told = await next()
    const url = `${connection.addresses['api']}/payments/${payment_id}`
    const reply = { response_code: 200, response_body: '{"found":true}', duration_ms: 1 }
    connection.onExchange({ method: 'GET', url, request_body: '', ...reply })
    return told
  },
}

beforeAll(async () => {
  gateways.splice(gateways.indexOf(sandboxGateway), 1, teller)
  kontor = await startTestApp({ gatewayTimeout_ms: 2_000, notifications: { poll_ms: 30, pause_ms: 50 } })
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  await kontor.connect(shop.merchant)
})
afterAll(async () => {
  gateways.splice(gateways.indexOf(teller), 1, sandboxGateway)
  await kontor.stop()
})
afterEach(async () => {
  const { provider } = kontor.databases
  expect(await wrongSums(provider, shop.merchant)).toEqual([])
  expect(await wrongSteps(provider, shop.merchant)).toEqual([])
  expect(await wrongReserves(provider, shop.merchant)).toEqual([])
  expect(await wrongAttempts(provider, shop.merchant)).toEqual([])
})

const news = async (payment_id: string, id = `ntf_${randomUUID()}`) => {
  const url = `${kontor.url}/v1/processornotification/${shop.merchant}`
  const headers = { 'content-type': 'application/json' }
  const { ok } = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ id, payment_id }) })
  expect(ok).toBe(true)
  return id
}
const money = { amount: 5_000, currency_code: 'EUR' }
/** A payment that waits for its payer: only news changes it. */
const awaiting = async (): Promise<string> => {
  const order = {
    amount: 5_000,
    payment_product: 'card',
    merchant_reference: 'Order 1',
    card_token: 'test_3ds_required',
  }
  const { body } = await kontor.post(owner, '/v1/transaction', { ...order, payment_profile: shop.profile })
  ids.set(body.id, body.processor_id_external)
  return body.id
}
/** The processor's ids of payments. */
const ids = new Map<string, string>()
const says = (reference: string, status: 'AUTHORIZED' | 'CAPTURED', more = {}): Told => ({
  about: 'operation',
  report: {
    ...{ reference, operation: 'authorize', id: 'any', payment_id: ids.get(reference) ?? '', money, ...more },
    outcome: { is: 'done', status },
  },
})
const chargedBack = (reference: string, status: 'OPEN' | 'WON'): Told => ({
  about: 'chargeback',
  chargeback: { id: `chb_${reference}`, reference, money, reason: 'fraud', reason_code: '10.4', status },
})
const told = (payment_id: string, ...next: (Told[] | 'unseen' | Answer)[]) =>
  answers.set(
    payment_id,
    next.map((each) => (typeof each === 'function' ? each : async () => each)),
  )
const read = async (id: string) => (await kontor.get(owner, `/v1/transaction/${id}`)).body
const rowsOf = (id: string) =>
  kontor.databases.provider.selectFrom('processor_notification').selectAll().where('id', '=', id).execute()
const worked = async (id: string) => {
  const [row] = await until(
    () => rowsOf(id),
    ([each]) => each?.worked_at !== null,
  )
  expect(row).toMatchObject({ sealed: null, next_attempt_at: null, error: null })
  return row?.result
}
const chargebacksOf = (id: string) =>
  kontor.databases.provider.selectFrom('chargeback').selectAll().where('transaction_id', '=', id).execute()
const desk = () =>
  kontor.databases.provider.selectFrom('contradiction').selectAll().where('merchant_id', '=', shop.merchant).execute()
const timesAsked = (payment_id: string) => asked.filter((each) => each === payment_id).length

const endLease = async (id: string) => {
  const admin = new pg.Client(kontor.database.adminUrl)
  await admin.connect()
  await admin.query('update processor_notification set next_attempt_at = now() where id = $1', [id])
  await admin.end()
}

/** An answer that comes when the test lets it. */
function held(answer: Told[]): { answer: Answer; begun: Promise<void>; release: () => void } {
  let [begin, release] = [() => {}, () => {}]
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const released = new Promise<void>((resolve) => (release = resolve))
  const giving = async () => {
    begin()
    await released
    return answer
  }
  return { answer: giving, begun, release }
}

describe('news of a payment', () => {
  it('is asked for and applied, and the exchange stands in its timeline', async () => {
    const id = await awaiting()
    told(`pay_${id}`, [says(id, 'CAPTURED'), chargedBack(id, 'OPEN')])
    expect(await worked(await news(`pay_${id}`))).toBe('applied')
    expect(await read(id)).toMatchObject({ status: 'SETTLEMENT_REQUESTED', captured_amount: 5_000 })
    expect(await chargebacksOf(id)).toMatchObject([{ status: 'OPEN', amount: 5_000 }])
    const calls = kontor.databases.provider.selectFrom('processor_call').selectAll().where('transaction_id', '=', id)
    expect((await calls.execute()).filter(({ operation }) => operation === 'look_up')).toMatchObject([
      { method: 'GET', response_code: 200, response_body: '{"found":true}' },
    ])
  })

  it('is asked for at once, however seldom the table is looked at', async () => {
    const rarely = await startTestApp({ notifications: { poll_ms: 600_000, pause_ms: 50 } })
    try {
      const { merchant } = await rarely.make.merchant()
      const url = `${rarely.url}/v1/processornotification/${merchant}`
      // The first ones may still meet the look at the start.
      for (const id of ['ntf_1', 'ntf_2', 'ntf_3']) {
        const payment_id = `pay_${randomUUID()}`
        told(payment_id, 'unseen')
        const body = JSON.stringify({ id, payment_id })
        await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
        await until(
          async () => timesAsked(payment_id),
          (times) => times === 1,
        )
      }
    } finally {
      await rarely.stop()
    }
  })

  it('is asked for once when it comes twice', async () => {
    const id = await awaiting()
    told(`pay_${id}`, [says(id, 'AUTHORIZED')])
    const notice = await news(`pay_${id}`)
    expect(await worked(notice)).toBe('applied')
    await news(`pay_${id}`, notice)
    const later = `pay_${randomUUID()}`
    told(later, 'unseen')
    await worked(await news(later))
    expect(timesAsked(`pay_${id}`)).toBe(1)
    expect(await rowsOf(notice)).toHaveLength(1)
  })

  it('of a payment that the account does not have changes nothing and waits for nobody', async () => {
    const before = await desk()
    const forged = `pay_${randomUUID()}`
    told(forged, 'unseen')
    expect(await worked(await news(forged))).toBe('not_ours')
    const elsewhere = `pay_${randomUUID()}`
    told(elsewhere, [says(randomUUID(), 'CAPTURED')])
    expect(await worked(await news(elsewhere))).toBe('not_ours')
    expect(await desk()).toEqual(before)
  })

  it('of other money is a contradiction', async () => {
    const id = await awaiting()
    told(`pay_${id}`, [says(id, 'CAPTURED', { money: { amount: 1, currency_code: 'EUR' } })])
    const notice = await news(`pay_${id}`)
    expect(await worked(notice)).toBe('contradicts')
    expect((await read(id)).status).toBe('INITIATED')
    expect((await desk()).filter((each) => each.notification_id === notice)).toMatchObject([
      { transaction_id: id, state: 'OPEN', their_amount: 1 },
    ])
  })

  it.each([
    ['is not sent', new NotSent('busy')],
    ['is not answered', new OutcomeUnknown('no answer')],
  ])('is asked for again when the question %s', async (_, failure) => {
    const id = await awaiting()
    const fail = () => Promise.reject(failure)
    told(`pay_${id}`, fail, fail, [says(id, 'AUTHORIZED')])
    expect(await worked(await news(`pay_${id}`))).toBe('applied')
    expect((await read(id)).status).toBe('AUTHORIZED')
    expect(timesAsked(`pay_${id}`)).toBe(3)
  })
})

describe('two answers about one payment', () => {
  it('that come at once are one change', async () => {
    const id = await awaiting()
    const all = [says(id, 'CAPTURED'), chargedBack(id, 'OPEN')]
    const [one, other] = [held(all), held(all)]
    told(`pay_${id}`, one.answer, other.answer, all)
    const notices = [await news(`pay_${id}`), await news(`pay_${id}`)]
    await Promise.all([one.begun, other.begun])
    one.release()
    other.release()
    for (const notice of notices) expect(await worked(notice)).toBe('applied')
    expect(await read(id)).toMatchObject({ status: 'SETTLEMENT_REQUESTED', captured_amount: 5_000 })
    expect(await chargebacksOf(id)).toHaveLength(1)
  })

  it('end as the newer one says, also when the older one is applied last', async () => {
    const id = await awaiting()
    const stale = held([says(id, 'AUTHORIZED'), chargedBack(id, 'OPEN')])
    told(`pay_${id}`, stale.answer, [says(id, 'CAPTURED'), chargedBack(id, 'WON')])
    const before = await desk()
    const first = await news(`pay_${id}`)
    await stale.begun
    expect(await worked(await news(`pay_${id}`))).toBe('applied')
    stale.release()
    await worked(first)
    expect(await read(id)).toMatchObject({ status: 'SETTLEMENT_REQUESTED', captured_amount: 5_000 })
    expect(await chargebacksOf(id)).toMatchObject([{ status: 'WON' }])
    expect(await desk()).toEqual(before)
  })

  it('are one when a process died with the first, and the next one asks again', async () => {
    const id = await awaiting()
    const dead = held([says(id, 'CAPTURED')])
    told(`pay_${id}`, dead.answer, [says(id, 'CAPTURED')])
    const notice = await news(`pay_${id}`)
    await dead.begun
    // Its lease is over, and its answer has not come.
    await endLease(notice)
    expect(await worked(notice)).toBe('applied')
    expect(await read(id)).toMatchObject({ status: 'SETTLEMENT_REQUESTED', captured_amount: 5_000 })
    expect(timesAsked(`pay_${id}`)).toBe(2)
    dead.release()
  })
})
