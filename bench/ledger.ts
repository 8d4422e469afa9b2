import { type Kysely, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { v7 } from 'uuid'
import { verifyLedger } from '../server/src/ledger/checking/verify-ledger.ts'
import { postEvents } from '../server/src/ledger/posting/post-events.ts'
import { engineActor } from '../server/src/platform/db/actor.ts'
import { actAs, openDatabases, type Trx } from '../server/src/platform/db/database.ts'
import { rehearseMonth } from '../server/src/pricing/rehearsal/rehearse-month.ts'
import { loadVersions } from '../server/src/pricing/versions-at.ts'
import type { DB } from '../server/src/schema.ts'
import { settle } from '../server/src/settlements/runs/settle.ts'
import type { Settled } from '../server/src/settlements/settled.ts'
import { compare, median, medianTime, perSecond } from './measure.ts'
import { connectionTime } from './processor-time.ts'
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
      text: 'Events of payments booked with prices, sums and closed days, beside the same transfers inserted into a copy of their month with the same indexes and checks, by the processor time of the connection; payments that are completed, each in a transaction of its own, with the queue and without; reads beside plain sums of transfers; and what a rehearsal and a settlement take.',
      findings: [
        await posting(databases.provider),
        await queueing(world, 1),
        await queueing(world, 8),
        await balance(world),
        await verifying(databases.provider, world.rows),
        await rehearsing(databases.provider),
        await settling(databases.provider),
      ],
    }
  } finally {
    await databases.close()
  }
}

async function posting(db: Kysely<DB>): Promise<Finding> {
  const seen: { ours: number; bare: number; took: number; events: number; transfers: number }[] = []
  for (let round = 0; round < rounds; round++) {
    await db
      .transaction()
      .execute(async (trx) => {
        await sql`insert into ledger_event (merchant_id, kind, transaction_created_at, transaction_id, subject_id, amount, occurred_at)
          select merchant_id, 1, created_at, id, id, captured_amount, engine_now() from transaction
          where status = 'SETTLEMENT_COMPLETED' and captured_amount > 0 order by created_at desc limit ${batch}`.execute(
          trx,
        )
        const before = await only<{ seq: number; month: string; pid: number }>(
          trx,
          sql`select (select coalesce(max(seq), 0) from ledger_transfer) as seq, pg_backend_pid() as pid,
            (select date_trunc('month', closed_through + 1)::date::text from ledger_day) as month`,
        )
        let events = 0
        const ours = await spent(before.pid, async () => {
          events = await postEvents(trx)
        })
        const ofMonth = sql`from ledger_transfer where business_day >= ${before.month}::date`
        await sql`create temporary table booked as select * ${ofMonth} and seq > ${before.seq} order by seq`.execute(
          trx,
        )
        // A temporary table would write no log, and an empty one have smaller indexes. Its rows are numbered as the ledger's are.
        await sql`create table bare (like ledger_transfer including indexes including constraints including identity)`.execute(
          trx,
        )
        await sql`insert into bare overriding system value select * ${ofMonth} and seq <= ${before.seq}`.execute(trx)
        await sql`select setval(pg_get_serial_sequence('bare', 'seq'), ${before.seq})`.execute(trx)
        const { transfers, columns } = await only<{ transfers: number; columns: string }>(
          trx,
          sql`select (select count(*) from booked) as transfers, string_agg(attname, ', ' order by attnum) as columns
            from pg_attribute where attrelid = 'bare'::regclass and attnum > 0 and attname <> 'seq'`,
        )
        const all = sql.raw(columns)
        const bare = await spent(before.pid, () =>
          sql`insert into bare (${all}) select ${all} from booked`.execute(trx),
        )
        seen.push({ ours: ours.processor, bare: bare.processor, took: ours.clock, events, transfers })
        throw new RolledBack()
      })
      .catch(ignoreRollback)
  }
  const ratios = seen.map(({ ours, bare }) => bare / ours)
  const rate = median(seen.map(({ took, events }) => (events * 1000) / took))
  return {
    what: `booking a batch of ${seen[0]?.events.toLocaleString('en')} events, ${seen[0]?.transfers.toLocaleString('en')} transfers`,
    budget: '≥ 0.6 × the rate of the bare inserts',
    measured: `${times(median(ratios))} (${times(Math.min(...ratios))}–${times(Math.max(...ratios))}); ${rate.toFixed(0)} events a second by the clock`,
    met: median(ratios) >= 0.6,
  }
}

async function only<Row>(trx: Trx, query: RawBuilder<unknown>): Promise<Row> {
  const [row] = (await query.execute(trx)).rows
  return row as Row
}

/** Milliseconds of the clock, and of the processor for this connection; outside of Linux the clock is all there is. */
async function spent(pid: number, work: () => Promise<unknown>): Promise<{ clock: number; processor: number }> {
  const [from, began] = [performance.now(), connectionTime(pid)]
  await work()
  const [clock, ended] = [performance.now() - from, connectionTime(pid)]
  return { clock, processor: began !== undefined && ended !== undefined ? ended - began : clock }
}

