import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import net from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Identifies a process even when another one gets its number later; undefined when there is no such process. */
export function identityOf(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  const stat = procStat(pid)
  // The start time in ticks since boot could repeat after a restart of the machine, so the boot id is added.
  if (stat) return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${stat[19]}`
  return ps(pid, 'lstart=,command=')
}

export function commandOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ps(pid, 'command=')
  }
}

export function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  if (isAlive(pid)) process.kill(pid, signal)
}

/** Waits until the process has ended; false when it still runs after `timeoutMs`. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs
  while (isAlive(pid)) {
    if (Date.now() > end) return false
    await delay(25)
  }
  return true
}

/**
 * A port that nobody listens at. It is none of those that systems give to whoever asks for any, because one of these may be given
 * to somebody else before it is taken.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(20_000, 30_000)
    if (await isPortFree(port, '127.0.0.1')) return port
  }
  throw new Error('no port between 20000 and 29999 is free')
}

export function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

/** The fields of /proc/PID/stat after the name, which may itself hold spaces and brackets; undefined without /proc. */
function procStat(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

// A container without an init process keeps ended orphans as zombies, and a zombie still answers signal 0.
function isZombie(pid: number): boolean {
  return procStat(pid)?.[0] === 'Z'
}

function ps(pid: number, columns: string): string | undefined {
  try {
    return execFileSync('ps', ['-o', columns, '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}
