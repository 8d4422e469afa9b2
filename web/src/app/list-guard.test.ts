import { expect, it } from 'vitest'
import { merchants } from '../organisations/merchants/merchant.screen.ts'
import type { Visit } from '../platform/screen/screen.ts'
import { putRight } from './list-guard.ts'

/** Where an address leads; undefined: it stays. */
const leadsTo = (search: Record<string, string>) =>
  putRight(merchants, {
    location: { pathname: '/psp/merchants/details/1', search },
    preload: true,
  } as unknown as Visit).then(
    () => undefined,
    (thrown) => thrown.options.search,
  )

it('gives a list its first filter also where the address names only a tab of a panel, or an empty filter', async () => {
  expect(await leadsTo({})).toEqual(merchants.initial)
  expect(await leadsTo({ country_code: '' })).toEqual(merchants.initial)
  expect(await leadsTo({ tab: 'users' })).toEqual({ ...merchants.initial, tab: 'users' })
  expect(await leadsTo({ ...merchants.initial, tab: 'users' })).toBeUndefined()
  expect(await leadsTo({ country_code: 'NL', tab: 'users' })).toBeUndefined()
})
