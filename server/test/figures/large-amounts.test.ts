import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { largestPaymentEver } from '@kontor/contract/money'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fold } from '../../src/insights/rollups/fold.ts'
import { rebuild, rebuildCustomers } from '../../src/insights/rollups/rebuild.ts'
import { everyDay, verify } from '../../src/insights/rollups/verify.ts'
import { addresses, migrate } from '../../src/migrate.ts'
import { openDatabases } from '../../src/platform/db/database.ts'
import { syncReferenceData } from '../../src/reference-data.ts'
import { createTestDatabase } from '../database.ts'
import { credential, startTestApp, type TestApp, until } from '../harness.ts'
import { type MadeMerchant, makers } from '../make.ts'

/** An amount from before there was a bound. */
const huge = Number.MAX_SAFE_INTEGER
const one = 5_000
const tooMuch = largestPaymentEver + 1
const refused = (field: string, largest: number = largestPaymentEver) => [
  422,
  'amount_too_large',
  { [`body.${field}`]: 'too_large', largest_amount: largest },
]

const limitedTo = (largest_payment: number | null) => ({
  ...{ largest_payment, daily_volume: null, largest_refund: null, refund_days: null, reason: 'Agreed' },
})

let kontor: TestApp
let provider: string
let harbour: MadeMerchant
let bloom: MadeMerchant
let key: string

beforeAll(async () => {
  kontor = await startTestApp({ fold_ms: 20 })
  ;[harbour, bloom] = [await kontor.make.merchant(), await kontor.make.merchant()]
  await kontor.connect(harbour.merchant)
  await kontor.connect(bloom.merchant)
  provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  key = await kontor.make.apiKey(bloom.merchant)
})
afterAll(() => kontor.stop())

const order = (of: MadeMerchant, amount: number) => ({
  payment_profile: of.profile,
  amount,
  merchant_reference: `R-${randomUUID().slice(0, 8)}`,
  payment_product: 'card',
  card_token: 'test_visa',
})
const problemOf = ({ status, body }: { status: number; body: { code: string; details: unknown } }) => [
  status,
  body.code,
  body.details,
]
const openLink = async (more: object = {}) => {
  const { status, body } = await kontor.post(key, '/v1/paymentlink', {
    payment_profile: bloom.profile,
    merchant_reference: `L-${randomUUID().slice(0, 8)}`,
    ...more,
  })
  expect(status).toBe(201)
  const at = `/v1/pay/${body.url.split('/pay/')[1]}`
  const pay = (amount?: number) =>
    kontor.post('', `${at}/payments`, {
      attempt: randomUUID(),
      payment_product: 'card',
      card_token: 'test_declined_do_not_honor',
      ...(amount === undefined ? {} : { amount }),
    })
  return { at, pay, id: body.id as string }
}
const folded = () =>
  until(
    async () =>
      Number(
        (await sql<{ n: number }>`select count(*) as n from statistics_delta`.execute(kontor.databases.provider))
          .rows[0]?.n,
      ),
    (pending) => pending === 0,
  )
const since = 'created_at>=2020-01-01'

const figures = [
  ...[
    '',
    '/total',
    '/location',
    '/country',
    '/payment-product',
    '/status',
    '/platform',
    '/browser',
    '/lifecycle',
    '/time-of-day',
  ].map((name) => `/v1/transaction/aggregate${name}`),
  ...['', '/total', '/status', '/payment-product', '/payment-product-type'].map(
    (name) => `/v1/refund/aggregate${name}`,
  ),
  '/v1/refund/highest',
  '/v1/customer/best?output=count',
  '/v1/customer/best?output=volume',
  '/v1/processor/statistics',
  '/v1/transaction/count',
  '/v1/transaction/totals',
  '/v1/refund/totals',
]

