import type { Role } from '@kontor/contract/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Reply, startTestApp, type TestApp } from '../../../test/harness.ts'
import { type Attempts, openAttempts } from '../../../test/signing-in/attempts.ts'

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

const details = ({ status, body }: Reply) => [status, body.details]
const code = ({ status, body }: Reply) => [status, body.code]
const at = (id: string, path = '') => `/v1/routing/${id}${path}`
const branch = (condition: object | object[], yes: unknown, no: unknown, id?: string) => ({
  ...(id && { id }),
  if: [condition].flat(),
  // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
  then: yes,
  else: no,
})
const above100 = { name: 'amount', operator: '>', value: 10_000 }

/** A merchant with two card processors, and calls about its routings and payment profiles. */
async function newShop() {
  const shop = await kontor.make.merchant()
  const [a, b] = [shop.processor, await kontor.make.processor(shop.merchant)] as const
  const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  const tree = branch(above100, a, b, 'top')
  const values = { name: 'Cheap first', organisation: shop.merchant, payment_product: 'card', details: tree }
  const create = (given: object = {}, who = owner) => kontor.post(who, '/v1/routing', { ...values, ...given })
  const update = (id: string, given: object, who = owner) => kontor.post(who, at(id), { version: 1, ...given })
  const remove = (id: string, who = owner) => kontor.call(who, 'DELETE', at(id), {})
  const read = async (id: string) => (await kontor.get(owner, at(id))).body
  const profile = async (given: object = {}) =>
    kontor.post(owner, '/v1/paymentprofile', {
      ...{ name: 'Webshop', display_name: 'Webshop', organisation: shop.merchant, currency_code: 'EUR' },
      ...{ processors: [a, b], ...given },
    })
  const route = (id: string, routing: object) => kontor.post(owner, `/v1/paymentprofile/${id}`, { routing })
  const set = (id: string, processors: string[], seen: string[], given: object = {}) =>
    kontor.post(owner, `/v1/paymentprofile/${id}/processors`, { processors, seen, ...given })
  const routesOf = async (id: string) => (await kontor.get(owner, `/v1/paymentprofile/${id}`)).body.routing
  return { ...shop, a, b, owner, tree, create, update, remove, read, profile, route, set, routesOf }
}