class RolledBack extends Error {}

function ignoreRollback(error: unknown): void {
  if (!(error instanceof RolledBack)) throw error
}

const completing = ['AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED']

async function queueing({ adminUrl, sql: owner }: World, writers: number): Promise<Finding> {
  const pool = new pg.Pool({ connectionString: adminUrl, max: writers })
  // Without a listener the stop of the database ends the process, and the error that led to it is never shown.
  pool.on('error', () => {})
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
  // The poster waits meanwhile: what it has booked could not be taken away again.
  await owner.query(`select pg_advisory_lock(hashtext('kontor.ledger'))`)
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
  for (const table of ['ledger_event', 'transaction_event', 'transaction'])
    await owner.query(
      `delete from ${table} where ${table === 'transaction' ? 'id' : 'transaction_id'} = any($1::uuid[])`,
      [written],
    )
  await owner.query(`select pg_advisory_unlock(hashtext('kontor.ledger'))`)
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
    budget: '≤ 5 ms, and ≤ 1 ×',
    measured: `${ms(ours)}; ${times(ratio)} of the plain sum of its transfers (${ms(peer)})`,
    met: ours <= 5 && ratio <= 1,
  }
}

async function verifying(db: Kysely<DB>, payments: number): Promise<Finding> {
  const { ours, peer, ratio } = await compare(
    () => verifyLedger(db, () => new Date()),
    () =>
      sql`select merchant_id, book_id, kind, sub_id, currency_code, business_day, sum(amount), count(*) from ledger_transfer
        group by 1, 2, 3, 4, 5, 6`.execute(db),
    { rounds: 3, times: 1 },
  )
  const most_ms = (120_000 * payments) / 10_000_000
  return {
    what: 'comparing all of the ledger with all payments',
    budget: `≤ ${ms(most_ms)} (2 minutes for 10 million payments)`,
    measured: `${ms(ours)}; ${times(ratio)} of one sum of all transfers (${ms(peer)})`,
    met: ours <= most_ms,
  }
}

/** The last whole month of all merchants, priced by a version that some of them have. */
async function rehearsing(db: Kysely<DB>): Promise<Finding> {
  const { rows } = await sql<{ first: string; last: string; merchants: string[]; version: string; payments: number }>`
    with month as (select date_trunc('month', closed_through + 1)::date as until from ledger_day)
    select (until - interval '1 month')::date::text as first, (until - 1)::text as last,
      (select array_agg(id) from merchant) as merchants,
      (select v.id from scheme_version v join scheme s on s.id = v.scheme_id
        where s.type = 'REVENUE' and v.status = 'ACTIVE' order by v.id limit 1) as version,
      (select count(*) from ledger_transfer where kind = 1 and business_day >= until - interval '1 month' and business_day < until) as payments
    from month`.execute(db)
  const [found] = rows
  const version = found && (await loadVersions(db, [found.version])).get(found.version)
  if (!found || !version) throw new Error('no month or no version to rehearse')
  const { first, last, merchants, payments } = found
  const took = await medianTime(() => rehearseMonth({ provider: db }, { first, last }, merchants, version), 3)
  const most_ms = (3_000 * payments) / 100_000
  return {
    what: `rehearsing a version over a month of ${payments.toLocaleString('en')} payments`,
    budget: `≤ ${ms(most_ms)} (3 s for 100,000)`,
    measured: ms(took),
    met: took <= most_ms,
  }
}

/** The next settlement of the book in which most has become available, which is rolled back. */
async function settling(db: Kysely<DB>): Promise<Finding> {
  const { rows } = await sql<Settled & { through: string; n: number }>`
    select a.merchant_id, a.book_id, a.currency_code, d.closed_through::text as through, sum(a.n)::int as n
    from ledger_available a cross join ledger_day d
    where a.available_on <= d.closed_through and a.available_on > coalesce((select max(upper(s.covers)) - 1 from settlement s
      where s.merchant_id = a.merchant_id and s.book_id = a.book_id and s.currency_code = a.currency_code), '-infinity')
    group by 1, 2, 3, 4 order by n desc limit 1`.execute(db)
  const [found] = rows
  if (!found) throw new Error('nothing to settle')
  const { through, n, ...of } = found
  const took = await medianTime(() =>
    db
      .transaction()
      .execute(async (trx) => {
        await actAs(trx, engineActor(of.merchant_id, 'system'))
        await settle(trx, of, through, { now: new Date() })
        throw new RolledBack()
      })
      .catch(ignoreRollback),
  )
  return {
    what: `settling a book with ${n.toLocaleString('en')} transfers`,
    budget: '≤ 500 ms',
    measured: ms(took),
    met: took <= 500,
  }
}
