import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Reply, startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string

beforeAll(async () => {
  kontor = await startTestApp()
})
afterAll(() => kontor.stop())
beforeEach(async () => {
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
})

const high = { name: 'amount', operator: '>=', value: 10_000 }
const newRuleset = (given: object = {}) => ({
  ...{ name: 'High amounts', organisation: shop.merchant, action: 'block', rules: [high], ...given },
})
const create = (given: object = {}, who = owner) => kontor.post(who, '/v1/validationruleset', newRuleset(given))
const update = (id: string, body: object, who = owner) => kontor.post(who, `/v1/validationruleset/${id}`, body)
const read = async (id: string) => (await kontor.get(owner, `/v1/validationruleset/${id}`)).body
const details = ({ status, body }: Reply) => [status, body.details]

describe('the form of a ruleset (check 16)', () => {
  it('gives a ruleset that is active, in the base currency of the merchant, in its first version', async () => {
    const { status, body } = await create({ email: 'risk@shop.example', webhook_url: 'https://shop.example/hits' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...{ name: 'High amounts', action: 'block', active: true, currency_code: 'EUR', version: 1, recent_hits: 0 },
      ...{ rules: [high], tag: null, payment_profile: null, email: 'risk@shop.example' },
    })
  })

  it.each([
    ['no name', { name: ' ' }, 'body.name', 'required'],
    ['no rules', { rules: [] }, 'body.rules', 'required'],
    ['more than fifty rules', { rules: Array.from({ length: 51 }, () => high) }, 'body.rules', 'too_many'],
    ['an action that there is not', { action: 'allow' }, 'body.action', 'invalid_value'],
    ['a tag missing on tag', { action: 'tag' }, 'body.tag', 'required'],
    [
      'a webhook on 3dSecure',
      { action: '3dSecure', webhook_url: 'https://a.example' },
      'body.webhook_url',
      'not_of_action',
    ],
    ['an address that is none', { webhook_url: 'shop.example' }, 'body.webhook_url', 'invalid_url'],
    ['a mail address that is none', { email: 'risk' }, 'body.email', 'invalid_email'],
    ['an amount below zero', { rules: [{ ...high, value: -1 }] }, 'body.rules.0.value', 'must_not_be_negative'],
    [
      'an operator that a name does not have',
      { rules: [{ name: 'card_brand', operator: '>', value: 'visa' }] },
      'body.rules.0.operator',
      'invalid_value',
    ],
    [
      '3ds, which only routings have',
      { rules: [{ name: '3ds', operator: '==', value: true }] },
      'body.rules.0.name',
      'invalid_value',
    ],
    [
      'a rule without a value',
      { rules: [{ name: 'country_code', operator: '==', value: null }] },
      'body.rules.0.value',
      'required',
    ],
    [
      'a list without values',
      { rules: [{ name: 'country_code', operator: 'IN', value: [] }] },
      'body.rules.0.value',
      'required',
    ],
    [
      'a value of a list that is none',
      { rules: [{ name: 'card_brand', operator: 'NOT_IN', value: ['visa', 'nope'] }] },
      'body.rules.0.value.1',
      'invalid_value',
    ],
    [
      'a percentage above a hundred',
      { rules: [{ name: 'random', operator: '<', value: 101 }] },
      'body.rules.0.value',
      'zero_to_hundred',
    ],
  ])('is refused with %s', async (_what, given, path, reason) => {
    expect(details(await create(given))).toEqual([400, { [path]: reason }])
  })

  it('lets recurring_type be empty, takes lists, and drops an amount without a value', async () => {
    const rules = [
      { name: 'recurring_type', operator: '==', value: '' },
      { name: 'country_code', operator: 'NOT_IN', value: ['NL', 'BE'] },
    ]
    const { body } = await create({ rules: [...rules, { name: 'amount', operator: '>=', value: null }] })
    expect(body.rules).toEqual(rules)
    const nothing = [{ name: 'amount', operator: '>=', value: '' }]
    expect(details(await create({ rules: nothing }))).toEqual([400, { 'body.rules': 'required' }])
  })

  it('says everything that is wrong at once, each rule at the place where it was given', async () => {
    expect(details(await create({ name: ' ', action: 'tag', rules: [] }))).toEqual([
      400,
      { 'body.name': 'required', 'body.rules': 'required', 'body.tag': 'required' },
    ])
    const rules = [
      { name: 'amount', operator: '>=', value: '' },
      { name: 'random', operator: '>', value: 101 },
    ]
    expect(details(await create({ rules }))).toEqual([400, { 'body.rules.1.value': 'zero_to_hundred' }])
  })

  it('takes a thousand values over all rules, which the database can keep, and no more', async () => {
    expect((await create({ rules: [listOf(500), listOf(500)] })).status).toBe(201)
    expect(details(await create({ rules: [listOf(500), listOf(500), high] }))).toEqual([
      400,
      { 'body.rules': 'too_many_values' },
    ])
  })

  it('refuses countries and merchant categories that there are not', async () => {
    const country = { name: 'country_code', operator: '==', value: 'ZZ' }
    expect(details(await create({ rules: [country] }))).toEqual([400, { 'body.rules.0.value': 'invalid_country' }])
    const category = (operator: string, value: unknown) => ({ name: 'mcc', operator, value })
    expect(details(await create({ rules: [high, category('==', '0000')] }))).toEqual([
      400,
      { 'body.rules.1.value': 'unknown' },
    ])
    const { body } = await create({ rules: [category('IN', ['5411', '5812'])] })
    expect(details(await update(body.id, { rules: [category('IN', ['5411', '9999'])] }))).toEqual([
      400,
      { 'body.rules.0.value.1': 'unknown' },
    ])
  })

  it('changes nothing when somebody else changed the ruleset since it was seen', async () => {
    const { body } = await create()
    expect((await update(body.id, { version: 1, name: 'First' })).status).toBe(200)
    const refused = await update(body.id, { version: 1, name: 'Second' })
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'ruleset_changed', details: { version: 2 } }])
    expect((await read(body.id)).name).toBe('First')
  })

  it('cannot change what a ruleset does or whose it is', async () => {
    const { body } = await create()
    const below = await kontor.make.organisation(shop.merchant)
    expect(details(await update(body.id, { action: 'tag' }))).toEqual([400, { 'body.action': 'unknown' }])
    expect(details(await update(body.id, { organisation: below }))).toEqual([400, { 'body.organisation': 'unknown' }])
    const tag = await kontor.make.tag(shop.merchant)
    expect(details(await update(body.id, { tag }))).toEqual([400, { 'body.tag': 'not_of_action' }])
  })

  it('keeps what it does and whose it is in the database too', async () => {
    const { body } = await create()
    for (const column of ['action', 'organisation_id', 'merchant_id'])
      await expect(
        kontor.databases.pools.provider.query(`update validation_ruleset set ${column} = ${column} where id = $1`, [
          body.id,
        ]),
      ).rejects.toThrow(/permission denied/)
  })

  it('changes what is given as the next version, and leaves the rest', async () => {
    const { body } = await create({ email: 'risk@shop.example' })
    const changed = await update(body.id, { name: 'Higher', rules: [{ ...high, value: 20_000 }], email: null })
    expect(changed.body).toMatchObject({ name: 'Higher', version: 2, email: null, active: true })
    expect((await update(body.id, {})).body.version).toBe(2)
  })
})

