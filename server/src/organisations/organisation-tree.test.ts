import { organisationHolders } from '@kontor/contract/organisations/organisation.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Reply, startTestApp, type TestApp } from '../../test/harness.ts'
import { type Attempts, openAttempts } from '../../test/signing-in/attempts.ts'
import { holdingTables } from './organisation-tree.ts'

let kontor: TestApp
let db: Attempts
let staff: string

beforeAll(async () => {
  kontor = await startTestApp()
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  db = await openAttempts(kontor, (await kontor.make.merchant()).merchant)
})
afterAll(async () => {
  await db.close()
  await kontor.stop()
})

const values = (given: object = {}) => ({ name: 'North', country_code: 'NL', ...given })

/** A merchant of its own, its owner, and calls about its tree. */
async function newTree() {
  const shop = await kontor.make.merchant()
  const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  const create = async (parent: string, name = 'North') => {
    const { status, body } = await kontor.post(owner, '/v1/organisation', values({ parent, name }))
    expect([status, body.details]).toEqual([201, undefined])
    return body.id as string
  }
  const move = (id: string, parent: string, who = owner) =>
    kontor.post(who, `/v1/organisation/${id}`, values({ parent }))
  const remove = (id: string) => kontor.call(owner, 'DELETE', `/v1/organisation/${id}`, {})
  return { shop, root: shop.merchant, owner, create, move, remove }
}

/** The organisations of a merchant whose depth is not one more than their parent's, or that no way leads to. */
const misplaced = (merchant: string) =>
  db.rows(
    `with recursive below as (
      select id, 0 as depth from organisation where merchant_id = $1 and id = $1
      union all
      select o.id, below.depth + 1 from organisation o join below on o.parent_id = below.id where o.merchant_id = $1
    ) select o.id from organisation o left join below using (id)
    where o.merchant_id = $1 and o.depth is distinct from below.depth`,
    [merchant],
  )

const seenBy = async (who: string, path: string) => (await kontor.get(who, path)).body as { id: string }[]
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort()
/** How many wait for their turn. */
const waiting = `select count(*)::int from pg_locks where locktype = 'advisory' and not granted`
const details = ({ status, body }: Reply) => [status, body.details]

describe('an organisation', () => {
  it('has every field of the specification, and is found by them again', async () => {
    const { owner, root } = await newTree()
    const whole = {
      ...{ name: 'Filiaal Utrecht', email: 'utrecht@shop.example', phone: '+31 30 123 4567', street: 'Oudegracht' },
      ...{ street_number: '158', extended_address: 'bis A', country_code: 'NL', region: 'Utrecht' },
      ...{ postal_code: '3511 AZ', locality: 'Utrecht', tax_number: 'NL001234567B01', parent: root },
    }
    const made = await kontor.post(owner, '/v1/organisation', whole)
    expect([made.status, made.body]).toMatchObject([201, { ...whole, depth: 1, merchant: root }])
    expect((await kontor.get(owner, `/v1/organisation/${made.body.id}`)).body).toEqual(made.body)
  })

  it.each([
    ['no name', { name: '' }, { 'body.name': 'required' }],
    ['a name of spaces', { name: '  ' }, { 'body.name': 'required' }],
    ['no country', { country_code: undefined }, { 'body.country_code': 'required' }],
    ['a country that there is not', { country_code: 'XX' }, { 'body.country_code': 'invalid_country' }],
    ['an address that is none', { email: 'x@' }, { 'body.email': 'invalid_email' }],
    ['a number with a letter', { street_number: '12a' }, { 'body.street_number': 'invalidNumber' }],
    ['no parent', { parent: undefined }, { 'body.parent': 'required' }],
    ['a parent that there is not', { parent: '01900000-0000-7000-8000-000000000000' }, { 'body.parent': 'not_found' }],
    ['a field of its own', { depth: 3 }, { 'body.depth': 'unknown' }],
  ])('with %s is refused', async (_what, wrong, expected) => {
    const { owner, root } = await newTree()
    expect(details(await kontor.post(owner, '/v1/organisation', values({ parent: root, ...wrong })))).toEqual([
      400,
      expected,
    ])
  })

  it('cannot be put below another merchant’s', async () => {
    const [own, other] = [await newTree(), await newTree()]
    const node = await own.create(own.root)
    const theirs = await other.create(other.root)
    for (const parent of [other.root, theirs]) {
      expect(details(await own.move(node, parent))).toEqual([400, { 'body.parent': 'not_found' }])
      expect(details(await own.move(node, parent, staff))).toEqual([400, { 'body.parent': 'not_found' }])
    }
    expect((await own.move(theirs, own.root)).status).toBe(404)
    expect((await own.remove(theirs)).status).toBe(404)
    for (const path of ['holders', 'history', `move?parent=${own.root}`])
      expect([path, (await kontor.get(own.owner, `/v1/organisation/${theirs}/${path}`)).status]).toEqual([path, 404])
    expect((await kontor.get(own.owner, `/v1/organisation/${node}/move?parent=${theirs}`)).status).toBe(404)
    const { nodes } = (await kontor.get(own.owner, '/v1/organisation/tree')).body
    expect(ids(nodes)).toEqual([own.root, node].sort())
  })

  it('at the root stays, keeps the name of the merchant, and may change all else', async () => {
    const { owner, root, create, remove } = await newTree()
    const node = await create(root)
    const { name } = (await kontor.get(owner, `/v1/organisation/${root}`)).body
    const update = (given: object) => kontor.post(owner, `/v1/organisation/${root}`, values({ name, ...given }))
    expect(details(await update({ parent: node }))).toEqual([400, { 'body.parent': 'root_stays' }])
    expect(details(await update({ parent: null, name: 'Other' }))).toEqual([400, { 'body.name': 'name_of_merchant' }])
    expect((await update({ parent: null, street: 'Dam' })).body).toMatchObject({ street: 'Dam', parent: null })
    expect((await remove(root)).body.code).toBe('organisation_is_merchant')
    expect(details(await kontor.post(owner, `/v1/organisation/${node}`, values({ parent: null })))).toEqual([
      400,
      { 'body.parent': 'required' },
    ])
  })
})

