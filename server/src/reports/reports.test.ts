import { reportLimits, reportTypes } from '@kontor/contract/reports/report.rules'
import { reportedEntity } from '@kontor/contract/reports/reported-entity'
import { isAllowed } from '@kontor/contract/roles'
import { parse } from 'csv-parse/sync'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, waitsHere } from '../../test/database.ts'
import { credential, startTestApp, type TestApp, until } from '../../test/harness.ts'
import { type MadeMerchant, makers } from '../../test/make.ts'
import { startServerProcess } from '../../test/server-process.ts'
import { housekeepingJobs } from '../housekeeping/housekeeping.ts'
import { openDatabases } from '../platform/db/database.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string
/** What the work on reports logged as an error. */
const problems: { work?: string; err?: object }[] = []

beforeAll(async () => {
  const stream = { write: (line: string) => void problems.push(JSON.parse(line)) }
  kontor = await startTestApp({ reports: { poll_ms: 30, lease_s: 2 }, logger: { level: 'error', stream } })
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
})
afterAll(() => kontor.stop())

const db = () => kontor.databases.provider
const ofCustomers = (given: object = {}) => ({
  name: 'Customers',
  type: 'customer',
  filters: '',
  columns: ['id', 'last_name'],
  file_format: 'csv',
  time_zone: 'Europe/Amsterdam',
  ...given,
})
const create = (who: string, given: object = {}, query = '') =>
  kontor.post(who, `/v1/report${query}`, ofCustomers(given))
const made = async (who: string, id: string, within_ms = 15_000) =>
  until(
    async () => (await kontor.get(who, `/v1/report/${id}`)).body,
    ({ status }) => status === 'PROCESSED',
    within_ms,
  )
async function report(who: string, given: object = {}, query = '') {
  const { status, body } = await create(who, given, query)
  expect([status, body]).toEqual([201, expect.objectContaining({ status: 'PENDING' })])
  return made(who, body.id)
}
const download = (who: string, id: string, headers: Record<string, string> = {}) =>
  fetch(`${kontor.url}/v1/report/${id}/download`, {
    headers: { ...headers, ...(who.startsWith('kontor_') ? { authorization: `Bearer ${who}` } : { cookie: who }) },
  })
const asAdmin = async <T>(work: (admin: pg.Client) => Promise<T>, url = kontor.database.adminUrl): Promise<T> => {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  return work(admin).finally(() => admin.end())
}
/** Rows of a file of several pieces, and how long it may take on a busy machine. */
const many = 8_000
const longest_ms = 30_000
/** Columns with which eight thousand rows are more than one piece. */
const wide = ['id', 'organisation', 'merchant', 'merchant_name', 'created_at', 'last_name', 'status', 'reference']
/** So many customers more, like one that is there. */
const manyCustomers = (admin: pg.Client, merchant: string, count: number) =>
  admin.query(
    `insert into customer select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'last_name', 'Canary ' || n,
       'reference', 'many-' || n))).* from (select customer as c from customer where merchant_id = $1 limit 1) x(c),
       generate_series(1, $2::int) n`,
    [merchant, count],
  )

describe('the room for files', () => {
  it('is never taken by one merchant alone: a file fits if as much is left for the others', async () => {
    const others = await kontor.make.report((await kontor.make.merchant()).merchant)
    const own = await kontor.make.merchant()
    const who = await kontor.make.cookie({ merchant: own.merchant, roles: ['USER_ALL'] })
    const used = (bytes: number, of = others) =>
      db().updateTable('report').set({ bytes }).where('id', '=', of).execute()
    // A file of its own, and as much that is left: a hundred bytes more fit none.
    const mine = await kontor.make.report(own.merchant)
    await used(1_000, mine)
    await used(reportLimits.bytes_of_all - 2_010)
    expect((await report(who)).failure).toBe('no_space_for_all')
    await used(reportLimits.bytes_of_all - 10_000)
    expect((await report(who)).failure).toBe(null)
    await used(0)
  })
})

