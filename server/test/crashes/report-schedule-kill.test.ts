import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Databases, openDatabases } from '../../src/platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { credential, until } from '../harness.ts'
import { type Mailbox, openMailbox } from '../mails/mailbox.ts'
import { type Make, makers } from '../make.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

let database: TestDatabase
let databases: Databases
let mailbox: Mailbox
let server: ServerProcess
let make: Make
let owner: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  databases = openDatabases(database, () => {})
  make = makers(databases, { masterKey: database.masterKey, processorUrl: 'http://127.0.0.1:1', credential })
  mailbox = await openMailbox()
  owner = new pg.Client(database.adminUrl)
  await owner.connect()
  server = await startServerProcess(database, { SMTP_URL: mailbox.url })
})
afterAll(async () => {
  await server.kill()
  await owner.end()
  await mailbox.down()
  await databases.close()
  await database.drop()
})

const reports = (schedule: string) =>
  databases.provider
    .selectFrom('report')
    .select(['id', 'status', 'due_at', 'file_id'])
    .where('schedule_id', '=', schedule)
    .orderBy('due_at')
    .execute()

/** A killed process keeps what it had taken until its time is over. */
async function letTimePass() {
  await owner.query(`update report set lease_until = now() where lease_until is not null`)
  await owner.query(`update mail set leased_until = null, next_attempt_at = now() where done_at is null`)
}

const fallDue = (schedule: string) =>
  databases.provider
    .updateTable('report_schedule')
    .set({ next_due_at: new Date().toISOString() })
    .where('id', '=', schedule)
    .execute()

it('a schedule whose server is killed while its report ends, or before its mail is sent, makes one report and one mail', {
  timeout: 180_000,
}, async () => {
  const { merchant } = await make.merchant()
  const reader = await make.user({ merchant, roles: ['USER_ALL'] })
  const response = await fetch(`${server.url}/v1/reportschedule`, {
    method: 'POST',
    headers: { cookie: await make.cookie({ merchant, roles: ['USER_ALL'] }), 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ name: 'Every day', type: 'customer', filters: '', columns: ['id'], file_format: 'csv' },
      ...{ time_zone: 'Europe/Amsterdam', frequency: 'DAILY', at_time: '02:30', period: 'PREVIOUS_DAY' },
      recipients: [reader.id],
    }),
  })
  expect(response.status).toBe(201)
  const { id } = (await response.json()) as { id: string }

  // The file is whole, and the transaction that names it waits for its mail.
  await owner.query('begin; lock table mail in exclusive mode')
  await fallDue(id)
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into "mail"%'`
  await until(
    // In one transaction PostgreSQL shows what the others did when it was first asked.
    async () => (await databases.pools.provider.query(waiting)).rows.length,
    (count) => count > 0,
  )
  expect(await reports(id)).toMatchObject([{ status: 'PENDING', file_id: null }])
  await server.kill()
  await owner.query('rollback')
  await letTimePass()
  await server.start()
  await mailbox.to(reader.email)
  expect(await reports(id)).toMatchObject([{ status: 'PROCESSED' }])

  // The report is made, and nobody takes its mail.
  await mailbox.down()
  await fallDue(id)
  await until(
    () => reports(id),
    (made) => made.length === 2 && made.every(({ status }) => status === 'PROCESSED'),
  )
  await server.kill()
  expect(mailbox.count(reader.email)).toBe(1)
  await mailbox.up()
  await letTimePass()
  await server.start()
  await until(
    async () => mailbox.count(reader.email),
    (count) => count === 2,
  )

  // Nothing is left that would be made or sent again.
  const left = async () =>
    (await owner.query('select from mail where done_at is null union all select from report where lease is not null'))
      .rows
  await until(left, (rows) => rows.length === 0)
  await letTimePass()
  await server.kill()
  await server.start()
  expect([(await reports(id)).length, mailbox.count(reader.email)]).toEqual([2, 2])
})
