import { crc32, deflateRawSync } from 'node:zlib'
import { XlsxStreamWriter } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { importing } from '../../../test/importing.ts'
import { zip } from '../../platform/export/zip.ts'
import { isDateFormat, isoDate, plainNumber } from './cell-values.ts'
import { openWorkbook } from './workbook-file.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

interface Parts {
  rows?: string
  texts?: readonly string[]
  sheets?: string
  book?: string
  more?: Record<string, string>
}

/** The parts of a workbook as programs write them. Style 1 is a date, 2 a date with a time, 3 a number with a text. */
function partsOf({ rows = '', texts = [], sheets, book = '', more = {} }: Parts): Record<string, string> {
  return {
    '_rels/.rels': `<Relationships xmlns="p"><Relationship Id="a" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}">${book}<sheets>${sheets ?? '<sheet name="Hidden" sheetId="1" state="hidden" r:id="r9"/><sheet name="One" sheetId="2" r:id="r1"/>'}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      `<Relationships xmlns="p"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="t" Type="${office}/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="s" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="170" formatCode="[$-413]d\\ mmm\\ yyyy\\ hh:mm"/><numFmt numFmtId="171" formatCode="0.00 &quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  }
}

async function packed(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const entries = Object.entries(parts).map(([name, content]) => ({ name, content: [Buffer.from(content)] }))
  const pieces: Buffer[] = []
  for await (const piece of zip(entries)) pieces.push(piece)
  return Buffer.concat(pieces)
}

const workbook = (parts: Parts) => packed(partsOf(parts))

async function readAll(content: Buffer) {
  const file = await openWorkbook(content, { mapping: {}, decimal: '.' })
  const records = []
  for await (const group of file.records) records.push(...group)
  return { header: file.header, records }
}

const problemOf = (content: Buffer): Promise<string> =>
  readAll(content).then(
    () => 'none',
    (error) => error.code ?? String(error),
  )

const headRow =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>reference</t></is></c><c r="B1" t="inlineStr"><is><t>value</t></is></c></row>'
const valueRow = (cell: string) => `${headRow}<row r="2"><c r="A2"><v>1</v></c>${cell}</row>`