describe('a report', () => {
  it('equals its list row by row, and has the count of the list, in each format', async () => {
    const own = await kontor.make.merchant()
    const who = await kontor.make.cookie({ merchant: own.merchant, roles: ['USER_ALL'] })
    for (const [at, country_code] of ['NL', 'BE', 'NL', 'NL'].entries())
      await kontor.make.customer(own.merchant, { last_name: `Customer ${at}`, country_code })
    const filters = 'country_code[]=NL&_sort=created_at&_limit=1&_skip=2'
    const columns = ['last_name', 'id', 'country_code']
    const list = (await kontor.get(who, '/v1/customer?country_code[]=NL&_sort=created_at')).body
    for (const format of ['csv', 'json']) {
      const done = await report(who, { filters, columns, file_format: format })
      expect(done).toMatchObject({
        count: 3,
        failure: null,
        sort: 'created_at',
        filters: 'country_code[]=NL&_sort=created_at',
      })
      const text = await (await download(who, done.id)).text()
      expect(format === 'json' ? JSON.parse(text) : parse(text, { columns: true, bom: true })).toEqual(
        list.map((row: Record<string, string>) => Object.fromEntries(columns.map((name) => [name, row[name]]))),
      )
    }
  })

  it.each(['csv', 'csv_nl', 'xlsx', 'json'])('has the bytes of the export of its list: %s', async (file_format) => {
    await kontor.make.customer(shop.merchant)
    const columns = ['last_name', 'id', 'country_code']
    const { id, bytes } = await report(owner, { filters: '_sort=created_at', columns, file_format })
    const file = await download(owner, id)
    const asked = `_sort=created_at&format=${file_format}&_columns=${columns}`
    const exported = await fetch(`${kontor.url}/v1/customer/export?${asked}`, { headers: { cookie: owner } })
    expect(file.headers.get('content-type')).toBe(exported.headers.get('content-type'))
    const [kept, sent] = [Buffer.from(await file.arrayBuffer()), Buffer.from(await exported.arrayBuffer())]
    expect([kept.length, kept.equals(sent)]).toEqual([bytes, true])
  })

  it.each(reportTypes)('can be made of %s', async (type) => {
    const entity = reportedEntity(type)
    const isOfProvider = !isAllowed(entity?.roles.list ?? [], ['USER_ALL'])
    const who = isOfProvider ? await kontor.make.cookie({ roles: ['PSP_ALL'] }) : owner
    const given = { type, columns: Object.keys(entity?.fields ?? {}) }
    if (isOfProvider) expect((await create(owner, given)).status).toBe(403)
    const done = await report(who, given, `?merchant=${shop.merchant}`)
    expect(done).toMatchObject({ type, failure: null })
    expect((await download(who, done.id)).status).toBe(200)
    if (isOfProvider) expect((await download(owner, done.id)).status).toBe(403)
  })

  it('of what the provider alone reads is neither made for a merchant nor shown to one', async () => {
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const given = { type: 'psp_settlement', columns: ['number', 'bank_reference'] }
    expect((await create(owner, given)).status).toBe(403)
    const done = await report(staff, given, `?merchant=${shop.merchant}`)
    expect((await kontor.get(owner, `/v1/report/${done.id}`)).status).toBe(404)
    expect((await download(owner, done.id)).status).toBe(403)
  })

  it('of all merchants together equals the list of the provider, and no merchant sees it', async () => {
    const other = await kontor.make.merchant()
    for (const { merchant } of [shop, other]) await kontor.make.customer(merchant, { reference: `of-all-${merchant}` })
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const given = { filters: '_search=of-all-&_search_by=reference&_sort=created_at', columns: ['id', 'merchant'] }
    const done = await report(staff, given)
    expect(done).toMatchObject({ failure: null, count: 2, organisation: null, merchant_name: null })
    const listed = (await kontor.get(staff, `/v1/customer?${given.filters}`)).body as { id: string; merchant: string }[]
    const rows = parse(await (await download(staff, done.id)).text(), { from: 2, bom: true })
    expect(rows).toEqual(listed.map(({ id, merchant }) => [id, merchant]))
    expect(new Set(listed.map(({ merchant }) => merchant)).size).toBe(2)
    for (const asked of [`/v1/report/${done.id}`, `/v1/report/${done.id}/download`])
      expect((await kontor.get(owner, asked)).status).toBe(404)
    expect((await kontor.get(staff, `/v1/report/${done.id}?merchant=${shop.merchant}`)).status).toBe(404)
    // Whoever may not open the list of all merchants' customers sees no report of it.
    const finance = await kontor.make.cookie({ roles: ['REPORT_LIST', 'REFUND_LIST'] })
    expect((await kontor.get(finance, `/v1/report/${done.id}`)).status).toBe(404)
  })

  it('has the days of its own zone', async () => {
    const own = await kontor.make.merchant()
    const who = await kontor.make.cookie({ merchant: own.merchant, roles: ['USER_ALL'] })
    // Half past eleven in London is the next day in Amsterdam, in summer and in winter.
    const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
    await kontor.make.transaction(own, { created_at: new Date(`${day}T23:30:00.000Z`) })
    const filters = `created_at>=${next}&created_at<=${next}`
    const of = (time_zone: string) => report(who, { type: 'transaction', filters, columns: ['created_at'], time_zone })
    expect((await of('UTC')).count).toBe(0)
    const { id, count } = await of('Europe/Amsterdam')
    expect([count, await (await download(who, id)).text()]).toEqual([
      1,
      expect.stringMatching(`${next}T0[01]:30:00.000\\+`),
    ])
    const dayNamed = async (time_zone: string) => {
      const { headers } = await download(who, (await of(time_zone)).id)
      return /-(\d{4}-\d\d-\d\d)\.csv"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? ''
    }
    // 25 hours apart: they never have the same day.
    const [last, first] = [await dayNamed('Pacific/Niue'), await dayNamed('Pacific/Kiritimati')]
    expect(last).toMatch(/^\d/)
    expect(first > last).toBe(true)
  })

  it('refuses what its list would refuse, by the name of what is wrong', async () => {
    for (const [given, details] of [
      [{ filters: 'colour=red' }, { 'body.filters.colour': 'unknown' }],
      [{ filters: 'status[]=ASLEEP' }, { 'body.filters.status[]': 'invalid_value' }],
      [{ filters: 'merchant=01900000-0000-7000-8000-000000000000' }, { 'body.filters.merchant': 'unknown' }],
      // Escaped it is longer.
      [{ filters: `${`id[]=${shop.merchant}&`.repeat(85)}_search=${'é'.repeat(190)}` }, { 'body.filters': 'too_long' }],
      [{ columns: ['password_hash'] }, { 'body.columns': 'invalid_value' }],
      [{ columns: [] }, { 'body.columns': 'required' }],
      [{ type: 'user' }, { 'body.type': 'invalid_value' }],
      [{ time_zone: 'Mars/Olympus' }, { 'body.time_zone': 'invalid_time_zone' }],
      [{ name: ' ' }, { 'body.name': 'required' }],
    ] as const)
      expect([given, (await create(owner, given)).body.details]).toEqual([given, details])
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    expect((await create(staff, {}, `?merchant=${shop.merchant}`)).status).toBe(201)
  })
})

