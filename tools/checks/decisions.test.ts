import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../root.ts'

const folder = join(root, 'docs/adr')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

it('the index of the decisions has each with its title, in order, and no other', () => {
  const pages = readdirSync(folder).filter((file) => /^\d{4}-/.test(file))
  const heads = pages.sort().map((file) => {
    const [, number, title] = /^# (\d+)\. (.+)/.exec(read(file)) ?? []
    expect(file.slice(0, 4), `${file} begins with its number`).toBe(number?.padStart(4, '0'))
    return `- [${number}](${file}) **${title}.**`
  })
  expect(read('README.md').match(/^- .*?\*\*.*?\*\*/gm)).toEqual(heads)
})