describe('the first sheet that is shown', () => {
  it('is read by its cells: shared and own texts, results of formulas, numbers as written, and dates as ISO 8601', async () => {
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>' +
      '<row r="2"/>' +
      '<row r="4"><c r="A4" t="inlineStr"><is><t>own</t></is></c><c r="C4"><f>1+0.1</f><v>1.1000000000000001</v></c></row>' +
      '<row r="5"><c r="A5" s="1"><v>44197</v></c><c r="B5" s="2"><v>44197.5208333333</v></c><c r="C5" s="3"><v>44197</v></c></row>' +
      '<row><c><v>12345678901234567</v></c><c t="b"><v>1</v></c><c t="str"><f>A1&amp;"x"</f><v>sum x</v></c></row>' +
      '<row r="7"><c r="A7" t="e"><v>#N/A</v></c><c r="B7"><f>1</f></c><c r="C7" t="d"><v>2021-01-02T00:00:00</v></c></row>' +
      '<row r="8"><c r="A8"><v>1</v></c><c r="D8"><v>too wide</v></c></row>'
    const texts = [
      '<t>one </t>',
      '<r><t>t</t></r><r><t xml:space="preserve">wo</t></r><rPh><t>tsu</t></rPh>',
      '<t>&lt;3&gt;</t>',
    ]
    const { header, records } = await readAll(await workbook({ rows, texts }))
    expect(header).toEqual(['one', 'two', '<3>'])
    expect(records).toEqual([
      { line: 4, fields: ['own', '', '1.1'] },
      { line: 5, fields: ['2021-01-01', '2021-01-01T12:30:00', '44197'] },
      { line: 6, fields: ['12345678901234567', 'true', 'sum x'] },
      { line: 7, fields: ['#N/A', '', '2021-01-02'] },
      { line: 8, fields: ['1', '', '', 'too wide'], fault: 'wrong_number_of_fields' },
    ])
  })

  it('is read as another program writes it', async () => {
    const columns = [
      { header: 'reference', key: 'reference' },
      { header: 'paid', key: 'paid', numFmt: 'yyyy-mm-dd' },
    ]
    const writer = new XlsxStreamWriter({ name: 'Sheet', columns })
    writer.addRow(['A-1', new Date(Date.UTC(2021, 1, 28))])
    expect(await readAll(Buffer.from(await writer.finish()))).toEqual({
      header: ['reference', 'paid'],
      records: [{ line: 2, fields: ['A-1', '2021-02-28'] }],
    })
  })

  it('counts days from 1904 where the workbook says so, and knows the day that 1900 did not have', () => {
    expect(isoDate('0', true)).toBe('1904-01-01')
    expect([isoDate('59', false), isoDate('61', false)]).toEqual(['1900-02-28', '1900-03-01'])
    expect([isoDate('0.5', false), isoDate('1.9999999', false)]).toEqual(['12:00:00', '1900-01-02'])
    expect([isoDate('-1', false), isoDate('9999999', false)]).toEqual(['-1', '9999999'])
  })

  it('keeps fifteen digits of a fraction and every digit of a whole number, without exponents', () => {
    expect(['0.1', '1E3', '1.0000000000000001E-7', '2.2999999999999998', '007', '1e400'].map(plainNumber)).toEqual([
      ...['0.1', '1000', '0.0000001', '2.3', '007', '1e400'],
    ])
  })

  it('tells formats of dates from those that only hold such letters', () => {
    const codes = ['d-m-yyyy', '[h]:mm', '[Red]0.00', '"days" 0', '0\\d', '_d0', 'General', '#,##0.00']
    expect(codes.map((code) => isDateFormat(200, code))).toEqual([true, true, false, false, false, false, false, false])
    expect([14, 22, 45, 2].map((id) => isDateFormat(id, undefined))).toEqual([true, true, true, false])
  })
})