describe('a change', () => {
  it('keeps what it does not name, so that two people can change different fields', async () => {
    const { root, owner, create } = await newTree()
    const node = await create(root, 'North')
    const change = (given: object) => kontor.post(owner, `/v1/organisation/${node}`, given)
    const replies = await Promise.all([
      change({ phone: '+31 20 123' }),
      change({ name: 'South' }),
      change({ street: 'Dam' }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const after = { name: 'South', phone: '+31 20 123', street: 'Dam', country_code: 'NL', parent: root }
    expect((await change({})).body).toMatchObject(after)
    expect(details(await change({ name: '' }))).toEqual([400, { 'body.name': 'required' }])
  })

  it('that names no parent leaves an organisation where somebody has moved it', async () => {
    const { owner, root, create, move } = await newTree()
    const [node, south] = [await create(root), await create(root, 'South')]
    await move(node, south)
    const phone = '+31 20 123 4567'
    const { status, body } = await kontor.post(owner, `/v1/organisation/${node}`, values({ phone }))
    expect([status, body]).toMatchObject([200, { phone, parent: south }])
    const { name } = (await kontor.get(owner, `/v1/organisation/${root}`)).body
    expect((await kontor.post(owner, `/v1/organisation/${root}`, values({ name, phone }))).status).toBe(200)
  })

  it('of the merchant waits for those of its tree, whose root has the same name', async () => {
    const { root } = await newTree()
    await db.rows('begin')
    await db.rows(`select pg_advisory_xact_lock(hashtextextended('kontor.organisation/${root}', 0))`)
    const renamed = kontor.post(staff, `/v1/psp/merchant/${root}`, { name: 'Renamed' })
    await expect.poll(async () => (await db.column(waiting))[0]).toBe(1)
    await db.rows('commit')
    expect((await renamed).status).toBe(200)
    expect((await kontor.get(staff, `/v1/organisation/${root}`)).body.name).toBe('Renamed')
  })
})

describe('a move', () => {
  it('takes everything below along, and what users see and statistics count, at the next request', async () => {
    const { shop, root, create, move } = await newTree()
    const [north, south] = [await create(root), await create(root, 'South')]
    const middle = await create(north, 'Middle')
    const low = await create(middle, 'Low')
    const profile = await kontor.make.profile(root, { organisation: low, processors: [shop.processor] })
    const paid = await kontor.make.transaction({ ...shop, profile }, { organisation: low, amount: 4_200 })
    const roles = ['USER_ALL'] as const
    const of = (organisation: string) => kontor.make.cookie({ merchant: root, organisation, roles: [...roles] })
    const [inNorth, inSouth] = [await of(north), await of(south)]
    const key = await kontor.make.apiKey(root, ['USER_ALL'], south)
    await kontor.make.apiKey(root, ['USER_ALL'], north)
    await kontor.make.apiKey(root, ['USER_ALL'], north)
    await db.rows(
      `update api_key set revoked_at = now() where id = (select max(id::text)::uuid from api_key where merchant_id = $1)`,
      [root],
    )
    const sees = async (who: string) => ({
      tree: ids((await kontor.get(who, '/v1/organisation/tree')).body.nodes).length,
      payments: (await seenBy(who, '/v1/transaction?_limit=1000')).length,
      counted: (await kontor.get(who, '/v1/transaction/count')).body.count,
    })
    expect([await sees(inNorth), await sees(inSouth)]).toEqual([
      { tree: 3, payments: 1, counted: 1 },
      { tree: 1, payments: 0, counted: 0 },
    ])
    const preview = await kontor.get(staff, `/v1/organisation/${middle}/move?parent=${south}&merchant=${root}`)
    const losing = { users_who_lose: 1, api_keys_that_lose: 1 }
    expect(preview.body).toEqual({ organisations: 2, ...losing, users_who_gain: 1 })

    expect((await move(middle, south)).body).toMatchObject({ parent: south, depth: 2 })
    expect([await sees(inNorth), await sees(inSouth), await sees(key)]).toEqual([
      { tree: 1, payments: 0, counted: 0 },
      { tree: 3, payments: 1, counted: 1 },
      { tree: 3, payments: 1, counted: 1 },
    ])
    expect((await kontor.get(inNorth, `/v1/transaction/${paid.id}`)).status).toBe(404)
    expect(await misplaced(root)).toEqual([])
    // The new depth of the nodes below follows from the move and is no change of its own.
    const { changes } = (await kontor.get(staff, `/v1/organisation/${low}/history`)).body
    expect(changes.map(({ operation }: { operation: string }) => operation)).toEqual(['created'])
  })

  it('below itself, or deeper than ten, is refused and changes nothing', async () => {
    const { root, create, move } = await newTree()
    const chain = [root]
    for (let depth = 1; depth <= 10; depth += 1) chain.push(await create(chain.at(-1) ?? '', `Level ${depth}`))
    const [, one = '', two = ''] = chain
    const beside = await create(root, 'Beside')
    for (const parent of [one, two]) {
      expect(details(await move(one, parent))).toEqual([400, { 'body.parent': 'below_itself' }])
    }
    expect(details(await move(one, beside))).toEqual([400, { 'body.parent': 'too_deep' }])
    // The question what a move does is refused as the move is.
    const asked = async (id: string, parent: string) =>
      details(await kontor.get(staff, `/v1/organisation/${id}/move?parent=${parent}&merchant=${root}`))
    expect(await asked(one, two)).toEqual([400, { 'query.parent': 'below_itself' }])
    expect(await asked(one, beside)).toEqual([400, { 'query.parent': 'too_deep' }])
    expect((await asked(beside, one))[0]).toBe(200)
    expect(details(await move(beside, chain[10] ?? ''))).toEqual([400, { 'body.parent': 'too_deep' }])
    expect((await move(beside, chain[9] ?? '')).status).toBe(200)
    expect(await misplaced(root)).toEqual([])
  })

  it('of two at once that would make a circle happens once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { root, create, move } = await newTree()
      const [one, other] = [await create(root), await create(root, 'South')]
      const low = await create(other, 'Low')
      const replies = await Promise.all([move(one, low), move(other, one)])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
      expect(await misplaced(root)).toEqual([])
    }
  })

  it('made at random, by many at once, always leaves a tree', async () => {
    const { root, create, move } = await newTree()
    const nodes = [root]
    for (let index = 0; index < 20; index += 1) nodes.push(await create(nodes[Math.floor(index / 3)] ?? root))
    const any = () => nodes[Math.floor(Math.random() * nodes.length)] ?? root
    const statuses = new Set<number>()
    for (let round = 0; round < 15; round += 1) {
      const replies = await Promise.all(Array.from({ length: 8 }, () => move(any(), any())))
      for (const { status } of replies) statuses.add(status)
    }
    expect(await misplaced(root)).toEqual([])
    expect([...statuses].filter((status) => status >= 500)).toEqual([])
    expect(statuses).toContain(200)
  })

  it('and the deletion of where it goes end with both right, whichever is first', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { root, create, move, remove } = await newTree()
      const [node, gone] = [await create(root), await create(root, 'South')]
      const [moved, removed] = await Promise.all([move(node, gone), remove(gone)])
      expect([
        [200, 409],
        [400, 204],
      ]).toContainEqual([moved?.status, removed?.status])
      expect(await misplaced(root)).toEqual([])
    }
  })

  it('that ends while others wait for the tree counts for them', async () => {
    const { root, owner, create } = await newTree()
    const [own, outside] = [await create(root), await create(root, 'South')]
    const [middle, gone] = [await create(own, 'Middle'), await create(own, 'Gone')]
    const [low, under, emptied, other] = [
      await create(middle, 'Low'),
      await create(middle, 'Under'),
      await create(middle, 'Emptied'),
      await create(middle, 'Other'),
    ]
    const who = await kontor.make.cookie({ merchant: root, organisation: own, roles: ['ORGANISATION_ALL'] })
    await db.rows('begin')
    await db.rows(`select pg_advisory_xact_lock(hashtextextended('kontor.organisation/${root}', 0))`)
    const asked = [
      kontor.post(who, `/v1/organisation/${low}`, values({ parent: middle, street: 'Dam' })),
      kontor.post(who, `/v1/organisation/${gone}`, values({ parent: middle })),
      kontor.post(who, '/v1/organisation', values({ parent: under })),
      kontor.call(who, 'DELETE', `/v1/organisation/${emptied}`, {}),
      // The owner names the part of the tree that it acts in.
      kontor.call(owner, 'DELETE', `/v1/organisation/${other}?organisation=${own}`, {}),
    ]
    await expect.poll(async () => (await db.column(waiting))[0]).toBe(asked.length)
    await db.rows('update organisation set parent_id = $2 where merchant_id = $1 and id = $3', [root, outside, middle])
    await db.rows('commit')
    const [updated, moved, created, removed, narrowed] = (await Promise.all(asked)).map(details)
    expect({ updated, moved, created, removed, narrowed }).toEqual({
      updated: [404, undefined],
      moved: [400, { 'body.parent': 'not_found' }],
      created: [400, { 'body.parent': 'not_found' }],
      removed: [404, undefined],
      narrowed: [404, undefined],
    })
  })

  it('is nothing that somebody below can do with where they are', async () => {
    const { root, create, move } = await newTree()
    const own = await create(root)
    const [low, outside] = [await create(own, 'Low'), await create(root, 'South')]
    const who = await kontor.make.cookie({ merchant: root, organisation: own, roles: ['ORGANISATION_ALL'] })
    expect(details(await move(own, low, who))).toEqual([400, { 'body.parent': 'below_itself' }])
    expect(details(await move(own, outside, who))).toEqual([400, { 'body.parent': 'not_found' }])
    expect((await move(low, outside, who)).status).toBe(400)
    expect((await move(outside, own, who)).status).toBe(404)
    const { status, body } = await kontor.post(who, '/v1/organisation', values({ parent: low }))
    expect([status, body.depth]).toEqual([201, 3])
    // Their own place keeps its parent, which they do not see.
    expect((await move(own, root, who)).body).toMatchObject({ parent: root })
  })
})

