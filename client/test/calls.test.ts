import { execFile, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../server/test/harness.ts'
import type { MadeMerchant } from '../../server/test/make.ts'
import { freePort } from '../../tools/run/processes.ts'
import {
  ApiError,
  type Client,
  ConnectionError,
  createClient,
  InvalidRequestError,
  KontorError,
  OutcomeUnknownError,
} from '../src/index.ts'
import { type Line, openLine } from './line.ts'

let app: TestApp
let line: Line
let shop: MadeMerchant
let key: string
/** By way of the line. */
let kontor: Client
let reference: string
let count = 0

beforeAll(async () => {
  app = await startTestApp()
  line = await openLine(app.url)
  shop = await app.make.merchant()
  key = await app.make.apiKey(shop.merchant)
  await app.connect(shop.merchant)
})
afterAll(async () => {
  await line.stop()
  await app.stop()
})
beforeEach(() => {
  kontor = createClient({ key, url: line.url, pauseMs: 20, timeoutMs: 10_000 })
  reference = `Order ${++count}`
  line.next([])
})

const order = (more = {}) => ({
  ...({ payment_profile: shop.profile, amount: 2_500, payment_product: 'card' } as const),
  ...{ merchant_reference: reference, card_token: 'test_visa', ...more },
})
/** The payments of the order that Kontor has. */
const paid = async () => {
  const { rows } = await app.databases.pools.provider.query(
    'select id, amount, status from transaction where merchant_reference = $1',
    [reference],
  )
  return rows as { id: string; amount: number; status: string }[]
}
const failed = async <E extends KontorError>(
  call: Promise<unknown>,
  kind: new (...given: never[]) => E,
): Promise<E> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(kind)
  return error as E
}
const keys = () => line.arrived.map((each) => each.key)

describe('a payment', () => {
  it('is taken, found, counted, captured, voided and refunded by the words of the API', async () => {
    const payment = await kontor.transactions.create(order())
    expect(payment).toMatchObject({ amount: 2_500, merchant_reference: reference, status: 'SETTLEMENT_REQUESTED' })
    await until(
      () => kontor.transactions.get(payment.id),
      ({ status }) => status === 'SETTLEMENT_COMPLETED',
    )
    const refund = await kontor.transactions.refund(payment.id, { amount: 500, reason: 'One was broken' })
    expect(refund).toMatchObject({ amount: 500, transaction: payment.id })
    expect(await kontor.refunds.get(refund.id)).toMatchObject({ reason: 'One was broken' })
    expect(await kontor.transactions.count({ merchant_reference: reference, 'amount>': 2_500 })).toEqual({ count: 1 })

    const one = await kontor.transactions.create(order({ capture: false }))
    expect(await kontor.transactions.capture(one.id, { amount: 1_000 })).toMatchObject({ captured_amount: 1_000 })
    const other = await kontor.transactions.create(order({ capture: false }))
    expect((await kontor.transactions.void(other.id)).status).toBe('AUTHORIZATION_VOIDED')
  })

  it('is made once when the connection is cut after Kontor has taken it', async () => {
    line.next(['cut_after'])
    const payment = await kontor.transactions.create(order())
    expect(await paid()).toMatchObject([{ id: payment.id }])
    expect([line.arrived.length, new Set(keys()).size]).toEqual([2, 1])
  })

  it('is refunded once when each of two answers is lost', async () => {
    const payment = await kontor.transactions.create(order())
    await until(
      () => kontor.transactions.get(payment.id),
      ({ status }) => status === 'SETTLEMENT_COMPLETED',
    )
    line.next(['cut_after', 'cut_after'])
    const refund = await kontor.transactions.refund(payment.id, { amount: 700 })
    expect(line.arrived).toHaveLength(3)
    const rows = await Array.fromAsync(kontor.refunds.list({ transaction: payment.id }))
    expect(rows.map(({ id, amount }) => [id, amount])).toEqual([[refund.id, 700]])
  })

  it('goes through a server that answers 502, 503 or 504, or nobody, with growing pauses', async () => {
    line.next([{ status: 503 }, { status: 502, body: '<html>' }, { status: 504 }, 'cut_before'])
    await kontor.transactions.create(order())
    expect(await paid()).toHaveLength(1)
    expect(new Set(keys()).size).toBe(1)
    const waited = line.arrived.slice(1).map(({ at }, index) => at - (line.arrived[index]?.at ?? 0))
    // Each pause is at least half of 20, 40, 80 and 160 ms.
    for (const [index, least] of [10, 20, 40, 80].entries()) expect(waited[index]).toBeGreaterThanOrEqual(least)
  })

  it('waits as long as 429 asks for', async () => {
    line.next([{ status: 429, headers: { 'retry-after': '1' } }])
    await kontor.transactions.create(order())
    const [first, second] = line.arrived
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1_000)
  })

  it('waits for an earlier call with its key, and gets its payment', async () => {
    const idempotencyKey = `of ${reference}`.replaceAll(' ', '-')
    const [one, other] = await Promise.all([
      kontor.transactions.create(order(), { idempotencyKey }),
      kontor.transactions.create(order(), { idempotencyKey }),
    ])
    expect(one.id).toBe(other.id)
    expect(await paid()).toHaveLength(1)
  })
})

