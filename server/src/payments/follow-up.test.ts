import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { wrongAttempts, wrongReserves, wrongSteps, wrongSums } from '../../test/books.ts'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string
let store: pg.Client

beforeAll(async () => {
  kontor = await startTestApp({ gatewayTimeout_ms: 400, sandbox: { SANDBOX_PENDING_FOR_MS: '1500' } })
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  await kontor.connect(shop.merchant)
  store = new pg.Client(kontor.sandboxStoreUrl)
  await store.connect()
})
afterAll(async () => {
  await store.end()
  await kontor.stop()
})
afterEach(async () => {
  const { provider } = kontor.databases
  expect(await wrongSums(provider, shop.merchant)).toEqual([])
  expect(await wrongSteps(provider, shop.merchant)).toEqual([])
  expect(await wrongReserves(provider, shop.merchant)).toEqual([])
  expect(await wrongAttempts(provider, shop.merchant)).toEqual([])
})

const begin = (amount: number) =>
  kontor.post(owner, '/v1/transaction', {
    payment_profile: shop.profile,
    amount,
    payment_product: 'card',
    merchant_reference: 'Order 1',
    card_token: 'test_visa',
    capture: false,
  })

async function authorized(amount = 10_000): Promise<string> {
  const { body } = await begin(amount)
  // The reply to the first try may come too late, and a later try asks for the outcome.
  await becomes(body.id, 'AUTHORIZED')
  return body.id
}
const capture = (id: string, amount?: number, headers = {}) =>
  kontor.post(owner, `/v1/transaction/${id}/capture`, amount === undefined ? {} : { amount }, headers)
const release = (id: string, headers = {}) => kontor.post(owner, `/v1/transaction/${id}/void`, {}, headers)
const read = async (id: string) => (await kontor.get(owner, `/v1/transaction/${id}`)).body
const becomes = (id: string, status: string) =>
  until(
    () => read(id),
    (row) => row.status === status,
  )
/** The payment as the sandbox stores it. */
async function atSandbox(id: string) {
  const { rows } = await store.query('select status, captured_amount::int from payment where reference = $1', [id])
  return rows[0]
}

describe('capturing', () => {
  it('takes everything that was authorized', async () => {
    const id = await authorized()
    expect((await capture(id)).body).toMatchObject({ status: 'SETTLEMENT_REQUESTED', captured_amount: 10_000 })
    await becomes(id, 'SETTLEMENT_COMPLETED')
    expect(await atSandbox(id)).toEqual({ status: 'SETTLEMENT_COMPLETED', captured_amount: 10_000 })
  })

  it('of a part releases the rest: no more than the part can be refunded', async () => {
    const id = await authorized()
    expect((await capture(id, 4_000)).body).toMatchObject({ amount: 10_000, captured_amount: 4_000 })
    const tooMuch = await kontor.post(owner, `/v1/transaction/${id}/refund`, { amount: 4_001 })
    expect(tooMuch.body).toMatchObject({ code: 'refund_exceeds_refundable', details: { refundable: 4_000 } })
    expect((await kontor.post(owner, `/v1/transaction/${id}/refund`, { amount: 4_000 })).body.status).toBe('PROCESSED')
    expect(await atSandbox(id)).toMatchObject({ captured_amount: 4_000 })
  })

  it('refuses more than was authorized, nothing, and a second time', async () => {
    const id = await authorized()
    expect((await capture(id, 10_001)).body.code).toBe('capture_exceeds_authorized')
    expect((await capture(id, 0)).body.code).toBe('invalid_request')
    await capture(id, 1)
    expect((await capture(id, 1)).body.code).toBe('transaction_not_capturable')
    expect((await release(id)).body.code).toBe('transaction_not_voidable')
  })

  it.each([
    [66_601, 'insufficient_funds'],
    [66_603, 'do_not_honor'],
  ])(
    'of %i that the processor refuses leaves the authorization, which can be captured anew',
    async (amount, reason) => {
      const id = await authorized(100_000)
      await capture(id, amount)
      const row = await until(
        () => read(id),
        (seen) => seen.status_reason !== null,
      )
      expect(row).toMatchObject({ status: 'AUTHORIZED', status_reason: reason, captured_amount: 0 })
      const again = await until(
        () => capture(id, 50_000),
        (answer) => answer.body.code !== 'operation_in_progress',
        3_000,
      )
      expect(again.body).toMatchObject({ status: 'SETTLEMENT_REQUESTED', captured_amount: 50_000, status_reason: null })
    },
  )

  it.concurrent.each([66_602, 66_610, 66_611, 66_612, 66_613, 66_614, 66_615, 66_616, 66_617, 66_618, 66_619])(
    'of %i is done once, whatever goes wrong on the way',
    async (amount) => {
      const id = await authorized(100_000)
      await capture(id, amount)
      expect((await becomes(id, 'SETTLEMENT_COMPLETED')).captured_amount).toBe(amount)
      expect(await atSandbox(id)).toEqual({ status: 'SETTLEMENT_COMPLETED', captured_amount: amount })
    },
  )

  it('refuses a second operation while one is under way', async () => {
    const id = await authorized(100_000)
    const first = await capture(id, 66_602)
    expect(first.body.status).toBe('AUTHORIZED')
    expect((await capture(id, 1)).body.code).toBe('operation_in_progress')
    expect((await release(id)).body.code).toBe('operation_in_progress')
    expect((await becomes(id, 'SETTLEMENT_COMPLETED')).captured_amount).toBe(66_602)
  })
})