describe('a deletion', () => {
  it('is refused with what belongs to the organisation, and done when nothing does', async () => {
    const { shop, root, owner, create, remove } = await newTree()
    const node = await create(root)
    const low = await create(node, 'Low')
    const profile = await kontor.make.profile(root, { organisation: node })
    await kontor.make.user({ merchant: root, organisation: node })
    await kontor.make.apiKey(root, ['USER_ALL'], node)
    await kontor.make.transaction(shop, { organisation: node })
    const refused = await remove(node)
    expect([refused.status, refused.body.code]).toEqual([409, 'organisation_in_use'])
    const held = { organisation: 1, payment_profile: 1, user: 1, api_key: 'some', transaction: 1 }
    expect(refused.body.details).toMatchObject(held)
    const { body: holders } = await kontor.get(owner, `/v1/organisation/${node}/holders`)
    expect(
      Object.fromEntries(
        holders.map((each: { holder: string; count?: number }) => [each.holder, each.count ?? 'some']),
      ),
    ).toEqual(refused.body.details)
    expect((await kontor.get(owner, `/v1/paymentprofile/${profile}`)).status).toBe(200)
    expect((await kontor.get(owner, `/v1/organisation/${low}/holders`)).body).toEqual([])
    expect((await remove(low)).status).toBe(204)
    expect((await kontor.get(owner, `/v1/organisation/${low}`)).status).toBe(404)
  })

  it('is not kept from happening by keys and imports that are over, which go to the organisation above', async () => {
    const { root, owner, create, remove } = await newTree()
    const above = await create(root)
    const node = await create(above, 'Low')
    const key = async () =>
      (await kontor.post(owner, '/v1/apikey', { name: 'Till', organisation: node, roles: ['TAG_LIST'] })).body.id
    const [revoked, expired, present] = [await key(), await key(), await key()]
    await db.rows('update api_key set expires_at = now() where id = $1', [expired])
    await kontor.post(owner, `/v1/apikey/${revoked}/revoke`)
    const over = await kontor.make.importOf(root, { organisation: node, status: 'CANCELLED' })
    const held = async () =>
      (await kontor.get(staff, `/v1/organisation/${node}/holders`)).body.map(({ holder }: { holder: string }) => holder)
    expect(await held()).toEqual(['api_key', 'import'])
    await db.rows('update import set file_deleted_at = now() where id = $1', [over])
    expect(await held()).toEqual(['api_key'])
    expect((await remove(node)).status).toBe(409)
    await kontor.post(owner, `/v1/apikey/${present}/revoke`)
    expect((await remove(node)).status).toBe(204)
    const placed = await db.column(
      'select organisation_id from api_key where id = any($1) union all select organisation_id from import where id = $2',
      [[revoked, expired, present], over],
    )
    expect(placed).toEqual([above, above, above, above])
  })

  it('shows the numbers of what its reader may list', async () => {
    const { owner, root, create } = await newTree()
    const node = await create(root)
    await kontor.make.profile(root, { organisation: node })
    const reader = await kontor.make.cookie({ merchant: root, roles: ['ORGANISATION_LIST'] })
    const holders = async (who: string) => (await kontor.get(who, `/v1/organisation/${node}/holders`)).body
    expect(await holders(owner)).toEqual([{ holder: 'payment_profile', count: 1 }])
    expect(await holders(reader)).toEqual([{ holder: 'payment_profile' }])
  })

  it('finds what trade makes by the organisation, without reading what else the merchant has', async () => {
    const indexed = await db.column(`select distinct i.indrelid::regclass::text from pg_index i
      join pg_class t on t.oid = i.indrelid where not t.relispartition and i.indpred is null
      and (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = i.indexrelid and a.attnum <= 2) = array['merchant_id', 'organisation_id']`)
    const few = ['organisation', 'payment_profile', 'platform_user', 'api_key', 'processor', 'terminal']
    const configured = [...few, 'plan', 'subscription_discount', 'checkout', 'tag', 'share', 'processor_settlement']
    const grown = organisationHolders
      .map((holder) => holdingTables[holder].table)
      .filter((table) => !configured.includes(table))
    expect(grown.filter((table) => !indexed.includes(table))).toEqual([])
  })

  it('asks every table that refers to organisations', async () => {
    const referring = await db.column(`select distinct c.conrelid::regclass::text from pg_constraint c
      join pg_class t on t.oid = c.conrelid where c.contype = 'f' and c.confrelid = 'organisation'::regclass
      and not t.relispartition
      -- A contradiction has the organisation of its payment, which holds it already, or that of the whole merchant.
      and t.relname <> 'contradiction' order by 1`)
    expect(organisationHolders.map((holder) => holdingTables[holder].table).sort()).toEqual(referring)
  })
})

