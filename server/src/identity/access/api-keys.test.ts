import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { issueApiKey } from './api-keys.ts'
import { hashOf } from './secrets.ts'

let now = Date.now()
let kontor: TestApp
let shop: MadeMerchant

beforeAll(async () => {
  kontor = await startTestApp({ clock: { now: () => new Date(now) } })
  shop = await kontor.make.merchant()
})
afterAll(() => kontor.stop())

const list = (key: string) => kontor.get(key, '/v1/transaction')
const stored = (key: string) =>
  kontor.databases.provider
    .selectFrom('api_key')
    .selectAll()
    .where('secret_hash', '=', hashOf(key))
    .executeTakeFirstOrThrow()
const set = (key: string, values: { revoked_at: string }) =>
  kontor.databases.provider.updateTable('api_key').set(values).where('secret_hash', '=', hashOf(key)).execute()

describe('an API key', () => {
  it('stands for its merchant, with its roles', async () => {
    const key = await kontor.make.apiKey(shop.merchant, ['TRANSACTION_LIST'])
    const { id } = await kontor.make.transaction(shop)
    await kontor.make.transaction(await kontor.make.merchant())
    expect((await list(key)).body.map((row: { id: string }) => row.id)).toEqual([id])
    const { status, body } = await kontor.get(key, '/v1/tag')
    expect([status, body.code]).toEqual([403, 'forbidden'])
  })

  it('of a node reaches what is of the node', async () => {
    const node = await kontor.make.organisation(shop.merchant)
    const { id } = await kontor.make.transaction(shop, { organisation: node })
    const key = await kontor.make.apiKey(shop.merchant, ['USER_ALL'], node)
    expect((await list(key)).body.map((row: { id: string }) => row.id)).toEqual([id])
  })

  it('is kept as a hash, beside what it is recognised by', async () => {
    const key = await kontor.make.apiKey(shop.merchant)
    const row = await stored(key)
    expect(key).toMatch(/^kontor_[\w-]{43}$/)
    expect(row.prefix).toBe(key.slice(0, 13))
    expect(JSON.stringify(row)).not.toContain(key.slice(14))
  })

  it('that was revoked is refused at once', async () => {
    const key = await kontor.make.apiKey(shop.merchant)
    expect((await list(key)).status).toBe(200)
    await set(key, { revoked_at: new Date(now).toISOString() })
    expect([(await list(key)).status, (await list(key)).body.code]).toEqual([401, 'unauthenticated'])
  })

  it('ends when it is said to', async () => {
    const expires_at = new Date(now + 60_000).toISOString()
    const key = await kontor.databases.provider
      .transaction()
      .execute((trx) =>
        issueApiKey(
          trx,
          { merchant: shop.merchant, organisation: shop.merchant, name: 'k', roles: ['USER_ALL'], expires_at },
          new Date(now),
        ),
      )
    now += 59_999
    expect((await list(key)).status).toBe(200)
    now += 1
    expect((await list(key)).status).toBe(401)
  })

  it('of a deactivated merchant is refused', async () => {
    const closed = await kontor.make.merchant({ active: false })
    expect((await list(await kontor.make.apiKey(closed.merchant))).status).toBe(401)
  })

  it.each(['Bearer nonsense', 'Bearer ', 'Bearer a b', 'Basic em9lOnpvZQ==', 'bearer', `Bearer ${'x'.repeat(201)}`])(
    'is not "%s", whatever cookie comes with it',
    async (authorization) => {
      const cookie = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
      const { status, body } = await kontor.call(cookie, 'GET', '/v1/transaction', undefined, { authorization })
      expect([status, body.code]).toEqual([401, 'unauthenticated'])
    },
  )

  it.each(['bearer', 'BEARER'])('is read behind "%s" too', async (scheme) => {
    const authorization = `${scheme} ${await kontor.make.apiKey(shop.merchant)}`
    expect((await kontor.call('', 'GET', '/v1/transaction', undefined, { authorization })).status).toBe(200)
  })

  it('is noted as used, to the minute', async () => {
    const key = await kontor.make.apiKey(shop.merchant)
    await list(key)
    const first = (await stored(key)).last_used_at
    expect(first).toBe(new Date(now).toISOString())
    now += 30_000
    await list(key)
    expect((await stored(key)).last_used_at).toBe(first)
    now += 30_000
    await list(key)
    expect((await stored(key)).last_used_at).toBe(new Date(now).toISOString())
  })

  it('is no session', async () => {
    const key = await kontor.make.apiKey(shop.merchant)
    expect((await kontor.get(key, '/v1/auth/session')).status).toBe(401)
    expect((await kontor.get(`kontor=${key}`, '/v1/transaction')).status).toBe(401)
  })
})
