import { entities } from '@kontor/contract/entities'
import { isAllowed } from '@kontor/contract/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { base, makeWorld, type World } from '../world.ts'

/** A member of the provider’s staff whose name nothing else has, and the address that this person works from. */
const name = 'Recognisable Member of Staff'
const ip = '203.0.113.77'
let staff: string
let world: World

beforeAll(async () => {
  world = await makeWorld()
  staff = (await world.kontor.make.user({ name, roles: ['PSP_ALL'] })).id
})
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
      select $1, $2, $3, coalesce(max(version), 0) + 1, gen_random_uuid(), now(), 'updated', '{"a": 1}', '{"a": 2}', '{}', 'x',
        $6, 'user', $4, $5, true, sha256('') from change where entity = $2 and item_id = $3`,
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
