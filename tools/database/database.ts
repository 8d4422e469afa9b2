import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { signalIfAlive } from '../run/processes.ts'
import { withDatabase } from './databases.ts'
import { type Postgres, startPostgres } from './embedded-postgres.ts'

export type Database = {
  adminUrl: string
  sandboxUrl: string
  /** The process id of the embedded PostgreSQL; undefined when PostgreSQL is not embedded. */
  pid: () => number | undefined
  stop: () => Promise<void>
  kill: () => void
}
type DatabaseOptions = { dataDir: string; databaseUrl?: string | undefined; fast?: boolean | undefined }

const pauseMs = 500

/** Opens the PostgreSQL of the settings, or the embedded one, which is restarted whenever it ends. */
export async function openDatabase(options: DatabaseOptions, log: (line: string) => void): Promise<Database> {
  if (options.databaseUrl) return external(options.databaseUrl)
  const wanted = join(options.dataDir, 'postgres')
  const state = { postgres: await startPostgres({ dataDir: wanted, fast: options.fast }), stopping: false }
  const { url, port, dataDir } = state.postgres
  if (dataDir !== wanted) log(`the database lies in ${dataDir}: its account cannot reach ${options.dataDir}`)
  watch(state.postgres)

  return {
    adminUrl: withDatabase(url, 'kontor'),
    sandboxUrl: withDatabase(url, 'kontor_sandbox'),
    pid: () => state.postgres.pid,
    stop: () => {
      state.stopping = true
      return state.postgres.stop()
    },
    kill: () => {
      state.stopping = true
      signalIfAlive(state.postgres.pid, 'SIGQUIT')
    },
  }

  function watch(postgres: Postgres) {
    void postgres.ended.then(() => (state.stopping ? undefined : restart()))
  }

  // The port stays the same: the services keep its address and reconnect by themselves.
  async function restart(): Promise<void> {
    log('PostgreSQL ended unexpectedly; starting it again')
    while (!state.stopping) {
      try {
        state.postgres = await startPostgres({ dataDir: wanted, port, fast: options.fast })
        return watch(state.postgres)
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
        await delay(pauseMs)
      }
    }
  }
}

function external(url: string): Database {
  const nothing = { pid: () => undefined, stop: async () => {}, kill: () => {} }
  return { adminUrl: url, sandboxUrl: withDatabase(url, 'kontor_sandbox'), ...nothing }
}
