import { type Archive, openArchive, tooLarge } from './archive.ts'
import { openBook } from './book.ts'
import { plainNumber } from './cell-values.ts'
import { sheetRows } from './sheet-rows.ts'
import { readXml } from './xml.ts'

/**
 * All that a workbook says, in pieces: each of its sheets with every column, the texts they share, comments, and the names and
 * properties around them. Refuses a workbook of which the rows could not be read.
 */
export async function* workbookTexts(content: Buffer): AsyncGenerator<string> {
  const archive = await openArchive(content)
  for await (const _ of sheetRows(await openBook(archive))) yield ''
  for (const name of archive.names) yield* textsOf(archive, name)
}

async function* textsOf(archive: Archive, name: string): AsyncGenerator<string> {
  const part = await archive.part(name)
  if (!part) return
  if (!/^xl\/.*\.xml$/.test(name)) return yield* rawTexts(part)
  const reader = textsReader()
  for await (const _ of readXml(part, reader.handlers)) yield reader.take(false)
  yield reader.take(true)
}

/** Shorter texts have no card number. */
const shortest = 13
/** Characters of a text in pieces. */
const longest = 1024 * 1024
/** What may go on in the next piece. */
const carried = 1_000

/** Pictures, and parts that need not be XML. */
async function* rawTexts(part: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let before = ''
  for await (const piece of part) {
    const text = before + piece.toString('latin1').replaceAll('\0', '')
    yield text.replaceAll(fraction, '\n')
    before = text.slice(-carried)
  }
}

/** Digits behind a point are those of a measure or of a result. */
const fraction = /\d*\.\d+/g

/** Each text ends with its element; the pieces of one in several looks belong together. */
function textsReader() {
  let texts = ''
  let value = ''
  let isValue = false
  let isLook = false
  const handlers = {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      if (name === 'rPr') isLook = true
      if (name === 'v') isValue = true
      for (const each of Object.values(attributes))
        if (each.length >= shortest) texts += `\n${each.replaceAll(fraction, '')}\n`
    },
    close(name: string) {
      if (name === 'rPr') isLook = false
      else if (name === 'v') {
        texts += `${plainNumber(value).replace(/^-?\d*\.\d+$/, '')}\n`
        isValue = false
        value = ''
      } else if (!isLook && name !== 't' && name !== 'r') texts += '\n'
    },
    text(piece: string) {
      if (isValue) value += piece
      else texts += piece
    },
  }
  return {
    handlers,
    /** Up to the last end of a text, or all. */
    take(isAll: boolean): string {
      const end = isAll ? texts.length : texts.lastIndexOf('\n') + 1
      const taken = texts.slice(0, end)
      texts = texts.slice(end)
      if (texts.length > longest) throw tooLarge()
      return taken
    },
  }
}
