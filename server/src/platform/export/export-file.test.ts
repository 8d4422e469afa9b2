import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { entities } from '@kontor/contract/entities'
import { defineEntity, type Entity } from '@kontor/contract/entity'
import { currency, flag, id, integer, money, text as textField, texts, timestamp } from '@kontor/contract/field'
import { type ExportFormat, parseListQuery } from '@kontor/contract/lists/list-query'
import type { Refusal } from '@kontor/contract/refusal'
import { anyone } from '@kontor/contract/roles'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { faultsOf, shownRows } from '../../../test/workbook.ts'
import type { Actor } from '../db/actor.ts'
import { type Databases, openDatabases } from '../db/database.ts'
import type { Source } from '../rows/list.ts'
import { exportFile, exportPieces, type FilePieces } from './export-file.ts'
import type { Patience } from './least-speed.ts'

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

const roles = { list: anyone, create: anyone, update: anyone, delete: anyone }
/** An entity with a field of each kind that a file writes in its own way. */
const thing = defineEntity({
  name: 'thing',
  resource: 'thing',
  fields: {
    id: id(),
    created_at: timestamp(),
    note: textField(),
    words: texts(),
    amount: money(),
    currency_code: currency(),
    count: integer(),
    open: flag(),
  },
  filters: {},
  sort: ['created_at'],
  defaultSort: 'created_at',
  roles,
  export: ['note', 'amount', 'currency_code', 'count', 'open', 'created_at'],
})
interface Thing {
  note: string
  words?: string[]
  amount?: number
  currency_code?: string
  count?: number
  open?: boolean
  created_at?: string
}
const things = (...rows: Thing[]): RawBuilder<unknown> => {
  const filled = rows.map((row, place) => ({
    id: `01900000-0000-7000-8000-${String(place).padStart(12, '0')}`,
    created_at: '2026-10-01T12:00:00.000Z',
    words: [],
    amount: 0,
    currency_code: 'EUR',
    count: 0,
    open: true,
    ...row,
  }))
  return sql`select * from json_to_recordset(${JSON.stringify(filled)}) as x(id uuid, created_at timestamptz, note text, words text[],
    amount bigint, currency_code text, count int, open boolean)`
}
const viewer = (time_zone: string): Actor => ({
  kind: 'system',
  id: null,
  name: 'x',
  psp: true,
  roles: [],
  scope: { merchant: null },
  time_zone,
})

interface Asked {
  actor?: Actor
  on?: Databases
  onRows?: (count: number) => void
  patience?: Patience
  columns?: string
}
function listOf(rows: RawBuilder<unknown>, format: ExportFormat, _columns?: string) {
  const source: Source = { entity: thing as Entity, rows: () => rows }
  const result = parseListQuery(source.entity, { format, ...(_columns ? { _columns } : {}) })
  if ('details' in result) throw new Error('not a query')
  return { source, query: result.query }
}
async function file(rows: RawBuilder<unknown>, format: ExportFormat, asked: Asked = {}): Promise<Readable> {
  const { source, query } = listOf(rows, format, asked.columns)
  const { actor = viewer('Europe/Amsterdam'), on = databases, onRows, patience } = asked
  return exportFile(on, source, actor, query, onRows, patience)
}
function pieces(rows: RawBuilder<unknown>, format: ExportFormat): Promise<FilePieces> {
  const { source, query } = listOf(rows, format)
  return exportPieces(databases, source, viewer('UTC'), query, () => {})
}
async function readAll(of: FilePieces): Promise<void> {
  for await (const _ of of);
}
type Line = Record<string, string>
const csv = async (rows: RawBuilder<unknown>, time_zone?: string) =>
  parse<Line>(await text(await file(rows, 'csv', time_zone ? { actor: viewer(time_zone) } : {})), {
    columns: true,
    bom: true,
  })
async function xlsx(rows: RawBuilder<unknown>, time_zone = 'Europe/Amsterdam'): Promise<unknown[][]> {
  const written = await buffer(await file(rows, 'xlsx', { actor: viewer(time_zone) }))
  expect(faultsOf(written)).toEqual([])
  return (await readXlsx(written)).sheets[0]?.rows ?? []
}

