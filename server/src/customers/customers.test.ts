import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { enqueueMail } from '../platform/mail/outbox.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string
let everything: pg.Client

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  everything = new pg.Client(kontor.database.adminUrl)
  await everything.connect()
})
afterAll(async () => {
  await everything.end()
  await kontor.stop()
})

const person = {
  email_address: 'amelie@test.example',
  first_name: 'Amélie',
  last_name: 'Verwijderbaar',
  initials: 'A.',
  title: 'Mevrouw',
  gender: 'female',
  street_address: 'Geheimstraat',
  house_number: '12',
  house_number_suffix: 'bis',
  postal_code: '1234 AB',
  city: 'Utrecht',
  region: 'Utrecht',
  country_code: 'NL',
  phone_number: '+31 6 1234 5678',
  fax_number: '030-1234567',
  date_of_birth: '1984-02-29',
  social_security_number: '123456782',
  status: 'UNVERIFIED',
  status_reason: 'Paspoort nog niet gezien',
}
const create = (given: Record<string, unknown> = {}, headers = {}) =>
  kontor.post(owner, '/v1/customer', { organisation: shop.merchant, ...person, ...given }, headers)
const created = async (given?: Record<string, unknown>): Promise<string> => (await create(given)).body.id
const eventsOf = async (id: string) => (await kontor.get(owner, `/v1/customer/${id}/events`)).body