describe('a routing', () => {
  it('is made with its tree as version 1, and its processors are those at the ends (check 1)', async () => {
    const { a, b, merchant, owner, create, read } = await newShop()
    const made = await create({
      details: branch(above100, a, branch({ name: 'random', operator: '<', value: 30 }, b, a)),
    })
    expect([made.status, made.body]).toMatchObject([
      201,
      { ...{ version: 1, processors: [a, b], merchant, currency_code: 'EUR', uses: 0, payment_product: 'card' } },
    ])
    // The server names branches that have no name.
    const second = branch({ name: 'random', operator: '<', value: 30 }, b, a, 'b2')
    expect(made.body.details).toEqual(branch(above100, a, second, 'b1'))
    expect(await read(made.body.id)).toEqual(made.body)
    const { body } = await kontor.get(owner, '/v1/routing?_search_by=name&_search=cheap&_populate=processors')
    expect(body[0].processors.map(({ id }: { id: string }) => id)).toEqual([a, b])
  })

  it.each([
    ['no name', { name: ' ' }, { 'body.name': 'required' }],
    ['no organisation', { organisation: undefined }, { 'body.organisation': 'required' }],
    ['no payment product', { payment_product: undefined }, { 'body.payment_product': 'required' }],
    ['no tree', { details: undefined }, { 'body.details': 'required' }],
    ['an empty tree', { details: {} }, { 'body.details': 'required' }],
    ['a tree that is text', { details: 'x' }, { 'body.details': 'invalid_type' }],
  ])('with %s is refused (check 1)', async (_what, wrong, expected) => {
    const { create } = await newShop()
    expect(details(await create(wrong))).toEqual([400, expected])
  })

  it.each([
    ['no condition', (a: string) => branch([], a, a), { if: 'required' }],
    ['no value', (a: string) => branch({ name: 'amount', operator: '>' }, a, a), { 'if.0.value': 'required' }],
    ['no operator', (a: string) => branch({ name: 'amount', value: 1 }, a, a), { 'if.0.operator': 'required' }],
    [
      'an unknown rule',
      (a: string) => branch({ name: 'moon', operator: '==', value: 1 }, a, a),
      { 'if.0.name': 'invalid_value' },
    ],
    ['no processor', (a: string) => branch(above100, a, ''), { else: 'required' }],
    ['a processor that there is not', (a: string) => branch(above100, a, absent), { else: 'not_found' }],
    [
      'an order of brands',
      (a: string) => branch({ name: 'card_brand', operator: '>', value: 'visa' }, a, a),
      { 'if.0.operator': 'invalid_value' },
    ],
    [
      'more than 100 per cent',
      (a: string) => branch(above100, a, branch([above100, { name: 'random', operator: '<', value: 101 }], a, a)),
      { 'else.if.1.value': 'zero_to_hundred' },
    ],
    [
      'five digits of a card',
      (a: string) => branch({ name: 'card_bin', operator: '==', value: 41_111 }, a, a),
      { 'if.0.value': 'six_to_eight_digits' },
    ],
    [
      'letters for the digits of a card',
      (a: string) => branch({ name: 'card_bin', operator: '==', value: 'abc' }, a, a),
      { 'if.0.value': 'six_to_eight_digits' },
    ],
    [
      'letters for an amount',
      (a: string) => branch({ name: 'amount', operator: '<', value: 'abc' }, a, a),
      { 'if.0.value': 'must_be_a_number' },
    ],
    [
      'a negative amount',
      (a: string) => branch({ name: 'amount', operator: '<', value: -1 }, a, a),
      { 'if.0.value': 'must_not_be_negative' },
    ],
    [
      'a branch named twice',
      (a: string) => branch(above100, branch(above100, a, a, 'x'), a, 'x'),
      { 'then.id': 'twice' },
    ],
    ['a further field', (a: string) => ({ ...branch(above100, a, a), note: 'x' }), { note: 'unknown' }],
    [
      '21 branches behind each other',
      (a: string) => chain(21, a),
      { [Array(20).fill('else').join('.')]: 'too_deep_for_route' },
    ],
    [
      'a list of values',
      (a: string) => branch({ name: 'card_brand', operator: 'IN', value: ['visa'] }, a, a),
      { 'if.0.operator': 'invalid_value', 'if.0.value': 'invalid_type' },
    ],
  ])('with a tree with %s is refused at the place in the tree (check 2)', async (_what, treeOf, expected) => {
    const { a, create } = await newShop()
    const at = Object.fromEntries(Object.entries(expected).map(([path, reason]) => [`body.details.${path}`, reason]))
    expect(details(await create({ details: treeOf(a) }))).toEqual([400, at])
  })

  it('has at most 200 branches, 20 behind each other', async () => {
    const { a, b, create } = await newShop()
    expect((await create({ details: chain(20, a) })).status).toBe(201)
    expect((await create({ name: 'Wide', details: wide(200, a, b) })).status).toBe(201)
    const tooDeep = await create({ name: 'Deeper', details: chain(21, a) })
    expect(Object.values(tooDeep.body.details)).toEqual(['too_deep_for_route'])
    const tooMany = await create({ name: 'Wider', details: wide(201, a, b) })
    expect(Object.values(tooMany.body.details)).toEqual(['too_many'])
  })

  it('does not take a tree of any depth apart', async () => {
    const { owner } = await newShop()
    const deep = `${'{"if":[],"then":'.repeat(2_000)}"x"${'}'.repeat(2_000)}`
    const reply = await fetch(`${kontor.url}/v1/routing`, {
      method: 'POST',
      headers: { cookie: owner, 'content-type': 'application/json' },
      body: `{"name":"Deep","details":${deep}}`,
    })
    expect(reply.status).toBe(400)
  })

  it('names only processors that its author may use, of its payment product (check 2)', async () => {
    const { a, create, merchant } = await newShop()
    const [other, ideal] = [await newShop(), await kontor.make.processor(merchant, { payment_product: 'ideal' })]
    const refused = (reason: string) => [400, { 'body.details.else': reason }]
    expect(details(await create({ details: branch(above100, a, other.a) }))).toEqual(refused('not_found'))
    expect(details(await create({ details: branch(above100, a, other.a) }, staff))).toEqual(refused('not_found'))
    expect(details(await create({ details: branch(above100, a, ideal) }))).toEqual(refused('of_another_product'))
    const north = await kontor.make.organisation(merchant)
    const inNorth = await kontor.make.cookie({ merchant, organisation: north, roles: ['ROUTING_ALL'] })
    expect(details(await create({ organisation: north }, inNorth))).toEqual([
      400,
      { 'body.details.then': 'not_found', 'body.details.else': 'not_found' },
    ])
  })

  it('has a name of its own within its organisation', async () => {
    const { merchant, create, update } = await newShop()
    expect((await create()).status).toBe(201)
    expect(code(await create())).toEqual([409, 'name_taken'])
    const second = (await create({ organisation: await kontor.make.organisation(merchant) })).body
    expect(code(await update(second.id, { organisation: merchant }))).toEqual([409, 'name_taken'])
  })

  it('gets a version with each change, and no other than the one that was seen changes', async () => {
    const { a, b, create, update, read, owner } = await newShop()
    const { id } = (await create()).body
    const replies = await Promise.all([
      update(id, { details: branch(above100, b, a, 'top') }),
      update(id, { name: 'Other' }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      ...{ code: 'routing_changed', details: { version: 2 } },
    })
    expect((await read(id)).version).toBe(2)
    // The same again is no change.
    expect((await update(id, { version: 2, payment_product: 'card' })).body.version).toBe(2)
    const { changes } = (await kontor.get(owner, at(id, '/history'))).body
    expect(changes).toHaveLength(2)
  })

  it('is changed whatever its version is by whoever names none, as a ruleset is', async () => {
    const { create, update, read } = await newShop()
    const { id } = (await create()).body
    await update(id, { name: 'Second' })
    expect((await update(id, { version: undefined, name: 'Third' })).status).toBe(200)
    expect(await read(id)).toMatchObject({ version: 3, name: 'Third' })
  })

  it('gets an earlier tree again as a new version, if its processors are still there', async () => {
    const { tree, create, update, a, owner } = await newShop()
    const { id } = (await create()).body
    await update(id, { details: branch({ name: 'random', operator: '<', value: 0.5 }, a, a), name: 'New name' })
    const restore = (version: number, restored: number) => kontor.post(owner, at(id, '/restore'), { version, restored })
    expect(details(await restore(2, 7))).toEqual([400, { 'body.restored': 'not_found' }])
    expect(code(await restore(1, 1))).toEqual([409, 'routing_changed'])
    expect(details(await restore(2, 2 ** 53 - 1))).toEqual([400, { 'body.restored': 'too_large' }])
    expect((await restore(2, 1)).body).toMatchObject({ version: 3, details: tree, name: 'New name' })
  })

  it('is deleted only while no payment profile uses it', async () => {
    const { create, remove, profile, route } = await newShop()
    const { id } = (await create()).body
    const shop = (await profile({ routing: { card: id } })).body
    const refused = await remove(id)
    expect([refused.status, refused.body.details]).toEqual([409, { payment_profile: 1, profiles: ['Webshop'] }])
    expect((await route(shop.id, {})).body.routing).toEqual({})
    expect((await remove(id)).status).toBe(204)
    expect((await remove(id)).status).toBe(404)
  })

  it('needs the roles of the specification', async () => {
    const { merchant, create, update, remove, owner } = await newShop()
    const who = (role: Role) => kontor.make.cookie({ merchant, roles: [role] })
    const [list, creates, updates, deletes] = [
      await who('ROUTING_LIST'),
      await who('ROUTING_CREATE'),
      await who('ROUTING_UPDATE'),
      await who('ROUTING_DELETE'),
    ]
    const { id } = (await create()).body
    expect((await kontor.get(list, '/v1/routing')).body).toHaveLength(1)
    for (const other of [creates, updates, deletes]) expect((await kontor.get(other, '/v1/routing')).status).toBe(403)
    expect((await create({ name: 'Theirs' }, updates)).status).toBe(403)
    expect((await update(id, { name: 'Theirs' }, deletes)).status).toBe(403)
    expect((await remove(id, creates)).status).toBe(403)
    const psp = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    expect((await kontor.get(psp, `/v1/routing?merchant=${merchant}`)).body).toHaveLength(1)
    expect((await kontor.get(owner, at(id, '/profiles'))).body).toEqual([])
  })

  it('is opened by who changes routings, and by no other way of theirs', async () => {
    const { merchant, a, b, create } = await newShop()
    const updates = await kontor.make.cookie({ merchant, roles: ['ROUTING_UPDATE'] })
    const deletes = await kontor.make.cookie({ merchant, roles: ['ROUTING_DELETE'] })
    const { id } = (await create()).body
    const { status, body } = await kontor.get(updates, `${at(id)}?_populate=organisation,processors`)
    expect([status, body]).toMatchObject([200, { id, processors: [{ id: a }, { id: b }] }])
    expect(JSON.stringify(body)).not.toMatch(/credential|account|"url"/)
    expect((await kontor.get(deletes, at(id))).status).toBe(403)
    const foreign = (await (await newShop()).create()).body.id
    expect((await kontor.get(updates, at(foreign))).status).toBe(404)
  })

  it('is written by who may not look into processors: their names are told, and nothing else of them', async () => {
    const { merchant, a, b, tree } = await newShop()
    const ideal = await kontor.make.processor(merchant, { payment_product: 'ideal' })
    for (const role of ['ROUTING_CREATE', 'ROUTING_UPDATE'] as const) {
      const who = await kontor.make.cookie({ merchant, roles: [role] })
      const { status, body } = await kontor.get(who, '/v1/routing/new')
      expect([status, body.currency_code]).toEqual([200, 'EUR'])
      expect(body.processors.map((each: { id: string }) => each.id).sort()).toEqual([a, b, ideal].sort())
      expect(Object.keys(body.processors[0]).sort()).toEqual(['active', 'id', 'name', 'payment_product'])
    }
    const creates = await kontor.make.cookie({ merchant, roles: ['ROUTING_CREATE'] })
    const made = { name: 'Theirs', organisation: merchant, payment_product: 'card', details: tree }
    expect((await kontor.post(creates, '/v1/routing', made)).status).toBe(201)
    const north = await kontor.make.organisation(merchant)
    const inNorth = await kontor.make.cookie({ merchant, organisation: north, roles: ['ROUTING_CREATE'] })
    expect((await kontor.get(inNorth, '/v1/routing/new')).body.processors).toEqual([])
    const lists = await kontor.make.cookie({ merchant, roles: ['ROUTING_LIST'] })
    expect((await kontor.get(lists, '/v1/routing/new')).status).toBe(403)
    expect(details(await kontor.get(staff, '/v1/routing/new'))).toEqual([400, { 'query.merchant': 'required' }])
    expect((await kontor.get(staff, `/v1/routing/new?merchant=${merchant}`)).body.processors).toHaveLength(3)
  })

  it('asks for merchant categories that there are', async () => {
    const { a, b, create } = await newShop()
    const unknown = branch({ name: 'mcc', operator: '==', value: '0000' }, a, b)
    expect(details(await create({ details: branch(above100, a, unknown) }))).toEqual([
      400,
      { 'body.details.else.if.0.value': 'unknown' },
    ])
  })
})

describe('the routing of a payment profile', () => {
  it('is chosen by product among those that the caller sees, whose processors it has (check 8)', async () => {
    const { a, b, create, profile, route, set, routesOf, merchant, owner } = await newShop()
    const { id } = (await create()).body
    const shop = (await profile({ processors: [a] })).body
    const refused = await route(shop.id, { card: id })
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'invalid_route', details: { 'body.routing.card': 'invalidRoute', missing: [b] } },
    ])
    // The dialog 'Add' brings both at once.
    expect((await set(shop.id, [a, b], [a], { routing: { card: id } })).body).toMatchObject({ routing: { card: id } })
    expect(await routesOf(shop.id)).toEqual({ card: id })
    const of = (await kontor.get(owner, '/v1/paymentprofile/routing')).body
    expect(of).toEqual([{ payment_product: 'card', routings: [{ id, name: 'Cheap first', processors: [a, b] }] }])
    expect((await kontor.get(owner, at(id, '/profiles'))).body).toEqual([
      { id: shop.id, name: 'Webshop', currency_code: 'EUR', has_rate: true, processors: [a, b], blocking: [] },
    ])
    const foreign = (await (await newShop()).create()).body.id
    expect(details(await route(shop.id, { card: foreign }))).toEqual([400, { 'body.routing.card': 'not_found' }])
    expect(details(await route(shop.id, { ideal: id }))).toEqual([400, { 'body.routing.ideal': 'of_another_product' }])
    const north = await kontor.make.organisation(merchant)
    const inNorth = await kontor.make.cookie({ merchant, organisation: north, roles: ['PAYMENT_PROFILE_ALL'] })
    expect((await kontor.get(inNorth, '/v1/paymentprofile/routing')).body).toEqual([])
    // Staff see those of one merchant, never of several together.
    expect(details(await kontor.get(staff, '/v1/paymentprofile/routing'))).toEqual([
      400,
      { 'query.merchant': 'required' },
    ])
    expect((await kontor.get(staff, `/v1/paymentprofile/routing?merchant=${merchant}`)).body).toEqual(of)
  })

  it('names every processor of its product, if there are several (check 9)', async () => {
    const { a, b, create, profile, route, set } = await newShop()
    const { id } = (await create({ details: branch(above100, a, a) })).body
    const made = await profile({ routing: { card: id } })
    expect([made.status, made.body]).toMatchObject([
      422,
      { code: 'unroutable', details: { 'body.processors.1': 'unroutable', unroutable: [b] } },
    ])
    const one = (await profile({ processors: [a], routing: { card: id } })).body
    expect(one.routing).toEqual({ card: id })
    expect(code(await set(one.id, [b, a], [a]))).toEqual([422, 'unroutable'])
    const both = (await profile()).body
    expect(details(await route(both.id, { card: id }))).toEqual([
      422,
      { 'body.routing.card': 'unroutable', unroutable: [b] },
    ])
  })

  it('keeps the processors that it needs in the profile (check 10)', async () => {
    const { a, b, create, profile, set } = await newShop()
    const { id } = (await create()).body
    const shop = (await profile({ routing: { card: id } })).body
    expect(code(await set(shop.id, [a], [a, b]))).toEqual([422, 'invalid_route'])
    expect((await set(shop.id, [a], [a, b], { routing: {} })).body).toMatchObject({ processors: [a], routing: {} })
  })

  it('fits its profile, whoever changes the tree', async () => {
    const { a, b, merchant, create, update, profile } = await newShop()
    const { id } = (await create()).body
    const shop = (await profile({ routing: { card: id } })).body
    const third = await kontor.make.processor(merchant)
    const missing = await update(id, { details: branch(above100, a, branch(above100, b, third)) })
    expect([missing.status, missing.body]).toMatchObject([
      422,
      { code: 'invalid_route', details: { 'body.details': 'invalidRoute', missing: [third] } },
    ])
    expect(code(await update(id, { details: branch(above100, a, a) }))).toEqual([422, 'unroutable'])
    const ideal = await kontor.make.processor(merchant, { payment_product: 'ideal' })
    const other = { payment_product: 'ideal', details: branch(above100, ideal, ideal) }
    expect(code(await update(id, other))).toEqual([409, 'routing_in_use'])
    expect((await update(id, { details: branch(above100, b, a) })).body).toMatchObject({ version: 2, uses: 1 })
    expect(shop.routing).toEqual({ card: id })
  })

  it('takes a processor into its tree and its profiles at once, by who may change both', async () => {
    const { a, b, merchant, create, update, profile, read, owner } = await newShop()
    const { id } = (await create()).body
    const shops = [(await profile({ routing: { card: id } })).body, (await profile({ routing: { card: id } })).body]
    const third = await kontor.make.processor(merchant)
    const details = branch(above100, a, branch(above100, b, third))
    const add = (given: object = {}, who = owner) => update(id, { details, ...given }, who)
    expect(code(await add())).toEqual([422, 'invalid_route'])
    const writer = await kontor.make.cookie({ merchant, roles: ['ROUTING_UPDATE'] })
    const without = await add({ add_processors: true }, writer)
    expect(code(without)).toEqual([403, 'forbidden'])
    expect(without.body.details.roles).toContain('PAYMENT_PROFILE_UPDATE')
    // The provider has another shop checked: those that get a processor are checked as well.
    const checked = await kontor.make.profile(merchant)
    const check = await kontor.make.middleware(merchant, { profiles: [checked] })
    expect((await add({ add_processors: true })).body).toMatchObject({ version: 2, processors: [a, b, third], uses: 2 })
    for (const shop of shops) {
      expect((await kontor.get(owner, `/v1/paymentprofile/${shop.id}`)).body.middleware).toEqual([check])
      const { body } = await kontor.get(owner, `/v1/paymentprofile/${shop.id}`)
      expect([body.processors, body.routing]).toEqual([[a, b, third], { card: id }])
    }
    expect((await read(id)).version).toBe(2)
  })

  it('names no payment profile of another organisation in a refusal', async () => {
    const { a, b, merchant, create, update, remove, profile } = await newShop()
    const { id } = (await create()).body
    const north = await kontor.make.organisation(merchant)
    const shops = [await profile({ routing: { card: id } }), await profile({ routing: { card: id } })]
    // The routing is of an organisation that does not see those profiles.
    expect((await update(id, { organisation: north })).status).toBe(200)
    for (const processor of [a, b]) await kontor.make.share(merchant, { processor, to: north, status: 'ACCEPTED' })
    const inNorth = await kontor.make.cookie({ merchant, organisation: north, roles: ['USER_ALL'] })
    expect(details(await remove(id, inNorth))).toEqual([409, { payment_profile: 2, profiles: [] }])
    const tree = branch(above100, a, a)
    expect((await update(id, { version: 2, details: tree }, inNorth)).body.details).toMatchObject({ profiles: [] })
    const ids = shops.map(({ body }) => body.id).sort()
    expect((await update(id, { version: 2, details: tree })).body.details).toMatchObject({ profiles: ids })
  })

  it('is emptied by an empty map, and the history says so (check 11)', async () => {
    const { create, profile, route, routesOf, owner } = await newShop()
    const { id } = (await create()).body
    const shop = (await profile({ routing: { card: id } })).body
    expect((await kontor.post(owner, `/v1/paymentprofile/${shop.id}`, { name: 'Kept' })).body.routing).toEqual({
      card: id,
    })
    await route(shop.id, {})
    expect(await routesOf(shop.id)).toEqual({})
    const { changes } = (await kontor.get(owner, `/v1/paymentprofile/${shop.id}/history`)).body
    expect(changes[0]).toMatchObject({ part: 'payment_profile_routing', part_id: 'card', operation: 'deleted' })
  })

  it('and its processors never part when both change at the same moment, 50 times (check 10)', async () => {
    const { a, b, create, profile, route, set, routesOf, owner, remove } = await newShop()
    const { id } = (await create()).body
    const outcomes: string[] = []
    for (let round = 0; round < 50; round += 1) {
      const shop = (await profile({ name: `Shop ${round}` })).body.id
      const both = await Promise.all([route(shop, { card: id }), set(shop, [a], [a, b])])
      outcomes.push(both.map(({ status }) => status).join())
      const { processors } = (await kontor.get(owner, `/v1/paymentprofile/${shop}`)).body
      const chosen = await routesOf(shop)
      expect([processors, chosen]).toEqual(both[0].status === 200 ? [[a, b], { card: id }] : [[a], {}])
    }
    expect(new Set(outcomes).size).toBeGreaterThan(0)
    for (const outcome of outcomes) expect(['200,422', '422,200']).toContain(outcome)
    expect((await remove(id)).status).toBe(outcomes.includes('200,422') ? 409 : 204)
  })

  it('fits when it is chosen while its tree changes, 30 times', async () => {
    const { a, b, merchant, create, update, profile, owner } = await newShop()
    const third = await kontor.make.processor(merchant)
    for (let round = 0; round < 30; round += 1) {
      const { id } = (await create({ name: `Routing ${round}` })).body
      const [changed, made] = await Promise.all([
        update(id, { details: branch(above100, a, branch(above100, b, third)) }),
        profile({ name: `Shop ${round}`, routing: { card: id } }),
      ])
      expect(['200,422', '422,201']).toContain(`${changed.status},${made.status}`)
    }
    expect((await kontor.get(owner, '/v1/routing/count')).body).toEqual({ count: 30 })
  })

  it('ends when a processor that it needs is taken back from another organisation', async () => {
    const { a, b, create, profile, merchant, owner, routesOf } = await newShop()
    const north = await kontor.make.organisation(merchant)
    for (const processor of [a, b]) await kontor.make.share(merchant, { processor, to: north, status: 'ACCEPTED' })
    const { id } = (await create()).body
    const inNorth = await kontor.make.cookie({ merchant, organisation: north, roles: ['USER_ALL'] })
    const shop = (
      await kontor.post(inNorth, '/v1/paymentprofile', {
        ...{ name: 'North', display_name: 'North', organisation: north, currency_code: 'EUR', processors: [a, b] },
      })
    ).body.id
    await kontor.post(owner, `/v1/paymentprofile/${shop}`, { routing: { card: id } })
    const { body: shares } = await kontor.get(owner, `/v1/share?processor=${b}`)
    expect((await kontor.post(owner, `/v1/share/${shares[0].id}/revoke`, { shops: [shop] })).status).toBe(200)
    expect(await routesOf(shop)).toEqual({})
    expect((await profile()).status).toBe(201)
  })

  it('is held by the database too, whatever writes the tables', async () => {
    const { a, b, create, profile, merchant } = await newShop()
    const { id } = (await create()).body
    const shop = (await profile({ routing: { card: id } })).body.id
    const refused = (statement: string, values: unknown[]) => expect(db.rows(statement, values)).rejects
    await refused('delete from payment_profile_processor where payment_profile_id = $1 and processor_id = $2', [
      shop,
      b,
    ]).toMatchObject({ constraint: 'invalid_route' })
    await refused('delete from routing_processor where routing_id = $1 and processor_id = $2', [id, a]).toMatchObject({
      constraint: 'unroutable',
    })
    const third = await kontor.make.processor(merchant)
    await refused(
      `insert into payment_profile_processor (merchant_id, payment_profile_id, processor_id, position) values ($1, $2, $3, 9)`,
      [merchant, shop, third],
    ).toMatchObject({ constraint: 'unroutable' })
  })
})