const payloads = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '=cmd|"/c calc"!A1',
  '=HYPERLINK("http://evil.example","x")',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  ' =1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
  '"=1+1"',
  "'=1+1",
  'a,b\r\n=1+1',
  '=1+1;"',
]

describe('a text that would be a formula', () => {
  it('is inert in a csv file, and can still be read', async () => {
    const lines = await csv(things(...payloads.map((note) => ({ note }))))
    expect(lines).toHaveLength(payloads.length)
    for (const [place, { note = '' }] of lines.entries()) {
      expect(note).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
      expect(note).not.toMatch(/^[\t\r\n]/)
      expect([payloads[place], `'${payloads[place]}`]).toContain(note)
    }
  })

  it('is inert as the first of several texts in a cell', async () => {
    const rows = things({ note: '', words: ['=1+1', 'b'] }, { note: '', words: ['a', '=1+1'] })
    const lines = parse(await text(await file(rows, 'csv', { columns: 'words' })), { columns: true, bom: true })
    expect(lines.map((line) => (line as { words: string }).words)).toEqual(["'=1+1 b", 'a =1+1'])
  })

  it('is text in a sheet', async () => {
    const rows = await xlsx(things(...payloads.map((note) => ({ note }))))
    const plain = (value: unknown) => String(value).replaceAll(/\r\n?/g, '\n')
    expect(rows.slice(1).map(([note]) => plain(note))).toEqual(payloads.map(plain))
    const chunks: Uint8Array[] = []
    for await (const chunk of await file(things({ note: '=1+1' }), 'xlsx')) chunks.push(chunk)
    const { sheets } = await readXlsx(Buffer.concat(chunks), { readStyles: true })
    expect(JSON.stringify(sheets[0]?.cells ? [...sheets[0].cells.values()] : [])).not.toContain('"formula"')
  })

  it.each(['Zoë', '100% wool', 'a;b', 'say "hi"', '00123', 'x=1', '😀', 'two\nlines'])(
    'is not %j, which stays',
    async (note) => {
      expect((await csv(things({ note })))[0]?.['note']).toBe(note)
    },
  )
})

describe('an amount', () => {
  const amounts: [number, string, string, number | string][] = [
    [2500, 'EUR', '25.00', 25],
    [1, 'EUR', '0.01', 0.01],
    [500, 'JPY', '500', 500],
    [1234, 'KWD', '1.234', 1.234],
    [500, 'HUF', '5.00', 5],
    [-500, 'EUR', '-5.00', -5],
    // A spreadsheet program would show 90071992547409.90.
    [9007199254740991, 'EUR', '90071992547409.91', '90071992547409.91'],
  ]
  const rows = () => things(...amounts.map(([amount, currency_code]) => ({ note: 'x', amount, currency_code })))

  it('has the decimals of its currency, also below zero', async () => {
    const lines = await csv(rows())
    expect(lines.map(({ amount }) => amount)).toEqual(amounts.map(([, , decimal]) => decimal))
  })

  it('is a number in a sheet, if a program keeps all its digits', async () => {
    expect((await xlsx(rows())).slice(1).map((cells) => cells[1])).toEqual(amounts.map(([, , , number]) => number))
  })

  it('is an integer in minor units in JSON, as everywhere', async () => {
    const json = JSON.parse(await text(await file(rows(), 'json')))
    expect(json.map(({ amount }: { amount: number }) => amount)).toEqual(amounts.map(([amount]) => amount))
  })

  it('leaves other numbers and truths as they are', async () => {
    const [line] = await csv(things({ note: 'x', count: -7, open: false }))
    expect(line).toMatchObject({ count: '-7', open: 'false' })
    expect((await csv(things({ note: 'x' })))[0]?.['open']).toBe('true')
  })
})

