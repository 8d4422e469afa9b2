import { createHmac } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'
import type { Addresses } from './platform/db/database.ts'
import { syncReferenceData } from './reference-data.ts'

const migrationFolder = path.join(import.meta.dirname, 'migrations')
const signInRoles = ['kontor_merchant', 'kontor_provider'] as const
const monthsAhead = 3

/**
 * Brings the database up to date: roles, migrations (forward only), reference data, the coming months' partitions.
 * `adminUrl` may create roles and tables; the application itself only gets the addresses that are returned.
 */
export async function migrate({ adminUrl, masterKey }: { adminUrl: string; masterKey: string }): Promise<Addresses> {
  const pool = new pg.Pool({ connectionString: adminUrl, max: 2 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await ensureRoles(db, masterKey)
    await runMigrations(db)
    await syncReferenceData(db)
    await sql`select ensure_partitions(current_date, (current_date + make_interval(months => ${monthsAhead}))::date)`.execute(
      db,
    )
    return addresses(adminUrl, masterKey)
  } finally {
    await db.destroy()
  }
}

/** The passwords follow from the master key: nothing has to be kept, and every start makes them so. */
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

async function ensureRoles(db: Kysely<unknown>, masterKey: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Roles belong to the cluster: two databases may be migrated at once.
    await sql`select pg_advisory_xact_lock(hashtext('kontor.roles'))`.execute(trx)
    for (const role of [...signInRoles, 'kontor_engine']) {
      const { rows } = await sql`select 1 from pg_roles where rolname = ${role}`.execute(trx)
      if (rows.length === 0) await sql`create role ${sql.ref(role)}`.execute(trx)
    }
    for (const role of signInRoles) {
      await sql`alter role ${sql.ref(role)} login password ${sql.lit(passwordOf(role, masterKey))}`.execute(trx)
    }
    await sql`grant kontor_engine to current_user`.execute(trx)
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(trx)
    const database = rows[0]?.name ?? ''
    for (const role of signInRoles)
      await sql`grant connect on database ${sql.ref(database)} to ${sql.ref(role)}`.execute(trx)
  })
}

async function runMigrations(db: Kysely<unknown>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: sqlFiles,
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Plain SQL files, in the order of their names. There is no way back: a mistake is mended by the next file. */
const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const names = (await fs.readdir(migrationFolder)).filter((name) => name.endsWith('.sql')).sort()
    const migrations = names.map(async (name): Promise<[string, Migration]> => {
      const text = await fs.readFile(path.join(migrationFolder, name), 'utf8')
      return [name.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }]
    })
    return Object.fromEntries(await Promise.all(migrations))
  },
}