describe('an outcome that stays unknown', () => {
  it('is an error with the key, with which the call goes on later', async () => {
    line.next(['cut_after'], 'cut_before')
    const error = await failed(kontor.transactions.create(order(), { timeoutMs: 300 }), OutcomeUnknownError)
    const { idempotencyKey } = error
    expect([error.code, new Set(keys())]).toEqual(['outcome_unknown', new Set([idempotencyKey])])
    line.next([])
    const payment = await kontor.transactions.create(order(), idempotencyKey ? { idempotencyKey } : {})
    expect(await paid()).toMatchObject([{ id: payment.id }])
  })

  it.each([
    ['500, which is not tried again', [{ status: 500 }]],
    ['an answer that is no JSON', [{ status: 200, body: '<html>' }]],
    [
      '401 after a cut, by which nothing is said of the first try',
      ['cut_after', { status: 401, body: '{"code":"unauthenticated"}' }],
    ],
    [
      '404 after a cut, by which a part of the merchant may have gone',
      ['cut_after', { status: 404, body: '{"code":"not_found"}' }],
    ],
    ['429 for longer than the call may last', ['cut_after', { status: 429, headers: { 'retry-after': '60' } }]],
  ] as const)('is that of %s', async (_, fates) => {
    line.next(fates, 'cut_before')
    const error = await failed(kontor.transactions.create(order()), OutcomeUnknownError)
    expect(keys()).toEqual(fates.map(() => error.idempotencyKey))
  })

  it('is that of a call which is given up while it is under way, and not of one that has not begun', async () => {
    line.next([], 'held')
    const giving = new AbortController()
    const call = kontor.transactions.create(order(), { signal: giving.signal })
    await until(
      async () => line.arrived.length,
      (seen) => seen === 1,
    )
    giving.abort(new Error('closing'))
    expect((await failed(call, OutcomeUnknownError)).cause).toEqual(new Error('closing'))
    await expect(kontor.transactions.create(order(), { signal: giving.signal })).rejects.toThrow('closing')
    expect(line.arrived).toHaveLength(1)
  })

  it('is known again by a new process, after the first was killed between two tries', async () => {
    const id = `order-${crypto.randomUUID().replaceAll(/\d/g, 'x')}`
    reference = id
    const program = [fileURLToPath(new URL('paying-program.ts', import.meta.url)), line.url, key, shop.profile, id]
    line.next(['cut_after'], 'cut_before')
    const first = spawn(process.execPath, program, { stdio: 'ignore' })
    await until(
      async () => line.arrived.length,
      (seen) => seen >= 2,
    )
    first.kill('SIGKILL')
    line.next([])
    const { stdout } = await promisify(execFile)(process.execPath, program)
    expect(await paid()).toMatchObject([{ id: stdout.trim() }])
    expect(keys()).toEqual([id])
  })

  it('is no matter of a call that never left, or only reads', async () => {
    const nobody = createClient({ key, url: `http://127.0.0.1:${await freePort()}`, pauseMs: 10, timeoutMs: 60 })
    await failed(nobody.transactions.create(order()), ConnectionError)
    line.next([], 'cut_before')
    await failed(kontor.transactions.count({}, { timeoutMs: 60 }), ConnectionError)
    expect(line.arrived.length).toBeGreaterThan(1)
  })
})

