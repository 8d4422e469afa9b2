import { parse } from 'csv-parse/sync'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import { isHeavy } from '../../test/heavy.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { rebuild } from '../insights/rollups/rebuild.ts'

let kontor: TestApp
let admin: pg.Client
let shop: MadeMerchant
let owner: string

const count = isHeavy ? 1_000_000 : 8_000
const longest_ms = isHeavy ? 900_000 : 60_000
const canary = 'CANARY-OF-THE-SHOP-'
const day = (at: number) => new Date(at).toISOString().slice(0, 10)

beforeAll(async () => {
  kontor = await startTestApp({ reports: { poll_ms: 30, lease_s: 10 } })
  admin = new pg.Client({ connectionString: kontor.database.adminUrl })
  await admin.connect()
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  await manyPayments()
}, longest_ms)
afterAll(async () => {
  await admin.end()
  await kontor.stop()
})

/** Payments like one that is there, three of them a second, loaded as imports are: without triggers. */
async function manyPayments(): Promise<void> {
  const began = Date.now() - (count / 3) * 1_000
  await admin.query('select ensure_partitions($1::date, $2::date)', [day(began), day(Date.now())])
  const { id } = await kontor.make.transaction(shop, { merchant_reference: `${canary}1` })
  const { rows } = await admin.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = 'transaction'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
  )
  const own: Record<string, string> = {
    ...{
      id: 'id_at(x.at)',
      created_at: 'x.at',
      merchant_reference: `'${canary}' || x.n`,
      processor_id_external: 'null',
    },
  }
  const names = rows.map(({ name }) => name)
  await admin.query('set session_replication_role = replica')
  await admin.query(
    `insert into transaction (${names.join()}) select ${names.map((name) => own[name] ?? `t.${name}`).join()}
      from transaction t, lateral (select n, date_trunc('milliseconds', t.created_at - n * interval '0.333 second') as at
        from generate_series(2, $2::int) n offset 0) x
      where t.id = $1`,
    [id, count],
  )
  await admin.query('set session_replication_role = origin')
  await admin.query('analyze transaction')
  await rebuild(kontor.databases.provider, { first: day(began), last: day(Date.now() + 86_400_000) })
}

const download = (who: string, id: string) =>
  fetch(`${kontor.url}/v1/report/${id}/download`, { headers: { cookie: who } })

describe(`a report of ${count} payments`, () => {
  let id = ''
  /** What it told while it was made. */
  const told: number[] = []
  it('has every payment once (money check 23)', { timeout: longest_ms }, async () => {
    const { status, body } = await kontor.post(owner, '/v1/report', {
      ...{ name: 'All of it', type: 'transaction', filters: '', file_format: 'csv', time_zone: 'Europe/Amsterdam' },
      columns: ['id', 'created_at', 'merchant_reference', 'amount', 'currency_code', 'status', 'payment_product'],
    })
    expect([status, body]).toEqual([201, expect.objectContaining({ status: 'PENDING' })])
    id = body.id
    const look = async () => {
      const { body: now } = await kontor.get(owner, `/v1/report/${id}`)
      if (now.status === 'PENDING' && now.progress !== null) told.push(now.progress)
      return now
    }
    const done = await until(look, ({ status }) => status === 'PROCESSED', longest_ms)
    expect(done).toMatchObject({ status: 'PROCESSED', failure: null, count, progress: null })
    const file = Buffer.from(await (await download(owner, id)).arrayBuffer())
    expect([file.length, file.filter((byte) => byte === 10).length]).toEqual([done.bytes, count + 1])
    const references = new Set(file.toString().match(new RegExp(`${canary}\\d+`, 'g')))
    expect(references.size).toBe(count)
    const [first] = parse(file.subarray(0, 4_096).toString().split('\r\n').slice(0, 2).join('\r\n'), {
      ...{ columns: true, bom: true },
    })
    expect(first).toMatchObject({ merchant_reference: `${canary}1`, status: 'SETTLEMENT_COMPLETED', amount: '100.00' })
  })

  // A short one may be done before anybody asks.
  it.runIf(isHeavy)('tells its progress until it is done (heavy)', () => {
    expect(told).toEqual(told.toSorted((one, other) => one - other))
    expect(told.every((each) => each >= 0 && each <= 99)).toBe(true)
    expect(new Set(told).size).toBeGreaterThan(2)
  })

  it('has nothing of a payment in clear on the disk (money check 23)', async () => {
    await admin.query('checkpoint')
    const { rows } = await admin.query<{ file: string; size: string; has_canary: boolean }>(
      `select x.file, length(x.content)::text as size, position($1::bytea in x.content) > 0 as has_canary
        from pg_class c, lateral (values (c.oid), (c.reltoastrelid)) r(oid),
          lateral (select pg_relation_filepath(r.oid) as file, pg_read_binary_file(pg_relation_filepath(r.oid)) as content) x
        where c.relname = 'report_piece'`,
      [Buffer.from(canary)],
    )
    expect(rows.reduce((sum, { size }) => sum + Number(size), 0)).toBeGreaterThan(count)
    expect(rows.map(({ has_canary }) => has_canary)).toEqual([false, false])
    const { rows: pieces } = await admin.query<{ content: Buffer }>(
      'select substr(content, 1, 64) as content from report_piece where report_id = $1',
      [id],
    )
    // What was compressed and not sealed would begin with this.
    expect(pieces.filter(({ content }) => content.includes(Buffer.from('28b52ffd', 'hex')))).toEqual([])
  })

  it('is not there for another merchant, and is gone once it is deleted (money check 23)', async () => {
    const other = await kontor.make.merchant()
    const stranger = await kontor.make.cookie({ merchant: other.merchant, roles: ['USER_ALL'] })
    for (const path of ['', '/download'])
      expect((await kontor.get(stranger, `/v1/report/${id}${path}`)).status).toBe(404)
    expect((await kontor.call(owner, 'DELETE', `/v1/report/${id}`)).status).toBe(204)
    expect((await download(owner, id)).status).toBe(404)
    const { rows } = await admin.query('select from report_piece where report_id = $1', [id])
    expect(rows).toEqual([])
  })
})
