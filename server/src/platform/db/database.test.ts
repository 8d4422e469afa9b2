import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { engineActor } from './actor.ts'
import { type Databases, inTransaction, openDatabases, type Reader } from './database.ts'
import { kept } from './kept-plans.ts'

let kontor: TestApp
let few: Databases
let merchants: string[]

beforeAll(async () => {
  kontor = await startTestApp()
  few = openDatabases(kontor.database, () => {}, { merchant: 4, provider: 4 })
  const made = Array.from({ length: 20 }, () => kontor.make.merchant())
  merchants = (await Promise.all(made)).map(({ merchant }) => merchant)
  for (const merchant of merchants) await kontor.make.tag(merchant)
})
afterAll(async () => {
  await few.close()
  await kontor.stop()
})

const seen = (databases: Databases, merchant: string) =>
  inTransaction(databases, engineActor(merchant, 'system'), (trx) =>
    trx.selectFrom('tag').select('merchant_id').execute(),
  )

describe('a connection that is used for one merchant after another', () => {
  it('shows each its own rows: 2,000 requests of 20 merchants over 4 connections', async () => {
    const asked = Array.from({ length: 2_000 }, (_, n) => merchants[(n * 7) % 20] ?? '')
    const answers = await Promise.all(asked.map((merchant) => seen(few, merchant)))
    const foreign = answers.flatMap((rows, n) => rows.filter(({ merchant_id }) => merchant_id !== asked[n]))
    expect(foreign).toEqual([])
    expect(answers.filter((rows) => rows.length !== 1)).toEqual([])
  })

  it('keeps nothing when a transaction fails', async () => {
    for (const merchant of merchants.slice(0, 8))
      await inTransaction(few, engineActor(merchant, 'system'), () => Promise.reject(new Error('no'))).catch(() => {})
    expect(await few.merchant.selectFrom('tag').select('id').execute()).toEqual([])
  })

  it('shows nothing where no merchant was named', async () => {
    await Promise.all(merchants.map((merchant) => seen(few, merchant)))
    const rows = await Promise.all(merchants.map(() => few.merchant.selectFrom('tag').select('id').execute()))
    expect(rows.flat()).toEqual([])
    const { rows: settings } = await sql<{
      actor: string
    }>`select current_setting('kontor.actor', true) as actor`.execute(few.merchant)
    expect(settings[0]?.actor || null).toBeNull()
  })
})

describe('a transaction that repeats its statements', () => {
  it('has each planned once, and leaves others alone', async () => {
    const one = openDatabases(kontor.database.direct, () => {}, { merchant: 1, provider: 1 })
    const merchant = merchants[0] ?? ''
    const tagsOf = (db: Reader) => db.selectFrom('tag').select('text').where('merchant_id', '=', merchant).execute()
    for (const _ of [1, 2, 3]) await inTransaction(one, engineActor(merchant, 'system'), tagsOf, { plans: 'repeated' })
    await one.merchant.selectFrom('tag').select('color').where('merchant_id', '=', merchant).execute()
    await inTransaction(one, engineActor(merchant, 'system'), (trx) =>
      trx.selectFrom('tag').select('id').where('merchant_id', '=', merchant).execute(),
    )
    const { rows } = await sql`select generic_plans, custom_plans, statement like 'select "text"%' as is_it
      from pg_prepared_statements`.execute(one.merchant)
    await one.close()
    expect(rows).toEqual([{ generic_plans: 3, custom_plans: 0, is_it: true }])
  })

  it('has them planned once also when addresses of lists have taken all places of the marked ones', async () => {
    const one = openDatabases(kontor.database.direct, () => {}, { merchant: 1, provider: 1 })
    const actor = engineActor(merchants[0] ?? '', 'system')
    const inOne = (statement: ReturnType<typeof sql>, given = {}) =>
      inTransaction(one, actor, (trx) => statement.execute(trx), given)
    for (let list = 0; list < 40; list += 1) await inOne(sql`${kept}select ${sql.lit(list)}::int + ${1}::int as next`)
    await inOne(sql`${kept}select 'a payment' as row, ${1}::int as id`, { plans: 'repeated' })
    const { rows } = await sql`select generic_plans, custom_plans from pg_prepared_statements
      where statement like '%a payment%'`.execute(one.merchant)
    await one.close()
    expect(rows).toEqual([{ generic_plans: 1, custom_plans: 0 }])
  })
})

describe('a value from the database', () => {
  const value = async (expression: string) =>
    (await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(few.provider)).rows[0]?.value

  it.each([
    [`9007199254740991::bigint`, 9007199254740991],
    [`timestamptz '2026-10-01 14:00:00.5+02'`, '2026-10-01T12:00:00.500Z'],
    [`timestamptz '0099-01-01 00:00:00+00'`, '0099-01-01T00:00:00.000Z'],
    [`date '2026-10-01'`, '2026-10-01'],
  ])('%s is %s on the wire', async (expression, wire) => expect(await value(expression)).toBe(wire))

  it('that no JSON number holds is never rounded', async () =>
    expect(value('9007199254740993::bigint')).rejects.toThrow(RangeError))
})
