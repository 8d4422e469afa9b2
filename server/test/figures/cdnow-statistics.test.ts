import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseMapping } from '../../src/imports/file/mapping.ts'
import { importTransactions } from '../../src/imports/transactions/import-transactions.ts'
import { fold } from '../../src/insights/rollups/fold.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import type { MadeMerchant } from '../make.ts'
import type { AnyAnswer } from '../world.ts'

const file = join(import.meta.dirname, '../../../../shared/data/cdnow.csv')
const customersTaken = 2_000

const missing = existsSync(file) ? '' : ' (skipped: ../shared/data/cdnow.csv is not there)'

describe.skipIf(missing)(`the purchases of an online music shop${missing}`, () => {
  let kontor: TestApp
  let shop: MadeMerchant
  let who: string
  let lines: { customer: string; date: string; cents: number }[]

  beforeAll(async () => {
    kontor = await startTestApp({ fold_ms: 3_600_000 })
    shop = await kontor.make.merchant({ currency_code: 'USD' })
    who = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    const [head, ...all] = (await readFile(file, 'utf8')).trim().split('\n')
    const taken = all.filter((line) => Number(line.slice(0, 5)) <= customersTaken)
    lines = taken.map((line) => {
      const [customer = '', date = '', , amount = ''] = line.split(',')
      return { customer, date, cents: Math.round(Number(amount) * 100) }
    })
    const summary = await importTransactions(kontor.databases.provider, {
      bytes: (async function* () {
        yield Buffer.from(`${[head, ...taken].join('\n')}\n`)
      })(),
      fileName: 'cdnow.csv',
      paymentProfile: shop.profile,
      mapping: parseMapping('reference=CDNOW-{line},customer=customer_id,amount=amount,created_at=date'),
      now: new Date('2026-01-01T00:00:00Z'),
      onRejected: async () => {},
    })
    expect(summary.added).toBe(lines.length)
    // A part is in the roll-ups, a part is pending.
    await fold(kontor.databases.provider, 3_000)
  }, 120_000)
  afterAll(() => kontor.stop())

  const get = async (path: string): Promise<AnyAnswer> => (await kontor.get(who, path)).body
  const range = 'created_at>=2021-01-01&created_at<=2022-06-30'

  function sumsBy(keyOf: (line: (typeof lines)[number]) => string) {
    const sums = new Map<string, { count: number; volume: number }>()
    for (const line of lines) {
      const { count, volume } = sums.get(keyOf(line)) ?? { count: 0, volume: 0 }
      sums.set(keyOf(line), { count: count + 1, volume: volume + line.cents })
    }
    return sums
  }

  it('have the monthly totals that the file has', async () => {
    const { points, currency_code } = await get(`/v1/transaction/aggregate?${range}&period=month`)
    const found = points.map(({ period, count, volume }: AnyAnswer) => [period.slice(0, 7), { count, volume }])
    expect(currency_code).toBe('USD')
    expect(found).toEqual([...sumsBy(({ date }) => date.slice(0, 7))].sort(([one], [other]) => (one < other ? -1 : 1)))
    expect(found).toHaveLength(18)
  })

  it('have the best customers that the file has', async () => {
    const { items } = await get(`/v1/customer/best?${range}&output=volume&_limit=10`)
    const best = [...sumsBy(({ customer }) => customer).values()].sort((one, other) => other.volume - one.volume)
    expect(items.map(({ count, volume }: AnyAnswer) => ({ count, volume }))).toEqual(best.slice(0, 10))
  })
})
