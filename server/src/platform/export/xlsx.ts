import type { FieldKind } from '@kontor/contract/field'
import { columnLetters, headXml, type Lines, rowsWriter } from './xlsx-cells.ts'
import { stylesXml } from './xlsx-styles.ts'
import { type ZipEntry, zip } from './zip.ts'

export interface Column {
  head: string
  kind: FieldKind
}

export interface Sheet {
  name: string
  columns: readonly Column[]
}

/**
 * The limits of a sheet: rows by the workbook format, bytes by the archive format. Further rows go to another sheet.
 */
const mostRows = 1_048_576
const mostBytes = 3_500_000_000

/**
 * A workbook (ECMA-376) of the rows, read in PostgreSQL's text format for `copy`. Amounts and counts are numbers in the
 * format of their currency or kind, instants and days are dates, and everything else is text, never a formula. The names
 * of the columns stand still and filter. Further sheets have them too.
 */
export function xlsxFile(
  rows: AsyncIterable<Buffer>,
  sheet: Sheet,
  onRows: (count: number) => void,
): AsyncGenerator<Buffer> {
  return zip(parts(linesOf(rows), sheet, onRows))
}

async function* parts(
  lines: AsyncGenerator<Buffer>,
  sheet: Sheet,
  onRows: (count: number) => void,
): AsyncGenerator<ZipEntry> {
  const left: Left = { lines: { bytes: Buffer.alloc(0), at: 0 }, isEnd: false }
  const ranges: string[] = []
  do {
    const content = sheetXml(lines, left, sheet, ranges.length === 0, onRows, (range) => ranges.push(range))
    yield { name: `xl/worksheets/sheet${ranges.length + 1}.xml`, content }
  } while (!left.isEnd)
  for (const [name, text] of Object.entries(bookOf(sheet.name, ranges)))
    yield { name, content: [Buffer.from(xml + text)] }
}

/** Lines that were read but did not fit into the last sheet. */
interface Left {
  lines: Lines
  isEnd: boolean
}

async function* sheetXml(
  lines: AsyncGenerator<Buffer>,
  left: Left,
  { columns }: Sheet,
  isFirst: boolean,
  onRows: (count: number) => void,
  onEnd: (range: string) => void,
): AsyncGenerator<Buffer> {
  yield Buffer.from(xml + beforeRows(columns, isFirst))
  const write = rowsWriter(columns.map(({ kind }) => kind))
  let rows = 1
  let bytes = 0
  while (rows < mostRows && bytes < mostBytes) {
    if (left.lines.at === left.lines.bytes.length) {
      const { done, value } = await lines.next()
      left.isEnd = done === true
      if (done) break
      left.lines = { bytes: value, at: 0 }
    }
    const { xml, count } = write(left.lines, rows + 1, mostRows - rows)
    rows += count
    bytes += xml.length
    yield xml
    onRows(count)
  }
  const lastColumn = columnLetters(columns.length - 1)
  yield Buffer.from(afterRows(`A1:${lastColumn}${rows}`))
  onEnd(`$A$1:$${lastColumn}$${rows}`)
}

function beforeRows(columns: readonly Column[], isFirst: boolean): string {
  const widths = columns.map((column, place) => {
    const number = place + 1
    return `<col min="${number}" max="${number}" width="${widthOf(column)}" customWidth="1"/>`
  })
  return (
    `<worksheet xmlns="${main}"><sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>' +
    `</sheetView></sheetViews><cols>${widths.join('')}</cols>` +
    `<sheetData>${headXml(columns.map(({ head }) => head))}`
  )
}

/** Ids and references of digits are meant to be texts: no green corner tells otherwise. */
function afterRows(range: string): string {
  return (
    `</sheetData><autoFilter ref="${range}"/>` +
    `<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
  )
}

/** In characters of the usual font. */
const widths: Record<FieldKind, number> = {
  id: 38,
  text: 28,
  money: 16,
  integer: 10,
  decimal: 10,
  boolean: 8,
  timestamp: 20,
  date: 12,
  choice: 18,
  choices: 28,
  texts: 28,
  conditions: 40,
  country: 8,
  currency: 8,
  gateway: 18,
  ref: 38,
  refs: 38,
}

/** The button of the filter, in characters. */
const button = 4

const widthOf = ({ head, kind }: Column): number => Math.max(widths[kind], head.length + button)

/** The whole lines of each piece; an incomplete line waits for the next piece. */
async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const piece of pieces) {
    const end = piece.lastIndexOf(0x0a) + 1
    if (end === 0) {
      rest = Buffer.concat([rest, piece])
      continue
    }
    yield rest.length === 0 ? piece.subarray(0, end) : Buffer.concat([rest, piece.subarray(0, end)])
    rest = Buffer.from(piece.subarray(end))
  }
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'

/** The files of a workbook that list its sheets, of which each has a range of rows. */
function bookOf(name: string, ranges: readonly string[]): Record<string, string> {
  const each = (text: (number: number, range: string) => string) =>
    ranges.map((range, place) => text(place + 1, range)).join('')
  const nameOf = (number: number) => `${name}${number === 1 ? '' : ` ${number}`}`
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return {
    'xl/styles.xml': stylesXml(),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews><sheets>${each(
      (number) => `<sheet name="${nameOf(number)}" sheetId="${number}" r:id="rId${number}"/>`,
    )}</sheets><definedNames>${each(
      (number, range) =>
        `<definedName name="_xlnm._FilterDatabase" localSheetId="${number - 1}" hidden="1">'${nameOf(number)}'!${range}</definedName>`,
    )}</definedNames></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships">${each(
      (number) => `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    )}<Relationship Id="styles" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${each(
      (number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${type}.worksheet+xml"/>`,
    )}</Types>`,
  }
}
