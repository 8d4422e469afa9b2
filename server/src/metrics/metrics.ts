import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Databases } from '../platform/db/database.ts'
import { type Measured, onMeasured } from '../platform/measuring.ts'
import { databaseGauges, readDatabaseGauges } from './database-gauges.ts'

export interface MetricsOptions {
  databases: Pick<Databases, 'pools' | 'exports' | 'backtests'>
  /** The address of the provider's role. The metrics have a connection of their own. */
  providerUrl: string
  version: string
  /** The newest migration of this program. */
  schema: string
  /** The answer of /readyz. */
  isReady: () => Promise<boolean>
}

export interface Metrics {
  registry: Registry
  /** Listens to nothing any more. */
  stop(): void
}

const quick_s = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 5, 15]
const slow_s = [0.05, 0.25, 1, 2, 5, 10, 30, 120]

/** What this process and its database tell a monitoring system. Nothing is counted before. */
export function collectMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  gaugesOfProcess(registry, options)
  gaugesOfDatabase(registry, options.providerUrl)
  const listening = [...ofRequests(registry), ...ofDatabase(registry), ...ofWork(registry), ...ofPeople(registry)]
  return {
    registry,
    stop() {
      for (const stop of listening) stop()
      registry.clear()
    },
  }
}

type Stop = () => void

function ofRequests(registry: Registry): Stop[] {
  const registers = [registry]
  const seconds = new Histogram({
    name: 'kontor_http_request_duration_seconds',
    help: 'Requests by method and pattern of the address',
    labelNames: ['method', 'route'],
    buckets: quick_s,
    registers,
  })
  const total = new Counter({
    name: 'kontor_http_requests_total',
    help: 'Requests by method, pattern of the address and status; 0: their caller ended them',
    labelNames: ['method', 'route', 'code'],
    registers,
  })
  const inFlight = new Gauge({
    name: 'kontor_http_requests_in_flight',
    help: 'Requests without an answer yet',
    registers,
  })
  return [
    onMeasured('request_begun', () => inFlight.inc()),
    onMeasured('request_ended', ({ method, route, code, ms }) => {
      inFlight.dec()
      total.inc({ method, route, code })
      seconds.observe({ method, route }, ms / 1_000)
    }),
  ]
}

function ofDatabase(registry: Registry): Stop[] {
  const registers = [registry]
  const wait = new Histogram({
    name: 'kontor_db_pool_wait_seconds',
    help: 'Waits for a connection of a pool',
    labelNames: ['pool'],
    buckets: quick_s,
    registers,
  })
  const transaction = new Histogram({
    name: 'kontor_db_transaction_seconds',
    help: 'Transactions',
    labelNames: ['pool', 'end'],
    buckets: quick_s,
    registers,
  })
  const errors = new Counter({
    name: 'kontor_db_errors_total',
    help: 'Statements that failed, by the class of the error (the first two characters of its SQLSTATE) or its network code',
    labelNames: ['pool', 'class'],
    registers,
  })
  return [
    onMeasured('connection_taken', ({ pool, ms }) => wait.observe({ pool }, ms / 1_000)),
    onMeasured('transaction_ended', ({ pool, isCommitted, ms }) =>
      transaction.observe({ pool, end: isCommitted ? 'commit' : 'rollback' }, ms / 1_000),
    ),
    onMeasured('statement_failed', ({ pool, code }) => errors.inc({ pool, class: classOf(code) })),
  ]
}

const classOf = (code: string): string => (/^[\dA-Z]{5}$/.test(code) ? code.slice(0, 2) : code)

