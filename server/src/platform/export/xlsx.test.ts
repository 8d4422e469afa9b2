import { buffer } from 'node:stream/consumers'
import { GCProfiler } from 'node:v8'
import type { FieldKind } from '@kontor/contract/field'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { faultsOf, inside, partsOf, rootOf, shownRows } from '../../../test/workbook.ts'
import { type Column, xlsxFile } from './xlsx.ts'
import { columnLetters } from './xlsx-cells.ts'

type Value = string | null
const copied: Record<string, string> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
}
/** A line as `copy` writes it. */
const line = (values: readonly Value[]) =>
  `${values.map((value) => value?.replaceAll(/[\\\n\t\r\b\f\v]/g, (sign) => copied[sign] ?? sign) ?? '\\N').join('\t')}\n`
const pieces = async function* (...lines: string[]) {
  for (const each of lines) yield Buffer.from(each)
}

const workbook = (columns: readonly Column[], ...rows: Value[][]): Promise<Buffer> =>
  buffer(xlsxFile(pieces(...rows.map(line)), { name: 'thing', columns }, () => {}))
/** A workbook of one column. */
const ofOne = (kind: FieldKind, ...values: Value[]) =>
  workbook([{ head: 'x', kind }], ...values.map((value) => [value]))
const shown = async (kind: FieldKind, value: string) => (await shownRows(await ofOne(kind, value)))[1]?.[0]

const kinds: FieldKind[] = ['id', 'text', 'money', 'integer', 'decimal', 'boolean', 'timestamp', 'date', 'choice']
const everything = kinds.map((kind) => ({ head: kind, kind }))
const full = ['01900000-0000-7000-8000-000000000000', 'a', '1.00', '7', '0.25', 'true', '46320.25', '46320', 'OPEN']

