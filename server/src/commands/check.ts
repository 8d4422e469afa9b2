import type pg from 'pg'
import { migrationNames } from '../migration-files.ts'
import { inPlainWords } from '../plain-words.ts'
import { isPooled, keepsStatements } from '../platform/db/poolers.ts'
import { backtestsAtOnce } from '../platform/limited-connections.ts'
import { mismatchOf, mismatchText } from '../platform/schema-version.ts'
import { fingerprintOf } from '../platform/secrets/sealed.ts'
import { fieldsAt, idleMinutes, readSettings, type Settings } from '../settings.ts'
import { StartProblem } from '../start-problem.ts'
import { type Counts, countsOf, type Keys, sealedRows } from './rewrap.ts'
import { roleAddresses } from './role-addresses.ts'
import { type SealedColumn, sealedColumns } from './sealed-columns.ts'
import { appliedMigrations, connected } from './tables.ts'

interface Line {
  isOk: boolean
  what: string
  text: string
}

/** Prints one line for each thing that must fit before `serve`; gives 1 when one does not. Changes nothing. */
export async function check(env: NodeJS.ProcessEnv): Promise<number> {
  const lines: Line[] = []
  for await (const line of linesOf(env)) {
    lines.push(line)
    console.log(`${line.isOk ? 'ok    ' : 'FAILED'}  ${line.what.padEnd(10)}  ${line.text}`)
  }
  return lines.every(({ isOk }) => isOk) ? 0 : 1
}

async function* linesOf(env: NodeJS.ProcessEnv): AsyncGenerator<Line> {
  let settings: Settings | undefined
  yield await lineOf('settings', async () => {
    settings = readSettings(env)
    idleMinutes(settings)
    return `at ${settings.KONTOR_PUBLIC_URL}, card fields at ${fieldsAt(settings).url}`
  })
  if (!settings) return
  const { merchantUrl, providerUrl } = roleAddresses(settings)
  const given = settings
  yield await connectionLine('merchant', 'KONTOR_MERCHANT_DATABASE_URL', merchantUrl)
  const provider = await connectionLine('provider', 'KONTOR_PROVIDER_DATABASE_URL', providerUrl)
  yield provider
  if (!provider.isOk) return
  yield await lineOf('server', () => connected(providerUrl, (client) => connectionsText(client, given)))
  yield await lineOf('tables', () => connected(providerUrl, tablesText))
  yield await lineOf('key', () => connected(providerUrl, (client) => keyText(client, given)))
  yield await lineOf('sealed', () => connected(providerUrl, (client) => sealedText(client, given)))
}

const connectionLine = (what: string, variable: string, url: string): Promise<Line> =>
  lineOf(what, () =>
    connected(url, connectionText).catch((error: unknown) => {
      throw inPlainWords(error, url, variable)
    }),
  )

async function connectionText(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{
    role: string
    version: string
    database: string
    is_standby: boolean
    zone: string
  }>(
    `select current_user as role, current_setting('server_version') as version, current_database() as database,
      pg_is_in_recovery() as is_standby, current_setting('timezone') as zone`,
  )
  const found = rows[0]
  if (!found) throw new Error('the server says nothing about itself')
  if (found.is_standby) throw new StartProblem('this server is a standby, which takes no writes: name the primary')
  if (found.zone !== 'UTC')
    throw new StartProblem(`${found.role} has the time zone ${found.zone} and needs UTC: run "kontor migrate"`)
  const pooler = (await isPooled(client)) ? `, ${await poolerText(client)}` : ''
  const tls = hasTls(client) ? 'TLS' : 'without TLS'
  return `${found.role} in "${found.database}", PostgreSQL ${found.version}, ${tls}${pooler}`
}

/** Whether this side of the connection speaks TLS: behind a pooler, the server knows its own side alone. */
const hasTls = (client: pg.Client): boolean =>
  (client as unknown as { connection: { stream: { encrypted?: boolean } } }).connection.stream.encrypted === true

const poolerText = async (client: pg.Client): Promise<string> =>
  (await keepsStatements(client)) ? 'a pooler that knows prepared statements' : 'a pooler without prepared statements'