describe('a payment that is larger than payments may be', () => {
  it('is refused where a program makes it, which is told of the field and of the largest amount', async () => {
    expect(problemOf(await kontor.post(key, '/v1/transaction', order(bloom, tooMuch)))).toEqual(refused('amount'))
    expect((await kontor.post(key, '/v1/transaction', order(bloom, largestPaymentEver))).status).toBe(201)
  })

  it('is refused to an anonymous payer who chooses the amount, also where the link names no maximum', async () => {
    const link = await openLink()
    expect((await kontor.get('', link.at)).body.maximum_amount).toBe(largestPaymentEver)
    for (const amount of [huge, tooMuch]) expect(problemOf(await link.pay(amount))).toEqual(refused('amount'))
    expect((await link.pay(one)).status).toBe(200)
    const { rows } = await sql<{ amount: number }>`
      select amount from transaction where payment_link_id = ${link.id}`.execute(kontor.databases.provider)
    expect(rows).toEqual([{ amount: one }])
  })

  it.each(['amount', 'minimum_amount', 'maximum_amount'])('is refused as %s of a payment link', async (field) => {
    const body = { payment_profile: bloom.profile, merchant_reference: 'L', [field]: tooMuch }
    expect(problemOf(await kontor.post(key, '/v1/paymentlink', body))).toEqual(refused(field))
  })

  it('is refused where it would be taken later, new or changed', async () => {
    const customer = await kontor.make.customer(bloom.merchant)
    const scheduled = {
      ...{ payment_profile: bloom.profile, customer, card: await kontor.make.card(bloom, customer), amount: one },
      ...{ merchant_reference: 'S', due_at: new Date(Date.now() + 86_400_000).toISOString() },
    }
    const at = '/v1/scheduledtransaction'
    expect(problemOf(await kontor.post(key, at, { ...scheduled, amount: tooMuch }))).toEqual(refused('amount'))
    const { body: made } = await kontor.post(key, at, scheduled)
    expect(problemOf(await kontor.post(key, `${at}/${made.id}`, { amount: tooMuch }))).toEqual(refused('amount'))
  })

  it('is refused as the amount of a plan and of a discount', async () => {
    const plan = { name: 'P', payment_profile: bloom.profile, amount: tooMuch, interval: 'month', interval_count: 1 }
    expect(problemOf(await kontor.post(key, '/v1/plan', plan))).toEqual(refused('amount'))
    const discount = { name: 'D', organisation: bloom.merchant, type: 'fixed_cents', amount: one }
    const at = '/v1/subscriptiondiscount'
    expect(problemOf(await kontor.post(key, at, { ...discount, amount: tooMuch }))).toEqual(refused('amount'))
    expect(problemOf(await kontor.post(key, at, { ...discount, minimum_amount: tooMuch }))).toEqual(
      refused('minimum_amount'),
    )
  })

  it('is what the lowest of installation, merchant and payment profile says', async () => {
    const shop = await kontor.make.merchant()
    const own = await kontor.make.apiKey(shop.merchant)
    const largest = async () => {
      const { body } = await kontor.post(own, '/v1/transaction', order(shop, tooMuch))
      return body.details.largest_amount
    }
    const atMerchant = `/v1/psp/merchant/${shop.merchant}/limits`
    const atProfile = `/v1/paymentprofile/${shop.profile}`
    expect((await kontor.post(provider, atMerchant, limitedTo(20_000))).body.largest_payment).toBe(20_000)
    expect(await largest()).toBe(20_000)
    expect((await kontor.post(own, atProfile, { largest_payment: 30_000 })).body.largest_payment).toBe(30_000)
    expect(await largest()).toBe(20_000)
    await kontor.post(own, atProfile, { largest_payment: 10_000 })
    expect(await largest()).toBe(10_000)
    expect((await kontor.post(own, '/v1/transaction', order(shop, 10_000))).status).toBe(201)
    const link = await openLink()
    const owner = new pg.Client(kontor.database.adminUrl)
    await owner.connect()
    await owner.query('update installation set largest_payment = 9000')
    expect(await largest()).toBe(9_000)
    // The bound also holds for a link that exists already.
    expect(problemOf(await link.pay(9_001))).toEqual(refused('amount', 9_000))
    await owner.query(`update installation set largest_payment = ${largestPaymentEver}`)
    await owner.end()
    await kontor.post(own, atProfile, { largest_payment: null })
    expect((await kontor.post(provider, atMerchant, limitedTo(null))).body.largest_payment).toBe(null)
    expect(await largest()).toBe(largestPaymentEver)
  })

  it.each([
    ['a merchant sets', async () => kontor.post(key, `/v1/psp/merchant/${bloom.merchant}/limits`, limitedTo(1)), 403],
    [
      'nobody can raise',
      async () => kontor.post(provider, `/v1/psp/merchant/${bloom.merchant}/limits`, limitedTo(tooMuch)),
      400,
    ],
    [
      'a merchant that there is not has',
      async () => kontor.post(provider, `/v1/psp/merchant/${randomUUID()}/limits`, limitedTo(1)),
      404,
    ],
  ] as const)('is nothing that %s', async (_who, call, status) => {
    expect((await call()).status).toBe(status)
  })
})

