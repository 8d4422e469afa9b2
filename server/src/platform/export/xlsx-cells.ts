import type { FieldKind } from '@kontor/contract/field'
import { RowBytes } from './row-bytes.ts'
import { styleNumber, styleNumbers } from './xlsx-styles.ts'

/** Writes a value, as `copy` gives it, into its cell. Null writes nothing. */
type CellWriter = (xml: RowBytes, from: number, to: number) => void

/**
 * Writes rows of a sheet from lines of `copy` in the text format; `kinds` are those of its values. Bytes go from one
 * buffer to the other: the strings of a million rows would make the memory of the process grow by a hundred megabytes.
 */
export function rowsWriter(kinds: readonly FieldKind[]): (lines: Lines, firstRow: number, most: number) => Written {
  const writers = kinds.map((kind, place) => cellWriters[kind](columnLetters(place)))
  let room = 0
  return (lines, firstRow, most) => {
    const xml = new RowBytes(lines.bytes, room)
    let count = 0
    for (; count < most && lines.at < lines.bytes.length; count += 1)
      lines.at = writeRow(xml, writers, lines.at, firstRow + count)
    const written = xml.written()
    room = written.length
    return { xml: written, count }
  }
}

/** Whole lines, each with its end, of which those before `at` are written. */
export interface Lines {
  bytes: Buffer
  at: number
}

interface Written {
  xml: Buffer
  /** The number of rows. */
  count: number
}

/** Writes the line from `start` as that row, and gives the place after it. */
function writeRow(xml: RowBytes, writers: readonly CellWriter[], start: number, row: number): number {
  xml.beginRow(row)
  const { source } = xml
  let [from, place] = [start, 0]
  for (let at = start; ; at += 1) {
    const byte = source[at]
    if (byte !== tab && byte !== newline) continue
    if (!isNull(source, from, at)) writers[place]?.(xml, from, at)
    place += 1
    from = at + 1
    if (byte === newline) break
  }
  xml.add(rowEnd)
  return from
}

/** The row of names above the others. */
export function headXml(names: readonly string[]): string {
  const style = styleNumber('head')
  const cells = names.map(
    (name, place) => `<c r="${columnLetters(place)}1" s="${style}" t="inlineStr"><is>${textXml(name)}</is></c>`,
  )
  return `<row r="1">${cells.join('')}</row>`
}

/** The name of a column by its place: A is 0, AA is 26. */
export function columnLetters(place: number): string {
  const last = String.fromCharCode(65 + (place % 26))
  return place < 26 ? last : columnLetters(Math.floor(place / 26) - 1) + last
}

const [tab, newline, space, dot, dash, backslash] = [0x09, 0x0a, 0x20, 0x2e, 0x2d, 0x5c]
const rowEnd = Buffer.from('</row>')
const textEnd = Buffer.from('</t></is></c>')
const inlineEnd = Buffer.from('</is></c>')
const valueEnd = Buffer.from('</v></c>')

const isNull = (source: Buffer, from: number, to: number) =>
  to - from === 2 && source[from] === backslash && source[from + 1] === 0x4e

type StyleName = Parameters<typeof styleNumber>[0]

/** The two ends of a cell's opening, between which the number of its row stands. */
const opening = (column: string, rest: string) => [Buffer.from(`<c r="${column}`), Buffer.from(rest)] as const

/** Texts of any content. */
const texts = (column: string): CellWriter => {
  const plain = words(column)
  const [start, inline] = opening(column, `" s="${styleNumber('text')}" t="inlineStr"><is>`)
  return (xml, from, to) => {
    if (isPlain(xml.source, from, to)) return plain(xml, from, to)
    xml.open(start, inline)
    xml.addText(textXml(xml.source.toString('utf8', from, to)))
    xml.add(inlineEnd)
  }
}

/** Ids, codes and names of states: none of them holds a character with a meaning in XML. */
const words = (column: string): CellWriter => {
  const [start, text] = opening(column, `" s="${styleNumber('text')}" t="inlineStr"><is><t>`)
  return (xml, from, to) => {
    xml.open(start, text)
    xml.copy(from, to)
    xml.add(textEnd)
  }
}

