import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { fold } from './fold.ts'
import { rebuild } from './rebuild.ts'
import { everyDay } from './verify.ts'

let kontor: TestApp

beforeAll(async () => {
  kontor = await startTestApp()
})
afterAll(() => kontor.stop())

it('A count is that of the list also while a payment is set aside that the roll-ups cannot take', async () => {
  const db = kontor.databases.provider
  const [shop, other] = [await kontor.make.merchant(), await kontor.make.merchant()]
  await kontor.make.transaction(shop)
  await kontor.make.transaction(other)
  // Random text longer than an index entry allows, which compression cannot shorten.
  const browser = Array.from({ length: 400 }, () => randomUUID()).join('')
  const { id } = await kontor.make.transaction(shop, { browser })
  const aside: string[] = []
  while (await fold(db, 16, ({ reason }) => aside.push(reason)));
  expect(aside).toEqual([expect.stringContaining('index row')])

  const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  const neighbour = await kontor.make.cookie({ merchant: other.merchant, roles: ['USER_ALL'] })
  const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  const compare = async (who: string, expected: number) => {
    const [{ body: rows }, { body: counted }] = [
      await kontor.get(who, '/v1/transaction'),
      await kontor.get(who, '/v1/transaction/count'),
    ]
    expect([rows.length, counted]).toEqual([expected, { count: expected }])
  }
  await compare(owner, 2)
  await compare(neighbour, 1)
  await compare(staff, 3)

  const admin = new pg.Client(kontor.database.adminUrl)
  await admin.connect()
  await admin.query('update transaction set browser = null where id = $1', [id])
  await admin.end()
  const days = await everyDay(db)
  if (!days) throw new Error('there are payments')
  await rebuild(db, days)
  await compare(owner, 2)
})
