import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from '../src/identity/sign-in/password.ts'
import { type Reply, startTestApp, type TestApp, until } from './harness.ts'
import type { MadeMerchant } from './make.ts'

const password = 'Correct-horse-7'
const rows = 5_000
const inAll = 4
/** More than all connections of all pools together. */
const many = 30

const exportOf = '/v1/paymentlink/export'

let kontor: TestApp
let large: MadeMerchant
let other: MadeMerchant
const reading: AbortController[] = []

beforeAll(async () => {
  kontor = await startTestApp()
  large = await kontor.make.merchant()
  other = await kontor.make.merchant()
  // More data than fits between the server and a reader who does not read.
  await kontor.databases.pools.provider.query(
    `insert into payment_link (merchant_id, id, organisation_id, payment_profile_id, currency_code, merchant_reference,
        max_uses, status, expires_at, redirect_url)
      select $1, gen_random_uuid(), $1, $2, 'EUR', 'Order ' || n, 1, 'CREATED', now() + interval '1 day',
        'https://shop.example/' || repeat(md5(n::text), 61) from generate_series(1, $3::int) n`,
    [large.merchant, large.profile, rows],
  )
}, 60_000)
afterAll(async () => {
  for (const each of reading) each.abort()
  await kontor.stop()
})

/** Begins an export and does not read the response. */
async function begin(who: string, format = 'csv'): Promise<Response> {
  const controller = new AbortController()
  reading.push(controller)
  return fetch(`${kontor.url}${exportOf}?_columns=redirect_url&format=${format}`, {
    headers: who.startsWith('kontor_') ? { authorization: `Bearer ${who}` } : { cookie: who },
    signal: controller.signal,
  })
}
const stopAll = () => {
  for (const each of reading.splice(0)) each.abort()
}
const beginMany = (who: readonly string[]) =>
  Promise.all(who.map((one, place) => begin(one, ['csv', 'json'][place % 2])))
const keysOf = (count: number, of: MadeMerchant) =>
  Promise.all(Array.from({ length: count }, () => kontor.make.apiKey(of.merchant, ['PAYMENT_LINK_LIST'])))
const counts = (replies: readonly Response[]) =>
  [200, 429].map((status) => replies.filter((reply) => reply.status === status).length)
/** Waits until everything that was held is free again. */
const untilFree = (who: string) =>
  until(
    async () => {
      const reply = await begin(who)
      await reply.text()
      return reply.status
    },
    (status) => status === 200,
  )

it('exports that nobody reads keep nobody from paying, lists, signing in and asking for health', async () => {
  const staff = await Promise.all(
    Array.from({ length: many / 2 }, () => kontor.make.cookie({ roles: ['PSP_MERCHANT_LIST', 'PAYMENT_LINK_LIST'] })),
  )
  const replies = await beginMany([...staff, ...(await keysOf(many / 2, large))])
  expect(counts(replies)).toEqual([inAll, many - inAll])

  const payer = await kontor.make.apiKey(other.merchant, ['TRANSACTION_CREATE', 'TRANSACTION_LIST'])
  const { email } = await kontor.make.user({
    password_hash: await hashPassword(password),
    roles: ['PSP_MERCHANT_LIST'],
  })
  const order = {
    payment_profile: other.profile,
    amount: 5_000,
    payment_product: 'card',
    merchant_reference: 'Order 1',
    card_token: 'test_visa',
  }
  const asked = Array.from({ length: many }, () => [
    kontor.post(payer, '/v1/transaction', order),
    kontor.get(payer, '/v1/transaction'),
    kontor.get('', '/healthz'),
  ])
  const answers: Reply[] = await Promise.all(asked.flat())
  expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 201])
  const signedIn = await kontor.post('', '/v1/auth/login', { username: email, password })
  expect(signedIn.status).toBe(200)
  expect((await kontor.get(staff[0] ?? '', '/v1/psp/merchant')).status).toBe(200)

  // These exports are still running, so one more is refused; reading one of them gives the whole file.
  expect((await begin(staff[0] ?? '')).status).toBe(429)
  const held = replies.find(({ status, headers }) => status === 200 && headers.get('content-type')?.includes('csv'))
  expect(parse((await held?.text()) ?? '', { columns: true, bom: true })).toHaveLength(rows)
  stopAll()
  await untilFree(staff[0] ?? '')
})

it('says which limit there is, when to come back, and for how many it stands', async () => {
  const [key = ''] = await keysOf(1, large)
  expect(counts(await Promise.all([begin(key), begin(key)]))).toEqual([2, 0])
  const refused = await kontor.get(key, exportOf)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('content-type')).toContain('application/problem+json')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.body).toMatchObject({ code: 'too_many_exports', details: { whose: 'own', at_once: 2 } })
  // An export that never began leaves no progress behind.
  const id = crypto.randomUUID()
  expect((await kontor.get(key, `${exportOf}?_progress=${id}`)).status).toBe(429)
  expect((await kontor.get(key, `/v1/export/${id}`)).status).toBe(404)
  stopAll()
  await untilFree(key)
})

it('leaves room for others, however many keys a merchant has', async () => {
  const replies = await beginMany(await keysOf(many, large))
  expect(counts(replies)).toEqual([inAll - 1, many - inAll + 1])
  const refused = replies.find(({ status }) => status === 429)
  expect(await refused?.json()).toMatchObject({ details: { whose: 'merchant', at_once: inAll - 1 } })
  const [key = ''] = await keysOf(1, other)
  expect((await kontor.get(key, exportOf)).status).toBe(200)
  stopAll()
  await untilFree(await kontor.make.apiKey(large.merchant, ['PAYMENT_LINK_LIST']))
})

it('a reader who goes away before the first byte leaves no connection behind', async () => {
  const [one = '', two = ''] = await keysOf(2, large)
  for (let wait_ms = 0; wait_ms < 20; wait_ms += 1) {
    const gone = begin(one).catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, wait_ms))
    stopAll()
    await gone
  }
  const again = async () => {
    const statuses = counts(await Promise.all([one, one, two].map((key) => begin(key))))
    stopAll()
    return statuses
  }
  await until(again, ([made]) => made === inAll - 1)
})