describe('23: the file of a report', () => {
  it('lies sealed: nothing of it is in the database in clear, and a piece that is exchanged does not open (money check 23)', async () => {
    await kontor.make.customer(shop.merchant, { last_name: 'Canary of the seal' })
    const [one, other] = [await report(owner), await report(owner)]
    expect(await (await download(owner, one.id)).text()).toContain('Canary of the seal')
    await asAdmin(async (admin) => {
      const { rows } = await admin.query('select content, compressed from report_piece')
      expect(rows.length).toBeGreaterThan(1)
      // Whoever downloads reads both kinds: a piece of few bytes gets no smaller.
      expect(rows.some(({ compressed }) => compressed)).toBe(true)
      for (const { content } of rows) expect(content.includes('Canary')).toBe(false)
      await admin.query(
        'update report_piece set content = (select content from report_piece where report_id = $1) where report_id = $2',
        [one.id, other.id],
      )
    })
    expect((await download(owner, other.id)).status).toBe(500)
  })

  it('is deleted with its report, and the record of its downloads stays (money check 23)', async () => {
    const { id } = await report(owner)
    await (await download(owner, id)).text()
    expect((await kontor.get(owner, `/v1/report/${id}/download-record`)).body).toHaveLength(1)
    // The provider's staff, who sit where a merchant need not know; and who begins in the middle has it too.
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    await (await download(staff, id, { range: 'bytes=1-' })).text()
    await (await download(staff, id, { range: 'bytes=2-' })).text()
    const addressesFor = async (who: string) =>
      (await kontor.get(who, `/v1/report/${id}/download-record`)).body.map(({ ip }: { ip: string | null }) => ip)
    expect(await addressesFor(owner)).toEqual([null, null, '127.0.0.1'])
    expect(await addressesFor(staff)).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1'])
    expect((await kontor.call(owner, 'DELETE', `/v1/report/${id}`)).status).toBe(204)
    expect((await download(owner, id)).status).toBe(404)
    const pieces = await db().selectFrom('report_piece').select('number').where('report_id', '=', id).execute()
    const record = await db().selectFrom('report_download').select('by_kind').where('report_id', '=', id).execute()
    expect([pieces, record]).toEqual([[], Array(3).fill({ by_kind: 'user' })])
  })

  it('is downloaded by ranges, and a download goes on where it broke off', async () => {
    const { id, bytes, sha256 } = await report(owner)
    const whole = await download(owner, id)
    const text = Buffer.from(await whole.arrayBuffer())
    expect([whole.status, whole.headers.get('accept-ranges'), whole.headers.get('etag')]).toEqual([
      200,
      'bytes',
      `"${sha256}"`,
    ])
    const part = async (range: string, more: object = {}) => {
      const answer = await download(owner, id, { range, ...more })
      return [answer.status, answer.headers.get('content-range'), await answer.text()]
    }
    expect(await part('bytes=3-9')).toEqual([206, `bytes 3-9/${bytes}`, text.subarray(3, 10).toString()])
    expect(await part(`bytes=${bytes - 2}-`)).toEqual([206, `bytes ${bytes - 2}-${bytes - 1}/${bytes}`, '\r\n'])
    expect(await part('bytes=-2')).toEqual([206, `bytes ${bytes - 2}-${bytes - 1}/${bytes}`, '\r\n'])
    expect(await part(`bytes=${bytes}-`)).toEqual([416, `bytes */${bytes}`, ''])
    // Another version of the file, or ranges that are not served: all of it.
    for (const [range, more] of [
      ['bytes=3-9', { 'if-range': '"other"' }],
      ['bytes=0-1,3-4'],
      ['lines=1-2'],
      ['bytes=9-3'],
    ] as const)
      expect((await part(range, more))[0]).toBe(200)
    expect((await kontor.get(owner, `/v1/report/${id}/download-record`)).body).toHaveLength(5)
  })

  it('of several pieces is whole, and each of its ranges too (money check 23)', { timeout: longest_ms }, async () => {
    const own = await kontor.make.merchant()
    const who = await kontor.make.cookie({ merchant: own.merchant, roles: ['USER_ALL'] })
    await kontor.make.customer(own.merchant)
    await asAdmin((admin) => manyCustomers(admin, own.merchant, many))
    const { body } = await create(who, { columns: wide })
    const { id, count, bytes } = await made(who, body.id, longest_ms)
    const whole = Buffer.from(await (await download(who, id)).arrayBuffer())
    expect([count, whole.length]).toEqual([many + 1, bytes])
    // No value has a line of its own.
    expect(whole.filter((byte) => byte === 10)).toHaveLength(count + 1)
    const from = 1_048_576 - 5
    const answer = await download(who, id, { range: `bytes=${from}-${from + 9}` })
    expect(Buffer.from(await answer.arrayBuffer()).equals(whole.subarray(from, from + 10))).toBe(true)
  })

  it('is not offered when the disk is full: the report says so', async () => {
    await asAdmin(async (admin) => {
      await admin.query(`create function no_room() returns trigger language plpgsql as $$
        begin raise exception 'no space left on device' using errcode = 'disk_full'; end $$`)
      await admin.query('create trigger no_room before insert on report_piece for each row execute function no_room()')
      const done = await report(owner)
      await admin.query('drop trigger no_room on report_piece')
      expect(done).toMatchObject({ failure: 'disk_full', bytes: null, expires_at: null })
      expect((await download(owner, done.id)).status).toBe(404)
      expect((await kontor.call(owner, 'DELETE', `/v1/report/${done.id}`)).status).toBe(204)
    })
  })

  it('expires: its pieces are deleted, and the report stays', async () => {
    const id = await kontor.make.report(shop.merchant, { expires_at: new Date(Date.now() - 1000) })
    expect((await download(owner, id)).status).toBe(404)
    for (const job of housekeepingJobs(kontor.databases)) if (job.name.includes('reports')) await job.run(new Date())
    const pieces = await db().selectFrom('report_piece').select('number').where('report_id', '=', id).execute()
    expect([pieces, (await kontor.get(owner, `/v1/report/${id}`)).status]).toEqual([[], 200])
  })

  it('is deleted where the report has none in the end, and stays where it has', async () => {
    const [kept, over] = [await kontor.make.report(shop.merchant), await kontor.make.report(shop.merchant)]
    await asAdmin((admin) =>
      admin.query("update report set failure = 'gave_up', file_id = null, expires_at = null where id = $1", [over]),
    )
    for (const job of housekeepingJobs(kontor.databases)) if (job.name.includes('reports')) await job.run(new Date())
    const pieces = await db()
      .selectFrom('report_piece')
      .select('report_id')
      .where('report_id', 'in', [kept, over])
      .execute()
    expect(pieces).toEqual([{ report_id: kept }])
  })
})

