import pg from 'pg'
import { z } from 'zod'
import { refuseRolesOfAnotherDatabase } from '../master-key-check.ts'
import { setRolePasswords } from '../migrate.ts'
import { migrationNames } from '../migration-files.ts'
import { inPlainWords } from '../plain-words.ts'
import { mismatchOf, mismatchText } from '../platform/schema-version.ts'
import { openAlsoWith } from '../platform/secrets/key-ring.ts'
import { learnDerivation, sealDerivation } from '../platform/secrets/learn-derivation.ts'
import { fingerprintOf } from '../platform/secrets/sealed.ts'
import { masterKeyText, readBy } from '../settings.ts'
import { StartProblem } from '../start-problem.ts'
import { countsOf, type Keys, rewrapRows, sealedRows } from './rewrap.ts'
import { type SealedColumn, sealedColumns } from './sealed-columns.ts'
import { appliedMigrations } from './tables.ts'

const settings = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  KONTOR_MASTER_KEY: masterKeyText,
  KONTOR_OTHER_MASTER_KEY: masterKeyText.optional(),
})

type Rotating = Required<Keys>

/** As many times all values are looked at: more are needed only where a process still seals with the former key. */
const mostPasses = 5

/**
 * Gives the database another master key, while servers that know both run: what KONTOR_OTHER_MASTER_KEY sealed is sealed by
 * KONTOR_MASTER_KEY afterwards. It may be killed at any moment, and goes on when it is run again. Prints what it did.
 */
export async function rotateKey(env: NodeJS.ProcessEnv): Promise<number> {
  const { DATABASE_URL: url, KONTOR_MASTER_KEY: masterKey, KONTOR_OTHER_MASTER_KEY: other } = readBy(settings, env)
  if (other === undefined)
    throw new StartProblem(
      'settings: KONTOR_OTHER_MASTER_KEY is missing: set it to the key of the database, and KONTOR_MASTER_KEY to the new one',
    )
  if (other === masterKey)
    throw new StartProblem('settings: KONTOR_OTHER_MASTER_KEY is the same key as KONTOR_MASTER_KEY: make a new one')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await rotate(client, { masterKey, other })
    return 0
  } catch (error) {
    throw inPlainWords(error, url)
  } finally {
    await client.end().catch(() => {})
  }
}

async function rotate(client: pg.Client, keys: Rotating): Promise<void> {
  await refuseUnfitDatabase(client, keys)
  // An upgrade holds the same lock: it sets the passwords of the roles, too.
  const { rows } = await client.query<{ held: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('kontor.set-up', 0)) as held`,
  )
  if (!rows[0]?.held) throw new StartProblem('Another "kontor rotate-key" or "kontor migrate" is at work: wait for it.')
  openAlsoWith(keys.masterKey, keys.other)
  const isChanged = await hasKey(client, keys.masterKey)
  if (!isChanged)
    await client.query('update installation set next_key_fingerprint = $1', [fingerprintOf(keys.masterKey)])
  const { changed, lost } = await rewrapAll(client, keys, !isChanged)
  if (!isChanged) await finish(client, keys)
  console.log(`${changed} sealed values have their keys wrapped by KONTOR_MASTER_KEY now.`)
  if (lost > 0) console.log(`${lost} values open with neither key, and were left as they are.`)
  console.log(
    `The database's key is KONTOR_MASTER_KEY, fingerprint ${fingerprintOf(keys.masterKey).toString('hex').slice(0, 12)}. ` +
      'Take KONTOR_OTHER_MASTER_KEY away from every process, once "kontor check" finds nothing that it sealed.',
  )
}

