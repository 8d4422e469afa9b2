import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { startTestApp, until } from '../../test/harness.ts'
import { makers } from '../../test/make.ts'
import { type Databases, openDatabases } from '../platform/db/database.ts'
import { startPeriodic } from '../platform/jobs/periodic.ts'
import { housekeepingJobs } from './housekeeping.ts'

let database: TestDatabase
let owner: pg.Client
let processes: Databases[]

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client(database.adminUrl)
  await owner.connect()
  processes = [openDatabases(database, () => {}), openDatabases(database, () => {})]
})
afterAll(async () => {
  await Promise.all(processes.map((each) => each.close()))
  await owner.end()
  await database.drop()
})
beforeEach(() => owner.query('truncate mail, challenge'))

const oldMail = () =>
  owner.query(`insert into mail (id, created_at, template, next_attempt_at, expires_at, done_at, outcome)
    values (gen_random_uuid(), now() - interval '40 days', 'test', now(), now(), now() - interval '31 days', 'sent')`)
const mails = async () => Number((await owner.query('select count(*) from mail')).rows[0].count)
const none = (count: number) => count === 0

function start({ provider: db, ...databases }: Databases, errors: string[] = []) {
  const jobs = housekeepingJobs({ provider: db, ...databases })
  return startPeriodic({ db, jobs, now: () => new Date(), onError: (_error, job) => errors.push(job) })
}

it('is done soon after the start of the server, not an hour later', async () => {
  const kontor = await startTestApp()
  try {
    const tidied = () =>
      sql<{ name: string }>`select name from periodic_lease where name like 'housekeeping: %'`
        .execute(kontor.databases.provider)
        .then(({ rows }) => rows.map(({ name }) => name).sort())
    const names = housekeepingJobs(kontor.databases).map(({ name }) => name)
    expect(await until(tidied, (seen) => seen.length === names.length)).toEqual(names.sort())
  } finally {
    await kontor.stop()
  }
})

it('is done by one of two processes at a time', async () => {
  // The deletion is slow and counts how many run at once. A role sees its own statements without a grant, which would hold
  // for every database of the cluster.
  await owner.query(`create table at_it (most int not null default 0);
    grant all on at_it to public;
    insert into at_it default values;
    create function be_at_it() returns trigger language plpgsql as $$ begin
      update at_it set most = greatest(most, (select count(*) from pg_stat_activity where query like '%delete from "mail"%' and state = 'active'));
      perform pg_sleep(0.3);
      return null;
    end $$;
    create trigger slow before delete on mail for each statement execute function be_at_it()`)
  await oldMail()
  const works = processes.map((databases) => start(databases))
  await until(mails, none)
  await Promise.all(works.map((work) => work.stop()))
  expect((await owner.query('select most from at_it')).rows).toEqual([{ most: 1 }])
  await owner.query('drop trigger slow on mail; drop function be_at_it; drop table at_it')
})

it('makes and drops the tables of the audit trail one at a time, days ahead, and holds up nobody who writes', async () => {
  const tables = async () =>
    (
      await owner.query(`select relname from pg_class where relname ~ '^audit_trail_content_\\d' and relkind = 'r'
        order by relname`)
    ).rows.map(({ relname }) => relname)
  await owner.query(`select ensure_audit_trail_partitions(current_date - 41, current_date - 40)`)
  const [first, second] = await tables()
  await owner.query(`select ensure_audit_trail_partitions(current_date, current_date + 7)`)
  const [dayBeforeLast, last] = (await tables()).slice(-2)
  await owner.query(`drop table ${dayBeforeLast}, ${last}`)
  const jobs = housekeepingJobs(processes[0] as Databases)
  const run = async (name: string) => jobs.find((job) => job.name.endsWith(name))?.run(new Date())
  expect(await run('old audit trail')).toBe(true)
  expect(await tables()).not.toContain(first)
  expect(await tables()).toContain(second)
  // Somebody reads the trail for a long time: nobody waits behind the housekeeping, which comes again later.
  await owner.query('begin; lock table audit_trail_content, audit_trail_item in access share mode')
  expect([await run('old audit trail'), await run('partitions of the audit trail')]).toEqual([false, false])
  await owner.query('commit')
  expect(await run('partitions of the audit trail')).toBe(true)
  expect((await tables()).slice(-1)).toEqual([dayBeforeLast])
  expect(await run('partitions of the audit trail')).toBe(true)
  expect((await tables()).slice(-1)).toEqual([last])
  expect(await run('partitions of the audit trail')).toBe(false)
})

it('of which one step fails does those behind it, and names the one that failed', async () => {
  await owner.query('alter table challenge rename to challenge_away')
  try {
    await oldMail()
    const errors: string[] = []
    const work = start(processes[0] as Databases, errors)
    await until(mails, none)
    await work.stop()
    expect(errors).toEqual(['housekeeping: challenges'])
  } finally {
    await owner.query('alter table challenge_away rename to challenge')
  }
})

it('removes the content of what processors reported long ago, later the ids too', async () => {
  const make = makers(processes[0] as Databases, {
    ...{ masterKey: database.masterKey, processorUrl: 'http://localhost', credential: { api_key: 'x' } },
  })
  const shop = await make.merchant()
  await owner.query(
    `insert into processor_notification (merchant_id, processor_id, id, kind, received_at, body, worked_at, result)
     select $1, $2, 'n-' || days, 'authorize', now() - make_interval(days => days), '{}', now(), 'applied'
     from unnest(array[399, 401, 800]) as days`,
    [shop.merchant, shop.processor],
  )
  await owner.query(
    `insert into processor_notification (merchant_id, processor_id, id, kind, received_at, body, sealed, next_attempt_at)
     select $1, $2, 'unworked-' || days, 'authorize', now() - make_interval(days => days), '{}', 'x', now()
     from unnest(array[399, 401]) as days`,
    [shop.merchant, shop.processor],
  )
  const kept = async () =>
    (await owner.query(`select id from processor_notification where body is not null`)).rows.map(({ id }) => id)
  const work = start(processes[0] as Databases)
  await until(kept, (ids) => ids.length === 2)
  await work.stop()
  expect(await kept()).toEqual(['n-399', 'unworked-399'])
  expect((await owner.query('select count(*)::int from processor_notification')).rows).toEqual([{ count: 4 }])
  // Nor is it worked any more.
  const sealed = await owner.query(
    'select id from processor_notification where sealed is not null or next_attempt_at is not null',
  )
  expect(sealed.rows).toEqual([{ id: 'unworked-399' }])
})

it('removes mailed links that are over, but for the last one of an invitation, which says when that ended', async () => {
  const make = makers(processes[0] as Databases, {
    ...{ masterKey: database.masterKey, processorUrl: 'http://localhost', credential: { api_key: 'x' } },
  })
  const { id } = await make.user()
  await owner.query(
    `insert into user_token (token_hash, user_id, purpose, expires_at, used_at)
     select sha256(name::bytea), $1, purpose, now() - make_interval(hours => hours), case when is_used then now() end
     from (values ('mailed', 'reset_password', -1, false), ('over', 'change_email', 25, false), ('used', 'reset_password', 25, true),
       ('invited before', 'set_password', 50, true), ('invited', 'set_password', 25, false)) x (name, purpose, hours, is_used)`,
    [id],
  )
  const kept = async () =>
    (await owner.query('select purpose from user_token where user_id = $1 order by purpose', [id])).rows
  const work = start(processes[0] as Databases)
  await until(kept, (rows) => rows.length === 2)
  await work.stop()
  expect(await kept()).toEqual([{ purpose: 'reset_password' }, { purpose: 'set_password' }])
})
