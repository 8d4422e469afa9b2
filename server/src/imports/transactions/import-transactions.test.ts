import { randomBytes } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Databases, openDatabases } from '../../platform/db/database.ts'
import { parseMapping } from '../file/mapping.ts'
import type { Rejection } from '../file/problem.ts'
import { deterministicId } from './deterministic-id.ts'
import { ensureMonths } from './ensure-months.ts'
import { readRow } from './import-row.ts'
import { findTarget } from './import-target.ts'
import { type ImportRequest, importTransactions } from './import-transactions.ts'
import { writeRows } from './write-rows.ts'

const cdnow = join(import.meta.dirname, '../../../../../shared/data/cdnow.csv')
let database: TestDatabase
let databases: Databases

beforeAll(async () => {
  database = await createTestDatabase()
  databases = openDatabases(database, () => {})
})
afterAll(async () => {
  await databases.close()
  await database.drop()
})

/** A merchant with one shop and one card processor. */
async function makeShop(currency = 'EUR', timeZone = 'Europe/Amsterdam'): Promise<string> {
  const merchant = v7()
  const profile = v7()
  const processor = v7()
  await databases.provider.transaction().execute(async (trx) => {
    await sql`insert into merchant (id, name, country_code, time_zone) values (${merchant}, 'Shop', 'NL', ${timeZone})`.execute(
      trx,
    )
    await sql`insert into organisation (merchant_id, id, name, depth) values (${merchant}, ${merchant}, 'Shop', 0)`.execute(
      trx,
    )
    await sql`insert into payment_profile (merchant_id, id, organisation_id, name, display_name, currency_code)
      values (${merchant}, ${profile}, ${merchant}, 'Shop', 'Shop', ${currency})`.execute(trx)
    await sql`insert into processor (merchant_id, id, organisation_id, name, gateway, payment_product, url, credential)
      values (${merchant}, ${processor}, ${merchant}, 'Card', 'sandbox', 'card', 'http://localhost', ${randomBytes(8)})`.execute(
      trx,
    )
    await sql`insert into payment_profile_processor values (${merchant}, ${profile}, ${processor}, 0)`.execute(trx)
  })
  return profile
}

type Options = Partial<Omit<ImportRequest, 'mapping' | 'bytes'>> & { map?: string }

async function importText(profile: string, content: string | Buffer, { map, ...options }: Options = {}) {
  const rejections: Rejection[] = []
  const summary = await importTransactions(databases.provider, {
    bytes: piecesOf(Buffer.from(content)),
    fileName: 'orders.csv',
    paymentProfile: profile,
    mapping: parseMapping(map ?? 'reference=order,amount=total,created_at=date'),
    now: new Date('2026-01-01T00:00:00Z'),
    onRejected: async (rejection) => void rejections.push(rejection),
    ...options,
  })
  return { ...summary, rejections, reasons: rejections.map(({ line, code }) => `${line} ${code}`) }
}

/** The beginning in small pieces, so that line ends and characters are split. */
async function* piecesOf(content: Buffer) {
  const start = Math.min(content.length, 5000)
  for (let at = 0; at < start; at += 7) yield content.subarray(at, Math.min(at + 7, start))
  for (let at = start; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536)
}

