import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitsHere } from '../../test/database.ts'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import { housekeepingJobs } from '../housekeeping/housekeeping.ts'
import { systemClock } from '../platform/time/clock.ts'
import { revertCustomers } from './customers/revert-customers.ts'
import { RecordReader } from './file/records.ts'
import { type ClaimedImport, runImport } from './run-import.ts'
import { imports } from './stored-import.ts'

let kontor: TestApp
let staff: string
let other: pg.Client
let giver: string

beforeAll(async () => {
  kontor = await startTestApp({ imports: { poll_ms: 50 } })
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  giver = (await kontor.make.user({ roles: ['PSP_ALL'] })).id
  other = new pg.Client({ connectionString: kontor.database.adminUrl })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await kontor.stop()
})

const at = '/v1/psp/import'
const db = () => kontor.databases.provider
const read = async (id: string) => (await kontor.get(staff, `${at}/${id}`)).body
const settled = (id: string) =>
  until(
    () => read(id),
    ({ task }) => task === null,
    60_000,
  )

/** Takes a task that the queue of the server leaves alone, and carries out so many batches of it. */
async function carryOut(id: string, task: 'check' | 'import', batches = Number.POSITIVE_INFINITY): Promise<void> {
  const { rows } = await sql<ClaimedImport>`
    update import set task = ${task}, task_by_id = ${giver}, status = case ${task}::text when 'check' then 'UPLOADED' else 'RUNNING' end,
      started_at = now(), lease = gen_random_uuid(), lease_until = now() + interval '1 hour'
    where id = ${id} returning merchant_id, id, task, lease, tries`.execute(db())
  const [claimed] = rows
  if (!claimed) throw new Error('no import')
  let begun = 0
  const isStopping = () => begun++ >= batches
  const { masterKey } = kontor.database
  await runImport(
    {
      ...{ db: db(), masterKey, now: new Date(), wall: systemClock, sandbox: undefined },
      ...{ lease_s: 3600, isStopping },
    },
    claimed,
  )
}

describe('an import that was given up in the middle', () => {
  it('goes on at its checkpoint, and only then tries the rejected rows again', async () => {
    const { merchant } = await kontor.make.merchant()
    const rows = Array.from({ length: 2500 }, (_, n) => (n === 7 ? ',x' : `G${n},x`))
    const id = await kontor.make.importOf(merchant, { content: `reference,other\n${rows.join('\n')}\n` })
    await carryOut(id, 'import', 1)
    await sql`update import set tries = 99, lease_until = null where id = ${id}`.execute(db())
    expect(await settled(id)).toMatchObject({
      status: 'PARTLY_DONE',
      problem: 'gave_up',
      can_go_on: true,
      rows_read: 1000,
    })
    expect(await kontor.post(staff, `${at}/${id}/rerun`)).toMatchObject({ status: 200, body: { task: 'import' } })
    const whole = {
      status: 'PARTLY_DONE',
      problem: null,
      can_go_on: false,
      rows_read: 2500,
      rows_ok: 2499,
      rows_rejected: 1,
    }
    expect(await settled(id)).toMatchObject(whole)
    expect(await kontor.post(staff, `${at}/${id}/rerun`)).toMatchObject({ status: 200, body: { task: 'again' } })
    expect(await settled(id)).toMatchObject(whole)
  })
})

describe('a take-back that was given up', () => {
  it('is asked for again, and nothing of its file goes on', async () => {
    const { merchant } = await kontor.make.merchant()
    const id = await kontor.make.importOf(merchant, { content: 'reference,other\nG1,x\nG2,x\n' })
    await carryOut(id, 'import')
    await sql`update import set task = 'revert', status = 'RUNNING', task_by_id = ${giver}, tries = 99, lease = null,
      lease_until = null, queued_at = now() where id = ${id}`.execute(db())
    expect(await settled(id)).toMatchObject({ status: 'PARTLY_DONE', problem: 'gave_up', can_go_on: false })
    expect(await kontor.post(staff, `${at}/${id}/rerun`)).toMatchObject({ status: 409 })
    expect(await kontor.post(staff, `${at}/${id}/revert`)).toMatchObject({ status: 200 })
    expect(await settled(id)).toMatchObject({ status: 'REVERTED', rows_reverted: 2 })
  })
})

