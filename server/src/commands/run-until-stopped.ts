import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import packageOfServer from '../../package.json' with { type: 'json' }
import type { AppOptions } from '../app.ts'
import { outboxDefaults } from '../engine/outbox/outbox-worker.ts'
import { healthOf } from '../health-route.ts'
import { WrongMasterKey } from '../master-key-check.ts'
import { collectMetrics } from '../metrics/metrics.ts'
import { type MetricsServer, serveMetrics } from '../metrics/metrics-server.ts'
import { migrationNames, newestMigration } from '../migration-files.ts'
import { type Databases, openDatabases } from '../platform/db/database.ts'
import { mismatchOf, mismatchText } from '../platform/schema-version.ts'
import { deriveFrom, openAlsoWith } from '../platform/secrets/key-ring.ts'
import { learnDerivation } from '../platform/secrets/learn-derivation.ts'
import { idleMinutes, type Settings } from '../settings.ts'
import { StartProblem } from '../start-problem.ts'
import { roleAddresses } from './role-addresses.ts'
import { appliedMigrations, connected } from './tables.ts'

interface Running {
  /** It answers the questions about this process's health. Closing it finishes requests and jobs. */
  app: FastifyInstance
  listen(): Promise<void>
  close(): Promise<void>
}

/** Percent by which the heap grows until V8 marks it again. V8's own 10 % are so few bytes that it marks without a pause (docs/adr/0223). */
const heapGrows_percent = 40

/**
 * Runs a program on the database until a signal ends it: `make` builds it, from what all programs have in common. Throws a
 * StartProblem when the database has another key or is of a newer version.
 */
