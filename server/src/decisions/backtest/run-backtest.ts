import { longestBacktest_s } from '@kontor/contract/decisions/backtest/backtest.rules'
import type { Module } from '@kontor/contract/modules'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyReply } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { type Actor, seesWholeMerchant } from '../../platform/db/actor.ts'
import type { Databases } from '../../platform/db/database.ts'
import type { LimitedConnection } from '../../platform/limited-connections.ts'
import type { BacktestProgress } from './backtest-progress.ts'

/** The payments of a span are read in slices, so that there is progress to tell. */
const slices = 9
/** Rows of one slice, and of all slices once those that are alike are one: more of them would keep everybody else waiting. */
const mostRows = 50_000

export interface BacktestServices {
  readonly databases: Databases
  readonly modules: readonly Module[]
  readonly progress: BacktestProgress
}

interface Running extends Omit<BacktestServices, 'modules'> {
  readonly actor: Actor
  readonly reply: FastifyReply
  /** The id by which the caller asks for the progress. */
  readonly id: string | undefined
}

interface Span {
  readonly merchant: string
  /** Milliseconds; `until` is not included. */
  readonly from: number
  readonly until: number
}

/**
 * Runs a statement for each slice of a span and gives all rows, those that are alike as one. It has a connection of its own, under
 * row-level security also for the provider's staff unless it asks for costs, and works with one processor core. It ends when the
 * request ends. Refused when too many run, when it takes too long, or when its payments differ too much.
 */
export async function runBacktest<Row, Sample = never, Cost = never>(
  { databases, progress, actor, reply, id }: Running,
  span: Span,
  counted: Counted<Row>,
  { samples, costs }: Besides<Row, Sample, Cost> = {},
): Promise<{ rows: Row[]; samples: Sample[]; costs: Cost[] }> {
  const connection = await databases.backtests.begin(atMerchant(actor, span.merchant), costs && 'provider')
  const leave = endsWith(reply, connection)
  const telling = progress.begin(actor, id, costs ? 2 * slices : slices)
  try {
    const end = Date.now() + longestBacktest_s * 1_000
    const ask = async <T>(asked: RawBuilder<T>): Promise<T[]> => {
      const left_ms = end - Date.now()
      if (left_ms <= 0) throw new Refusal('backtest_too_long')
      await connection.client.query(`select set_config('statement_timeout', $1, true)`, [String(left_ms)])
      const { sql: text, parameters } = asked.compile(databases.merchant)
      return (await connection.client.query<T & pg.QueryResultRow>(text, [...parameters])).rows
    }
    const sampled: Slice[] = []
    await connection.client.query(
      `select set_config('jit', 'off', true), set_config('max_parallel_workers_per_gather', '0', true), set_config('work_mem', '64MB', true)`,
    )
    const sumOf = async <T>({ statement, keyOf, added }: Counted<T>, look?: (found: T[], slice: Slice) => void) => {
      const sums = new Map<string, T>()
      for (const slice of slicesOf(span)) {
        const found = await ask(sql<T>`select * from (${statement(...slice)}) as found limit ${mostRows + 1}`)
        if (found.length > mostRows) throw new Refusal('backtest_too_varied')
        for (const row of found) {
          const had = sums.get(keyOf(row))
          sums.set(keyOf(row), had === undefined ? row : added(had, row))
        }
        if (sums.size > mostRows) throw new Refusal('backtest_too_varied')
        look?.(found, slice)
        telling.step()
      }
      return [...sums.values()]
    }
    const rows = await sumOf(counted, (found, slice) => {
      if (samples && found.some(samples.isIn)) sampled.unshift(slice)
    })
    const booked = costs ? await sumOf(costs) : []
    return { rows, samples: samples ? await latest(samples, sampled, ask) : [], costs: booked }
  } catch (error) {
    throw error instanceof pg.DatabaseError && error.code === '57014' ? new Refusal('backtest_too_long') : error
  } finally {
    telling.end()
    leave()
  }
}

interface Besides<Row, Sample, Cost> {
  samples?: Samples<Row, Sample> | undefined
  /** What payments cost, which a merchant's role does not read. */
  costs?: Counted<Cost> | undefined
}

type Slice = [from: number, until: number]

/** Counts of what is alike, in each slice. */
interface Counted<Row> {
  readonly statement: (...slice: Slice) => RawBuilder<Row>
  /** The same for rows that are alike. */
  readonly keyOf: (row: Row) => string
  /** Two rows that are alike, as one. */
  readonly added: (one: Row, other: Row) => Row
}

/** Payments that are named besides what is counted. */
interface Samples<Row, Sample> {
  readonly most: number
  /** Whether a row counts payments that may be named. */
  readonly isIn: (row: Row) => boolean
  /** The latest of them first. */
  readonly statement: (from: number, until: number) => RawBuilder<Sample>
}

/** Reads only slices that have some, from the latest on, until there are enough. */
async function latest<Row, Sample>(
  { most, statement }: Samples<Row, Sample>,
  slices: readonly (readonly [number, number])[],
  ask: (asked: RawBuilder<Sample>) => Promise<Sample[]>,
): Promise<Sample[]> {
  const found: Sample[] = []
  for (const slice of slices) {
    if (found.length >= most) break
    found.push(...(await ask(sql<Sample>`${statement(...slice)} limit ${most - found.length}`)))
  }
  return found
}

/** The provider's staff look at one merchant, too. */
const atMerchant = (actor: Actor, merchant: string): Actor =>
  seesWholeMerchant(actor) ? { ...actor, scope: { merchant, organisations: null, below: [] } } : actor

/** Gives the connection back, or closes it when the caller is gone: then the database ends the statement. */
function endsWith(reply: FastifyReply, connection: LimitedConnection): () => void {
  let isOver = false
  const end = (isDone: boolean) => {
    if (!isOver) connection.end(isDone)
    isOver = true
  }
  const gone = () => end(false)
  if (reply.raw.destroyed) gone()
  reply.raw.once('close', gone)
  return () => {
    reply.raw.off('close', gone)
    end(true)
  }
}

function slicesOf({ from, until }: Span): Slice[] {
  const at = (slice: number) => Math.round(from + ((until - from) * slice) / slices)
  return Array.from({ length: slices }, (_, slice) => [at(slice), at(slice + 1)])
}
