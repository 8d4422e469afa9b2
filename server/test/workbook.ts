import { inflateRawSync } from 'node:zlib'
import { SaxesParser } from 'saxes'

export interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

/** The parts of a workbook by their names, found by the directory at the end of the archive. */
export function partsOf(file: Buffer): Map<string, string> {
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06'))
  const parts = new Map<string, string>()
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const packed = file.readUInt32LE(at + 20)
    const nameLength = file.readUInt16LE(at + 28)
    const header = file.readUInt32LE(at + 42)
    const start = header + 30 + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28)
    const name = file.subarray(at + 46, at + 46 + nameLength).toString()
    parts.set(name, inflateRawSync(file.subarray(start, start + packed)).toString())
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return parts
}

/** The root of a document. Throws when it is not well-formed XML. */
export function rootOf(xml: string): Element {
  const top: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  const parser = new SaxesParser({ xmlns: false })
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
  const [root] = top.children
  if (!root) throw new Error('a document without an element')
  return root
}

/** The elements that a path of names leads to. */
export const inside = (element: Element, ...path: string[]): Element[] =>
  path.reduce(
    (found, name) => found.flatMap(({ children }) => children.filter((each) => each.name === name)),
    [element],
  )

const attribute = (element: Element | undefined, name: string): string => element?.attributes[name] ?? ''

export interface ShownCell {
  reference: string
  /** `inlineStr` for a text, `b` for a truth, `n` for a number. */
  type: string
  /** A text with the escapes of workbooks undone, or the characters of a number. */
  value: string
  /** The code of the number format. */
  format: string
  isBold: boolean
}

/** The rows of a sheet with all that decides how they look. */
export function shownRows(file: Buffer, sheet = 1): ShownCell[][] {
  const parts = partsOf(file)
  const styles = rootOf(parts.get('xl/styles.xml') ?? '')
  const formats = new Map(
    inside(styles, 'numFmts', 'numFmt').map((each) => [attribute(each, 'numFmtId'), attribute(each, 'formatCode')]),
  )
  const fonts = inside(styles, 'fonts', 'font')
  const looks = inside(styles, 'cellXfs', 'xf').map((each) => ({
    format: formats.get(attribute(each, 'numFmtId')) ?? 'unknown',
    isBold: inside(fonts[Number(attribute(each, 'fontId'))] ?? each, 'b').length > 0,
  }))
  const root = rootOf(parts.get(`xl/worksheets/sheet${sheet}.xml`) ?? '')
  return inside(root, 'sheetData', 'row').map((row) =>
    row.children.map((cell) => {
      const text = inside(cell, 'is', 't')[0]?.text
      return {
        reference: attribute(cell, 'r'),
        type: attribute(cell, 't') || 'n',
        value: text === undefined ? (inside(cell, 'v')[0]?.text ?? '') : unescaped(text),
        ...(looks[Number(attribute(cell, 's'))] ?? { format: 'unknown', isBold: false }),
      }
    }),
  )
}