describe('a file for a spreadsheet program with a decimal comma', () => {
  it('has semicolons between its values, commas in its amounts, and instants that are dates there', async () => {
    const row = { created_at: '2026-03-29T01:00:00.000Z', amount: 123456 }
    const written = (await buffer(await file(things({ note: 'a;b, c', ...row }), 'csv_nl'))).toString()
    expect(written).toBe(
      '\ufeffnote;amount;currency_code;count;open;created_at\r\n"a;b, c";1234,56;EUR;0;true;2026-03-29 03:00:00\r\n',
    )
  })

  it('has nothing that is a formula there either', async () => {
    const written = await text(await file(things(...payloads.map((note) => ({ note }))), 'csv_nl'))
    const lines = parse<Line>(written, { columns: true, bom: true, delimiter: ';' })
    expect(lines).toHaveLength(payloads.length)
    for (const { note } of lines) expect(note).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
  })
})

describe('an instant', () => {
  it.each([
    ['2026-03-29T00:59:59.999Z', '2026-03-29T01:59:59.999+01:00'],
    ['2026-03-29T01:00:00.000Z', '2026-03-29T03:00:00.000+02:00'],
    ['2026-10-25T00:30:00.000Z', '2026-10-25T02:30:00.000+02:00'],
    ['2026-10-25T01:30:00.000Z', '2026-10-25T02:30:00.000+01:00'],
    ['2026-12-31T23:00:00.000Z', '2027-01-01T00:00:00.000+01:00'],
  ])('%s is %s in Amsterdam', async (created_at, written) => {
    expect((await csv(things({ note: 'x', created_at })))[0]?.['created_at']).toBe(written)
    expect(Date.parse(written)).toBe(Date.parse(created_at))
  })

  it.each([
    ['UTC', '2026-10-01T12:00:00.000+00:00'],
    ['America/New_York', '2026-10-01T08:00:00.000-04:00'],
    ['Asia/Kolkata', '2026-10-01T17:30:00.000+05:30'],
    ['Pacific/Kiritimati', '2026-10-02T02:00:00.000+14:00'],
  ])('is written in the zone of its reader: %s', async (zone, written) => {
    expect((await csv(things({ note: 'x' }), zone))[0]?.['created_at']).toBe(written)
  })

  it.each([
    ['2026-12-31T22:59:59.999Z', 'Europe/Amsterdam', '2026-12-31 23:59:59'],
    ['2026-12-31T23:00:00.000Z', 'Europe/Amsterdam', '2027-01-01 00:00:00'],
    ['2026-03-29T00:59:59.999Z', 'Europe/Amsterdam', '2026-03-29 01:59:59'],
    ['2026-03-29T01:00:00.000Z', 'Europe/Amsterdam', '2026-03-29 03:00:00'],
    ['2026-10-01T12:00:00.500Z', 'Asia/Kolkata', '2026-10-01 17:30:00'],
    ['1969-12-31T23:59:59.500Z', 'UTC', '1969-12-31 23:59:59'],
    ['1900-03-01T00:00:00.000Z', 'UTC', '1900-03-01 00:00:00'],
    ['9999-12-31T23:59:59.999Z', 'UTC', '9999-12-31 23:59:59'],
  ])('%s is a date in a sheet, in the zone that the head names: %s, %s', async (created_at, zone, written) => {
    const [head, row] = await xlsx(things({ note: 'x', created_at }), zone)
    expect(head?.at(-1)).toBe(`created_at (${zone})`)
    const date = row?.at(-1)
    if (!(date instanceof Date)) throw new Error('no date')
    expect(date.toISOString()).toMatch(new RegExp(`^${written.replace(' ', 'T')}[.]000Z$`))
  })

  it('before March 1900 is a text in a sheet, because programs differ there', async () => {
    const [, row] = await xlsx(things({ note: 'x', created_at: '1900-02-28T12:00:00.000Z' }), 'UTC')
    expect(row?.at(-1)).toBe('1900-02-28T12:00:00.000+00:00')
  })
})

it('an amount in a sheet is shown with the decimals of its currency, whatever the rows above it have', async () => {
  const codes = ['EUR', 'JPY', 'KWD', 'CLF', 'EUR']
  const rows = things(...codes.map((currency_code) => ({ note: 'x', amount: 1_234_567, currency_code })))
  const formats = ['#,##0.00', '#,##0', '#,##0.000', '#,##0.0000', '#,##0.00']
  const cells = shownRows(await buffer(await file(rows, 'xlsx'))).slice(1)
  expect(cells.map((row) => [row[1]?.format, row[2]?.value])).toEqual(codes.map((code, at) => [formats[at], code]))
})

