import { randomUUID } from 'node:crypto'
import { merchantKeptKinds } from '@kontor/contract/organisations/configuration/merchant-configuration.rules'
import { merchantDefaults, securityDefaults } from '@kontor/contract/organisations/configuration/merchant-defaults'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Reply, startTestApp, type TestApp } from '../../../test/harness.ts'
import { linkIn, type Mailbox, openMailbox } from '../../../test/mails/mailbox.ts'
import { visitor } from '../../../test/signing-in/visitor.ts'

let kontor: TestApp
let mailbox: Mailbox
let staff: string
let count = 0

beforeAll(async () => {
  mailbox = await openMailbox()
  kontor = await startTestApp({ mail: { smtpUrl: mailbox.url, from: 'Kontor <kontor@test.example>', poll_ms: 100 } })
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(async () => {
  await kontor.stop()
  await mailbox.down()
})

const given = (changes: object = {}) => ({
  ...{ name: `Kaashandel ${++count}`, country_code: 'NL', language: 'nl', time_zone: 'Europe/Amsterdam' },
  ...{ base_currency: 'EUR', mcc: '5451', user_name: 'Wil de Wit', user_email: `wil${count}@kaas.example` },
  ...{ street: 'Waagplein', street_number: '2', postal_code: '1811 JP', locality: 'Alkmaar' },
  ...changes,
})
const create = (changes: object = {}, who = staff): Promise<Reply> =>
  kontor.post(who, '/v1/psp/merchant', given(changes))

describe('a merchant that the provider adds', () => {
  it('is invited by mail, sets a password, signs in, makes a link, and is paid through the sandbox', async () => {
    const body = given()
    const { status, body: made } = await kontor.post(staff, '/v1/psp/merchant', body)
    expect([status, made]).toMatchObject([201, { name: body.name, active: true, mcc: '5451', base_currency: 'EUR' }])

    const mail = await mailbox.to(body.user_email, /Welkom/)
    expect(mail.text).toContain(body.name)
    const token = linkIn(mail).searchParams.get('token')
    const browser = visitor(kontor)
    const password = 'Oude-kaas-1811'
    expect((await browser.post('/v1/auth/update-password', { token, password })).status).toBe(204)
    const { body: session } = await browser.login(body.user_email, password)
    expect(session.user).toMatchObject({
      merchant: made.id,
      merchant_name: body.name,
      roles: ['USER_ALL'],
      language: 'nl',
    })

    const [shop] = (await browser.get('/v1/paymentprofile')).body
    expect(shop).toMatchObject({ name: body.name, currency_code: 'EUR', organisation: made.id })
    const [root] = (await browser.get('/v1/organisation')).body
    expect(root).toMatchObject({ id: made.id, street: 'Waagplein', street_number: '2', parent: null })
    const order = { payment_profile: shop.id, amount: 2_500, merchant_reference: 'Invoice 1' }
    const { body: link } = await browser.post('/v1/paymentlink', order)
    const page = `/v1/pay/${link.url.split('/pay/')[1]}`
    expect((await kontor.post('', `${page}/open`)).body).toMatchObject({
      state: 'open',
      products: ['ideal', 'card', 'paypal'],
    })
    const attempt = { attempt: randomUUID(), payment_product: 'card', card_token: 'test_visa' }
    expect((await kontor.post('', `${page}/payments`, attempt)).body).toMatchObject({ state: 'done' })
    const [payment] = (await browser.get('/v1/transaction')).body
    expect(payment).toMatchObject({ amount: 2_500, merchant_reference: 'Invoice 1', merchant: made.id })
    expect(['AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED']).toContain(payment.status)
  })

  it('is refused whole when the address of its first user is in use, also by two at once', async () => {
    const user_email = 'twice@kaas.example'
    const replies = await Promise.all([create({ user_email }), create({ user_email: user_email.toUpperCase() })])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'user_email_taken', details: { 'body.user_email': 'taken' } })
    const { body } = await kontor.get(staff, `/v1/psp/merchant?_search_by=name&_search=Kaashandel ${count - 1}`)
    const both = [...body, ...(await kontor.get(staff, `/v1/psp/merchant?name=Kaashandel ${count}`)).body]
    expect(both.length).toBeLessThan(3)
  })

  it.each([
    ['no such category', { mcc: '9998' }, { 'body.mcc': 'unknown' }],
    ['a category of three digits', { mcc: '545' }, { 'body.mcc': 'four_digits' }],
    ['no such zone', { time_zone: 'Europe/Alkmaar' }, { 'body.time_zone': 'invalid_time_zone' }],
    ['no such currency', { base_currency: 'XXX' }, { 'body.base_currency': 'invalid_currency' }],
    ['a number with a letter', { street_number: '2b' }, { 'body.street_number': 'invalidNumber' }],
    ['no user', { user_email: undefined }, { 'body.user_email': 'required' }],
    ['a right for the user', { roles: ['PSP_ALL'] }, { 'body.roles': 'unknown' }],
  ])('with %s is refused', async (_what, wrong, details) => {
    const { status, body } = await create(wrong)
    expect([status, body.details]).toEqual([400, details])
  })

  it('is changed by the provider, and its root has its name', async () => {
    const { body: made } = await create()
    const changed = {
      name: 'Kaas & Co',
      country_code: 'BE',
      mcc: null,
      time_zone: 'Europe/Brussels',
      language: 'en-US',
    }
    const { body } = await kontor.post(staff, `/v1/psp/merchant/${made.id}`, changed)
    expect(body).toMatchObject({ ...changed, base_currency: 'EUR' })
    expect((await kontor.get(staff, `/v1/organisation/${made.id}`)).body.name).toBe('Kaas & Co')
    const { changes } = (await kontor.get(staff, `/v1/psp/merchant/${made.id}/history`)).body
    expect(changes[0]).toMatchObject({ operation: 'updated', command: 'update-merchant', actor_kind: 'user' })
    expect(changes[0].fields).toContainEqual({ field: 'name', before: made.name, after: 'Kaas & Co', is_secret: false })
    expect(changes.at(-1)).toMatchObject({ operation: 'created', command: 'create-merchant' })
  })

  it('gets what a new merchant gets: nothing of its configuration differs from the defaults', async () => {
    const { body: made } = await create({ legal_name: 'Kaas B.V.', vat_number: 'NL123456789B01' })
    expect(made).toMatchObject({ legal_name: 'Kaas B.V.', vat_number: 'NL123456789B01' })
    const at = `/v1/psp/merchant/${made.id}`
    const { body: configuration } = await kontor.get(staff, `${at}/configuration`)
    expect(configuration).toMatchObject(merchantDefaults)
    for (const kind of merchantKeptKinds) expect(configuration[`keep_${kind}_days`]).toBeNull()
    expect((await kontor.get(staff, `${at}/security`)).body).toMatchObject({
      ...securityDefaults,
      session_minutes: null,
    })
  })

  it('keeps why it was changed, and no reason of before for a change without one', async () => {
    const { body: made } = await create()
    const at = `/v1/psp/merchant/${made.id}`
    const reasonOf = async () => (await kontor.get(staff, `${at}/configuration`)).body.configuration_reason
    const lastFields = async () => (await kontor.get(staff, `${at}/history`)).body.changes[0].fields
    const reason = { field: 'configuration_reason', before: null, after: 'Moved to Belgium', is_secret: false }
    expect((await kontor.post(staff, at, { country_code: 'BE', reason: ' Moved to Belgium ' })).status).toBe(200)
    expect([await reasonOf(), await lastFields()]).toEqual(['Moved to Belgium', expect.arrayContaining([reason])])
    expect((await kontor.post(staff, at, { mcc: null })).status).toBe(200)
    expect(await reasonOf()).toBeNull()
    for (const wrong of [' ', 'card 4111 1111 1111 1111']) {
      const refused = await kontor.post(staff, at, { mcc: '5451', reason: wrong })
      expect([refused.status, Object.keys(refused.body.details)]).toEqual([400, ['body.reason']])
    }
  })

  it('has its users listed for those who may see users', async () => {
    const { body: made } = await create()
    const at = `/v1/user?merchant=${made.id}`
    const { body } = await kontor.get(staff, at)
    expect(body).toMatchObject([
      { name: 'Wil de Wit', status: 'INVITED', organisation: made.id, last_sign_in_at: null },
    ])
    const lists = await kontor.make.cookie({ roles: ['PSP_MERCHANT_ALL'] })
    expect((await kontor.get(lists, at)).status).toBe(403)
  })
})