export async function runUntilStopped(
  settings: Settings,
  make: (common: AppOptions) => Promise<Running>,
): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${heapGrows_percent}`)
  const stopping = onStopSignal()
  const databases = await openChecked(settings, (error) =>
    running.app.log.warn({ err: error }, 'database connection lost'),
  )
  const running = await make({
    databases,
    ...optionsOf(settings),
    isStopping: () => stopping.signal.aborted,
    logger: { level: settings.LOG_LEVEL },
  })
  const metrics = await startMetrics(settings, { databases, app: running.app })
  await running.listen()

  await stopping.asked
  running.app.log.info({ drain_s: settings.KONTOR_DRAIN_SECONDS }, 'not ready any more: stopping')
  // Whoever sends requests here learns meanwhile that others take them. A second signal does not wait.
  await Promise.race([sleep(settings.KONTOR_DRAIN_SECONDS * 1_000), stopping.again])
  await running.close()
  await metrics?.close()
  await databases.close()
}

/** The database of an installation, by its two roles. Throws a StartProblem when it has another key or is of a newer version. */
export async function openChecked(settings: Settings, onError: (error: Error) => void): Promise<Databases> {
  const { KONTOR_MASTER_KEY: masterKey, KONTOR_OTHER_MASTER_KEY: otherKey } = settings
  if (otherKey) openAlsoWith(masterKey, otherKey)
  const databases = openDatabases(roleAddresses(settings), onError, {
    merchant: settings.KONTOR_MERCHANT_CONNECTIONS,
    provider: settings.KONTOR_PROVIDER_CONNECTIONS,
    payments: settings.KONTOR_PAYMENT_CONNECTIONS,
    exports: settings.KONTOR_EXPORTS_AT_ONCE,
    keptPlans: settings.KONTOR_KEPT_PLANS,
  })
  await refuseWrongDatabase(settings, databases.pools)
  await learnDerivationSoon(roleAddresses(settings).providerUrl, masterKey)
  return databases
}

const optionsOf = (settings: Settings) => ({
  masterKey: settings.KONTOR_MASTER_KEY,
  publicUrl: settings.KONTOR_PUBLIC_URL,
  webDist: settings.KONTOR_WEB_DIST,
  outbox: {
    ...outboxDefaults,
    concurrency: settings.KONTOR_OUTBOX_AT_ONCE,
    per_merchant: settings.KONTOR_OUTBOX_PER_MERCHANT,
    poll_ms: settings.KONTOR_OUTBOX_POLL_MS,
    lease_ms: settings.KONTOR_OUTBOX_LEASE_MS,
  },
  signIn: {
    idle_ms: idleMinutes(settings) * 60_000,
    mfaCode_ms: settings.KONTOR_MFA_CODE_MINUTES * 60_000,
    breachedPasswordsUrl: settings.KONTOR_BREACHED_PASSWORDS_URL,
    modules: settings.KONTOR_MODULES,
  },
  collectingSince: settings.KONTOR_COLLECTING_SINCE,
  keptDays: settings.KONTOR_KEEP_DAYS,
  mail: { smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM },
  trustedProxies: settings.KONTOR_TRUSTED_PROXIES,
  webhooks: {
    allowPrivate: settings.KONTOR_NOTIFY_PRIVATE,
    timeout_ms: settings.KONTOR_WEBHOOK_TIMEOUT_MS,
    waits_ms: settings.KONTOR_WEBHOOK_WAITS_MS,
  },
  gatewayTimeout_ms: settings.KONTOR_GATEWAY_TIMEOUT_MS,
  exchangeRatesUrl: settings.EXCHANGE_RATES_URL,
  sandboxUrl: settings.KONTOR_SANDBOX_URL,
})

/** Serves /metrics where the settings say. A port that is taken ends the start: without alarms nobody would notice. */
async function startMetrics(
  settings: Settings,
  { databases, app }: { databases: Databases; app: FastifyInstance },
): Promise<MetricsServer | undefined> {
  const { KONTOR_METRICS_PORT: port, KONTOR_METRICS_HOST: host } = settings
  if (port === undefined) return undefined
  const { registry } = collectMetrics({
    databases,
    providerUrl: roleAddresses(settings).providerUrl,
    version: packageOfServer.version,
    schema: await newestMigration(),
    isReady: async () => (await app.inject('/readyz')).statusCode === 200,
  })
  const onError = (error: unknown) => app.log.error({ err: error }, 'the metrics could not be collected')
  return serveMetrics(registry, { host, port }, onError).catch((error: unknown) => {
    throw new StartProblem(`KONTOR_METRICS_PORT: ${host}:${port} cannot be used (${(error as Error).message})`)
  })
}

/**
 * Another key, or tables that only a later program knows, are refused at once. An unreachable database proves nothing, and older
 * tables are soon migrated: until then this process is not ready.
 */
async function refuseWrongDatabase(
  { KONTOR_MASTER_KEY: masterKey }: Settings,
  pools: Parameters<typeof healthOf>[0]['pools'],
): Promise<void> {
  let why: Error | undefined
  const look = await healthOf({ pools, masterKey }, (_, error) => {
    if (error instanceof Error) why = error
  })
  const trouble = await look()
  if (trouble === 'key') throw new WrongMasterKey()
  if (trouble !== 'schema') return
  const mismatch = mismatchOf(await migrationNames(), await appliedMigrations(pools.provider))
  if (mismatch?.kind === 'newer') throw new StartProblem(mismatchText(mismatch))
  const isOurs = why && !(why instanceof pg.DatabaseError)
  console.error(isOurs ? why?.message : 'The tables lack a right: run "kontor migrate".')
}

/** What is derived from is asked again every second where the database does not say it: until then nothing is derived. */
async function learnDerivationSoon(providerUrl: string, masterKey: string): Promise<void> {
  try {
    await connected(providerUrl, (client) => learnDerivation(client, masterKey))
  } catch {
    deriveFrom(masterKey, 'unknown')
    setTimeout(() => void learnDerivationSoon(providerUrl, masterKey), 1_000).unref()
  }
}

/** The first signal asks to stop; `again` settles at a second one. */
function onStopSignal(): { signal: AbortSignal; asked: Promise<void>; again: Promise<void> } {
  const first = new AbortController()
  const second = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => (first.signal.aborted ? second : first).abort())
  const aborted = ({ signal }: AbortController) =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  return { signal: first.signal, asked: aborted(first), again: aborted(second) }
}