describe('a hostile workbook', () => {
  const zeros = (bytes: number) => Buffer.alloc(bytes, 'x').toString()

  it('is not unpacked when its directory says that it grows too much', async () => {
    const bomb = await workbook({ more: { 'xl/media/a.bin': zeros(20 * 1024 * 1024) } })
    expect(bomb.length).toBeLessThan(100_000)
    expect(await problemOf(bomb)).toBe('workbook_too_large')
    const many = Object.fromEntries(Array.from({ length: 2_100 }, (_, n) => [`x/${n}`, '']))
    expect(await problemOf(await workbook({ more: many }))).toBe('workbook_too_large')
  })

  it('is not unpacked further than its directory says', async () => {
    const parts = partsOf({})
    const sheet = Buffer.from(
      `<worksheet xmlns="${main}"><sheetData>${headRow}${' '.repeat(30 * 1024 * 1024)}</sheetData></worksheet>`,
    )
    const liar = withFalseSize(parts, 'xl/worksheets/sheet1.xml', sheet, 1_000)
    expect(await problemOf(liar)).toBe('workbook_damaged')
  })

  it('holds no text without end, no elements within elements without end, and no entities', async () => {
    const long = `<worksheet><sheetData>${'x'.repeat(3 * 1024 * 1024)}</sheetData></worksheet>`
    const deep = `<worksheet>${'<a>'.repeat(5_000)}`
    const entities = `<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData>${headRow}&b;</sheetData></worksheet>`
    const of = (sheet: string) => workbook({ more: { 'xl/worksheets/sheet1.xml': sheet } })
    expect(await problemOf(await of(long))).toBe('workbook_too_large')
    expect(await problemOf(await of(deep))).toBe('workbook_too_large')
    expect(await problemOf(await of(entities))).toBe('workbook_damaged')
  })

  it('writes out no text that thousands of cells share beyond what a row and a cell may have', async () => {
    expect(await problemOf(await workbook({ rows: headRow, texts: [`<t>${zeros(40_000)}</t>`] }))).toBe(
      'workbook_too_large',
    )
    const row = `<row r="2">${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`
    expect(await problemOf(await workbook({ rows: headRow + row, texts: [`<t>${zeros(30_000)}</t>`] }))).toBe(
      'workbook_too_large',
    )
  })

  it('may name its parts by addresses, and by none that is an address', async () => {
    const at = (target: string) =>
      `<Relationships><Relationship Id="r1" Type="${office}/worksheet" Target="${target}"/></Relationships>`
    const sheet = `<worksheet><sheetData>${headRow}</sheetData></worksheet>`
    const of = (target: string) =>
      workbook({ more: { 'xl/_rels/workbook.xml.rels': at(target), 'xl/my sheets/one.xml': sheet } })
    expect(await problemOf(await of('my%20sheets/one.xml'))).toBe('none')
    expect(await problemOf(await of('my sheets/one.xml'))).toBe('none')
    for (const target of ['http://[', '%E0%A4%A']) expect(await problemOf(await of(target))).toBe('workbook_damaged')
  })

  it('is said to be damaged where its parts do not belong together', async () => {
    expect(await problemOf(Buffer.from('PK\u0003\u0004bomb'))).toBe('workbook_damaged')
    expect(await problemOf(await packed({ 'word/document.xml': '<w/>' }))).toBe('workbook_damaged')
    expect(await problemOf(await workbook({ sheets: '<sheet name="Gone" sheetId="1" r:id="r7"/>' }))).toBe(
      'workbook_damaged',
    )
    expect(await problemOf(await workbook({ rows: `${headRow}<row r="1"><c r="A1"><v>1</v></c></row>` }))).toBe(
      'workbook_damaged',
    )
    expect(await problemOf(await workbook({ rows: valueRow('<c r="A2"><v>1</v></c>') }))).toBe('workbook_damaged')
    expect(
      await problemOf(await workbook({ rows: '<row r="1"><c r="A1"><v>1</v></c><c r="AAA1"><v>1</v></c></row>' })),
    ).toBe('too_many_columns')
    expect(await problemOf(await workbook({}))).toBe('empty')
    const outside = `<Relationships><Relationship Id="r1" Type="${office}/worksheet" Target="../../../etc/passwd"/></Relationships>`
    expect(await problemOf(await workbook({ more: { 'xl/_rels/workbook.xml.rels': outside } }))).toBe(
      'workbook_damaged',
    )
  })
})

/** An archive whose directory says another size of a part than it unpacks to. */
function withFalseSize(parts: Record<string, string>, liar: string, content: Buffer, said: number): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries({ ...parts, [liar]: content })) {
    const bytes = Buffer.from(text)
    const data = deflateRawSync(bytes)
    const size = name === liar ? said : bytes.length
    const head = Buffer.alloc(46)
    head.write('PK\u0001\u0002', 'latin1')
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(20, 6)
    head.writeUInt16LE(8, 10)
    head.writeUInt32LE(crc32(bytes), 16)
    head.writeUInt32LE(data.length, 20)
    head.writeUInt32LE(size, 24)
    head.writeUInt16LE(name.length, 28)
    head.writeUInt32LE(offset, 42)
    const local = Buffer.alloc(30)
    local.write('PK\u0003\u0004', 'latin1')
    head.copy(local, 4, 6, 30)
    directory.push(head, Buffer.from(name))
    locals.push(local, Buffer.from(name), data)
    offset += 30 + name.length + data.length
  }
  const all = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(locals.length / 3, 8)
  end.writeUInt16LE(locals.length / 3, 10)
  end.writeUInt32LE(all.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, all, end])
}

const card2 = '<sheetData><row><c><v>4111111111111111</v></c></row></sheetData>'
const runs = '<r><rPr><b/></rPr><t>41111111</t></r><r><rPr><i/></rPr><t>11111111</t></r>'

