import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EngineTime } from '../../contract/src/platform/clock.schemas.ts'
import { startTestApp, type TestApp, until } from './harness.ts'

let test: TestApp
let superUser: string
beforeAll(async () => {
  test = await startTestApp()
  superUser = await test.make.cookie({ roles: ['PSP_ALL', 'PSP_SUPER'] })
})
afterAll(() => test.stop())

async function becomeDemo() {
  const owner = new pg.Client(test.database.adminUrl)
  await owner.connect()
  await owner.query('update installation set demo = true')
  await owner.end()
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const time = async (): Promise<EngineTime> => (await test.get(superUser, '/v1/clock')).body

describe('the clock of the engine', () => {
  it('is the wall clock, and stays it on an installation that is no demo', async () => {
    const refused = await test.post(superUser, '/v1/psp/clock', { to: inDays(2) })
    expect([refused.status, refused.body.code]).toEqual([409, 'not_a_demo'])
    const { now, is_moved } = await time()
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(5_000)
    expect(is_moved).toBe(false)
    const { provider } = test.databases
    await expect(provider.updateTable('installation').set({ clock_offset_ms: 1 }).execute()).rejects.toThrow(
      /installation_clock_only_in_demo/,
    )
  })

  it('goes forward in a demo, never back, and only for the provider’s super users', { timeout: 60_000 }, async () => {
    await becomeDemo()
    const staff = await test.make.cookie({ roles: ['PSP_ALL'] })
    expect((await test.post(staff, '/v1/psp/clock', { to: inDays(2) })).status).toBe(403)
    expect((await test.post(superUser, '/v1/psp/clock', { to: inDays(-1) })).body.code).toBe('not_in_the_future')
    expect((await test.post(superUser, '/v1/psp/clock', { to: inDays(40_000) })).body.code).toBe('too_far')

    const to = inDays(40)
    expect((await test.post(superUser, '/v1/psp/clock', { to })).body.moving_to).toBe(to)
    const next = await time()
    expect(next.moving_to === to || Date.parse(next.now) >= Date.parse(to), 'on its way, or there').toBe(true)
    // Each of the forty days is carried out by all jobs, those of the ledger too.
    const arrived = await until(time, ({ moving_to, is_moved }) => moving_to === null && is_moved, 45_000)
    expect(Date.parse(arrived.now) - Date.parse(to)).toBeGreaterThanOrEqual(0)
    expect(Date.parse(arrived.now) - Date.parse(to)).toBeLessThan(10_000)
  })

  it('is what payments are dated by, while people stay signed in by the wall clock', async () => {
    const { merchant, profile } = await test.make.merchant()
    await test.connect(merchant)
    const user = await test.make.cookie({ merchant, roles: ['USER_ALL'] })
    const paid = await test.post(user, '/v1/transaction', {
      payment_profile: profile,
      amount: 100,
      payment_product: 'card',
      merchant_reference: 'later',
      card_token: 'test_visa',
    })
    expect(paid.status).toBe(201)
    expect(Date.parse(paid.body.created_at)).toBeGreaterThan(Date.parse(inDays(39)))
    const settled = await until(
      async () => (await test.get(user, `/v1/transaction/${paid.body.id}`)).body,
      ({ status }) => status === 'SETTLEMENT_COMPLETED',
    )
    expect(Date.parse(settled.last_status_update)).toBeGreaterThan(Date.parse(inDays(39)))
    expect((await test.get(superUser, '/v1/auth/session')).status).toBe(200)
  })

  it('is the time of a webhook’s next try too, although its tries wait by the wall clock', async () => {
    const { merchant } = await test.make.merchant()
    const user = await test.make.cookie({ merchant, roles: ['USER_ALL'] })
    const id = await test.make.webhook(merchant, { outcome: null })
    const inAnHour = new Date(Date.now() + 3_600_000)
    await test.databases.provider
      .updateTable('webhook')
      .set({ next_attempt_at: inAnHour.toISOString() })
      .where('id', '=', id)
      .execute()
    const { now } = await time()
    const { body } = await test.get(user, `/v1/webhook/${id}`)
    const ahead_ms = Date.parse(body.next_attempt_at) - Date.parse(now)
    expect(ahead_ms).toBeGreaterThan(3_500_000)
    expect(ahead_ms).toBeLessThanOrEqual(3_600_000)
  })
})