describe('a refusal', () => {
  it('is not tried again, and says code, details, status and the id of the request', async () => {
    const error = await failed(kontor.transactions.create(order({ amount: 0 })), ApiError)
    expect(error).toMatchObject({
      code: 'invalid_request',
      status: 400,
      details: { 'body.amount': expect.any(String) },
    })
    expect([error.requestId, error.idempotencyKey]).toEqual([expect.any(String), keys()[0]])
    expect(line.arrived).toHaveLength(1)
    const idempotencyKey = `reused-${count}`
    await kontor.transactions.create(order(), { idempotencyKey })
    // The call that succeeds may need several tries.
    line.next([])
    const other = kontor.transactions.create(order({ amount: 1 }), { idempotencyKey })
    expect(await failed(other, ApiError)).toMatchObject({ code: 'idempotency_key_reused', status: 409 })
    expect(line.arrived).toHaveLength(1)
    line.next([])
    const unknown = createClient({ key: 'kontor_unknown', url: line.url })
    expect(await failed(unknown.transactions.create(order()), ApiError)).toMatchObject({ status: 401 })
    expect(line.arrived).toHaveLength(1)
  })

  it('of a key whose answer Kontor has lost says nothing of the outcome, because the call was carried out', async () => {
    const details = { answer: 'not_kept' }
    const problem = { type: 'about:blank', title: 'Conflict', status: 409, code: 'idempotency_key_reused', details }
    const lost = {
      status: 409,
      headers: { 'content-type': 'application/problem+json' },
      body: JSON.stringify({ ...problem, request_id: 'r1' }),
    }
    for (const fates of [['cut_after', lost], [lost]] as const) {
      line.next(fates)
      await failed(kontor.transactions.create(order()), OutcomeUnknownError)
      expect(line.arrived).toHaveLength(fates.length)
    }
  })

  it('after a lost answer is certain, because Kontor looked for the payment of the key first', async () => {
    line.next(['cut_before'])
    const error = await failed(kontor.transactions.create(order({ currency_code: 'USD' })), KontorError)
    expect(error).toBeInstanceOf(ApiError)
    expect(await paid()).toEqual([])
  })

  it('with a code of a later Kontor, or of a proxy that knows none, is an error like any other', async () => {
    const later = { status: 409, body: '{"code":"moon_in_the_way","details":{"moon":"full"},"request_id":"r-1"}' }
    line.next([
      later,
      { status: 403, body: '<html>No</html>' },
      { status: 301, headers: { location: 'http://x.example' } },
    ])
    const create = () => failed(kontor.transactions.create(order()), ApiError)
    expect(await create()).toMatchObject({ code: 'moon_in_the_way', details: { moon: 'full' }, requestId: 'r-1' })
    expect(await create()).toMatchObject({ code: 'http_403', status: 403, isOfKontor: false })
    expect(await create()).toMatchObject({ code: 'redirected', status: 301 })
  })
})

describe('before anything is sent', () => {
  it.each([
    ['25.5', 25.5],
    ['2^53', 2 ** 53],
    ['NaN', Number.NaN],
    ['a bigint', 2_500n],
    ['text', '2500'],
  ])('an amount that is %s is refused', async (_, amount) => {
    const error = await failed(kontor.transactions.create(order({ amount })), InvalidRequestError)
    expect(error.details).toEqual({ 'body.amount': 'must_be_a_safe_integer' })
    expect(line.arrived).toEqual([])
  })

  it('an id that would lead elsewhere is refused, and a key that no header holds', async () => {
    for (const id of ['..', '', 'a/b', undefined as unknown as string])
      await failed(kontor.transactions.get(id), InvalidRequestError)
    await failed(kontor.transactions.create(order(), { idempotencyKey: 'a b' }), InvalidRequestError)
    expect(() => createClient({ key: '', url: line.url })).toThrow(InvalidRequestError)
    expect(() => createClient({ key, url: 'kontor.example' })).toThrow(InvalidRequestError)
    expect(line.arrived).toEqual([])
  })
})

it('what no key protects is sent once, unless it was certainly not done', async () => {
  const customer = await app.make.customer(shop.merchant)
  for (const fate of ['cut_after', { status: 503 }] as const) {
    line.next([{ status: 429 }, fate])
    const error = await failed(kontor.customers.reveal(customer), OutcomeUnknownError)
    expect([error.idempotencyKey, line.arrived.length]).toEqual([undefined, 2])
  }
})

describe('a list', () => {
  const rowsOfList = 1_000

  it('of 1,000 rows has each once, while rows are added', async () => {
    const other = await app.make.merchant()
    const program = createClient({ key: await app.make.apiKey(other.merchant), url: app.url })
    // Hundreds of them have the same time, as those of an import have.
    const { rows: made } = await app.databases.pools.provider.query(
      `insert into tag (merchant_id, organisation_id, id, created_at, text, color)
       select $1, $1, gen_random_uuid(), date_trunc('second', now()) - make_interval(mins => n / 300), 'before ' || n, '#336699'
       from generate_series(1, $2::int) n returning id`,
      [other.merchant, rowsOfList],
    )
    const seen: string[] = []
    const pages = program.tags.list({ _limit: 70 }).pages()
    for await (const page of pages) {
      seen.push(...page.map(({ id }) => id))
      await program.tags.create({ text: `meanwhile ${seen.length}`, color: '#663399' })
    }
    expect(seen).toHaveLength(rowsOfList)
    expect(new Set(seen)).toEqual(new Set(made.map(({ id }: { id: string }) => id)))
    expect((await program.tags.count()).count).toBe(rowsOfList + Math.ceil(rowsOfList / 70))
  })

  it('takes the filters of the API, gives the rows in the order that is asked for, and goes on after a lost page', async () => {
    for (const amount of [300, 100, 200]) await kontor.transactions.create(order({ amount }))
    line.next(['passes', 'cut_after'])
    const query = {
      merchant_reference: reference,
      'status[]': ['SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED'],
    } as const
    const since = { 'created_at>': new Date(Date.now() - 600_000), 'amount>': 150 }
    const rows = kontor.transactions.list({ ...query, ...since, _sort: 'amount', _limit: 1 })
    expect((await Array.fromAsync(rows)).map(({ amount }) => amount)).toEqual([200, 300])
    await failed(Array.fromAsync(kontor.transactions.list({ moon: 'full' } as object)), ApiError)
  })
})
