import { newLine } from '@kontor/contract/pricing/new-line'
import pg from 'pg'
import { openWhole } from '../../src/ledger/opening.ts'
import { postEvents } from '../../src/ledger/posting/post-events.ts'
import type { Actor } from '../../src/platform/db/actor.ts'
import { actAs, type Databases, openDatabases, type Trx } from '../../src/platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { credential } from '../harness.ts'
import { type Make, makers } from '../make.ts'

type Row = Record<string, unknown>

/** A database without a server, so that nobody posts or closes but the test. */
export interface LedgerHouse {
  database: TestDatabase
  databases: Databases
  make: Make
  /** As the owner of the tables. */
  rows<R = Row>(statement: string, values?: unknown[]): Promise<R[]>
  /** The first row; throws where there is none. */
  one<R = Row>(statement: string, values?: unknown[]): Promise<R>
  /** In a database transaction of the provider, as this actor. */
  by<T>(actor: Actor, run: (trx: Trx) => Promise<T>): Promise<T>
  /**
   * Moves the engine's clock to this instant. It only goes forward, so that a fixed date must be ahead of the day of the test:
   * the dates of the worked examples (docs: money) are 28 years later here, 2054 for 2026, on the same days of the week.
   */
  clockTo(instant: string): Promise<void>
  /** Opens the ledger, with what there is already. */
  open(): Promise<void>
  post(limit?: number): Promise<number>
  stop(): Promise<void>
}

export async function openLedgerHouse(): Promise<LedgerHouse> {
  const database = await createTestDatabase()
  const databases = openDatabases(database, () => {})
  const owner = new pg.Client({ connectionString: database.adminUrl, options: '-c timezone=UTC' })
  await owner.connect()
  const rows: LedgerHouse['rows'] = async (statement, values) => (await owner.query(statement, values)).rows
  return {
    ...{ database, databases, rows },
    async one<R>(statement: string, values?: unknown[]) {
      const [row] = await rows<R>(statement, values)
      if (row === undefined) throw new Error('no row')
      return row
    },
    by: (actor, run) =>
      databases.provider.transaction().execute(async (trx) => {
        await actAs(trx, actor)
        return run(trx)
      }),
    make: makers(databases, { masterKey: database.masterKey, processorUrl: 'http://127.0.0.1:1', credential }),
    async clockTo(instant) {
      await rows(`select ensure_partitions($1::date - 40, $1::date + 60)`, [instant.slice(0, 10)])
      await rows('update installation set demo = true')
      await rows(
        `update installation set clock_offset_ms = extract(epoch from $1::timestamptz - clock_timestamp())::bigint * 1000`,
        [instant],
      )
    },
    open: () => openWhole(databases.provider),
    post: (limit) => postEvents(databases.provider, limit),
    async stop() {
      await owner.end()
      await databases.close()
      await database.drop()
    },
  }
}

const card = { product: 'card' } as const

/** The lines of the worked example: scheme "Standaard", its costs, and a reserve of 5 % for 90 days. */
export const workedLines = {
  revenue: [
    newLine({ fixed: 25, ppm: 29_000 }),
    newLine({ product: 'ideal', fixed: 32 }),
    newLine({ ...card, region: 'EEA', holder: 'consumer', fixed: 10, ppm: 12_000 }),
    newLine({ ...card, region: 'EEA', holder: 'commercial', fixed: 10, ppm: 27_500 }),
    newLine({ ...card, region: 'OTHER', fixed: 10, ppm: 32_500 }),
    newLine({ ...card, brand: 'amex', fixed: 10, ppm: 35_000 }),
    newLine({ product: 'sepa_debit', fixed: 35 }),
    newLine({
      ...card,
      region: 'EEA',
      holder: 'consumer',
      amount_from: 100_000,
      fixed: 10,
      ppm: 10_000,
      maximum: 2_500,
    }),
    newLine({ event: 'refund', fixed: 25 }),
    newLine({ event: 'chargeback', fixed: 2_500 }),
  ],
  cost: [
    newLine({ fixed: 5, ppm: 10_000 }),
    newLine({ product: 'ideal', fixed: 9 }),
    newLine({ ...card, region: 'EEA', holder: 'consumer', fixed: 4, ppm: 5_000 }),
    newLine({ ...card, region: 'EEA', holder: 'commercial', fixed: 4, ppm: 17_000 }),
    newLine({ ...card, region: 'OTHER', fixed: 4, ppm: 21_000 }),
    newLine({ event: 'refund', fixed: 8 }),
    newLine({ event: 'chargeback', fixed: 1_500 }),
  ],
}

/** Gives the merchants the prices of the worked example. */
export async function workedPrices(make: Make, merchants: readonly string[]): Promise<void> {
  await make.scheme({ type: 'REVENUE', lines: workedLines.revenue, merchants })
  await make.scheme({ type: 'COST', lines: workedLines.cost, merchants })
  await make.scheme({ type: 'RESERVE', hold_ppm: 50_000, hold_days: 90, merchants })
}
