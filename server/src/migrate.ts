import { createHmac } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'
import { keepFingerprint, refuseOtherKey } from './master-key-check.ts'
import { compatibilities, migrationNames, migrationText } from './migration-files.ts'
import type { Addresses } from './platform/db/database.ts'
import { syncReferenceData } from './reference-data.ts'
import { StartProblem } from './start-problem.ts'

const signInRoles = ['kontor_merchant', 'kontor_provider'] as const
/** Payments that a processor holds may have begun before the installation did. */
const monthsBefore = 1
const monthsAhead = 3

export interface SetUp {
  /** An account that may create roles and tables; the application gets only the returned addresses. */
  adminUrl: string
  masterKey: string
  /** Called when the database is known to accept this key, before anything is changed. */
  onAdmitted?: () => void
}

/**
 * Brings the database up to date: roles, migrations (forward only), reference data, and the partitions of last month
 * and the coming ones. Nothing changes when the key is not the database's, when the tables are of a newer version, or when rights
 * are missing.
 */
export async function migrate({ adminUrl, masterKey, onAdmitted }: SetUp): Promise<Addresses> {
  const pool = new pg.Pool({ connectionString: adminUrl, max: 2 })
  // The database may end a connection that is being closed; a query that fails says so itself.
  pool.on('connect', (connection) => connection.on('error', () => {}))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const urls = addresses(adminUrl, masterKey)
  try {
    await oneAtATime(adminUrl, async (client) => {
      await refuseNewerTables(client)
      await refuseOtherKey({ client, masterKey, ...urls })
      await refuseWithoutRights(client)
      onAdmitted?.()
      await ensureRoles(db, masterKey)
      await runMigrations(db)
      await syncReferenceData(db)
      await keepFingerprint({ client, masterKey })
      await sql`select ensure_partitions((current_date - make_interval(months => ${monthsBefore}))::date,
        (current_date + make_interval(months => ${monthsAhead}))::date)`.execute(db)
    })
    return urls
  } finally {
    await db.destroy()
  }
}

/**
 * Runs one set-up at a time: of two first starts with different keys, the second finds the fingerprint of the first. The lock is
 * that of a transaction, which a pooler keeps on one connection; it reads nothing, so no change of a table waits for it.
 */
async function oneAtATime(adminUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  await asOwner(adminUrl, async (lock) => {
    await lock.query(`begin; set local idle_in_transaction_session_timeout = 0;
      select pg_advisory_xact_lock(hashtextextended('kontor.set-up', 0))`)
    await asOwner(adminUrl, work)
    await lock.query('commit')
  })
}

/** Throws when the tables are not of this version or the key is not the database's. For commands that only read. */
export async function refuseUnlessOurs({ adminUrl, masterKey }: SetUp): Promise<void> {
  await asOwner(adminUrl, async (client) => {
    await refuseNewerTables(client)
    await refuseOlderTables(client)
    await refuseOtherKey({ client, masterKey, ...addresses(adminUrl, masterKey) })
  })
}

/** Throws when the key is not the database's. For commands that drop the database. */
export async function refuseUnlessOurKey({ adminUrl, masterKey }: SetUp): Promise<void> {
  await asOwner(adminUrl, (client) => refuseOtherKey({ client, masterKey, ...addresses(adminUrl, masterKey) }))
}

async function asOwner(adminUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  // Without a listener a restart of the database would end this process; the next query reports the error.
  client.on('error', () => {})
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end()
  }
}

/**
 * The addresses of the application's roles. Their passwords are derived from the master key: they are stored nowhere,
 * and every start sets them again.
 */
export function addresses(adminUrl: string, masterKey: string): Addresses {
  const [merchantUrl, providerUrl] = signInRoles.map((role) => {
    const url = new URL(adminUrl)
    url.username = role
    url.password = passwordOf(role, masterKey)
    return url.href
  }) as [string, string]
  return { merchantUrl, providerUrl }
}

const passwordOf = (role: string, masterKey: string) =>
  createHmac('sha256', masterKey).update(`database role ${role}`).digest('base64url')

async function refuseNewerTables(client: pg.Client): Promise<void> {
  const known = await migrationNames()
  const newer = (await migrationsIn(client)).find((name) => !known.includes(name))
  if (newer)
    throw new StartProblem(
      `The database is of a newer Kontor, which made ${newer}: start that version, or restore the backup from before it. Nothing was changed.`,
    )
}

async function refuseOlderTables(client: pg.Client): Promise<void> {
  const run = await migrationsIn(client)
  if ((await migrationNames()).some((name) => !run.includes(name)))
    throw new StartProblem('The database is not set up for this version: run "npm start" once.')
}

async function migrationsIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`select to_regclass('migration') is not null as ready`)
  if (!rows[0]?.ready) return []
  return (await client.query<{ name: string }>('select name from migration order by name')).rows.map(({ name }) => name)
}

