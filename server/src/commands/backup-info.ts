import type pg from 'pg'
import { z } from 'zod'
import { inPlainWords } from '../plain-words.ts'
import { readBy } from '../settings.ts'
import { connected } from './tables.ts'

const settings = z.object({ DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }) })

interface State {
  account: string
  database: string
  bytes: string
  forced: number
  key: string | null
  wal_level: string
  archive_mode: string
  /** Roles that may sign in, and read every row in spite of row-level security. */
  dumping: string[] | null
  /** Roles that may copy the whole server. */
  copying: string[] | null
}

/** Prints what must be backed up, and which roles can. Gives 1 when no role can. */
export async function backupInfo(env: NodeJS.ProcessEnv): Promise<number> {
  const { DATABASE_URL: url } = readBy(settings, env)
  const state = await connected(url, stateOf).catch((error: unknown) => {
    throw inPlainWords(error, url)
  })
  for (const line of linesOf(state)) console.log(line)
  return state.dumping || state.copying ? 0 : 1
}

async function stateOf(client: pg.Client): Promise<State> {
  const { rows } = await client.query<State>(`
    select current_user as account, current_database() as database, pg_size_pretty(pg_database_size(current_database())) as bytes,
      (select count(*)::int from pg_class where relforcerowsecurity) as forced,
      current_setting('wal_level') as wal_level, current_setting('archive_mode') as archive_mode,
      (select array_agg(rolname::text order by rolname) from pg_roles where rolcanlogin and (rolsuper or rolbypassrls)) as dumping,
      (select array_agg(rolname::text order by rolname) from pg_roles where rolcanlogin and (rolsuper or rolreplication)) as copying,
      null as key`)
  const state = rows[0]
  if (!state) throw new Error('the server says nothing about itself')
  const keys = await client
    .query<{ key: string | null }>(`select encode(key_fingerprint, 'hex') as key from installation`)
    .catch(() => ({ rows: [] as { key: string | null }[] }))
  return { ...state, key: keys.rows[0]?.key ?? null }
}

function linesOf(state: State): string[] {
  const { account, database, bytes, forced, key, dumping, copying } = state
  const canDump = dumping?.includes(account)
  const isArchiving = state.archive_mode !== 'off' && state.wal_level !== 'minimal'
  return [
    `database     "${database}", ${bytes}: all of it, with its roles (pg_dumpall --roles-only) or by a copy of the server`,
    `master key   ${key ? `fingerprint ${key.slice(0, 12)}` : 'none yet'}: KONTOR_MASTER_KEY, in another place than the database`,
    copying
      ? `pg_basebackup  can be run by ${copying.join(', ')}`
      : 'pg_basebackup  by no role: "alter role <name> replication"',
    dumping
      ? `pg_dump        can be run by ${dumping.join(', ')}`
      : 'pg_dump        by no role: a superuser makes one with "create role kontor_backup login bypassrls in role pg_read_all_data"',
    canDump
      ? `account        "${account}" reads all rows`
      : `account        "${account}" cannot run pg_dump: ${forced} tables force row-level security, and the file that it leaves is not a backup`,
    isArchiving
      ? `archive        on: the server can be restored to any moment since the last base backup`
      : `archive        off (archive_mode ${state.archive_mode}): what was written after a backup is lost with the server`,
  ]
}
