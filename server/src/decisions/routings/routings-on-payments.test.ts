import { createHash } from 'node:crypto'
import { route } from '@kontor/contract/decisions/routings/tree.rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { isHeavy } from '../../../test/heavy.ts'
import { type Attempts, openAttempts } from '../../../test/signing-in/attempts.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { factsOf } from '../facts/facts-of.ts'
import { lotsOf } from '../lots.ts'
import { keptRouting, type RoutingInUse, routingInUse } from './kept-routings.ts'

let kontor: TestApp
let db: Attempts

beforeAll(async () => {
  kontor = await startTestApp()
  db = await openAttempts(kontor, (await kontor.make.merchant()).merchant)
})
afterAll(async () => {
  await db.close()
  await kontor.stop()
})

const branch = (id: string, condition: object, yes: unknown, no: unknown) => ({
  id,
  if: [condition].flat(),
  // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
  then: yes,
  else: no,
})
const is = (name: string, operator: string, value: unknown) => ({ name, operator, value })
/** Sends the payment on its way without waiting for the processor. */
const noWait = { prefer: 'respond-async' }

/** A merchant whose shop takes cards by four processors, with the tree that is given. */
async function newShop(treeOf: (a: string, b: string, c: string, d: string) => object, given: object = {}) {
  const shop = await kontor.make.merchant()
  await kontor.connect(shop.merchant)
  const more = async () => kontor.make.processor(shop.merchant)
  const ids = [shop.processor, await more(), await more(), await more()] as [string, string, string, string]
  const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  const values = { name: 'Routing', organisation: shop.merchant, payment_product: 'card', details: treeOf(...ids) }
  const routing = (await kontor.post(owner, '/v1/routing', { ...values, ...given })).body
  const profile = (
    await kontor.post(owner, '/v1/paymentprofile', {
      ...{ name: 'Webshop', display_name: 'Webshop', organisation: shop.merchant, currency_code: 'EUR' },
      ...{ processors: routing.processors, routing: { card: routing.id } },
    })
  ).body.id
  const pay = (payment: object = {}) =>
    kontor.post(
      owner,
      '/v1/transaction',
      {
        ...{ payment_profile: profile, amount: 1_000, payment_product: 'card', merchant_reference: 'Order 1' },
        ...{ card_token: 'test_visa', ...payment },
      },
      noWait,
    )
  const decision = async (id: string) => (await kontor.get(owner, `/v1/transaction/${id}/decision`)).body
  const update = (change: object) => kontor.post(owner, `/v1/routing/${routing.id}`, change)
  return { ...shop, ids, owner, routing, profile, pay, decision, update }
}