describe('the place of a ruleset', () => {
  it('is an organisation, a payment profile and a tag that the person sees, of one merchant', async () => {
    const other = await kontor.make.merchant()
    const foreign = await kontor.make.tag(other.merchant)
    expect(details(await create({ organisation: other.merchant }))).toEqual([400, { 'body.organisation': 'not_found' }])
    expect(details(await create({ action: 'tag', tag: foreign }))).toEqual([400, { 'body.tag': 'not_found' }])
    const profile = other.profile
    expect(details(await create({ payment_profile: profile }))).toEqual([400, { 'body.payment_profile': 'not_found' }])
  })

  it('has a payment profile of its own organisation or one below it', async () => {
    const south = await kontor.make.organisation(shop.merchant)
    const there = await kontor.make.profile(shop.merchant, { organisation: south })
    expect((await create({ payment_profile: there })).status).toBe(201)
    const refused = await create({ organisation: south, payment_profile: shop.profile })
    expect(details(refused)).toEqual([400, { 'body.payment_profile': 'not_in_organisation' }])
  })
})

describe('the rulesets of a merchant', () => {
  /** As an import writes them. */
  const fill = (count: number, given: { active?: boolean; rules?: object[] } = {}) =>
    kontor.databases.pools.provider.query(
      `insert into validation_ruleset (merchant_id, id, organisation_id, name, action, currency_code, active, rules)
        select $1, gen_random_uuid(), $1, 'Filled', 'block', 'EUR', $2, $3 from generate_series(1, $4::int)`,
      [shop.merchant, given.active ?? true, JSON.stringify(given.rules ?? [high]), count],
    )
  const code = ({ status, body }: Reply) => [status, body.code]

  it('are at most 100 active ones; others are kept and not asked', async () => {
    await fill(99)
    const two = await Promise.all([create(), create()])
    expect(two.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(two.find(({ status }) => status === 409)?.body).toMatchObject({
      ...{ code: 'rulesets_full', details: { rulesets: 101, rules: 101, values: 101 } },
    })
    const { body, status } = await create({ active: false })
    expect(status).toBe(201)
    const activate = (id: string) => kontor.post(owner, `/v1/validationruleset/${id}/activate`)
    expect(code(await activate(body.id))).toEqual([409, 'rulesets_full'])
    const made = two.find(({ status: each }) => each === 201)?.body
    await kontor.post(owner, `/v1/validationruleset/${made.id}/deactivate`)
    expect((await activate(body.id)).status).toBe(200)
  })

  it('have at most 2,000 active rules and 20,000 values together, and fewer are always taken', async () => {
    await fill(39, { rules: Array.from({ length: 50 }, () => high) })
    const { body } = await create({ rules: Array.from({ length: 50 }, () => high) })
    expect(code(await create())).toEqual([409, 'rulesets_full'])
    await fill(10)
    expect((await update(body.id, { rules: [high] })).status).toBe(200)
    await kontor.databases.pools.provider.query('delete from validation_ruleset where merchant_id = $1', [
      shop.merchant,
    ])
    await fill(19, { rules: [listOf(500), listOf(500)] })
    const last = await create({ rules: [listOf(500), listOf(499)] })
    expect(last.status).toBe(201)
    expect(code(await update(last.body.id, { rules: [listOf(500), listOf(499), high, high] }))).toEqual([
      400,
      'invalid_request',
    ])
    expect((await create()).status).toBe(201)
    expect(code(await create())).toEqual([409, 'rulesets_full'])
  })

  it('are at most 2,000, active or not', async () => {
    await fill(1_999, { active: false })
    expect((await create({ active: false })).status).toBe(201)
    expect(code(await create({ active: false }))).toEqual([409, 'limit_reached'])
  })
})

describe('a payment profile that a ruleset names', () => {
  const move = (profile: string, organisation: string, who = owner) =>
    kontor.post(who, `/v1/paymentprofile/${profile}`, { organisation })
  const place = (id: string, parent: string, name: string) =>
    kontor.post(owner, `/v1/organisation/${id}`, { name, country_code: 'NL', parent })

  it('does not leave the organisation of the ruleset, which would then be silent', async () => {
    const [north, south] = [
      await kontor.make.organisation(shop.merchant),
      await kontor.make.organisation(shop.merchant),
    ]
    const profile = await kontor.make.profile(shop.merchant, { organisation: north })
    const { body } = await create({ organisation: north, payment_profile: profile, active: false })
    const refused = await move(profile, south)
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'ruleset_left_behind', details: { validation_ruleset: 1, rulesets: ['High amounts'] } },
    ])
    // The names are for those who may see rulesets.
    const mover = await kontor.make.cookie({ merchant: shop.merchant, roles: ['PAYMENT_PROFILE_UPDATE'] })
    expect((await move(profile, south, mover)).body.details).toEqual({ validation_ruleset: 1, rulesets: [] })
    const below = await kontor.make.organisation(shop.merchant, { parent: north })
    expect((await move(profile, below)).status).toBe(200)
    expect((await update(body.id, { payment_profile: null })).status).toBe(200)
    expect((await move(profile, south)).status).toBe(200)
  })

  it('is not taken out of it with an organisation between them', async () => {
    const north = await kontor.make.organisation(shop.merchant)
    const between = await kontor.make.organisation(shop.merchant, { parent: north })
    const profile = await kontor.make.profile(shop.merchant, { organisation: between })
    await create({ organisation: north, payment_profile: profile })
    const refused = await place(between, shop.merchant, 'Moved')
    expect([refused.status, refused.body.code]).toEqual([409, 'ruleset_left_behind'])
    expect((await place(north, shop.merchant, 'Renamed')).status).toBe(200)
  })

  it('is at or below the ruleset also when both change at the same moment, 12 times', async () => {
    const south = await kontor.make.organisation(shop.merchant)
    for (let round = 0; round < 12; round++) {
      const north = await kontor.make.organisation(shop.merchant)
      const between = await kontor.make.organisation(shop.merchant, { parent: north })
      const profile = await kontor.make.profile(shop.merchant, { organisation: between })
      const replies = await Promise.all([
        create({ organisation: north, payment_profile: profile }),
        round % 2 === 0 ? move(profile, south) : place(between, south, `Between ${round}`),
      ])
      expect(replies.filter(({ status }) => status < 300)).toHaveLength(1)
    }
  })
})

