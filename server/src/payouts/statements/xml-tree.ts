import { SaxesParser } from 'saxes'

export interface XmlNode {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlNode[]
  text: string
  /** Where it begins. The first line is 1. */
  line: number
}

/** A document that is not well formed, or has what no document of a bank has, and where. */
export class MalformedXml extends Error {
  readonly line: number
  constructor(line: number, cause: unknown) {
    super(`line ${line}: ${cause instanceof Error ? cause.message : cause}`, { cause })
    this.line = line
  }
}

/**
 * Reads a document of a bank into a tree; names are without their prefix. Throws MalformedXml where it is not well formed, and
 * for what such a document never has and an attacker does: a document type, with it entities of their own, or more depth than given.
 */
export function xmlTree(text: string, { depth }: { depth: number }): XmlNode {
  const parser = new SaxesParser({ xmlns: true })
  const root: XmlNode = { name: '', attributes: {}, children: [], text: '', line: 1 }
  const open = [root]
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new Error('a document type')
  })
  parser.on('opentag', ({ local, attributes }) => {
    if (open.length > depth) throw new Error('too deep')
    const values = Object.entries(attributes).map(([name, { value }]) => [name, value])
    const node: XmlNode = {
      ...{ name: local, attributes: Object.fromEntries(values), children: [], text: '' },
      line: parser.line,
    }
    open.at(-1)?.children.push(node)
    open.push(node)
  })
  const add = (more: string) => {
    const node = open.at(-1)
    if (node) node.text += more
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => open.pop())
  try {
    parser.write(text).close()
  } catch (error) {
    throw new MalformedXml(parser.line, error)
  }
  return root
}

export const all = (node: XmlNode | undefined, ...path: string[]): XmlNode[] =>
  path.reduce<XmlNode[]>(
    (nodes, name) => nodes.flatMap(({ children }) => children.filter((child) => child.name === name)),
    node ? [node] : [],
  )

/** The text at a path; undefined when there is none. */
export const textAt = (node: XmlNode | undefined, ...path: string[]): string | undefined =>
  all(node, ...path)[0]?.text.trim() || undefined
