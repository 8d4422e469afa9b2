import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { StartProblem } from '../database/data-lock.ts'
import { root } from '../root.ts'

export const webDist = join(root, 'web/dist')
// Bytes: a smaller file fits into one packet, compressed or not.
const smallest = 1_000
// A file is compressed once and sent often. The best quality, 11, takes twice as long for a further 2 %.
const quality = 10
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const stampFile = join(webDist, '.kontor-build')

/** Builds the web application unless web/dist was made from the same sources. True: it was built. */
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
  await compressAll()
  writeFileSync(stampFile, stamp)
  return true
}

/** Writes a compressed copy beside each file, so that no request waits for compression. */
async function compressAll(): Promise<void> {
  const files = globSync('**/*.{js,css,html,json,svg}', { cwd: webDist }).map((name) => join(webDist, name))
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file)
      if (content.length < smallest) return
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      writeFileSync(`${file}.br`, await brotli(content, { params }))
      writeFileSync(`${file}.gz`, await zip(content, { level: 9 }))
    }),
  )
}

function sourceHash(): string {
  const hash = createHash('sha256')
  const exclude = ['web/dist/**', 'web/node_modules/**', '**/*.test.*']
  const sources = globSync(['web/**', 'contract/src/**', 'package-lock.json', 'tools/run/web-build.ts'], {
    cwd: root,
    exclude,
  }).sort()
  for (const each of sources) {
    const file = join(root, each)
    if (statSync(file).isFile()) hash.update(`${each}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}