describe('a tag that a ruleset puts on', () => {
  it('is not deleted, and its number of rulesets is said before', async () => {
    const tag = await kontor.make.tag(shop.merchant)
    const { body } = await create({ action: 'tag', tag })
    expect((await kontor.get(owner, `/v1/tag/${tag}/uses`)).body).toEqual({ transactions: 0, rulesets: 1 })
    const refused = await kontor.call(owner, 'DELETE', `/v1/tag/${tag}`)
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([409, 'tag_in_use', { rulesets: 1 }])
    await kontor.call(owner, 'DELETE', `/v1/validationruleset/${body.id}`)
    expect((await kontor.call(owner, 'DELETE', `/v1/tag/${tag}`)).status).toBe(204)
  })

  it('is replaced by the tag into which it is merged', async () => {
    const [from, into] = [await kontor.make.tag(shop.merchant), await kontor.make.tag(shop.merchant)]
    const { body } = await create({ action: 'tag', tag: from })
    expect((await kontor.post(owner, `/v1/tag/${from}/merge`, { into })).status).toBe(200)
    expect(await read(body.id)).toMatchObject({ tag: into, version: 2 })
  })
})

describe('trying rules', () => {
  const asked = (given: object) => kontor.post(owner, '/v1/validationruleset/try', given)

  it('says whether they would hit a payment, and which of them hold', async () => {
    const rules = [high, { name: 'country_code', operator: '!=', value: 'NL' }]
    const facts = { amount: 20_000, currency_code: 'EUR', country_code: 'NL' }
    expect((await asked({ rules, facts })).body).toEqual({ hit: false, rules: [{ held: true }, { held: false }] })
    // A rule that asks nothing holds, at its own place.
    const nothing = { name: 'amount', operator: '>=', value: null }
    expect((await asked({ rules: [nothing, ...rules], facts })).body).toEqual({
      ...{ hit: false, rules: [{ held: true }, { held: true }, { held: false }] },
    })
    // A country that is not known is not the Netherlands.
    const { country_code: _, ...unknown } = facts
    expect((await asked({ rules, facts: unknown })).body.hit).toBe(true)
  })

  it('draws the same lot whenever it is asked about the same payment', async () => {
    const rules = [{ name: 'random', operator: '<', value: 50 }]
    const of = { ruleset: shop.merchant, transaction: shop.profile, facts: { currency_code: 'EUR' } }
    const answers = await Promise.all([1, 2, 3].map(async () => (await asked({ rules, ...of })).body.hit))
    expect(new Set(answers).size).toBe(1)
  })
})

