import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../../tools/root.ts'
import { startVariables } from '../../../tools/run/settings.ts'
import { commandVariables } from '../../src/commands/kontor.ts'
import { secretVariables } from '../../src/platform/environment.ts'

const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
/** The variables that a document names in code. */
const namedIn = (file: string) =>
  new Set(textOf(file).match(/(?<=`[^`\n]*)\b[A-Z][A-Z0-9]*(_[A-Z0-9]+)+\b|(?<=`)PORT(?=`)/g))

/** Set by npm, by the system or by the tools of development. */
const notOurs = ['PATH', 'INIT_CWD', 'LC_ALL', 'PGPASSWORD']
/** Files that no installation runs. */
const apart = /\.test\.ts$|\/test\/|^tools\/(testing|checks|trying|generating)\/|^tools\/(gateway-try|dev)\.ts$/

it('every variable of the server and of its commands stands in the page on operating', () => {
  const named = namedIn('docs/operating.md')
  expect(commandVariables.filter((name) => !named.has(name))).toEqual([])
})

it('every variable of the demo stands in the README', () => {
  const named = namedIn('README.md')
  expect(startVariables.filter((name) => !named.has(name))).toEqual([])
})

it('nothing reads a variable past these lists', () => {
  const files = globSync(['server/src/**/*.ts', 'tools/**/*.{ts,mjs}'], { cwd: root }).filter(
    (file) => !apart.test(file),
  )
  const read = files.flatMap((file) => {
    const text = textOf(file)
    const single = [...text.matchAll(/process\.env(?:\.|\[')([A-Z][A-Z0-9_]*)/g)].map(([, name = '']) => name)
    const several = [...text.matchAll(/const \{([^}]*)\} = process\.env/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.split(':')[0]?.trim() ?? ''),
    )
    return [...single, ...several]
  })
  const known = [...commandVariables, ...startVariables, ...notOurs]
  expect(read.length).toBeGreaterThan(5)
  expect([...new Set(read)].filter((name) => !known.includes(name))).toEqual([])
})

it('the documents name no variable that nothing reads', () => {
  const known = new Set([...commandVariables, ...startVariables, ...secretVariables.map((name) => `${name}_FILE`)])
  const named = [...namedIn('docs/operating.md'), ...namedIn('README.md'), ...namedIn('CHANGELOG.md')]
  const ours = named.filter((name) => /^(KONTOR_|SMTP_|MAIL_|EXCHANGE_|DATABASE_|LOG_)/.test(name))
  // What the shell commands of the page use for themselves.
  expect([...new Set(ours)].filter((name) => !known.has(name))).toEqual([])
})

describe('the page on the security standard', () => {
  const page = textOf('docs/security/asvs.md')
  const [numbers = '', missing = '', ...chapters] = page.split(/^## /m).slice(1)
  /** The cells of the rows that begin so. */
  const rowsIn = (text: string, beginning: RegExp) =>
    text
      .split('\n')
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
      .filter(([first = '']) => beginning.test(first))
  const assessed = rowsIn(chapters.join(''), /^V[\d.]+$/)

  it('names files that exist', () => {
    const named = [...page.matchAll(/`(\w[\w./-]*\/[\w./-]+|[\w-]+\.(?:md|json))`/g)].map(([, path = '']) => path)
    expect(new Set(named).size).toBeGreaterThan(150)
    expect([...new Set(named)].filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('says of each requirement once how it stands, with evidence', () => {
    expect(new Set(assessed.map(([number]) => number)).size).toBe(assessed.length)
    for (const [number, , level, status, evidence = ''] of assessed) {
      expect(['1', '2'], number).toContain(level)
      expect(['met', 'partly', 'not met', 'n.a.'], number).toContain(status)
      expect(evidence, number).not.toBe('')
    }
  })

  it('adds up', () => {
    const count = (is: (cells: string[]) => boolean) => {
      const these = assessed.filter(is)
      const each = ['met', 'partly', 'not met', 'n.a.'].map(
        (status) => these.filter((cells) => cells[3] === status).length,
      )
      return [...each, these.length].map(String)
    }
    const sums = rowsIn(numbers, /^V/)
    expect(sums.length).toBe(17)
    for (const [name = '', ...sum] of sums)
      expect(sum, name).toEqual(count(([number = '']) => number.startsWith(`${name.split(' ')[0]}.`)))
    expect(rowsIn(numbers, /^(Level|All)/).map(([, ...sum]) => sum)).toEqual([
      count((cells) => cells[2] === '1'),
      count((cells) => cells[2] === '2'),
      count(() => true),
    ])
  })

  it('names what is missing, with what would have to be done', () => {
    const open = assessed.filter(([, , , status]) => status === 'partly' || status === 'not met')
    const listed = rowsIn(missing, /^V/)
    expect(listed.map(([number]) => number).sort()).toEqual(open.map(([number]) => number).sort())
    expect(listed.filter((cells) => !cells[4])).toEqual([])
  })
})
