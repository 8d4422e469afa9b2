import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartProblem } from './data-lock.ts'
import { root } from './root.ts'

export const webDist = join(root, 'web/dist')
const stampFile = join(webDist, '.kontor-build')

/** Builds the web application unless web/dist was made from these very sources; says whether it built. */
export async function buildWebIfNeeded(): Promise<boolean> {
  const stamp = sourceHash()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false
  try {
    await promisify(execFile)(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build'], {
      cwd: join(root, 'web'),
      env: { ...process.env, NODE_ENV: 'production' },
      maxBuffer: 16 * 1024 * 1024,
    })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new StartProblem(`The web application could not be built:\n${stdout}${stderr}`)
  }
  writeFileSync(stampFile, stamp)
  return true
}

function sourceHash(): string {
  const hash = createHash('sha256')
  const exclude = ['web/dist/**', 'web/node_modules/**', '**/*.test.*']
  const sources = globSync(['web/**', 'contract/src/**', 'package-lock.json'], { cwd: root, exclude }).sort()
  for (const each of sources) {
    const file = join(root, each)
    if (statSync(file).isFile()) hash.update(`${each}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}
