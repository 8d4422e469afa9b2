import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { World } from './world.ts'

/**
 * Milliseconds of processor time of PostgreSQL and its processes, also those that ended, without the sandbox's. Undefined
 * outside of Linux.
 */
export async function databaseTime({ sql, postgresPid }: World): Promise<number | undefined> {
  const postmaster = postgresPid()
  if (postmaster === undefined || !existsSync(`/proc/${postmaster}/stat`)) return undefined
  const { rows } = await sql.query<{ pid: number }>(`select pid from pg_stat_activity where datname = 'kontor_sandbox'`)
  const sandbox = new Set(rows.map(({ pid }) => pid))
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? statOf(Number(name)) : []))
  const ticks = all.map((each) => {
    if (each.pid === postmaster) return each.own + each.ended
    return each.parent === postmaster && !sandbox.has(each.pid) ? each.own : 0
  })
  return ticks.reduce((sum, each) => sum + each, 0) * tick_ms
}

/** The unit of /proc on every usual Linux. */
const tick_ms = 10

function statOf(pid: number): Stat[] {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=\S )/)
    const at = (place: number) => Number(fields.split(' ')[place])
    return [{ pid, parent: at(1), own: at(11) + at(12), ended: at(13) + at(14) }]
  } catch {
    // The process ended meanwhile.
    return []
  }
}

/** The same of the server, which makes everything else of a payment. */
export function serverTime({ serverPid }: World): number | undefined {
  const pid = serverPid()
  const [server] = pid === undefined ? [] : statOf(pid)
  return server && (server.own + server.ended) * tick_ms
}

/** The same of one connection to PostgreSQL, by its process. */
export function connectionTime(pid: number): number | undefined {
  const [connection] = statOf(pid)
  return connection && connection.own * tick_ms
}

interface Stat {
  pid: number
  parent: number
  /** Ticks of the process, and of its children that ended. */
  own: number
  ended: number
}
