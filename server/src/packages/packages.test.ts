import { newLine } from '@kontor/contract/pricing/new-line'
import { profileDefaults } from '@kontor/contract/settlements/profiles/settlement-profile.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { type Attempts, openAttempts } from '../../test/signing-in/attempts.ts'
import { termsOf } from '../settlements/profiles/terms.ts'

let kontor: TestApp
let staff: string
let db: Attempts
let today: string
let revenue: Record<'own' | 'package' | 'default', string>

const at = '/v1/psp/package'
const later = '2999-01-01'
const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
let packages = 0
// Short numbers: a long one may look like that of a card, which is refused.
const create = async (given: object = {}) =>
  kontor.post(staff, at, { name: `Package ${++packages}`, currency_code: 'EUR', ...given })
const made = async (given: object = {}): Promise<string> => (await create(given)).body.id
const assign = (id: string, merchants: string[], valid_from = today) =>
  kontor.post(staff, `${at}/${id}/merchant`, { merchants, valid_from })
const termsAt = async (merchant: string) => (await kontor.get(staff, `${at}/terms/${merchant}`)).body
const schemeOf = async (merchant: string, day: string, type = 'REVENUE') =>
  (await db.column('select scheme_at($1, $2, $3)', [merchant, type, day]))[0]

beforeAll(async () => {
  kontor = await startTestApp()
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  const { merchant } = await kontor.make.merchant()
  db = await openAttempts(kontor, merchant)
  const scheme = async (given: object = {}) =>
    (await kontor.make.scheme({ lines: [newLine({ fixed: 1 })], ...given })).id
  revenue = {
    own: await scheme({ name: 'Own' }),
    package: await scheme({ name: 'Of the package' }),
    default: await scheme({ name: 'Default', default_from: '2020-01-01' }),
  }
  today = (await kontor.get(staff, `${at}/${await made()}/scheme`)).body.first_day
})
afterAll(async () => {
  await db.close()
  await kontor.stop()
})