describe('the roles of rulesets', () => {
  const as = (...roles: string[]) => kontor.make.cookie({ merchant: shop.merchant, roles: roles as [] })

  it('are those of tags and of rulesets together', async () => {
    const { body } = await create()
    const list = (who: string) => kontor.get(who, '/v1/validationruleset').then(({ status }) => status)
    expect(await list(await as('VALIDATION_RULESET_ALL'))).toBe(403)
    expect(await list(await as('TAG_LIST', 'VALIDATION_RULESET_LIST'))).toBe(200)
    const reader = await as('TAG_LIST', 'VALIDATION_RULESET_LIST')
    expect((await create({}, reader)).status).toBe(403)
    expect((await update(body.id, { name: 'Other' }, reader)).status).toBe(403)
    const writer = await as('TAG_LIST', 'VALIDATION_RULESET_LIST', 'VALIDATION_RULESET_UPDATE')
    expect((await update(body.id, { name: 'Other' }, writer)).status).toBe(200)
  })

  it('hide the name of the ruleset that hit a payment from others', async () => {
    const { body } = await create()
    const order = { payment_profile: shop.profile, amount: 10_000, payment_product: 'card', card_token: 'test_visa' }
    const { id } = (await kontor.post(owner, '/v1/transaction', { ...order, merchant_reference: 'Order 1' })).body
    const seen = async (who: string) =>
      (await kontor.get(who, `/v1/transaction/${id}?_populate=rulesets`)).body.rulesets[0]
    expect(await seen(owner)).toMatchObject({ id: body.id, name: 'High amounts' })
    const cashier = await seen(await as('TRANSACTION_LIST'))
    expect(JSON.stringify(cashier)).not.toContain('High amounts')
    const decided = async (who: string) => (await kontor.get(who, `/v1/transaction/${id}/decision`)).body.rulesets
    expect(await decided(owner)).toMatchObject([{ id: body.id, name: 'High amounts' }])
    expect(await decided(await as('TRANSACTION_LIST'))).toMatchObject([
      { id: body.id, name: null, current_version: null },
    ])
  })
})