it('the history of a row tells a merchant from where its own users and keys changed it, and of the provider nothing', async () => {
  const { body: made } = await create()
  const at = `/v1/organisation/${made.id}`
  const owner = await kontor.make.cookie({ merchant: made.id, roles: ['USER_ALL'] })
  const key = await kontor.make.apiKey(made.id, ['USER_ALL'])
  const street = (name: string) => ({ name: made.name, country_code: 'NL', street: name })
  for (const [who, name] of [
    [staff, 'Dam'],
    [owner, 'Rokin'],
    [key, 'Spui'],
  ] as const)
    expect((await kontor.post(who, at, { ...street(name), parent: null })).status).toBe(200)
  const ipsFor = async (who: string) =>
    (await kontor.get(who, `${at}/history`)).body.changes.map(({ ip }: { ip: string | null }) => ip)
  const here = '127.0.0.1'
  expect(await ipsFor(owner)).toEqual([here, here, null, null])
  expect(await ipsFor(staff)).toEqual([here, here, here, here])
})

it('the history of a row is for whoever may change it, hides the secrets, and names what it refers to', async () => {
  const shop = await kontor.make.merchant()
  const owner = await kontor.make.cookie({
    merchant: shop.merchant,
    roles: ['ORGANISATION_ALL', 'PAYMENT_PROFILE_ALL'],
  })
  const reader = await kontor.make.cookie({ merchant: shop.merchant, roles: ['PAYMENT_PROFILE_LIST'] })
  const other = await kontor.make.cookie({ merchant: (await kontor.make.merchant()).merchant, roles: ['USER_ALL'] })
  const at = `/v1/paymentprofile/${shop.profile}`
  await kontor.post(`${staff}`, `${at}?merchant=${shop.merchant}`, { webhook_failed_email: 'ops@shop.example' })
  const { body } = await kontor.get(owner, `${at}/history`)
  expect(body.changes[0]).toMatchObject({ acted_as_merchant: true, ip: null, command: 'update-payment-profile' })
  expect(body.names[shop.merchant]).toMatch(/^Merchant/)
  expect((await kontor.get(staff, `${at}/history`)).body.changes[0].ip).toBe('127.0.0.1')
  expect([
    (await kontor.get(reader, `${at}/history`)).status,
    (await kontor.get(other, `${at}/history`)).status,
  ]).toEqual([403, 404])
})