describe('payments from before there was a bound', () => {
  let customer: string

  beforeAll(async () => {
    ;[harbour, bloom] = [await kontor.make.merchant(), await kontor.make.merchant()]
    key = await kontor.make.apiKey(bloom.merchant)
    customer = await kontor.make.customer(bloom.merchant)
    const paid = await kontor.make.transaction(bloom, { amount: huge, customer })
    await kontor.make.transaction(bloom, { amount: huge, customer, status: 'DECLINED' })
    await kontor.make.transaction(bloom, { amount: huge, customer })
    await kontor.make.refund(bloom, paid, { amount: huge })
    await kontor.make.transaction(harbour, { amount: 100 })
    await folded()
  })

  it.each(figures)('end no figure: %s answers to the provider, to their merchant and to another', async (address) => {
    const range = address.includes('processor') ? '' : `${address.includes('?') ? '&' : '?'}${since}`
    const other = await kontor.make.apiKey(harbour.merchant)
    for (const who of [provider, key, other]) {
      const { status, body } = await kontor.get(who, address + range)
      expect([status, body.code]).toEqual([200, undefined])
    }
    if (!/count$|totals|processor|best|highest|location/.test(address))
      for (const who of [provider, key])
        expect((await kontor.get(who, `${address}${range}&in_base_currency=true`)).status).toBe(200)
  })

  it('are in their totals to the last digit: as text, where a JSON number does not hold them', async () => {
    const { body } = await kontor.get(key, `/v1/transaction/aggregate/status?${since}&currency_code=EUR`)
    const settled = body.items.find(({ value }: { value: string }) => value === 'SETTLEMENT_COMPLETED')
    expect(settled).toEqual({
      ...{ value: 'SETTLEMENT_COMPLETED', count: 2, volume: null },
      too_large: { volume: String(2n * BigInt(huge)) },
    })
    const declined = body.items.find(({ value }: { value: string }) => value === 'DECLINED')
    expect(declined.volume === null || declined.too_large === undefined).toBe(true)
  })

  it('are in what a list adds up to, and in what the customer bought', async () => {
    const { body } = await kontor.get(key, `/v1/transaction/totals?customer=${customer}`)
    expect(body).toEqual([
      {
        currency_code: 'EUR',
        count: 3,
        sums: expect.objectContaining({ amount: null }),
        too_large: expect.objectContaining({ amount: String(3n * BigInt(huge)) }),
      },
    ])
    const summary = await kontor.get(key, `/v1/customer/${customer}/summary`)
    expect([summary.status, summary.body.totals[0]]).toEqual([
      200,
      expect.objectContaining({ paid: null, too_large: { paid: String(2n * BigInt(huge)) } }),
    ])
  })

  it("leave the provider's list of merchants as it is, in which whoever turned over most comes first", async () => {
    const { status, body } = await kontor.get(provider, '/v1/psp/merchant')
    expect([status, body[0].id]).toEqual([200, bloom.merchant])
    const sum = { amount: null, too_large: { amount: String(2n * BigInt(huge)) } }
    expect(body[0]).toMatchObject({ ...sum, revenue: [{ currency_code: 'EUR', count: 2, ...sum }] })
    const other = body.find(({ id }: { id: string }) => id === harbour.merchant)
    expect(other).toMatchObject({
      amount: 100,
      too_large: null,
      revenue: [{ currency_code: 'EUR', amount: 100, count: 1 }],
    })
  })
})

