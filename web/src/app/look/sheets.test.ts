// The rules of docs/adr/0060, for every sheet and every component.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const global = ['app/look/font.css', 'app/look/global.css', 'pay/fields/page/fields.css', 'pay/pay.css']

test('every sheet but those of the whole page is a module', () => {
  expect(sheets.filter((sheet) => !sheet.endsWith('.module.css')).sort()).toEqual(global)
})

test('every rule of a module lies in the layer of its room, and in nothing else', () => {
  const wrong = modules.filter((sheet) => {
    const [layer, ...others] = outermost(textOf(sheet))
    return layer !== `@layer ${layerOf(sheet)}` || others.length > 0
  })
  expect(wrong).toEqual([])
})

test('global sheets style no class but those of the component library', () => {
  expect(classesOf('app/look/global.css').filter((name) => !name.startsWith('mantine-'))).toEqual([])
})

test('every class that a component names is written in its module, and every class that is written is named', () => {
  const named = new Set(
    imports.flatMap(({ file, name, sheet }) => namesIn(textOf(file), name).map((of) => `${sheet} ${of}`)),
  )
  const written = new Set(modules.flatMap((sheet) => classesOf(sheet).map((of) => `${sheet} ${of}`)))
  expect({
    written_nowhere: [...named.difference(written)].sort(),
    named_nowhere: [...written.difference(named)].sort(),
  }).toEqual({ written_nowhere: [], named_nowhere: [] })
})

test('a module that belongs to a component is called as it is, and the import of it `styles`', () => {
  const wrong = imports.filter(({ file, name, sheet }) => {
    const isOwn = sheet === file.replace(/[.]tsx?$/, '.module.css')
    return isOwn !== (name === 'styles')
  })
  expect(wrong).toEqual([])
})

test('no component gives itself a class by its bare name', () => {
  const bare = /\bclassName ?[=:] ?\{?["'`](?!\$)|\bclassNames=\{\{[^}]*: ['"]/
  expect(sources.filter((file) => !file.startsWith('pay/') && bare.test(textOf(file)))).toEqual([])
})

const all = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll(sep, '/'))
const sheets = all.filter((file) => file.endsWith('.css'))
const modules = sheets.filter((file) => file.endsWith('.module.css'))
const sources = all.filter((file) => /[.]tsx?$/.test(file) && !/[.]test[.]tsx?$/.test(file))
const imports = sources.flatMap((file) =>
  [...textOf(file).matchAll(/^import (\w+) from '(.+[.]module[.]css)'$/gm)].map(([, name = '', path = '']) => ({
    file,
    name,
    sheet: relative(root, join(root, dirname(file), path)).replaceAll(sep, '/'),
  })),
)

function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** The layer of a sheet is that of its room. Domains share one, because no element belongs to two of them. */
function layerOf(sheet: string): string {
  const [room = ''] = sheet.split('/')
  return `kontor.${['ui', 'platform', 'app'].includes(room) ? room : 'domain'}`
}

const withoutComments = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '')

/** The heads of the blocks that lie in no other block, and the statements without a block. */
function outermost(css: string): string[] {
  const heads: string[] = []
  let depth = 0
  for (const [, before = '', end] of withoutComments(css).matchAll(/([^{};]*)([{};])/g)) {
    if (depth === 0 && before.trim() !== '') heads.push(before.trim())
    if (end !== ';') depth += end === '{' ? 1 : -1
  }
  return heads
}

/** The classes of the selectors. A declaration may contain a point as well, and is not read. */
function classesOf(sheet: string): string[] {
  const heads = [...withoutComments(textOf(sheet)).matchAll(/([^{};]*)\{/g)].map(([, head = '']) => head)
  const selectors = heads
    .filter((head) => !head.trim().startsWith('@'))
    .map((head) => head.replace(/:global\([^)]*\)/g, ''))
  return [
    ...new Set(
      selectors.flatMap((selector) => [...selector.matchAll(/[.](-?[a-z_][\w-]*)/gi)].map(([, name = '']) => name)),
    ),
  ]
}

/** The names in `module.name`. A name in brackets could be any, so it counts as a class that is not written. */
function namesIn(text: string, module: string): string[] {
  const code = text.replace(/^import .*$/gm, '')
  return [...code.matchAll(new RegExp(`\\b${module}([.]\\w+|\\[)`, 'g'))].map(([, name = '']) => name.replace('.', ''))
}