describe('an import of payments of a month without any', () => {
  it('lets no payment wait behind it while somebody writes what payments refer to, and goes on later', async () => {
    const own = await kontor.make.merchant()
    const content = 'order,total,date\nA,1.00,2003-07-05\n'
    const id = await kontor.make.importOf(own.merchant, { type: 'transaction', profile: own.profile, content })
    await other.query('begin; lock table payment_profile in row exclusive mode')
    try {
      const mapping = JSON.stringify({ reference: 'order', amount: 'total', created_at: 'date' })
      await sql`update import set mapping = ${mapping}, task = 'import', task_by_id = ${giver}, status = 'RUNNING',
        started_at = now(), queued_at = now() where id = ${id}`.execute(db())
      const waits: number[] = []
      const hasBacked = async () => {
        const began = performance.now()
        await Promise.race([kontor.make.transaction(own), new Promise((resolve) => setTimeout(resolve, 3000))])
        waits.push(performance.now() - began)
        const { rows } = await sql<{ tries: number }>`select tries from import where id = ${id}
          and lease_until between now() + interval '2 seconds' and now() + interval '6 seconds'`.execute(db())
        return rows.length > 0 || Math.max(...waits) > 2000
      }
      await until(hasBacked, (is) => is, 20_000)
      expect(Math.max(...waits)).toBeLessThan(1500)
    } finally {
      await other.query('rollback')
    }
    await sql`update import set lease_until = null where id = ${id}`.execute(db())
    expect(await settled(id)).toMatchObject({ status: 'DONE', rows_ok: 1 })
  })
})

describe('a file of wrong rows', () => {
  it('ends at ten thousand of them, and they are deleted with it', async () => {
    const { merchant } = await kontor.make.merchant()
    const id = await kontor.make.importOf(merchant, { content: `reference,other\n${',x\n'.repeat(12_500)}` })
    await carryOut(id, 'check')
    const ended = { status: 'FAILED', problem: 'too_many_rejections', rows_read: 11_000, rows_rejected: 11_000 }
    expect(await read(id)).toMatchObject(ended)
    await other.query(`update import set created_at = now() - interval '91 days' where id = $1`, [id])
    const clean = housekeepingJobs(kontor.databases).find(({ name }) => name.endsWith('import files'))
    await clean?.run(new Date())
    const { rows } = await other.query(
      `select file_deleted_at is not null as deleted, (select count(*)::int from import_rejection where import_id = $1) as rejections,
        (select count(*)::int from import_piece where import_id = $1) as pieces from import where id = $1`,
      [id],
    )
    expect(rows).toEqual([{ deleted: true, rejections: 0, pieces: 0 }])
  })

  it('is held as text where a line has a million delimiters, quoted or not', () => {
    const reader = new RecordReader(',', 2)
    for (const line of [','.repeat(1_000_000), `"a"${','.repeat(999_000)}`]) {
      const [record] = [...reader.read([line])]
      expect(record).toMatchObject({ fault: 'wrong_number_of_fields', fields: [line.slice(0, 10_000)] })
    }
  })
})

describe('taking customers back', () => {
  it('keeps one that somebody changes at the same moment', async () => {
    const { merchant } = await kontor.make.merchant()
    const importId = await kontor.make.importOf(merchant, { content: 'reference\nEDITED\n' })
    await carryOut(importId, 'import')
    const of = await imports(db()).where('id', '=', importId).executeTakeFirstOrThrow()
    const { rows } = await other.query('select id from customer where merchant_id = $1', [merchant])
    const id = rows[0].id
    await other.query('begin')
    await other.query(`update customer set last_name = 'Edited' where id = $1`, [id])
    await other.query(
      `insert into customer_event (merchant_id, customer_id, kind, actor_kind, actor_name)
        select merchant_id, customer_id, 'updated', actor_kind, actor_name from customer_event where customer_id = $1 limit 1`,
      [id],
    )
    const taken = db()
      .transaction()
      .execute((trx) => revertCustomers(trx, of, [id]))
    await until(
      async () => (await other.query(waitsHere)).rowCount,
      (waiting) => waiting === 1,
    )
    await other.query('commit')
    expect(await taken).toBe(0)
    expect((await other.query('select last_name from customer where id = $1', [id])).rows).toEqual([
      { last_name: 'Edited' },
    ])
  })
})