async function refuseWithoutRights(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Rights>(rightsOf, [[...signInRoles, engineRole]])
  const lacking = rows[0] ? lackingOf(rows[0]) : []
  if (lacking.length > 0)
    throw new StartProblem(
      `The account "${rows[0]?.account}" of DATABASE_URL needs ${lacking.join(' and ')}. Nothing was changed.`,
    )
}

interface Rights {
  account: string
  roles: boolean
  /** It has the rights of its roles: row-level security then shows it the rows that an upgrade changes. */
  inherits: boolean
  tables: boolean
  /** The owner of Kontor's tables, if this account cannot act as it. */
  other_owner: string | null
  /** Kontor's roles that this account may not change. */
  foreign_roles: string[] | null
}

// Until PostgreSQL 15, CREATEROLE was enough to change any role.
const rightsOf = `select rolname as account, rolsuper or rolcreaterole as roles, rolsuper or rolbypassrls or rolinherit as inherits,
    has_schema_privilege('public', 'create') as tables,
    (select tableowner from pg_tables where schemaname = 'public' and tablename = 'merchant' and not pg_has_role(tableowner, 'usage'))
      as other_owner,
    (select array_agg(each.rolname::text order by each.rolname) from pg_roles each where each.rolname = any($1)
      and current_setting('server_version_num')::int >= 160000
      and not pg_has_role(each.oid, 'member with admin option')) as foreign_roles
  from pg_roles where rolname = current_user`

function lackingOf({ account, roles, inherits, tables, other_owner, foreign_roles }: Rights): string[] {
  const needs = [roles ? [] : 'CREATEROLE', inherits ? [] : 'INHERIT', tables ? [] : 'to own the database'].flat()
  if (other_owner) needs.push(`to be "${other_owner}", which owns the tables, or a member of it`)
  if (foreign_roles)
    needs.push(`roles that another account made: grant ${foreign_roles.join(', ')} to "${account}" with admin option`)
  return needs
}

const engineRole = 'kontor_engine'

/** What every connection of the application begins with, whatever the server's settings are. */
const settingsOfRoles = {
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
  statement_timeout: '60s',
  idle_in_transaction_session_timeout: '60s',
}

async function ensureRoles(db: Kysely<unknown>, masterKey: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Roles belong to the cluster, and two of its databases may be migrated at once: the lock puts them in order.
    await sql`select pg_advisory_xact_lock(hashtext('kontor.roles'))`.execute(trx)
    for (const role of [...signInRoles, engineRole]) {
      const { rows } = await sql`select 1 from pg_roles where rolname = ${role}`.execute(trx)
      if (rows.length === 0) await sql`create role ${sql.ref(role)}`.execute(trx)
    }
    await setRolePasswords((statement) => sql.raw(statement).execute(trx), masterKey)
    for (const role of signInRoles)
      for (const [name, value] of Object.entries(settingsOfRoles))
        await sql`alter role ${sql.ref(role)} set ${sql.ref(name)} = ${sql.lit(value)}`.execute(trx)
    await sql`grant kontor_engine to current_user`.execute(trx)
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(trx)
    const database = rows[0]?.name ?? ''
    for (const role of signInRoles)
      await sql`grant connect on database ${sql.ref(database)} to ${sql.ref(role)}`.execute(trx)
  })
}

/** Lets the roles sign in by the passwords that follow from this key. */
export async function setRolePasswords(run: (statement: string) => Promise<unknown>, masterKey: string): Promise<void> {
  // Neither name nor password has a quote in it.
  for (const role of signInRoles) await run(`alter role ${role} login password '${passwordOf(role, masterKey)}'`)
}

/** All of them are one transaction: programs that run see the tables, and what they say of older programs, at the same moment. */
async function runMigrations(db: Kysely<unknown>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const migrator = new Migrator({
      db: trx,
      provider: sqlFiles,
      migrationTableName: 'migration',
      migrationLockTableName: 'migration_lock',
      // Migrations with numbers taken at the same time may be merged in either order.
      allowUnorderedMigrations: true,
    })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
    await keepCompatibility(trx)
  })
}

/** Writes down which older programs may go on, for those that look at the tables later. */
async function keepCompatibility(trx: Kysely<unknown>): Promise<void> {
  for (const { name, compatible_with, works_from } of await compatibilities())
    await sql`update migration set (compatible_with, works_from) = (${compatible_with}, ${works_from}) where name = ${name}`.execute(
      trx,
    )
}

/** Plain SQL files in the order of their names. There is no way back: the next file repairs a mistake. */
const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const migrations = (await migrationNames()).map(async (name): Promise<[string, Migration]> => {
      const text = await migrationText(name)
      return [name, { up: async (db) => void (await sql.raw(text).execute(db)) }]
    })
    return Object.fromEntries(await Promise.all(migrations))
  },
}
