import { merchantKeptKinds } from '@kontor/contract/organisations/configuration/merchant-configuration.rules'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { housekeepingJobs } from './housekeeping.ts'
import { usualDays } from './kept-days.ts'

let kontor: TestApp
let owner: pg.Client
let staff: string
let short: MadeMerchant
let usual: MadeMerchant

beforeAll(async () => {
  // No job of the server is in the way of those that the tests run.
  kontor = await startTestApp({ keptDays: { ...usualDays, webhooks: 60 } })
  owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  short = await kontor.make.merchant()
  usual = await kontor.make.merchant()
})
afterAll(async () => {
  await owner.end()
  await kontor.stop()
})

const none = Object.fromEntries(merchantKeptKinds.map((kind) => [`keep_${kind}_days`, null]))
const keep = ({ merchant }: MadeMerchant, days: object) =>
  kontor.post(staff, `/v1/psp/merchant/${merchant}/retention`, { ...none, ...days, reason: 'Asked for it' })
const configuration = async ({ merchant }: MadeMerchant) =>
  (await kontor.get(staff, `/v1/psp/merchant/${merchant}/configuration`)).body

/** Rows of both merchants from so many days ago, and which of them are left after the housekeeping. */
const rowsOf: Record<(typeof merchantKeptKinds)[number], { job: string; make: string; left: string }> = {
  webhooks: {
    job: 'webhooks',
    make: '',
    left: `select created_at as at from webhook where merchant_id = $1`,
  },
  notification_contents: {
    job: 'notification contents',
    make: `insert into processor_notification (merchant_id, processor_id, id, kind, received_at, body, worked_at, result)
      select $1, id, 'n-' || $2::text, 'authorize', now() - make_interval(days => $2::int), '{}', now(), 'applied'
      from processor where merchant_id = $1 limit 1`,
    left: `select received_at as at from processor_notification where merchant_id = $1 and body is not null`,
  },
  link_events: {
    job: 'link events',
    make: `insert into link_event (merchant_id, at, payment_link_id, kind)
      select $1, now() - make_interval(days => $2::int), id, 'opened' from payment_link where merchant_id = $1 limit 1`,
    left: `select at from link_event where merchant_id = $1 and kind = 'opened'`,
  },
  terminal_requests: {
    job: 'terminal requests',
    make: `insert into terminal_request (merchant_id, terminal_id, at, response_code, duration_ms, request_id)
      select $1, id, now() - make_interval(days => $2::int), 201, 1, 'r-' || $2::text from terminal where merchant_id = $1 limit 1`,
    left: 'select at from terminal_request where merchant_id = $1',
  },
  import_files: {
    job: 'import files',
    make: '',
    left: 'select created_at as at from import where merchant_id = $1 and file_deleted_at is null',
  },
}

it.each(merchantKeptKinds)(
  'a merchant that keeps %s for fewer days loses them earlier, and no other merchant does',
  async (kind) => {
    const { job, make, left } = rowsOf[kind]
    const least = { webhooks: 7, notification_contents: 30, link_events: 90, terminal_requests: 7, import_files: 1 }[
      kind
    ]
    const own = least + 2
    expect((await keep(short, { [`keep_${kind}_days`]: own })).status).toBe(200)
    for (const shop of [short, usual]) {
      await kontor.make.paymentLink(shop)
      await kontor.make.terminal(shop)
      for (const days of [own + 1, own - 1]) {
        if (kind === 'webhooks')
          await kontor.make.webhook(shop.merchant, { created_at: new Date(Date.now() - days * 86_400_000) })
        else if (kind === 'import_files')
          await owner.query('update import set created_at = now() - make_interval(days => $2) where id = $1', [
            await kontor.make.importOf(shop.merchant, { status: 'DONE' }),
            days,
          ])
        else expect((await owner.query(make, [shop.merchant, days])).rowCount).toBe(1)
      }
    }
    const jobs = housekeepingJobs(kontor.databases).filter(({ name }) => name === `housekeeping: ${job}`)
    expect(jobs.length).toBe(1)
    for (const each of jobs) while (await each.run(new Date()));
    const kept = async (shop: MadeMerchant) => (await owner.query(left, [shop.merchant])).rowCount
    expect([await kept(short), await kept(usual)]).toEqual([1, 2])
  },
)

it('one whose rows cannot be removed is reported, and keeps no other merchant from losing theirs', async () => {
  const shops = [await kontor.make.merchant(), await kontor.make.merchant(), await kontor.make.merchant()]
  for (const shop of shops) {
    expect((await keep(shop, { keep_webhooks_days: 10 })).status).toBe(200)
    await kontor.make.webhook(shop.merchant, { created_at: new Date(Date.now() - 20 * 86_400_000) })
  }
  const left = async () =>
    (
      await owner.query('select merchant_id from webhook where merchant_id = any($1)', [
        shops.map((each) => each.merchant),
      ])
    ).rows
  const first = shops.map(({ merchant }) => merchant).sort()[0] as string
  await owner.query(`create function stays() returns trigger language plpgsql as $$ begin raise 'stays'; end $$`)
  await owner.query(
    `create trigger stays before delete on webhook for each row when (old.merchant_id = '${first}') execute function stays()`,
  )
  try {
    const job = housekeepingJobs(kontor.databases).find(({ name }) => name === 'housekeeping: webhooks')
    const problem: unknown = await job?.run(new Date()).catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(AggregateError)
    expect((problem as AggregateError).errors.map(String)).toEqual([`Error: merchant ${first}`])
    expect(await left()).toEqual([{ merchant_id: first }])
  } finally {
    await owner.query('drop trigger stays on webhook')
    await owner.query('drop function stays')
  }
})

it('no merchant keeps anything longer than the installation, or too short for the engine', async () => {
  const shop = await kontor.make.merchant()
  expect((await configuration(shop)).installation_days).toMatchObject({ webhooks: 60, link_events: 800 })
  expect((await keep(shop, { keep_webhooks_days: 61, keep_link_events_days: 801 })).body.details).toEqual({
    ...{
      'body.keep_webhooks_days': 'longer_than_installation',
      'body.keep_link_events_days': 'longer_than_installation',
    },
  })
  expect((await keep(shop, { keep_webhooks_days: 6 })).body.details).toEqual({ 'body.keep_webhooks_days': 'too_small' })
  expect((await keep(shop, { keep_webhooks_days: 60 })).body.keep_webhooks_days).toBe(60)
  // An installation that keeps it for a shorter time later is obeyed by everybody.
  await kontor.make.webhook(shop.merchant, { created_at: new Date(Date.now() - 40 * 86_400_000) })
  const jobs = housekeepingJobs(kontor.databases, { ...usualDays, webhooks: 30 })
  while (await jobs.find(({ name }) => name === 'housekeeping: webhooks')?.run(new Date()));
  expect((await owner.query('select from webhook where merchant_id = $1', [shop.merchant])).rowCount).toBe(0)
})
