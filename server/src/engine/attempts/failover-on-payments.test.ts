import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { wrongAttempts, wrongReserves, wrongSteps, wrongSums } from '../../../test/books.ts'
import { connectAccount, startTestApp, type TestApp, until } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { sealCredential } from '../../platform/secrets/sealed.ts'

const timeout_ms = 400

let kontor: TestApp
let store: pg.Client
let shop: MadeMerchant
let owner: string
/** Two accounts of the sandbox, which know each other's tokens. */
let a: string
let b: string
let accounts: Record<'a' | 'b', string>
let profile: string

beforeAll(async () => {
  kontor = await startTestApp({ gatewayTimeout_ms: timeout_ms })
  store = new pg.Client(kontor.sandboxStoreUrl)
  await store.connect()
})
afterAll(async () => {
  await store.end()
  await kontor.stop()
})

const newSecret = () => `whsec_${Buffer.from(randomUUID()).toString('base64')}`

async function newAccount(merchant: string) {
  const name = `account-${randomUUID()}`
  const credential = { api_key: `key-${randomUUID()}`, notification_secret: newSecret() }
  await connectAccount(kontor.sandboxUrl, kontor.url, merchant, { name, credential })
  return { name, credential, processor: await kontor.make.processor(merchant, { credential }) }
}

beforeEach(async () => {
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  const [one, other] = [await newAccount(shop.merchant), await newAccount(shop.merchant)]
  accounts = { a: one.name, b: other.name }
  a = one.processor
  b = other.processor
  profile = await kontor.make.profile(shop.merchant, { processors: [a, b], failover: true })
})
afterEach(async () => {
  const { provider } = kontor.databases
  for (const wrong of [wrongSums, wrongSteps, wrongAttempts, wrongReserves])
    expect(await wrong(provider, shop.merchant)).toEqual([])
})

const update = (text: string, values: unknown[]) => withAdmin((client) => client.query(text, values))
async function withAdmin(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(kontor.database.adminUrl)
  await client.connect()
  await work(client).finally(() => client.end())
}
/** Nothing answers there any more. */
const cutOff = (processor: string) =>
  update(`update processor set url = 'http://127.0.0.1:9' where id = $1`, [processor])
/** Its credential is no longer known there. */
const lockOut = (processor: string) => {
  const unknown = { api_key: `gone-${randomUUID()}`, notification_secret: newSecret() }
  const place = { merchant: shop.merchant, record: processor }
  const sealed = sealCredential(kontor.database.masterKey, place, unknown)
  return update('update processor set credential = $1 where id = $2', [sealed, processor])
}

const order = (given: object = {}) => ({
  ...{ payment_profile: profile, amount: 5_000, payment_product: 'card', card_token: 'test_visa' },
  ...{ merchant_reference: 'Order 1', ...given },
})
const pay = async (given: object = {}, headers = {}) => {
  const { status, body } = await kontor.post(owner, '/v1/transaction', order(given), headers)
  expect([status, body]).toMatchObject([201, {}])
  return body
}
const read = async (id: string) => (await kontor.get(owner, `/v1/transaction/${id}`)).body
const decisionOf = async (id: string) => (await kontor.get(owner, `/v1/transaction/${id}/decision`)).body
const becomes = (id: string, status: string) =>
  until(
    () => read(id),
    (row) => row.status === status,
  )
const attemptsOf = async (id: string) =>
  (
    await kontor.databases.provider
      .selectFrom('payment_attempt')
      .select(['id', 'processor_id', 'state', 'reason'])
      .where('transaction_id', '=', id)
      .orderBy('attempt')
      .execute()
  ).map(({ processor_id, ...rest }) => ({ at: processor_id === a ? 'a' : 'b', ...rest }))
/** The payments of the merchant's accounts at the sandbox. */
const atSandbox = async (): Promise<{ at: string; status: string; reference: string }[]> => {
  const { rows } = await store.query(
    'select account, status, reference from payment where account = any($1) order by id',
    [[accounts.a, accounts.b]],
  )
  return rows.map(({ account, ...rest }) => ({ at: account === accounts.a ? 'a' : 'b', ...rest }))
}
const countedAt = async (processor: string): Promise<number> => {
  const { rows } = await sql<{ n: number | null }>`
    select sum(n)::int as n from (
      select n, merchant_id, processor_id, entity from statistics_delta
      union all select n, merchant_id, processor_id, entity from statistics_day_processor) counted
    where merchant_id = ${shop.merchant} and processor_id = ${processor} and entity = 'transaction'`.execute(
    kontor.databases.provider,
  )
  return rows[0]?.n ?? 0
}

describe('a payment whose processor certainly did not take it', () => {
  it('is authorized at the second one after a refused credential: one transaction, two attempts in its timeline, counted once, there (check 17)', async () => {
    await lockOut(a)
    const paid = await pay()
    expect(paid).toMatchObject({ processor: b, status: expect.stringMatching(/^SETTLEMENT/) })
    expect(await attemptsOf(paid.id)).toMatchObject([
      { at: 'a', id: paid.id, state: 'REFUSED', reason: 'credential_refused' },
      { at: 'b', state: 'APPROVED', reason: null },
    ])
    expect(await atSandbox()).toHaveLength(1)
    expect([await countedAt(a), await countedAt(b)]).toEqual([0, 1])
    const attempts = (await kontor.get(owner, `/v1/transaction/${paid.id}/events`)).body.filter(
      ({ kind }: { kind: string }) => kind === 'attempt_began' || kind === 'attempt_ended',
    )
    expect(attempts).toMatchObject([
      { kind: 'attempt_began', subject: a },
      { kind: 'attempt_ended', subject: a, to_status: 'REFUSED', reason: 'credential_refused' },
      { kind: 'attempt_began', subject: b },
      { kind: 'attempt_ended', subject: b, to_status: 'APPROVED' },
    ])
  })

  it('goes on when nothing answers there, and its decision says so', async () => {
    await cutOff(a)
    const paid = await pay()
    expect(paid).toMatchObject({ processor: b })
    expect(await attemptsOf(paid.id)).toMatchObject([{ state: 'REFUSED', reason: 'not_sent' }, { at: 'b' }])
    const names = new Map(
      (await kontor.get(owner, '/v1/processor')).body.map((each: { id: string; name: string }) => [each.id, each.name]),
    )
    expect(await decisionOf(paid.id)).toMatchObject({
      ...{ via: 'position', processor: a },
      attempts: [
        { processor: a, processor_name: names.get(a), state: 'REFUSED', reason: 'not_sent' },
        { processor: b, processor_name: names.get(b), state: 'APPROVED', reason: null },
      ],
    })
  })
})
