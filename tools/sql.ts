// `npm run sql` opens a prompt on the database; `npm run sql -- "select 1"` runs one statement; a pipe works too.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { StartProblem } from './database/data-lock.ts'
import { reachDatabase } from './database/reach-database.ts'
import { runSqlPrompt } from './database/sql-prompt.ts'
import { said } from './run/problem.ts'
import { readSettings } from './run/settings.ts'

const usage = `npm run sql [-- [--write] ["select ..."]]
Read-only without --write. With psql on the PATH it is psql; otherwise a prompt that knows \\d, \\d <table> and \\q.`

try {
  const { statement, mayWrite } = readArguments(process.argv.slice(2))
  // psql handles Ctrl-C itself and ends a statement with it.
  process.on('SIGINT', () => {})
  const database = await reachDatabase(readSettings())
  try {
    const url = addressFor(database.adminUrl, mayWrite)
    const psql = commandOnPath('psql')
    process.exitCode = psql ? await runPsql(psql, url, statement) : await runSqlPrompt(url, statement)
  } finally {
    await database.stop()
  }
} catch (error) {
  console.error(said(error))
  process.exitCode = 1
}

function readArguments(args: string[]): { statement: string | undefined; mayWrite: boolean } {
  const [statement, ...more] = args.filter((each) => each !== '--write')
  if (more.length > 0 || statement?.startsWith('--')) throw new StartProblem(usage)
  return { statement, mayWrite: args.includes('--write') }
}

/**
 * The address of the database. Without `mayWrite` PostgreSQL refuses all writing: a guard against mistakes, not against
 * attackers.
 */
function addressFor(adminUrl: string, mayWrite: boolean): string {
  const url = new URL(adminUrl)
  if (!mayWrite) url.searchParams.set('options', '-c default_transaction_read_only=on')
  return url.href.replaceAll('+', '%20')
}

function runPsql(psql: string, url: string, statement: string | undefined): Promise<number> {
  const address = new URL(url)
  // The password is no argument: everybody on the machine can see arguments.
  const PGPASSWORD = decodeURIComponent(address.password)
  address.password = ''
  const command = ['--no-psqlrc', '--set=ON_ERROR_STOP=1', ...(statement ? ['--command', statement] : []), address.href]
  const child = spawn(psql, command, { stdio: 'inherit', env: { ...process.env, PGPASSWORD } })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

function commandOnPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
}