describe('voiding', () => {
  it('lets go of the money, and nothing can be captured or refunded any more', async () => {
    const id = await authorized()
    expect((await release(id)).body.status).toBe('AUTHORIZATION_VOIDED')
    expect(await atSandbox(id)).toMatchObject({ status: 'AUTHORIZATION_VOIDED' })
    expect((await capture(id)).body.code).toBe('transaction_not_capturable')
    expect((await release(id)).body.code).toBe('transaction_not_voidable')
    expect((await kontor.post(owner, `/v1/transaction/${id}/refund`, { amount: 1 })).body.code).toBe(
      'transaction_not_refundable',
    )
  })

  it.concurrent.each([66_602, 66_610, 66_611, 66_612, 66_613, 66_617, 66_618])(
    'of a payment of %i is done once, whatever goes wrong on the way',
    async (amount) => {
      // The sandbox chooses the failure by the amount. A void has the amount of its payment, so both meet the same failure.
      const { body } = await begin(amount)
      await becomes(body.id, 'AUTHORIZED')
      await until(
        () => release(body.id),
        (answer) => answer.body.code !== 'operation_in_progress',
      )
      await becomes(body.id, 'AUTHORIZATION_VOIDED')
      expect(await atSandbox(body.id)).toMatchObject({ status: 'AUTHORIZATION_VOIDED' })
    },
  )
})

describe('a transaction that its processor does not know', () => {
  it('can be neither captured, voided nor refunded', async () => {
    const { id } = await kontor.make.transaction(await kontor.make.merchant(), {
      status: 'AUTHORIZED',
      processor_id_external: '',
    })
    const provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    expect((await kontor.post(provider, `/v1/transaction/${id}/capture`)).body.code).toBe('transaction_not_capturable')
    expect((await kontor.post(provider, `/v1/transaction/${id}/void`)).body.code).toBe('transaction_not_voidable')
  })
})

describe('capture and void at the same moment', () => {
  it('exactly one wins, and the books agree with the sandbox', async () => {
    for (let round = 0; round < 15; round += 1) {
      const id = await authorized()
      const answers = await Promise.all(round % 2 ? [capture(id), release(id)] : [release(id), capture(id)])
      const won = answers.filter((answer) => answer.status === 200)
      expect(won).toHaveLength(1)
      const lost = answers.find((answer) => answer.status !== 200)
      expect(['operation_in_progress', 'transaction_not_capturable', 'transaction_not_voidable']).toContain(
        lost?.body.code,
      )
      const { status } = await until(
        () => read(id),
        (row) => ['SETTLEMENT_COMPLETED', 'AUTHORIZATION_VOIDED'].includes(row.status),
      )
      expect(await atSandbox(id)).toMatchObject({ status })
    }
  })

  it('of ten captures one is done', async () => {
    const id = await authorized()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => capture(id, 100 + index)))
    const won = answers.filter((answer) => answer.status === 200)
    expect(won).toHaveLength(1)
    expect(await atSandbox(id)).toMatchObject({ captured_amount: won[0]?.body.captured_amount })
  })
})

it('answers a repeated key with the same outcome', async () => {
  const id = await authorized()
  const key = { 'idempotency-key': `capture-${id}` }
  const [first, second] = [await capture(id, 500, key), await capture(id, 500, key)]
  expect(second.headers.get('idempotency-replayed')).toBe('true')
  expect(second.body).toEqual(first.body)
})

it('is not there for a transaction of another merchant', async () => {
  const other = await kontor.make.merchant()
  const stranger = await kontor.make.apiKey(other.merchant)
  const id = await authorized()
  for (const verb of ['capture', 'void', 'refund']) {
    const { status } = await kontor.post(
      stranger,
      `/v1/transaction/${id}/${verb}`,
      verb === 'refund' ? { amount: 1 } : {},
    )
    expect(status).toBe(404)
  }
  expect((await read(id)).status).toBe('AUTHORIZED')
})

describe('the events of a transaction', () => {
  const doers = async (id: string) => {
    const { body } = await kontor.get(owner, `/v1/transaction/${id}/events`)
    return body
      .filter((entry: { kind: string }) => entry.kind === 'status')
      .map((entry: { to_status: string; actor_kind: string }) => `${entry.to_status} ${entry.actor_kind}`)
  }

  it('name whoever asked for a capture', async () => {
    const id = await authorized()
    await capture(id)
    await becomes(id, 'SETTLEMENT_COMPLETED')
    expect(await doers(id)).toEqual([
      'INITIATED user',
      'AUTHORIZED processor',
      'SETTLEMENT_REQUESTED user',
      'SETTLEMENT_COMPLETED processor',
    ])
  })

  it('name whoever asked for a void', async () => {
    const id = await authorized()
    await release(id)
    expect(await doers(id)).toEqual(['INITIATED user', 'AUTHORIZED processor', 'AUTHORIZATION_VOIDED user'])
  })
})
