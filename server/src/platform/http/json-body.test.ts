import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { problemOf } from './json-body.ts'

describe('a key that JSON has twice in one object', () => {
  it.each([
    ['{"amount":100,"amount":200}', 'amount'],
    ['{"amount":100,"\\u0061mount":200}', 'amount'],
    ['{"a":{"b":1},"c":{"b":1,"d":[{"x":1},{"y":{"z":1,"z":2}}]}}', 'c.d.y.z'],
    ['{ "a" : 1 , "a" : 2 }', 'a'],
    ['{"":1,"":2}', ''],
    ['[{"a":1},{"a":1}]', undefined],
    ['{"a":"a","b":"\\"a\\":","c":["a","a"]}', undefined],
    ['{"a":{"a":{"a":1}}}', undefined],
    ['"a"', undefined],
  ])('of %s is %s', (text, key) =>
    expect(problemOf(text)).toEqual(key === undefined ? undefined : { path: key, reason: 'repeated' }),
  )

  it('is found in a large text at once', () => {
    const text = `{"a":"${'\\"'.repeat(120_000)}","a":1}`
    const from = performance.now()
    expect(problemOf(text)?.path).toBe('a')
    expect(performance.now() - from).toBeLessThan(1_000)
  })
})

describe('a request with a key twice', () => {
  let kontor: TestApp
  beforeAll(async () => {
    kontor = await startTestApp()
  })
  afterAll(() => kontor.stop())

  it('is refused, and refunds neither amount', async () => {
    const shop = await kontor.make.merchant()
    const owner = await kontor.make.apiKey(shop.merchant)
    const { id } = await kontor.make.transaction(shop, { status: 'SETTLEMENT_COMPLETED', amount: 1_000 })
    const refund = (payload: string) =>
      kontor.app.inject({
        method: 'POST',
        url: `/v1/transaction/${id}/refund`,
        headers: { authorization: `Bearer ${owner}`, 'content-type': 'application/json' },
        payload,
      })
    const refused = await refund('{"amount":100,"amount":200}')
    expect([refused.statusCode, refused.json().details]).toEqual([400, { 'body.amount': 'repeated' }])
    expect((await kontor.get(owner, `/v1/refund?transaction=${id}`)).body).toEqual([])
    for (const broken of ['{"amount":100', '{"__proto__":{"amount":1}}', ''])
      expect((await refund(broken)).json()).toMatchObject({ status: 400, code: 'invalid_request' })
    expect((await refund('{"amount":100}')).statusCode).toBe(201)
  })
})