describe('an import of a workbook', () => {
  let kontor: TestApp
  let staff: string
  let files: ReturnType<typeof importing>
  beforeAll(async () => {
    kontor = await startTestApp({ imports: { poll_ms: 50 } })
    staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    files = importing(kontor, staff)
  })
  afterAll(() => kontor.stop())
  const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const cells = (line: number, ...texts: string[]) =>
    `<row r="${line}">${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`

  it('goes through the same steps, is downloaded as it came, and gives its rejected rows as CSV', async () => {
    const { merchant, profile } = await kontor.make.merchant()
    const rows =
      cells(1, 'order', 'date', 'amount') +
      '<row r="2"><c t="inlineStr"><is><t>X-1</t></is></c><c s="1"><v>44256</v></c><c><v>12.300000000000001</v></c></row>' +
      cells(3, 'X-2', '2021-03-01', 'twenty')
    const content = await workbook({ rows })
    const given = {
      type: 'transaction' as const,
      place: { payment_profile: profile },
      content,
      name: 'orders.xlsx',
      contentType,
    }
    const row = await files.imported(given)
    expect(row).toMatchObject({ status: 'PARTLY_DONE', rows_ok: 1, rows_rejected: 1 })
    const { rows: paid } =
      await sql`select amount::int, created_at at time zone 'Europe/Amsterdam' as at from transaction
      where merchant_id = ${merchant}`.execute(kontor.databases.provider)
    expect(paid).toMatchObject([{ amount: 1_230 }])
    expect(await files.rejectionsOf(row.id)).toEqual(['3 amount amount_not_a_number'])
    const rejected = await kontor.get(staff, `/v1/psp/import/${row.id}/rejected`)
    expect(rejected.body.split('\n')[1]).toBe('3,amount: the amount is not a number,X-2,2021-03-01,twenty')
    const original = await fetch(`${kontor.url}/v1/psp/import/${row.id}/file`, { headers: { cookie: staff } })
    expect(original.headers.get('content-type')).toBe(contentType)
    expect(Buffer.from(await original.arrayBuffer()).equals(content)).toBe(true)
    expect(await files.imported(given)).toMatchObject({ rows_ok: 1, rows_known: 1 })
  })

  it('is refused before it is kept: a bomb, an old workbook, and one with a card number, with words for each', async () => {
    const { merchant } = await kontor.make.merchant()
    const refused = async (content: Buffer) => {
      const { status, body } = await files.upload({ type: 'customer', place: { into: merchant }, content, contentType })
      return [status, body.code, body.details?.problem]
    }
    const bomb = await workbook({ more: { 'xl/media/a.bin': Buffer.alloc(20 * 1024 * 1024).toString() } })
    expect(await refused(bomb)).toEqual([422, 'import_unreadable', 'workbook_too_large'])
    expect(await refused(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toEqual([422, 'import_unknown_format', undefined])
    const card = await workbook({ rows: `${cells(1, 'reference')}<row r="2"><c><v>4111111111111111</v></c></row>` })
    expect(await refused(card)).toEqual([422, 'import_card_number', undefined])
    const columns = `${cells(1, 'reference')}<row r="2"><c r="A2"><v>1</v></c><c r="ZZ2"><v>4111111111111111</v></c></row>`
    for (const [rows, more] of [
      [columns, {}],
      [cells(1, 'reference'), { 'xl/worksheets/sheet2.xml': `<worksheet>${card2}</worksheet>` }],
      [cells(1, 'reference'), { 'xl/comments1.xml': `<comments><text>${runs}</text></comments>` }],
      [cells(1, 'reference'), { 'docProps/core.xml': '<a>4111111111111111</a>' }],
    ] as const)
      expect([more, await refused(await workbook({ rows, more }))]).toEqual([
        more,
        [422, 'import_card_number', undefined],
      ])
    const measured = '<worksheet><c><v>0.4111111111111111</v></c></worksheet>'
    const results = await workbook({ rows: cells(1, 'reference'), more: { 'xl/worksheets/sheet2.xml': measured } })
    expect((await refused(results))[0]).toBe(201)
    const phone = await workbook({ rows: cells(1, 'reference') + cells(2, '+4915123456781') })
    expect((await refused(phone))[0]).toBe(201)
    const { rows } = await sql`select from import where merchant_id = ${merchant}`.execute(kontor.databases.provider)
    expect(rows).toHaveLength(2)
  })
})
