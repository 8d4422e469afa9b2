import { entities } from '@kontor/contract/entities'
import type { Entity } from '@kontor/contract/entity'
import { isAllowed } from '@kontor/contract/roles'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyAnswer, base, type Inhabited, makeWorld, type World } from '../world.ts'
import { type Document, leastBody } from './least-body.ts'

const absent = '01900000-0000-7000-8000-000000000000'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.stop())

const get = (who: string, path: string) => world.kontor.get(who, path)
const ids = (rows: AnyAnswer): string[] => rows.map((row: { id: string }) => row.id)
async function list(who: string, entity: Entity, query = ''): Promise<AnyAnswer[]> {
  const { status, body } = await get(who, `${base(entity)}?_limit=1000&${query}`)
  expect([query, status]).toEqual([query, 200])
  return body
}
/** The node of the tree to which a row belongs. */
const nodeOf = (entity: Entity, row: AnyAnswer): string => (entity.name === 'organisation' ? row.id : row.organisation)
const nodes = (of: Inhabited) => [of.merchant, of.sub, of.below, of.beside]

/** The entities that merchants reach. */
const ofMerchants = entities
  .filter(({ roles }) => isAllowed(roles.list, ['USER_ALL']))
  .map((entity) => [entity.name, entity] as const)

/** Checks that every way of reading gives `who` exactly the rows `own` of the entity, and none of `foreign`. */
async function expectOnly(who: string, entity: Entity, own: AnyAnswer[], foreign: AnyAnswer[], query = '') {
  expect(own.length).toBeGreaterThan(0)
  expect(foreign.length).toBeGreaterThan(0)
  const rows = await list(who, entity, query)
  expect(ids(rows)).toEqual(ids(own))
  expect((await get(who, `${base(entity)}/count?${query}`)).body.count).toBe(own.length)
  for (const format of ['csv', 'json']) {
    const { body } = await get(who, `${base(entity)}/export?format=${format}&_columns=id&${query}`)
    const file = typeof body === 'string' ? body : JSON.stringify(body)
    expect(ids(own).filter((id) => !file.includes(id))).toEqual([])
    expect(ids(foreign).filter((id) => file.includes(id))).toEqual([])
  }
  const nothing = (await get(who, `${base(entity)}/${absent}?${query}`)).body
  // Where a parameter narrows, one row of each kind is asked for: the list and the files above have all of them.
  const some = query === '' ? 2 : 1
  for (const { id } of foreign.slice(0, some)) {
    const { status, body, headers } = await get(who, `${base(entity)}/${id}?${query}`)
    expect([status, headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8'])
    expect({ ...body, request_id: '' }).toEqual({ ...nothing, request_id: '' })
    if (entity.hasHistory) expect((await get(who, `${base(entity)}/${id}/history?${query}`)).status).toBe(404)
    expect(await list(who, entity, `id=${id}&${query}`)).toEqual([])
    expect(await list(who, entity, `_search_by=id&_search=${id}&${query}`)).toEqual([])
    expect((await get(who, `${base(entity)}/count?id=${id}&${query}`)).body).toEqual({ count: 0 })
  }
  for (const { id } of own.slice(0, some)) {
    expect((await get(who, `${base(entity)}/${id}?${query}`)).status).toBe(200)
    if (entity.hasHistory) expect((await get(who, `${base(entity)}/${id}/history?${query}`)).status).toBe(200)
  }
}

describe.each(ofMerchants)('of the rows of %s', (_name, entity) => {
  const ofMerchant = async (merchant: string) =>
    (await list(world.who.provider, entity)).filter((row) => row.merchant === merchant)

  it('a merchant sees its own, and never another’s', async () => {
    const [a, b] = [await ofMerchant(world.a.merchant), await ofMerchant(world.b.merchant)]
    await expectOnly(world.who.ofA, entity, a, b)
    await expectOnly(world.who.keyOfA, entity, a, b)
    await expectOnly(world.who.ofB, entity, b, a)
  })

  it('no filter and no search leads a merchant to another’s', async () => {
    const all = ids(await list(world.who.ofA, entity))
    const foreign = await ofMerchant(world.b.merchant)
    for (const [field, kind] of Object.entries(entity.filters)) {
      const name = encodeURIComponent(kind === 'among' ? `${field}[]` : field)
      // Many rows share a value.
      const values = new Set(foreign.map((row) => [row[field]].flat()[0]).filter((value) => value !== null))
      for (const value of values) {
        if (value === undefined) continue
        const found = ids(await list(world.who.ofA, entity, `${name}=${encodeURIComponent(String(value))}`))
        expect(found.filter((id) => !all.includes(id))).toEqual([])
      }
    }
    for (const by of Object.keys(entity.search))
      expect(await list(world.who.ofA, entity, `_search_by=${by}&_search=Bravo`)).toEqual([])
  })

  it('a merchant finds nothing of another’s in the rows that are put in the place of ids', async () => {
    const text = JSON.stringify(await list(world.who.ofA, entity, `_populate=${entity.populate.join(',')}`))
    expect(text).not.toContain('Bravo')
    expect(text).not.toContain(world.b.merchant)
    expect(text).toContain(world.a.merchant)
  })

  it('a user of a node sees what is of the node and beneath it', async () => {
    const a = await ofMerchant(world.a.merchant)
    const isBelow = (row: AnyAnswer) => [world.a.sub, world.a.below].includes(nodeOf(entity, row))
    const outside = [...a.filter((row) => !isBelow(row)), ...(await ofMerchant(world.b.merchant))]
    await expectOnly(world.who.ofSub, entity, a.filter(isBelow), outside)
    for (const node of [world.a.sub, world.a.below])
      expect(a.filter((row) => nodeOf(entity, row) === node).length).toBeGreaterThan(0)
  })

  it('a user of a node gets an id where the row in its place is of another node', async () => {
    const visible = [world.a.sub, world.a.below]
    for (const relation of entity.populate) {
      for (const row of await list(world.who.ofSub, entity, `_populate=${relation}`)) {
        const target = entities.find(({ name }) => name === entity.fields[relation]?.entity) as Entity
        for (const one of [row[relation]].flat().filter((value) => typeof value === 'object' && value !== null))
          expect(visible).toContain(nodeOf(target, one))
      }
    }
  })

  it('merchant and organisation narrow', async () => {
    const { a, b, who } = world
    const [ofA, ofB] = [await ofMerchant(a.merchant), await ofMerchant(b.merchant)]
    const inNodes = (...of: string[]) => ofA.filter((row) => of.includes(nodeOf(entity, row)))
    const outOf = (...of: string[]) => [...ofA.filter((row) => !of.includes(nodeOf(entity, row))), ...ofB]
    await expectOnly(who.provider, entity, ofA, ofB, `merchant=${a.merchant}`)
    await expectOnly(who.provider, entity, ofA, ofB, `organisation=${a.merchant}`)
    await expectOnly(who.ofA, entity, ofA, ofB, `merchant=${a.merchant}`)
    await expectOnly(who.ofA, entity, ofA, ofB, `organisation=${a.merchant}`)
    const subtree = [a.sub, a.below] as const
    for (const user of [who.provider, who.ofA, who.keyOfA, who.ofSub])
      await expectOnly(user, entity, inNodes(...subtree), outOf(...subtree), `organisation=${a.sub}`)
    await expectOnly(who.ofSub, entity, inNodes(a.below), outOf(a.below), `organisation=${a.below}`)
    await expectOnly(
      who.provider,
      entity,
      inNodes(a.below),
      outOf(a.below),
      `merchant=${a.merchant}&organisation=${a.below}`,
    )
  })

  it('merchant and organisation never widen', async () => {
    const { a, b, who } = world
    const refused: [string, string][] = [
      ...[who.ofA, who.keyOfA, who.ofSub].flatMap((user) =>
        [`merchant=${b.merchant}`, ...nodes(b).map((node) => `organisation=${node}`)].map((query): [string, string] => [
          user,
          query,
        ]),
      ),
      [who.ofSub, `organisation=${a.merchant}`],
      [who.ofSub, `organisation=${a.beside}`],
      [who.ofSub, `merchant=${a.merchant}&organisation=${a.beside}`],
      [who.provider, `merchant=${a.merchant}&organisation=${b.sub}`],
    ]
    const nothing = (await get(who.ofA, `${base(entity)}?merchant=${absent}`)).body
    for (const [user, query] of refused) {
      for (const path of ['', '/count', '/export']) {
        const { status, body } = await get(user, `${base(entity)}${path}?${query}`)
        expect([query, status]).toEqual([query, 404])
        expect({ ...body, request_id: '' }).toEqual({ ...nothing, request_id: '' })
      }
    }
    // The root is the node of the whole merchant: a user of another node who asks for the merchant gets no more than
    // that node.
    expect(ids(await list(who.ofSub, entity, `merchant=${a.merchant}`))).toEqual(ids(await list(who.ofSub, entity)))
    expect(await list(who.provider, entity, `merchant=${absent}`)).toEqual([])
  })

  it('the provider sees all', async () => {
    // The other rows of that table are the provider's staff.
    const table = entity.name === 'user' ? 'platform_user where merchant_id is not null' : entity.name
    const [{ n } = { n: 0 }] = await world.sql(`select count(*)::int as n from ${table}`)
    const rows = await list(world.who.provider, entity)
    expect(rows.length).toBe(n)
    expect(new Set(rows.map(({ merchant }) => merchant)).size).toBeGreaterThan(1)
  })

  it('an id in capitals is the same id', async () => {
    const [{ id }] = await list(world.who.ofA, entity)
    const read = async (written: string) => (await get(world.who.ofA, `${base(entity)}/${written}`)).body
    const row = await read(id)
    expect(row.id).toBe(id)
    expect(await read(id.toUpperCase())).toEqual(row)
  })

  it.each(['1', 'x', `${absent}:`, `${absent}%3A`, '..%2Fsession', `${absent}%00`, '٣', 'count%2F..', "' or 1=1"])(
    'there is none with the id %s',
    async (id) => {
      const { status, body } = await get(world.who.ofA, `${base(entity)}/${id}`)
      expect([status, body.code]).toEqual([404, 'not_found'])
    },
  )
})

describe('merchants', () => {
  const merchant = entities.find(({ name }) => name === 'merchant') as Entity

  it('are not for a merchant, whatever it asks for', async () => {
    for (const who of [world.who.ofA, world.who.keyOfA, world.who.ofSub])
      for (const path of ['', '/count', '/export', `/${world.a.merchant}`, `?merchant=${world.a.merchant}`])
        expect((await get(who, base(merchant) + path)).status).toBe(403)
  })

  it('are all there for the provider, and one when it acts as that merchant', async () => {
    const all = await list(world.who.provider, merchant)
    expect(all.map(({ name }) => name).sort()).toEqual(['Alpha', 'Bravo', 'Charlie'])
    const [own, foreign] = [all.filter(({ name }) => name === 'Alpha'), all.filter(({ name }) => name !== 'Alpha')]
    await expectOnly(world.who.provider, merchant, own, foreign, `merchant=${world.a.merchant}`)
  })
})

describe('API keys of all merchants', () => {
  const apiKey = entities.find(({ name }) => name === 'api_key') as Entity

  it('are not for a merchant, whatever it asks for', async () => {
    const [one] = await list(world.who.provider, apiKey, `merchant=${world.a.merchant}`)
    for (const who of [world.who.ofA, world.who.keyOfA, world.who.ofSub])
      for (const path of ['', '/count', '/export', `/${one.id}`, `/${one.id}/history`, `?merchant=${world.a.merchant}`])
        expect((await get(who, base(apiKey) + path)).status).toBe(403)
  })

  it('are all there for the provider, and those of a merchant, or of a part of it, in its view', async () => {
    const { a, who } = world
    const all = await list(who.provider, apiKey)
    const both = (isOwn: (row: AnyAnswer) => boolean) => [all.filter(isOwn), all.filter((row) => !isOwn(row))] as const
    const ofA = both(({ merchant }) => merchant === a.merchant)
    const ofSub = both(({ organisation }) => [a.sub, a.below].includes(organisation))
    await expectOnly(who.provider, apiKey, ...ofA, `merchant=${a.merchant}`)
    await expectOnly(who.provider, apiKey, ...ofSub, `organisation=${a.sub}`)
  })
})

describe('the provider’s staff', () => {
  const providerUser = entities.find(({ name }) => name === 'psp_user') as Entity

  it('are not for a merchant, whatever it asks for', async () => {
    const [one] = await list(world.who.provider, providerUser)
    for (const who of [world.who.ofA, world.who.keyOfA, world.who.ofSub])
      for (const path of ['', '/count', '/export', `/${one.id}`, `/${one.id}/history`, `?merchant=${world.a.merchant}`])
        expect((await get(who, base(providerUser) + path)).status).toBe(403)
  })

  it('are all there for the provider, without a merchant’s user among them, and none is in the view of a merchant', async () => {
    const all = await list(world.who.provider, providerUser)
    expect(all.length).toBeGreaterThan(7)
    const staff = await world.sql('select count(*)::int as n from platform_user where merchant_id is null')
    expect(all).toHaveLength(Number(staff[0]?.['n']))
    expect(await list(world.who.provider, providerUser, `merchant=${world.a.merchant}`)).toEqual([])
    const inView = await get(world.who.provider, `${base(providerUser)}/${all[0].id}?merchant=${world.a.merchant}`)
    expect(inView.status).toBe(404)
  })
})

/** Grants roles that the database would refuse; the server must not rely on that refusal. */
async function grantBehindTheTrigger(user: string, roles: string[]): Promise<void> {
  const owner = new pg.Client(world.kontor.database.adminUrl)
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  for (const role of roles) await owner.query('insert into role_grant (user_id, role) values ($1, $2)', [user, role])
  await owner.end()
}

describe('a role of the provider in the hands of a merchant', () => {
  it('opens nothing: neither merchants nor their switching', async () => {
    const user = await world.kontor.make.cookie({ merchant: world.a.merchant })
    await grantBehindTheTrigger((await get(user, '/v1/auth/session')).body.id, ['PSP_ALL', 'PSP_MERCHANT_ALL'])
    const key = await world.kontor.make.apiKey(world.a.merchant, ['PSP_ALL', 'PSP_MERCHANT_ALL'])
    for (const who of [user, key]) {
      expect((await get(who, '/v1/psp/merchant')).status).toBe(403)
      expect((await get(who, '/v1/transaction')).status).toBe(403)
      const { status } = await world.kontor.post(who, `/v1/psp/merchant/${world.b.merchant}/deactivate`)
      expect(status).toBe(403)
    }
    expect((await get(world.who.ofB, '/v1/auth/session')).status).toBe(200)
  })
})

describe('what happened to a transaction', () => {
  it('is told to its merchant alone', async () => {
    const [ofB] = (await get(world.who.ofB, '/v1/transaction?_limit=1')).body
    expect((await get(world.who.ofB, `/v1/transaction/${ofB.id}/events`)).body.length).toBeGreaterThan(0)
    for (const who of [world.who.ofA, world.who.keyOfA, world.who.ofSub])
      expect((await get(who, `/v1/transaction/${ofB.id}/events`)).status).toBe(404)
  })
})

type RowsOfMerchants = ReadonlyMap<string, { ofA: AnyAnswer[]; ofB: AnyAnswer[] }>

async function rowsOfMerchants(): Promise<RowsOfMerchants> {
  const rows = new Map<string, { ofA: AnyAnswer[]; ofB: AnyAnswer[] }>()
  for (const [name, entity] of ofMerchants)
    rows.set(name, { ofA: await list(world.who.ofA, entity), ofB: await list(world.who.ofB, entity) })
  return rows
}

/** The addresses of rows that merchants reach, and of what is below them, with a row of another merchant and one beside the node. */
function addressesOf(document: Document, rows: RowsOfMerchants) {
  return Object.entries(document.paths).flatMap(([path, methods]) => {
    const [, resource = '', rest = ''] = /^\/v1\/(\w+)\/\{id\}(.*)$/.exec(path) ?? []
    const entity = entities.find((each) => each.resource === resource)
    const known = entity && rows.get(entity.name)
    if (!known) return []
    const beside = known.ofA.find((row) => nodeOf(entity, row) === world.a.beside)
    const at = (id: string) => path.replace('{id}', id).replaceAll(/\{\w+\}/g, absent)
    const operations = Object.entries(methods).map(([name, operation]) => ({ method: name.toUpperCase(), operation }))
    return [{ path, rest, at, operations, entity, own: known.ofA[0].id, foreign: known.ofB[0].id, beside: beside.id }]
  })
}

/** Those who must not reach the row, each with its id: people and programs of another merchant, and of another part of its own. */
const strangersTo = ({ foreign, beside }: { foreign: string; beside: string }) => [
  ...[world.who.ofA, world.who.keyOfA, world.who.ofSub].map((someone) => [someone, foreign] as const),
  [world.who.ofSub, beside] as const,
]

const hasSecondId = (path: string) => /\{(?!id\})/.test(path)

interface TwoIds {
  row: string
  below: string
}

/** Rows of the node beside, each with one that is below it, by the name of the second id in addresses. */
async function rowsWithOneBelow(who: string, { beside }: Inhabited): Promise<Record<string, TwoIds>> {
  const one = async (name: string, query: string): Promise<string> => {
    const entity = entities.find((each) => each.name === name) as Entity
    return (await list(who, entity, query)).find((row) => row.organisation === beside)?.id
  }
  const withFile = async (path: string, row: string, file: string): Promise<TwoIds> => {
    const answer = await fetch(`${world.kontor.url}${path}/${row}/${file}`, {
      method: 'POST',
      headers: { cookie: who, 'content-type': 'application/pdf', 'x-file-name': 'file.pdf' },
      body: '%PDF-1.7 file\n%%EOF',
    })
    expect([path, answer.status]).toEqual([path, 201])
    const { id }: AnyAnswer = await answer.json()
    return { row, below: id }
  }
  const subscription = await one('subscription', 'status=ACTIVE')
  const [attached] = await world.sql(
    'select subscription_discount_id as id from subscription_discount_attached where subscription_id = $1',
    [subscription],
  )
  return {
    evidence: await withFile('/v1/chargeback', await one('chargeback', 'status=OPEN'), 'evidence'),
    document: await withFile('/v1/bankaccount', await one('bank_account', 'status=PENDING'), 'document'),
    discountId: { row: subscription, below: String(attached?.['id']) },
  }
}

describe('a read of what is another’s', () => {
  it('is answered as if it did not exist, by every address of a row and below it', async () => {
    const { who } = world
    const document = (await get('', '/v1/openapi.json')).body as Document
    const unread: string[] = []
    let tried = 0
    for (const { path, at, operations, own, ...ids } of addressesOf(document, await rowsOfMerchants())) {
      const read = operations.find(({ method }) => method === 'GET')
      // An absent second id would be answered so whoever has the row: addresses with two ids have a test of their own.
      if (!read || hasSecondId(path)) continue
      // The address asks for an organisation.
      const required = (read.operation.parameters ?? []).filter((each) => each.in === 'query' && each.required)
      const queryOf = (merchant: string) => required.map(({ name }) => `?${name}=${merchant}`).join('')
      for (const [someone, id] of strangersTo(ids)) {
        // The value is of the row's own merchant, so that nothing but the owner of the row is the reason of the refusal.
        const query = queryOf(id === ids.foreign ? world.b.merchant : world.a.merchant)
        const answer = await get(someone, at(id) + query)
        const nothing = await get(someone, at(absent) + query)
        // A merchant gets 403 for the provider's endpoints, before any row is looked up.
        const expected = nothing.status === 403 ? 403 : 404
        expect([path, answer.status, nothing.status]).toEqual([path, expected, expected])
        expect({ ...answer.body, request_id: '' }).toEqual({ ...nothing.body, request_id: '' })
        tried += expected === 404 ? 1 : 0
      }
      // The same address of its own row answers: the row of another is the reason of the refusal.
      const { status } = await get(who.ofA, at(own) + queryOf(world.a.merchant))
      if (status !== 200) unread.push(`${path} ${status}`)
    }
    expect(unread).toEqual([])
    expect(tried).toBeGreaterThan(80)
  }, 120_000)
})

describe('a write to what is another’s', () => {
  it('is answered as if it did not exist, by every command, and changes nothing', async () => {
    const { kontor, who, a } = world
    const ofB = async (entity: Entity) => list(who.ofB, entity)
    // The engine bills subscriptions meanwhile, so the fields that it changes are left out.
    const askedOf = ({ id, status, max_billing_cycle, ...row }: AnyAnswer) =>
      row.billing_cycle ? { id, status, max_billing_cycle } : { id, status, ...row }
    const everything = async () => (await Promise.all(ofMerchants.map(([, entity]) => ofB(entity)))).flat().map(askedOf)
    const before = await everything()
    const rows = await rowsOfMerchants()
    const own = new Map([...rows].map(([name, { ofA }]) => [name, ofA[0].id]))
    own.set('organisation', a.merchant).set('payment_profile', a.profile)
    const document = (await get('', '/v1/openapi.json')).body as Document
    let tried = 0
    for (const { path, rest, at, operations, entity, ...ids } of addressesOf(document, rows)) {
      // Files have another body; the tests of chargebacks and bank accounts cover them.
      if (['/evidence', '/document'].includes(rest) || hasSecondId(path)) continue
      for (const { method, operation } of operations.filter((each) => each.method !== 'GET')) {
        // A valid body with the own merchant's ids, so that only the owner of the row can be the reason for a refusal.
        const body = leastBody(document, operation, (field) => own.get(field) ?? own.get(entity.name) ?? absent)
        for (const [someone, id] of strangersTo(ids)) {
          const answer = await kontor.call(someone, method, at(id), body)
          const nothing = await kontor.call(someone, method, at(absent), body)
          // A merchant gets 403 for the provider's endpoints, before any row is looked up.
          const expected = nothing.status === 403 ? 403 : 404
          expect([method, path, body, answer.status, nothing.status]).toEqual([method, path, body, expected, expected])
          expect({ ...answer.body, request_id: '' }).toEqual({ ...nothing.body, request_id: '' })
          tried += expected === 404 ? 1 : 0
        }
      }
    }
    expect(tried).toBeGreaterThan(80)
    expect(await everything()).toEqual(before)
  }, 120_000)

  it('takes no payment in another’s shop, nor for another’s customer', async () => {
    const payment = { amount: 100, payment_product: 'card', card_token: 'test_visa', merchant_reference: 'X' }
    const customer = (await get(world.who.ofB, '/v1/customer?_limit=1')).body[0].id
    for (const body of [
      { ...payment, payment_profile: world.b.profile },
      { ...payment, payment_profile: world.a.profile, customer },
    ]) {
      const { status } = await world.kontor.post(world.who.ofA, '/v1/transaction', body)
      expect(status).toBe(400)
    }
  })
})

describe('an address with two ids', () => {
  it('is answered as if nothing were there, where the row, or what is below it, is another’s', async () => {
    const { kontor, who, a, b } = world
    const document = (await get('', '/v1/openapi.json')).body as Document
    const addresses = Object.entries(document.paths).flatMap(([path, methods]) => {
      const [, resource, second = ''] = /^\/v1\/(\w+)\/\{id\}\/.*\{(\w+)\}/.exec(path) ?? []
      if (!ofMerchants.some(([, entity]) => entity.resource === resource)) return []
      return Object.entries(methods).map(([method, operation]) => ({
        ...{
          path,
          second,
          method: method.toUpperCase(),
          body: method === 'get' ? undefined : leastBody(document, operation, () => absent),
        },
      }))
    })
    const [ofA, ofB] = [await rowsWithOneBelow(who.ofA, a), await rowsWithOneBelow(who.ofB, b)]
    expect([...new Set(addresses.map(({ second }) => second))].sort()).toEqual(Object.keys(ofA).sort())
    let tried = 0
    const at = (path: string, { row, below }: TwoIds) => path.replace('{id}', row).replace(/\{\w+\}/, below)
    for (const { path, second, method, body } of addresses) {
      const [own, foreign] = [ofA[second], ofB[second]]
      if (!own || !foreign) throw new Error(`rowsWithOneBelow makes no ${second}`)
      const nowhere = { row: absent, below: absent }
      for (const [someone, asked, nothing] of [
        ...[who.ofA, who.keyOfA, who.ofSub].map((each) => [each, foreign, nowhere] as const),
        [who.ofSub, own, nowhere] as const,
        [who.ofA, { ...own, below: foreign.below }, { ...own, below: absent }] as const,
      ]) {
        const answer = await kontor.call(someone, method, at(path, asked), body)
        const none = await kontor.call(someone, method, at(path, nothing), body)
        // A merchant gets 403 for the provider's endpoints, before any row is looked up.
        const expected = none.status === 403 ? 403 : 404
        expect([method, path, answer.status, none.status]).toEqual([method, path, expected, expected])
        expect({ ...answer.body, request_id: '' }).toEqual({ ...none.body, request_id: '' })
        tried += expected === 404 ? 1 : 0
      }
    }
    expect(tried).toBeGreaterThan(20)
    const unfound: string[] = []
    // Its owner is told what is there, so that nothing but the owner was the reason. What removes it comes last.
    for (const { path, second, method, body } of addresses.sort((one, other) =>
      other.method.localeCompare(one.method),
    )) {
      // Adding the discount has shown that both of its ids are real.
      if (second === 'discountId' && method === 'DELETE') continue
      const { status } = await kontor.call(who.ofB, method, at(path, ofB[second] as TwoIds), body)
      if (status === 404) unfound.push(`${method} ${path}`)
    }
    expect(unfound).toEqual([])
  })
})
