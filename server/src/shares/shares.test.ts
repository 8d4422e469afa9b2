import type { Role } from '@kontor/contract/roles'
import { mostShops } from '@kontor/contract/shares/share.rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connected, detailsOf, type Keys, newKeys, openAccount } from '../../test/gateway-account.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'

let kontor: TestApp
let shop: MadeMerchant
/** Sees the whole merchant. */
let owner: string
/** The organisation that shares, with a shop above it; and the one that gets, with one below it. */
let north: string
let south: string
let town: string
let giver: string
let getter: string
let processor: string

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  const { merchant } = shop
  north = await kontor.make.organisation(merchant, { name: 'North' })
  south = await kontor.make.organisation(merchant, { name: 'South' })
  town = await kontor.make.organisation(merchant, { name: 'Town', parent: south, depth: 2 })
  owner = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
  giver = await kontor.make.cookie({ merchant, organisation: north, roles: ['USER_ALL'] })
  getter = await kontor.make.cookie({ merchant, organisation: south, roles: ['USER_ALL'] })
})
afterAll(() => kontor.stop())
beforeEach(async () => {
  processor = await kontor.make.processor(shop.merchant, { organisation: north, name: 'Cards of the north' })
})

const offer = async (to = south) => {
  const { status, body } = await kontor.post(owner, '/v1/share', {
    processor,
    to_organisation: to,
    message: 'For the fair',
  })
  expect([status, body.status]).toEqual([201, 'PENDING'])
  return body.id as string
}
const act = (who: string, id: string, verb: string, body: object = {}) =>
  kontor.post(who, `/v1/share/${id}/${verb}`, body)
const shared = async (to = south) => {
  const id = await offer(to)
  expect((await act(to === south ? getter : owner, id, 'accept')).body.status).toBe('ACCEPTED')
  return id
}
const usable = async (who: string): Promise<string[]> =>
  (await kontor.get(who, '/v1/processor?_limit=1000')).body.map(({ id }: { id: string }) => id)
const profileIn = (organisation: string, processors: string[] = []) =>
  kontor.make.profile(shop.merchant, { organisation, processors })
const choose = (who: string, profile: string, processors: string[], seen: string[] = []) =>
  kontor.post(who, `/v1/paymentprofile/${profile}/processors`, { processors, seen })
const processorsOf = async (profile: string): Promise<string[]> =>
  (await kontor.get(owner, `/v1/paymentprofile/${profile}`)).body.processors
const shopsOf = async (
  id: string,
  who = owner,
): Promise<{ id: string; name: string; is_only: boolean; routings: string[] }[]> =>
  (await kontor.get(who, `/v1/share/${id}/shop`)).body

