import { plusDays } from '@kontor/contract/dates'
import { newLine } from '@kontor/contract/pricing/new-line'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LedgerHouse, openLedgerHouse } from '../../test/money/ledger-house.ts'

let house: LedgerHouse

beforeAll(async () => {
  house = await openLedgerHouse()
})
afterAll(() => house.stop())

it('a merchant pays by its package, and is paid after its delay, from the day on which it has it', async () => {
  await house.clockTo('2055-03-10T10:00:00Z')
  const shop = await house.make.merchant({ currency_code: 'EUR' })
  await house.make.scheme({ lines: [newLine({ fixed: 30 })], default_from: '2020-01-01' })
  const { id } = await house.make.scheme({ lines: [newLine({ fixed: 10 })] })
  await house.make.pricePackage({
    ...{ schemes: { REVENUE: id }, delay_days: 5, merchants: [shop.merchant], assigned_from: '2055-03-09' },
  })
  for (const day of ['2055-03-08', '2055-03-09'])
    await house.make.transaction(shop, { amount: 1_000, created_at: new Date(`${day}T12:00:00Z`) })
  await house.rows('update transaction set last_status_update = created_at')
  await house.open()
  const fees = await house.rows<{ day: string; amount: number; available_on: string }>(
    `select business_day::text as day, amount::int, available_on::text from ledger_transfer where kind = 2 order by 1`,
  )
  expect(fees).toEqual([
    { day: '2055-03-08', amount: 30, available_on: plusDays('2055-03-08', 2) },
    { day: '2055-03-09', amount: 10, available_on: plusDays('2055-03-09', 7) },
  ])
})
