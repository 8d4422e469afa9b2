import { randomUUID } from 'node:crypto'
import { parseListQuery } from '@kontor/contract/lists/list-query'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { transactionSource } from '../../payments/transaction.rows.ts'
import { type Actor, engineActor } from '../../platform/db/actor.ts'
import { inTransaction, type Trx } from '../../platform/db/database.ts'
import { countOf } from '../../platform/http/entity-routes.ts'
import { countByRollup } from './count-by-rollup.ts'
import { fold } from './fold.ts'
import { rebuild } from './rebuild.ts'
import { everyDay } from './verify.ts'

let kontor: TestApp

beforeAll(async () => {
  kontor = await startTestApp()
})
afterAll(() => kontor.stop())

const everybody: Actor = { ...engineActor('', 'system'), scope: { merchant: null } }

/** A count, and how often it began to read a table of payments. */
const readsOfPayments = (actor: Actor) =>
  inTransaction(kontor.databases, actor, async (trx) => {
    // What the connection did before stays in these numbers for a while.
    const before = await readsSoFar(trx)
    const list = parseListQuery(transaction, {})
    const query = 'query' in list ? list.query : expect.unreachable()
    const count = await countOf({ quickCount: countByRollup }, transactionSource, trx, actor, query)
    return { count, reads: (await readsSoFar(trx)) - before }
  })

async function readsSoFar(trx: Trx): Promise<number> {
  const { rows } = await sql<{ reads: number }>`select coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0)::int as reads
    from pg_stat_xact_user_tables where relname ~ '^transaction(_[0-9]|$)'`.execute(trx)
  return rows[0]?.reads ?? 0
}

it('A count is that of the list, and reads no row, also while a payment is set aside that the roll-ups cannot take', async () => {
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
  expect(await readsOfPayments(everybody)).toEqual({ count: 3, reads: 0 })
  expect(await readsOfPayments(engineActor(shop.merchant, 'system'))).toEqual({ count: 2, reads: 0 })
  expect(await readsOfPayments(engineActor(other.merchant, 'system'))).toEqual({ count: 1, reads: 0 })

  const admin = new pg.Client(kontor.database.adminUrl)
  await admin.connect()
  await admin.query('update transaction set browser = null where id = $1', [id])
  await admin.end()
  const days = await everyDay(db)
  if (!days) throw new Error('there are payments')
  await rebuild(db, days)
  await compare(owner, 2)
})