describe('a request', () => {
  it('is seen from both sides, with the names that neither could look up', async () => {
    const id = await offer()
    const names = { processor_name: 'Cards of the north', organisation_name: 'North', to_organisation_name: 'South' }
    expect((await kontor.get(giver, `/v1/share/${id}`)).body).toMatchObject({ ...names, side: 'sent' })
    expect((await kontor.get(getter, `/v1/share/${id}`)).body).toMatchObject({ ...names, side: 'received' })
    expect((await kontor.get(owner, `/v1/share/${id}`)).body).toMatchObject({ ...names, side: 'within' })
    const found = async (who: string, side: string) =>
      (await kontor.get(who, `/v1/share?id=${id}&side=${side}`)).body.length
    expect([await found(giver, 'sent'), await found(giver, 'received')]).toEqual([1, 0])
    expect([await found(getter, 'received'), await found(getter, 'sent')]).toEqual([1, 0])
    const beside = await kontor.make.cookie({ merchant: shop.merchant, organisation: town, roles: ['USER_ALL'] })
    expect((await kontor.get(beside, `/v1/share/${id}`)).status).toBe(404)
  })

  it('gives nothing before it is accepted', async () => {
    const id = await offer()
    expect(await usable(getter)).not.toContain(processor)
    await act(getter, id, 'accept')
    expect(await usable(getter)).toContain(processor)
  })

  it('is answered by the side that gets it, and withdrawn by the side that sent it', async () => {
    const id = await offer()
    for (const verb of ['accept', 'decline']) expect((await act(giver, id, verb)).status).toBe(403)
    for (const [verb, body] of [
      ['withdraw', {}],
      ['revoke', { shops: [] }],
    ] as const)
      expect((await act(getter, id, verb, body)).status).toBe(403)
    expect((await act(giver, id, 'withdraw')).body).toMatchObject({ status: 'WITHDRAWN' })
    expect((await act(getter, id, 'accept')).body.code).toBe('share_not_pending')
    expect(await usable(getter)).not.toContain(processor)
  })

  it('is declined with a reason that both read', async () => {
    const id = await offer()
    await act(getter, id, 'decline', { reason: 'We have our own' })
    expect((await kontor.get(giver, `/v1/share/${id}`)).body).toMatchObject({
      status: 'DECLINED',
      reason: 'We have our own',
    })
  })

  it('without an answer ends after thirty days, and can be sent again', async () => {
    const id = await kontor.make.share(shop.merchant, {
      processor,
      to: south,
      expires_at: new Date(Date.now() - 1_000),
    })
    expect((await kontor.get(owner, `/v1/share/${id}`)).body.status).toBe('EXPIRED')
    const { body } = await kontor.get(owner, `/v1/share?status=EXPIRED&processor=${processor}`)
    expect(body).toHaveLength(1)
    expect((await act(getter, id, 'accept')).body.code).toBe('share_not_pending')
    await offer()
  })

  it('waits for an answer as many days as was chosen, and thirty where nobody chose', async () => {
    const days = async (chosen: object) => {
      const { status, body } = await kontor.post(owner, '/v1/share', { processor, to_organisation: south, ...chosen })
      if (status === 201) await act(owner, body.id, 'withdraw')
      return status === 201 ? (Date.parse(body.expires_at) - Date.parse(body.created_at)) / 86_400_000 : body.details
    }
    expect([await days({}), await days({ expires_in_days: 1 }), await days({ expires_in_days: 90 })]).toEqual([
      30, 1, 90,
    ])
    const field = 'body.expires_in_days'
    expect(await days({ expires_in_days: 0 })).toEqual({ [field]: 'too_small' })
    expect(await days({ expires_in_days: 91 })).toEqual({ [field]: 'too_large' })
    expect(await days({ expires_in_days: 1.5 })).toEqual({ [field]: 'must_be_an_integer' })
  })

  it('is sent once between the two, also by two at once', async () => {
    const send = () => kontor.post(owner, '/v1/share', { processor, to_organisation: south })
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('share_exists')
  })

  it('is not needed by those who see the processor anyway', async () => {
    for (const to_organisation of [north, shop.merchant])
      expect((await kontor.post(owner, '/v1/share', { processor, to_organisation })).body.code).toBe('share_not_needed')
  })

  it('is refused for a processor or an organisation that the sender does not see', async () => {
    const send = (who: string, body: object) => kontor.post(who, '/v1/share', body)
    expect((await send(getter, { processor, to_organisation: town })).body.details).toEqual({
      'body.processor': 'not_found',
    })
    expect((await send(giver, { processor, to_organisation: south })).body.details).toEqual({
      'body.to_organisation': 'not_found',
    })
    const other = await kontor.make.merchant()
    expect((await send(owner, { processor, to_organisation: other.merchant })).body.details).toEqual({
      'body.to_organisation': 'not_found',
    })
  })
})