async function refuseUnfitDatabase(client: pg.Client, { masterKey, other }: Rotating): Promise<void> {
  const mismatch = mismatchOf(await migrationNames(), await appliedMigrations(client))
  if (mismatch) throw new StartProblem(mismatchText(mismatch))
  if (!(await hasKey(client, masterKey)) && !(await hasKey(client, other)))
    throw new StartProblem(
      'The key of the database is neither KONTOR_MASTER_KEY nor KONTOR_OTHER_MASTER_KEY: set the latter to it. Nothing was changed.',
    )
  const { rows } = await client.query<{ next: Buffer | null }>('select next_key_fingerprint as next from installation')
  const next = rows[0]?.next
  if (next && !next.equals(fingerprintOf(masterKey)))
    throw new StartProblem(
      `A rotation to the key with the fingerprint ${next.toString('hex').slice(0, 12)} has begun: end it with that key as KONTOR_MASTER_KEY first. Nothing was changed.`,
    )
  await refuseRolesOfAnotherDatabase(client)
}

async function hasKey(client: pg.Client, masterKey: string): Promise<boolean> {
  const { rows } = await client.query<{ key: Buffer | null }>('select key_fingerprint as key from installation')
  return rows[0]?.key?.equals(fingerprintOf(masterKey)) === true
}

/**
 * Goes on where a killed rotation stopped, then looks at everything until nothing is left that the former key sealed: meanwhile
 * processes may have written more of it.
 */
async function rewrapAll(client: pg.Client, keys: Rotating, isResumed: boolean): Promise<Pass> {
  let all = isResumed ? (await pass(client, keys, 'resume')).changed : 0
  for (let count = 1; count <= mostPasses; count += 1) {
    const { changed, lost } = await pass(client, keys, 'all')
    all += changed
    if (changed === 0) return { changed: all, lost }
  }
  throw new StartProblem(
    'Values are still being sealed with KONTOR_OTHER_MASTER_KEY: start every process with the new key as KONTOR_MASTER_KEY, then run this again.',
  )
}

interface Pass {
  changed: number
  /** Values that neither key opens. */
  lost: number
}

async function pass(client: pg.Client, keys: Rotating, which: 'resume' | 'all'): Promise<Pass> {
  const sum = { changed: 0, lost: 0 }
  for (const column of sealedColumns) {
    const { changed, lost } = await rewrapColumn(client, column, keys, which === 'resume')
    sum.changed += changed
    sum.lost += lost
  }
  return sum
}

async function rewrapColumn(
  client: pg.Client,
  column: SealedColumn,
  keys: Rotating,
  isResumable: boolean,
): Promise<Pass> {
  const name = `${column.table}.${column.column}`
  const { rows: kept } = await client.query<{ after: string[] }>(
    'select after from key_rotation where sealed_column = $1',
    [isResumable ? name : ''],
  )
  const sum = { changed: 0, lost: 0 }
  // Whoever reads as the engine sees every merchant, and what it writes here is a head of a sealed value.
  await client.query('set role kontor_engine')
  for await (const portion of sealedRows(client, column, kept[0]?.after)) {
    sum.lost += countsOf(portion.rows, keys).lost
    sum.changed += await patiently(client, async () => {
      const count = await rewrapRows(client, column, portion, keys)
      if (isResumable) await client.query(keepPlace, [name, portion.rows.at(-1)?.key])
      return count
    })
  }
  await client.query('reset role')
  return sum
}

const keepPlace = `insert into key_rotation (sealed_column, after) values ($1, $2)
  on conflict (sealed_column) do update set after = excluded.after`

const patience = 20

/** One transaction, again when a row was held by others: they come first. */
async function patiently<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query(`begin; set local lock_timeout = '500ms'`)
    try {
      const result = await work()
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback')
      const code = (error as { code?: string }).code ?? ''
      // A lock that is not had, and a deadlock.
      if (!['55P03', '40P01'].includes(code) || attempt === patience) throw error
    }
  }
}

/** The last step, whole or not at all: the passwords of the roles, what is derived from, and the fingerprint. */
async function finish(client: pg.Client, keys: Rotating): Promise<void> {
  await client.query('begin')
  try {
    const derivation = await learnDerivation(client, keys.masterKey)
    await setRolePasswords((statement) => client.query(statement), keys.masterKey)
    await client.query(
      'update installation set key_fingerprint = $1, next_key_fingerprint = null, derivation_key = $2',
      [fingerprintOf(keys.masterKey), sealDerivation(keys.masterKey, derivation)],
    )
    await client.query('delete from key_rotation')
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
