import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { StartProblem } from '../database/data-lock.ts'
import { root } from '../root.ts'
import { waitForExit } from './processes.ts'
import { watchSources } from './watch-sources.ts'

export type ServiceOptions = {
  name: string
  /** The file to run, relative to the root of the repository. */
  main: string
  env: Record<string, string>
  /** The service is ready when this address answers with a status other than a server error. */
  healthUrl: string
  /** Aborted: stop waiting for the service to be ready. */
  signal?: AbortSignal | undefined
  /** For development: folders from the root; a change in them restarts the service. */
  watch?: readonly string[] | undefined
  /** More options of Node, such as `--inspect`. */
  nodeOptions?: readonly string[] | undefined
  /** Receives the output of the service; default: our own output. */
  output?: Writable | undefined
  log: (line: string) => void
}
export type Service = {
  /** The current process id, which changes at a restart. */
  pid: () => number
  stop: () => Promise<void>
  kill: () => void
}

const readyTimeoutMs = 60_000
const drainTimeoutMs = 30_000
const longestPauseMs = 10_000
// A service that ran this long was healthy: the count of failures starts again.
const steadyMs = 60_000

/** Runs one of our services in its own process and restarts it when it ends by itself. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { name, log } = options
  const state = { child: run(options), startedAt: Date.now(), falls: 0, stopping: false }
  // Processes that end because a file changed: that is no failure.
  const renewing = new WeakSet<ChildProcess>()
  await untilHealthy(options, state.child)
  watch()
  const stopWatching = options.watch ? watchSources(options.watch, renew) : () => {}

  return {
    pid: () => state.child.pid ?? 0,
    stop: async () => {
      state.stopping = true
      stopWatching()
      await end(state.child)
    },
    kill: () => {
      state.stopping = true
      stopWatching()
      state.child.kill('SIGKILL')
    },
  }

  function watch() {
    const { child } = state
    const fallen = () => {
      if (state.stopping || state.child !== child || renewing.has(child)) return
      const reason = `the ${name} ended unexpectedly (${endOf(child)})`
      if (options.watch) log(`${reason}; it is started again when a file changes`)
      else void restart(reason)
    }
    if (endOf(child) === null) child.once('exit', fallen)
    else fallen()
  }

  async function renew(file: string) {
    const { child } = state
    renewing.add(child)
    log(`${file} has changed; starting the ${name} again`)
    await end(child)
    if (state.stopping) return
    state.child = run(options)
    watch()
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

/** Stops the process. Work under way may finish first, within a time limit. */
async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.pid && !(await waitForExit(child.pid, drainTimeoutMs))) child.kill('SIGKILL')
}

/** The exit code or the signal; null while it runs. */
function endOf({ exitCode, signalCode }: ChildProcess): number | string | null {
  return exitCode ?? signalCode
}

function run({ main, env, nodeOptions = [], output }: ServiceOptions): ChildProcess {
  const guard = join(root, 'tools/run/orphan-guard.ts')
  // Verifying a passkey checks which algorithms Node supports, and Node warns that some are experimental.
  const quiet = '--disable-warning=ExperimentalWarning'
  // The service has its own process group: on Ctrl-C the supervisor stops the services one after the other.
  const child = spawn(process.execPath, [quiet, ...nodeOptions, '--import', guard, join(root, main)], {
    cwd: root,
    detached: true,
    stdio: ['ignore', output ? 'pipe' : 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  })
  if (output) child.stdout?.pipe(output, { end: false })
  return child
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
