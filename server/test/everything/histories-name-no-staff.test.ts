import { entities } from '@kontor/contract/entities'
import { isAllowed } from '@kontor/contract/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/db/ids.ts'
import { until } from '../harness.ts'
import { base, makeWorld, type World } from '../world.ts'
import { ask, askEverything } from './ask-everything.ts'

/** A member of the provider’s staff whose name nothing else has, and the address that this person works from. */
const name = 'Recognisable Member of Staff'
const email = 'recognisable@provider.test'
const ip = '203.0.113.77'
let staff: string
let world: World

beforeAll(async () => {
  world = await makeWorld({ reports: { poll_ms: 30 } })
  staff = (await world.kontor.make.user({ name, email, roles: ['PSP_ALL'] })).id
  // A busy machine takes more than the usual minute for a world, and without it nothing of this is proved.
}, 240_000)
afterAll(() => world.stop())

/** The entities with a history that merchants read. */
const withHistory = entities
  .filter(({ hasHistory, roles }) => hasHistory && isAllowed(roles.list, ['USER_ALL']))
  .map((entity) => [entity.name, entity] as const)

/**
 * What has the names of people beside the trail of changes: the path of one of its rows at which a merchant reads them, and
 * who did what as staff leave it; or why no merchant reads them.
 */
const elsewhere: Record<string, { path: string; id: string; values: string } | string> = {
  audit_trail_intent: 'an item of the trail of calls comes of it, and merchants see no items of the staff',
  change: 'the tests above',
  customer_event: {
    path: '/v1/customer/$/events',
    id: 'customer_id',
    values: `insert into customer_event (merchant_id, customer_id, kind, actor_kind, actor_id, actor_name)
      select merchant_id, id, 'revealed', 'user', $2, $3 from customer where merchant_id = $1 limit 1 returning customer_id`,
  },
  link_event: {
    path: '/v1/paymentlink/$/activity',
    id: 'payment_link_id',
    values: `insert into link_event (merchant_id, payment_link_id, kind, actor_kind, actor_id, actor_name)
      select merchant_id, id, 'cancelled', 'user', $2, $3 from payment_link where merchant_id = $1 limit 1
      returning payment_link_id`,
  },
  outbox_resolution: 'the timeline of a payment shows it, as its events are shown',
  terminal_event: {
    path: '/v1/terminal/$/events',
    id: 'terminal_id',
    values: `insert into terminal_event (merchant_id, terminal_id, kind, actor_kind, actor_id, actor_name)
      select merchant_id, id, 'activated', 'user', $2, $3 from terminal where merchant_id = $1 limit 1 returning terminal_id`,
  },
  terminal_request: 'it is written without the names of staff (terminals.test.ts)',
  transaction_event: {
    path: '/v1/transaction/$/events',
    id: 'transaction_id',
    values: `insert into transaction_event (merchant_id, transaction_created_at, transaction_id, at, entity, subject_id,
        from_status, to_status, actor_kind, actor_id, actor_name)
      select merchant_id, created_at, id, now(), 'transaction', id, null, status, 'user', $2, $3 from transaction
      where merchant_id = $1 limit 1 returning transaction_id`,
  },
}

describe.each(withHistory)('the history of %s', (_name, entity) => {
  it('tells a merchant that its provider changed something, and not which of its people, and tells the staff', async () => {
    const [row] = (await world.kontor.get(world.who.ofA, `${base(entity)}?_limit=1`)).body
    await world.sql(
      `insert into change (merchant_id, entity, item_id, version, id, at, operation, before, after, secrets, command, ip,
        actor_kind, actor_id, actor_name, acted_as_merchant, hash)
      select $1, $2, $3, coalesce(max(version), 0) + 1, gen_random_uuid(), now(), 'updated', '{"a": 1}',
        jsonb_build_object('a', 2, 'created_by', $5::text, 'created_by_id', $4::uuid), '{}', 'x', $6, 'user', $4, $5, true,
        sha256('') from change where entity = $2 and item_id = $3`,
      [world.a.merchant, entity.recordedAs, row.id, staff, name, ip],
    )
    const path = `${base(entity)}/${row.id}/history`
    for (const who of [world.who.ofA, world.who.keyOfA]) {
      const { status, body } = await world.kontor.get(who, path)
      expect(status).toBe(200)
      expect(body.changes[0]).toMatchObject({ actor_kind: 'provider', actor_name: null, acted_as_merchant: true })
      for (const hidden of [name, staff, ip]) expect(JSON.stringify(body)).not.toContain(hidden)
    }
    const { body } = await world.kontor.get(world.who.provider, path)
    expect(body.changes[0]).toMatchObject({ actor_kind: 'user', actor_name: name, ip })
    expect(JSON.stringify(body.changes[0].fields)).toContain(name)
  })
})