describe('a workbook', () => {
  it('has no fault by the standard, with and without rows, nulls and columns beyond Z', async () => {
    const many = Array.from({ length: 60 }, (_, at) => ({ head: `c${at}`, kind: 'integer' }) satisfies Column)
    for (const file of [
      await workbook(everything),
      await workbook(
        everything,
        full,
        kinds.map(() => null),
        full,
      ),
      await workbook(
        many,
        many.map((_, at) => String(at)),
      ),
    ])
      expect(faultsOf(file)).toEqual([])
    expect([0, 25, 26, 51, 52, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
  })

  it('has a head in bold that stands still and filters, and columns that are wide enough', async () => {
    const file = await workbook(everything, full)
    expect(shownRows(file)[0]?.map(({ value, isBold }) => [value, isBold])).toEqual(kinds.map((kind) => [kind, true]))
    expect(shownRows(file)[1]?.some(({ isBold }) => isBold)).toBe(false)
    const sheet = rootOf(partsOf(file).get('xl/worksheets/sheet1.xml') ?? '')
    expect(inside(sheet, 'sheetViews', 'sheetView', 'pane')[0]?.attributes).toEqual({
      ySplit: '1',
      topLeftCell: 'A2',
      activePane: 'bottomLeft',
      state: 'frozen',
    })
    expect(inside(sheet, 'autoFilter')[0]?.attributes).toEqual({ ref: 'A1:I2' })
    const widths = inside(sheet, 'cols', 'col').map(({ attributes }) => Number(attributes['width']))
    for (const [place, width] of widths.entries())
      expect(width).toBeGreaterThan(Math.max(kinds[place]?.length ?? 0, kinds[place] === 'id' ? 36 : 7))
  })

  it('has another sheet, with the same head, for the rows beyond the most of a sheet', async () => {
    const most = 1_048_576
    const batches = Array.from({ length: 64 }, (_, at) =>
      Array.from({ length: most / 64 }, (_, n) => `${at * (most / 64) + n}\n`).join(''),
    )
    const rows = pieces(...batches, 'the last\n')
    const file = await buffer(xlsxFile(rows, { name: 'thing', columns: [{ head: 'x', kind: 'integer' }] }, () => {}))
    const parts = partsOf(file)
    expect(parts.get('xl/worksheets/sheet1.xml')).toContain(`<row r="${most}"><c r="A${most}"`)
    expect(parts.get('xl/worksheets/sheet1.xml')).toContain(`<autoFilter ref="A1:A${most}"/>`)
    expect(parts.get('xl/worksheets/sheet1.xml')).not.toContain(`<row r="${most + 1}"`)
    expect(shownRows(file, 2).map(([cell]) => cell?.value)).toEqual(['x', String(most - 1), 'the last'])
    const book = rootOf(parts.get('xl/workbook.xml') ?? '')
    expect(inside(book, 'sheets', 'sheet').map(({ attributes }) => attributes['name'])).toEqual(['thing', 'thing 2'])
    expect(inside(book, 'definedNames', 'definedName').map(({ text }) => text)).toEqual([
      `'thing'!$A$1:$A$${most}`,
      "'thing 2'!$A$1:$A$3",
    ])
  })
})

it('a workbook is made without a string per cell, whose remains let the memory of the process grow', async () => {
  const rows = 50_000
  const batches = Array.from({ length: rows / 500 }, () => line(full).repeat(500))
  const profiler = new GCProfiler()
  profiler.start()
  for await (const _ of xlsxFile(pieces(...batches), { name: 'thing', columns: everything }, () => {}));
  const freed = profiler.stop()?.statistics.reduce((sum, { beforeGC, afterGC }) => {
    return sum + beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize
  }, 0)
  // Strings left 150 MB behind, and what came before leaves some.
  expect(Number(freed) / 1e6).toBeLessThan(75)
})

describe('a cell', () => {
  it.each([
    ['25.00', '#,##0.00'],
    ['-0.01', '#,##0.00'],
    ['500', '#,##0'],
    ['1.234', '#,##0.000'],
    ['1.2345', '#,##0.0000'],
    ['9999999999999.99', '#,##0.00'],
  ])('of the amount %s is a number that is shown as %s', async (value, format) => {
    expect(await shown('money', value)).toMatchObject({ type: 'n', value, format })
  })

  it('of an amount of more digits than a program keeps is a text, so that no cent changes', async () => {
    for (const value of ['90071992547409.91', '-10000000000000.01'])
      expect(await shown('money', value)).toMatchObject({ type: 'inlineStr', value, format: '@' })
    expect(await shown('integer', '9007199254740991')).toMatchObject({ type: 'inlineStr', value: '9007199254740991' })
    expect(await shown('decimal', '0.00012345678901')).toMatchObject({ type: 'n', format: 'General' })
  })

  it('of an instant or a day is a date, and a text where the format has none', async () => {
    expect(await shown('timestamp', '46320.25')).toMatchObject({ type: 'n', format: 'yyyy\\-mm\\-dd\\ hh:mm:ss' })
    expect(await shown('date', '46320')).toMatchObject({ type: 'n', format: 'yyyy\\-mm\\-dd' })
    expect(await shown('date', '1899-12-31')).toMatchObject({ type: 'inlineStr', value: '1899-12-31' })
    const { sheets } = await readXlsx(await ofOne('timestamp', '46320.25'))
    expect(sheets[0]?.rows[1]).toEqual([new Date('2026-10-25T06:00:00Z')])
  })

  it.each(['00123', '4111111111111111', '+31612345678', '1e5', '2026-10-01', 'TRUE', '=1+1', ' x ', '', 'a  b', '😀'])(
    'of the text %j is that text, and stays it when it is edited',
    async (value) => {
      expect(await shown('text', value)).toMatchObject({ type: 'inlineStr', value, format: '@' })
      expect(faultsOf(await ofOne('text', value))).toEqual([])
    },
  )

  it('of a text holds what XML and workbooks have a use for, or forbid', async () => {
    const odd = [
      '<b>&amp;</b>',
      '\\N',
      'a\\b',
      'one\ntwo',
      'one\r\ntwo',
      'a\tb',
      '\u0001\u001f\ufffe\uffff',
      '_x0041_',
      ']]>',
    ]
    const file = await ofOne('text', ...odd)
    expect(faultsOf(file)).toEqual([])
    expect(
      shownRows(file)
        .slice(1)
        .map(([cell]) => cell?.value),
    ).toEqual(odd)
  })

  it('of a text of more than the 32,767 characters of a cell says by its end that there is more', async () => {
    const whole = 'x'.repeat(32_767)
    for (const [value, kept] of [
      [whole, whole],
      [`${whole}x`, `${whole.slice(1)}…`],
      [`${'x'.repeat(32_765)}😀x`, `${'x'.repeat(32_765)}…`],
      [`\n${whole}`, `\n${'x'.repeat(32_765)}…`],
    ] as const) {
      const file = await ofOne('text', value)
      expect(faultsOf(file)).toEqual([])
      expect(shownRows(file)[1]?.[0]?.value === kept).toBe(true)
    }
  })
})