describe('a routing that is tried', () => {
  it('says where a payment would go, and what would have sent it elsewhere', async () => {
    const { a, b, merchant, create, owner, tree } = await newShop()
    const c = await kontor.make.processor(merchant)
    const { id } = (await create()).body
    const facts = { currency_code: 'EUR', amount: 10_001 }
    const reply = await kontor.post(owner, '/v1/routing/try', { routing: id, facts })
    expect([reply.status, reply.body]).toMatchObject([
      200,
      {
        processor: a,
        path: [{ branch: 'top', to: 'then', lot: null, conditions: [{ ...above100, fact: 10_001, held: true }] }],
        otherwise: { branch: 'top', to: 'else', processor: b },
      },
    ])
    const given = await kontor.post(owner, '/v1/routing/try', { details: tree, facts: { ...facts, amount: null } })
    expect(given.body).toMatchObject({ processor: b, path: [{ to: 'else' }] })
    // The payment of 60 would not have gone to C, though it is beyond the first condition.
    const behind = branch({ name: 'amount', operator: '>', value: 5_500 }, c, a, 'behind')
    const twice = branch({ name: 'amount', operator: '>', value: 5_000 }, b, behind, 'first')
    const tryOf = async (amount: number) =>
      (await kontor.post(owner, '/v1/routing/try', { details: twice, facts: { ...facts, amount } })).body
    const { otherwise } = await tryOf(6_000)
    expect(otherwise).toEqual({
      ...{ branch: 'first', to: 'else', processor: a, processor_name: expect.any(String) },
      fact: { name: 'amount', value: 5_000 },
    })
    expect(await tryOf(otherwise.fact.value)).toMatchObject({ processor: a })
    const neither = await kontor.post(owner, '/v1/routing/try', { facts })
    expect(details(neither)).toEqual([400, { 'body.routing': 'required' }])
    const foreign = (await (await newShop()).create()).body.id
    expect((await kontor.post(owner, '/v1/routing/try', { routing: foreign, facts })).status).toBe(404)
  })
})

