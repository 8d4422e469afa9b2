import type { Writable } from 'node:stream'
import { inPlainWords } from '../../server/src/plain-words.ts'
import { lockData, StartProblem } from '../database/data-lock.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { dropDatabase, ensureDatabase } from '../database/databases.ts'
import { findMasterKey, type MasterKey, withMasterKey } from '../database/master-key.ts'
import { freePort, isPortFree } from './processes.ts'
import { startService } from './service.ts'
import { isThisMachine, refuseStrangers } from './this-machine.ts'
import { buildFieldsIfNeeded, buildWebIfNeeded, fieldsDist, webDist } from './web-build.ts'

export type StackOptions = {
  dataDir: string
  /** 0 or undefined: any free port. */
  port?: number | undefined
  host?: string | undefined
  publicUrl?: string | undefined
  sandboxPort?: number | undefined
  /** The card fields; 0 or undefined: any free port. */
  fieldsPort?: number | undefined
  fieldsUrl?: string | undefined
  masterKey?: string | undefined
  /** An existing PostgreSQL instead of the embedded one. */
  databaseUrl?: string | undefined
  /** Fill an empty database with the demo, and with how many transactions if not the usual number. */
  demo?: boolean | { transactions: number } | undefined
  /** Other machines may reach the demo, although everybody knows its passwords. */
  publicDemo?: boolean | undefined
  /** Drop the databases and fill them again. */
  reload?: boolean | undefined
  /** For tests: the database need not survive a power cut. */
  fast?: boolean | undefined
  /** 'no server' runs only the database and the sandbox; 'everything' also runs the application. */
  run?: 'everything' | 'no server' | undefined
  /** For development: the services restart on a change, and Vite serves the web application from its sources. */
  developing?: Developing | undefined
  /** Aborted: stop, even in the middle of starting. */
  signal?: AbortSignal | undefined
  /** Aborted: kill all processes without waiting. */
  force?: AbortSignal | undefined
  /** More environment for the services. */
  env?: Record<string, string> | undefined
  log?: ((line: string) => void) | undefined
}

export type Developing = {
  /** Options of Node for the server, such as `--inspect`. */
  serverNodeOptions: readonly string[]
  /** Receives the server's log. */
  serverOutput: Writable
}

export type Stack = {
  /** The server's address for our own processes. */
  url: string
  /** The server's address for everybody else. */
  publicUrl: string
  /** Undefined: nobody asked for a sandbox, so none runs. */
  sandboxUrl: string | undefined
  /** The card fields' address for everybody. */
  fieldsUrl: string
  adminUrl: string
  masterKey: string
  /** The demo's sign-ins, one per line; empty when the database does not hold the demo. */
  signIns: string[]
  /** One-time link for the first user, when there is no user yet. */
  firstUserLink: string | undefined
  pids: () => { server: number | undefined; sandbox: number | undefined; postgres: number | undefined }
  /**
   * Stops everything in order: the server finishes its requests, then the sandbox ends, then the database, then the
   * lock.
   */
  stop: () => Promise<void>
  /** Ends all processes at once. */
  kill: () => void
}

type Closer = { announceStop?: () => void; stop: () => Promise<void> | void; kill: () => void }

const orphanGraceMs = 12_000