describe('the roles of a report', () => {
  const person = (roles: string[], organisation?: string) =>
    kontor.make.cookie({ merchant: shop.merchant, roles: roles as never, ...(organisation ? { organisation } : {}) })

  it('are those of its list too: without them nobody makes, sees or downloads it', async () => {
    const { id } = await report(owner)
    const without = await person(['REPORT_ALL', 'TRANSACTION_LIST'])
    expect((await create(without)).status).toBe(403)
    expect((await kontor.get(without, `/v1/report?id=${id}`)).body).toEqual([])
    expect((await download(without, id)).status).toBe(403)
    const reader = await person(['REPORT_LIST', 'CUSTOMER_LIST'])
    expect((await create(reader)).status).toBe(403)
    expect((await download(reader, id)).status).toBe(200)
    expect((await kontor.call(reader, 'DELETE', `/v1/report/${id}`)).status).toBe(403)
  })

  it('are checked at the moment of the download', async () => {
    const { id } = await kontor.make.user({ merchant: shop.merchant })
    const who = await person(['REPORT_LIST', 'CUSTOMER_LIST'])
    const { id: made } = await report(owner)
    expect([id, (await download(who, made)).status]).toEqual([id, 200])
    await db().deleteFrom('role_grant').where('role', '=', 'REPORT_LIST').execute()
    expect((await download(who, made)).status).toBe(403)
  })

  it('and the part of the merchant are those of its owner when it is made', async () => {
    const own = await kontor.make.merchant()
    const node = await kontor.make.organisation(own.merchant)
    await kontor.make.customer(own.merchant, { last_name: 'Of the root' })
    await kontor.make.customer(own.merchant, { last_name: 'Of the node', organisation: node })
    const whole = await kontor.make.cookie({ merchant: own.merchant, roles: ['USER_ALL'] })
    const part = await kontor.make.cookie({ merchant: own.merchant, organisation: node, roles: ['USER_ALL'] })
    const [ofWhole, ofPart] = [await report(whole), await report(part)]
    expect([ofWhole.count, ofPart.count]).toEqual([2, 1])
    expect((await download(part, ofWhole.id)).status).toBe(404)
    expect((await download(whole, ofPart.id)).status).toBe(200)
    expect((await kontor.get(part, '/v1/report')).body.map(({ id }: { id: string }) => id)).toEqual([ofPart.id])
  })

  it('whose owner lost them, or is gone, makes none', async () => {
    const own = await kontor.make.merchant()
    const whole = await kontor.make.cookie({ merchant: own.merchant, roles: ['USER_ALL'] })
    const lost = await kontor.make.user({ merchant: own.merchant, roles: ['REPORT_ALL'] })
    const gone = await kontor.make.user({ merchant: own.merchant, roles: ['USER_ALL'], active: false })
    for (const [{ id: owner_id }, failure] of [
      [lost, 'not_allowed'],
      [gone, 'owner_gone'],
    ] as const) {
      const id = await kontor.make.report(own.merchant, {
        isPending: true,
        type: 'customer',
        created_by: { id: owner_id, name: 'x' },
      })
      await db().updateTable('report').set({ lease_until: null }).where('id', '=', id).execute()
      expect(await made(whole, id)).toMatchObject({ failure, bytes: null })
    }
  })

  it('do not reach another merchant, whatever id is guessed (money check 23)', async () => {
    const { id } = await report(owner)
    const other = await kontor.make.merchant()
    const stranger = await kontor.make.cookie({ merchant: other.merchant, roles: ['USER_ALL'] })
    for (const path of ['', '/download', '/download-record'])
      expect((await kontor.get(stranger, `/v1/report/${id}${path}`)).status).toBe(404)
    expect((await kontor.post(stranger, `/v1/report/${id}/cancel`)).status).toBe(404)
    expect((await kontor.call(stranger, 'DELETE', `/v1/report/${id}`)).status).toBe(404)
  })

  it('are not enough for a program to make one, which may download it', async () => {
    const { id } = await report(owner)
    const key = await kontor.make.apiKey(shop.merchant, ['USER_ALL'])
    expect([(await create(key)).status, (await download(key, id)).status]).toEqual([403, 200])
  })
})