describe('the schemes of a merchant', () => {
  it('are its own, else its package’s, else the default, each type by itself', async () => {
    const { merchant } = await kontor.make.merchant()
    const cost = (await kontor.make.scheme({ type: 'COST' })).id
    const id = await made({ name: 'Start', revenue_scheme: revenue.package, cost_scheme: cost })
    expect((await termsAt(merchant)).schemes).toMatchObject([
      { type: 'REVENUE', scheme: { id: revenue.default }, source: 'DEFAULT' },
      { type: 'COST', scheme: null, source: null },
      { type: 'RESERVE', scheme: null, source: null },
      { type: 'PARTNER', scheme: null, source: null },
    ])
    expect(await assign(id, [merchant])).toMatchObject({ status: 200, body: { merchants: 1 } })
    expect(await termsAt(merchant)).toMatchObject({
      package: { id, name: 'Start' },
      schemes: [
        { scheme: { id: revenue.package }, source: 'PACKAGE' },
        { scheme: { id: cost }, source: 'PACKAGE' },
        {},
        {},
      ],
    })
    await kontor.post(staff, `/v1/psp/revenuescheme/${revenue.own}/merchant`, {
      merchants: [merchant],
      valid_from: today,
    })
    expect((await termsAt(merchant)).schemes).toMatchObject([
      { scheme: { id: revenue.own }, source: 'OWN' },
      { scheme: { id: cost }, source: 'PACKAGE' },
      {},
      {},
    ])
    const back = await kontor.post(staff, `/v1/psp/revenuescheme/${revenue.own}/unassign`, {
      merchants: [merchant],
      valid_from: later,
    })
    expect(back.status).toBe(200)
    expect([await schemeOf(merchant, today), await schemeOf(merchant, later)]).toEqual([revenue.own, revenue.package])
    const wrong = await kontor.post(staff, `/v1/psp/revenuescheme/${revenue.default}/unassign`, {
      merchants: [merchant],
      valid_from: later,
    })
    expect(wrong.body.details).toEqual({ 'body.merchants': 'not_found' })
  })

  it('change for all merchants of a package from a day on, and its history says so', async () => {
    const shops = [await kontor.make.merchant(), await kontor.make.merchant()].map(({ merchant }) => merchant)
    const id = await made({ revenue_scheme: revenue.package })
    await assign(id, shops)
    const change = { revenue_scheme: revenue.own, valid_from: later }
    expect((await kontor.post(staff, `${at}/${id}/scheme`, change)).body.revenue_scheme).toBe(revenue.package)
    for (const merchant of shops) {
      expect(await schemeOf(merchant, '2998-12-31')).toBe(revenue.package)
      expect(await schemeOf(merchant, later)).toBe(revenue.own)
    }
    const { schemes } = (await kontor.get(staff, `${at}/${id}/scheme`)).body
    expect(schemes).toMatchObject([
      { type: 'REVENUE', scheme: { id: revenue.own }, valid_from: later, valid_until: null },
      { scheme: { id: revenue.package }, valid_from: today, valid_until: later },
    ])
    const { merchants, packages } = (await kontor.get(staff, `/v1/psp/revenuescheme/${revenue.own}/merchant`)).body
    expect(merchants.map((each: { id: string }) => each.id)).not.toContain(shops[0])
    expect(packages).toMatchObject([{ id, valid_from: later }])
    const nothing = { revenue_scheme: null, valid_from: '2999-02-01' }
    expect((await kontor.post(staff, `${at}/${id}/scheme`, nothing)).status).toBe(200)
    expect(await schemeOf(shops[0] ?? '', '2999-02-01')).toBe(revenue.default)
  })

  it('end with the package from a day on, and what was stays in its list', async () => {
    const { merchant } = await kontor.make.merchant()
    const [first, second] = [
      await made({ revenue_scheme: revenue.package }),
      await made({ revenue_scheme: revenue.own }),
    ]
    await assign(first, [merchant])
    await assign(second, [merchant], later)
    expect(await schemeOf(merchant, later)).toBe(revenue.own)
    const leave = (id: string, valid_from: string) =>
      kontor.post(staff, `${at}/${id}/leave`, { merchants: [merchant], valid_from })
    expect((await leave(first, '2999-03-01')).body.details).toEqual({ 'body.merchants': 'not_found' })
    expect((await leave(second, '2999-03-01')).status).toBe(200)
    expect(await schemeOf(merchant, '2999-03-01')).toBe(revenue.default)
    const { merchants } = (await kontor.get(staff, `${at}/${first}/merchant`)).body
    expect(merchants).toMatchObject([{ id: merchant, valid_from: today, valid_until: later }])
  })

  it('do not come back to a merchant that left the package, by an assignment that was planned for later', async () => {
    const { merchant } = await kontor.make.merchant()
    const [left, other] = [await made({ revenue_scheme: revenue.package }), await made({ revenue_scheme: revenue.own })]
    await assign(left, [merchant])
    await assign(left, [merchant], later)
    await assign(other, [merchant], '2999-06-01')
    const leaving = { merchants: [merchant], valid_from: '2998-01-01' }
    expect((await kontor.post(staff, `${at}/${left}/leave`, leaving)).status).toBe(200)
    expect([await schemeOf(merchant, '2997-12-31'), await schemeOf(merchant, later)]).toEqual([
      ...[revenue.package, revenue.default],
    ])
    expect(await schemeOf(merchant, '2999-06-01')).toBe(revenue.own)
  })
})