describe('a list of rulesets', () => {
  it('is filtered by the action, and takes up to two thousand at once', async () => {
    const tag = await kontor.make.tag(shop.merchant)
    await create({ name: 'Tags', action: 'tag', tag })
    await create({ name: 'Blocks' })
    const { status, body } = await kontor.get(owner, '/v1/validationruleset?action=tag&_limit=2000&_populate=tag')
    expect([status, body.map(({ name }: { name: string }) => name)]).toEqual([200, ['Tags']])
    expect((await kontor.get(owner, '/v1/validationruleset?_limit=2001')).status).toBe(400)
  })
})

describe('two people at once', () => {
  it('who switch a ruleset on and off leave it in one of both states, with each change in its version', async () => {
    const { body } = await create()
    await Promise.all(
      ['activate', 'deactivate', 'activate', 'deactivate'].map((verb) =>
        kontor.post(owner, `/v1/validationruleset/${body.id}/${verb}`),
      ),
    )
    const { version } = await read(body.id)
    const changes = await kontor.databases.provider
      .selectFrom('change')
      .select('version')
      .where('item_id', '=', body.id)
      .execute()
    expect(changes).toHaveLength(version)
  })
})

/** A rule with so many customers. */
const listOf = (count: number) => ({
  ...{ name: 'customer', operator: 'IN' },
  value: Array.from({ length: count }, () => randomUUID()),
})
