import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let kontor: TestApp
let cookie: string
let key: string
let transaction: string

beforeAll(async () => {
  kontor = await startTestApp()
  const shop = await kontor.make.merchant()
  cookie = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  key = await kontor.make.apiKey(shop.merchant)
  transaction = (await kontor.make.transaction(shop, { status: 'DECLINED' })).id
})
afterAll(() => kontor.stop())

const own = 'http://localhost:4000'
const foreign: [string, Record<string, string>][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['our host over another scheme and port', { origin: 'https://localhost' }],
  ['an origin that begins like ours', { origin: `${own}.evil.example` }],
  ['no origin to speak of', { origin: 'null' }],
  ['an origin that is none', { origin: 'http://' }],
  ['nonsense', { origin: 'nonsense' }],
  ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
  ['another host of the site', { 'sec-fetch-site': 'same-site', origin: own }],
]
const ours: [string, Record<string, string>][] = [
  ['our own page', { origin: own, 'sec-fetch-site': 'same-origin' }],
  ['a program without a browser', {}],
]

describe('a write with our cookie', () => {
  const writes = [
    '/v1/auth/activity',
    `/v1/transaction/${'{id}'}/refund`,
    '/v1/auth/logout',
    '/v1/auth/login',
    '/v1/auth/set-up',
  ]

  it.each(foreign)('from %s is refused', async (_from, headers) => {
    for (const path of writes) {
      const { status, body } = await kontor.post(cookie, path.replace('{id}', transaction), {}, headers)
      expect([path, status, body.code]).toEqual([path, 403, 'origin_refused'])
    }
    expect((await kontor.get(cookie, '/v1/auth/session')).status).toBe(200)
  })

  it.each(ours)('from %s is done', async (_from, headers) => {
    expect((await kontor.call(cookie, 'POST', '/v1/auth/activity', undefined, headers)).status).toBe(204)
  })

  it('from the address the request came to is done: the server may have more names than one', async () => {
    const headers = { origin: kontor.url }
    expect((await kontor.call(cookie, 'POST', '/v1/auth/activity', undefined, headers)).status).toBe(204)
  })
})

describe('a read', () => {
  it.each(foreign)('from %s is answered: its answer is not for the page that asked', async (_from, headers) => {
    const { status, headers: answered } = await kontor.call(cookie, 'GET', '/v1/auth/session', undefined, headers)
    expect([status, answered.get('access-control-allow-origin')]).toEqual([200, null])
  })
})

describe('a program with its key', () => {
  it.each(foreign)('may come from %s: no browser adds a key by itself', async (_from, headers) => {
    const { body } = await kontor.post(key, `/v1/transaction/${transaction}/refund`, { amount: 1 }, headers)
    expect(body.code).toBe('transaction_not_refundable')
  })
})