describe('a file', () => {
  it('without rows has its header, and in JSON is an empty list', async () => {
    // The mark at its beginning tells spreadsheet programs that it is UTF-8.
    expect((await buffer(await file(things(), 'csv'))).toString()).toBe(
      '\ufeffnote,amount,currency_code,count,open,created_at\r\n',
    )
    const head = ['note', 'amount', 'currency_code', 'count', 'open', 'created_at (Europe/Amsterdam)']
    expect(await xlsx(things())).toEqual([head])
    expect(JSON.parse(await text(await file(things(), 'json')))).toEqual([])
  })

  it('has the columns that bookkeeping programs are set up by', () => {
    const scheme =
      'id created_at name description currency_code version valid_from valid_until lines hold_ppm hold_days under_way merchants default active visible'
    expect(Object.fromEntries(entities.map((entity) => [entity.name, entity.export.join(' ')]))).toEqual({
      audit_trail_item:
        'id created_at type route url authentication user_name response_code refusal origin destination duration_ms transaction payment_profile parent gap missing merchant_name',
      psp_audit_trail_item:
        'id created_at type route url authentication user_name response_code refusal origin destination duration_ms transaction payment_profile parent gap missing merchant_name',
      merchant: 'id created_at name active country_code currency_code amount count external_id',
      organisation: 'id created_at name country_code parent',
      payment_profile: 'id created_at name display_name currency_code website',
      bank_account:
        'id created_at holder iban bic currency_code status name_check usable_from profiles created_by decided_at reason',
      psp_bank_account:
        'id created_at name holder iban bic currency_code kind default ledger_balance statement_balance statement_on difference',
      processor: 'id created_at name gateway payment_product active',
      middleware: 'id created_at name provider kind active',
      processor_settlement:
        'id created_at name gateway processor_settlement_type account active last_file_at open_differences reconciliation expected_at',
      psp_user: 'id created_at name email status roles mfa mfa_required language last_sign_in_at',
      user: 'id created_at name email status organisation merchant_name roles mfa mfa_required language last_sign_in_at',
      import:
        'id created_at type file_name merchant_name status rows_read rows_ok rows_known rows_rejected rows_reverted created_by started_at finished_at',
      report_schedule: 'id created_at name type frequency period active next_due_at last_due_at owner',
      report: 'id created_at name type status failure count created_by finished_at expires_at',
      welcome_mail: 'id created_at name default psp_default content content_en',
      share:
        'id created_at status processor_name gateway payment_product organisation_name to_organisation_name access requested_by answered_at answered_by reason ended_at ended_by profiles',
      customer: 'id created_at reference name email_address city country_code segment status',
      card: 'id created_at customer brand bin last_four expiry_month expiry_year active',
      routing: 'id created_at name payment_product currency_code version uses',
      validation_ruleset: 'id created_at name action active rules currency_code recent_hits',
      tag: 'id created_at text color description recent_transactions',
      terminal:
        'id created_at name terminal_id model serial_number software_version status last_transaction_at last_seen_at',
      transaction:
        'id created_at merchant_reference amount currency_code status payment_product payment_product_type country_code customer_name refunded_amount payment_profile_name',
      refund:
        'id created_at merchant_reference payment_product transaction_amount amount currency_code reason status transaction',
      chargeback:
        'id created_at merchant_reference payment_product amount currency_code reason reason_code status respond_by transaction',
      settlement:
        'id number created_at covers_from covers_through currency_code opening captured refunds chargebacks fees vat reserve_held reserve_released one_offs other total held_back paid carried pay_on status paid_on bank_reference invoiced payout_currency_code payout_amount exchanged fx_margin exchange_rate rate_on rate_source unpaid_because',
      psp_settlement:
        'id number created_at covers_from covers_through currency_code opening captured refunds chargebacks fees vat reserve_held reserve_released one_offs other total held_back paid carried pay_on status paid_on bank_reference hold_reason closed_by merchant_name invoiced payout_currency_code payout_amount exchanged fx_margin exchange_rate rate_on rate_source unpaid_because',
      invoice:
        'id number kind status issued_on covers_from covers_through currency_code net vat total due settled_in credits reason sha256 mailed_at mails due_on outstanding',
      settlement_profile:
        'id created_at name book currency_code delay_days minimum negative status hold_reason statement_text webhook_url recipients language merchant_name method payout_currency_code fx_margin_ppm',
      package:
        'id created_at name description revenue_scheme cost_scheme reserve_scheme partner_scheme settlement_schedule delay_days minimum currency_code negative merchants active',
      settlement_schedule: 'id created_at name frequency month_day shift default profiles last_settled last_count',
      scheduled_transaction:
        'id due_at amount currency_code customer_name card_name merchant_reference payment_profile_name attempts status status_reason transaction',
      plan: 'id created_at name amount currency_code interval interval_count max_billing_cycle',
      subscription:
        'id created_at customer_name plan_name amount currency_code billing_cycle due_date max_billing_cycle payment_product status status_reason last_paid_cycle last_paid_date',
      subscription_discount:
        'id created_at name type amount duration minimum_amount limit_to_first_order currency_code',
      bank_entry:
        'id created_at booked_on amount currency_code state psp_bank_account counterparty remittance end_to_end bank_reference return_reason settlement decided_by decided_at reason invoice',
      client_money_day:
        'id created_at business_day currency_code state bank receivable payable reserve in_transit surplus owed_by_merchants unexplained',
      payment_order:
        'id created_at status psp_bank_account currency_code execution_day payouts sum sha256 created_by approved_by approved_at exported_by exported_at downloads withdrawn_by withdrawal_reason',
      settlement_update:
        'id created_at kind status settlement_number from_status amount currency_code reason paid_on bank_reference created_by approved_by cancelled_by cancellation_reason merchant_name',
      sap_batch:
        'id created_at number covers_from covers_through status transfers unmapped sendings created_by sent_at sent_by answered_at answered_by sap_reference rejection_reason',
      revenue_scheme: scheme,
      cost_scheme: scheme,
      reserve_scheme: scheme,
      partner_scheme: scheme,
      one_off:
        'id date kind description_nl description_en amount currency_code vat repeat repeat_until status booked_on transaction created_by approved_by',
      payment_link:
        'id created_at merchant_reference description amount currency_code customer_name reusable uses attempts expires_at status status_reason',
      card_add_link:
        'id created_at merchant_reference customer_name purpose attempts expires_at status card_brand card_last_four card_expiry card_three_d_secure',
      checkout: 'id created_at name description payment_product_order number_format uses',
      webhook: 'id created_at url type item_id delivered_on status delivery attempts response_code',
      contradiction:
        'id created_at state kind we_say they_say our_amount currency_code their_amount their_currency_code transaction merchant_reference processor_name resolved_at resolved_by note',
      status_update:
        'id created_at kind status item from_status to_status amount currency_code reason external_reference told created_by approved_by rejected_by rejection_reason merchant_reference merchant_name',
      stuck_operation:
        'id created_at operation state merchant_reference amount currency_code overdue_at first_sent_at ended_at cancellation cancellation_reason seen seen_where seen_by',
      api_key:
        'id created_at created_by name prefix status roles organisation merchant_name allowed_ips last_used_at last_used_ip expires_at',
    })
  })

  it('breaks off when the database does: half a file is never taken for a whole one', async () => {
    const failing = sql`select gen_random_uuid() as id, now() as created_at, 'x' as note, 100 / (5000 - n) as amount, 'EUR' as currency_code,
      n as count, true as open from generate_series(1, 6000) n`
    for (const format of ['csv', 'xlsx', 'json'] as const) {
      await expect(text(await file(failing, format))).rejects.toThrow('division by zero')
      expect(databases.exports.running()).toBe(0)
      await expect(readAll(await pieces(failing, format))).rejects.toThrow('division by zero')
      expect(databases.exports.running()).toBe(0)
    }
  })

  it('whose pieces are read no further, or that is abandoned before its first row, gives its connection back', async () => {
    const many = sql`select gen_random_uuid() as id, now() as created_at, 'x' as note, 1 as amount, 'EUR' as currency_code,
      n as count, true as open from generate_series(1, 100000) n`
    const never = sql`select gen_random_uuid() as id, now() as created_at, 'x' as note, 1 as amount, 'EUR' as currency_code,
      1 as count, true as open from pg_sleep(30)`
    for (const format of ['csv', 'xlsx', 'json'] as const) {
      for await (const _ of await pieces(many, format)) break
      expect(databases.exports.running()).toBe(0)
      const abandoned = await pieces(never, format)
      const read = readAll(abandoned)
      abandoned.abandon(new Error('it is cancelled'))
      expect(databases.exports.running()).toBe(0)
      await expect(read).rejects.toThrow('it is cancelled')
    }
  })

  it('that nobody reads to its end gives its connection back', async () => {
    const many = sql`select gen_random_uuid() as id, now() as created_at, 'x' as note, 1 as amount, 'EUR' as currency_code,
      n as count, true as open from generate_series(1, 100000) n`
    for (let round = 0; round < 20; round += 1) {
      const stream = await file(many, 'csv')
      for await (const _ of stream) break
    }
    expect(await csv(things({ note: 'still there' }))).toHaveLength(1)
  })

  it('that is given up is no longer made, even before its first row', async () => {
    const working = `select pid from pg_stat_activity where state = 'active' and query like '%''slow''%'
      and pid <> pg_backend_pid()`
    const slow = sql`select gen_random_uuid() as id, now() as created_at, 'slow' as note, 1 as amount, 'EUR' as currency_code,
      1 as count, true as open from pg_sleep(30)`
    const workers = async () => (await databases.pools.provider.query(working)).rowCount
    for (const format of ['csv', 'xlsx', 'json'] as const) {
      const stream = (await file(slow, format)).on('error', () => {})
      stream.resume()
      await vi.waitFor(async () => expect(await workers()).toBe(1), 5_000)
      stream.destroy()
      await vi.waitFor(async () => expect(await workers()).toBe(0), 5_000)
    }
    expect(await csv(things({ note: 'still there' }))).toHaveLength(1)
  })

  it.each(['csv', 'xlsx', 'json'] as const)('may take longer than any other statement: %s', async (format) => {
    const address = new URL(database.direct.providerUrl)
    address.searchParams.set('options', '-c statement_timeout=1000')
    const hasty = openDatabases({ ...database.direct, providerUrl: address.href }, () => {})
    try {
      await expect(hasty.pools.provider.query('select pg_sleep(3)')).rejects.toThrow('statement timeout')
      const slow = sql`select gen_random_uuid() as id, now() as created_at, 'x' as note, 1 as amount, 'EUR' as currency_code,
        n as count, true as open, pg_sleep(0.02) from generate_series(1, 100) n`
      let rows = 0
      const onRows = (count: number) => {
        rows += count
      }
      await buffer(await file(slow, format, { on: hasty, onRows }))
      expect(rows).toBe(100)
    } finally {
      await hasty.close()
    }
  })

  it.each(['csv', 'xlsx', 'json'] as const)(
    'whose reader takes a little now and then is given up, and its connection is free at once: %s',
    async (format) => {
      const working = `select pid from pg_stat_activity where query like '%''endless''%' and state <> 'idle'
        and pid <> pg_backend_pid()`
      const workers = async () => (await databases.pools.provider.query(working)).rowCount
      const endless = sql`select gen_random_uuid() as id, now() as created_at, 'endless' as note, n as amount,
        'EUR' as currency_code, n as count, true as open from generate_series(1, 100000) n`
      const slow = await file(endless, format, { patience: { for_ms: 600, leastSpeed: 100_000 } })
      await vi.waitFor(async () => expect(await workers()).toBe(1), 5_000)
      const sip = setInterval(() => slow.read(10), 30)
      const end = await new Promise<Error>((resolve) => slow.once('error', resolve))
      clearInterval(sip)
      expect(end.message).toBe('the reader is too slow')
      await vi.waitFor(async () => expect(await workers()).toBe(0), 5_000)
    },
  )

  it('tells how many rows it has so far', async () => {
    for (const format of ['csv', 'xlsx', 'json'] as const) {
      let rows = 0
      const onRows = (count: number) => {
        rows += count
      }
      await buffer(await file(things(...payloads.map((note) => ({ note }))), format, { onRows }))
      expect([format, rows]).toEqual([format, payloads.length])
    }
  })

  it('takes a value of a filter as that value, whatever quotes it holds', async () => {
    const notes = ["it's", "a'; select 1; --", 'back\\slash', '$1', "E'\\n"]
    const source: Source = {
      entity: { ...thing, filters: { note: 'is' } } as Entity,
      rows: () => things(...notes.map((note) => ({ note }))),
    }
    for (const note of notes) {
      const result = parseListQuery(source.entity, { note, _columns: 'note' })
      if ('details' in result) throw new Error('not a query')
      const written = await text(await exportFile(databases, source, viewer('UTC'), result.query))
      expect(parse(written, { columns: true, bom: true })).toEqual([{ note }])
    }
  })

  it.each([
    ['csv', 500_000],
    ['json', 60_000],
    ['xlsx', 40_000],
  ] as const)(
    'is made in memory that does not grow: %s of %i rows',
    async (format, size) => {
      const wide = sql`select lpad(to_hex(n), 32, '0')::uuid as id, timestamptz '2026-10-01' as created_at,
      n || repeat('x', 600) as note, n as amount, 'EUR' as currency_code, n as count, true as open
      from generate_series(1, ${sql.lit(size)}) n`
      for await (const _ of await file(sql`select * from (${wide}) w limit 20000`, format));
      const before = process.memoryUsage().rss
      let most = before
      let lines = 0
      for await (const chunk of await file(wide, format)) {
        if (format !== 'xlsx') lines += String(chunk).split('\n').length - 1
        most = Math.max(most, process.memoryUsage.rss())
      }
      if (format !== 'xlsx') expect(lines).toBe(format === 'csv' ? size + 1 : size)
      // The rows of the csv file are 350 MB and more: keeping them in memory would show here.
      expect(Math.round((most - before) / 1_000_000)).toBeLessThan(200)
    },
    60_000,
  )
})

