import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'

let kontor: TestApp

beforeAll(async () => {
  kontor = await startTestApp()
})
afterAll(() => kontor.stop())

it('are those of the payment profiles that somebody may see, the most used first', async () => {
  const shop = await kontor.make.merchant()
  const node = await kontor.make.organisation(shop.merchant)
  for (const currency_code of ['SEK', 'SEK', 'JPY']) await kontor.make.profile(shop.merchant, { currency_code })
  await kontor.make.profile(shop.merchant, { currency_code: 'GBP', organisation: node })
  const other = await kontor.make.merchant()
  await kontor.make.profile(other.merchant, { currency_code: 'KWD' })
  const codesFor = async (who: string, query = '') =>
    (await kontor.get(who, `/v1/currency${query}`)).body.map((row: { currency_code: string }) => row.currency_code)

  // Whoever sees a list needs them for its filters, whatever the roles.
  const cashier = await kontor.make.cookie({ merchant: shop.merchant, roles: ['REFUND_LIST'] })
  expect(await codesFor(cashier)).toEqual(['SEK', 'EUR', 'GBP', 'JPY'])
  const below = await kontor.make.cookie({ merchant: shop.merchant, organisation: node, roles: ['USER_ALL'] })
  expect(await codesFor(below)).toEqual(['GBP'])
  const provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  expect(await codesFor(provider)).toEqual(['EUR', 'SEK', 'GBP', 'JPY', 'KWD'])
  expect(await codesFor(provider, `?merchant=${other.merchant}`)).toEqual(['EUR', 'KWD'])
  expect((await kontor.get('', '/v1/currency')).status).toBe(401)
})