/** How many connections of the database one process of these settings may open. */
const mostOf = (settings: Settings): number =>
  settings.KONTOR_MERCHANT_CONNECTIONS +
  settings.KONTOR_PROVIDER_CONNECTIONS +
  2 * (settings.KONTOR_PAYMENT_CONNECTIONS + settings.KONTOR_EXPORTS_AT_ONCE + backtestsAtOnce) +
  besides

/** For the health check and the metrics. */
const besides = 3

async function connectionsText(client: pg.Client, settings: Settings): Promise<string> {
  const { rows } = await client.query<{ free: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as free`,
  )
  const [most, free] = [mostOf(settings), rows[0]?.free ?? 0]
  if (most > free)
    throw new StartProblem(
      `one process may open ${most} connections, and the server takes ${free}: lower the settings or raise max_connections`,
    )
  return `one process may open ${most} connections, the server takes ${free}`
}

async function tablesText(client: pg.Client): Promise<string> {
  const applied = await appliedMigrations(client)
  const names = await migrationNames()
  const mismatch = mismatchOf(names, applied)
  if (mismatch) throw new StartProblem(mismatchText(mismatch))
  const newest = names.at(-1) ?? ''
  const theirs = applied.findLast(({ name }) => !names.includes(name))?.name
  if (theirs === undefined) return newest
  const isEnded = mismatchOf(names, applied, 'work') !== undefined
  return `${theirs}, with which this program (${newest}) works${isEnded ? ', but for its work in the background' : ''}`
}

async function keyText(client: pg.Client, settings: Settings): Promise<string> {
  const { KONTOR_MASTER_KEY: masterKey, KONTOR_OTHER_MASTER_KEY: other } = settings
  const { rows } = await client.query<{ key: Buffer | null }>('select key_fingerprint as key from installation')
  const known = rows[0]?.key
  if (!known) throw new StartProblem('the database knows no key yet: run "kontor migrate"')
  const fingerprint = `fingerprint ${known.toString('hex').slice(0, 12)}`
  if (known.equals(fingerprintOf(masterKey))) return `the database's, ${fingerprint}`
  if (other && known.equals(fingerprintOf(other)))
    return `the database's is KONTOR_OTHER_MASTER_KEY, ${fingerprint}, until "kontor rotate-key" has ended`
  throw new StartProblem('the database has another master key than KONTOR_MASTER_KEY')
}

/** So many of each kind tell whether the key fits; all of them are looked at only while there are two keys. */
const mostLooked = 1_000

async function sealedText(client: pg.Client, settings: Settings): Promise<string> {
  const keys = { masterKey: settings.KONTOR_MASTER_KEY, other: settings.KONTOR_OTHER_MASTER_KEY }
  const sum = { sealed: 0, other: 0, lost: 0 }
  const lostIn: string[] = []
  for (const column of keys.other ? sealedColumns : sealedColumns.filter(({ isSparse }) => !isSparse)) {
    const found = await countSealed(client, column, keys)
    if (found.lost > 0) lostIn.push(`${column.table}.${column.column}`)
    sum.sealed += found.sealed
    sum.other += found.other
    sum.lost += found.lost
  }
  if (sum.lost > 0)
    throw new StartProblem(
      `${sum.lost} of ${sum.sealed + sum.other + sum.lost} values open with no key: ${lostIn.join(', ')}`,
    )
  if (!keys.other)
    return `${sum.sealed} values, at most the first ${mostLooked} of each kind, open with KONTOR_MASTER_KEY`
  const advice = sum.other > 0 ? ': run "kontor rotate-key"' : ''
  return `${sum.sealed} values by KONTOR_MASTER_KEY, ${sum.other} by KONTOR_OTHER_MASTER_KEY${advice}`
}

async function countSealed(client: pg.Client, column: SealedColumn, keys: Keys): Promise<Counts> {
  const sum = { sealed: 0, other: 0, lost: 0 }
  let looked = 0
  for await (const { rows } of sealedRows(client, column)) {
    const found = countsOf(rows, keys)
    sum.sealed += found.sealed
    sum.other += found.other
    sum.lost += found.lost
    looked += rows.length
    if (!keys.other && looked >= mostLooked) break
  }
  return sum
}

async function lineOf(what: string, work: () => Promise<string>): Promise<Line> {
  try {
    return { isOk: true, what, text: await work() }
  } catch (error) {
    return {
      isOk: false,
      what,
      text: error instanceof Error ? error.message.replace(/^settings: /, '') : String(error),
    }
  }
}
