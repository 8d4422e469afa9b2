import { randomBytes } from 'node:crypto'
import type pg from 'pg'

type Connection = pg.ClientBase & { processID?: number | null }

/**
 * True when another program, such as PgBouncer, stands between the client and the server: it names a process that is not the
 * server's.
 */
export async function isPooled(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return (client as Connection).processID !== rows[0]?.pid
}

/**
 * True when a statement that the client sent under a name is there in a later transaction. A pooler by transaction that knows
 * such statements keeps them under names of its own; any other passes the name on, to a server that another client may have next.
 */
export async function keepsStatements(client: pg.ClientBase): Promise<boolean> {
  if (!(await isPooled(client))) return true
  const name = `kept_${randomBytes(8).toString('hex')}`
  await client.query('begin')
  try {
    const { rows } = await client.query<{ passed_on: boolean }>({
      name,
      text: 'select exists (select from pg_prepared_statements where name = $1) as passed_on',
      values: [name],
    })
    const isPassedOn = rows[0]?.passed_on === true
    if (isPassedOn) await client.query(`deallocate ${name}`)
    return !isPassedOn
  } finally {
    await client.query('rollback')
  }
}

/** Asks once for all connections; again after a question that failed. */
export function untilKnown(ask: (client: pg.ClientBase) => Promise<boolean>) {
  let known: Promise<boolean> | undefined
  return (client: pg.ClientBase): Promise<boolean> => {
    known ??= ask(client).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}
