import { SaxesParser } from 'saxes'
import { damaged, tooLarge } from './archive.ts'

export interface XmlHandlers {
  /** Names are without their prefix. */
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/** Bytes without a tag, and elements within each other: more of either is no workbook. */
const longestText = 1024 * 1024
const deepest = 100

/**
 * Reads XML as its bytes come, and yields after each piece, so that nothing of what was read has to be held. A document type is
 * refused: with one, entities could stand for megabytes.
 */
export async function* readXml(bytes: AsyncIterable<Buffer>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false, xmlns: false })
  const decoder = new TextDecoder()
  let sinceTag = 0
  let depth = 0
  parser.on('opentag', ({ name, attributes }) => {
    sinceTag = 0
    depth += 1
    if (depth > deepest) throw tooLarge()
    handlers.open?.(local(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    sinceTag = 0
    depth -= 1
    handlers.close?.(local(name))
  })
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('cdata', (text) => handlers.text?.(text))
  parser.on('doctype', () => {
    throw damaged(undefined)
  })
  parser.on('error', (error) => {
    throw damaged(error)
  })
  for await (const piece of bytes) {
    sinceTag += piece.length
    parser.write(decoder.decode(piece, { stream: true }))
    if (sinceTag > longestText + piece.length) throw tooLarge()
    yield
  }
  parser.write(decoder.decode()).close()
  yield
}

/** Reads a small part to its end. */
export async function readWhole(bytes: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  const pieces = readXml(bytes, handlers)
  while (!(await pieces.next()).done);
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)