/** The tables that hold the text in any column, read as the owner of the database. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await everything.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and not relispartition`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await everything.query(
      `select 1 from "${name}" as whole where strpos(lower(to_jsonb(whole)::text), lower($1)) > 0 limit 1`,
      [text],
    )
    if (rowCount) found.push(name)
  }
  return found
}

describe('creating a customer', () => {
  it('takes every field, and answers with the sealed ones masked', async () => {
    const { status, body } = await create()
    expect(status).toBe(201)
    const { date_of_birth, social_security_number, ...open } = person
    expect(body).toMatchObject({ ...open, name: 'Amélie Verwijderbaar', organisation: shop.merchant, segment: null })
    expect(body.date_of_birth).toBe('••••-••-••')
    expect(body.social_security_number).toBe('•••••••••')
    expect(await eventsOf(body.id)).toMatchObject([{ kind: 'created', actor_kind: 'user' }])
    expect(await tablesWith(social_security_number)).toEqual([])
    expect(await tablesWith(date_of_birth)).toEqual([])
  })

  it('needs a valid e-mail address and an organisation, and checks country, dates and phone numbers', async () => {
    const { status, body } = await kontor.post(owner, '/v1/customer', {})
    expect([status, body.details]).toEqual([400, { 'body.email_address': 'required', 'body.organisation': 'required' }])
    for (const [field, value, reason] of [
      ['email_address', 'nobody', 'invalid_email'],
      ['country_code', 'XX', 'invalid_country'],
      ['date_of_birth', '2023-02-30', 'invalid_date'],
      ['date_of_birth', '2999-01-01', 'invalid_date'],
      ['phone_number', 'call me', 'invalid_phone_number'],
      ['first_name', 'two\nlines', 'invalid_text'],
      ['last_name', '4111 1111 1111 1111', 'contains_card_number'],
      ['social_security_number', '?', 'invalid_social_security_number'],
    ] as const) {
      const refused = await create({ [field]: value })
      expect([field, refused.status, refused.body.details]).toEqual([field, 400, { [`body.${field}`]: reason }])
    }
  })

  it('keeps a customer number to one customer, also when two come at once', async () => {
    const answers = await Promise.all([create({ reference: 'K-7' }), create({ reference: 'K-7' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'reference_taken',
      details: { 'body.reference': 'taken' },
    })
  })

  it('stays within what its maker may see', async () => {
    const node = await kontor.make.organisation(shop.merchant)
    const ofNode = await kontor.make.cookie({ merchant: shop.merchant, organisation: node, roles: ['CUSTOMER_CREATE'] })
    const elsewhere = await kontor.make.merchant()
    for (const organisation of [shop.merchant, elsewhere.merchant])
      expect(
        (await kontor.post(ofNode, '/v1/customer', { organisation, email_address: 'a@b.example' })).body.details,
      ).toEqual({
        'body.organisation': 'not_found',
      })
    expect(
      (await kontor.post(ofNode, '/v1/customer', { organisation: node, email_address: 'a@b.example' })).status,
    ).toBe(201)
  })
})

describe('changing a customer', () => {
  it('leaves what is not given, takes away what is null, and names the fields on record without their content', async () => {
    const id = await created()
    const { status, body } = await kontor.post(owner, `/v1/customer/${id}`, {
      last_name: 'Anders',
      fax_number: null,
      status: 'VERIFIED',
      status_reason: 'Paspoort gezien',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ first_name: 'Amélie', last_name: 'Anders', fax_number: null, status: 'VERIFIED' })
    expect(body.date_of_birth).toBe('••••-••-••')
    const events = await eventsOf(id)
    expect(events).toMatchObject([
      { kind: 'status', from_status: 'UNVERIFIED', to_status: 'VERIFIED' },
      { kind: 'updated', fields: ['last_name', 'fax_number', 'status_reason'] },
      { kind: 'created' },
    ])
    expect(JSON.stringify(events)).not.toContain('Anders')
  })

  it('cannot bring it to another merchant', async () => {
    const id = await created()
    const other = await kontor.make.merchant()
    const provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const { status, body } = await kontor.post(provider, `/v1/customer/${id}`, { organisation: other.merchant })
    expect([status, body.details]).toEqual([400, { 'body.organisation': 'not_found' }])
  })
})

describe('what is sealed', () => {
  it('is masked in every list, export and populated row', async () => {
    const id = await created()
    await kontor.make.transaction(shop, { customer: id })
    const provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    for (const who of [owner, provider]) {
      const columns = 'id,date_of_birth,social_security_number'
      const answers = [
        await kontor.get(who, `/v1/customer?id=${id}`),
        await kontor.get(who, `/v1/customer/${id}`),
        await kontor.get(who, `/v1/customer/export?format=json&id=${id}&_columns=${columns}`),
        await kontor.get(who, `/v1/customer/export?format=csv&id=${id}&_columns=${columns}`),
        await kontor.get(who, `/v1/transaction?customer=${id}&_populate=customer`),
      ]
      for (const { status, body } of answers) {
        const text = typeof body === 'string' ? body : JSON.stringify(body)
        expect(status).toBe(200)
        expect(text).toContain('•••••••••')
        expect(text).not.toMatch(/1984|123456782/)
      }
    }
  })

  it('is told in full by a call of its own, to a role of its own, on record', async () => {
    const id = await created()
    const reveal = (who: string) => kontor.post(who, `/v1/customer/${id}/reveal`)
    for (const role of ['CUSTOMER_LIST', 'CUSTOMER_UPDATE'] as const)
      expect((await reveal(await kontor.make.cookie({ merchant: shop.merchant, roles: [role] }))).status).toBe(403)
    const reader = await kontor.make.cookie({ merchant: shop.merchant, roles: ['CUSTOMER_ALL'] })
    expect((await reveal(reader)).body).toEqual({ date_of_birth: '1984-02-29', social_security_number: '123456782' })
    expect(await eventsOf(id)).toMatchObject([
      { kind: 'revealed', fields: ['date_of_birth', 'social_security_number'] },
      { kind: 'created' },
    ])
    const other = await kontor.make.merchant()
    expect((await reveal(await kontor.make.cookie({ merchant: other.merchant, roles: ['USER_ALL'] }))).status).toBe(404)
  })

  it('does not open in another customer’s row, or under another key', async () => {
    const [one, other] = [await created(), await created()]
    await everything.query(
      'update customer c set social_security_number = o.social_security_number from customer o where c.id = $1 and o.id = $2',
      [other, one],
    )
    expect((await kontor.post(owner, `/v1/customer/${other}/reveal`)).status).toBe(500)
  })
})

describe('a customer to whom nothing refers', () => {
  it('can be deleted; one who paid or whose card is stored cannot', async () => {
    const [free, paying, carded] = [await created(), await created(), await created()]
    await kontor.make.transaction(shop, { customer: paying })
    await kontor.make.card(shop, carded)
    const remove = (id: string) => kontor.call(owner, 'DELETE', `/v1/customer/${id}`)
    expect((await remove(free)).status).toBe(204)
    expect((await kontor.get(owner, `/v1/customer/${free}`)).status).toBe(404)
    for (const id of [paying, carded]) expect((await remove(id)).body.code).toBe('customer_in_use')
  })
})

describe('erasing the personal data of a customer', () => {
  it('leaves nothing of the person anywhere, and the books as they were', async () => {
    const unique = { ...person, last_name: 'Wegdamsma', email_address: 'weg@wegdamsma.example', reference: 'WEG-1' }
    const key = { 'idempotency-key': 'a-request-that-may-be-repeated' }
    const { id } = (await create(unique, key)).body
    // The staff of the provider keep their answers under the provider's id.
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    await kontor.post(staff, `/v1/customer/${id}`, { city: unique.city }, { 'idempotency-key': 'by-the-provider' })
    const paid = await kontor.make.transaction(shop, { customer: id, amount: 7_500 })
    await kontor.make.refund(shop, paid, { amount: 500 })
    const card = await kontor.make.card(shop, id)
    const link = await kontor.make.paymentLink(shop, { customer: id })
    const mailed = { merchant_id: shop.merchant, payment_link_id: link, kind: 'mailed', detail: unique.email_address }
    await kontor.databases.provider.insertInto('link_event').values(mailed).execute()
    // The trail of calls outlives the person.
    expect((await kontor.get(owner, '/v1/transaction?_search=Wegdamsma&_search_by=customer')).body).toHaveLength(1)
    expect((await kontor.get(owner, '/v1/transaction?customer_name=Wegdamsma')).status).toBe(400)
    const populated = (await kontor.get(owner, `/v1/transaction/${paid.id}?_populate=customer`)).body
    expect(populated.customer).toMatchObject({ last_name: 'Wegdamsma', street_address: 'Geheimstraat' })
    await until(
      async () => (await kontor.get(owner, '/v1/audittrail?_limit=100')).body.map(({ url }: { url: string }) => url),
      (urls: string[]) => urls.some((url) => url.endsWith('_populate=customer')),
    )
    for (const text of ['WEG-1', 'Geheimstraat', '1234 AB', 'Utrecht'])
      expect([text, (await tablesWith(text)).filter((name) => name.startsWith('audit_trail'))]).toEqual([text, []])
    expect((await tablesWith('wegdamsma')).sort()).toEqual(['customer', 'idempotency_key', 'link_event'])
    const before = (await kontor.get(owner, `/v1/transaction/${paid.id}`)).body
    expect(before).toMatchObject({ customer_name: 'Amélie Wegdamsma', amount: 7_500, refunded_amount: 500 })

    const erased = await kontor.post(owner, `/v1/customer/${id}/erase`)
    expect(erased.status).toBe(200)
    for (const field of Object.keys(unique).filter((name) => name !== 'status'))
      expect([field, erased.body[field]]).toEqual([field, null])
    expect(erased.body.erased_at).toMatch(/^20/)
    for (const text of ['Wegdamsma', 'WEG-1', '1984-02-29', '123456782'])
      expect([text, await tablesWith(text)]).toEqual([text, []])

    const after = (await kontor.get(owner, `/v1/transaction/${paid.id}`)).body
    expect(after).toEqual({ ...before, customer_name: null })
    expect((await kontor.get(owner, `/v1/refund?transaction=${paid.id}`)).body[0].amount).toBe(500)
    const { cards, totals } = (await kontor.get(owner, `/v1/customer/${id}/summary`)).body
    expect(totals).toMatchObject([{ currency_code: 'EUR', paid: 7_500, refunded: 500, purchases: 1 }])
    expect(cards).toMatchObject([{ id: card, revoked_at: erased.body.erased_at }])
    expect((await create(unique, key)).body).toEqual({ id })
  })

  it('takes back the mails to the person that still wait, and no other', async () => {
    const { provider } = kontor.databases
    const { id } = (await create({ email_address: 'gone@test.example' })).body
    const later = new Date(Date.now() + 3_600_000)
    const mailTo = (values: Record<string, string>) =>
      enqueueMail(provider, kontor.database.masterKey, { template: 'payment_link', values }, later)
    await mailTo({ merchant: shop.merchant, address: 'gone@test.example', id })
    await mailTo({ merchant: shop.merchant, address: 'stays@test.example', id })
    await mailTo({ user: id, email: 'gone@test.example' })
    await kontor.post(owner, `/v1/customer/${id}/erase`)
    const mails = await provider.selectFrom('mail').select(['sealed', 'outcome']).execute()
    const [gone, kept] = [mails.filter(({ sealed }) => sealed === null), mails.filter(({ sealed }) => sealed !== null)]
    expect(gone.map(({ outcome }) => outcome)).toEqual(['nobody'])
    expect(kept.map(({ outcome }) => outcome)).toEqual([null, null])
  })

  it('ends what the person was to be charged for later', async () => {
    const id = await created()
    const plan = await kontor.make.plan(shop)
    const subscription = await kontor.make.subscription(shop, {
      plan,
      customer: id,
      status: 'ACTIVE',
      starts_on: '2099-01-28',
    })
    const { id: planned } = await kontor.make.scheduled(shop, { customer: id })
    const other = await kontor.make.scheduled(shop)
    expect((await kontor.post(owner, `/v1/customer/${id}/erase`)).status).toBe(200)
    const ended = { status_reason: 'customer_erased' }
    expect((await kontor.get(owner, `/v1/subscription/${subscription}`)).body).toMatchObject({
      ...{ ...ended, status: 'CANCELLED', due_date: null },
    })
    expect((await kontor.get(owner, `/v1/scheduledtransaction/${planned}`)).body).toMatchObject({
      ...{ ...ended, status: 'FAILED', next_attempt_at: null },
    })
    expect((await kontor.get(owner, `/v1/scheduledtransaction/${other.id}`)).body.status).toBe('CREATED')
  })

  it('is final: nobody writes a name over it, and no second time', async () => {
    const id = await created()
    expect((await kontor.post(owner, `/v1/customer/${id}/erase`)).status).toBe(200)
    expect((await kontor.post(owner, `/v1/customer/${id}/erase`)).body.code).toBe('customer_erased')
    expect((await kontor.post(owner, `/v1/customer/${id}`, { first_name: 'Terug' })).body.code).toBe('customer_erased')
    await expect(
      kontor.databases.provider.updateTable('customer').set({ first_name: 'Terug' }).where('id', '=', id).execute(),
    ).rejects.toThrow(/customer_erased/)
  })

  it('is for whoever may delete', async () => {
    const id = await created()
    const cashier = await kontor.make.cookie({ merchant: shop.merchant, roles: ['CUSTOMER_LIST', 'CUSTOMER_UPDATE'] })
    expect((await kontor.post(cashier, `/v1/customer/${id}/erase`)).status).toBe(403)
  })
})

describe('a stored card', () => {
  it('whose gateway does not tell its first digits has none, also in files', async () => {
    const customer = await created()
    const card = await kontor.make.card(shop, customer, { bin: null })
    expect((await kontor.get(owner, `/v1/card/${card}`)).body).toMatchObject({ bin: null, last_four: '1111' })
    const { cards } = (await kontor.get(owner, `/v1/customer/${customer}/summary`)).body
    expect(cards).toMatchObject([{ id: card, bin: null }])
    const file = (format: string) =>
      kontor.get(owner, `/v1/card/export?format=${format}&id=${card}&_columns=brand,bin,last_four`)
    expect((await file('csv')).body).toMatch(/visa(.)\1"?1111/)
    expect(JSON.stringify((await file('json')).body)).toContain('"bin":null')
  })

  it('that is revoked pays nothing any more', async () => {
    await kontor.connect(shop.merchant)
    const customer = await created()
    const card = await kontor.make.card(shop, customer)
    const pay = () =>
      kontor.post(owner, '/v1/transaction', {
        payment_profile: shop.profile,
        amount: 100,
        payment_product: 'card',
        merchant_reference: 'stored',
        customer,
        card,
      })
    expect((await pay()).status).toBe(201)
    const other = await kontor.make.merchant()
    const stranger = await kontor.make.cookie({ merchant: other.merchant, roles: ['USER_ALL'] })
    expect((await kontor.post(stranger, `/v1/card/${card}/revoke`)).status).toBe(404)
    expect((await kontor.post(owner, `/v1/card/${card}/revoke`)).status).toBe(200)
    expect((await pay()).body.code).toBe('card_revoked')
    expect(await eventsOf(customer)).toMatchObject([{ kind: 'card_revoked' }, { kind: 'created' }])
  })
})