describe('more of them than a bigint can add up', () => {
  beforeAll(async () => {
    await kontor.make.transaction(bloom, { amount: huge, status: 'DECLINED' })
    const owner = new pg.Client(kontor.database.adminUrl)
    await owner.connect()
    await owner.query(`begin; ${manyMore}; commit`)
    await owner.end()
  })

  it('are folded, counted for both merchants, and are what the rows say', async () => {
    await folded()
    const other = await kontor.make.apiKey(harbour.merchant)
    for (const who of [provider, key, other]) {
      expect((await kontor.get(who, '/v1/transaction/count')).status).toBe(200)
      expect((await kontor.get(who, `/v1/transaction/aggregate/total?${since}`)).status).toBe(200)
    }
    expect((await kontor.get(provider, '/v1/transaction/count')).body.count).toBeGreaterThan(more)
  })

  it('are made anew by rebuild and compared by verify', async () => {
    const db = kontor.databases.provider
    const days = await everyDay(db)
    if (!days) throw new Error('there are payments')
    await rebuild(db, days)
    await rebuildCustomers(db)
    expect(await verify(db, () => new Date())).toMatchObject({ differences: 0, examples: [], set_aside: 0 })
  })
})

describe('a database from before', () => {
  // All migrations run one by one, and those that were left out once more.
  it('whose deltas could not be folded any more is healed by the migration: every figure is there', {
    timeout: 120_000,
  }, async () => {
    const old = await databaseFromBefore()
    const databases = openDatabases(addresses(old.adminUrl, old.masterKey), () => {})
    const make = makers(databases, { masterKey: old.masterKey, processorUrl: 'http://127.0.0.1:1', credential })
    try {
      const shop = await make.merchant()
      await make.transaction(shop, { amount: huge })
      expect(await fold(databases.provider)).toBe(false)
      await old.owner(`begin; ${manyMore}; commit`)
      await expect(fold(databases.provider)).rejects.toThrow()

      await migrate(old)
      while (await fold(databases.provider));
      const { rows } = await sql<{ n: number; amount: string }>`
        select n, amount from statistics_day where merchant_id = ${shop.merchant} and dimension = 'all'`.execute(
        databases.provider,
      )
      expect(rows).toEqual([{ n: 1 + more, amount: String(BigInt(1 + more) * BigInt(huge)) }])
      expect(await verify(databases.provider, () => new Date())).toMatchObject({ differences: 0, set_aside: 0 })
    } finally {
      await databases.close()
      await old.drop()
    }
  })
})

const more = 1_100

/** So many more payments with the highest amount, and their deltas. */
const manyMore = `
  alter table transaction disable trigger user;
  create temporary table added on commit drop as
    select r.* from (select * from transaction where amount = ${huge} order by status limit 1) t,
      generate_series(1, ${more}) number,
      lateral jsonb_populate_record(null::transaction, to_jsonb(t) || jsonb_build_object('id', md5(number::text)::uuid)) r;
  insert into transaction select * from added;
  alter table transaction enable trigger user;
  insert into statistics_delta (merchant_id, entity, organisation_id, created_at, status, visited, payment_product,
      payment_product_type, country_code, payment_profile_id, processor_id, platform, browser, currency_code, customer_id, n,
      amount)
    select merchant_id, 'transaction', organisation_id, created_at, status, visited, payment_product, payment_product_type,
      country_code, payment_profile_id, processor_id, platform, browser, currency_code, customer_id, 1, amount from added`

/** A database without this migration, as of an installation that was last updated the day before. */
async function databaseFromBefore() {
  const database = await createTestDatabase()
  const owner = async (statements: string) => {
    const client = new pg.Client(database.adminUrl)
    await client.connect()
    await client.query(statements).finally(() => client.end())
  }
  await owner('drop schema public cascade; create schema public')
  const folder = path.join(import.meta.dirname, '../../src/migrations')
  const names = (await fs.readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  await owner('create table migration (name text primary key, timestamp text not null)')
  // The later ones build on it.
  for (const name of names.filter((each) => !/^(0019|0057|0253|0259)/.test(each))) {
    await owner(await fs.readFile(path.join(folder, name), 'utf8'))
    await owner(`insert into migration values ('${name.replace('.sql', '')}', now())`)
  }
  const pool = new pg.Pool({ connectionString: database.adminUrl, max: 1 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  await syncReferenceData(db).finally(() => db.destroy())
  await owner('select ensure_partitions(current_date, current_date)')
  return { ...database, owner }
}