it('of 5,000 organisations the tree is one answer, and the database decides quickly who sees what', async () => {
  const { root, owner } = await newTree()
  // The triggers place a node and record it, each row for itself: for 5,000 rows they would take nearly all of the time.
  await db.rows(`set session_replication_role = replica`)
  await db.rows(
    `with regions as (
      insert into organisation (merchant_id, id, parent_id, name, country_code, depth)
      select $1::uuid, id_at(now()), $1::uuid, 'Region ' || n, 'NL', 1 from generate_series(1, 50) n returning id, name)
    insert into organisation (merchant_id, id, parent_id, name, country_code, depth)
      select $1::uuid, id_at(now()), regions.id, regions.name || ' shop ' || n, 'NL', 2
      from regions, generate_series(1, 99) n`,
    [root],
  )
  await db.rows(`set session_replication_role = origin`)
  expect(await misplaced(root)).toEqual([])
  const { body } = await kontor.get(owner, '/v1/organisation/tree')
  expect([body.nodes.length, body.is_complete]).toEqual([5_001, true])
  const steps = await db.rows(
    `explain (analyze, format json) with recursive below as (
      select id from organisation where merchant_id = $1 and id = $1
      union all
      select child.id from organisation child join below on child.parent_id = below.id where child.merchant_id = $1
    ) select id from below`,
    [root],
  )
  expect(JSON.stringify(steps)).toContain('organisation_parent')
})