describe('a report that waits', () => {
  it('is neither downloaded nor deleted, and can be cancelled once', async () => {
    const id = await kontor.make.report(shop.merchant, { isPending: true })
    expect((await kontor.get(owner, `/v1/report/${id}`)).body).toMatchObject({
      status: 'PENDING',
      count: 3,
      progress: 30,
    })
    const pending = [409, 'report_pending']
    const { status, body } = await kontor.call(owner, 'DELETE', `/v1/report/${id}`)
    expect([status, body.code]).toEqual(pending)
    const refused = await download(owner, id)
    expect([refused.status, JSON.parse(await refused.text()).code]).toEqual(pending)
    const cancelled = await kontor.post(owner, `/v1/report/${id}/cancel`)
    expect(cancelled.body).toMatchObject({ status: 'PROCESSED', failure: 'cancelled' })
    expect((await kontor.post(owner, `/v1/report/${id}/cancel`)).body.code).toBe('report_over')
  })

  it('says that a filter is gone which a later version no longer has', async () => {
    const own = await kontor.make.merchant()
    const { id: owner_id } = await kontor.make.user({ merchant: own.merchant, roles: ['USER_ALL'] })
    const who = await kontor.make.cookie({ merchant: own.merchant, roles: ['USER_ALL'] })
    const id = await kontor.make.report(own.merchant, {
      ...{ isPending: true, filters: 'colour=red', created_by: { id: owner_id, name: 'x' } },
    })
    await db().updateTable('report').set({ lease_until: null }).where('id', '=', id).execute()
    expect(await made(who, id)).toMatchObject({ failure: 'filter_gone' })
  })

  it('is one of a few: three of a person, five of a merchant', async () => {
    const own = await kontor.make.merchant()
    const [one, two] = [
      await kontor.make.cookie({ merchant: own.merchant, roles: ['USER_ALL'] }),
      await kontor.make.cookie({ merchant: own.merchant, roles: ['USER_ALL'] }),
    ]
    // Held by another process, so that this merchant's others wait.
    await kontor.make.report(own.merchant, { isPending: true })
    const tries = await Promise.all(Array.from({ length: 6 }, () => create(one)))
    const codes = tries.map(({ status, body }) => (status === 201 ? 'made' : body.code))
    expect(codes.filter((code) => code === 'made')).toHaveLength(3)
    expect(codes.filter((code) => code === 'reports_pending')).toHaveLength(3)
    expect((await create(two)).status).toBe(201)
    const { body } = await create(two)
    expect([body.code, body.details]).toEqual(['reports_pending', { whose: 'merchant', most: 5 }])
  })

  it('is cancelled and deleted while a piece of it is written, which is no error of the server', async () => {
    const own = await kontor.make.merchant()
    const who = await kontor.make.cookie({ merchant: own.merchant, roles: ['USER_ALL'] })
    await asAdmin(async (admin) => {
      await admin.query(`create or replace function hold() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock(105); return new; end $$`)
      await admin.query(`create trigger hold before insert on report_piece for each row
        when (new.merchant_id = '${own.merchant}') execute function hold()`)
      await admin.query('select pg_advisory_lock(105)')
      const { id } = (await create(who)).body
      await until(
        () => admin.query(`${waitsHere} and locktype = 'advisory'`),
        ({ rowCount }) => rowCount === 1,
      )
      expect((await kontor.post(who, `/v1/report/${id}/cancel`)).status).toBe(200)
      expect((await kontor.call(who, 'DELETE', `/v1/report/${id}`)).status).toBe(204)
      await admin.query('select pg_advisory_unlock(105)')
      await admin.query('drop trigger hold on report_piece')
    })
    // Another one of this merchant begins when the first is over.
    expect(await report(who)).toMatchObject({ failure: null })
    expect(problems.filter(({ work }) => work === 'reports')).toEqual([])
  })

  it('does not keep another merchant waiting', async () => {
    const busy = await kontor.make.merchant()
    await kontor.make.report(busy.merchant, { isPending: true })
    expect(await report(owner)).toMatchObject({ failure: null })
  })

  it('after a try that failed keeps no other report of its merchant waiting', async () => {
    const own = await kontor.make.merchant()
    const who = await kontor.make.cookie({ merchant: own.merchant, roles: ['USER_ALL'] })
    const paused = await kontor.make.report(own.merchant, { isPending: true })
    await db().updateTable('report').set({ lease: null }).where('id', '=', paused).execute()
    expect(await report(who)).toMatchObject({ failure: null })
    expect((await kontor.get(who, `/v1/report/${paused}`)).body.status).toBe('PENDING')
  })
})