/** Starts database, sandbox and server. `npm start`, the browser tests and tests that kill processes use it. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const closers: Closer[] = []
  const stop = async () => {
    closers[0]?.announceStop?.()
    for (let each = closers.pop(); each; each = closers.pop()) await each.stop()
  }
  const kill = () => {
    for (let each = closers.pop(); each; each = closers.pop()) each.kill()
  }
  options.force?.addEventListener('abort', kill)
  const opening = open(options, closers)
  try {
    return { ...(await untilAborted(opening, options.signal)), stop, kill }
  } catch (error) {
    await stop()
    // The step under way may still have opened something.
    await opening.catch(() => {})
    await stop()
    throw inPlainWords(error, options.databaseUrl)
  }
}

async function open(options: StackOptions, closers: Closer[]): Promise<Omit<Stack, 'stop' | 'kill'>> {
  const log = options.log ?? (() => {})
  const opened = <T extends Closer>(closer: T): T => {
    closers.push(closer)
    options.signal?.throwIfAborted()
    return closer
  }
  const { recovered, announceStop, release } = await lockData(options.dataDir)
  opened({ announceStop, stop: release, kill: release })
  const addresses = await chooseAddresses(options, recovered)
  const key = findMasterKey(options)
  const masterKey = key.value
  log(`starting with the data in ${options.dataDir}`)

  const withServer = options.run !== 'no server'
  const database = opened(await openDatabase(options, log))
  const { adminUrl } = database
  const urls = await withMasterKey(key, () => prepareDatabase(database, options, key))
  const demo = await demoOf(options, adminUrl)
  if (withServer && demo) refuseStrangers({ ...addresses, publicDemo: options.publicDemo })
  // The build comes this late because a start that is refused should be refused immediately.
  if (withServer) await reportBuild(options, log)

  // A demo pays through the sandbox; an existing database without a demo does not use it.
  const withSandbox = demo !== undefined || Boolean(options.demo) || !options.databaseUrl
  const sandbox = withSandbox ? opened(await startSandbox(options, addresses, database, log)) : undefined
  const filling = { ...addresses, ...urls, adminUrl, masterKey }
  if (demo === 'to be loaded') await load(options.demo, filling, log)
  if (demo === 'loaded') await reconnect(filling, log)
  const forDemo = demo ? demoSettings(addresses) : {}
  const server = withServer
    ? opened(
        await startServer(
          options,
          { ...addresses, ...urls, masterKey, forDemo, ...(sandbox ? {} : { sandboxUrl: '' }) },
          log,
        ),
      )
    : undefined
  return {
    ...addresses,
    sandboxUrl: sandbox && addresses.sandboxUrl,
    masterKey,
    adminUrl,
    ...(await waysIn(adminUrl, addresses.publicUrl)),
    pids: () => ({ server: server?.pid(), sandbox: sandbox?.pid(), postgres: database.pid() }),
  }
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, aborted])
}

async function waysIn(adminUrl: string, publicUrl: string): Promise<Pick<Stack, 'firstUserLink' | 'signIns'>> {
  const { firstUserLink } = await import('../../server/src/identity/sign-in/first-user.ts')
  const { demoSignIns } = await import('../../server/src/demo/load-demo.ts')
  return { firstUserLink: await firstUserLink({ adminUrl, publicUrl }), signIns: await demoSignIns(adminUrl) }
}

type Addresses = {
  host: string
  port: number
  url: string
  publicUrl: string
  sandboxPort: number
  sandboxUrl: string
  fieldsPort: number
  fieldsUrl: string
  /** Milliseconds to wait for a port that a killed Kontor may still hold. */
  patienceMs: number
}

/** Checks that the ports are free before anything starts, so that a conflict gives one clear message. */
async function chooseAddresses(options: StackOptions, recovered: boolean): Promise<Addresses> {
  const host = options.host ?? '127.0.0.1'
  const port = options.port || (await freePort())
  const sandboxPort = options.sandboxPort || (await freePort())
  const fieldsPort = options.fieldsPort || (await freePort())
  const patienceMs = recovered ? orphanGraceMs : 0
  if (options.run !== 'no server') {
    await claim(port, host, 'PORT', patienceMs)
    await claim(fieldsPort, host, 'KONTOR_FIELDS_PORT', patienceMs)
  }
  if (options.demo || !options.databaseUrl) await claimForSandbox(sandboxPort, patienceMs)
  const publicUrl = options.publicUrl ?? `http://localhost:${port}`
  // Our own processes use this address, whatever public name the machine has.
  const url = `http://${['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host}:${port}`
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const fieldsUrl = options.fieldsUrl ?? atPort(publicUrl, fieldsPort)
  return { host, port, url, publicUrl, patienceMs, sandboxPort, sandboxUrl, fieldsPort, fieldsUrl }
}

/** Another port of the same host is another origin. */
function atPort(address: string, port: number): string {
  const url = new URL(address)
  url.port = String(port)
  return url.origin
}