describe('of several processes', () => {
  const endless = () => sql`select gen_random_uuid() as id, now() as created_at, 'x' as note, n as amount,
    'EUR' as currency_code, n as count, true as open from generate_series(1, 100000) n`
  const somebody = (id: string): Actor => ({ ...viewer('UTC'), kind: 'user', id })
  const refusal = (file: Promise<Readable>) =>
    file.then(
      () => 'made',
      (error: Refusal) => `${error.code} ${error.details.whose}`,
    )
  let processes: Databases[]
  beforeAll(() => {
    processes = [1, 2, 3].map(() => openDatabases(database, () => {}))
  })
  afterAll(async () => {
    for (const each of processes) await each.close()
  })

  it('all count one person and all persons together, and see at once that there is room again', async () => {
    const [a, b, c] = processes
    const begin = (on: Databases | undefined, who: string, format: ExportFormat = 'csv') =>
      file(endless(), format, { on: on ?? databases, actor: somebody(who) })
    const held = [await begin(a, 'one'), await begin(b, 'one', 'json')]
    expect(await refusal(begin(c, 'one'))).toBe('too_many_exports own')
    held.push(await begin(c, 'two'), await begin(a, 'three', 'xlsx'))
    expect(await refusal(begin(b, 'four'))).toBe('too_many_exports all')
    for (const each of held) each.on('error', () => {}).destroy()
    const again = await Promise.all([begin(c, 'one'), begin(b, 'four'), begin(c, 'one', 'json'), begin(a, 'two')])
    for (const each of again) each.on('error', () => {}).destroy()
  })

  it('a setting says how many there are', async () => {
    const single = openDatabases(database, () => {}, { exports: 1 })
    const held = await file(endless(), 'csv', { on: single, actor: somebody('five') })
    expect(await refusal(file(endless(), 'csv', { on: single, actor: somebody('six') }))).toBe('too_many_exports all')
    held.on('error', () => {}).destroy()
    await single.close()
  })

  it('a file that is whole leaves its place to the next, on the same connection', async () => {
    for (let round = 0; round < 6; round += 1)
      for (const format of ['csv', 'xlsx', 'json'] as const)
        for (const on of processes)
          await buffer(await file(things({ note: 'x' }), format, { on, actor: somebody('one') }))
  })
})
