import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartProblem } from '../database/data-lock.ts'
import { root } from '../root.ts'
import { waitForExit } from './processes.ts'

export type ServiceOptions = {
  name: string
  /** The file to run, from the root of the repository. */
  main: string
  env: Record<string, string>
  /** Answers, with anything but a fault of the server, when the service is ready. */
  healthUrl: string
  /** Aborted: give up waiting for the service to be ready. */
  signal?: AbortSignal | undefined
  log: (line: string) => void
}
export type Service = {
  /** The process that runs now: another one after a restart. */
  pid: () => number
  stop: () => Promise<void>
  kill: () => void
}

const readyTimeoutMs = 60_000
const drainTimeoutMs = 30_000
const longestPauseMs = 10_000
// A service that ran this long was well: the next fall starts counting anew.
const steadyMs = 60_000

/** Runs one of our services as a process of its own and starts it again when it falls. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { name, log } = options
  const state = { child: run(options), startedAt: Date.now(), falls: 0, stopping: false }
  await untilHealthy(options, state.child)
  watch()

  return {
    pid: () => state.child.pid ?? 0,
    stop: async () => {
      state.stopping = true
      state.child.kill('SIGTERM')
      if (state.child.pid && !(await waitForExit(state.child.pid, drainTimeoutMs))) state.child.kill('SIGKILL')
    },
    kill: () => {
      state.stopping = true
      state.child.kill('SIGKILL')
    },
  }

  function watch() {
    const fallen = () => {
      if (!state.stopping) void restart(`the ${name} ended unexpectedly (${endOf(state.child)})`)
    }
    if (endOf(state.child) === null) state.child.once('exit', fallen)
    else fallen()
  }

  async function restart(reason: string) {
    if (Date.now() - state.startedAt > steadyMs) state.falls = 0
    const pause = Math.min(250 * 2 ** state.falls, longestPauseMs)
    state.falls += 1
    log(`${reason}; starting it again in ${pause} ms`)
    await delay(pause)
    if (state.stopping) return
    state.child = run(options)
    state.startedAt = Date.now()
    watch()
  }
}

/** The exit code or the signal; null while it runs. */
function endOf({ exitCode, signalCode }: ChildProcess): number | string | null {
  return exitCode ?? signalCode
}

function run({ main, env }: ServiceOptions): ChildProcess {
  const guard = join(root, 'tools/run/orphan-guard.ts')
  // Verifying a passkey asks Node what it can, and Node warns that some of it is experimental.
  const quiet = '--disable-warning=ExperimentalWarning'
  // A group of its own: on Ctrl-C the supervisor stops the services one after the other.
  return spawn(process.execPath, [quiet, '--import', guard, join(root, main)], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  })
}

async function untilHealthy({ name, healthUrl, signal }: ServiceOptions, child: ChildProcess): Promise<void> {
  const end = Date.now() + readyTimeoutMs
  while (!(await isHealthy(healthUrl))) {
    const ended = endOf(child)
    if (ended === null && Date.now() < end && !signal?.aborted) {
      await delay(50)
      continue
    }
    child.kill('SIGKILL')
    signal?.throwIfAborted()
    const reason = ended === null ? `did not answer within ${readyTimeoutMs / 1000} s` : `ended with ${ended}`
    throw new StartProblem(`The ${name} could not be started: it ${reason} (its own words stand above).`)
  }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) })
    await response.body?.cancel()
    return response.status < 500
  } catch {
    return false
  }
}