describe('a worker that is killed', () => {
  it('leaves no half file: another one begins again, and the report is whole', async () => {
    const database = await createTestDatabase()
    const databases = openDatabases(database, () => {})
    const server = await startServerProcess(database)
    try {
      const make = makers(databases, { masterKey: database.masterKey, processorUrl: kontor.sandboxUrl, credential })
      const own = await make.merchant()
      const cookie = await make.cookie({ merchant: own.merchant, roles: ['USER_ALL'] })
      await make.customer(own.merchant)
      const call = async (path: string, body?: object) => {
        const headers = { cookie, ...(body ? { 'content-type': 'application/json' } : {}) }
        return fetch(`${server.url}/v1/report${path}`, {
          ...{ method: body ? 'POST' : 'GET', headers, body: body ? JSON.stringify(body) : null },
        })
      }
      await asAdmin(async (admin) => {
        await manyCustomers(admin, own.merchant, 8_000)
        // The second piece waits, so that the process is killed with one written.
        await admin.query(`create function wait() returns trigger language plpgsql as $$
          begin perform pg_sleep(60); return new; end $$`)
        await admin.query(`create trigger wait before insert on report_piece for each row when (new.number = 1)
          execute function wait()`)
        const { id } = (await (await call('', ofCustomers({ columns: wide }))).json()) as { id: string }
        const pieces = () => databases.provider.selectFrom('report_piece').select(['file_id', 'number']).execute()
        await until(pieces, (found) => found.length === 1)
        await server.kill()
        expect((await pieces()).length).toBe(1)
        await admin.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where query like $1 and pid <> pg_backend_pid()',
          ['%report_piece%'],
        )
        await admin.query('drop trigger wait on report_piece')
        await admin.query('update report set lease_until = now()')
        await server.start()
        const row = async () =>
          (await (await call(`/${id}`)).json()) as { status: string; count: number; bytes: number }
        const { count, bytes } = await until(row, ({ status }) => status === 'PROCESSED', 60_000)
        const whole = Buffer.from(await (await call(`/${id}/download`)).arrayBuffer())
        expect([count, whole.length]).toEqual([8_001, bytes])
        expect(parse(whole, { columns: true, bom: true })).toHaveLength(8_001)
        expect(new Set((await pieces()).map(({ file_id }) => file_id)).size).toBe(1)
      }, database.adminUrl)
    } finally {
      await server.kill()
      await databases.close()
      await database.drop()
    }
  }, 120_000)
})