describe('a tree that is checked', () => {
  it('is checked as a payment profile would use it', async () => {
    const { a, b, profile, owner } = await newShop()
    const shop = (await profile({ processors: [b] })).body.id
    const inner = branch({ name: 'amount', operator: '<', value: 5_000 }, b, a, 'in')
    const body = { details: branch(above100, inner, a, 'out'), payment_product: 'card', currency_code: 'EUR' }
    const found = async (given: object) =>
      (await kontor.post(owner, '/v1/routing/check', { ...body, ...given })).body.findings
    const [never, always] = [
      { kind: 'unreachable', level: 'warning', branch: 'in', at: 'then' },
      { kind: 'always_false', level: 'warning', branch: 'in', at: 0 },
    ]
    expect(await found({})).toEqual([always, never])
    const missing = { kind: 'processor_missing', level: 'error', processor: a }
    expect(await found({ payment_profile: shop })).toMatchObject([
      { ...missing, branch: 'in', at: 'else', example: { amount: 10_001, currency_code: 'EUR' } },
      { ...missing, branch: 'out', at: 'else', example: { amount: 0 } },
      ...[always, never],
    ])
  })

  it('is said to know no amounts of a payment profile from whose currency no rate leads to its own', async () => {
    const { create, profile, tree, owner } = await newShop()
    const { id } = (await create()).body
    const shop = (await profile({ currency_code: 'XAF', routing: { card: id } })).body.id
    const seen = async () => {
      const body = { details: tree, payment_product: 'card', currency_code: 'EUR', payment_profile: shop }
      const { findings } = (await kontor.post(owner, '/v1/routing/check', body)).body
      const [{ has_rate }] = (await kontor.get(owner, at(id, '/profiles'))).body
      return [has_rate, findings.map(({ kind }: { kind: string }) => kind)]
    }
    expect(await seen()).toEqual([false, ['amount_without_rate', 'always_false', 'unreachable']])
    await db.rows(
      `insert into exchange_rate (day, currency_code, rate, source, fetched_at) values (current_date - 1, 'XAF', 655.957, 'ECB', now())`,
      [],
    )
    expect(await seen()).toEqual([true, []])
  })
})

const absent = '01900000-0000-7000-8000-000000000000'
const chain = (length: number, end: string): object =>
  branch(above100, end, length === 1 ? end : chain(length - 1, end))
/** So many branches, few of them behind each other. */
function wide(branches: number, a: string, b: string): object {
  const rest = branches - 1
  const side = (count: number, end: string) => (count === 0 ? end : wide(count, a, b))
  return branch(above100, side(Math.ceil(rest / 2), a), side(Math.floor(rest / 2), b))
}