async function rowsOf(profile: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select t.*, c.reference as customer from transaction t left join customer c on c.id = t.customer_id
    where payment_profile_id = ${profile} order by merchant_reference`.execute(databases.provider)
  return rows
}

async function totalsOf(profile: string) {
  const { rows } = await sql`
    select count(*) as transactions, count(distinct customer_id) as customers, coalesce(sum(amount), 0)::bigint as amount
    from transaction where payment_profile_id = ${profile}`.execute(databases.provider)
  return rows[0]
}

describe('what an import writes', () => {
  it('is a settled payment, its customer, one event and one delta', async () => {
    const profile = await makeShop()
    const summary = await importText(profile, 'order,total,date,who\nA-1,11.77,2021-03-05,7\n', {
      map: 'reference=order,amount=total,created_at=date,customer=who',
    })
    expect(summary).toMatchObject({ read: 1, added: 1, known: 0, rejected: 0, finished: true })
    const [row] = await rowsOf(profile)
    expect(row).toMatchObject({
      amount: 1177,
      captured_amount: 1177,
      currency_code: 'EUR',
      status: 'SETTLEMENT_COMPLETED',
      created_at: '2021-03-04T23:00:00.000Z',
      customer: '7',
      processor_id_external: `prior_${row?.id}`,
    })
    const { rows: events } = await sql`select * from transaction_event where transaction_id = ${row?.id}`.execute(
      databases.provider,
    )
    expect(events).toMatchObject([
      { from_status: null, to_status: 'SETTLEMENT_COMPLETED', actor_kind: 'import', actor_name: 'orders.csv' },
    ])
    const { rows: attempts } = await sql`select * from payment_attempt where transaction_id = ${row?.id}`.execute(
      databases.provider,
    )
    expect(attempts).toMatchObject([{ id: row?.id, attempt: 1, state: 'APPROVED', began_at: row?.created_at }])
    const { rows: deltas } = await sql`select * from statistics_delta where payment_profile_id = ${profile}`.execute(
      databases.provider,
    )
    expect(deltas).toMatchObject([
      { entity: 'transaction', n: 1, amount: 1177, visited: row?.visited, created_at: row?.created_at },
    ])
    const { rows: runs } = await sql`select * from import where payment_profile_id = ${profile}`.execute(
      databases.provider,
    )
    expect(runs).toMatchObject([
      { status: 'DONE', rows_read: 1, rows_new: 1, rows_known: 0, rows_rejected: 0, finished_at: expect.any(String) },
    ])
  })

  it('is nothing the second time, and only the rest for a longer file', async () => {
    const profile = await makeShop()
    const start = 'order,total,date\nA,1.00,2021-03-05\nA,1.00,2021-03-05\n'
    expect(await importText(profile, start)).toMatchObject({ added: 2, known: 0 })
    expect(await importText(profile, start)).toMatchObject({ added: 0, known: 2 })
    expect(await importText(profile, `${start}B,2.00,2021-03-06\n`)).toMatchObject({ added: 1, known: 2 })
    expect(await totalsOf(profile)).toMatchObject({ transactions: 3, amount: 400 })
  })

  it('is nothing for the same payments in other lines, with a third of equal ones as a new one', async () => {
    const profile = await makeShop()
    await importText(profile, 'order,total,date\nA,1.00,2021-03-05\nA,1.00,2021-03-05\n')
    const shifted = 'order,total,date\nB,2.00,2021-03-06\nA,1.0,2021-03-05\nA,1.00,2021-03-05\nA,1.00,2021-03-05\n'
    expect(await importText(profile, shifted)).toMatchObject({ added: 2, known: 2 })
    expect(await totalsOf(profile)).toMatchObject({ transactions: 4, amount: 500 })
  })

  it('is nothing for a payment that an earlier version named after its line', async () => {
    const profile = await makeShop()
    const file = 'order,total,date\nA,1.00,2021-03-05\n'
    const shop = await findTarget(databases.provider, profile)
    const readInstant = () => Date.parse('2021-03-04T23:00:00Z')
    const readers = { reference: () => 'A', amount: () => '1.00', created_at: () => '2021-03-05' }
    const context = { ...shop, readers, decimal: '.', readInstant, now: new Date() } as const
    const row = readRow({ line: 2, fields: [] }, context, 1)
    if (typeof row === 'string') throw new Error(row)
    const former = { ...row, id: deterministicId(readInstant(), [profile, 2, 'A', '', 100, readInstant()]) }
    await ensureMonths(databases.provider, [row], new Set())
    await databases.provider.transaction().execute((trx) => writeRows(trx, shop, 'old.csv', [former]))
    expect(await importText(profile, file)).toMatchObject({ added: 0, known: 1 })
  })

  it('makes the months of its payments while others read payments, as an export does', async () => {
    const profile = await makeShop()
    const shop = await findTarget(databases.provider, profile)
    const reader = await databases.provider.startTransaction().execute()
    await reader.selectFrom('transaction').select('id').limit(1).execute()
    await ensureMonths(databases.provider, [{ created_at: '2009-02-03T00:00:00.000Z' }], new Set())
    // The reader goes on.
    await reader.selectFrom('transaction').select('id').where('merchant_id', '=', shop.merchant_id).execute()
    await reader.rollback().execute()
    expect(await importText(profile, 'order,total,date\nA,1.00,2009-02-03\n')).toMatchObject({ added: 1 })
    expect(await totalsOf(profile)).toMatchObject({ transactions: 1, amount: 100 })
  })

  it('goes on after a stop', async () => {
    const profile = await makeShop()
    const lines = Array.from({ length: 2500 }, (_, index) => `A-${index},1.00,2021-03-05`)
    const content = `order,total,date\n${lines.join('\n')}\n`
    const stop = new AbortController()
    const first = await importText(profile, content, { signal: stop.signal, onProgress: () => stop.abort() })
    expect(first).toMatchObject({ finished: false, added: 1000 })
    expect(await importText(profile, content)).toMatchObject({ finished: true, added: 1500, known: 1000 })
  })
})

describe('dirty files', () => {
  it('take columns in any order', async () => {
    const profile = await makeShop()
    expect(await importText(profile, 'date,x,total,order\n2021-03-05,?,5.00,A\n')).toMatchObject({ added: 1 })
    expect(await rowsOf(profile)).toMatchObject([{ merchant_reference: 'A', amount: 500 }])
  })

  it('take semicolons with decimal commas, grouped thousands, and a byte order mark', async () => {
    const profile = await makeShop()
    const content =
      '\uFEFForder;total;date\r\nA;1.234,50;2021-03-05\r\nB;7,5;2021-03-05\r\nC;12;2021-03-05\r\nD;1.234;2021-03-05\r\n'
    expect(await importText(profile, content)).toMatchObject({
      added: 3,
      delimiter: ';',
      decimal: ',',
      reasons: ['5 amount_not_a_number'],
    })
    expect((await rowsOf(profile)).map(({ amount }) => amount)).toEqual([123_450, 750, 1200])
  })

  it('take dates with the day or the month first, where the order is named', async () => {
    const content = 'order;total;date\nA;1,00;01-03-2021\nB;1,00;2021-03-05\n'
    expect((await importText(await makeShop(), content)).reasons).toEqual(['2 created_at_not_a_date'])
    const daysIn = async (dateOrder: 'dmy' | 'mdy') => {
      const profile = await makeShop('EUR', 'UTC')
      await importText(profile, content, { dateOrder })
      return (await rowsOf(profile)).map(({ created_at }) => String(created_at).slice(0, 10))
    }
    expect(await daysIn('dmy')).toEqual(['2021-03-01', '2021-03-05'])
    expect(await daysIn('mdy')).toEqual(['2021-01-03', '2021-03-05'])
  })

  it('never take grouped thousands for decimals', async () => {
    const profile = await makeShop()
    const content = 'order;total;date\nA;1.000;2021-03-05\nB;12.500;2021-03-05\nC;250;2021-03-05\nD;0.500;2021-03-05\n'
    expect(await importText(profile, content)).toMatchObject({
      added: 2,
      reasons: ['2 amount_ambiguous', '3 amount_ambiguous'],
    })
    const dinars = await makeShop('KWD')
    expect(await importText(dinars, content)).toMatchObject({ added: 4 })
  })

  it('pass over empty lines, take an amount of zero, and name every line that cannot be taken', async () => {
    const profile = await makeShop()
    const lines = [
      'order,total,date',
      'A,1.00,2021-03-05',
      '',
      'B,-1.00,2021-03-05',
      'C,0.00,2021-03-05',
      'D,1.0055,2021-03-05',
      'E,1.00,2021-02-30',
      'F,9007199254740993,2021-03-05',
      'G,1.00,2021-03-05,more',
      '4111 1111 1111 1111,1.00,2021-03-05',
      `${'x'.repeat(101)},1.00,2021-03-05`,
      'H,ten,2021-03-05',
      'I,1.00,05/03/2021',
      'J,1.00,2999-01-01',
      ',1.00,2021-03-05',
      'K,,2021-03-05',
      'L,1.00,',
      'M,1.50,2021-03-05T23:30:00Z',
      'N,10000000000.00,2021-03-05',
      'O,10000000000.01,2021-03-05',
    ]
    const { added, reasons, read } = await importText(profile, lines.join('\n'))
    expect(reasons).toEqual([
      '4 amount_negative',
      '6 amount_too_many_decimals',
      '7 created_at_does_not_exist',
      '8 amount_too_large',
      '9 wrong_number_of_fields',
      '10 card_number',
      '11 reference_too_long',
      '12 amount_not_a_number',
      '13 created_at_not_a_date',
      '14 created_at_out_of_range',
      '15 reference_missing',
      '16 amount_missing',
      '17 created_at_missing',
      // The largest payment is accepted, a cent more is not.
      '20 amount_too_large',
    ])
    expect({ added, read }).toEqual({ added: 4, read: 18 })
  })

  it('may hold a quoted line end; an unclosed quotation mark costs its own line alone', async () => {
    const profile = await makeShop()
    const content =
      'order,total,date,note\n"A ""1""",1.00,2021-03-05,"two\nlines"\nB,1.00,2021-03-05,"open\nC,1.00,2021-03-05,x\nD,1.00,2021-03-05,"y"\n'
    const { added, rejections } = await importText(profile, content)
    expect(added).toBe(3)
    expect(rejections).toEqual([{ line: 4, code: 'quote_not_closed', fields: ['B,1.00,2021-03-05,"open'] }])
    expect((await rowsOf(profile)).map((row) => row.merchant_reference)).toEqual(['A "1"', 'C', 'D'])
  })

  it('may have 200 columns', async () => {
    const profile = await makeShop()
    const header = Array.from({ length: 197 }, (_, index) => `column ${index}`)
    const content = [
      [...header, 'order', 'total', 'date'],
      [...header.map(() => 'x'), 'A', '3.00', '2021-03-05'],
    ]
      .map((row) => row.join(','))
      .join('\n')
    expect(await importText(profile, content)).toMatchObject({ added: 1 })
  })

  it('may be written in Latin-1; read as UTF-8 its letters are refused, not mangled', async () => {
    const profile = await makeShop()
    const content = Buffer.from('order,total,date\nCaf\u00e9,1.00,2021-03-05\n', 'latin1')
    expect(await importText(profile, content)).toMatchObject({ reasons: ['2 invalid_characters'] })
    expect(await importText(profile, content, { encoding: 'latin1' })).toMatchObject({ added: 1 })
  })

  it('lose one line alone when the database refuses it', async () => {
    const profile = await makeShop()
    await sql`alter table transaction add constraint odd check (merchant_reference <> 'odd') not valid`.execute(
      await admin(),
    )
    const lines = Array.from({ length: 50 }, (_, index) => `${index === 31 ? 'odd' : `A-${index}`},1.00,2021-03-05`)
    expect(await importText(profile, `order,total,date\n${lines.join('\n')}`)).toMatchObject({
      added: 49,
      reasons: ['33 refused_by_database'],
    })
  })
})

describe('files that do not fit', () => {
  const refusalOf = async (content: string, options: Options = {}) => {
    const profile = await makeShop()
    const error = await importText(profile, content, options).catch((reason: unknown) => reason)
    expect(await totalsOf(profile)).toMatchObject({ transactions: 0 })
    return error instanceof Error ? `${error.name}: ${error.message}` : 'no error'
  }

  it('are refused with one clear sentence before anything is written', async () => {
    expect(await refusalOf('')).toBe('ImportProblem: The file is empty.')
    expect(await refusalOf('order,sum,date\nA,1.00,2021-03-05\n')).toBe(
      'ImportProblem: There is no column "total". The file has: order, sum, date.',
    )
    expect(await refusalOf('order,total,date,total\n')).toMatch('There are two columns "total".')
    expect(await refusalOf('order,total,date\nA,"1,00",2021-03-05\nB,1.00,2021-03-05\n')).toMatch('--decimal')
    expect(await refusalOf('order,total,date\n', { map: 'reference=order,amount=total' })).toMatch('lacks created_at')
    expect(await refusalOf('order,total,date\n', { map: 'order=order' })).toMatch('is not target=column')
    expect(await refusalOf('order,total,date\n', { processor: v7() })).toMatch('does not have processor')
    expect(await refusalOf('order,total,date\n', { encoding: 'klingon' })).toMatch('no encoding')
    expect(await refusalOf('x'.repeat(1_500_000))).toMatch('is this a CSV file?')
  })
})

describe('the mapping', () => {
  it('knows templates, constants and optional columns', async () => {
    const profile = await makeShop('JPY', 'Asia/Tokyo')
    const map = 'reference={shop}/{line},amount=a,created_at=d,customer=c,name=n,email=e,country_code==jp,currency=cur'
    const content =
      'shop,a,d,c,n,e,cur\nGinza,1200,2021-03-05 10:00,7,Akira van Dam,a@example.jp,JPY\nGinza,1200,2021-03-05,7,x,y,EUR\n'
    expect(await importText(profile, content, { map })).toMatchObject({ added: 1, reasons: ['3 currency_differs'] })
    expect(await rowsOf(profile)).toMatchObject([
      { merchant_reference: 'Ginza/2', amount: 1200, country_code: 'JP', created_at: '2021-03-05T01:00:00.000Z' },
    ])
    const { rows } = await sql`select * from customer where email_address = 'a@example.jp'`.execute(databases.provider)
    expect(rows).toMatchObject([{ first_name: 'Akira', last_name: 'van Dam', reference: '7', country_code: 'JP' }])
  })
})

const hasCdnow = existsSync(cdnow)
describe.skipIf(!hasCdnow)(
  `the purchases of CDNOW${hasCdnow ? '' : ' (skipped: ../shared/data/cdnow.csv is not there)'}`,
  () => {
    const map = 'reference=CDNOW-{line},customer=customer_id,amount=amount,created_at=date'
    const whole = { transactions: 69_659, customers: 23_544, amount: 250_031_563 }

    it('are all there once, however often and in however many parts they come', { timeout: 300_000 }, async () => {
      const profile = await makeShop('USD', 'America/New_York')
      const text = await readFile(cdnow, 'utf8')
      const beginning = text.split('\n').slice(0, 3_001).join('\n')
      expect(await importText(profile, beginning, { map })).toMatchObject({ added: 3_000, rejected: 0 })
      const bytes = () => createReadStream(cdnow)
      expect(await importText(profile, '', { map, bytes: bytes() } as Options)).toMatchObject({
        added: 66_659,
        known: 3_000,
        rejected: 0,
      })
      expect(await totalsOf(profile)).toEqual(whole)
      expect(await importText(profile, '', { map, bytes: bytes() } as Options)).toMatchObject({
        added: 0,
        known: 69_659,
        rejected: 0,
      })
      expect(await totalsOf(profile)).toEqual(whole)
    })
  },
)

async function admin() {
  const { Kysely, PostgresDialect } = await import('kysely')
  const { default: pg } = await import('pg')
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.adminUrl, max: 1 }) }),
  })
  closers.push(() => db.destroy())
  return db
}
const closers: (() => Promise<void>)[] = []
afterAll(async () => void (await Promise.all(closers.map((close) => close()))))
