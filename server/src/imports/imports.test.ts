import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { credential, startTestApp, type TestApp, until } from '../../test/harness.ts'
import { type MadeMerchant, makers } from '../../test/make.ts'
import { startServerProcess } from '../../test/server-process.ts'
import { housekeepingJobs } from '../housekeeping/housekeeping.ts'
import { openDatabases } from '../platform/db/database.ts'
import { parseMapping } from './file/mapping.ts'
import { importTransactions } from './transactions/import-transactions.ts'

let kontor: TestApp
let shop: MadeMerchant
let staff: string

beforeAll(async () => {
  kontor = await startTestApp({ imports: { poll_ms: 50 } })
  shop = await kontor.make.merchant()
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(() => kontor.stop())

const at = '/v1/psp/import'
const db = () => kontor.databases.provider

type Place = { into: string } | { payment_profile: string }
const into = (merchant = shop.merchant) => ({ into: merchant })
const ofShop = (made: MadeMerchant = shop) => ({ payment_profile: made.profile })

async function upload(
  place: Place,
  content: string | Buffer,
  { name = 'file.csv', who = staff, url = kontor.url } = {},
) {
  const type = 'into' in place ? 'customer' : 'transaction'
  const query = new URLSearchParams({ type, ...place })
  const answer = await fetch(`${url}${at}?${query}`, {
    method: 'POST',
    headers: { cookie: who, 'content-type': 'text/csv', 'x-file-name': encodeURIComponent(name) },
    body: new Uint8Array(Buffer.from(content)),
  })
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

const read = async (id: string) => (await kontor.get(staff, `${at}/${id}`)).body
const sampleOf = (id: string, query = '') => kontor.get(staff, `${at}/${id}/sample${query}`)
const settled = (id: string) =>
  until(
    () => read(id),
    ({ task }) => task === null,
    60_000,
  )

async function checked(place: Place, content: string | Buffer, given: object = {}) {
  const { body } = await upload(place, content)
  const { body: sample } = await sampleOf(body.id)
  const { delimiter, encoding, decimal, mapping } = sample
  const answer = await kontor.post(staff, `${at}/${body.id}/check`, { delimiter, encoding, decimal, mapping, ...given })
  expect(answer).toMatchObject({ status: 200, body: { task: 'check' } })
  return settled(body.id)
}

async function imported(place: Place, content: string | Buffer, given: object = {}) {
  const { id } = await checked(place, content, given)
  expect(await kontor.post(staff, `${at}/${id}/start`)).toMatchObject({ status: 200, body: { status: 'RUNNING' } })
  return settled(id)
}

const rejectionsOf = async (id: string) =>
  (await kontor.get(staff, `${at}/${id}/rejection`)).body.rejections.map(
    ({ line, column, code }: { line: number; column: string | null; code: string }) => `${line} ${column} ${code}`,
  )
const customersOf = async (merchant = shop.merchant) => {
  const { rows } = await sql<{ reference: string; last_name: string | null; date_of_birth: Buffer | null }>`
    select reference, last_name, date_of_birth from customer where merchant_id = ${merchant} and reference is not null
    order by reference`.execute(db())
  return rows
}
const numbered = (count: number, prefix: string) =>
  `reference,email\n${Array.from({ length: count }, (_, n) => `${prefix}${n},${prefix}${n}@test.example`).join('\n')}\n`

describe('a file of customers', () => {
  const text =
    'klantnummer;E-mail;achternaam;geboortedatum;land;opmerking\n' +
    'K1;k1@test.example;Curaçao;1980-02-01;nl;ja\n' +
    'K2;nobody;Jansen;;NL;\n' +
    'K3;k3@test.example;Smit;1980-02-31;NL;=1+1\n' +
    ';k4@test.example;Leeg;;NL;\n' +
    'K1;k1@test.example;Nog eens;;NL;\n' +
    'K6;;Zonder;;XX;\n' +
    'K7;;Zonder;;;\n'

  it('goes through four steps: nothing is written before the last, and what is wrong is said by row and column', async () => {
    const own = await kontor.make.merchant()
    const file = Buffer.from(text, 'latin1')
    const { status, body } = await upload(into(own.merchant), file, { name: 'klanten.csv' })
    expect([status, body.status, body.file_name]).toEqual([201, 'UPLOADED', 'klanten.csv'])

    const { body: sample } = await sampleOf(body.id)
    expect(sample).toMatchObject({ delimiter: ';', encoding: 'windows-1252', same_as: null })
    expect(sample.mapping).toEqual({
      reference: 'klantnummer',
      email_address: 'E-mail',
      last_name: 'achternaam',
      date_of_birth: 'geboortedatum',
      country_code: 'land',
    })
    expect(sample.rows[0]).toEqual({ line: 2, fields: ['K1', 'k1@test.example', 'Curaçao', '1980-02-01', 'nl', 'ja'] })

    const { delimiter, encoding, decimal, mapping } = sample
    await kontor.post(staff, `${at}/${body.id}/check`, { delimiter, encoding, decimal, mapping })
    expect(await settled(body.id)).toMatchObject({ status: 'VALIDATED', rows_read: 7, rows_ok: 2, rows_rejected: 5 })
    expect(await rejectionsOf(body.id)).toEqual([
      '3 E-mail invalid_email',
      '4 geboortedatum invalid_date',
      '5 klantnummer reference_missing',
      '6 klantnummer reference_twice',
      '7 land country_unknown',
    ])
    expect(await customersOf(own.merchant)).toEqual([])

    await kontor.post(staff, `${at}/${body.id}/start`)
    expect(await settled(body.id)).toMatchObject({ status: 'PARTLY_DONE', rows_ok: 2, rows_known: 0, rows_rejected: 5 })
    const made = await customersOf(own.merchant)
    expect(made.map(({ reference, last_name }) => [reference, last_name])).toEqual([
      ['K1', 'Curaçao'],
      ['K7', 'Zonder'],
    ])
    expect(made[0]?.date_of_birth?.includes('1980')).toBe(false)
    const { rows: events } =
      await sql`select kind, actor_kind from customer_event where merchant_id = ${own.merchant}`.execute(db())
    expect(events).toEqual(Array(2).fill({ kind: 'created', actor_kind: 'user' }))

    const original = await fetch(`${kontor.url}${at}/${body.id}/file`, { headers: { cookie: staff } })
    expect(Buffer.from(await original.arrayBuffer()).equals(file)).toBe(true)
    expect(original.headers.get('content-disposition')).toContain('attachment; filename="klanten.csv"')
    expect(original.headers.get('content-type')).toBe('text/csv; charset=windows-1252')
    const rejected = await kontor.get(staff, `${at}/${body.id}/rejected`)
    expect(rejected.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(rejected.body.split('\n').slice(0, 3)).toEqual([
      'line,reason,klantnummer,E-mail,achternaam,geboortedatum,land,opmerking',
      '3,E-mail: this is no mail address,K2,nobody,Jansen,,NL,',
      '4,"geboortedatum: the date is not YYYY-MM-DD, or there is no such date",K3,k3@test.example,Smit,1980-02-31,NL,\'=1+1',
    ])
    // The next file of the merchant is offered the same mapping.
    const { body: next } = await upload(into(own.merchant), 'land,klantnummer,E-mail,achternaam,geboortedatum\n,X,,,\n')
    expect((await sampleOf(next.id)).body.mapping).toEqual(mapping)
  })

  it('is kept sealed, and its rows stand nowhere else', async () => {
    const { id } = await checked(into(), 'reference,last_name,country\nSECRET-1,Canary Bird,??\n')
    for (const table of ['import_piece', 'import_rejection', 'import', 'change']) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} t
        where t::text like '%Canary%' or t::text like ${`%${Buffer.from('Canary').toString('hex')}%`}`.execute(db())
      expect([table, rows[0]?.n]).toEqual([table, 0])
    }
    expect(await rejectionsOf(id)).toEqual(['2 country country_unknown'])
  })

  it('has its dates read with the day or the month first, as its rows say or as somebody chose', async () => {
    const own = await kontor.make.merchant()
    const text = (...dates: string[]) =>
      `reference;amount;created_at\n${dates.map((date, line) => `R-${line};12,50;${date}`).join('\n')}\n`
    const orderOf = async (made: MadeMerchant, content: string) =>
      (await sampleOf((await upload(ofShop(made), content)).body.id)).body.date_order
    const unclear = text('01-03-2021', '02-03-2021')
    expect(await orderOf(own, unclear)).toBeNull()
    expect(await orderOf(own, text('01-03-2021', '28-02-2021'))).toBe('dmy')
    expect(await orderOf(own, text('2021-03-01'))).toBe('ymd')
    const unsaid = await checked(ofShop(own), unclear)
    expect(await rejectionsOf(unsaid.id)).toEqual([
      '2 created_at created_at_not_a_date',
      '3 created_at created_at_not_a_date',
    ])
    const { id } = await checked(ofShop(own), unclear, { date_order: 'dmy' })
    await kontor.post(staff, `${at}/${id}/start`)
    expect(await settled(id)).toMatchObject({ status: 'DONE', rows_ok: 2 })
    const { rows } = await sql<{
      day: string
    }>`select to_char(created_at at time zone 'Europe/Amsterdam', 'YYYY-MM-DD') as day
      from transaction where merchant_id = ${own.merchant} order by created_at`.execute(db())
    expect(rows.map(({ day }) => day)).toEqual(['2021-03-01', '2021-03-02'])
    // The next file of the merchant is read in the same way, unless its rows say otherwise.
    expect(await orderOf(own, text('03-04-2021'))).toBe('dmy')
    expect(await orderOf(own, text('12/31/2021'))).toBe('mdy')
    expect(await orderOf(await kontor.make.merchant(), unclear)).toBeNull()
  })

  it('asks for the order of its dates also where the check met the first of them after the rows that are shown', async () => {
    const own = await kontor.make.merchant()
    const first = Array.from({ length: 60 }, (_, row) => `K${row};`).join('\n')
    const customers = (...dates: string[]) =>
      `reference;date_of_birth\n${first}\n${dates.map((date, row) => `L${row};${date}`).join('\n')}\n`
    const unsaid = await checked(into(own.merchant), customers('01-03-1980', '02-03-1981'), { date_order: 'ymd' })
    expect((await sampleOf(unsaid.id)).body).toMatchObject({
      date_order: null,
      date_example: { line: 62, text: '01-03-1980' },
    })
    // A part above twelve decides, and the first of the dates is shown all the same.
    const said = await checked(into(own.merchant), customers('01-03-1980', '28-02-1981'))
    const { body: sample } = await sampleOf(said.id)
    expect(sample).toMatchObject({ date_order: 'dmy', date_example: { line: 62, text: '01-03-1980' } })
    const { delimiter, encoding, decimal, mapping } = sample
    await kontor.post(staff, `${at}/${said.id}/check`, { delimiter, encoding, decimal, mapping, date_order: 'dmy' })
    expect(await settled(said.id)).toMatchObject({ rows_read: 62, rows_rejected: 0 })
    expect((await sampleOf(said.id)).body).toMatchObject({ date_order: 'dmy', date_example: null })
    // Values that are no dates ask nothing.
    const wrong = await checked(into(own.merchant), customers('yesterday'))
    expect((await sampleOf(wrong.id)).body).toMatchObject({ date_order: 'ymd', date_example: null })
    const shown = await upload(into(own.merchant), 'reference;date_of_birth\nA;\nB;03/04/1980\n')
    expect((await sampleOf(shown.body.id)).body).toMatchObject({ date_example: { line: 3, text: '03/04/1980' } })
  })

  it('that made nothing has nothing to take back', async () => {
    const own = await kontor.make.merchant()
    const row = await imported(into(own.merchant), 'reference,email\nX,nobody\n')
    expect(row).toMatchObject({ status: 'FAILED', rows_ok: 0, rows_rejected: 1 })
    const refused = await kontor.post(staff, `${at}/${row.id}/revert`)
    expect([refused.status, refused.body.code]).toEqual([409, 'import_not_possible'])
  })

  it('adds nothing the second time, and warns before', async () => {
    const own = await kontor.make.merchant()
    const text = numbered(3, 'twice')
    const first = await imported(into(own.merchant), text)
    expect(first).toMatchObject({ status: 'DONE', rows_ok: 3, rows_known: 0 })
    const again = await checked(into(own.merchant), text)
    expect((await sampleOf(again.id)).body.same_as).toMatchObject({ id: first.id })
    expect(again).toMatchObject({ status: 'VALIDATED', rows_ok: 3, rows_known: 3 })
    await kontor.post(staff, `${at}/${again.id}/start`)
    expect(await settled(again.id)).toMatchObject({ status: 'DONE', rows_ok: 3, rows_known: 3 })
    expect(await customersOf(own.merchant)).toHaveLength(3)
  })

  it('adds each customer once when two files with them are imported at once', async () => {
    const own = await kontor.make.merchant()
    const text = numbered(2500, 'both')
    const both = await Promise.all([checked(into(own.merchant), text), checked(into(own.merchant), text)])
    await Promise.all(both.map(({ id }) => kontor.post(staff, `${at}/${id}/start`)))
    const ended = await Promise.all(both.map(({ id }) => settled(id)))
    expect(ended.map(({ status, rows_ok }) => [status, rows_ok])).toEqual([
      ['DONE', 2500],
      ['DONE', 2500],
    ])
    expect(ended.reduce((sum, { rows_known }) => sum + rows_known, 0)).toBe(2500)
    expect(await customersOf(own.merchant)).toHaveLength(2500)
  })

  it('touches no customer of another merchant with the same reference', async () => {
    const [one, other] = [await kontor.make.merchant(), await kontor.make.merchant()]
    await imported(into(one.merchant), 'reference,last_name\nSAME,One\n')
    await imported(into(other.merchant), 'reference,last_name\nSAME,Other\n')
    expect((await customersOf(one.merchant)).map(({ last_name }) => last_name)).toEqual(['One'])
    expect((await customersOf(other.merchant)).map(({ last_name }) => last_name)).toEqual(['Other'])
  })

  it('rejects a reference that comes again in a later batch', async () => {
    const own = await kontor.make.merchant()
    const row = await imported(into(own.merchant), `${numbered(1200, 'r')}r5,other@test.example\n`)
    expect(row).toMatchObject({ status: 'PARTLY_DONE', rows_ok: 1200, rows_rejected: 1 })
    expect(await rejectionsOf(row.id)).toEqual(['1202 reference reference_twice'])
  })

  it('is taken back, except who was changed or paid since', async () => {
    const own = await kontor.make.merchant()
    const row = await imported(into(own.merchant), numbered(4, 'back'))
    const { rows } = await sql<{ id: string }>`select id from customer where merchant_id = ${own.merchant}
      order by reference`.execute(db())
    await kontor.make.transaction({ ...own }, { customer: rows[0]?.id })
    await kontor.post(staff, `/v1/customer/${rows[1]?.id}`, { last_name: 'Changed' })
    expect(await kontor.post(staff, `${at}/${row.id}/revert`)).toMatchObject({ status: 200 })
    expect(await settled(row.id)).toMatchObject({ status: 'REVERTED', rows_reverted: 2 })
    expect((await customersOf(own.merchant)).map(({ reference }) => reference)).toEqual(['back0', 'back1'])
    expect(await kontor.post(staff, `${at}/${row.id}/revert`)).toMatchObject({ status: 409 })
  })

  it('stops between two batches when it is cancelled, and the same file adds the rest', async () => {
    const own = await kontor.make.merchant()
    const text = numbered(8000, 'cut')
    const { id } = await checked(into(own.merchant), text)
    await kontor.post(staff, `${at}/${id}/start`)
    await until(
      () => read(id),
      ({ rows_read }) => rows_read > 0,
      30_000,
    )
    expect(await kontor.post(staff, `${at}/${id}/cancel`)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } })
    const { rows_ok } = await read(id)
    expect(rows_ok % 1000).toBe(0)
    expect(rows_ok).toBeLessThan(8000)
    expect(await imported(into(own.merchant), text)).toMatchObject({ status: 'DONE', rows_known: rows_ok })
    expect(await read(id)).toMatchObject({ status: 'CANCELLED', rows_ok })
    expect(await customersOf(own.merchant)).toHaveLength(8000)
  })
})

describe('a file of payments', () => {
  const file =
    'customer_id,date,quantity,amount\n00001,2021-01-01,1,11.77\n00002,2021-01-12,1,12.00\n00002,2021-01-12,1,12.00\n'
  const mapping = { reference: 'CD-{line}', customer: 'customer_id', amount: 'amount', created_at: 'date' }

  it('makes the rows that the command makes, so that neither adds what the other did', async () => {
    const own = await kontor.make.merchant()
    expect(await imported(ofShop(own), file, { mapping })).toMatchObject({ status: 'DONE', rows_ok: 3, rows_known: 0 })
    const summary = await importTransactions(db(), {
      bytes: (async function* () {
        yield Buffer.from(file)
      })(),
      fileName: 'cdnow.csv',
      paymentProfile: own.profile,
      mapping: parseMapping('reference=CD-{line},customer=customer_id,amount=amount,created_at=date'),
      now: new Date(),
    })
    expect(summary).toMatchObject({ added: 0, known: 3 })
    const { body: list } = await kontor.get(staff, `${at}?merchant=${own.merchant}`)
    expect(
      list
        .map(({ status, created_by }: { status: string; created_by: string | null }) => [status, created_by === null])
        .sort(),
    ).toEqual([
      ['DONE', false],
      ['DONE', true],
    ])
    const { rows } = await sql<{ amount: number; events: number }>`select sum(amount)::int as amount,
      (select count(*)::int from transaction_event e where e.merchant_id = ${own.merchant}) as events
      from transaction where merchant_id = ${own.merchant}`.execute(db())
    expect(rows).toEqual([{ amount: 3577, events: 3 }])
  })

  it('rejects amounts that are none, or that the currency does not have', async () => {
    const own = await kontor.make.merchant({ currency_code: 'JPY' })
    const text =
      'reference,amount,date\nA,1e400,2021-01-01\nB,10.55,2021-01-01\nC,-5,2021-01-01\nD,1000,2021-02-30\nE,1000,2021-02-28\n'
    const row = await imported(ofShop(own), text)
    expect(row).toMatchObject({ status: 'PARTLY_DONE', rows_ok: 1, rows_rejected: 4 })
    expect(await rejectionsOf(row.id)).toEqual([
      '2 amount amount_not_a_number',
      '3 amount amount_too_many_decimals',
      '4 amount amount_negative',
      '5 date created_at_does_not_exist',
    ])
  })

  it('tries rejected rows again after something outside of the file was mended', async () => {
    const own = await kontor.make.merchant()
    const text = 'reference,amount,date,product\nA,1.00,2021-01-01,card\nB,2.00,2021-01-01,ideal\nC,x,2021-01-01,card\n'
    const row = await imported(ofShop(own), text)
    expect(row).toMatchObject({ status: 'PARTLY_DONE', rows_ok: 1, rows_rejected: 2 })
    const processor = await kontor.make.processor(own.merchant, { payment_product: 'ideal' })
    await sql`insert into payment_profile_processor (merchant_id, payment_profile_id, processor_id, position)
      values (${own.merchant}, ${own.profile}, ${processor}, 7)`.execute(db())
    expect(await kontor.post(staff, `${at}/${row.id}/rerun`)).toMatchObject({ status: 200 })
    expect(await settled(row.id)).toMatchObject({ status: 'PARTLY_DONE', rows_read: 3, rows_ok: 2, rows_rejected: 1 })
    expect(await rejectionsOf(row.id)).toEqual(['4 amount amount_not_a_number'])
    expect(await kontor.post(staff, `${at}/${row.id}/revert`)).toMatchObject({
      status: 409,
      body: { code: 'import_not_possible' },
    })
  })
})

describe('a hostile file', () => {
  const unreadable = async (content: string | Buffer) => {
    const { status, body } = await upload(into(), content)
    expect(status).toBe(201)
    const answer = await sampleOf(body.id)
    return [answer.status, answer.body.code, answer.body.details?.problem]
  }

  it('is refused at once when it is an archive that is no workbook, or empty', async () => {
    expect(await upload(into(), Buffer.from('PK\u0003\u0004bomb'))).toMatchObject({
      status: 422,
      body: { code: 'import_unreadable', details: { problem: 'workbook_damaged' } },
    })
    expect(await upload(into(), '')).toMatchObject({ status: 400 })
  })

  it.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a picture whose beginning has no zero', Buffer.from('\xff\xd8\xff\xe1Exif', 'latin1')],
    ['a document', Buffer.from('%PDF-1.7\nreference,email\n')],
    ['bytes of no kind', Buffer.from(Array.from({ length: 1000 }, (_, at) => (at * 167) % 256))],
    ['bytes that begin as UTF-16 does', Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.alloc(100)])],
  ])('is refused at once when it is no text: %s', async (_what, content) => {
    expect(await upload(into(), content)).toMatchObject({
      status: 422,
      body: { code: 'import_unreadable', details: { problem: 'no_text' } },
    })
  })

  it('is no hindrance to text in any encoding that is read', async () => {
    const mark = { utf8: '', utf16le: '\ufeff', latin1: '' }
    for (const encoding of ['utf8', 'utf16le', 'latin1'] as const)
      expect(
        await upload(into(), Buffer.from(`${mark[encoding]}reference,naam\nKĀ,Curaçao\n`, encoding)),
      ).toMatchObject({
        status: 201,
      })
  })

  it('is not read when it is one long line or has too many columns', async () => {
    expect(await unreadable('x'.repeat(25 * 1024 * 1024))).toEqual([422, 'import_unreadable', 'line_too_long'])
    const header = Array.from({ length: 10_000 }, (_, n) => `c${n}`).join(',')
    expect(await unreadable(`${header}\n`)).toEqual([422, 'import_unreadable', 'too_many_columns'])
    expect(await unreadable('\n\n')).toEqual([422, 'import_unreadable', 'empty'])
  })

  it('loses only its bad rows: quotes that never close, NUL, wrong bytes, too few fields', async () => {
    const own = await kontor.make.merchant()
    const text = Buffer.concat([
      Buffer.from('reference,last_name\nA,"never closed\nB,nul\0\nC,'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('\nD\nF,good\n'),
    ])
    const row = await imported(into(own.merchant), text, { encoding: 'utf-8' })
    expect(row).toMatchObject({ status: 'PARTLY_DONE', rows_ok: 1, rows_rejected: 4 })
    expect(await rejectionsOf(row.id)).toEqual([
      '2 null quote_not_closed',
      '3 last_name invalid_characters',
      '4 last_name invalid_characters',
      '5 null wrong_number_of_fields',
    ])
  })

  it('is not kept when a card number stands in any of its columns, whatever its encoding', async () => {
    const own = await kontor.make.merchant()
    const filler = 'x,+4915123456789\n'.repeat(20_000)
    const text = `reference,note\n${filler}E,paid with 4111 1111 1111 1111\n`
    for (const content of [text, Buffer.from(text, 'utf16le')])
      expect(await upload(into(own.merchant), content)).toMatchObject({
        status: 422,
        body: { code: 'import_card_number' },
      })
    const { rows } = await sql`select from import where merchant_id = ${own.merchant}`.execute(db())
    expect(rows).toEqual([])
    // A phone number that passes the check of card numbers.
    expect(await upload(into(own.merchant), 'reference,phone\nP,+49 1512 3456781\nQ,+4222222222222\n')).toMatchObject({
      status: 201,
    })
  })

  it('of UTF-16 is read as that', async () => {
    const { body } = await upload(into(), Buffer.from('\uFEFFreference,last_name\nU,Ünal\n', 'utf16le'))
    expect((await sampleOf(body.id)).body).toMatchObject({ encoding: 'utf-16le', header: ['reference', 'last_name'] })
  })
})

describe('who may import', () => {
  it('is the provider alone, by its roles', async () => {
    const { id } = await checked(into(), numbered(1, 'roles'))
    const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    const lister = await kontor.make.cookie({ roles: ['PSP_IMPORT_LIST'] })
    const creator = await kontor.make.cookie({ roles: ['PSP_IMPORT_CREATE', 'PSP_IMPORT_LIST'] })
    for (const path of ['', `/${id}`, `/${id}/file`, `/${id}/rejected`, `/${id}/sample`, `/${id}/rejection`])
      expect([path, (await kontor.get(owner, at + path)).status]).toEqual([path, 403])
    expect((await upload(into(), 'reference\nX\n', { who: owner })).status).toBe(403)
    expect((await upload(into(), 'reference\nX\n', { who: lister })).status).toBe(403)
    expect((await kontor.get(lister, `${at}/${id}`)).status).toBe(200)
    expect((await kontor.get(lister, `${at}/${id}/file`)).status).toBe(403)
    expect((await kontor.post(lister, `${at}/${id}/start`)).status).toBe(403)
    expect((await kontor.post(creator, `${at}/${id}/revert`)).status).toBe(403)
    expect((await kontor.post(creator, `${at}/${id}/start`)).status).toBe(200)
    await settled(id)
  })

  it('puts rows only where something is', async () => {
    const nowhere = '01900000-0000-7000-8000-000000000001'
    expect(await upload(into(nowhere), 'x\n')).toMatchObject({ body: { details: { 'query.into': 'not_found' } } })
    expect(await upload({ payment_profile: nowhere }, 'x\n')).toMatchObject({
      body: { details: { 'query.payment_profile': 'not_found' } },
    })
  })
})

describe('an import in its steps', () => {
  it('refuses a mapping without what is required, and steps out of their order', async () => {
    const { body } = await upload(into(), 'a,b\n1,2\n')
    const how = { delimiter: ',', encoding: 'utf-8', decimal: '.' }
    expect(await kontor.post(staff, `${at}/${body.id}/start`)).toMatchObject({ status: 409 })
    expect(await kontor.post(staff, `${at}/${body.id}/check`, { ...how, mapping: { nickname: 'a' } })).toMatchObject({
      status: 400,
      body: { details: { 'body.mapping.reference': 'required', 'body.mapping.nickname': 'unknown' } },
    })
    await kontor.post(staff, `${at}/${body.id}/check`, { ...how, mapping: { reference: 'a' } })
    expect(await settled(body.id)).toMatchObject({ status: 'VALIDATED', problem: null, rows_ok: 1 })
  })

  it('refuses a column that the file has not, or has twice, at its field, and stays as it is', async () => {
    const { body } = await upload(into(), 'a,b,b\n1,2,3\n')
    const how = { delimiter: ',', encoding: 'utf-8', decimal: '.' }
    const mapping = { reference: 'a', last_name: 'nowhere', first_name: 'b', city: '{a} {gone}', region: '=North' }
    expect(await kontor.post(staff, `${at}/${body.id}/check`, { ...how, mapping })).toMatchObject({
      status: 400,
      body: {
        details: {
          'body.mapping.last_name': 'column_missing',
          'body.mapping.first_name': 'column_twice',
          'body.mapping.city': 'column_missing',
        },
      },
    })
    expect(await read(body.id)).toMatchObject({ status: 'UPLOADED', problem: null, task: null })
  })

  it.each([
    ['is disabled', 'update platform_user set active = false where id = $1'],
    ['has lost the role', 'delete from role_grant where user_id = $1'],
  ])('goes no further once whoever started it %s, and somebody else lets it go on', async (_what, taken) => {
    const own = await kontor.make.merchant()
    const eve = await kontor.make.cookie({ roles: ['PSP_IMPORT_ALL'] })
    const { id } = await checked(into(own.merchant), numbered(3, 'E'))
    const admin = new pg.Client({ connectionString: kontor.database.adminUrl })
    await admin.connect()
    // Nothing takes the task before the right is taken.
    await admin.query('begin')
    await admin.query('lock table import_piece in access exclusive mode')
    expect((await kontor.post(eve, `${at}/${id}/start`)).status).toBe(200)
    const { rows } = await admin.query('select task_by_id from import where id = $1', [id])
    await admin.query(taken, [rows[0].task_by_id])
    await admin.query('commit').finally(() => admin.end())
    expect(await settled(id)).toMatchObject({ problem: 'author_gone' })
    expect(await customersOf(own.merchant)).toEqual([])
    expect((await kontor.post(staff, `${at}/${id}/rerun`)).status).toBe(200)
    expect(await settled(id)).toMatchObject({ status: 'DONE', problem: null, rows_ok: 3 })
  })

  it('goes on where a killed process was, and does no row twice', async () => {
    const database = await createTestDatabase()
    const databases = openDatabases(database, () => {})
    const server = await startServerProcess(database)
    try {
      const make = makers(databases, { masterKey: database.masterKey, processorUrl: kontor.sandboxUrl, credential })
      const own = await make.merchant()
      const cookie = await make.cookie({ roles: ['PSP_ALL'] })
      const call = async (method: string, path: string, body?: object) => {
        const headers = { cookie, ...(body ? { 'content-type': 'application/json' } : {}) }
        const answer = await fetch(server.url + path, { method, headers, body: body ? JSON.stringify(body) : null })
        return answer.json() as Promise<Record<string, unknown>>
      }
      const { body } = await upload(into(own.merchant), numbered(12_000, 'kill'), { who: cookie, url: server.url })
      const row = () => call('GET', `${at}/${body.id}`)
      const how = { delimiter: ',', encoding: 'utf-8', decimal: '.', mapping: { reference: 'reference' } }
      await call('POST', `${at}/${body.id}/check`, how)
      await until(row, ({ status }) => status === 'VALIDATED', 60_000)
      await call('POST', `${at}/${body.id}/start`, {})
      await until(row, ({ rows_read }) => Number(rows_read) > 0, 60_000)
      await server.kill()
      const { rows } = await sql<{ rows_read: number }>`
        update import set lease_until = now() where id = ${body.id} returning rows_read`.execute(databases.provider)
      expect(rows[0]?.rows_read).toBeLessThan(12_000)
      await server.start()
      await until(row, ({ status }) => status !== 'RUNNING', 60_000)
      expect(await row()).toMatchObject({ status: 'DONE', rows_read: 12_000, rows_ok: 12_000, rows_known: 0 })
      const { rows: made } = await sql<{ customers: number }>`
        select count(*)::int as customers from customer where merchant_id = ${own.merchant}`.execute(databases.provider)
      expect(made).toEqual([{ customers: 12_000 }])
    } finally {
      await server.kill()
      await databases.close()
      await database.drop()
    }
  }, 120_000)

  it('deletes files after ninety days, and says so', async () => {
    const row = await imported(into(), numbered(2, 'old'))
    const owner = new pg.Client({ connectionString: kontor.database.adminUrl })
    await owner.connect()
    await owner.query(`update import set created_at = now() - interval '91 days' where id = $1`, [row.id])
    await owner.end()
    await housekeepingJobs(kontor.databases)
      .find(({ name }) => name.endsWith('import files'))
      ?.run(new Date())
    expect(await read(row.id)).toMatchObject({ status: 'DONE', file_deleted_at: expect.any(String) })
    expect(await kontor.get(staff, `${at}/${row.id}/file`)).toMatchObject({ status: 409 })
  })
})

describe('a file with national numbers', () => {
  const number = '123456782'
  const born = '1984-02-29'
  const text = `klantnummer;BSN;geboren;extra;plaats\nK1;${number};${born};987654329;Utrecht\nK2;${number};${born};12;=1+1\n;;;;\n`
  const mapping = {
    reference: 'klantnummer',
    social_security_number: 'extra',
    date_of_birth: 'geboren',
    city: 'plaats',
  }
  const isMasked = (answer: string) => [number, born, '987654329'].filter((each) => answer.includes(each))

  /** The sample, the file of rejected rows and the file itself, as the holder of these roles gets them. */
  async function told(id: string, roles: Parameters<TestApp['make']['cookie']>[0]) {
    const who = await kontor.make.cookie(roles)
    return Promise.all(
      ['sample', 'rejected', 'file'].map(async (path) => {
        const { status, body } = await kontor.get(who, `${at}/${id}/${path}`)
        expect([path, status]).toEqual([path, 200])
        return typeof body === 'string' ? body : JSON.stringify(body)
      }),
    )
  }

  it('is shown and downloaded with masks by whoever may not read those of a customer', async () => {
    const own = await kontor.make.merchant()
    const { id } = await checked(into(own.merchant), text, { mapping })
    const answers = await told(id, { roles: ['PSP_IMPORT_LIST', 'PSP_IMPORT_CREATE', 'PSP_IMPORT_UPDATE'] })
    expect(answers.map(isMasked)).toEqual([[], [], []])
    const [sample = '', rejected = '', file = ''] = answers
    for (const each of [sample, file])
      expect([each.includes('•••••••••'), each.includes('Utrecht')]).toEqual([true, true])
    expect(rejected).toContain('K2')
    // The columns that nobody mapped are known by their names.
    expect(JSON.parse(sample).rows[0].fields).toEqual(['K1', '•••••••••', '••••-••-••', '•••••••••', 'Utrecht'])
    expect(JSON.parse(sample).rows[2].fields).toEqual(['', '', '', '', ''])
  })

  it('is masked whole where it is read in a way that hides the names of its columns, and where a row has more or fewer fields', async () => {
    const own = await kontor.make.merchant()
    const reader = { roles: ['PSP_IMPORT_LIST', 'PSP_IMPORT_CREATE', 'PSP_IMPORT_UPDATE'] } as const
    const who = await kontor.make.cookie({ roles: [...reader.roles] })
    const ragged = `${text}K3;x;${number};${born};1;2;3\n"K4;${number}\n`
    const { id } = await checked(into(own.merchant), ragged, { mapping })
    expect((await told(id, { roles: [...reader.roles] })).map(isMasked)).toEqual([[], [], []])
    for (const query of ['delimiter=%7C', 'delimiter=%2C&encoding=windows-1252']) {
      const { status, body } = await kontor.get(who, `${at}/${id}/sample?${query}`)
      expect([query, status, isMasked(JSON.stringify(body))]).toEqual([query, 200, []])
    }
    const marked = await upload(into(own.merchant), `\uFEFFBSN;klantnummer\n${number};K1\n`)
    const { body: sample } = await kontor.get(who, `${at}/${marked.body.id}/sample?delimiter=%3B&encoding=windows-1252`)
    expect(isMasked(JSON.stringify(sample))).toEqual([])
    // Read in another encoding, a file is one long name of a column, which says all.
    const plain = await upload(into(own.merchant), text)
    const inPairs = `${at}/${plain.body.id}/sample?encoding=utf-16le`
    expect((await kontor.get(who, inPairs)).body).toMatchObject({ header: ['•••'], mapping: {} })
    const constant = { delimiter: ',', encoding: 'utf-16le', decimal: '.', mapping: { reference: '=x' } }
    await kontor.post(who, `${at}/${plain.body.id}/check`, constant)
    await settled(plain.body.id)
    for (const answer of await told(plain.body.id, { roles: [...reader.roles] }))
      expect([Buffer.from(answer, 'utf16le').includes(number), answer.includes('•••')]).toEqual([false, true])
    // A column that is read as one of birth, and has another name.
    const { id: named } = await checked(into(own.merchant), `nr;geb\nK1;${born}\n`, {
      mapping: { reference: 'nr', date_of_birth: 'geb' },
    })
    for (const query of ['', '?delimiter=%7C', '?encoding=utf-16be']) {
      const { status, body } = await kontor.get(who, `${at}/${named}/sample${query}`)
      expect([query, status, isMasked(JSON.stringify(body))]).toEqual([query, 200, []])
    }
    // Whoever did not hand the file in cannot have it read without the column.
    const { social_security_number: _, ...without } = mapping
    const again = { delimiter: '|', encoding: 'utf-8', decimal: '.', mapping: without }
    const refused = await kontor.post(who, `${at}/${id}/check`, again)
    expect([refused.status, refused.body.details]).toEqual([403, { caller: 'author_only' }])
    await kontor.post(who, `${at}/${id}/check`, { ...again, mapping })
    await settled(id)
    expect((await told(id, { roles: [...reader.roles] })).map(isMasked)).toEqual([[], [], []])
  })

  it('asks for the order of its dates without a date of birth', async () => {
    const own = await kontor.make.merchant()
    const { id } = await checked(into(own.merchant), 'reference;date_of_birth\nA;03/04/1980\n', { date_order: 'ymd' })
    const example = async (roles: Parameters<TestApp['make']['cookie']>[0]) =>
      (await kontor.get(await kontor.make.cookie(roles), `${at}/${id}/sample`)).body.date_example
    expect(await example({ roles: ['PSP_IMPORT_LIST', 'PSP_IMPORT_CREATE'] })).toEqual({ line: 2, text: '••/••/••••' })
    expect(await example({ roles: ['PSP_ALL'] })).toEqual({ line: 2, text: '03/04/1980' })
  })

  it('is read as it is by whoever may, and the file is then the one that came', async () => {
    const own = await kontor.make.merchant()
    const { id } = await checked(into(own.merchant), text, { mapping })
    const [sample = '', rejected = '', file] = await told(id, { roles: ['PSP_ALL'] })
    expect(isMasked(sample)).toEqual([number, born, '987654329'])
    expect(rejected).toContain(born)
    expect(file).toBe(text)
  })

  it('as a workbook is sent as its first sheet alone to whoever may not read them: nobody knows what is in the others', async () => {
    const own = await kontor.make.merchant()
    const book = await writeXlsx({
      sheets: [
        {
          name: 'One',
          rows: [
            ['reference', 'city'],
            ['K1', 'Utrecht'],
          ],
        },
        {
          name: 'Two',
          rows: [
            ['reference', 'bsn'],
            ['K1', number],
          ],
        },
      ],
    })
    const { body } = await upload(into(own.merchant), Buffer.from(book), { name: 'two.xlsx' })
    const as = async (roles: Parameters<TestApp['make']['cookie']>[0]) => {
      const who = await kontor.make.cookie(roles)
      return (await fetch(`${kontor.url}${at}/${body.id}/file`, { headers: { cookie: who } })).arrayBuffer()
    }
    const seen = Buffer.from(await as({ roles: ['PSP_IMPORT_LIST', 'PSP_IMPORT_CREATE'] })).toString()
    expect([seen.includes('K1,Utrecht'), seen.startsWith('PK')]).toEqual([true, false])
    expect(Buffer.from(await as({ roles: ['PSP_ALL'] })).equals(Buffer.from(book))).toBe(true)
  })

  it('stands nowhere in the trail of calls, also when somebody who may reads its rows', async () => {
    const own = await kontor.make.merchant()
    const { id } = await checked(into(own.merchant), text, { mapping })
    const [sample = ''] = await told(id, { roles: ['PSP_ALL'] })
    expect(isMasked(sample)).toContain(number)
    const kept = await until(
      async () =>
        (
          await sql<{ response_body: string }>`select c.response_body from audit_trail_item i
            join audit_trail_content c using (merchant_id, created_at, id)
            where i.route like 'GET /v1/psp/import/%/sample' and i.url like ${`%${id}%`}`.execute(db())
        ).rows,
      (rows) => rows.length > 1,
    )
    expect(kept.filter(({ response_body }) => isMasked(response_body).length > 0)).toEqual([])
  })

  it('is masked in files of payments as well, and a file without such a column comes as it is', async () => {
    const reader = { roles: ['PSP_IMPORT_LIST', 'PSP_IMPORT_CREATE'] } as const
    const payments = `order;total;date;burgerservicenummer\nO1;1.00;2026-01-02;${number}\n`
    const { body } = await upload(ofShop(), payments)
    const who = await kontor.make.cookie({ roles: [...reader.roles] })
    const { body: file } = await kontor.get(who, `${at}/${body.id}/file`)
    expect([isMasked(file), file.includes('O1,1.00')]).toEqual([[], true])
    const plain = 'order;total;date\nO2;1.00;2026-01-02\n'
    const { body: other } = await upload(ofShop(), plain)
    expect((await kontor.get(who, `${at}/${other.id}/file`)).body).toBe(plain)
  })
})
