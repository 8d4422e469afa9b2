import { modules } from '@kontor/contract/modules'
import type { FastifyInstance } from 'fastify'
import { buildSandbox } from '../../sandbox/src/app.ts'
import { readSettings as readSandboxSettings } from '../../sandbox/src/settings.ts'
import { createDatabase } from '../../sandbox/test/database.ts'
import { type AppOptions, buildApp } from '../src/app.ts'
import { processorJobs } from '../src/engine/asking/perform-processor-job.ts'
import { type OutboxWorker, startOutboxWorker } from '../src/engine/outbox/outbox-worker.ts'
import { fromTheBeginning } from '../src/ledger/opening.ts'
import { type Databases, openDatabases } from '../src/platform/db/database.ts'
import { systemClock } from '../src/platform/time/clock.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type Make, makers } from './make.ts'

export const credential = {
  api_key: 'the-api-key-of-the-tests',
  notification_secret: 'whsec_c2FuZGJveCB0ZXN0cyBzaWduIHdpdGggdGhpcw==',
}

/** Short delays, so that a test waits for an event and not for the clock. */
export const quickSandbox = {
  SANDBOX_PORT: '0',
  SANDBOX_SETTLE_AFTER_MS: '100',
  SANDBOX_PENDING_FOR_MS: '100',
  SANDBOX_CHARGEBACK_AFTER_MS: '50',
  SANDBOX_LATE_NOTIFICATION_MS: '500',
  SANDBOX_SLOW_REPLY_MS: '100',
  SANDBOX_NOTIFY_RETRY_MS: '50',
  // It is woken by requests, and knows when its next change is due.
  SANDBOX_POLL_MS: '500',
}

export interface Reply {
  status: number
  // Each test states the shape of the answer that it expects.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any
  headers: Headers
}

export interface TestApp {
  app: FastifyInstance
  url: string
  sandboxUrl: string
  /** The sandbox's store, which shows what really happened outside of Kontor. */
  sandboxStoreUrl: string
  database: TestDatabase
  databases: Databases
  make: Make
  /**
   * Performs a job at once, beside the server's own worker, which leaves a new job to its writer for two seconds. For
   * commands that a test calls as functions.
   */
  doNow: OutboxWorker['doNow']
  /** Registers the merchant's account at the sandbox, so that its notifications arrive. */
  connect(merchant: string): Promise<void>
  /** A call with a session cookie or an API key. */
  call(who: string, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  get(who: string, path: string): Promise<Reply>
  post(who: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  stop(): Promise<void>
}

/** The real server over HTTP, on its own database, connected to the real sandbox processor. */
export async function startTestApp(
  options: Partial<AppOptions> & { sandbox?: Record<string, string> } = {},
): Promise<TestApp> {
  const database = await createTestDatabase()
  const sandboxStore = await createDatabase()
  const sandbox = await buildSandbox(
    readSandboxSettings({ ...quickSandbox, SANDBOX_DATABASE_URL: sandboxStore.url, ...options.sandbox }),
  )
  const sandboxUrl = await sandbox.listen({ host: '127.0.0.1', port: 0 })
  // A connection plans all anew, which is a tenth of what a test costs: fewer than in use, and more than a test takes at once.
  const databases = openDatabases(database, () => {}, { merchant: 6, provider: 5 })
  const app = await buildApp({
    databases,
    masterKey: database.masterKey,
    publicUrl: 'http://localhost:4000',
    sandboxUrl,
    drain_ms: 2_000,
    // Tests make payments of earlier days.
    collectingSince: fromTheBeginning,
    ...options,
    signIn: { modules: [...modules], ...options.signIn },
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const worker = lazily(() => {
    const gateways = { masterKey: database.masterKey, publicUrl: 'http://localhost:4000', timeout_ms: 2_000 }
    const clock = options.clock ?? systemClock
    const askMiddleware = noMiddleware
    const publicUrl = 'http://localhost:4000'
    const asking = { databases, gateways, clock, publicUrl, askMiddleware, onContradiction: () => {} }
    return startOutboxWorker(databases, processorJobs(asking), () => {})
  })
  const make = makers(databases, { masterKey: database.masterKey, processorUrl: sandboxUrl, credential })

  const call: TestApp['call'] = async (who, method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(who.startsWith('kontor_') ? { authorization: `Bearer ${who}` } : who ? { cookie: who } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: isJson && text ? JSON.parse(text) : text, headers: response.headers }
  }

  return {
    app,
    url,
    sandboxUrl,
    sandboxStoreUrl: sandboxStore.url,
    database,
    databases,
    make,
    call,
    get: (who, path) => call(who, 'GET', path),
    post: (who, path, body = {}, headers = {}) => call(who, 'POST', path, body, headers),
    doNow: (merchant, job) => worker.get().doNow(merchant, job),
    connect: (merchant) => connectAccount(sandboxUrl, url, merchant),
    stop: async () => {
      await worker.made()?.stop()
      await app.close()
      await sandbox.close()
      await databases.close()
      await Promise.all([database.drop(), sandboxStore.drop()])
    },
  }
}

/** For the engine of a test whose payments pass no middleware. */
export const noMiddleware = (): Promise<never> => Promise.reject(new Error('no middleware is expected here'))

function lazily<T>(make: () => T): { get: () => T; made: () => T | undefined } {
  let made: T | undefined
  return { get: () => (made ??= make()), made: () => made }
}

/**
 * Unless they have a credential of their own, all merchants share one account, because they share the API key by which the
 * sandbox recognises its caller.
 */
export async function connectAccount(
  sandboxUrl: string,
  url: string,
  merchant: string,
  own: { name: string; credential: typeof credential } = { name: 'tests', credential },
): Promise<void> {
  const account = { ...own.credential, notification_url: `${url}/v1/processornotification/${merchant}` }
  await fetch(`${sandboxUrl}/v1/accounts/${own.name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
}

/**
 * Waits until a condition holds; fails after `patience_ms` with the last value it saw. A long wait looks less often, since each
 * look costs processor time.
 */
export async function until<T>(look: () => Promise<T>, isSo: (seen: T) => boolean, patience_ms = 15_000): Promise<T> {
  const end = Date.now() + patience_ms
  for (let pause_ms = 15; ; pause_ms = Math.min(pause_ms * 1.25, 60)) {
    const seen = await look()
    if (isSo(seen)) return seen
    if (Date.now() > end) throw new Error(`waited in vain; last seen: ${JSON.stringify(seen)}`)
    await new Promise((resolve) => setTimeout(resolve, pause_ms))
  }
}
