import { profileHolders } from '@kontor/contract/organisations/payment-profile.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Reply, startTestApp, type TestApp } from '../../../test/harness.ts'
import { type Attempts, openAttempts } from '../../../test/signing-in/attempts.ts'
import { holdingTables } from './profile-holders.ts'

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

const values = (organisation: string, given: object = {}) => ({
  ...{ name: 'Webshop', display_name: 'The Webshop', organisation, currency_code: 'EUR' },
  ...given,
})
const details = ({ status, body }: Reply) => [status, body.details]
const at = (id: string, path = '') => `/v1/paymentprofile/${id}${path}`
/** Those who wait until somebody else's transaction ends. */
const waiting = `select count(*)::int from pg_locks where locktype in ('transactionid', 'tuple') and not granted`

/** A merchant of its own, its owner, and calls about its shops. */
async function newShop() {
  const shop = await kontor.make.merchant()
  const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  const create = (given: object = {}, headers: Record<string, string> = {}, who = owner) =>
    kontor.post(who, '/v1/paymentprofile', values(shop.merchant, given), headers)
  const update = (id: string, given: object, who = owner) => kontor.post(who, at(id), given)
  const set = (id: string, processors: string[], seen: string[], who = owner) =>
    kontor.post(who, at(id, '/processors'), { processors, seen })
  const remove = (id: string, who = owner) => kontor.call(who, 'DELETE', at(id), {})
  const read = async (id: string) => (await kontor.get(owner, at(id))).body
  const pay = (profile: string, given: object = {}) =>
    kontor.post(owner, '/v1/transaction', {
      ...{ payment_profile: profile, amount: 1_000, payment_product: 'card' },
      ...{ merchant_reference: 'Order 1', card_token: 'test_visa', ...given },
    })
  return { ...shop, owner, create, update, set, remove, read, pay }
}

