import { formatQueryString } from '@kontor/contract/lists/query-string'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'

let kontor: TestApp
let bakery: MadeMerchant
let bikes: MadeMerchant
let books: MadeMerchant
let provider: string

beforeAll(async () => {
  kontor = await startTestApp()
  bakery = await kontor.make.merchant({ name: 'Bakery 100%' })
  bikes = await kontor.make.merchant({ name: 'Bikes' })
  books = await kontor.make.merchant({ name: 'Books' })
  for (const shop of [bakery, bikes, books]) {
    await kontor.make.transaction(shop)
    await kontor.make.webhook(shop.merchant, {})
  }
  provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(() => kontor.stop())

type Asked = Parameters<typeof formatQueryString>[0]
async function namesIn(resource: string, query: Asked, who = provider): Promise<string[]> {
  const { body } = await kontor.get(who, `/v1/${resource}?${formatQueryString(query)}`)
  return body.map((row: { merchant_name: string }) => row.merchant_name).sort()
}
const countOf = async (query: Asked, who = provider) =>
  (await kontor.get(who, `/v1/transaction/count?${formatQueryString(query)}`)).body.count

describe.each(['transaction', 'webhook'])('the provider’s list of every %s', (resource) => {
  it('names the merchant of each row', async () => {
    expect(await namesIn(resource, {})).toEqual(['Bakery 100%', 'Bikes', 'Books'])
  })

  it('is narrowed to several merchants, and to one', async () => {
    const two = { 'merchant[]': [bakery.merchant, books.merchant] }
    expect(await namesIn(resource, two)).toEqual(['Bakery 100%', 'Books'])
    expect(await namesIn(resource, { 'merchant[]': [bikes.merchant] })).toEqual(['Bikes'])
  })

  it('finds a merchant by a part of its name, as it is written', async () => {
    const search = (_search: string) => namesIn(resource, { _search_by: 'merchant_name', _search })
    expect(await search('BIK')).toEqual(['Bikes'])
    expect(await search('%')).toEqual(['Bakery 100%'])
    expect(await search('nobody')).toEqual([])
  })
})

describe('a filter by merchant', () => {
  it('counts what it shows', async () => {
    expect(await countOf({ 'merchant[]': [bakery.merchant, books.merchant] })).toBe(2)
    expect(await countOf({ _search_by: 'merchant_name', _search: 'b' })).toBe(3)
  })

  it('never widens what one sees, of whom one is or whom one views', async () => {
    const owner = await kontor.make.cookie({ merchant: bakery.merchant, roles: ['USER_ALL'] })
    const others = { 'merchant[]': [bikes.merchant, books.merchant] }
    expect(await namesIn('transaction', others, owner)).toEqual([])
    expect(await countOf(others, owner)).toBe(0)
    expect(await namesIn('transaction', { _search_by: 'merchant_name', _search: 'Bikes' }, owner)).toEqual([])
    expect(await namesIn('transaction', { merchant: bakery.merchant, ...others })).toEqual([])
    const all = { 'merchant[]': [bakery.merchant, bikes.merchant] }
    expect(await namesIn('transaction', all, owner)).toEqual(['Bakery 100%'])
    expect(await namesIn('transaction', { merchant: bikes.merchant, ...all })).toEqual(['Bikes'])
  })

  it('is not the view of a merchant: that one stays a single one', async () => {
    const { status, body } = await kontor.get(provider, `/v1/transaction?merchant=${bikes.merchant}&merchant=x`)
    expect([status, Object.keys(body.details)]).toEqual([400, ['query.merchant']])
    expect(await namesIn('transaction', { merchant: bikes.merchant })).toEqual(['Bikes'])
  })
})
