// Chromium for the tests, without a manual installation: on Linux x64 it comes with an npm package.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { hasRoomInMemory } from '../tools/testing/test-folder.ts'

type Launch = {
  executablePath?: string
  args: string[]
  ignoreDefaultArgs?: string[]
  env?: Record<string, string>
}

const root = dirname(import.meta.dirname)
const packageFolder = join(root, 'node_modules/@sparticuz/chromium')
// The package's own arguments are not used: they disable web security and run everything in one process.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]
// Playwright keeps what Chromium's processes share in files on the disk, for containers with little shared memory.
const shared = hasRoomInMemory() ? { ignoreDefaultArgs: ['--disable-dev-shm-usage'] } : {}
const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser is, in this order: CHROMIUM_PATH, the npm package's, the system's, Playwright's own download. */
export async function browserLaunch(): Promise<Launch> {
  if (process.env.CHROMIUM_PATH) return { executablePath: process.env.CHROMIUM_PATH, args, ...shared }
  if (process.platform === 'linux' && process.arch === 'x64' && existsSync(packageFolder)) return packaged()
  const executablePath = systemBrowsers.find((path) => existsSync(path))
  return { ...(executablePath ? { executablePath } : {}), args, ...shared }
}

async function packaged(): Promise<Launch> {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const folder = join(root, 'node_modules/.cache', `chromium-${version}`)
  if (!existsSync(folder)) await unpack(folder)
  const libraries = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter)
  return {
    executablePath: join(folder, 'chromium'),
    args,
    ...shared,
    env: {
      ...(process.env as Record<string, string>),
      FONTCONFIG_PATH: join(folder, 'fonts'),
      LD_LIBRARY_PATH: libraries,
    },
  }
}

/** Unpacks into a temporary folder beside the final one, so that an interrupted run leaves no half-unpacked browser. */
async function unpack(folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', "await (await import('@sparticuz/chromium')).default.executablePath()"],
    // The package unpacks into the folder for temporary files. It unpacks its libraries only when the environment looks
    // like a cloud function of this runtime.
    { cwd: root, env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' } },
  )
  writeFileSync(join(draft, 'fonts/fonts.conf'), fontsConfiguration(folder))
  try {
    renameSync(draft, folder)
  } catch {
    // Another run has unpacked it already.
    rmSync(draft, { recursive: true, force: true })
  }
}

/** The package's font configuration names one fixed folder. Without any font Chromium aborts at the first input. */
function fontsConfiguration(folder: string): string {
  const places = [
    `<dir>${folder}/fonts</dir>`,
    '<dir>/usr/share/fonts</dir>',
    `<cachedir>${folder}/font-cache</cachedir>`,
  ]
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>${places.join('')}<config></config></fontconfig>
`
}
