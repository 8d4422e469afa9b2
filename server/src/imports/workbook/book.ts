import { ImportProblem } from '../file/problem.ts'
import { type Archive, damaged, tooLarge } from './archive.ts'
import { isDateFormat } from './cell-values.ts'
import { readWhole } from './xml.ts'

/** What is needed to read the cells of a workbook's first sheet. */
export interface Book {
  sheet: AsyncIterable<Buffer>
  from1904: boolean
  /** The texts that cells refer to by their place. */
  texts: readonly string[]
  /** By the number of a cell's style: whether it shows a date. */
  dateStyles: ReadonlySet<number>
}

/** Texts that several cells share, and their characters. */
const limits = { texts: 2_000_000, characters: 64 * 1024 * 1024 } as const

/** Characters that a cell has at most, as programs for workbooks bound it. */
export const longestCell = 32_767

/** Finds the first sheet that is shown. */
export async function openBook(archive: Archive): Promise<Book> {
  const { path: workbook = 'xl/workbook.xml' } = await relation(archive, '', (type) => type.endsWith('/officeDocument'))
  const { sheet: id, from1904 } = await sheetOf(archive, workbook)
  if (id === undefined) throw new ImportProblem('The workbook has no sheet that is shown.', 'empty')
  const { path } = await relation(archive, workbook, (_, each) => each === id)
  const sheet = path === undefined ? undefined : await archive.part(path)
  if (!sheet) throw damaged(undefined)
  const of = (kind: string) => relation(archive, workbook, (type) => type.endsWith(`/${kind}`))
  return {
    sheet,
    from1904,
    texts: await sharedTexts(archive, (await of('sharedStrings')).path),
    dateStyles: await dateStylesOf(archive, (await of('styles')).path),
  }
}

async function sheetOf(archive: Archive, workbook: string) {
  const part = await archive.part(workbook)
  if (!part) throw new ImportProblem('The archive is no workbook.', 'workbook_damaged')
  let from1904 = false
  let sheet: string | undefined
  await readWhole(part, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = isTrue(attributes['date1904'])
      if (name !== 'sheet' || (attributes['state'] ?? 'visible') !== 'visible') return
      sheet ??= Object.entries(attributes).find(([each]) => each.endsWith(':id'))?.[1]
    },
  })
  return { from1904, sheet }
}

const isTrue = (written: string | undefined) => written === '1' || written === 'true'

/** The part that another one refers to by the type or the id of a relation. */
async function relation(
  archive: Archive,
  from: string,
  isIt: (type: string, id: string) => boolean,
): Promise<{ path?: string }> {
  const [, folder = '', file = ''] = /^(.*\/)?([^/]*)$/.exec(from) ?? []
  const part = await archive.part(`${folder}_rels/${file}.rels`)
  if (!part) return {}
  let target: string | undefined
  await readWhole(part, {
    open(name, { Type = '', Id = '', Target = '', TargetMode }) {
      if (name === 'Relationship' && TargetMode !== 'External' && isIt(Type, Id)) target ??= Target
    },
  })
  if (target === undefined) return {}
  return { path: pathOf(target, folder) }
}

function pathOf(target: string, folder: string): string {
  try {
    return decodeURIComponent(new URL(target, `file:///${folder}`).pathname.slice(1))
  } catch (error) {
    throw damaged(error)
  }
}

async function sharedTexts(archive: Archive, path: string | undefined): Promise<string[]> {
  const part = path === undefined ? undefined : await archive.part(path)
  const texts: string[] = []
  if (!part) return texts
  const reader = textReader()
  let characters = 0
  await readWhole(part, {
    ...reader.handlers,
    close(name) {
      reader.handlers.close(name)
      if (name !== 'si') return
      const text = reader.take()
      characters += text.length
      if (texts.length >= limits.texts || characters > limits.characters) throw tooLarge()
      texts.push(text)
    },
  })
  return texts
}

/** Collects the text of a cell, which may stand in pieces of several looks, without the signs for its pronunciation. */
export function textReader() {
  let text = ''
  let isText = false
  let isSpoken = false
  return {
    handlers: {
      open(name: string) {
        if (name === 't') isText = true
        if (name === 'rPh') isSpoken = true
      },
      close(name: string) {
        if (name === 't') isText = false
        if (name === 'rPh') isSpoken = false
      },
      text(piece: string) {
        if (isText && !isSpoken) text += piece
        if (text.length > longestCell) throw tooLarge()
      },
    },
    take(): string {
      const taken = text
      text = ''
      return taken
    },
  }
}

async function dateStylesOf(archive: Archive, path: string | undefined): Promise<Set<number>> {
  const part = path === undefined ? undefined : await archive.part(path)
  const found = new Set<number>()
  if (!part) return found
  const codes = new Map<number, string>()
  let isOfCells = false
  let style = 0
  await readWhole(part, {
    open(name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
      if (name === 'cellXfs') isOfCells = true
      if (name !== 'xf' || !isOfCells) return
      const id = Number(attributes['numFmtId'] ?? 0)
      if (isDateFormat(id, codes.get(id))) found.add(style)
      style += 1
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return found
}