it('the credential of a processor says to staff alone which of them changed it', async () => {
  const [row] = (await world.kontor.get(world.who.ofA, '/v1/processor?_limit=1')).body
  await world.sql(
    `insert into change (merchant_id, entity, item_id, version, id, at, operation, before, after, secrets, actor_kind, actor_id,
      actor_name, acted_as_merchant, hash)
    select $1, 'processor', $2, coalesce(max(version), 0) + 1, gen_random_uuid(), now(), 'updated', '{}', '{}', '{credential}',
      'user', $3, $4, true, sha256('') from change where entity = 'processor' and item_id = $2`,
    [world.a.merchant, row.id, staff, name],
  )
  const path = `/v1/processor/${row.id}/setup`
  const setups = [await world.kontor.get(world.who.ofA, path), await world.kontor.get(world.who.provider, path)]
  expect(setups.map(({ status, body }) => [status, JSON.stringify(body).includes(name)])).toEqual([
    [200, false],
    [200, true],
  ])
})

it('every table that has the name of whoever did something is told to merchants by the same rule, or says why not', async () => {
  const tables = await world.sql(`select distinct table_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'actor_name' and table_type = 'BASE TABLE'
      and table_name !~ '_\\d|_default$' order by 1`)
  expect(tables.map((table) => table['name'])).toEqual(Object.keys(elsewhere))
  for (const [table, of] of Object.entries(elsewhere)) {
    if (typeof of === 'string') continue
    const [made] = await world.sql(of.values, [world.a.merchant, staff, name])
    const path = of.path.replace('$', String(made?.[of.id]))
    const { status, body } = await world.kontor.get(world.who.ofA, path)
    expect([table, status]).toEqual([table, 200])
    const text = JSON.stringify(body)
    expect([table, text.includes(name), text.includes(staff), text.includes('"provider"')]).toEqual([
      table,
      false,
      false,
      true,
    ])
    expect(JSON.stringify((await world.kontor.get(world.who.provider, path)).body)).toContain(name)
  }
})

/** Tables that are written without the name of staff, by the test that says so. */
const withoutStaff = [
  ...['bank_account', 'bank_account_document', 'bank_account_reading', 'share', 'terminal_request'],
  // The tests above ask these, with the ids that they have beside the names.
  ...Object.entries(elsewhere).flatMap(([table, of]) => (typeof of === 'string' ? [] : [table])),
  ...['change', 'audit_trail_intent', 'audit_trail_item'],
]

/** What merchants read of who did something: each is signed by staff when everything is asked. */
const rowsOfMerchants = [
  ...['card_add_link', 'chargeback_evidence', 'payment_link', 'refund', 'report', 'report_schedule'].map(createdBy),
  ...['scheduled_transaction', 'subscription', 'subscription_discount_attached', 'webhook', 'webhook_secret'].map(
    createdBy,
  ),
  ...[
    'chargeback.answered_by',
    'report_download.by_name',
    'scheduled_attempt.started_by',
    'webhook_secret.last_revealed_by',
  ],
]
function createdBy(table: string): string {
  return `${table}.created_by`
}

/** Rows that the world has none of, of what staff did for a merchant. */
async function writeMore(): Promise<void> {
  const of = world.a.merchant
  const id = () => newId(new Date()).id
  await world.sql(
    `insert into webhook_secret (merchant_id, version, created_at, created_by, last_revealed_at, last_revealed_by)
      values ($1, 1, now(), 'Eva', now(), 'Eva')`,
    [of],
  )
  await world.sql(
    `insert into report_download (merchant_id, report_id, id, report_name, by_kind, by_id, by_name, ip)
      select merchant_id, id, gen_random_uuid(), name, 'user', $2, 'Eva', $3 from report where merchant_id = $1`,
    [of, staff, ip],
  )
  await world.sql(
    `insert into chargeback_evidence (merchant_id, id, chargeback_created_at, chargeback_id, position, name, content_type,
        content, created_at, created_by)
      select merchant_id, gen_random_uuid(), created_at, id, 5, 'Receipt', 'image/png', 'x', now(), 'Eva' from chargeback
      where merchant_id = $1`,
    [of],
  )
  await world.sql(
    `insert into scheduled_attempt (merchant_id, scheduled_created_at, scheduled_id, attempt, status, started_at, started_by, ended_at)
      select merchant_id, created_at, id, 15, 'FAILED', now(), 'Eva', now() from scheduled_transaction where merchant_id = $1`,
    [of],
  )
  await world.sql(
    `insert into subscription_discount_attached (merchant_id, id, subscription_id, subscription_discount_id, active, created_by)
      select s.merchant_id, $2, s.id, d.id, false, 'Eva' from subscription s join subscription_discount d using (merchant_id)
      where s.merchant_id = $1 limit 1`,
    [of, id()],
  )
  await world.sql(`update webhook set manual = true, created_by = 'Eva' where merchant_id = $1`, [of])
}

