// `npm run generate`: writes the committed files that are made from other sources; with --check it compares them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generate } from './generating/generators.ts'
import { root } from './root.ts'

const isCheck = process.argv.includes('--check')
const changed: string[] = []

for (const [file, text] of Object.entries(await generate())) {
  const path = join(root, file)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
  changed.push(file)
  if (isCheck) continue
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

for (const file of changed) console.log(isCheck ? `${file} is out of date: npm run generate` : `wrote ${file}`)
if (isCheck && changed.length > 0) process.exitCode = 1