describe('a payment of a payment profile with a routing', () => {
  it('goes where trying the routing said before, over all four ends of the tree (check 3)', async () => {
    const { routing, owner, pay } = await newShop((a, b, c, d) =>
      branch('top', is('amount', '>', 5_000), branch('x', is('country_code', '==', 'NL'), a, b), {
        ...branch('y', [is('country_code', '!=', 'NL'), is('amount', '<', 500)], c, d),
      }),
    )
    const reached = new Set<string>()
    for (let number = 0; number < 20; number += 1) {
      const payment = {
        amount: number % 2 ? 9_000 : 100 + number * 40,
        ...(number % 3 ? { country_code: number % 4 ? 'NL' : 'BE' } : {}),
      }
      const facts = { currency_code: 'EUR', ...payment }
      const said = (await kontor.post(owner, '/v1/routing/try', { routing: routing.id, facts })).body
      const { status, body } = await pay(payment)
      expect([status, body.processor]).toEqual([201, said.processor])
      reached.add(body.processor)
    }
    expect(reached.size).toBe(4)
  })

  it('is sent by the brand of a card that nobody stored (check 4)', async () => {
    const { ids, pay, decision } = await newShop((a, b) => branch('top', is('card_brand', '==', 'visa'), a, b))
    const [visa, mastercard] = [await pay(), await pay({ card_token: 'test_mastercard' })]
    expect([visa.body.processor, mastercard.body.processor]).toEqual([ids[0], ids[1]])
    expect(await decision(mastercard.body.id)).toMatchObject({
      ...{ via: 'tree', facts: { card_brand: 'mastercard' }, otherwise: { to: 'then', processor: ids[0] } },
    })
  })

  it('is unlike every country when it has none, and equal to none (check 5)', async () => {
    const { ids, pay } = await newShop((a, b, c, d) =>
      branch('top', is('country_code', '!=', 'NL'), branch('in', is('country_code', '==', 'BE'), c, a), {
        ...branch('other', is('country_code', '==', 'NL'), b, d),
      }),
    )
    const [unlike, ofNL, ofBE] = ids
    const to = async (payment: object) => (await pay(payment)).body.processor
    expect(await Promise.all([to({}), to({ country_code: 'US' }), to({ country_code: 'NL' })])).toEqual([
      ...[unlike, unlike, ofNL],
    ])
    expect(await to({ country_code: 'BE' })).toBe(ofBE)
  })

  it('draws the same lot whenever it is asked, which anybody can draw again (check 6)', async () => {
    const { ids, pay, decision, owner, routing } = await newShop((a, b) => branch('top', is('random', '<', 30), a, b))
    for (let number = 0; number < 5; number += 1) {
      const { id, processor } = (await pay()).body
      const said = await decision(id)
      expect(await decision(id)).toEqual(said)
      const lot = (createHash('sha256').update(`${id}/top`).digest().readUInt32BE(0) % 10_000) / 100
      expect(said.path).toMatchObject([{ lot, to: lot < 30 ? 'then' : 'else' }])
      expect(processor).toBe(lot < 30 ? ids[0] : ids[1])
      const facts = { currency_code: 'EUR' }
      const tried = await kontor.post(owner, '/v1/routing/try', { routing: routing.id, transaction: id, facts })
      expect(tried.body.processor).toBe(processor)
    }
  })

  it('goes to a share of 30 % in 25 to 35 of 100 cases, of a thousand (check 6)', async () => {
    const { ids, pay, routing } = await newShop((a, b) => branch('top', is('random', '<', 30), a, b))
    const facts = factsOf({
      ...{ amount: 1_000, currency_code: 'EUR', recurring_type: null, country_code: undefined, mcc: null, card: null },
      ...{ customer: null, described: undefined },
    })
    // The draws are the same in every ordinary run, so that none falls outside by chance.
    const idOf = (number: number) => `01980000-0000-7000-8000-${String(number).padStart(12, '0')}`
    const drawn = (number: number) => route(routing.details, facts, lotsOf(idOf(number))).processor
    const went = []
    for (let number = 0; number < 1_000; number += 1) went.push(isHeavy ? (await pay()).body.processor : drawn(number))
    const share = went.filter((processor) => processor === ids[0]).length / went.length
    expect([share > 0.25, share < 0.35]).toEqual([true, true])
  })

  it('is explained by the version that decided, whatever the routing becomes (check 7)', async () => {
    const { ids, pay, decision, update, routing, owner, profile } = await newShop((a, b) =>
      branch('top', is('amount', '>', 500), a, b),
    )
    const [a, b] = ids
    const { id } = (await pay()).body
    const before = await decision(id)
    expect(before).toMatchObject({
      ...{ via: 'tree', processor: a, tree_processor: a, rulesets: [], three_d_secure: null },
      routing: { id: routing.id, name: 'Routing', version: 1, current_version: 1, currency_code: 'EUR' },
      path: [{ branch: 'top', to: 'then', conditions: [{ name: 'amount', value: 500, fact: 1_000, held: true }] }],
      otherwise: { branch: 'top', to: 'else', processor: b },
    })
    await update({ version: 1, details: branch('other', is('amount', '>', 99), b, a), name: 'Other' })
    const routed = { ...before.routing, name: 'Other', current_version: 2 }
    expect(await decision(id)).toEqual({ ...before, routing: routed })
    await kontor.post(owner, `/v1/paymentprofile/${profile}`, { routing: {} })
    await kontor.call(owner, 'DELETE', `/v1/routing/${routing.id}`, {})
    expect(await decision(id)).toEqual({ ...before, routing: { ...routed, name: null, current_version: null } })
    // Without a routing payments go by position again (check 11).
    const byOrder = (await pay({ amount: 100 })).body
    expect(byOrder.processor).toBe(a)
    expect(await decision(byOrder.id)).toMatchObject({ via: 'position', routing: null, path: [], otherwise: null })
  })

  it('goes by the tree that is committed, also where this process kept the one before, or one that was undone', async () => {
    const { merchant, ids, pay, update, routing } = await newShop((a, b) => branch('top', is('amount', '>', 500), a, b))
    const [a, b] = ids
    const to = async () => (await pay()).body.processor
    expect(await to()).toBe(a)
    await update({ version: 1, details: branch('top', is('amount', '>', 500), b, a) })
    expect(await to()).toBe(b)
    const undone = inTransaction(kontor.databases, engineActor(merchant, 'system'), async (trx) => {
      const details = JSON.stringify(branch('top', is('amount', '>', 500), b, b))
      await trx.updateTable('routing').set({ version: 3, details }).where('id', '=', routing.id).execute()
      const { rows } = await sql<{ routing: RoutingInUse }>`select ${routingInUse({
        merchant: sql`${merchant}::uuid`,
        profile: sql`c.payment_profile_id`,
        product: 'card',
      })} as routing from payment_profile_routing c where c.routing_id = ${routing.id}`.execute(trx)
      const [used] = rows
      if (!used) throw new Error('no payment profile uses it')
      expect((await keptRouting(trx, merchant, used.routing)).routing).toMatchObject({ version: 3 })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await update({ version: 2, details: branch('top', is('amount', '>', 500), a, b) })
    expect(await to()).toBe(a)
  })

  it('of another currency is asked about in that of the routing, and amounts without a rate are missing', async () => {
    const { ids, pay, decision } = await newShop((a, b) => branch('top', is('amount', '>', 1_500), a, b), {
      currency_code: 'GBP',
    })
    const unknown = (await pay({ amount: 99_999 })).body
    expect([unknown.processor, (await decision(unknown.id)).facts.amount]).toEqual([ids[1], null])
    await db.rows(
      `insert into exchange_rate (day, currency_code, rate, source, fetched_at) values (current_date - 1, 'GBP', 0.5, 'ECB', now()) on conflict do nothing`,
      [],
    )
    const known = (await pay({ amount: 3_002 })).body
    expect([known.processor, (await decision(known.id)).facts.amount]).toEqual([ids[0], 1_501])
  })

  it('goes by position when the processor of its way takes no payments, and its decision says so', async () => {
    const { ids, pay, decision } = await newShop((a, b) => branch('top', is('amount', '>', 500), a, b))
    await db.rows('update processor set active = false where id = $1', [ids[0]])
    const { id, processor } = (await pay()).body
    expect(processor).toBe(ids[1])
    expect(await decision(id)).toMatchObject({ via: 'fallback', processor: ids[1], tree_processor: ids[0] })
  })

  it('is explained to those who may see it, and to nobody else', async () => {
    const { merchant, pay } = await newShop((a, b) => branch('top', is('amount', '>', 500), a, b))
    const { id } = (await pay()).body
    const at = `/v1/transaction/${id}/decision`
    const north = await kontor.make.organisation(merchant)
    const inNorth = await kontor.make.cookie({ merchant, organisation: north, roles: ['USER_ALL'] })
    const plain = await kontor.make.cookie({ merchant, roles: ['REFUND_LIST'] })
    const foreign = await kontor.make.cookie({ merchant: (await kontor.make.merchant()).merchant, roles: ['USER_ALL'] })
    const reader = await kontor.make.cookie({ merchant, roles: ['TRANSACTION_LIST'] })
    const replies = [inNorth, plain, foreign, reader].map(async (who) => (await kontor.get(who, at)).status)
    expect(await Promise.all(replies)).toEqual([404, 403, 404, 200])
    await db.rows('delete from decision where transaction_id = $1', [id])
    expect((await kontor.get(reader, at)).body).toBe(null)
  })
})

describe('the ends of a routing', () => {
  it('have the payments of the last 28 days that ended there, also by versions before', async () => {
    const { routing, owner, pay, update, merchant, ids } = await newShop((a, b, c, d) =>
      branch(
        'top',
        is('amount', '>', 5_000),
        a,
        branch('y', is('amount', '<', 500), branch('z', is('random', '<', 50), b, c), d),
      ),
    )
    const shares = async (who = owner) => (await kontor.get(who, `/v1/routing/${routing.id}/shares`)).body
    expect(await shares()).toEqual({ total: 0, ends: [] })
    const amounts = [9_000, 8_000, 600, 700, 800, 100, 200]
    for (const amount of amounts) await pay({ amount })
    const { total, ends } = await shares()
    expect(total).toBe(7)
    expect(ends).toMatchObject([
      { branch: 'top', to: 'then', payments: 2 },
      { branch: 'y', to: 'else', payments: 3 },
      ...ends.slice(2).map(() => ({ branch: 'z' })),
    ])
    expect(ends.reduce((sum: number, { payments }: { payments: number }) => sum + payments, 0)).toBe(7)
    const [a, b, c, d] = ids
    // The end of the branch that stays is that of both versions.
    const other = branch(
      'top',
      is('amount', '>', 7_000),
      a,
      branch('w', is('amount', '<', 100), b, branch('v', is('amount', '<', 300), c, d)),
    )
    expect((await update({ version: 1, details: other })).status).toBe(200)
    await pay({ amount: 9_000 })
    expect((await shares()).ends).toContainEqual({ branch: 'top', to: 'then', payments: 3 })
    const organisation = await kontor.make.organisation(merchant)
    const elsewhere = await kontor.make.cookie({ merchant, organisation, roles: ['USER_ALL'] })
    expect((await kontor.get(elsewhere, `/v1/routing/${routing.id}/shares`)).status).toBe(404)
  })
})
