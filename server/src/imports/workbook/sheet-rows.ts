import { importLimits } from '@kontor/contract/imports/import.rules'
import { damaged, tooLarge } from './archive.ts'
import { type Book, longestCell, textReader } from './book.ts'
import { isoDate, plainNumber } from './cell-values.ts'
import { readXml } from './xml.ts'

/** A row of a sheet. Cells beyond the columns that are read are only noted. */
export interface SheetRow {
  /** As programs number it. */
  line: number
  fields: string[]
  isTooWide: boolean
}

const mostRows = 1_048_576
/** Characters of a row, and of all of them, with shared texts written out: thousands of cells may name one long text. */
const most = { row: 1024 * 1024, sheet: 256 * 1024 * 1024 } as const

/** The rows of a sheet that are not empty, as they unpack. Formulas are not run: what they came to last is taken. */
export async function* sheetRows(book: Book): AsyncGenerator<SheetRow[]> {
  const reader = rowReader(book)
  let characters = 0
  for await (const _ of readXml(book.sheet, reader.handlers)) {
    let group: SheetRow[] = []
    let inGroup = 0
    for (const row of reader.take()) {
      const length = row.fields.reduce((sum, field) => sum + field.length, 0)
      characters += length
      if (length > most.row || characters > most.sheet) throw tooLarge()
      if (inGroup + length > most.row) {
        yield group
        group = []
        inGroup = 0
      }
      group.push(row)
      inGroup += length
    }
    if (group.length > 0) yield group
  }
}

function rowReader(book: Book) {
  let rows: SheetRow[] = []
  let row: SheetRow = { line: 0, fields: [], isTooWide: false }
  let cell = { place: -1, type: '', style: 0 }
  let isValue = false
  let value = ''
  const inline = textReader()
  const handlers = {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      inline.handlers.open(name)
      if (name === 'row') row = { line: lineOf(attributes['r'], row.line), fields: [], isTooWide: false }
      if (name === 'row') cell = { ...cell, place: -1 }
      if (name === 'v') isValue = true
      if (name !== 'c') return
      const place = placeOf(attributes['r'], cell.place)
      cell = { place, type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0) }
      value = ''
      inline.take()
    },
    close(name: string) {
      inline.handlers.close(name)
      if (name === 'v') isValue = false
      if (name === 'c') put(row, cell.place, shown(book, cell, cell.type === 'inlineStr' ? inline.take() : value))
      if (name === 'row' && row.fields.some((field) => field.trim() !== '')) rows.push(row)
    },
    text(piece: string) {
      inline.handlers.text(piece)
      if (isValue) value += piece
      if (value.length > longestCell) throw tooLarge()
    },
  }
  return {
    handlers,
    take(): SheetRow[] {
      const taken = rows
      rows = []
      return taken
    },
  }
}

function lineOf(written: string | undefined, before: number): number {
  const line = written === undefined ? before + 1 : Number(written)
  if (!Number.isInteger(line) || line <= before || line > mostRows) throw damaged(undefined)
  return line
}

/** The place of a cell such as `AB12`, the first column being 0. */
function placeOf(reference: string | undefined, before: number): number {
  if (reference === undefined) return before + 1
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? ''
  const place = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  if (place <= before) throw damaged(undefined)
  return place
}

function put(row: SheetRow, place: number, text: string): void {
  if (text === '') return
  if (place >= importLimits.columns) {
    row.isTooWide = true
    return
  }
  while (row.fields.length < place) row.fields.push('')
  row.fields[place] = text
}

/** What a cell says, in the words of a CSV file. */
function shown(
  { texts, dateStyles, from1904 }: Book,
  { type, style }: { type: string; style: number },
  value: string,
): string {
  switch (type) {
    case 's':
      return texts[Number(value)] ?? ''
    case 'b':
      return value === '1' ? 'true' : 'false'
    case 'd':
      return value.replace(/T00:00:00(?:\.0+)?Z?$/, '')
    case 'n':
      return dateStyles.has(style) ? isoDate(value, from1904) : plainNumber(value)
    default:
      // Texts, results of formulas, dates as ISO 8601, and errors.
      return value
  }
}
