import { reportTypes } from '@kontor/contract/reports/report.rules'
import { reportedEntity } from '@kontor/contract/reports/reported-entity'
import type { Role } from '@kontor/contract/roles'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { openReceiver } from '../../../test/receiver.ts'
import { openValues } from '../../platform/mail/outbox.ts'
import { webhookSecret } from '../../platform/webhooks/secrets.ts'
import { nextDue } from './due-instants.ts'
import { dueSchedulesJob } from './due-schedules.ts'
import { scheduleMails } from './schedule-mails.ts'

let kontor: TestApp
let shop: MadeMerchant
let who: string
let owner: { id: string; email: string }

beforeAll(async () => {
  kontor = await startTestApp({ reports: { poll_ms: 30 }, webhooks: { allowPrivate: true, poll_ms: 30 } })
  shop = await kontor.make.merchant()
  who = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  owner = await kontor.make.user({ merchant: shop.merchant, roles: ['USER_ALL'], name: 'Reader' })
})
afterAll(() => kontor.stop())

const db = () => kontor.databases.provider
const given = (more: object = {}) => ({
  ...{ name: 'Every day', type: 'customer', filters: '', columns: ['id', 'last_name'], file_format: 'csv' },
  ...{ time_zone: 'Europe/Amsterdam', frequency: 'DAILY', at_time: '02:30', period: 'PREVIOUS_DAY' },
  ...more,
})
const create = (more: object = {}, as = who) => kontor.post(as, '/v1/reportschedule', given(more))
async function schedule(more: object = {}, as = who) {
  const { status, body } = await create(more, as)
  expect([status, body]).toEqual([201, expect.objectContaining({ active: true })])
  return body
}
const runsOf = async (id: string, as = who) =>
  (await kontor.get(as, `/v1/report?schedule=${id}&_sort=created_at&_limit=100`)).body as {
    id: string
    due_at: string
    status: string
    failure: string | null
    filters: string
  }[]
const job = () =>
  dueSchedulesJob({
    ...{ databases: kontor.databases, masterKey: kontor.database.masterKey },
    nudge: { reports: () => {}, mails: () => {} },
  })
const rhythm = {
  frequency: 'DAILY',
  weekdays: [],
  month_day: null,
  at_time: '02:30',
  time_zone: 'Europe/Amsterdam',
} as const
/** The instants at which a daily schedule is due from now on. */
function instants(count: number): Date[] {
  const found: Date[] = []
  for (let at = new Date(); found.length < count; found.push(at)) at = nextDue(rhythm, at)
  return found
}
const mailsTo = async (user: string, template: string) => {
  const mails = await db().selectFrom('mail').select(['id', 'template', 'sealed']).execute()
  return mails
    .filter((mail) => mail.template === template && mail.sealed)
    .map(({ id, sealed }) => openValues(kontor.database.masterKey, id, sealed as Buffer))
    .filter((values) => values.user === user)
}

