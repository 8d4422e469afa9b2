import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

const hour = 3_600_000
let kontor: TestApp
let cookie: string
let inNewYork: string
let merchant: string

beforeAll(async () => {
  kontor = await startTestApp()
  const shop = await kontor.make.merchant()
  merchant = shop.merchant
  await kontor.databases.provider
    .selectNoFrom((eb) => eb.fn('ensure_partitions', [eb.val('2026-03-01'), eb.val('2026-10-31')]).as('made'))
    .execute()
  // The midnights of Amsterdam, an hour apart for two days around each change of the clocks, and the last millisecond
  // before each.
  for (const first of ['2026-03-28T22:00:00Z', '2026-10-24T21:00:00Z'])
    for (let hours = 0; hours < 30; hours += 1)
      for (const before_ms of [1, 0])
        await kontor.make.transaction(shop, { created_at: new Date(Date.parse(first) + hours * hour - before_ms) })
  cookie = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  const user = await kontor.make.user({ merchant: shop.merchant, roles: ['USER_ALL'] })
  await kontor.databases.provider
    .updateTable('platform_user')
    .set({ time_zone: 'America/New_York' })
    .where('id', '=', user.id)
    .execute()
  const { beginSession } = await import('../../identity/access/sessions.ts')
  const secret = await kontor.databases.provider.transaction().execute((trx) => beginSession(trx, user.id, new Date()))
  inNewYork = `kontor=${secret}`
})
afterAll(() => kontor.stop())

async function instants(query: string, who = cookie): Promise<string[]> {
  const { body } = await kontor.get(who, `/v1/transaction?_limit=1000&_sort=created_at&${query}`)
  return body.map((row: { created_at: string }) => row.created_at)
}
const day = (date: string, who?: string) => instants(`created_at>=${date}&created_at<=${date}`, who)

describe('a day without a time', () => {
  it.each([
    ['2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z', 23],
    ['2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z', 25],
  ])('%s in Amsterdam goes from %s up to %s: %i hours', async (date, first, last, hours) => {
    const found = await day(date)
    expect([found[0], found.at(-1)]).toEqual([first, last])
    // Two rows in each hour.
    expect(found).toHaveLength(2 * hours)
  })

  it('is a day of the zone of whoever asks', async () => {
    const found = await day('2026-03-28', inNewYork)
    expect([found[0], found.at(-1)]).toEqual(['2026-03-28T21:59:59.999Z', '2026-03-29T03:59:59.999Z'])
  })

  it('and the day after it leave nothing out and count nothing twice', async () => {
    const all = await instants('created_at>=2026-03-28&created_at<=2026-03-30')
    const days = [...(await day('2026-03-28')), ...(await day('2026-03-29')), ...(await day('2026-03-30'))]
    expect(days).toEqual(all)
  })
})

describe('the name of an exported file', () => {
  it('has the day of whoever asks for it', async () => {
    const dayFor = async (time_zone: string) => {
      const user = await kontor.make.user({ merchant, roles: ['USER_ALL'] })
      const { provider } = kontor.databases
      await provider.updateTable('platform_user').set({ time_zone }).where('id', '=', user.id).execute()
      const { beginSession } = await import('../../identity/access/sessions.ts')
      const secret = await provider.transaction().execute((trx) => beginSession(trx, user.id, new Date()))
      const { headers } = await fetch(`${kontor.url}/v1/refund/export?format=csv`, {
        headers: { cookie: `kontor=${secret}` },
      })
      return /filename="refund-(\d{4}-\d\d-\d\d)\.csv"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? ''
    }
    // 25 hours apart: they never have the same day.
    const [last, first] = [await dayFor('Pacific/Niue'), await dayFor('Pacific/Kiritimati')]
    expect(last).toMatch(/^\d/)
    expect(first > last).toBe(true)
  })
})

describe('an instant', () => {
  it('is a bound to the millisecond, on both sides inclusive', async () => {
    const found = await instants('created_at>=2026-03-29T00:59:59.999Z&created_at<=2026-03-29T01:00:00Z')
    expect(found).toEqual(['2026-03-29T00:59:59.999Z', '2026-03-29T01:00:00.000Z'])
  })

  it('means the same with any offset', async () => {
    const query = (from: string, to: string) =>
      `created_at>=${encodeURIComponent(from)}&created_at<=${encodeURIComponent(to)}`
    const amsterdam = await instants(query('2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00'))
    expect(amsterdam).toEqual(await instants(query('2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z')))
    expect(amsterdam).toHaveLength(3)
  })
})