/** Numbers, in the style that their text asks for. One that must not be rounded, and would be, is a text. */
const numbers =
  (styleOf: (source: Buffer, from: number, to: number) => number, mayRound = false) =>
  (column: string): CellWriter => {
    const asText = words(column)
    const [start] = opening(column, '')
    const styled = styleNumbers.map((style) => Buffer.from(`" s="${style}"><v>`))
    return (xml, from, to) => {
      if (!mayRound && !isExact(xml.source, from, to)) return asText(xml, from, to)
      const value = styled[styleOf(xml.source, from, to)]
      if (!value) throw new RangeError('no such style')
      xml.open(start, value)
      xml.copy(from, to)
      xml.add(valueEnd)
    }
  }

const always = (style: StyleName) => {
  const number = styleNumber(style)
  return () => number
}

const general = styleNumber('general')
const amountStyles = (['amount0', 'amount1', 'amount2', 'amount3', 'amount4'] as const).map(styleNumber)

/** An amount comes with all decimals of its currency, and with no others. */
function amountStyle(source: Buffer, from: number, to: number): number {
  const mark = placeOf(source, dot, from, to)
  return amountStyles[mark < 0 ? 0 : to - mark - 1] ?? general
}

function placeOf(source: Buffer, byte: number, from: number, to: number): number {
  for (let at = from; at < to; at += 1) if (source[at] === byte) return at
  return -1
}

/** Spreadsheet programs keep 15 digits of a number. */
const mostDigits = 15

function isExact(source: Buffer, from: number, to: number): boolean {
  if (to - from <= mostDigits) return true
  const value = source.toString('latin1', from, to)
  return value.replace(/^-?[0.]*/, '').replace('.', '').length <= mostDigits
}

/** Days since the first one of the format, exact to far less than a second. One that the format lacks comes as a text. */
const moments =
  (style: StyleName) =>
  (column: string): CellWriter => {
    const asText = words(column)
    const asNumber = numbers(always(style), true)(column)
    return (xml, from, to) => (placeOf(xml.source, dash, from, to) < 0 ? asNumber : asText)(xml, from, to)
  }

const flags = (column: string): CellWriter => {
  const [start, value] = opening(column, '" t="b"><v>')
  const [no, yes] = [Buffer.from('0'), Buffer.from('1')]
  return (xml, from) => {
    xml.open(start, value)
    xml.add(xml.source[from] === 0x74 ? yes : no)
    xml.add(valueEnd)
  }
}

const cellWriters: Record<FieldKind, (column: string) => CellWriter> = {
  id: words,
  text: texts,
  money: numbers(amountStyle),
  integer: numbers(always('integer')),
  decimal: numbers(always('general')),
  boolean: flags,
  timestamp: moments('instant'),
  date: moments('day'),
  choice: words,
  choices: words,
  texts: words,
  conditions: texts,
  country: words,
  currency: words,
  gateway: words,
  ref: words,
  refs: words,
}

/** The longest text of a cell, in UTF-16 units: a program calls a file with a longer one damaged. */
const longestText = 32_767

// Characters with a meaning in `copy` or XML, spaces that XML does not keep by itself, and workbook escapes: a workbook
// reads _x0041_ as A.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no XML may hold
const special = /[\\&<>\u0000-\u001f\ufffe\uffff]|_x[\da-f]{4}_|^ | $/i
const copied: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Whether a value can stand in XML as it is. It may say no of one that could. */
function isPlain(source: Buffer, from: number, to: number): boolean {
  if (to - from > longestText || source[from] === space || source[to - 1] === space) return false
  for (let at = from; at < to; at += 1) if (isSuspect[source[at] ?? 0]) return false
  return true
}

/** The bytes with which something begins that XML, `copy` or a workbook reads in its own way (`special`). */
const isSuspect = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < space || [...'\\&<>_'].some((sign) => sign.charCodeAt(0) === byte) || byte === 0xef ? 1 : 0,
)

function textXml(value: string): string {
  if (value.length <= longestText && !special.test(value)) return `<t>${value}</t>`
  const text = value.replaceAll(/\\(.)/g, (_, letter: string) => copied[letter] ?? letter)
  return `<t xml:space="preserve">${escaped(shortened(text))}</t>`
}

function shortened(text: string): string {
  if (text.length <= longestText) return text
  const end = longestText - 1
  // A pair that stands for one character is not parted.
  const isPair = /[\ud800-\udbff]/.test(text.charAt(end - 1))
  return `${text.slice(0, isPair ? end - 1 : end)}…`
}

function escaped(text: string): string {
  return (
    text
      .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
      .replaceAll(/[&<>]/g, (sign) => entities[sign] ?? sign)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no XML may hold
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, (sign) => `_x${hex(sign)}_`)
  )
}

const hex = (sign: string): string => sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
