import type { FieldKind } from '@kontor/contract/field'
import { styleNumber } from './xlsx-styles.ts'

/** Writes a value, as `copy` gives it, into the cell of that row, or nothing for null. */
type CellWriter = (value: string, row: number) => string

/** Writes a line of `copy` in the text format as that row of a sheet; `kinds` are those of its values. */
export function rowWriter(kinds: readonly FieldKind[]): (line: string, row: number) => string {
  const writers = kinds.map((kind, place) => cellWriters[kind](columnLetters(place)))
  return (line, row) => {
    let cells = ''
    let place = 0
    for (const value of line.split('\t')) {
      if (value !== nothing) cells += writers[place]?.(value, row) ?? ''
      place += 1
    }
    return `<row r="${row}">${cells}</row>`
  }
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

const nothing = '\\N'

type StyleName = Parameters<typeof styleNumber>[0]

/** Texts of any content. */
const texts = (column: string): CellWriter => {
  const [start, style] = [`<c r="${column}`, styleNumber('text')]
  return (value, row) => `${start}${row}" s="${style}" t="inlineStr"><is>${textXml(value)}</is></c>`
}

/** Ids, codes and names of states: none of them holds a character with a meaning in XML. */
const words = (column: string): CellWriter => {
  const [start, style] = [`<c r="${column}`, styleNumber('text')]
  return (value, row) => `${start}${row}" s="${style}" t="inlineStr"><is><t>${value}</t></is></c>`
}

/** Numbers, in the style that their text asks for. A number that the program would round is a text. */
const numbers =
  (styleOf: (value: string) => number) =>
  (column: string): CellWriter => {
    const [start, asText] = [`<c r="${column}`, words(column)]
    return (value, row) =>
      isExact(value) ? `${start}${row}" s="${styleOf(value)}"><v>${value}</v></c>` : asText(value, row)
  }

const always = (style: StyleName) => {
  const number = styleNumber(style)
  return () => number
}

const amountStyles = (['amount0', 'amount1', 'amount2', 'amount3', 'amount4'] as const).map(styleNumber)

/** An amount comes with all decimals of its currency, and with no others. */
function amountStyle(value: string): number {
  const mark = value.indexOf('.')
  return amountStyles[mark < 0 ? 0 : value.length - mark - 1] ?? styleNumber('general')
}

/** Spreadsheet programs keep 15 digits of a number. */
const mostDigits = 15

function isExact(value: string): boolean {
  return value.length <= mostDigits || value.replace(/^-?[0.]*/, '').replace('.', '').length <= mostDigits
}

/** Days since the first one of the format. One that the format does not have comes as a text. */
const moments =
  (style: StyleName) =>
  (column: string): CellWriter => {
    const [start, number, asText] = [`<c r="${column}`, styleNumber(style), words(column)]
    return (value, row) =>
      value.includes('-') ? asText(value, row) : `${start}${row}" s="${number}"><v>${value}</v></c>`
  }

const flags = (column: string): CellWriter => {
  const start = `<c r="${column}`
  return (value, row) => `${start}${row}" t="b"><v>${value === 'true' ? 1 : 0}</v></c>`
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
  country: words,
  currency: words,
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
