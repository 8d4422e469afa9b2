import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'

const folder = join(import.meta.dirname, '../src')

/** The keys in the web's sources: whole keys, patterns of keys that are built from values, and sections. */
export interface UsedTexts {
  readonly names: ReadonlySet<string>
  readonly patterns: readonly RegExp[]
  readonly sections: ReadonlySet<string>
}

/** Reads the keys from the syntax trees of the sources that match the glob pattern, without their tests. */
export function usedTexts(pattern: string): UsedTexts {
  const names = new Set<string>()
  const patterns: RegExp[] = []
  const sections = new Set<string>()
  const files = globSync(pattern, { cwd: folder }).filter((file) => !/[.]test[.]tsx?$/.test(file))
  for (const file of files)
    new Visitor({
      Literal({ value }) {
        if (typeof value === 'string') names.add(value.replace(/^fields:/, ''))
      },
      TemplateLiteral({ quasis }) {
        const parts = quasis.map(({ value }) => value.cooked ?? '')
        const start = parts[0]?.replace(/^fields:/, '') ?? ''
        const written = [start, ...parts.slice(1)]
        // A template with other characters is not a key, and one without a word would match any key.
        if (parts.length > 1 && /^[\w.]*[a-z]{3}[\w.]*$/.test(written.join('')))
          patterns.push(new RegExp(`^${written.map((part) => RegExp.escape(part)).join('[^.]+')}$`))
      },
      // The calls have the form `textOf('links.detail', value, otherwise)`, with one section or several, and perhaps with what the text holds.
      CallExpression({ arguments: [first, ...others] }) {
        if (others.length < 2 || others.length > 3) return
        const given = first?.type === 'ArrayExpression' ? first.elements : [first]
        for (const each of given)
          if (each?.type === 'Literal' && typeof each.value === 'string')
            sections.add(each.value.replace(/^fields:/, ''))
      },
    }).visit(parseSync(file, readFileSync(join(folder, file), 'utf8')).program)
  return { names, patterns, sections }
}

export const isUsed = ({ names, patterns, sections }: UsedTexts, key: string): boolean => {
  const name = key.replace(/_(zero|one|other)$/, '')
  return (
    names.has(key) ||
    names.has(name) ||
    sections.has(name.slice(0, name.lastIndexOf('.'))) ||
    patterns.some((each) => each.test(name))
  )
}