function ofWork(registry: Registry): Stop[] {
  const registers = [registry]
  const job = new Histogram({
    name: 'kontor_outbox_try_seconds',
    help: 'Tries of jobs of the outbox; broken: an error of ours ended it',
    labelNames: ['topic', 'result'],
    buckets: slow_s,
    registers,
  })
  const processor = new Histogram({
    name: 'kontor_processor_call_seconds',
    help: 'Calls to processors, by the class of the answer; none: there was no answer',
    labelNames: ['gateway', 'outcome'],
    buckets: slow_s,
    registers,
  })
  const refused = new Counter({
    name: 'kontor_notifications_refused_total',
    help: 'Notifications of processors that nothing proved',
    registers,
  })
  const run = new Histogram({
    name: 'kontor_work_seconds',
    help: 'Runs of periodic work',
    labelNames: ['work', 'result'],
    buckets: slow_s,
    registers,
  })
  const success = new Gauge({
    name: 'kontor_work_last_success_timestamp_seconds',
    help: 'When periodic work last ended well in this process; one process at a time does it',
    labelNames: ['work'],
    registers,
  })
  return [
    onMeasured('job_tried', ({ topic, isBroken, ms }) =>
      job.observe({ topic, result: resultOf(isBroken) }, ms / 1_000),
    ),
    onMeasured('processor_asked', ({ gateway, code, ms }) =>
      processor.observe({ gateway, outcome: outcomeOf(code) }, ms / 1_000),
    ),
    onMeasured('notification_refused', () => refused.inc()),
    onMeasured('work_run', ({ work, isBroken, ms }) => {
      run.observe({ work, result: resultOf(isBroken) }, ms / 1_000)
      if (!isBroken) success.set({ work }, Date.now() / 1_000)
    }),
  ]
}

const resultOf = (isBroken: boolean) => (isBroken ? 'broken' : 'ended')
const outcomeOf = (code: number): string => (code === 0 ? 'none' : `${Math.floor(code / 100)}xx`)

function ofPeople(registry: Registry): Stop[] {
  const events = new Counter({
    name: 'kontor_sign_in_events_total',
    help: 'What happened while people signed in: wrong passwords and codes, locks, and the rest',
    labelNames: ['kind'],
    registers: [registry],
  })
  return [onMeasured('signed_in', ({ kind }: Measured['signed_in']) => events.inc({ kind }))]
}

function gaugesOfProcess(registry: Registry, { databases, version, schema, isReady }: MetricsOptions): void {
  const registers = [registry]
  new Gauge({
    name: 'kontor_build_info',
    help: 'The version of this program, and the newest migration that it has',
    labelNames: ['version', 'schema', 'node'],
    registers,
  }).set({ version, schema, node: process.version }, 1)
  new Gauge({
    name: 'kontor_ready',
    help: '1: /readyz answers 200',
    registers,
    async collect() {
      this.set((await isReady()) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'kontor_db_pool_connections',
    help: 'Connections of each pool: in use, idle, and requests that wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(databases.pools)) {
        this.set({ pool, state: 'used' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
  new Gauge({
    name: 'kontor_long_work_running',
    help: 'Exports and back-tests under way in this process',
    labelNames: ['kind'],
    registers,
    collect() {
      this.set({ kind: 'export' }, databases.exports.running())
      this.set({ kind: 'backtest' }, databases.backtests.running())
    },
  })
}

/** Scrapes that come closer together get the same answer. */
const kept_ms = 5_000

const labelsOf: Record<string, string[]> = {
  kontor_payments_recent: ['status'],
  kontor_partitions_ahead_days: ['table'],
}

/** Every process of an installation gives the same values of them: an alert takes their `max`, never their `sum`. */
function gaugesOfDatabase(registry: Registry, providerUrl: string): void {
  const registers = [registry]
  const look = sharing(kept_ms, () => readDatabaseGauges(providerUrl))
  for (const [name, help] of Object.entries(databaseGauges))
    new Gauge({
      name,
      help,
      labelNames: labelsOf[name] ?? [],
      registers,
      async collect() {
        const { samples } = await look()
        // What is not known any more is not said any more.
        this.reset()
        if (!(name in labelsOf)) this.remove({})
        for (const sample of samples) if (sample.name === name) this.set(sample.labels ?? {}, sample.value)
      },
    })
  new Gauge({
    name: 'kontor_database_gauges_whole',
    help: '1: every gauge that is read from the database could be read',
    registers,
    async collect() {
      this.set((await look()).isWhole ? 1 : 0)
    },
  })
}

/** One look for all who ask within the time. */
function sharing<T>(within_ms: number, look: () => Promise<T>): () => Promise<T> {
  let last: { at: number; result: Promise<T> } | undefined
  return () => {
    if (!last || Date.now() - last.at > within_ms) last = { at: Date.now(), result: look() }
    return last.result
  }
}
