import { newLine } from '@kontor/contract/pricing/new-line'
import type { Line } from '@kontor/contract/pricing/price.rules'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LedgerHouse, openLedgerHouse } from '../../../test/money/ledger-house.ts'
import { monthOwed, requireSeenMonthOwed } from './month-owed.ts'

let house: LedgerHouse
let merchants: string[]

beforeAll(async () => {
  house = await openLedgerHouse()
  await house.clockTo('2055-04-05T09:00:00Z')
  await house.open()
  const made = []
  for (const [name, currency_code] of [
    ['Euro', 'EUR'],
    ['Pound', 'GBP'],
    ['Both', 'EUR'],
    ['Quiet', 'EUR'],
  ] as const)
    made.push(await house.make.merchant({ name, currency_code }))
  const [euro, pound, both] = made
  if (!euro || !pound || !both) throw new Error('there are no merchants')
  const profile = await house.make.profile(both.merchant, { currency_code: 'GBP', processors: [both.processor] })
  for (const of of [euro, pound, both, { ...both, currency_code: 'GBP', profile }])
    await house.make.transaction(of, { amount: 1_000 })
  await house.post()
  merchants = made.map(({ merchant }) => merchant)
}, 60_000)
afterAll(() => house.stop())

const day = '2055-05-01'
/** Each is assigned after the ones before. */
let assigned = 10
async function scheme(currency_code: string, lines: readonly Line[]) {
  assigned += 1
  const { id, version } = await house.make.scheme({
    currency_code,
    lines,
    merchants,
    assigned_from: `2055-04-${assigned}`,
  })
  return { of: { id, type: 'REVENUE', currency_code } as const, version }
}
const monthly = (fixed: number) => [newLine(), newLine({ event: 'month', fixed })]

it('a month is owed by who has payments and none in its currency', async () => {
  const { of, version } = await scheme('EUR', monthly(1_000))
  const db = house.databases.provider
  expect(await monthOwed(db, of, version, day)).toEqual({ currency_code: 'EUR', merchants: 1, names: ['Pound'] })
  await expect(requireSeenMonthOwed(db, of, version, { day, isSeen: false })).rejects.toMatchObject({
    ...{ code: 'month_owed', details: { 'lines.month_owed': ['Pound'] } },
  })
  await requireSeenMonthOwed(db, of, version, { day, isSeen: true })
  expect(await monthOwed(db, of, version, '2056-05-01')).toBeNull()
})

it('and so is a minimum of the fees of a month', async () => {
  const { of, version } = await scheme('EUR', [newLine(), newLine({ event: 'month_minimum', fixed: 1_000 })])
  expect(await monthOwed(house.databases.provider, of, version, day)).toMatchObject({ names: ['Pound'] })
  const most = await scheme('EUR', [newLine(), newLine({ event: 'month_maximum', fixed: 1_000 })])
  expect(await monthOwed(house.databases.provider, most.of, most.version, day)).toBeNull()
})

it('and by nobody where the month costs nothing, or nobody with such payments has the scheme', async () => {
  const free = await scheme('EUR', monthly(0))
  expect(await monthOwed(house.databases.provider, free.of, free.version, day)).toBeNull()
  const { of, version } = await scheme('GBP', monthly(1_000))
  expect(await monthOwed(house.databases.provider, of, version, day)).toMatchObject({ names: ['Euro'] })
  await house.rows('delete from scheme_assignment where scheme_id = $1 and merchant_id = $2', [of.id, merchants[0]])
  expect(await monthOwed(house.databases.provider, of, version, day)).toBeNull()
})
