import { v7 } from 'uuid'
import type { Databases } from '../db/database.ts'
import { refusalOf } from '../http/problem.ts'
import type { Clock } from '../time/clock.ts'
import { boundsOf } from './bounds.ts'
import type { Call, Gap, Header } from './call.ts'
import { beProcess, endProcess } from './processes.ts'
import { makeRoom, writeCalls } from './write-calls.ts'

/** Takes the calls of this process. It never throws, and nobody waits for it. */
export interface AuditTrail {
  record(call: Call): void
  /** Writes what waits, and takes no more. */
  stop(): Promise<void>
}

export const noAuditTrail: AuditTrail = { record() {}, stop: async () => {} }

interface Settings {
  databases: Databases
  clock: Clock
  onError: (error: unknown) => void
  gather_ms?: number
}

const atOnce = 500
/** Calls that wait while the database is away. What comes beyond is counted. */
const mostWaiting = 20_000
/** Characters of contents that wait. Calls beyond it wait without theirs. */
const mostHeld = 50_000_000
/** Characters of contents in one statement. */
const mostWritten = 4_000_000
const heartbeat_ms = 30_000
const afterError_ms = 1_000

/**
 * Writes the trail of calls beside the requests: what is recorded waits in memory for a moment and is written by many rows at
 * once. What is lost on the way is a gap that is seen (docs/adr/0118).
 */
export function startAuditTrail({ databases: { provider }, clock, onError, gather_ms = 200 }: Settings): AuditTrail {
  const roomFor = boundsOf()
  const lost = { overload: lossOf('overload'), flood: lossOf('flood') }
  const process = v7()
  let waiting: Call[] = []
  let held = 0
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let flushing = Promise.resolve()
  const alive = every(heartbeat_ms, () => beProcess(provider, process).catch(onError))

  const write = async (calls: Call[]) => {
    try {
      await writeCalls(provider, calls)
    } catch (error) {
      if (!isWithoutPartition(error)) throw error
      await makeRoom(provider, calls)
      await writeCalls(provider, calls)
    }
  }
  /** One call that the database does not take must not hold up the others. */
  const writeEach = async (calls: Call[], why: unknown) => {
    if (refusalOf(why)?.code === 'unavailable') throw why
    for (const call of calls)
      await write([call]).catch((error) => {
        if (refusalOf(error)?.code === 'unavailable') throw error
        onError(error)
        lost.overload.count(clock.now())
      })
  }
  const flush = async () => {
    for (const loss of Object.values(lost)) waiting.push(...loss.marks(clock.now(), isStopped))
    while (waiting.length > 0) {
      const calls = batchOf(waiting)
      await write(calls).catch((error) => writeEach(calls, error))
      waiting = waiting.slice(calls.length)
      held -= sizeOf(calls)
    }
  }
  const wait = (call: Call) => {
    waiting.push(call)
    held += sizeOf([call])
  }
  /** One flush at a time. After an error what waits is tried again. */
  const flushIn = (pause_ms: number) => {
    if (timer || isStopped) return
    timer = setTimeout(() => {
      flushing = flush()
        .then(
          () => 0,
          (error) => {
            onError(error)
            return afterError_ms
          },
        )
        .then((wait_ms) => {
          timer = undefined
          if (waiting.length > 0) flushIn(wait_ms)
        })
    }, pause_ms)
  }

  return {
    record(call) {
      const room = roomFor(call, Date.now())
      if (room === 'none') lost.flood.count(clock.now())
      else if (waiting.length >= mostWaiting) lost.overload.count(clock.now())
      else wait(room === 'whole' && held < mostHeld ? call : { ...call, content: undefined })
      flushIn(gather_ms)
    },
    async stop() {
      isStopped = true
      alive.stop()
      clearTimeout(timer)
      await flushing
      await flush().catch(onError)
      if (waiting.length === 0) await endProcess(provider, process).catch(onError)
    },
  }
}

const sizeOf = (calls: readonly Call[]): number =>
  calls.reduce(
    (sum, { content }) =>
      sum +
      (content?.request_body?.length ?? 0) +
      (content?.response_body?.length ?? 0) +
      lengthOf(content?.request_headers) +
      lengthOf(content?.response_headers),
    0,
  )

const lengthOf = (headers: readonly Header[] = []): number =>
  headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0)

/** The first calls that one statement takes: at least one. */
function batchOf(waiting: readonly Call[]): Call[] {
  let size = 0
  const end = waiting.slice(0, atOnce).findIndex((call) => {
    size += sizeOf([call])
    return size > mostWritten
  })
  return waiting.slice(0, end < 0 ? atOnce : Math.max(1, end))
}

/** Counts calls that are not kept. Its mark says how many, at most once a minute. */
function lossOf(why: Gap['why']) {
  let [missing, since] = [0, new Date(0)]
  let told = 0
  return {
    count(now: Date) {
      if (missing === 0) since = now
      missing += 1
    },
    /** `atOnce`: there will be no later mark. */
    marks(now: Date, atOnce: boolean): Call[] {
      if (missing === 0 || (!atOnce && Date.now() - told < 60_000)) return []
      const mark = gapCall(since, { why, missing, until: now })
      told = Date.now()
      missing = 0
      return [mark]
    },
  }
}

/** The item of a gap, at the time of its beginning. */
export const gapCall = (since: Date, gap: Gap): Call => ({
  ...{ id: v7({ msecs: since.getTime() }), type: 'gap', route: 'gap', url: '', response_code: 0, duration_ms: 0, gap },
})

/** A row of a month or day without a partition. */
const isWithoutPartition = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23514' && error.message.startsWith('no partition')

function every(pause_ms: number, work: () => Promise<unknown>): { stop(): void } {
  void work()
  const timer = setInterval(() => void work(), pause_ms)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