/** Writes the name into every row of the merchant that says who did something, and gives the columns that have it then. */
async function signEverything(): Promise<string[]> {
  const columns = await world.sql(
    `select c.table_name, c.column_name, c.data_type from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      join information_schema.columns of on of.table_schema = c.table_schema and of.table_name = c.table_name
        and of.column_name = 'merchant_id'
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name !~ '_\\d|_default$'
        and not c.table_name = any($1) and (c.data_type = 'text' and c.column_name ~ '(_by|by_name|actor_name|^revoker|^owner)$'
          or c.data_type = 'uuid' and c.column_name ~ '(_by_id|^by_id)$')
      order by 1, 2`,
    [withoutStaff],
  )
  const signed: string[] = []
  await world.sql('set session_replication_role = replica')
  for (const { table_name: table, column_name: column, data_type: type } of columns) {
    const write = (which: string) =>
      world.sql(`update ${table} set ${column} = $2 where merchant_id = $1 and ${which} returning 1`, [
        world.a.merchant,
        type === 'uuid' ? staff : name,
      ])
    // What nobody has done yet is not said to be done, where the table knows the difference.
    const rows = await write('true').catch(() => write(`${column} is not null`))
    if (rows.length > 0 && type === 'text') signed.push(`${table}.${column}`)
  }
  await world.sql('set session_replication_role = origin')
  return signed
}

describe('of what the staff of the provider did for a merchant', () => {
  const hidden = [name, email] as const
  let signed: string[]
  beforeAll(async () => {
    await writeMore()
    signed = await signEverything()
  })
  const seenIn = (text: string) => hidden.find((word) => text.includes(word))

  it('all of it has the name of one of them', () => {
    expect(signed).toEqual(expect.arrayContaining(rowsOfMerchants))
  })

  it.each([
    ['the owner', 'ofA'],
    ['a program', 'keyOfA'],
    ['a user of a part', 'ofSub'],
  ] as const)(
    'no answer and no file names who did it to %s of the merchant',
    async (_, who) => {
      const heard = await askEverything(world, world.who[who])
      expect(heard.filter(({ status }) => status >= 500).map(({ path }) => path)).toEqual([])
      expect(heard.filter(({ text }) => seenIn(text)).map(({ path }) => path)).toEqual([])
    },
    240_000,
  )

  it('the merchant reads that its provider did it, and the staff read who', async () => {
    for (const path of ['/v1/refund', '/v1/report', '/v1/paymentlink', '/v1/subscription', '/v1/webhook']) {
      const [row] = (await world.kontor.get(world.who.ofA, `${path}?_limit=1`)).body
      expect([path, row.created_by]).toEqual([path, 'provider'])
      const [same] = (await world.kontor.get(world.who.provider, `${path}?id=${row.id}`)).body
      expect([path, same.created_by]).toEqual([path, name])
    }
  })

  it('a report that the staff make for a merchant names none of them', async () => {
    // One that another process would be making holds up the others of its merchant.
    await world.sql(`delete from report where status = 'PENDING'`)
    const view = `merchant=${world.a.merchant}&organisation=${world.a.merchant}`
    const given = { name: 'Refunds', type: 'refund', columns: ['id', 'created_by'], filters: '' }
    const { status, body } = await world.kontor.post(world.who.provider, `/v1/report?${view}`, {
      ...{ ...given, file_format: 'csv', time_zone: 'UTC' },
    })
    expect(status).toBe(201)
    await until(
      async () => (await world.kontor.get(world.who.ofA, `/v1/report/${body.id}`)).body,
      (now) => now.status === 'PROCESSED',
    )
    const { text } = await ask(world, world.who.ofA, `/v1/report/${body.id}/download`)
    expect([text.includes('provider'), seenIn(text)]).toEqual([true, undefined])
  })

  it('names of before count, and a person of the merchant with the same name stays named', async () => {
    const [refund] = (await world.kontor.get(world.who.ofA, '/v1/refund?_limit=1')).body
    const author = async () => (await world.kontor.get(world.who.ofA, `/v1/refund/${refund.id}`)).body.created_by
    await world.sql(`update platform_user set name = 'Married Since' where id = $1`, [staff])
    expect(await author()).toBe('provider')
    const own = await world.kontor.make.user({ merchant: world.a.merchant, organisation: world.a.merchant, name })
    expect(await author()).toBe(name)
    await world.sql(`update platform_user set name = 'Somebody Else' where id = $1`, [own.id])
    expect(await author()).toBe(name)
  })
})
