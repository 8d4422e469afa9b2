import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../tools/run/processes.ts'
import type { Addresses } from '../src/platform/db/database.ts'
import { until } from './harness.ts'

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const programs = { serve: [pathOf('../src/main.ts')], work: [pathOf('../kontor.mjs'), 'work'] }
// A URL, because in a path the drive letter of Windows would be read as a protocol.
const keepCompiled = new URL('./keep-compiled.ts', import.meta.url).href

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

export interface ServerProcess {
  url: string
  process: ChildProcess
  /** Kills the process with `kill -9`, unless it has ended, and waits until it is gone. */
  kill(): Promise<void>
  /** Starts it at the same address, in the place of one that still runs. One that does not serve in time is killed. */
  start(): Promise<void>
}

/**
 * The server, or `kontor work`, in a process of its own, which can be killed and started again at the same address. `patience_ms`:
 * how long a start is awaited.
 */
export async function startServerProcess(
  database: Addresses & { masterKey: string },
  settings: Record<string, string> = {},
  { program = 'serve', patience_ms = 60_000 }: { program?: keyof typeof programs; patience_ms?: number } = {},
): Promise<ServerProcess> {
  const port = await freePort()
  const spawned = () =>
    spawn(process.execPath, ['--import', keepCompiled, ...programs[program]], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env.PATH,
        KONTOR_MERCHANT_DATABASE_URL: database.merchantUrl,
        KONTOR_PROVIDER_DATABASE_URL: database.providerUrl,
        KONTOR_MASTER_KEY: database.masterKey,
        PORT: String(port),
        KONTOR_WORK_PORT: String(port),
        KONTOR_FIELDS_PORT: '0',
        KONTOR_DRAIN_SECONDS: '0',
        LOG_LEVEL: 'fatal',
        ...settings,
      },
    })
  const server: ServerProcess = {
    url: `http://127.0.0.1:${port}`,
    process: spawned(),
    kill: () => end(server.process),
    async start() {
      // A test that failed may have left it running, and nothing else would end that one.
      await server.kill()
      server.process = spawned()
      await untilServing()
    },
  }
  const untilServing = async () => {
    const { process: child } = server
    const look = async () => {
      // After a test has killed it, the next start answers.
      if (child.exitCode !== null) throw new Error(`the process ended before it served: ${child.exitCode}`)
      return fetch(`${server.url}/healthz`).then(
        (response) => response.status,
        () => 0,
      )
    }
    try {
      await until(look, (status) => status === 200, patience_ms)
    } catch (late) {
      await end(child)
      throw late
    }
  }
  await untilServing()
  return server
}