/** Waits for a free port. Services of a killed supervisor notice that within seconds and release their ports. */
async function claim(port: number, host: string, setting: string, patienceMs: number): Promise<void> {
  const end = Date.now() + patienceMs
  while (!(await isPortFree(port, host))) {
    if (Date.now() > end) throw new StartProblem(`Port ${port} is in use: stop what uses it, or set ${setting}.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const claimForSandbox = (port: number, patienceMs: number) =>
  claim(port, '127.0.0.1', 'KONTOR_SANDBOX_PORT', patienceMs)

async function reportBuild({ developing }: StackOptions, log: (line: string) => void): Promise<void> {
  const start = Date.now()
  const parts = [!developing && (await buildWebIfNeeded()), await buildFieldsIfNeeded()]
  if (parts.includes(true)) log(`built the web application in ${seconds(start)}`)
}

async function prepareDatabase({ adminUrl, sandboxUrl }: Database, { reload }: StackOptions, key: MasterKey) {
  const { migrate, refuseUnlessOurKey } = await import('../../server/src/migrate.ts')
  const setUp = { adminUrl, masterKey: key.value, onAdmitted: key.keep }
  await ensureDatabase(adminUrl)
  if (reload) {
    await refuseUnlessOurKey(setUp)
    for (const url of [adminUrl, sandboxUrl]) await dropDatabase(url)
    await ensureDatabase(adminUrl)
  }
  return migrate(setUp)
}

/** The demo's state. A database that holds the demo stays one; the settings decide only about an empty database. */
async function demoOf({ demo }: StackOptions, adminUrl: string): Promise<'loaded' | 'to be loaded' | undefined> {
  const { isDemo, isEmpty } = await import('../../server/src/demo/load-demo.ts')
  if (await isDemo(adminUrl)) return 'loaded'
  return demo && (await isEmpty(adminUrl)) ? 'to be loaded' : undefined
}

type Filled = { adminUrl: string; providerUrl: string; masterKey: string; sandboxUrl: string; url: string }

async function load(demo: StackOptions['demo'], at: Filled, log: (line: string) => void): Promise<void> {
  const { loadDemo } = await import('../../server/src/demo/load-demo.ts')
  const start = Date.now()
  await loadDemo({ ...at, notificationUrl: notificationUrl(at), log, ...(typeof demo === 'object' ? demo : {}) })
  log(`loaded the demo in ${seconds(start)}`)
}

async function reconnect(at: Filled, log: (line: string) => void): Promise<void> {
  const { reconnectSandbox } = await import('../../server/src/demo/sandbox/reconnect-sandbox.ts')
  await reconnectSandbox({ ...at, notificationUrl: notificationUrl(at), log })
}

const notificationUrl = ({ url }: Filled) => `${url}/v1/processornotification`

async function startSandbox(options: StackOptions, at: Addresses, database: Database, log: (line: string) => void) {
  await ensureDatabase(database.sandboxUrl)
  await claimForSandbox(at.sandboxPort, at.patienceMs)
  return startService({
    name: 'sandbox',
    main: 'sandbox/src/main.ts',
    healthUrl: `${at.sandboxUrl}/healthz`,
    env: {
      SANDBOX_PORT: String(at.sandboxPort),
      SANDBOX_PUBLIC_URL: `http://localhost:${at.sandboxPort}`,
      SANDBOX_DATABASE_URL: database.sandboxUrl,
      SANDBOX_KONTOR_URL: at.url,
      ...options.env,
    },
    watch: options.developing && ['sandbox/src'],
    signal: options.signal,
    log,
  })
}

/**
 * Settings of a demo: payments, exchange rates and the shop that receives webhooks come from the sandbox, unless the
 * environment names others. Only a demo gets invented rates, and a demo that other machines can reach sends nothing to
 * private addresses.
 */
function demoSettings({ sandboxUrl, host, publicUrl }: Addresses): Record<string, string> {
  const { EXCHANGE_RATES_URL, KONTOR_MODULES, KONTOR_NOTIFY_PRIVATE } = process.env
  return {
    EXCHANGE_RATES_URL: EXCHANGE_RATES_URL || `${sandboxUrl}/exchange-rates/90-days.xml`,
    KONTOR_MODULES: KONTOR_MODULES ?? 'collecting,sap',
    KONTOR_NOTIFY_PRIVATE: KONTOR_NOTIFY_PRIVATE || String(isThisMachine(host) && isThisMachine(publicUrl)),
  }
}

type ServerOptions = Addresses & {
  masterKey: string
  merchantUrl: string
  providerUrl: string
  forDemo: Record<string, string>
}

/** The supervisor has read these files, and gives the server what they hold. */
const noFiles = Object.fromEntries(
  ['KONTOR_MERCHANT_DATABASE_URL', 'KONTOR_PROVIDER_DATABASE_URL', 'KONTOR_MASTER_KEY'].map((name) => [
    `${name}_FILE`,
    '',
  ]),
)

function startServer(options: StackOptions, { forDemo, ...at }: ServerOptions, log: (line: string) => void) {
  return startService({
    name: 'server',
    main: 'server/src/main.ts',
    healthUrl: `${at.url}/healthz`,
    env: {
      KONTOR_MERCHANT_DATABASE_URL: at.merchantUrl,
      KONTOR_PROVIDER_DATABASE_URL: at.providerUrl,
      KONTOR_MASTER_KEY: at.masterKey,
      ...noFiles,
      // Nothing stands before the demo's server that would have to learn of its end.
      KONTOR_DRAIN_SECONDS: process.env.KONTOR_DRAIN_SECONDS || '0',
      // This is its only process.
      KONTOR_WORK_APART: 'false',
      PORT: String(at.port),
      KONTOR_HOST: at.host,
      KONTOR_PUBLIC_URL: at.publicUrl,
      KONTOR_SANDBOX_URL: at.sandboxUrl,
      ...(options.developing ? {} : { KONTOR_WEB_DIST: webDist }),
      KONTOR_FIELDS_DIST: fieldsDist,
      KONTOR_FIELDS_PORT: String(at.fieldsPort),
      KONTOR_FIELDS_URL: at.fieldsUrl,
      ...forDemo,
      LOG_LEVEL: process.env.LOG_LEVEL ?? (options.developing ? 'info' : 'warn'),
      ...options.env,
    },
    watch: options.developing && ['server/src', 'contract/src'],
    nodeOptions: options.developing?.serverNodeOptions,
    output: options.developing?.serverOutput,
    signal: options.signal,
    log,
  })
}

export function seconds(start: number): string {
  return `${((Date.now() - start) / 1000).toFixed(1)} s`
}
