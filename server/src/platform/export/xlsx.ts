import type { CellKind } from './cells.ts'
import { type ZipEntry, zip } from './zip.ts'

export interface Sheet {
  name: string
  columns: readonly string[]
  kinds: readonly CellKind[]
}

/**
 * The limits of a sheet: rows by the workbook format, bytes by the archive format. Further rows go to another sheet.
 */
const mostRows = 1_048_576
const mostBytes = 3_500_000_000

/**
 * A workbook (ECMA-376) of the rows, read in PostgreSQL's text format for `copy`. Amounts are numbers, other cells are
 * text.
 */
export function xlsxFile(
  rows: AsyncIterable<Buffer>,
  sheet: Sheet,
  onRows: (count: number) => void,
): AsyncGenerator<Buffer> {
  return zip(parts(linesOf(rows), sheet, onRows))
}

async function* parts(
  lines: AsyncGenerator<string[]>,
  sheet: Sheet,
  onRows: (count: number) => void,
): AsyncGenerator<ZipEntry> {
  const left: Left = { lines: [], isEnd: false }
  let sheets = 0
  do {
    sheets += 1
    yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheetXml(lines, left, sheet, onRows) }
  } while (!left.isEnd)
  for (const [name, text] of Object.entries(bookOf(sheet.name, sheets))) yield { name, content: [Buffer.from(text)] }
}

/** Lines that were read but did not fit into the last sheet. */
interface Left {
  lines: string[]
  isEnd: boolean
}

async function* sheetXml(
  lines: AsyncGenerator<string[]>,
  left: Left,
  { columns, kinds }: Sheet,
  onRows: (count: number) => void,
): AsyncGenerator<Buffer> {
  const head = columns.map((name) => cellXml(name, 'text')).join('')
  yield Buffer.from(`${xml}<worksheet xmlns="${main}"><sheetData><row>${head}</row>`)
  let rows = 1
  let bytes = 0
  while (rows < mostRows && bytes < mostBytes) {
    if (left.lines.length === 0) {
      const { done, value } = await lines.next()
      left.isEnd = done === true
      if (done) break
      left.lines = value
    }
    const batch = left.lines.slice(0, mostRows - rows)
    left.lines = left.lines.slice(batch.length)
    const text = Buffer.from(batch.map((line) => rowXml(line, kinds)).join(''))
    rows += batch.length
    bytes += text.length
    yield text
    onRows(batch.length)
  }
  yield Buffer.from('</sheetData></worksheet>')
}

/** The whole lines of each piece; an incomplete line waits for the next piece. */
async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let rest = Buffer.alloc(0)
  for await (const piece of pieces) {
    const end = piece.lastIndexOf(0x0a)
    if (end < 0) {
      rest = Buffer.concat([rest, piece])
      continue
    }
    const text = Buffer.concat([rest, piece.subarray(0, end)]).toString()
    rest = Buffer.from(piece.subarray(end + 1))
    yield text.split('\n')
  }
}

function rowXml(line: string, kinds: readonly CellKind[]): string {
  let text = '<row>'
  for (const [place, value] of line.split('\t').entries()) text += cellXml(value, kinds[place] ?? 'text')
  return `${text}</row>`
}

function cellXml(value: string, kind: CellKind): string {
  if (value === '\\N') return '<c/>'
  if (kind === 'number') return `<c><v>${value}</v></c>`
  if (kind === 'flag') return `<c t="b"><v>${value === 'true' ? 1 : 0}</v></c>`
  if (kind === 'word') return `<c t="inlineStr"><is><t>${value}</t></is></c>`
  return `<c t="inlineStr"><is><t xml:space="preserve">${special.test(value) ? escaped(value) : value}</t></is></c>`
}

// Characters with a meaning in `copy` or XML, and workbook escapes: a workbook reads _x0041_ as A.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no XML may hold
const special = /[\\&<>\u0000-\u001f\ufffe\uffff]|_x[\da-f]{4}_/i
const copied: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escaped(value: string): string {
  return (
    value
      .replaceAll(/\\(.)/g, (_, letter: string) => copied[letter] ?? letter)
      .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
      .replaceAll(/[&<>]/g, (sign) => entities[sign] ?? sign)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no XML may hold
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, (sign) => `_x${hex(sign)}_`)
  )
}

const hex = (sign: string): string => sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'

/** The files of a workbook that list its sheets. */
function bookOf(name: string, sheets: number): Record<string, string> {
  const each = (text: (number: number) => string) => Array.from({ length: sheets }, (_, at) => text(at + 1)).join('')
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return {
    'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each(
      (n) => `<sheet name="${name}${n === 1 ? '' : ` ${n}`}" sheetId="${n}" r:id="rId${n}"/>`,
    )}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packaged}/relationships">${each(
      (n) => `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
    )}</Relationships>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${xml}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>${each(
      (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${type}.worksheet+xml"/>`,
    )}</Types>`,
  }
}
