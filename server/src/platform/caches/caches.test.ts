import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import { Caches } from './caches.ts'
import { MemoryCache } from './memory-cache.ts'

let kontor: TestApp
let boss: string

beforeAll(async () => {
  kontor = await startTestApp()
})
afterAll(() => kontor.stop())
beforeEach(async () => {
  boss = await kontor.make.cookie({ roles: ['PSP_SUPER'] })
})

const read = async () => (await kontor.get(boss, '/v1/psp/cache')).body
const cacheNamed = async (name: string) => (await read()).caches.find((each: { name: string }) => each.name === name)
const remove = (cache: string, key: string, who = boss) => kontor.post(who, '/v1/psp/cache/remove', { cache, key })

it('A key is removed from the memory of every process, and the removal says who and when', async () => {
  const [one, other] = [new Caches(), new Caches()]
  const kept = [one, other].map((caches) => caches.inMemory<string>('card_fields'))
  for (const cache of kept) for (const key of ['a', 'b']) cache.set(key, 'https://fields.example')
  const { provider } = kontor.databases
  const problems: unknown[] = []
  const real = Date.now
  // The clock of these processes is an hour fast.
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + 3_600_000)
  const following = [one, other].map((caches) => caches.follow(provider, (error) => problems.push(error)))
  clock.mockRestore()
  const { status, body } = await remove('card_fields', ' a ')
  // The memory of the process that answers is another one.
  expect(body.was_there).toBe(false)
  expect([status, body.removals[0]]).toMatchObject([200, { cache: 'card_fields', key: 'a' }])
  expect(body.removals[0].removed_by).toMatch(/^User/)
  for (const cache of kept) {
    await until(
      async () => cache.get('a'),
      (value) => value === undefined,
    )
    expect(cache.get('b')).toBe('https://fields.example')
  }
  // What is kept anew afterwards stays.
  kept[0]?.set('a', 'https://new.example')
  await remove('card_fields', 'b')
  await until(
    async () => kept[0]?.get('b'),
    (value) => value === undefined,
  )
  expect(kept[0]?.get('a')).toBe('https://new.example')
  for (const each of following) await each.stop()
  expect(problems).toEqual([])
})

it('A cache counts what it has, and knows its oldest', async () => {
  const cache = new MemoryCache<number>()
  expect(cache.use()).toEqual({ count: 0, oldest_at: null })
  cache.set('a', 1)
  const { oldest_at } = cache.use()
  cache.set('b', 2)
  expect(cache.use()).toEqual({ count: 2, oldest_at })
  cache.delete('a')
  expect(cache.use().count).toBe(1)
})

it('The volume of a day is removed at once, and the next payment adds it up again', async () => {
  const shop = await kontor.make.merchant()
  await kontor.connect(shop.merchant)
  const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  const limits = {
    largest_payment: null,
    daily_volume: 10_000,
    largest_refund: null,
    refund_days: null,
    reason: 'Agreed',
  }
  await kontor.post(staff, `/v1/psp/merchant/${shop.merchant}/limits`, limits)
  const pay = (amount: number) =>
    kontor.post(staff, '/v1/transaction', {
      ...{ payment_profile: shop.profile, amount, payment_product: 'card', card_token: 'test_visa' },
      merchant_reference: 'Order 1',
    })
  await pay(6_000)
  expect(await cacheNamed('day_volumes')).toMatchObject({ count: 1, oldest_at: expect.any(String) })
  expect((await remove('day_volumes', 'nonsense')).body.was_there).toBe(false)
  expect((await remove('day_volumes', shop.merchant)).body.was_there).toBe(true)
  expect((await remove('day_volumes', shop.merchant)).body.was_there).toBe(false)
  expect(await cacheNamed('day_volumes')).toMatchObject({ count: 0, oldest_at: null })
  expect((await pay(4_001)).body.code).toBe('daily_volume_exceeded')
})

it('Only super users see caches and remove from them, and only from those that there are', async () => {
  const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  expect((await kontor.get(staff, '/v1/psp/cache')).status).toBe(403)
  expect((await remove('card_fields', 'a', staff)).status).toBe(403)
  expect((await remove('sessions', 'a')).body.details).toHaveProperty(['body.cache'])
  expect((await remove('card_fields', ' ')).body.details).toEqual({ 'body.key': 'required' })
  for (let at = 0; at < 22; at += 1) await remove('card_fields', `key ${at}`)
  const { removals } = await read()
  expect(removals).toHaveLength(20)
  expect(removals[0].key).toBe('key 21')
})