describe('a package', () => {
  it('is given from an open day on, to merchants that there are, while it is active', async () => {
    const { merchant } = await kontor.make.merchant()
    const id = await made()
    expect(code(await assign(id, [merchant], '2020-01-01'))).toEqual([409, 'day_closed'])
    expect((await assign(id, [id])).body.details).toEqual({ 'body.merchants': 'not_found' })
    await kontor.post(staff, `${at}/${id}`, { active: false })
    expect(code(await assign(id, [merchant]))).toEqual([409, 'package_inactive'])
  })

  it('names only schemes that have prices on the day, of the type of the field', async () => {
    const draft = await kontor.make.scheme({ valid_from: null })
    const off = await kontor.make.scheme({ active: false })
    expect((await create({ revenue_scheme: draft.id })).body).toMatchObject({
      code: 'scheme_gap',
      details: { 'body.revenue_scheme': 'no_version' },
    })
    expect(code(await create({ revenue_scheme: off.id }))).toEqual([409, 'scheme_inactive'])
    expect((await create({ cost_scheme: revenue.own })).body.details).toEqual({ 'body.cost_scheme': 'not_found' })
    expect((await create({ settlement_schedule: revenue.own })).body.details).toEqual({
      'body.settlement_schedule': 'not_found',
    })
    expect((await create({ delay_days: 26 })).body.details).toEqual({ 'body.delay_days': 'too_large' })
    await made({ name: 'Twice' })
    expect(code(await create({ name: 'twice' }))).toEqual([409, 'name_taken'])
  })

  it('stays once a merchant had it, and its schedule stays with it', async () => {
    const { merchant } = await kontor.make.merchant()
    const settlement_schedule = await kontor.make.settlementSchedule()
    const id = await made({ settlement_schedule })
    const refused = await kontor.call(staff, 'DELETE', `/v1/psp/settlementschedule/${settlement_schedule}`, {})
    expect(refused.body).toMatchObject({ code: 'settlement_schedule_in_use', details: { packages: 1 } })
    await assign(id, [merchant], later)
    expect(code(await kontor.call(staff, 'DELETE', `${at}/${id}`, {}))).toEqual([409, 'package_in_use'])
    expect((await kontor.call(staff, 'DELETE', `${at}/${await made()}`, {})).status).toBe(204)
  })

  it('gives a merchant one package for a day, also when two are given at once', async () => {
    const { merchant } = await kontor.make.merchant()
    const ids = [await made(), await made()]
    const answers = await Promise.all(ids.map((id) => assign(id, [merchant], later)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const given = await db.column('select package_id from package_assignment where merchant_id = $1', [merchant])
    expect(given).toHaveLength(1)
    expect(ids).toContain(given[0])
  })

  it('is the provider’s: a merchant reads neither it nor that it was given', async () => {
    const shop = await kontor.make.merchant()
    const id = await made({ name: 'Secret', revenue_scheme: revenue.package })
    await assign(id, [shop.merchant])
    const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    for (const path of [at, `${at}/${id}`, `${at}/${id}/merchant`, `${at}/terms/${shop.merchant}`])
      expect((await kontor.get(owner, path)).status).toBe(403)
    expect(await db.attempt('merchant', 'select * from package', [], shop.merchant)).toMatch(/42501/)
    const seen = `select * from change where entity = 'package' or part like 'package%'`
    expect(await db.attempt('provider', seen)).not.toBe('0 rows')
    expect(await db.attempt('merchant', seen, [], shop.merchant)).toBe('0 rows')
  })
})

describe('the way in which a merchant is settled', () => {
  it('is the profile’s, else the package’s, else the usual one, each value by itself', async () => {
    const { merchant } = await kontor.make.merchant({ currency_code: 'EUR' })
    const settlement_schedule = await kontor.make.settlementSchedule({ name: 'Of the package' })
    const bank_account = await kontor.make.bankAccount(merchant)
    const profile = await kontor.post(staff, '/v1/psp/settlementprofile', {
      ...{ name: 'Weekly', organisation: merchant, currency_code: 'EUR', bank_account, delay_days: 5 },
    })
    const usual = { settlement_schedule: null, minimum: 1_000, negative: 'CARRY', delay_days: 5 }
    expect(profile.body).toMatchObject({ ...usual, own_values: ['delay_days'], package_name: null, package_values: [] })
    const id = await made({ name: 'Grow', settlement_schedule, delay_days: 1, minimum: 7_500 })
    await assign(id, [merchant])
    const path = `/v1/psp/settlementprofile/${profile.body.id}`
    expect((await kontor.get(staff, path)).body).toMatchObject({
      ...{ settlement_schedule, minimum: 7_500, negative: 'CARRY', delay_days: 5, own_values: ['delay_days'] },
      ...{ package_name: 'Grow', package_values: ['settlement_schedule', 'minimum'] },
    })
    expect((await kontor.post(staff, path, { delay_days: null })).body).toMatchObject({ delay_days: 1, own_values: [] })
    const [book] = await db.column('select book_id from settlement_profile where merchant_id = $1', [merchant])
    const of = { merchant_id: merchant, book_id: String(book), currency_code: 'EUR' }
    expect(await termsOf(kontor.databases.provider, of, today)).toMatchObject({
      ...{ profile: profile.body.id, schedule: settlement_schedule, minimum: 7_500n, negative: 'CARRY' },
    })
    // A minimum says nothing of other currencies.
    const yen = await termsOf(kontor.databases.provider, { ...of, currency_code: 'JPY' }, today)
    expect(yen).toMatchObject({ profile: null, schedule: settlement_schedule, minimum: 10n })
  })

  it('has the same usual values in the database and in the contract', async () => {
    const rows = await db.rows(`select code, t.* from currency cross join lateral
      settlement_terms(gen_random_uuid(), gen_random_uuid(), code, current_date) t`)
    for (const row of rows)
      expect(row).toMatchObject({
        ...{ delay_days: profileDefaults.delay_days, negative: profileDefaults.negative },
        minimum: String(profileDefaults.minimum(String(row['code']))),
      })
  })
})