describe('a payment profile', () => {
  it('has every field of the specification, and is found by them again', async () => {
    const { merchant, owner, processor, create } = await newShop()
    const second = await kontor.make.processor(merchant, { payment_product: 'ideal' })
    const whole = {
      ...{ website: 'https://shop.example', description: 'Our shop on the web', currency_code: 'USD' },
      ...{ webhook_transaction_update: 'https://shop.example/t', webhook_refund_update: 'https://shop.example/r' },
      ...{ webhook_chargeback_update: 'https://shop.example/c', webhook_failed_email: 'ops@shop.example' },
      ...{ largest_payment: 500_000, mcc: '5992', processors: [second, processor] },
    }
    const made = await create(whole)
    expect([made.status, made.body]).toMatchObject([201, { ...values(merchant, whole), merchant }])
    expect((await kontor.get(owner, at(made.body.id))).body).toEqual(made.body)
    for (const query of [`_search_by=name&_search=webs`, 'display_name=The+Webshop', `id=${made.body.id}`]) {
      const { body } = await kontor.get(owner, `/v1/paymentprofile?${query}`)
      expect([query, body.map(({ id }: { id: string }) => id)]).toEqual([query, [made.body.id]])
    }
  })

  it.each([
    ['no name', { name: '' }, { 'body.name': 'required' }],
    ['a name of spaces', { name: '  ' }, { 'body.name': 'required' }],
    ['no display name', { display_name: undefined }, { 'body.display_name': 'required' }],
    ['a display name that is too long to show', { display_name: 'x'.repeat(61) }, { 'body.display_name': 'too_long' }],
    ['no organisation', { organisation: undefined }, { 'body.organisation': 'required' }],
    ['no currency', { currency_code: undefined }, { 'body.currency_code': 'required' }],
    ['a currency that there is not', { currency_code: 'XYZ' }, { 'body.currency_code': 'invalid_currency' }],
    [
      'a webhook that is no address',
      { webhook_refund_update: 'shop' },
      { 'body.webhook_refund_update': 'invalid_url' },
    ],
    ['a website that is a script', { website: 'javascript:alert(1)' }, { 'body.website': 'invalid_url' }],
    ['a mail address that is none', { webhook_failed_email: 'x@' }, { 'body.webhook_failed_email': 'invalid_email' }],
    ['no such category', { mcc: '9998' }, { 'body.mcc': 'unknown' }],
    ['a category of three digits', { mcc: '545' }, { 'body.mcc': 'four_digits' }],
    ['an empty description', { description: '' }, { 'body.description': 'required' }],
    ['a bank account that is none', { bank_account: 'x' }, { 'body.bank_account': 'invalid_id' }],
  ])('with %s is refused', async (_what, wrong, expected) => {
    const { create } = await newShop()
    expect(details(await create(wrong))).toEqual([400, expected])
  })

  it('begins with the base currency of the merchant', async () => {
    const { merchant, owner } = await newShop()
    await db.rows(`update merchant set base_currency = 'SEK' where id = $1`, [merchant])
    expect((await kontor.get(owner, at('new'))).body).toEqual({
      currency_code: 'SEK',
      checked_by: [],
      checked_by_unseen: 0,
    })
    expect((await kontor.get(staff, at(`new?merchant=${merchant}`))).body).toEqual({
      currency_code: 'SEK',
      checked_by: [],
      checked_by_unseen: 0,
    })
    expect((await kontor.get(staff, at('new'))).body).toEqual({
      currency_code: 'EUR',
      checked_by: [],
      checked_by_unseen: 0,
    })
  })

  it('is made once, however often the request is sent', async () => {
    const { owner, create } = await newShop()
    const once = { 'idempotency-key': 'a-shop' }
    const replies = [await create({}, once), ...(await Promise.all([create({}, once), create({}, once)]))]
    // Of two at the same moment, the second may be told that the first is under way.
    const answers = [`201 ${replies[0]?.body.id}`, '409 idempotency_key_in_use']
    for (const { status, body } of replies) expect(answers).toContain(`${status} ${body.code ?? body.id}`)
    expect((await kontor.get(owner, '/v1/paymentprofile/count?name=Webshop')).body).toEqual({ count: 1 })
  })

  it('keeps what a change does not name, so that two people can change different fields', async () => {
    const { create, update, read } = await newShop()
    const { id } = (await create()).body
    const replies = await Promise.all([
      update(id, { name: 'Other' }),
      update(id, { website: 'https://x.example' }),
      update(id, { description: 'Open' }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const changed = { name: 'Other', website: 'https://x.example', description: 'Open', display_name: 'The Webshop' }
    expect(await read(id)).toMatchObject(changed)
    expect((await update(id, { website: null })).body).toMatchObject({ ...changed, website: null })
    expect(details(await update(id, { name: null }))).toEqual([400, { 'body.name': 'invalid_type' }])
  })

  it('moves to another organisation of its merchant, and its payments stay where they were', async () => {
    const shop = await newShop()
    const { merchant, profile, update, read, owner } = shop
    const [north, south] = [await kontor.make.organisation(merchant), await kontor.make.organisation(merchant)]
    const foreign = (await newShop()).merchant
    const { id } = await kontor.make.transaction(shop)
    expect((await update(profile, { organisation: north })).body).toMatchObject({ organisation: north })
    expect((await kontor.get(owner, `/v1/transaction/${id}`)).body.organisation).toBe(merchant)
    for (const who of [owner, staff])
      expect(details(await update(profile, { organisation: foreign }, who))).toEqual([
        400,
        { 'body.organisation': 'not_found' },
      ])
    const inNorth = await kontor.make.cookie({ merchant, organisation: north, roles: ['PAYMENT_PROFILE_ALL'] })
    expect(details(await update(profile, { organisation: south }, inNorth))).toEqual([
      400,
      { 'body.organisation': 'not_found' },
    ])
    expect((await update(profile, { organisation: south })).status).toBe(200)
    expect((await update(profile, { name: 'Mine' }, inNorth)).status).toBe(404)
    expect(await read(profile)).toMatchObject({ organisation: south })
  })

  it('is not there for another merchant', async () => {
    const [own, other] = [await newShop(), await newShop()]
    const missing = [
      own.update(other.profile, { name: 'Mine' }),
      own.set(other.profile, [], [other.processor]),
      own.remove(other.profile),
      kontor.get(own.owner, at(other.profile, '/holders')),
      kontor.post(own.owner, at(other.profile, '/try-webhook'), { field: 'webhook_refund_update' }),
    ]
    expect((await Promise.all(missing)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect(details(await own.create({ organisation: other.merchant }))).toEqual([
      400,
      { 'body.organisation': 'not_found' },
    ])
    expect(await other.read(other.profile)).toMatchObject({ processors: [other.processor] })
  })
})

describe('the currency of a payment profile', () => {
  it('changes until something has an amount in it', async () => {
    const shop = await newShop()
    const { profile, update } = shop
    await kontor.make.terminal(shop)
    expect((await update(profile, { currency_code: 'JPY' })).body).toMatchObject({ currency_code: 'JPY' })
    expect((await update(profile, { currency_code: 'EUR' })).status).toBe(200)
    await kontor.make.transaction(shop)
    expect(details(await update(profile, { currency_code: 'JPY' }))).toEqual([
      400,
      { 'body.currency_code': 'currency_in_use' },
    ])
    expect((await update(profile, { currency_code: 'EUR', name: 'Same' })).status).toBe(200)
  })

  it.each([
    ['plan', 'plan'],
    ['payment link', 'paymentLink'],
    ['card-add link', 'cardAddLink'],
    ['scheduled payment', 'scheduled'],
  ] as const)('stays with a %s', async (_what, maker) => {
    const shop = await newShop()
    await kontor.make[maker](shop)
    expect((await shop.update(shop.profile, { currency_code: 'JPY' })).body.details).toEqual({
      'body.currency_code': 'currency_in_use',
    })
  })

  it('stays when the first payment is made at the same moment', async () => {
    const { profile, merchant, processor, update, read } = await newShop()
    await db.rows('begin')
    await db.rows(
      `insert into transaction (merchant_id, created_at, id, organisation_id, payment_profile_id, processor_id, amount,
        currency_code, status, merchant_reference, payment_product)
      select $1, engine_now(), id_at(engine_now()), $1, $2, $3, 1000, 'EUR', 'INITIATED', 'Order 1', 'card'`,
      [merchant, profile, processor],
    )
    const asked = update(profile, { currency_code: 'JPY' })
    await expect.poll(async () => (await db.column(waiting))[0]).toBe(1)
    await db.rows('commit')
    expect(details(await asked)).toEqual([400, { 'body.currency_code': 'currency_in_use' }])
    expect(await read(profile)).toMatchObject({ currency_code: 'EUR' })
  })

  it('that changed at the same moment refuses a payment in the former one', async () => {
    const { profile, pay, merchant } = await newShop()
    await kontor.connect(merchant)
    await db.rows('begin')
    await db.rows(`update payment_profile set currency_code = 'JPY' where id = $1`, [profile])
    const asked = pay(profile, { currency_code: 'EUR' })
    await expect.poll(async () => (await db.column(waiting))[0]).toBe(1)
    await db.rows('commit')
    expect(details(await asked)).toEqual([422, { 'body.currency_code': 'must_be_JPY' }])
  })
})

describe('the processors of a payment profile', () => {
  it('keep their order, and a payment goes to the first active one of its product', async () => {
    const { merchant, profile, processor, set, pay } = await newShop()
    await kontor.connect(merchant)
    const [second, ideal] = [
      await kontor.make.processor(merchant),
      await kontor.make.processor(merchant, { payment_product: 'ideal' }),
    ]
    const orders = [[processor], [ideal, second, processor], [processor, second], [second, ideal, processor]]
    for (const [index, order] of orders.slice(1).entries()) {
      const reply = await set(profile, order, orders[index] ?? [])
      expect([reply.status, reply.body.processors]).toEqual([200, order])
    }
    expect((await pay(profile)).body.processor).toBe(second)
    await db.rows('update processor set active = false where id = $1', [second])
    expect((await pay(profile)).body.processor).toBe(processor)
    expect((await set(profile, [ideal], orders[3] ?? [])).status).toBe(200)
    expect((await pay(profile)).body.code).toBe('no_processor_for_product')
  })

  it('are a list, or their ids separated by commas', async () => {
    const { merchant, processor, create } = await newShop()
    const second = await kontor.make.processor(merchant, { payment_product: 'ideal' })
    const made = await create({ processors: `${second}, ${processor}`, middleware: '' })
    expect([made.status, made.body.processors, made.body.middleware]).toEqual([201, [second, processor], []])
    expect(details(await create({ processors: `${second},x` }))).toEqual([400, { 'body.processors.1': 'invalid_id' }])
  })

  it('change with the other fields as well, by the rules of their own command', async () => {
    const { merchant, profile, processor, update, read } = await newShop()
    const foreign = await newShop()
    const second = await kontor.make.processor(merchant, { payment_product: 'ideal' })
    const changed = await update(profile, { processors: [second, processor], description: 'Two' })
    expect([changed.status, changed.body]).toMatchObject([200, { processors: [second, processor], description: 'Two' }])
    expect((await update(profile, { description: 'Still two' })).body.processors).toEqual([second, processor])
    const refused = await update(profile, { processors: `${second},${foreign.processor}`, description: 'Foreign' })
    expect(details(refused)).toEqual([400, { 'body.processors': 'not_found' }])
    expect(await read(profile)).toMatchObject({ processors: [second, processor], description: 'Still two' })
    expect((await update(profile, { processors: '' })).body.processors).toEqual([])
  })

  it('change only if they are those that were seen', async () => {
    const { merchant, profile, processor, set, read } = await newShop()
    const [second, third] = [await kontor.make.processor(merchant), await kontor.make.processor(merchant)]
    const replies = await Promise.all([
      set(profile, [processor, second], [processor]),
      set(profile, [processor, third], [processor]),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('processors_changed')
    const { processors } = await read(profile)
    expect(processors).toHaveLength(2)
    expect((await set(profile, [], processors.toReversed())).body.code).toBe('processors_changed')
  })

  it('are of its merchant, visible to whoever adds them, and each there once', async () => {
    const { merchant, profile, processor, set, update } = await newShop()
    const foreign = await newShop()
    const north = await kontor.make.organisation(merchant)
    const [low, high] = [
      await kontor.make.processor(merchant, { organisation: north }),
      await kontor.make.processor(merchant),
    ]
    const refused = [400, { 'body.processors': 'not_found' }]
    expect(details(await set(profile, [processor, foreign.processor], [processor]))).toEqual(refused)
    expect(details(await set(profile, [processor, foreign.processor], [processor], staff))).toEqual(refused)
    expect(details(await set(profile, [low, low], [processor]))).toEqual([400, { 'body.processors': 'twice' }])
    await update(profile, { organisation: north })
    const inNorth = await kontor.make.cookie({ merchant, organisation: north, roles: ['PAYMENT_PROFILE_ALL'] })
    expect(details(await set(profile, [processor, high], [processor], inNorth))).toEqual(refused)
    // One that is there already stays, though this user does not see it.
    expect((await set(profile, [low, processor], [processor], inNorth)).body.processors).toEqual([low, processor])
  })

  it('are shown with their name and what they take, and more only to who may list processors', async () => {
    const { merchant, profile, processor, owner } = await newShop()
    const reader = await kontor.make.cookie({ merchant, roles: ['PAYMENT_PROFILE_LIST'] })
    const shownTo = async (who: string) =>
      (await kontor.get(who, at(profile, '?_populate=processors'))).body.processors[0]
    const plain = [
      'id',
      'created_at',
      'name',
      'gateway',
      'provider',
      'payment_product',
      'active',
      'organisation',
      'merchant',
    ]
    expect(Object.keys(await shownTo(reader)).sort()).toEqual(plain.sort())
    expect(await shownTo(owner)).toMatchObject({ id: processor, mode: 'test', account: null })
  })

  it('leave a version in the history for each that came, went or moved, and no other', async () => {
    const { merchant, owner, profile, processor, set } = await newShop()
    const second = await kontor.make.processor(merchant)
    await set(profile, [processor, second], [processor])
    await set(profile, [processor, second], [processor, second])
    await set(profile, [second], [processor, second])
    const { changes } = (await kontor.get(owner, at(profile, '/history'))).body
    const byCommand = changes.filter(({ command }: { command: string | null }) => command !== null)
    expect(byCommand.map(({ operation, part }: Record<string, string>) => [operation, part])).toEqual([
      ['updated', 'payment_profile_processor'],
      ['deleted', 'payment_profile_processor'],
      ['created', 'payment_profile_processor'],
    ])
  })
})

describe('the deletion of a payment profile', () => {
  it('is refused with what uses it, and done with its processors when nothing does', async () => {
    const shop = await newShop()
    const { profile, owner, merchant, remove, create } = shop
    await kontor.make.transaction(shop)
    await kontor.make.paymentLink(shop)
    await kontor.make.subscription(shop)
    await kontor.make.terminal(shop)
    const refused = await remove(profile)
    expect([refused.status, refused.body.code]).toEqual([409, 'payment_profile_in_use'])
    const held = { payment_link: 1, plan: 1, subscription: 1, terminal: 1 }
    expect(refused.body.details).toMatchObject(held)
    const { body: holders } = await kontor.get(owner, at(profile, '/holders'))
    expect(
      Object.fromEntries(holders.map((each: { holder: string; count: number }) => [each.holder, each.count])),
    ).toEqual(refused.body.details)

    const { id } = (await create({ processors: [shop.processor] })).body
    expect((await kontor.get(owner, at(id, '/holders'))).body).toEqual([])
    expect((await remove(id)).status).toBe(204)
    expect((await remove(id)).status).toBe(404)
    expect(await db.rows('select from payment_profile_processor where payment_profile_id = $1', [id])).toEqual([])
    expect((await kontor.get(owner, `/v1/processor?merchant=${merchant}`)).body).toHaveLength(1)
  })

  it('is refused when the first payment is made at the same moment', async () => {
    const { profile, merchant, processor, remove, read } = await newShop()
    await db.rows('begin')
    await db.rows(
      `insert into transaction (merchant_id, created_at, id, organisation_id, payment_profile_id, processor_id, amount,
        currency_code, status, merchant_reference, payment_product)
      select $1, engine_now(), id_at(engine_now()), $1, $2, $3, 1000, 'EUR', 'INITIATED', 'Order 1', 'card'`,
      [merchant, profile, processor],
    )
    const asked = remove(profile)
    await expect.poll(async () => (await db.column(waiting))[0]).toBe(1)
    await db.rows('commit')
    const refused = await asked
    expect([refused.status, refused.body.details]).toEqual([409, { transaction: 1 }])
    expect(await read(profile)).toMatchObject({ processors: [processor] })
  })

  it('at the same moment as anything else ends with both right', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { merchant, processor, create, remove, update, set, owner } = await newShop()
      const { id } = (await create({ processors: [processor] })).body
      const [gone, changed, cleared, linked] = await Promise.all([
        remove(id),
        update(id, { name: 'Late', currency_code: 'JPY' }),
        set(id, [], [processor]),
        kontor.post(owner, '/v1/plan', { name: 'Monthly', amount: 1_000, interval: 'month', payment_profile: id }),
      ])
      expect([204, 409]).toContain(gone?.status)
      expect([200, 404, 400]).toContain(changed?.status)
      expect([200, 404]).toContain(cleared?.status)
      expect(linked?.status).toBe(gone?.status === 204 ? 400 : 201)
      expect(await db.rows('select from payment_profile where merchant_id = $1', [merchant])).toHaveLength(
        gone?.status === 204 ? 1 : 2,
      )
    }
  })

  it('counts only for those who change or delete shops, and who see and may list what they count', async () => {
    const shop = await newShop()
    const { merchant, profile, owner, update } = shop
    await kontor.make.transaction(shop)
    await kontor.make.paymentLink(shop)
    const north = await kontor.make.organisation(merchant)
    await update(profile, { organisation: north })
    const holders = async (given: object) => {
      const who = await kontor.make.cookie({ merchant, ...given })
      return (await kontor.get(who, at(profile, '/holders'))).body
    }
    const kinds = [{ holder: 'transaction' }, { holder: 'payment_link' }]
    expect((await kontor.get(owner, at(profile, '/holders'))).body).toEqual(
      kinds.map((each) => ({ ...each, count: 1 })),
    )
    expect(await holders({ roles: ['PAYMENT_PROFILE_LIST'] })).toMatchObject({ status: 403 })
    expect(await holders({ roles: ['PAYMENT_PROFILE_UPDATE'] })).toEqual(kinds)
    expect(await holders({ roles: ['PAYMENT_PROFILE_DELETE', 'TRANSACTION_LIST'] })).toEqual([
      { holder: 'transaction', count: 1 },
      { holder: 'payment_link' },
    ])
    expect(await holders({ organisation: north, roles: ['USER_ALL'] })).toEqual(kinds)
    const inNorth = await kontor.make.cookie({ merchant, organisation: north, roles: ['USER_ALL'] })
    expect((await shop.remove(profile, inNorth)).body.details).toEqual({ transaction: 'some', payment_link: 'some' })
  })

  it('finds what uses a shop by the shop, without reading what else the merchant has', async () => {
    const indexed = await db.column(`select distinct i.indrelid::regclass::text from pg_index i
      join pg_class t on t.oid = i.indrelid where not t.relispartition and i.indpred is null
      and (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = i.indexrelid and a.attnum <= 2) = array['merchant_id', 'payment_profile_id']`)
    const few = ['terminal', 'import', 'validation_ruleset']
    const grown = profileHolders.map((holder) => holdingTables[holder]).filter((table) => !few.includes(table))
    expect(grown.filter((table) => !indexed.includes(table))).toEqual([])
  })

  it('asks every table that refers to payment profiles', async () => {
    const referring = await db.column(`select distinct c.conrelid::regclass::text from pg_constraint c
      join pg_class t on t.oid = c.conrelid where c.contype = 'f' and c.confrelid = 'payment_profile'::regclass
      and not t.relispartition
      -- The choices of processors, middleware and routings are parts of the profile.
      and t.relname not in ('payment_profile_processor', 'payment_profile_middleware', 'payment_profile_routing') order by 1`)
    const asked = profileHolders.map((holder) => holdingTables[holder])
    // A subscription refers to its plan, which has the same profile.
    expect(asked.filter((table) => table !== 'subscription').sort()).toEqual(referring)
  })
})
