import { SaxesParser } from 'saxes'

export interface XmlNode {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlNode[]
  text: string
}

/**
 * Reads a document of a bank into a tree; names are without their prefix. Throws an Error that says the line where it is not well
 * formed, and for what such a document never has and an attacker does: a document type, with it entities of their own, or more depth
 * than given.
 */
export function xmlTree(text: string, { depth }: { depth: number }): XmlNode {
  const parser = new SaxesParser({ xmlns: true })
  const root: XmlNode = { name: '', attributes: {}, children: [], text: '' }
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
    const node: XmlNode = { name: local, attributes: Object.fromEntries(values), children: [], text: '' }
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
  parser.write(text).close()
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