const unescaped = (text: string) =>
  text.replaceAll(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The parts of a sheet stand in the order of CT_Worksheet (ECMA-376, part 1, 18.3.1.99). */
const sheetOrder = ['sheetViews', 'cols', 'sheetData', 'autoFilter', 'ignoredErrors']
const styleOrder = ['numFmts', 'fonts', 'fills', 'borders', 'cellStyleXfs', 'cellXfs', 'cellStyles']
const bookOrder = ['bookViews', 'sheets', 'definedNames']

const mostRows = 1_048_576
const longestText = 32_767

/** All that is against the standard, or against the limits of spreadsheet programs, in a workbook. */
export function faultsOf(file: Buffer): string[] {
  const parts = partsOf(file)
  const roots = new Map([...parts].map(([name, xml]) => [name, rootOf(xml)]))
  const sheets = [...roots].filter(([name]) => name.startsWith('xl/worksheets/'))
  const root = (name: string) => roots.get(name) ?? { name: 'missing', attributes: {}, children: [], text: '' }
  return [
    ...typeFaults(root('[Content_Types].xml'), [...roots.keys()]),
    ...relationFaults(roots),
    ...orderFaults(root('xl/workbook.xml'), bookOrder),
    ...orderFaults(root('xl/styles.xml'), styleOrder),
    ...countFaults(root('xl/styles.xml')),
    ...sheets.flatMap(([name, sheet]) => [
      ...orderFaults(sheet, sheetOrder),
      ...rowFaults(sheet, inside(root('xl/styles.xml'), 'cellXfs', 'xf').length).map((fault) => `${name}: ${fault}`),
    ]),
  ]
}

function typeFaults(types: Element, names: string[]): string[] {
  const overrides = inside(types, 'Override').map((each) => attribute(each, 'PartName').slice(1))
  const extensions = inside(types, 'Default').map((each) => attribute(each, 'Extension'))
  const wanted = names.filter((name) => name.startsWith('xl/') && !name.endsWith('.rels'))
  return [
    ...overrides.filter((name) => !names.includes(name)).map((name) => `a type for ${name}, which is missing`),
    ...wanted.filter((name) => !overrides.includes(name)).map((name) => `no type of its own for ${name}`),
    ...['rels', 'xml'].filter((extension) => !extensions.includes(extension)).map((each) => `no type for ${each}`),
  ]
}

function relationFaults(roots: Map<string, Element>): string[] {
  const targets = (name: string, folder: string) =>
    inside(roots.get(name) ?? { name, attributes: {}, children: [], text: '' }, 'Relationship').map(
      (each) => folder + attribute(each, 'Target'),
    )
  const reached = [...targets('_rels/.rels', ''), ...targets('xl/_rels/workbook.xml.rels', 'xl/')]
  const others = [...roots.keys()].filter((name) => !name.endsWith('.rels') && name !== '[Content_Types].xml')
  return [
    ...reached.filter((name) => !roots.has(name)).map((name) => `a way to ${name}, which is missing`),
    ...others.filter((name) => !reached.includes(name)).map((name) => `no way to ${name}`),
  ]
}

function orderFaults(element: Element, order: readonly string[]): string[] {
  const places = element.children.map(({ name }) => order.indexOf(name))
  const isRight = places.every((place, at) => place > (places[at - 1] ?? -1))
  return isRight ? [] : [`${element.name} has ${element.children.map(({ name }) => name).join(', ')}`]
}

const countFaults = (styles: Element): string[] =>
  styles.children
    .filter((list) => attribute(list, 'count') !== String(list.children.length))
    .map(({ name }) => `${name} has another count`)

function rowFaults(sheet: Element, styles: number): string[] {
  const faults: string[] = []
  const rows = inside(sheet, 'sheetData', 'row')
  const columns = rows[0]?.children.length ?? 0
  if (rows.length > mostRows) faults.push(`${rows.length} rows`)
  for (const [above, row] of rows.entries()) {
    const number = String(above + 1)
    if (attribute(row, 'r') !== number) faults.push(`row ${number} says ${attribute(row, 'r')}`)
    let before = -1
    for (const cell of row.children) {
      const [, letters = '', ofRow] = /^([A-Z]+)(\d+)$/.exec(attribute(cell, 'r')) ?? []
      const place = placeOf(letters)
      if (ofRow !== number || place <= before || place >= columns)
        faults.push(`a cell of row ${number} says "${attribute(cell, 'r')}"`)
      before = place
      faults.push(...cellFaults(cell, styles).map((fault) => `${attribute(cell, 'r')}: ${fault}`))
    }
  }
  const range = `A1:${attribute(rows[0]?.children.at(-1), 'r').replace(/\d+$/, '')}${rows.length}`
  const filter = attribute(inside(sheet, 'autoFilter')[0], 'ref')
  if (filter !== range) faults.push(`the filter is of ${filter}, the rows are ${range}`)
  return faults
}

const placeOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

function cellFaults(cell: Element, styles: number): string[] {
  const faults: string[] = []
  const type = attribute(cell, 't') || 'n'
  const inner = cell.children.map(({ name }) => name).join(' ')
  const value = inside(cell, 'v')[0]?.text ?? ''
  if (Number(attribute(cell, 's')) >= styles) faults.push('a style that is missing')
  if (inner !== (type === 'inlineStr' ? 'is' : 'v')) faults.push(`${type} with ${inner}`)
  if (type === 'n' && !/^-?\d+(\.\d+)?$/.test(value)) faults.push(`${value} is no number`)
  if (type === 'b' && !/^[01]$/.test(value)) faults.push(`${value} is no truth`)
  if (!['n', 'b', 'inlineStr'].includes(type)) faults.push(`is ${type}`)
  if (unescaped(inside(cell, 'is', 't')[0]?.text ?? '').length > longestText) faults.push('is too long')
  return faults
}
