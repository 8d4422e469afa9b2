import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { unreadVariables } from '../platform/environment.ts'
import { serverVariables } from '../settings.ts'
import { inWords } from './in-words.ts'

const usage = `kontor migrate       makes or updates the tables, as the owner of the database (DATABASE_URL)
kontor serve         runs the server with the two roles of the application; changes no table
kontor work          runs the work in the background in a process of its own
kontor reconcile --since <instant>
                     asks every processor for what it has since then, and books what the database lacks
kontor rotate-key    gives the database another master key while servers run (KONTOR_OTHER_MASTER_KEY: the one before)
kontor check         says in one line each whether settings, connections, tables and key fit
kontor backup-info   says what must be backed up, and which roles can`

/** Each gives the exit code. A command loads its own code alone: `check` has nothing to do with the server's. */
const commands: Record<string, (env: NodeJS.ProcessEnv, args: readonly string[]) => Promise<number>> = {
  migrate: async (env) => (await import('./migrate-database.ts')).migrateDatabase(env),
  serve: async (env) => {
    await (await import('./serve.ts')).serve({ ...builtBeside(), ...env })
    return 0
  },
  work: async (env) => {
    await (await import('./work.ts')).work(env)
    return 0
  },
  check: async (env) => (await import('./check.ts')).check(env),
  reconcile: async (env, args) => (await import('./reconcile.ts')).reconcile(env, args),
  'rotate-key': async (env) => (await import('./rotate-key.ts')).rotateKey(env),
  'backup-info': async (env) => (await import('./backup-info.ts')).backupInfo(env),
}

export const commandNames: readonly string[] = Object.keys(commands)

/** The variables that a command may read: one set of them serves all commands. */
export const commandVariables: readonly string[] = [...serverVariables, 'DATABASE_URL']

/** Runs one command; gives the exit code. */
export async function kontor(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const [name = '', ...options] = args
  if (['help', '--help', '-h'].includes(name)) {
    console.log(usage)
    return 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command || (options.length > 0 && name !== 'reconcile')) {
    console.error(usage)
    return 1
  }
  for (const line of unreadVariables(env, commandVariables)) console.error(line)
  return inWords(() => command(env, options))
}

/** The web application and the card fields that were built in this folder, unless the environment names others. */
function builtBeside(): Record<string, string> {
  const web = join(import.meta.dirname, '../../../web')
  const folders = { KONTOR_WEB_DIST: join(web, 'dist'), KONTOR_FIELDS_DIST: join(web, 'dist-fields') }
  return Object.fromEntries(Object.entries(folders).filter(([, folder]) => existsSync(folder)))
}
