// `npm run generate`: writes the committed files that are made from something else; with --check, compares them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generators } from './generators.ts'
import { root } from './root.ts'

const isCheck = process.argv.includes('--check')
const changed: string[] = []

for (const { file, make } of generators) {
  const text = await make()
  const path = join(root, file)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
  changed.push(file)
  if (!isCheck) writeFileSync(path, text)
}

for (const file of changed) console.log(isCheck ? `${file} is out of date: npm run generate` : `wrote ${file}`)
if (isCheck && changed.length > 0) process.exitCode = 1
