import { setTimeout as delay } from 'node:timers/promises'
import { middlewareOutcome } from '@kontor/contract/middleware/middleware.message'
import { silentUntilPause } from '@kontor/contract/middleware/middleware.rules'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { openReceiver, type Receiver } from '../../test/receiver.ts'
import { middlewareCalls } from './ask-middleware.ts'
import { startCopyQueue } from './copy-queue.ts'
import { middlewareSecret } from './middleware-secret.ts'

let kontor: TestApp
let receiver: Receiver
let shop: MadeMerchant
let owner: string
let staff: string
let count = 0

beforeAll(async () => {
  kontor = await startTestApp({ webhooks: { allowPrivate: true, poll_ms: 30, waits_ms: [30, 30], timeout_ms: 1_000 } })
  receiver = await openReceiver()
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(async () => {
  receiver.close()
  await kontor.stop()
})
beforeEach(async () => {
  receiver.answers(() => 204)
  shop = await kontor.make.merchant()
  await kontor.connect(shop.merchant)
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
})

async function place(given: Parameters<typeof kontor.make.middleware>[1] = {}) {
  const path = `/told-${++count}`
  const id = await kontor.make.middleware(shop.merchant, {
    ...{ kind: 'after', url: receiver.url(path), time_limit_ms: 500, profiles: [shop.profile], ...given },
  })
  return { id, heard: () => receiver.heard.filter((each) => each.path === path) }
}
const pay = async (given: object = {}) =>
  (
    await kontor.post(owner, '/v1/transaction', {
      ...{ payment_profile: shop.profile, amount: 2_500, payment_product: 'card', card_token: 'test_visa' },
      ...{ merchant_reference: 'Order 1', capture: false, ...given },
    })
  ).body
const copiesOf = async (id: string, who = owner) =>
  (await kontor.get(who, `/v1/transaction/${id}/events`)).body.filter(
    ({ kind }: { kind: string }) => kind === 'middleware_copy',
  )
const ended = (id: string, word: string) =>
  until(
    () => copiesOf(id),
    (copies) => copies.some(({ to_status }: { to_status: string }) => to_status === word),
  )

describe('a middleware that is told outcomes', () => {
  it('gets a signed copy without card data once, is never asked, and changes nothing by its answer', async () => {
    receiver.answers(() => ({ status: 200, body: '{"decision":"block"}' }))
    const { id, heard } = await place()
    const payment = await pay()
    expect(payment.status).toBe('AUTHORIZED')
    await ended(payment.id, 'delivered')
    const [told, ...more] = heard()
    expect(more).toEqual([])
    const secret = middlewareSecret(kontor.database.masterKey, { merchant_id: shop.merchant, id, secret_version: 1 })
    const copy = new Webhook(secret).verify(told?.body ?? '', told?.headers ?? {})
    expect(middlewareOutcome.strict().parse(copy)).toEqual(copy)
    expect(copy).toMatchObject({
      type: 'payment.outcome',
      data: { id: payment.id, status: 'AUTHORIZED', amount: 2_500 },
    })
    expect(told?.body).not.toContain('test_visa')
    expect(told?.headers['webhook-id']).toBe(`${payment.id}:${id}`)
    // A later status is no outcome of its own.
    await kontor.post(owner, `/v1/transaction/${payment.id}/void`)
    expect((await kontor.get(owner, `/v1/transaction/${payment.id}`)).body.blocked).toBe(false)
    expect(await copiesOf(payment.id)).toMatchObject([
      { from_status: 'AUTHORIZED', to_status: 'delivered', call: null },
    ])
    expect(await copiesOf(payment.id, staff)).toMatchObject([{ call: { response_code: 200 } }])
    expect(heard()).toHaveLength(1)
  })

  it('hears of payments that are declined, and that a middleware before it blocked', async () => {
    const { heard } = await place()
    const declined = await pay({ card_token: 'test_declined', amount: 1_000 })
    await place({ kind: 'before' })
    receiver.answers(({ path }) => (path === `/told-${count}` ? { status: 200, body: '{"decision":"block"}' } : 204))
    const blocked = await pay()
    await ended(declined.id, 'delivered')
    await ended(blocked.id, 'delivered')
    const told = heard().map(({ body }) => JSON.parse(body).data)
    expect(told.map(({ id, status }) => [id, status]).sort()).toEqual(
      [
        [declined.id, declined.status],
        [blocked.id, 'CANCELLED'],
      ].sort(),
    )
  })

  it('is told again with the same words until it takes the copy, and is given up after the last try', async () => {
    const { heard } = await place()
    let tries = 0
    receiver.answers(() => (++tries < 3 ? 500 : 204))
    const { id } = await pay()
    await ended(id, 'delivered')
    expect(new Set(heard().map(({ body }) => body)).size).toBe(1)
    expect(heard()).toHaveLength(3)
    receiver.answers(() => 500)
    const second = await pay()
    await ended(second.id, 'given_up')
    expect(await copiesOf(second.id)).toMatchObject([{ reason: 'status' }])
    receiver.answers(() => 400)
    const third = await pay()
    await ended(third.id, 'refused')
  })

  it('that is silent is paused and told afterwards, and keeps no other one waiting', async () => {
    const silent = await place()
    const other = await place()
    receiver.answers(({ path }) => (path.endsWith(`-${count}`) ? 204 : 503))
    const payments = await Promise.all(Array.from({ length: silentUntilPause }, () => pay()))
    await until(
      async () => (await kontor.get(staff, `/v1/middleware/${silent.id}/setup`)).body.paused_until,
      (until) => until !== null,
    )
    const { id } = await pay()
    await until(
      async () => other.heard().length,
      (number) => number === payments.length + 1,
    )
    expect(silent.heard().some(({ body }) => JSON.parse(body).data.id === id)).toBe(false)
    receiver.answers(() => 204)
    await kontor.post(staff, `/v1/middleware/${silent.id}/activate`)
    await until(
      async () => silent.heard(),
      (heard) => heard.some(({ body }) => JSON.parse(body).data.id === id),
    )
  })

  it('gets four copies at once, from all processes together', async () => {
    const { heard } = await place({ time_limit_ms: 5_000 })
    let isOpen = false
    let [now, most] = [0, 0]
    receiver.answers(async () => {
      most = Math.max(most, ++now)
      await until(async () => isOpen, Boolean)
      now -= 1
      return 204
    })
    const calls = middlewareCalls({ masterKey: kontor.database.masterKey, allowPrivate: true })
    const errors: unknown[] = []
    const process = startCopyQueue({
      ...{ databases: kontor.databases, tell: calls.tell, poll_ms: 10, onError: (error) => errors.push(error) },
    })
    try {
      const payments = await Promise.all(Array.from({ length: 10 }, () => pay()))
      await until(
        async () => heard().length,
        (number) => number >= 4,
      )
      // Both processes look many times more.
      await delay(300)
      expect(heard()).toHaveLength(4)
      isOpen = true
      for (const { id } of payments) await ended(id, 'delivered')
      expect([most, heard().length, errors]).toEqual([4, 10, []])
    } finally {
      isOpen = true
      await process.stop()
      await calls.close()
    }
  })

  it('refuses no payment, and once it is deleted its copies are sent no more', async () => {
    const refusing = await kontor.post(staff, '/v1/middleware', {
      ...{
        name: 'Copy',
        organisation: shop.merchant,
        url: receiver.url('/copy'),
        kind: 'after',
        when_silent: 'refuse',
      },
    })
    expect(refusing.body.details).toEqual({ 'body.when_silent': 'invalid_value' })
    const { id } = await place({ active: false })
    expect(await copiesOf((await pay()).id)).toEqual([])
    await kontor.post(staff, `/v1/middleware/${id}/activate`)
    receiver.answers(() => 'hang')
    const payment = await pay()
    await kontor.post(staff, `/v1/paymentprofile/${shop.profile}/middleware`, { middleware: [], seen: [id] })
    expect((await kontor.call(staff, 'DELETE', `/v1/middleware/${id}`)).status).toBe(204)
    expect(await copiesOf(payment.id)).toMatchObject([{ to_status: 'deleted' }])
  })

  it('that is tried gets an example', async () => {
    const { id, heard } = await place()
    expect((await kontor.post(staff, `/v1/middleware/${id}/try`)).body).toMatchObject({ decision: null, problem: null })
    expect(JSON.parse(heard()[0]?.body ?? '')).toMatchObject({ type: 'payment.outcome', test: true })
  })
})