describe('24: a schedule', () => {
  it('runs once for each due instant, whoever looks and however often: seven days are seven runs of seven days (money check 24)', async () => {
    const { id, next_due_at } = await schedule()
    const week = instants(7)
    expect(next_due_at).toBe(week[0]?.toISOString())
    const last = week[6] as Date
    // Two processes at once, and one of them again.
    await Promise.all([job().run(last), job().run(last)])
    await job().run(last)
    const runs = await runsOf(id)
    expect(runs.map(({ due_at }) => due_at)).toEqual(week.map((due) => due.toISOString()))
    expect(new Set(runs.map(({ filters }) => filters)).size).toBe(7)
    const read = (await kontor.get(who, `/v1/reportschedule/${id}`)).body
    expect(read).toMatchObject({ last_due_at: last.toISOString(), next_due_at: nextDue(rhythm, last).toISOString() })
  })

  it('begins again where it was killed: a next instant that was not written adds no second report', async () => {
    const { id } = await schedule()
    const [first] = instants(1) as [Date]
    await job().run(first)
    await db().updateTable('report_schedule').set({ next_due_at: first.toISOString() }).where('id', '=', id).execute()
    await job().run(first)
    expect(await runsOf(id)).toHaveLength(1)
  })

  it('pauses when its owner is disabled, and tells those who hold everything (money check 24)', async () => {
    const cookie = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    const { id } = await schedule({}, cookie)
    await db()
      .updateTable('platform_user')
      .set({ active: false })
      .where('id', '=', (select) => select.selectFrom('report_schedule').select('created_by_id').where('id', '=', id))
      .execute()
    await job().run(instants(1)[0] as Date)
    expect((await kontor.get(who, `/v1/reportschedule/${id}`)).body).toMatchObject({
      ...{ active: false, paused_reason: 'owner_gone', next_due_at: null },
    })
    expect(await runsOf(id)).toEqual([])
    expect((await mailsTo(owner.id, 'report_schedule_paused')).map((mail) => mail.schedule)).toContain(id)
    // Whoever saves it owns it, and it goes on.
    const { body } = await kontor.post(who, `/v1/reportschedule/${id}`, given())
    expect(body).toMatchObject({ active: true, paused_reason: null })
  })

  it.each([
    ['make schedules', ['CUSTOMER_LIST']],
    ['open its list', ['REPORT_SCHEDULE_ALL']],
  ])('pauses when its owner may no longer %s', async (_what, roles) => {
    const cookie = await kontor.make.cookie({
      merchant: shop.merchant,
      roles: ['REPORT_SCHEDULE_ALL', 'CUSTOMER_LIST'],
    })
    const { id } = await schedule({}, cookie)
    const { created_by_id } = await db()
      .selectFrom('report_schedule')
      .select('created_by_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await db().deleteFrom('role_grant').where('user_id', '=', created_by_id).where('role', 'not in', roles).execute()
    await job().run(instants(1)[0] as Date)
    expect((await kontor.get(who, `/v1/reportschedule/${id}`)).body).toMatchObject({
      ...{ active: false, paused_reason: 'not_allowed' },
    })
    expect(await runsOf(id)).toEqual([])
  })

  it('of the time since the last report leaves nothing out after a pause', async () => {
    const { id } = await schedule({ period: 'SINCE_LAST' })
    const week = instants(7)
    const [first, last] = [week[0] as Date, week[6] as Date]
    await job().run(first)
    // Paused, and resumed six days later.
    await db().updateTable('report_schedule').set({ next_due_at: last.toISOString() }).where('id', '=', id).execute()
    await job().run(last)
    const [, second] = await runsOf(id)
    const to = new Date(last.getTime() - 1).toISOString()
    expect(second?.filters).toBe(`created_at>=${first.toISOString()}&created_at<=${to}`)
  })

  it('keeps an instant that has passed when it is saved, and takes the next of another rhythm', async () => {
    const { id, next_due_at } = await schedule()
    // Later than now, so that nothing takes it meanwhile.
    const passed = (instants(3)[2] as Date).toISOString()
    await db().updateTable('report_schedule').set({ next_due_at: passed }).where('id', '=', id).execute()
    const save = async (more: object) => (await kontor.post(who, `/v1/reportschedule/${id}`, given(more))).body
    expect((await save({ name: 'Another' })).next_due_at).toBe(passed)
    expect((await save({ at_time: '02:31' })).next_due_at).not.toBe(passed)
    expect((await save({})).next_due_at).toBe(next_due_at)
  })

  it('that cannot begin pauses by itself, and keeps no later one from it', async () => {
    const [long, broken, fine] = [await schedule(), await schedule(), await schedule()]
    const [first] = instants(1) as [Date]
    const set = (id: string, values: object) =>
      db().updateTable('report_schedule').set(values).where('id', '=', id).execute()
    // As an earlier version kept it.
    await set(long.id, {
      filters: `last_name=${'x'.repeat(3_980)}`,
      next_due_at: new Date(first.getTime() - 2_000).toISOString(),
    })
    await set(broken.id, { time_zone: 'Mars/Olympus', next_due_at: new Date(first.getTime() - 1_000).toISOString() })
    for (const _ of [1, 2]) await expect(job().run(first)).rejects.toThrow('could not begin')
    const read = async (id: string) => (await kontor.get(who, `/v1/reportschedule/${id}`)).body
    expect(await read(long.id)).toMatchObject({ active: false, paused_reason: 'filters_too_long' })
    expect(await read(broken.id)).toMatchObject({ active: true })
    expect(await runsOf(fine.id)).toHaveLength(1)
    await expect(job().run(first)).rejects.toThrow('could not begin')
    expect(await read(broken.id)).toMatchObject({ active: false, paused_reason: 'failed' })
    await job().run(first)
    expect((await mailsTo(owner.id, 'report_schedule_paused')).map((mail) => mail.schedule)).toContain(long.id)
  })

  it('pauses when no report more is kept, and is not run by hand then; what expired does not count', async () => {
    const own = await kontor.make.merchant()
    const boss = await kontor.make.cookie({ merchant: own.merchant, roles: ['USER_ALL'] })
    const { id } = await schedule({}, boss)
    const full = await kontor.make.report(own.merchant)
    const [first] = instants(1) as [Date]
    const set = (values: object) => db().updateTable('report').set(values).where('id', '=', full).execute()
    await set({ bytes: 20_000_000_000, expires_at: new Date(Date.now() - 1_000).toISOString() })
    await job().run(first)
    const read = async () => (await kontor.get(boss, `/v1/reportschedule/${id}`)).body
    expect(await read()).toMatchObject({ active: true, last_due_at: first.toISOString() })
    await set({ expires_at: new Date(Date.now() + 86_400_000).toISOString() })
    expect((await kontor.post(boss, `/v1/reportschedule/${id}/run`)).body.code).toBe('report_space_used')
    await job().run(nextDue(rhythm, first))
    expect(await read()).toMatchObject({ active: false, paused_reason: 'no_space' })
  })

  it('pauses after three failures, one after the other', async () => {
    const { id } = await schedule()
    const week = instants(3)
    await db().updateTable('report_schedule').set({ filters: 'colour=red' }).where('id', '=', id).execute()
    await job().run(week[2] as Date)
    const paused = await until(
      async () => (await kontor.get(who, `/v1/reportschedule/${id}`)).body,
      ({ active }) => active === false,
    )
    expect(paused).toMatchObject({ paused_reason: 'failed', last_run: 'FAILED' })
    expect((await runsOf(id)).map(({ failure }) => failure)).toEqual(['filter_gone', 'filter_gone', 'filter_gone'])
  })
})

describe('a run', () => {
  it.each(reportTypes)('of %s has a file', async (type) => {
    const { merchant } = await kontor.make.merchant()
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const columns = reportedEntity(type)?.export.slice(0, 1)
    const of = { ...given({ type, columns, period: 'SINCE_LAST' }) }
    const { body } = await kontor.post(staff, `/v1/reportschedule?merchant=${merchant}`, of)
    expect((await kontor.post(staff, `/v1/reportschedule/${body.id}/run?merchant=${merchant}`)).status).toBe(200)
    const [run] = await until(
      () => runsOf(body.id, staff),
      ([first]) => first?.status === 'PROCESSED',
    )
    expect(run).toMatchObject({ failure: null })
  })

  it('of a list of days has days of the business zone that are over, and of one of months their first days', async () => {
    // Those of other tests would run for each day until then.
    await db().updateTable('report_schedule').set({ active: false, next_due_at: null }).execute()
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const filtersOf = async (type: string, of: object) => {
      const columns = reportedEntity(type)?.export.slice(0, 1)
      const { merchant } = await kontor.make.merchant()
      const { body } = await kontor.post(
        staff,
        `/v1/reportschedule?merchant=${merchant}`,
        given({ type, columns, time_zone: 'Pacific/Auckland', ...of }),
      )
      await db().updateTable('report_schedule').set({ next_due_at: due }).where('id', '=', body.id).execute()
      await job().run(new Date(due))
      return (await runsOf(body.id, staff))[0]?.filters
    }
    // Monday morning in Auckland, where the business day is Sunday until noon.
    const due = '2030-07-07T21:00:00.000Z'
    expect(await filtersOf('transfer', {})).toBe('business_day>=2030-07-06&business_day<=2030-07-06')
    expect(await filtersOf('payout', { period: 'PREVIOUS_MONTH' })).toBe('pay_on>=2030-06-01&pay_on<=2030-06-30')
    expect(await filtersOf('fee', { period: 'SINCE_LAST', at_time: '09:00' })).toBe(
      'business_day>=2030-07-06&business_day<=2030-07-06',
    )
    expect(await filtersOf('tax', { period: 'PREVIOUS_WEEK' })).toBe('month>=2030-06-01&month<=2030-06-30')
  })

  it('has the rows of its period, and mails its recipients a link, never the file (money check 23)', async () => {
    // At most three reports of one person wait: those of the tests above must not be in the way.
    const own = await kontor.make.merchant()
    const boss = await kontor.make.cookie({ merchant: own.merchant, roles: ['USER_ALL'] })
    const reader = await kontor.make.user({ merchant: own.merchant, roles: ['USER_ALL'] })
    const { id, last_run } = await schedule({ recipients: [reader.id], period: 'PREVIOUS_MONTH' }, boss)
    expect(last_run).toBe(null)
    expect((await kontor.post(boss, `/v1/reportschedule/${id}/run`)).status).toBe(200)
    const [run] = await until(
      () => runsOf(id, boss),
      ([first]) => first?.status === 'PROCESSED',
    )
    expect(run?.failure).toBe(null)
    expect((await kontor.get(boss, `/v1/reportschedule/${id}`)).body.last_run).toBe('PROCESSED')
    expect(run?.filters).toMatch(/^created_at>=[^&]*&created_at<=/)
    // Other runs have mails of their own.
    const letters = await until(
      async () => {
        const of = db().selectFrom('mail').select(['id', 'sealed']).where('template', '=', 'report_ready')
        const mails = await of.execute()
        return mails.map(({ id, sealed }) => sealed && openValues(kontor.database.masterKey, id, sealed))
      },
      (found) => JSON.stringify(found).includes(String(run?.id)),
    )
    expect(JSON.stringify(letters)).not.toContain('last_name')
    const values = letters.find((letter) => letter && letter.report === run?.id)
    const house = { databases: kontor.databases, publicUrl: 'https://kontor.test.example' }
    const mail = await scheduleMails(house)('report_ready', values || {}, new Date())
    // It leads through the sign-in, and opens nothing by itself.
    const link = `${house.publicUrl}/?_download=true&id=${run?.id}&_organisation=${own.merchant}`
    expect(JSON.stringify(mail?.content)).toContain(link)
  })
})

describe('a recipient of a schedule', () => {
  it('may open its report: nobody else is chosen, and who may not any more is mailed nothing', async () => {
    const own = await kontor.make.merchant()
    const boss = await kontor.make.cookie({ merchant: own.merchant, roles: ['USER_ALL'] })
    const of = (roles: Role[]) => kontor.make.user({ merchant: own.merchant, roles })
    const [reader, lister, leaver] = [
      await of(['REPORT_LIST', 'CUSTOMER_LIST']),
      await of(['CUSTOMER_LIST']),
      await of(['REPORT_LIST', 'CUSTOMER_LIST']),
    ]
    const branch = await kontor.make.organisation(own.merchant)
    const below = await kontor.make.user({
      ...{ merchant: own.merchant, organisation: branch, roles: ['REPORT_LIST', 'CUSTOMER_LIST'] },
    })
    for (const other of [lister, below])
      expect((await create({ recipients: [reader.id, other.id] }, boss)).body.details).toEqual({
        'body.recipients': 'may_not_open',
        recipients: [other.id],
      })
    const disabled = await of(['REPORT_LIST', 'CUSTOMER_LIST'])
    await db().updateTable('platform_user').set({ active: false }).where('id', '=', disabled.id).execute()
    expect((await create({ recipients: [reader.id, disabled.id] }, boss)).body.details).toEqual({
      'body.recipients': 'may_not_open',
      recipients: [disabled.id],
    })
    const { id } = await schedule({ recipients: [reader.id, leaver.id] }, boss)
    await db().deleteFrom('role_grant').where('user_id', '=', leaver.id).where('role', '=', 'CUSTOMER_LIST').execute()
    await kontor.post(boss, `/v1/reportschedule/${id}/run`)
    const [run] = await until(
      () => runsOf(id, boss),
      ([first]) => first?.status === 'PROCESSED',
    )
    expect((await mailsTo(reader.id, 'report_ready')).map((mail) => mail.report)).toEqual([run?.id])
    expect(await mailsTo(leaver.id, 'report_ready')).toEqual([])
  })

  it('is shown with what keeps the report from them since', async () => {
    const own = await kontor.make.merchant()
    const boss = await kontor.make.cookie({ merchant: own.merchant, roles: ['USER_ALL'] })
    const branch = await kontor.make.organisation(own.merchant)
    const all = async () =>
      (await kontor.make.user({ merchant: own.merchant, roles: ['REPORT_LIST', 'CUSTOMER_LIST'] })).id
    const [reader, unlisted, unread, moved, gone] = [await all(), await all(), await all(), await all(), await all()]
    const recipients = [reader, unlisted, unread, moved, gone]
    const { id } = await schedule({ recipients }, boss)
    const problems = async () => (await kontor.get(boss, `/v1/reportschedule/${id}/recipients`)).body
    expect(await problems()).toEqual(recipients.map((user) => ({ user, problem: null })))
    const grants = db().deleteFrom('role_grant')
    await grants.where('user_id', '=', unlisted).where('role', '=', 'CUSTOMER_LIST').execute()
    await grants.where('user_id', '=', unread).where('role', '=', 'REPORT_LIST').execute()
    await db().updateTable('platform_user').set({ organisation_id: branch }).where('id', '=', moved).execute()
    await db().updateTable('platform_user').set({ active: false }).where('id', '=', gone).execute()
    expect(await problems()).toEqual([
      { user: reader, problem: null },
      { user: unlisted, problem: 'no_list' },
      { user: unread, problem: 'no_reports' },
      { user: moved, problem: 'elsewhere' },
      { user: gone, problem: 'gone' },
    ])
    const another = await kontor.make.cookie({ merchant: (await kontor.make.merchant()).merchant, roles: ['USER_ALL'] })
    expect((await kontor.get(another, `/v1/reportschedule/${id}/recipients`)).status).toBe(404)
  })
})

describe('the address of a schedule', () => {
  it('is told of each report, with a signature, and a program downloads what it was told of', async () => {
    const receiver = await openReceiver()
    const { merchant } = await kontor.make.merchant()
    const boss = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
    const { id, webhook_url } = await schedule({ webhook_url: receiver.url() }, boss)
    expect(webhook_url).toBe(receiver.url())
    await kontor.post(boss, `/v1/reportschedule/${id}/run`)
    const [told] = await until(
      async () => receiver.heard,
      ({ length }) => length > 0,
    )
    receiver.close()
    const said = new Webhook(webhookSecret(kontor.database.masterKey, merchant, 0)).verify(
      told?.body ?? '',
      told?.headers ?? {},
    )
    const [run] = await runsOf(id, boss)
    expect(said).toMatchObject({
      type: 'report.processed',
      data: {
        id: run?.id,
        status: 'PROCESSED',
        failure: null,
        list: 'customer',
        count: 0,
        schedule: id,
        due_at: run?.due_at,
      },
    })
    const program = await kontor.make.apiKey(merchant, ['REPORT_LIST', 'CUSTOMER_LIST'])
    expect((await kontor.get(program, `/v1/report/${run?.id}/download`)).status).toBe(200)
    // It is in the list of webhooks, and can be sent to try an address by those who may read the report.
    const trial = { url: receiver.url(), type: 'report', item_id: run?.id, status: 'PROCESSED' }
    const may = await kontor.make.apiKey(merchant, ['WEBHOOK_ALL', 'REPORT_LIST', 'CUSTOMER_LIST'])
    const mayNot = await kontor.make.apiKey(merchant, ['WEBHOOK_ALL', 'REPORT_LIST'])
    expect((await kontor.post(mayNot, '/v1/webhook', trial)).status).toBe(400)
    expect((await kontor.post(may, '/v1/webhook', trial)).status).toBe(201)
  })
})

describe('a schedule of all merchants', () => {
  it('mails the provider’s staff, and has no address of a merchant', async () => {
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const reader = await kontor.make.user({ roles: ['PSP_ALL'] })
    expect((await create({ recipients: [owner.id] }, staff)).body.details).toEqual({ 'body.recipients': 'not_found' })
    expect((await create({ webhook_url: 'https://shop.example' }, staff)).body.details).toEqual({
      'body.webhook_url': 'of_one_merchant',
    })
    const { id } = await schedule({ recipients: [reader.id] }, staff)
    await job().run(instants(1)[0] as Date)
    const [run] = await until(
      () => runsOf(id, staff),
      ([first]) => first?.status === 'PROCESSED',
    )
    expect(run?.failure).toBe(null)
    expect((await mailsTo(reader.id, 'report_ready')).map((mail) => mail.report)).toEqual([run?.id])
    expect(await runsOf(id)).toEqual([])
  })
})

describe('a list of one merchant', () => {
  const ofOne = reportTypes.filter((type) => reportedEntity(type)?.ofOneMerchant)
  it.each(ofOne)('%s has no report and no schedule of all merchants', async (type) => {
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const columns = reportedEntity(type)?.export.slice(0, 1)
    const refused = { code: 'invalid_request', details: { 'query.merchant': 'required' } }
    expect((await create({ type, columns }, staff)).body).toMatchObject(refused)
    const report = { name: 'Once', type, filters: '', columns, file_format: 'csv', time_zone: 'UTC' }
    expect((await kontor.post(staff, '/v1/report', report)).body).toMatchObject(refused)
    const { merchant } = await kontor.make.merchant()
    expect((await kontor.post(staff, `/v1/report?merchant=${merchant}`, report)).status).toBe(201)
  })
})

describe('a merchant that lacks a module', () => {
  it('has no report and no schedule of that part, also by their ids', async () => {
    const { merchant } = await kontor.make.merchant()
    const boss = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
    const { id } = await schedule({ type: 'subscription', columns: ['id'], filters: '' }, boss)
    await kontor.post(boss, `/v1/reportschedule/${id}/run`)
    const [run] = await until(
      () => runsOf(id, boss),
      ([first]) => first?.status === 'PROCESSED',
    )
    await db().updateTable('merchant').set({ has_subscriptions: false }).where('id', '=', merchant).execute()
    for (const [method, path] of [
      ['GET', `/v1/report/${run?.id}/download`],
      ['POST', `/v1/report/${run?.id}/cancel`],
      ['DELETE', `/v1/report/${run?.id}`],
      ['POST', `/v1/reportschedule/${id}/run`],
      ['DELETE', `/v1/reportschedule/${id}`],
    ] as const) {
      const { status } = await kontor.call(boss, method, path, method === 'GET' ? undefined : {})
      expect([method, path, status]).toEqual([method, path, 404])
    }
  })
})

describe('a schedule is refused', () => {
  it.each([
    [{ frequency: 'WEEKLY' }, { 'body.weekdays': 'required' }],
    [{ frequency: 'MONTHLY' }, { 'body.month_day': 'required' }],
    [{ at_time: '25:00' }, { 'body.at_time': 'invalid_time' }],
    [{ filters: 'created_at>=2026-01-01' }, { 'body.filters.created_at': 'period_has_it' }],
    [{ recipients: ['01900000-0000-7000-8000-000000000000'] }, { 'body.recipients': 'not_found' }],
    [{ filters: 'colour=red' }, { 'body.filters.colour': 'unknown' }],
    [
      { type: 'transfer', columns: ['id'], filters: 'business_day>=2026-01-01' },
      { 'body.filters.business_day': 'period_has_it' },
    ],
  ])('for %j, by the name of what is wrong', async (more, details) => {
    expect((await create(more)).body.details).toEqual(details)
  })

  it('for filters that leave no room for the range of a run', async () => {
    const long = { filters: Array(94).fill(`id[]=${owner.id}`).join('&') }
    expect((await create(long)).body.details).toEqual({ 'body.filters': 'too_long' })
  })

  it('to those without the roles of its list, and is out of another merchant’s reach', async () => {
    const { id } = await schedule()
    const without = await kontor.make.cookie({ merchant: shop.merchant, roles: ['REPORT_SCHEDULE_ALL'] })
    expect((await create({}, without)).status).toBe(403)
    expect((await kontor.get(without, `/v1/reportschedule/${id}`)).status).toBe(404)
    expect((await kontor.post(without, `/v1/reportschedule/${id}/run`)).status).toBe(403)
    const other = await kontor.make.merchant()
    const stranger = await kontor.make.cookie({ merchant: other.merchant, roles: ['USER_ALL'] })
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/run'],
      ['DELETE', ''],
    ] as const)
      expect(
        (await kontor.call(stranger, method, `/v1/reportschedule/${id}${path}`, method === 'GET' ? undefined : {}))
          .status,
      ).toBe(404)
    expect((await create({ recipients: [owner.id] }, stranger)).body.details).toEqual({
      'body.recipients': 'not_found',
    })
  })
})
