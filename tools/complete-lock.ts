// Adds optional binaries of other platforms to the lock file, with version, os and cpu. npm leaves them out when its
// registry does not have them, and then `npm ci` refuses its own lock file. No package of another platform is
// downloaded.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'

export type LockEntry = {
  version?: string
  resolved?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
export type Lock = { packages: Record<string, LockEntry> }

const systems = ['android', 'darwin', 'freebsd', 'linux', 'win32', 'openharmony', 'sunos', 'netbsd', 'openbsd', 'aix']
const processors = ['arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'arm']
const file = join(root, 'package-lock.json')

if (import.meta.main) {
  const lock = readLock()
  const { added, skipped } = completeLock(lock)
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  for (const each of skipped) console.warn(`left out: ${each}`)
  console.log(`${added.length} optional entries added`)
}

export function readLock(): Lock {
  return JSON.parse(readFileSync(file, 'utf8')) as Lock
}

/** Adds the missing optional packages to `lock` and removes the addresses of the registry that made it. */
export function completeLock(lock: Lock): { added: string[]; skipped: string[] } {
  const added: string[] = []
  const skipped: string[] = []
  for (const { at, name, version } of missingOptional(lock)) {
    const platform = platformOf(name)
    if (!platform || !/^\d/.test(version)) {
      skipped.push(`${name}@${version} of ${at}`)
      continue
    }
    const dev = lock.packages[at]?.dev ? { dev: true } : {}
    lock.packages[`node_modules/${name}`] = { version, ...dev, optional: true, ...platform }
    added.push(name)
  }
  for (const entry of Object.values(lock.packages)) if (!entry.link) delete entry.resolved
  lock.packages = sorted(lock.packages)
  return { added, skipped }
}

/** The faults of the lock file, in sentences; an empty list when it has none. */
export function lockProblems(lock: Lock, manifests: Record<string, LockEntry>): string[] {
  const missing = missingOptional(lock)
    .filter(({ name }) => platformOf(name))
    .map(({ at, name }) => `${name}, optional for ${at}, is missing`)
  const addresses = Object.entries(lock.packages)
    .filter(([, entry]) => entry.resolved && !entry.link)
    .map(([at]) => `${at} names a registry`)
  const stale = Object.entries(manifests)
    .filter(([at, manifest]) => !sameDependencies(manifest, lock.packages[at] ?? {}))
    .map(([at]) => `${join(at, 'package.json')} and the lock file differ: run npm install`)
  return [...missing, ...addresses, ...stale]
}

function missingOptional({ packages }: Lock) {
  return Object.entries(packages).flatMap(([at, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !resolves(packages, at, name))
      .map(([name, version]) => ({ at, name, version })),
  )
}

/** Finds the package as Node does: in the folder itself, then in each folder above it. */
function resolves(packages: Lock['packages'], from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (`${folder ? `${folder}/` : ''}node_modules/${name}` in packages) return true
    if (!folder) return false
  }
}

/** The platform in the package's name: `@scope/tool-linux-x64-musl`. */
function platformOf(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> | undefined {
  const words = name.split(/[-/]/)
  const os = words.includes('windows') ? 'win32' : systems.find((each) => words.includes(each))
  if (!os) return undefined
  const cpu = processors.find((each) => words.includes(each))
  return { ...(cpu ? { cpu: [cpu] } : {}), ...(words.includes('musl') ? { libc: ['musl'] } : {}), os: [os] }
}

function sameDependencies(a: LockEntry, b: LockEntry): boolean {
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
  return kinds.every((kind) => JSON.stringify(sorted(a[kind] ?? {})) === JSON.stringify(sorted(b[kind] ?? {})))
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