describe('several processors in one request', () => {
  const another = (name: string, organisation = north) =>
    kontor.make.processor(shop.merchant, { organisation, name, payment_product: 'ideal' })
  const offerAll = (processors: string[], more: object = {}, who = owner) =>
    kontor.post(who, '/v1/share/several', { processors, to_organisation: south, ...more })

  it('are requests of their own: each is answered by itself, and each stands in the history', async () => {
    const ideal = await another('iDEAL of the north')
    const days = { expires_in_days: 7, access: 'USE_AND_EDIT', message: 'For the fair' }
    const { status, body } = await offerAll([processor, ideal], days)
    expect([status, body.map((row: { processor: string }) => row.processor).toSorted()]).toEqual([
      201,
      [processor, ideal].toSorted(),
    ])
    for (const row of body) {
      expect(row).toMatchObject({ status: 'PENDING', access: 'USE_AND_EDIT', message: 'For the fair', profiles: null })
      expect(Date.parse(row.expires_at) - Date.parse(row.created_at)).toBe(7 * 86_400_000)
      const { changes } = (await kontor.get(owner, `/v1/share/${row.id}/history`)).body
      expect(changes).toMatchObject([{ operation: 'created', command: 'create-shares' }])
    }
    const idOf = (id: string) => body.find((row: { processor: string }) => row.processor === id).id
    await act(getter, idOf(processor), 'accept')
    await act(getter, idOf(ideal), 'decline', { reason: 'Not this one' })
    expect(await usable(getter)).toContain(processor)
    expect(await usable(getter)).not.toContain(ideal)
  })

  it('are all sent or none, and say which one cannot be', async () => {
    const [ideal, ours] = [await another('iDEAL of the north'), await another('Cards of the south', south)]
    await offer()
    const count = async () => (await kontor.get(owner, `/v1/share/count?processor=${ideal}`)).body.count
    expect((await offerAll([ideal, processor])).body).toMatchObject({
      ...{ code: 'share_exists', details: { processors: ['Cards of the north'] } },
    })
    expect((await offerAll([ideal, ours])).body).toMatchObject({
      ...{ code: 'share_not_needed', details: { processors: ['Cards of the south'] } },
    })
    const absent = '01900000-0000-7000-8000-000000000000'
    for (const [processors, reason] of [
      [[ideal, absent], 'not_found'],
      [[ideal, ideal], 'twice'],
      [[], 'required'],
    ] as const)
      expect((await offerAll([...processors])).body.details).toEqual({ 'body.processors': reason })
    expect(await count()).toBe(0)
  })

  it('are sent once by two at once, whatever their order', async () => {
    const more = await Promise.all(['a', 'b', 'c', 'd'].map((name) => another(name)))
    const answers = await Promise.all([offerAll(more), offerAll(more.toReversed()), offerAll(more)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    for (const { status, body } of answers) if (status === 409) expect(body.code).toBe('share_exists')
  })

  it('of two merchants are refused to the provider', async () => {
    const other = await kontor.make.merchant()
    const theirs = await kontor.make.processor(other.merchant)
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    for (const processors of [
      [processor, theirs],
      [theirs, processor],
    ])
      expect((await offerAll(processors, {}, staff)).status).toBe(400)
  })
})

describe('the number of shops that use a shared processor', () => {
  const numberFor = async (who: string, id: string) => (await kontor.get(who, `/v1/share/${id}`)).body.profiles

  it('is on both sides that of the shops that would lose it, and nothing before it is accepted', async () => {
    const id = await offer()
    expect([await numberFor(giver, id), await numberFor(getter, id)]).toEqual([null, null])
    await act(getter, id, 'accept')
    expect(await numberFor(giver, id)).toBe(0)
    const shops = [await profileIn(south), await profileIn(town)]
    for (const each of shops) await choose(getter, each, [processor])
    await profileIn(north, [processor])
    expect([await numberFor(giver, id), await numberFor(getter, id), await numberFor(owner, id)]).toEqual([2, 2, 2])
    expect((await shopsOf(id)).map((each) => each.id).toSorted()).toEqual(shops.toSorted())
    expect((await shopsOf(id, getter)).map((each) => each.id).toSorted()).toEqual(shops.toSorted())
  })

  it('is on both sides that of the shops that are listed below it, also where two shares give the same processor', async () => {
    const [ofSouth, ofTown] = [await shared(), await shared(town)]
    const [inTown, inSouth] = [await profileIn(town, [processor]), await profileIn(south, [processor])]
    for (const who of [giver, getter, owner])
      for (const [id, shops] of [
        // Without it, the shop in the town has the processor by the other share.
        [ofSouth, [inSouth]],
        [ofTown, []],
      ] as const) {
        expect(await numberFor(who, id)).toBe(shops.length)
        expect((await shopsOf(id, who)).map((each) => each.id)).toEqual(shops)
      }
    expect(await processorsOf(inTown)).toEqual([processor])
  })

  it('counts and lists for the receiver none that it does not see', async () => {
    const id = await shared()
    const profile = await profileIn(south)
    await choose(getter, profile, [processor])
    const east = await kontor.make.organisation(shop.merchant)
    await kontor.post(owner, `/v1/paymentprofile/${profile}`, { organisation: east })
    expect([await numberFor(giver, id), await numberFor(owner, id), await numberFor(getter, id)]).toEqual([1, 1, 0])
    expect((await shopsOf(id, giver)).map((each) => each.id)).toEqual([profile])
    expect(await shopsOf(id, getter)).toEqual([])
  })

  it('is not told to who may not list payment profiles', async () => {
    const id = await shared()
    const lister = await kontor.make.cookie({ merchant: shop.merchant, roles: ['SHARE_LIST'] })
    expect([await numberFor(lister, id), await numberFor(owner, id)]).toEqual([null, 0])
  })
})

describe('what a member of the provider does with a share', () => {
  it('says to nobody which member it was', async () => {
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const sent = await kontor.post(staff, '/v1/share', { processor, to_organisation: south })
    await act(staff, sent.body.id, 'accept')
    await act(staff, sent.body.id, 'revoke', { shops: [] })
    const unnamed = { status: 'REVOKED', requested_by: null, answered_by: null, ended_by: null }
    for (const who of [giver, getter, owner])
      expect((await kontor.get(who, `/v1/share/${sent.body.id}`)).body).toMatchObject(unnamed)
  })

  it('differs from what a user of the merchant does, whose name both sides read', async () => {
    const id = await shared()
    const named = { requested_by: expect.stringMatching(/^User/), answered_by: expect.stringMatching(/^User/) }
    expect((await kontor.get(giver, `/v1/share/${id}`)).body).toMatchObject(named)
  })
})

describe('a shared processor', () => {
  it('can be chosen by the shops of the organisation and of those below it', async () => {
    const below = await kontor.make.cookie({ merchant: shop.merchant, organisation: town, roles: ['USER_ALL'] })
    const profile = await profileIn(town)
    expect((await choose(below, profile, [processor])).body.details).toEqual({ 'body.processors': 'not_found' })
    await shared()
    expect((await choose(below, profile, [processor])).status).toBe(200)
    expect(await processorsOf(profile)).toEqual([processor])
  })

  it('shows no credential, account, notes, address or history', async () => {
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    await kontor.post(staff, `/v1/processor/${processor}`, { description: 'Contract 12' })
    await shared()
    const { body } = await kontor.get(getter, `/v1/processor/${processor}`)
    expect(body).toMatchObject({ shared: true, description: null, account: null })
    expect((await kontor.get(owner, `/v1/processor/${processor}`)).body).toMatchObject({
      shared: false,
      description: 'Contract 12',
    })
    for (const path of ['setup', 'history'])
      expect((await kontor.get(getter, `/v1/processor/${processor}/${path}`)).status).toBe(404)
    expect((await kontor.get(giver, `/v1/processor/${processor}/history`)).status).toBe(200)
    const credential = { version: 1, details: [{ name: 'secret', value: 'other' }] }
    expect((await kontor.post(getter, `/v1/processor/${processor}/credential`, credential)).status).toBe(404)
    expect((await kontor.post(getter, `/v1/processor/${processor}/test`, { place: 'present' })).status).toBe(404)
  })

  it('is not passed on, and is left out of a list of what can be', async () => {
    await shared()
    const own = await kontor.make.processor(shop.merchant, { organisation: south })
    const { body: listed } = await kontor.get(getter, '/v1/processor?shared=false&_limit=1000')
    const ids = listed.map(({ id }: { id: string }) => id)
    expect([ids.includes(own), ids.includes(processor)]).toEqual([true, false])
    const { body } = await kontor.post(getter, '/v1/share', { processor, to_organisation: town })
    expect(body.details).toEqual({ 'body.processor': 'not_found' })
  })
})

describe('taking a processor back', () => {
  it('counts no other processor that takes the payment product in other currencies than the shop’s', async () => {
    processor = await kontor.make.processor(shop.merchant, { organisation: north, payment_product: 'ideal' })
    const ofMollie = await kontor.make.processor(shop.merchant, {
      ...{ organisation: south, payment_product: 'ideal', gateway: 'mollie', url: null },
    })
    const id = await shared()
    const expected = new Map<string, boolean>()
    for (const [currency_code, isOnly] of [['EUR', false] as const, ['GBP', true] as const]) {
      const processors = [processor, ofMollie]
      const made = await kontor.make.profile(shop.merchant, { organisation: south, currency_code, processors })
      expected.set(made, isOnly)
    }
    expect(new Map((await shopsOf(id)).map((each) => [each.id, each.is_only]))).toEqual(expected)
  })

  it('names the shops that lose it, and those that then cannot take the payment product', async () => {
    const id = await shared()
    const other = await kontor.make.processor(shop.merchant, { organisation: south })
    const alone = await profileIn(south, [processor])
    const both = await profileIn(town, [processor, other])
    await profileIn(north, [processor])
    const shops = await shopsOf(id)
    expect(new Map(shops.map((each) => [each.id, each.is_only]))).toEqual(
      new Map([
        [alone, true],
        [both, false],
      ]),
    )
    expect((await act(giver, id, 'revoke', { shops: shops.map((each) => each.id) })).body.status).toBe('REVOKED')
    expect([await processorsOf(alone), await processorsOf(both)]).toEqual([[], [other]])
    expect(await usable(getter)).not.toContain(processor)
  })

  it('names the routings that end with it at each shop, which then pays by the order of its processors', async () => {
    const id = await shared()
    const [own, third] = [
      await kontor.make.processor(shop.merchant, { organisation: south }),
      await kontor.make.processor(shop.merchant, { organisation: south }),
    ]
    const routed = await profileIn(south, [processor, own])
    const apart = await profileIn(south, [processor, own])
    const without = await profileIn(south, [own, third])
    const { merchant } = shop
    const between = [processor, own] as const
    await kontor.make.routing(merchant, { name: 'By amount', processors: between, profiles: [routed] })
    await kontor.make.routing(merchant, { name: 'Not chosen', processors: between })
    await kontor.make.routing(merchant, { name: 'Without it', processors: [own, third], profiles: [without] })
    const shops = await shopsOf(id)
    expect(new Map(shops.map((each) => [each.id, each.routings]))).toEqual(
      new Map([
        [routed, ['By amount']],
        [apart, []],
      ]),
    )
    const ending = { shops: shops.map((each) => each.id) }
    expect((await act(giver, id, 'revoke', ending)).body.status).toBe('REVOKED')
    const routingOf = async (profile: string) => (await kontor.get(owner, `/v1/paymentprofile/${profile}`)).body.routing
    expect(await routingOf(routed)).toEqual({})
    expect(Object.keys(await routingOf(without))).toEqual(['card'])
  })

  it('names its shops to the receiver who may list payment profiles, and to no other', async () => {
    const id = await shared()
    await choose(getter, await profileIn(south), [processor])
    const of = (roles: Role[]) => kontor.make.cookie({ merchant: shop.merchant, organisation: south, roles })
    const asked = async (who: string) => (await kontor.get(who, `/v1/share/${id}/shop`)).status
    expect(await asked(await of(['SHARE_LIST', 'SHARE_UPDATE', 'PAYMENT_PROFILE_LIST']))).toBe(200)
    expect(await asked(await of(['SHARE_LIST', 'SHARE_UPDATE']))).toBe(403)
  })

  it('is refused when other shops use it than the person saw', async () => {
    const id = await shared()
    const profile = await profileIn(south)
    const { body: seen } = await kontor.get(owner, `/v1/share/${id}/shop`)
    await choose(getter, profile, [processor])
    expect((await act(giver, id, 'revoke', { shops: seen })).body.code).toBe('share_shops_changed')
    expect(await processorsOf(profile)).toEqual([processor])
  })

  it('takes it from as many shops as a tree of 5,000 organisations has with one in each, and then from none', async () => {
    const id = await shared()
    const first = await profileIn(south, [processor])
    const db = kontor.databases.provider
    const own = sql`md5(${first} || n)::uuid`
    await sql`insert into payment_profile select (jsonb_populate_record(p, jsonb_build_object('id', ${own}, 'name', 'Shop ' || n))).*
      from payment_profile p, generate_series(1, 4999) n where p.id = ${first}`.execute(db)
    await sql`insert into payment_profile_processor
      select (jsonb_populate_record(c, jsonb_build_object('payment_profile_id', ${own}))).*
      from payment_profile_processor c, generate_series(1, 4999) n where c.payment_profile_id = ${first}`.execute(db)
    const shops = (await shopsOf(id, giver)).map((shop) => shop.id)
    expect(shops).toHaveLength(5000)
    expect((await act(giver, id, 'revoke', { shops })).body.status).toBe('REVOKED')
    expect(await shopsOf(id, giver)).toEqual([])
  }, 120_000)

  it('says how many ids it takes, which fit into a body', async () => {
    const id = await shared()
    const other = await profileIn(south)
    const ids = (count: number) => Array.from({ length: count }, () => other)
    const answer = async (count: number) => (await act(giver, id, 'revoke', { shops: ids(count) })).body.code
    expect([await answer(mostShops), await answer(mostShops + 1)]).toEqual(['share_shops_changed', 'invalid_request'])
  })

  it('is refused where nobody has accepted, and happens once, also when two do it at once', async () => {
    const pending = await offer()
    const refused = await act(giver, pending, 'revoke', { shops: [] })
    expect([refused.status, refused.body.code]).toEqual([409, 'share_not_accepted'])
    expect((await act(getter, pending, 'accept')).body.status).toBe('ACCEPTED')
    const revoked = await Promise.all([1, 2].map(() => act(giver, pending, 'revoke', { shops: [] })))
    expect(revoked.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(revoked.find(({ status }) => status === 409)?.body.code).toBe('share_not_accepted')
    expect((await kontor.get(giver, `/v1/share/${pending}`)).body.status).toBe('REVOKED')
  })

  it('leaves it with shops to which another share gives it', async () => {
    const ofSouth = await shared()
    await shared(town)
    const profile = await profileIn(town, [processor])
    expect(await shopsOf(ofSouth)).toEqual([])
    await act(giver, ofSouth, 'revoke', { shops: [] })
    expect(await processorsOf(profile)).toEqual([processor])
  })

  it('at the moment at which a shop chooses it leaves no shop with it', async () => {
    for (const _ of [1, 2, 3, 4]) {
      processor = await kontor.make.processor(shop.merchant, { organisation: north })
      const id = await shared()
      const profile = await profileIn(south)
      const [chosen, revoked] = await Promise.all([
        choose(getter, profile, [processor]),
        act(giver, id, 'revoke', { shops: [] }),
      ])
      const left = (await processorsOf(profile)).length
      if (revoked.status === 200) expect([chosen.status, left]).toEqual([400, 0])
      else expect([chosen.status, left, revoked.body.code]).toEqual([200, 1, 'share_shops_changed'])
    }
  })

  it('lets captures and refunds of its payments go on', async () => {
    await kontor.connect(shop.merchant)
    const id = await shared()
    const profile = await profileIn(south, [processor])
    const paid = await kontor.make.transaction(
      { ...shop, profile, processor },
      { organisation: south, status: 'SETTLEMENT_COMPLETED', amount: 5_000 },
    )
    await act(giver, id, 'revoke', { shops: [profile] })
    expect((await kontor.post(getter, `/v1/transaction/${paid.id}/refund`, { amount: 100 })).status).toBe(201)
  })
})

describe('a shop that got its processor by a share', () => {
  it('loses it when it is taken back, also after it moved to another organisation', async () => {
    const east = await kontor.make.organisation(shop.merchant, { name: 'East' })
    const id = await shared()
    const profile = await profileIn(south)
    await choose(getter, profile, [processor])
    await kontor.post(owner, `/v1/paymentprofile/${profile}`, { organisation: east })
    expect((await shopsOf(id)).map((each) => each.id)).toEqual([profile])
    expect((await act(giver, id, 'revoke', { shops: [profile] })).body.status).toBe('REVOKED')
    expect(await processorsOf(profile)).toEqual([])
  })

  it('loses it after its organisation moved, and after it was cloned', async () => {
    const leaf = await kontor.make.organisation(shop.merchant, { name: 'Leaf', parent: south, depth: 2 })
    const id = await shared()
    const body = {
      name: 'Shop',
      display_name: 'Shop',
      organisation: leaf,
      currency_code: 'EUR',
      processors: [processor],
    }
    const cloned = await kontor.post(getter, '/v1/paymentprofile', body)
    expect(cloned.status).toBe(201)
    const moved = await kontor.post(owner, `/v1/organisation/${leaf}`, {
      ...{ name: 'Leaf', country_code: 'NL', parent: shop.merchant },
    })
    expect(moved.status).toBe(200)
    expect((await act(giver, id, 'revoke', { shops: [cloned.body.id] })).body.status).toBe('REVOKED')
    expect(await processorsOf(cloned.body.id)).toEqual([])
  })

  it('loses it at the end of the last share that gives it', async () => {
    const ofSouth = await shared()
    const profile = await profileIn(town)
    await choose(getter, profile, [processor])
    const ofTown = await shared(town)
    expect((await act(giver, ofSouth, 'revoke', { shops: [] })).body.status).toBe('REVOKED')
    expect((await kontor.call(giver, 'DELETE', `/v1/share/${ofSouth}`, {})).status).toBe(204)
    const east = await kontor.make.organisation(shop.merchant)
    await kontor.post(owner, `/v1/paymentprofile/${profile}`, { organisation: east })
    expect((await act(giver, ofTown, 'revoke', { shops: [profile] })).body.status).toBe('REVOKED')
    expect(await processorsOf(profile)).toEqual([])
  })

  it('keeps it where the people of its organisation see the processor', async () => {
    const id = await shared()
    const profile = await profileIn(south)
    await choose(getter, profile, [processor])
    await kontor.post(owner, `/v1/paymentprofile/${profile}`, { organisation: north })
    expect((await act(giver, id, 'revoke', { shops: [] })).body.status).toBe('REVOKED')
    expect(await processorsOf(profile)).toEqual([processor])
    expect((await kontor.call(giver, 'DELETE', `/v1/share/${id}`, {})).status).toBe(204)
  })

  it('is told from one for which somebody chose it who sees it', async () => {
    const id = await shared()
    const east = await kontor.make.organisation(shop.merchant)
    const profile = await profileIn(east)
    await choose(owner, profile, [processor])
    expect(await shopsOf(id)).toEqual([])
    await act(giver, id, 'revoke', { shops: [] })
    expect(await processorsOf(profile)).toEqual([processor])
  })
})

describe('the credential of a shared processor', () => {
  /** A processor of a whole merchant, shared with a branch, with a person there and the credential's keys. */
  async function lent(access: string) {
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const of = await connected(kontor, staff)
    const { merchant } = of.shop
    const branch = await kontor.make.organisation(merchant)
    const head = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
    const there = await kontor.make.cookie({ merchant, organisation: branch, roles: ['USER_ALL'] })
    const { body } = await kontor.post(head, '/v1/share', { processor: of.id, to_organisation: branch, access })
    expect(body.access).toBe(access)
    await act(there, body.id, 'accept')
    const prepare = (version: number, keys: Keys) =>
      kontor.post(there, `/v1/processor/${of.id}/credential`, { version, details: detailsOf(keys) })
    return { ...of, share: body.id as string, head, staff, there, prepare }
  }
  const setup = (who: string, id: string) => kontor.get(who, `/v1/processor/${id}/setup`)

  it('is not for those who only use it', async () => {
    const { id, there, staff, prepare, keys } = await lent('USE')
    const { version } = (await setup(staff, id)).body
    expect((await setup(there, id)).status).toBe(404)
    expect((await prepare(version, newKeys())).status).toBe(404)
    expect((await kontor.post(there, `/v1/processor/${id}/test`, { place: 'present' })).status).toBe(404)
    const asked = { gateway: 'sandbox', mode: 'test', processor: id, details: detailsOf(keys) }
    expect((await kontor.post(there, '/v1/processor/test', asked)).status).toBe(404)
  })

  it('gets values from those who may edit them, who read none and put none to use', async () => {
    const { id, there, staff, head, name, shop: owners, prepare, share } = await lent('USE_AND_EDIT')
    const { body } = await setup(there, id)
    expect(body).toMatchObject({ user: null, notification_url: null, last_notification_at: null, shops: [] })
    const next = newKeys()
    await openAccount(kontor, name, owners.merchant, next)
    const prepared = await prepare(body.version, next)
    expect(prepared.status).toBe(200)
    expect(prepared.body).toMatchObject({ shared: true, account: null })
    const seen = (await setup(there, id)).body
    expect(seen.credentials[1]).toMatchObject({ place: 'second', account: name, was_used: false, changed_by: null })
    expect(JSON.stringify([prepared.body, seen])).not.toContain(next.api_key)
    const putToUse = (who: string) =>
      kontor.post(who, `/v1/processor/${id}/credential/switch`, { version: seen.version })
    expect((await putToUse(there)).status).toBe(403)
    expect((await kontor.post(there, `/v1/processor/${id}`, { name: 'Ours' })).status).toBe(403)
    expect((await putToUse(staff)).status).toBe(200)
    expect((await act(head, share, 'revoke', { shops: [] })).status).toBe(200)
    expect((await setup(there, id)).status).toBe(404)
    expect((await prepare((await setup(staff, id)).body.version, newKeys())).status).toBe(404)
  })
})

describe('a share that is over', () => {
  it('is removed by the side that gave, and one under way is not', async () => {
    const id = await offer()
    const remove = (who: string) => kontor.call(who, 'DELETE', `/v1/share/${id}`, {})
    expect((await remove(giver)).body.code).toBe('share_under_way')
    await act(giver, id, 'withdraw')
    expect((await remove(getter)).status).toBe(403)
    expect((await remove(giver)).status).toBe(204)
  })

  it('stays with those who gave it when the processor goes to others, who see nothing of it', async () => {
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const east = await kontor.make.organisation(shop.merchant, { name: 'East' })
    const inEast = await kontor.make.cookie({ merchant: shop.merchant, organisation: east, roles: ['USER_ALL'] })
    const user = (await kontor.make.user({ merchant: shop.merchant })).id
    const id = await shared()
    const move = () => kontor.post(staff, `/v1/processor/${processor}`, { organisation: east, user })
    const refused = await move()
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      409,
      'processor_shared',
      { organisations: ['South'] },
    ])
    await act(giver, id, 'revoke', { shops: [] })
    const asked = await offer(town)
    expect((await move()).body.details).toEqual({ organisations: ['Town'] })
    await act(giver, asked, 'withdraw')
    expect((await move()).status).toBe(200)
    expect((await kontor.get(inEast, `/v1/share/${id}`)).status).toBe(404)
    expect((await kontor.get(inEast, `/v1/share/${id}/shop`)).status).toBe(404)
    expect((await kontor.get(giver, `/v1/share/${id}`)).body).toMatchObject({
      side: 'sent',
      organisation_name: 'North',
    })
    expect((await kontor.call(owner, 'DELETE', `/v1/organisation/${north}`, {})).body.details).toMatchObject({
      share: expect.any(Number),
    })
  })

  it('cannot be offered while the processor moves, nor the other way round', async () => {
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const east = await kontor.make.organisation(shop.merchant, { name: 'East' })
    const user = (await kontor.make.user({ merchant: shop.merchant })).id
    for (let round = 0; round < 5; round++) {
      processor = await kontor.make.processor(shop.merchant, { organisation: north })
      const [moved, offered] = await Promise.all([
        kontor.post(staff, `/v1/processor/${processor}`, { organisation: east, user }),
        kontor.post(owner, '/v1/share', { processor, to_organisation: south }),
      ])
      const { body } = offered.status === 201 ? await kontor.get(owner, `/v1/share/${offered.body.id}`) : { body: null }
      expect([moved.status, body?.organisation ?? null]).not.toEqual([200, north])
    }
  })

  it('holds the organisation that got it until it is removed', async () => {
    const leaf = await kontor.make.organisation(shop.merchant)
    const id = await offer(leaf)
    const remove = () => kontor.call(owner, 'DELETE', `/v1/organisation/${leaf}`, {})
    expect((await remove()).body.details).toEqual({ share: 1 })
    await act(owner, id, 'withdraw')
    await kontor.call(owner, 'DELETE', `/v1/share/${id}`, {})
    expect((await remove()).status).toBe(204)
  })
})
