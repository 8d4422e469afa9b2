import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { StartProblem } from '../database/data-lock.ts'
import { root } from '../root.ts'

export const webDist = join(root, 'web/dist')
/** The card fields are built apart: they have an origin of their own, and share no file with anything else. */
export const fieldsDist = join(root, 'web/dist-fields')
// Bytes: a smaller file fits into one packet, compressed or not.
const smallest = 1_000
// A file is compressed once and sent often. The best quality, 11, takes twice as long for a further 2 %.
const quality = 10
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Builds the web application unless web/dist was made from the same sources. True: it was built. */
export const buildWebIfNeeded = (): Promise<boolean> => buildIfNeeded(webDist, [])

export const buildFieldsIfNeeded = (): Promise<boolean> =>
  buildIfNeeded(fieldsDist, ['--config', 'fields.vite.config.ts'])

async function buildIfNeeded(dist: string, options: readonly string[]): Promise<boolean> {
  const stampFile = join(dist, '.kontor-build')
  const stamp = sourceHash()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false
  try {
    await promisify(execFile)(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', ...options], {
      cwd: join(root, 'web'),
      env: { ...process.env, NODE_ENV: 'production' },
      maxBuffer: 16 * 1024 * 1024,
    })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new StartProblem(`The web application could not be built:\n${stdout}${stderr}`)
  }
  await compressAll(dist)
  writeFileSync(stampFile, stamp)
  return true
}

/** Writes a compressed copy beside each file, so that no request waits for compression. */
async function compressAll(dist: string): Promise<void> {
  const files = globSync('**/*.{js,css,html,json,svg}', { cwd: dist }).map((name) => join(dist, name))
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
  const exclude = ['web/dist/**', 'web/dist-fields/**', 'web/node_modules/**', '**/*.test.*']
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
