import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { v7 } from 'uuid'
import { verifyLedger } from '../server/src/ledger/checking/verify-ledger.ts'
import { postEvents } from '../server/src/ledger/posting/post-events.ts'
import { openDatabases } from '../server/src/platform/db/database.ts'
import type { DB } from '../server/src/schema.ts'
import { compare, median, perSecond } from './measure.ts'
import { type Chapter, type Finding, ms, times } from './report.ts'
import type { World } from './world.ts'

const rounds = 3
const batch = 20_000

/** What the ledger costs, beside the same rows inserted bare, payments without it, and plain sums. */
export async function ledger(world: World): Promise<Chapter> {
  // The owner of the tables may queue events a second time, in a transaction that is rolled back.
  const databases = openDatabases({ merchantUrl: world.adminUrl, providerUrl: world.adminUrl }, () => {})
  try {
    return {
      title: 'The ledger',
      text: 'Events of payments booked with prices, sums and closed days, beside the same transfers inserted into a table with the same indexes and checks; payments that are completed, each in a transaction of its own, with the queue and without; and reads beside plain sums of transfers.',
      findings: [
        await posting(databases.provider),
        await queueing(world, 1),
        await queueing(world, 8),
        await balance(world),
        await verifying(databases.provider),
      ],
    }
  } finally {
    await databases.close()
  }
}

async function posting(db: Kysely<DB>): Promise<Finding> {
  const seen: { ours: number; bare: number; events: number; transfers: number }[] = []
  for (let round = 0; round < rounds; round++) {
    await db
      .transaction()
      .execute(async (trx) => {
        await sql`insert into ledger_event (merchant_id, kind, transaction_created_at, transaction_id, subject_id, amount, occurred_at)
          select merchant_id, 1, created_at, id, id, captured_amount, engine_now() from transaction
          where status = 'SETTLEMENT_COMPLETED' and captured_amount > 0 order by created_at desc limit ${batch}`.execute(
          trx,
        )
        const { rows } = await sql<{ seq: number }>`select coalesce(max(seq), 0) as seq from ledger_transfer`.execute(
          trx,
        )
        const from = performance.now()
        const events = await postEvents(trx)
        const ours = performance.now() - from
        await sql`create temp table bare (like ledger_transfer including indexes including constraints) on commit drop`.execute(
          trx,
        )
        const bareFrom = performance.now()
        const { numAffectedRows } = await sql`insert into bare select * from ledger_transfer
          where seq > ${rows[0]?.seq ?? 0} and business_day >= current_date - 2`.execute(trx)
        seen.push({ ours, bare: performance.now() - bareFrom, events, transfers: Number(numAffectedRows) })
        throw new RolledBack()
      })
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error
      })
  }
  const ratios = seen.map(({ ours, bare }) => ours / bare)
  const rate = median(seen.map(({ ours, events }) => (events * 1000) / ours))
  return {
    what: `booking a batch of ${seen[0]?.events.toLocaleString('en')} events, ${seen[0]?.transfers.toLocaleString('en')} transfers`,
    budget: '≤ 6 ×',
    measured: `${times(median(ratios))} (${times(Math.min(...ratios))}–${times(Math.max(...ratios))}) of the bare inserts; ${rate.toFixed(0)} events a second`,
    met: median(ratios) <= 6,
  }
}

class RolledBack extends Error {}

const completing = ['AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED']

async function queueing({ adminUrl, sql: owner }: World, writers: number): Promise<Finding> {
  const pool = new pg.Pool({ connectionString: adminUrl, max: writers })
  const { rows } = await owner.query(
    `select * from transaction where status = 'SETTLEMENT_COMPLETED' order by created_at desc limit 1`,
  )
  const model = rows[0]
  const written: string[] = []
  const pay = async () => {
    const now = new Date()
    const id = v7({ msecs: now.getTime() })
    written.push(id)
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query({
        name: 'insert',
        text: `insert into transaction (merchant_id, created_at, id, organisation_id, payment_profile_id, processor_id, amount, captured_amount,
            currency_code, status, merchant_reference, payment_product)
          values ($1, $2, $3, $4, $5, $6, 1000, 1000, $7, 'INITIATED', 'bench', $8)`,
        values: [
          ...[model.merchant_id, now, id, model.organisation_id, model.payment_profile_id, model.processor_id],
          ...[model.currency_code, model.payment_product],
        ],
      })
      for (const status of completing)
        await client.query({
          name: 'status',
          text: 'update transaction set status = $4 where merchant_id = $1 and created_at = $2 and id = $3',
          values: [model.merchant_id, now, id, status],
        })
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  const ratios: number[] = []
  await perSecond(pay, writers, 500)
  for (let round = 0; round < rounds; round++) {
    const with_ = await perSecond(pay, writers, 2_000)
    await owner.query('alter table transaction disable trigger l_ledger')
    const without = await perSecond(pay, writers, 2_000).finally(() =>
      owner.query('alter table transaction enable trigger l_ledger'),
    )
    ratios.push(with_ / without)
  }
  // What waits of them is booked first, so that nothing is left in the queue without its payment.
  await sleep(3_000)
  for (const table of ['transaction_event', 'transaction'])
    await owner.query(
      `delete from ${table} where ${table === 'transaction' ? 'id' : 'transaction_id'} = any($1::uuid[])`,
      [written],
    )
  await pool.end()
  return {
    what: `payments with the queue against without, ${writers === 1 ? 'one writer' : 'eight writers'}`,
    budget: '≥ 80 % of without',
    measured: `${times(median(ratios))} (${times(Math.min(...ratios))}–${times(Math.max(...ratios))})`,
    met: median(ratios) >= 0.8,
  }
}

async function balance({ sql: owner, merchant }: World): Promise<Finding> {
  const { ours, peer, ratio } = await compare(
    () => merchant.get('/v1/ledger/balance'),
    () =>
      owner.query(
        `select book_id, currency_code, available_on, kind, sum(amount) from ledger_transfer where merchant_id = $1 group by 1, 2, 3, 4`,
        [merchant.id],
      ),
  )
  return {
    what: 'what the largest merchant is owed, now and by day',
    budget: '≤ 1 ×',
    measured: `${times(ratio)} of the plain sum of its transfers: ${ms(ours)} against ${ms(peer)}`,
    met: ratio <= 1,
  }
}

async function verifying(db: Kysely<DB>): Promise<Finding> {
  const { ours, peer, ratio } = await compare(
    () => verifyLedger(db, () => new Date()),
    () =>
      sql`select merchant_id, book_id, kind, sub_id, currency_code, business_day, sum(amount), count(*) from ledger_transfer
        group by 1, 2, 3, 4, 5, 6`.execute(db),
    { rounds: 3, times: 1 },
  )
  return {
    what: 'comparing all of the ledger',
    budget: '≤ 20 ×',
    measured: `${times(ratio)} of one sum of all transfers: ${ms(ours)} against ${ms(peer)}`,
    met: ratio <= 20,
  }
}
