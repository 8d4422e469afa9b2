import { newLine } from '@kontor/contract/pricing/new-line'
import { feeOf, type Line, passedCosts, winner } from '@kontor/contract/pricing/price.rules'
import { roleNamed } from '@kontor/contract/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { type Attempts, openAttempts } from '../../test/signing-in/attempts.ts'
import { costLines, standardLines } from '../demo/pricing/price-lines.ts'
import { versionsAt } from './versions-at.ts'

let kontor: TestApp
let shop: MadeMerchant
let author: string
let approver: string
let db: Attempts

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  author = await kontor.make.cookie({ roles: ['PSP_REVENUESCHEME_ALL'] })
  approver = await kontor.make.cookie({ roles: ['PSP_REVENUESCHEME_LIST', 'PSP_REVENUESCHEME_UPDATE'] })
  db = await openAttempts(kontor, shop.merchant)
})
afterAll(async () => {
  await db.close()
  await kontor.stop()
})

const base = '/v1/psp/revenuescheme'
const rest = newLine({ fixed: 25, ppm: 29_000 })
let count = 0

/** A scheme by its author, with these lines in its draft. */
async function draftWith(lines: readonly Line[], who = author) {
  const { id } = (await kontor.post(who, base, { name: `Draft ${++count}`, currency_code: 'EUR' })).body
  const { versions } = (await kontor.get(who, `${base}/${id}/version`)).body
  const at = `${base}/${id}/version/${versions[0].id}`
  const saved = await kontor.post(who, at, { revision: 1, lines })
  expect(saved.status).toBe(200)
  return { id, at, revision: 2 }
}
async function submittedWith(lines: readonly Line[]) {
  const draft = await draftWith(lines)
  expect((await kontor.post(author, `${draft.at}/submit`, { revision: 2 })).status).toBe(200)
  return draft
}
const versionOf = async (id: string) => (await kontor.get(author, `${base}/${id}/version`)).body

describe('a scheme', () => {
  it('is refused with all of its problems at once, each with its lines (money check 12)', async () => {
    const two = await draftWith([rest, newLine({ product: 'ideal' }), newLine({ product: 'ideal', fixed: 32 })])
    const overlap = await kontor.post(author, `${two.at}/submit`, { revision: 2 })
    expect(overlap).toMatchObject({
      status: 422,
      body: { code: 'scheme_overlap', details: { 'lines.overlap': ['2, 3'] } },
    })

    const none = await draftWith([newLine({ product: 'ideal' })])
    const gap = await kontor.post(author, `${none.at}/submit`, { revision: 2 })
    expect(gap).toMatchObject({
      status: 422,
      body: { code: 'scheme_gap', details: { 'lines.default_missing': ['capture'] } },
    })

    const [low, high] = [
      newLine({ product: 'card', amount_until: 1_000 }),
      newLine({ product: 'card', amount_from: 2_000 }),
    ]
    const holed = await draftWith([rest, low, high, newLine({ minimum: 2, maximum: 1, product: 'ideal' })])
    const hole = await kontor.post(author, `${holed.at}/submit`, { revision: 2 })
    expect(hole.body).toMatchObject({
      code: 'scheme_gap',
      details: { 'lines.hole': ['2, 3: 10.00–20.00 EUR'], 'lines.minimum_above_maximum': ['4'] },
    })
    const { problems } = (await kontor.get(author, `${holed.at}/check`)).body
    expect(problems.map(({ code }: { code: string }) => code)).toEqual(['minimum_above_maximum', 'hole'])
  })

  it('is activated by another person than its authors, from the first open day on (money check 13)', async () => {
    const { id, at } = await submittedWith(standardLines)
    const { first_day } = await versionOf(id)
    const activate = (who: string, valid_from: string) =>
      kontor.post(who, `${at}/activate`, { revision: 2, valid_from })
    expect(await activate(author, first_day)).toMatchObject({ status: 403, body: { code: 'same_person' } })
    const yesterday = new Date(Date.parse(first_day) - 86_400_000).toISOString().slice(0, 10)
    expect(await activate(approver, yesterday)).toMatchObject({
      status: 409,
      body: { code: 'day_closed', details: { first_day } },
    })
    expect((await activate(approver, first_day)).body).toMatchObject({ version: 1, valid_from: first_day, lines: 10 })
    expect(await activate(approver, first_day)).toMatchObject({ status: 409, body: { code: 'version_not_submitted' } })
  })

  it('has as authors everybody who saved or submitted it (money check 13)', async () => {
    const { at } = await draftWith([rest])
    const second = await kontor.make.cookie({ roles: ['PSP_REVENUESCHEME_ALL'] })
    expect((await kontor.post(second, at, { revision: 2, lines: [rest] })).status).toBe(200)
    expect((await kontor.post(approver, `${at}/submit`, { revision: 3 })).status).toBe(200)
    for (const who of [author, second, approver])
      expect((await kontor.post(who, `${at}/activate`, { revision: 3, valid_from: '2999-01-01' })).body.code).toBe(
        'same_person',
      )
  })

  it('stays as it is once it is submitted or active, for the API and for the database (money check 14)', async () => {
    const { id, at } = await submittedWith([rest])
    const change = () => kontor.post(author, at, { revision: 2, lines: [newLine()] })
    expect(await change()).toMatchObject({ status: 409, body: { code: 'version_frozen' } })
    expect((await kontor.post(approver, `${at}/activate`, { revision: 2, valid_from: '2999-01-01' })).status).toBe(200)
    expect(await change()).toMatchObject({ status: 409, body: { code: 'version_frozen' } })
    expect(await kontor.call(author, 'DELETE', at, {})).toMatchObject({ status: 409, body: { code: 'version_frozen' } })
    expect(await kontor.call(author, 'DELETE', `${base}/${id}`, {})).toMatchObject({ body: { code: 'scheme_in_use' } })
    for (const statement of [
      'update scheme_line set fixed = 1 where scheme_id = $1',
      'delete from scheme_line where scheme_id = $1',
      `update scheme_version set valid_from = '2020-01-01' where scheme_id = $1`,
      'delete from scheme_version where scheme_id = $1',
    ]) {
      expect(await db.attempt('owner', statement, [id])).toMatch(/frozen/)
      expect(await db.attempt('provider', statement, [id])).toMatch(/frozen/)
    }
  })

  it('is a draft again once it is withdrawn, and who looked at it before cannot activate it unseen', async () => {
    const { at } = await submittedWith([rest])
    expect((await kontor.post(approver, `${at}/withdraw`, {})).body.under_way).toBe('DRAFT')
    expect((await kontor.post(author, at, { revision: 2, lines: [rest, newLine({ product: 'ideal' })] })).status).toBe(
      200,
    )
    expect((await kontor.post(author, `${at}/submit`, { revision: 3 })).status).toBe(200)
    const unseen = await kontor.post(approver, `${at}/activate`, { revision: 2, valid_from: '2999-01-01' })
    expect(unseen).toMatchObject({ status: 409, body: { code: 'version_changed' } })
  })

  it('is saved by one of two people at once; the other is told', async () => {
    const { at } = await draftWith([rest])
    const answers = await Promise.all(
      [1, 2, 3].map((fixed) => kontor.post(author, at, { revision: 2, lines: [newLine({ fixed })] })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('version_changed')
  })

  it('has one version under way, copied from the last, and versions that follow each other without a hole', async () => {
    const { id, at } = await submittedWith(standardLines)
    expect((await kontor.post(approver, `${at}/activate`, { revision: 2, valid_from: '2999-01-01' })).status).toBe(200)
    const begun = await Promise.all([1, 2].map(() => kontor.post(author, `${base}/${id}/version`, {})))
    expect(begun.map(({ status }) => status).sort()).toEqual([201, 409])
    const { versions } = await versionOf(id)
    expect(versions[0]).toMatchObject({ number: 2, status: 'DRAFT', is_own: true })
    expect(versions[0].lines.map(({ id: _, ...line }: Line & { id: number }) => line)).toEqual(standardLines)
    const next = `${base}/${id}/version/${versions[0].id}`
    await kontor.post(author, `${next}/submit`, { revision: 1 })
    const same = await kontor.post(approver, `${next}/activate`, { revision: 1, valid_from: '2999-01-01' })
    expect(same).toMatchObject({ status: 422, body: { code: 'scheme_overlap' } })
    await kontor.post(approver, `${next}/activate`, { revision: 1, valid_from: '2999-02-01' })
    expect((await versionOf(id)).versions.map((each: { valid_until: string }) => each.valid_until)).toEqual([
      null,
      '2999-02-01',
    ])
  })

  it('is of its own type alone: a role for one type reaches no other', async () => {
    const cost = await kontor.make.scheme({ type: 'COST', valid_from: null })
    expect((await kontor.get(author, `${base}/${cost.id}`)).status).toBe(404)
    expect((await kontor.get(author, `${base}/${cost.id}/version`)).status).toBe(404)
    for (const [path, body] of [
      ['', { name: 'x' }],
      ['/version', {}],
      [`/version/${cost.version}`, { revision: 1, lines: [] }],
      [`/version/${cost.version}/submit`, { revision: 1 }],
      ['/default', { valid_from: '2999-01-01' }],
    ] as const)
      expect((await kontor.post(author, `${base}/${cost.id}${path}`, body)).status).toBe(404)
    expect((await kontor.get(author, `/v1/psp/costscheme/${cost.id}`)).status).toBe(403)
  })

  it('of a reserve has a share and days, and no lines', async () => {
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const { id } = (await kontor.post(staff, '/v1/psp/reservescheme', { name: 'Rolling' })).body
    const { versions } = (await kontor.get(staff, `/v1/psp/reservescheme/${id}/version`)).body
    const at = `/v1/psp/reservescheme/${id}/version/${versions[0].id}`
    const wrong = await kontor.post(staff, at, { revision: 1, lines: [rest], share_of: 'FEE' })
    expect(wrong.body.details).toEqual({ 'body.share_of': 'not_of_this_scheme', 'body.lines': 'not_of_this_scheme' })
    const saved = await kontor.post(staff, at, { revision: 1, lines: [], hold_ppm: 100_000, hold_days: 180 })
    expect(saved.body).toMatchObject({ hold_ppm: 100_000, hold_days: 180, under_way: 'DRAFT', version: null })
    expect((await kontor.post(staff, `${at}/submit`, { revision: 2 })).status).toBe(200)
  })

  it('of a reserve has a cap only where it has a currency, which the cap is in', async () => {
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const capped = async (given: object) => {
      const { id } = (await kontor.post(staff, '/v1/psp/reservescheme', { name: `Capped ${++count}`, ...given })).body
      const { versions } = (await kontor.get(staff, `/v1/psp/reservescheme/${id}/version`)).body
      const terms = { revision: 1, lines: [], hold_ppm: 100_000, hold_days: 180, hold_cap: 250_000 }
      return kontor.post(staff, `/v1/psp/reservescheme/${id}/version/${versions[0].id}`, terms)
    }
    expect(await capped({})).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', details: { 'body.hold_cap': 'without_currency' } },
    })
    expect((await capped({ currency_code: 'EUR' })).status).toBe(200)
  })
})

describe('the scheme of a merchant', () => {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

  it('is the assigned one from its day on, and the default without one', async () => {
    const standard = await kontor.make.scheme({ default_from: '2020-01-01' })
    const own = await kontor.make.scheme()
    const { merchant } = await kontor.make.merchant()
    const assigned = await kontor.post(author, `${base}/${own.id}/merchant`, {
      merchants: [merchant],
      valid_from: day(10),
    })
    expect(assigned.status).toBe(200)
    const at = await versionsAt(kontor.databases.provider, [
      { merchant_id: merchant, day: day(9) },
      { merchant_id: merchant, day: day(10) },
      { merchant_id: merchant, day: '2019-12-31' },
    ])
    expect(at(merchant, day(9)).REVENUE?.id).toBe(standard.version)
    expect(at(merchant, day(10)).REVENUE?.id).toBe(own.version)
    expect(at(merchant, '2019-12-31')).toEqual({})
    const { merchants, default_from } = (await kontor.get(author, `${base}/${own.id}/merchant`)).body
    expect({ merchants, default_from }).toMatchObject({
      merchants: [{ id: merchant, valid_from: day(10), valid_until: null }],
      default_from: null,
    })
  })

  it('is never one without prices, or one that is switched off, and never begins on a closed day', async () => {
    const draft = await kontor.make.scheme({ valid_from: null })
    const off = await kontor.make.scheme({ active: false })
    const on = await kontor.make.scheme()
    const assign = (id: string, valid_from: string, merchants = [shop.merchant]) =>
      kontor.post(author, `${base}/${id}/merchant`, { merchants, valid_from })
    expect((await assign(draft.id, day(1))).body.code).toBe('scheme_gap')
    expect((await assign(off.id, day(1))).body.code).toBe('scheme_inactive')
    expect((await assign(on.id, '2020-01-01')).body.code).toBe('day_closed')
    expect((await assign(on.id, day(1), [draft.id])).body.details).toEqual({ 'body.merchants': 'not_found' })
    expect((await kontor.post(author, `${base}/${draft.id}/default`, { valid_from: day(1) })).body.code).toBe(
      'scheme_gap',
    )
  })

  it('is shown to the merchant’s database role only where it is a price that the merchant pays (money check 11)', async () => {
    const merchants = [shop.merchant]
    const own = await kontor.make.scheme({ merchants })
    const draft = await kontor.post(author, `${base}/${own.id}/version`, {})
    expect(draft.status).toBe(201)
    await kontor.make.scheme({ type: 'COST', merchants, lines: costLines })
    await kontor.make.scheme({ type: 'RESERVE', merchants })
    await kontor.make.scheme({ type: 'PARTNER', merchants, lines: costLines })
    const foreign = await kontor.make.scheme()
    await kontor.databases.merchant.transaction().execute(async (trx) => {
      await sql`select set_config('kontor.merchant', ${shop.merchant}, true)`.execute(trx)
      const schemes = await trx.selectFrom('scheme').select(['id', 'type']).execute()
      expect(schemes.map(({ id }) => id)).toContain(own.id)
      expect(schemes.map(({ id }) => id)).not.toContain(foreign.id)
      expect(new Set(schemes.map(({ type }) => type))).toEqual(new Set(['REVENUE']))
      const versions = await trx.selectFrom('scheme_version').select(['scheme_id', 'status', 'type']).execute()
      expect(versions.filter(({ scheme_id }) => scheme_id === own.id)).toEqual([
        { scheme_id: own.id, status: 'ACTIVE', type: 'REVENUE' },
      ])
      const assigned = await trx.selectFrom('scheme_assignment').select('type').execute()
      expect(new Set(assigned.map(({ type }) => type))).toEqual(new Set(['REVENUE']))
      const changes = await trx
        .selectFrom('change')
        .select('entity')
        .where((where) => where.or([where('entity', '=', 'scheme'), where('part', '=', 'scheme_assignment')]))
        .execute()
      expect(changes).toEqual([])
    })
    const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    for (const type of ['revenue', 'cost', 'reserve', 'partner'])
      expect((await kontor.get(owner, `/v1/psp/${type}scheme`)).status).toBe(403)
  })

  it.each(['REVENUE', 'COST', 'RESERVE', 'PARTNER'])(
    'of type %s is listed by both spellings of the roles, and by no role for another type (money check 25)',
    async (type) => {
      const other = type === 'COST' ? 'REVENUE' : 'COST'
      const answers: [string, number][] = [
        [`PSP_1${type}SCHEME_ALL`, 200],
        [`PSP_${type}SCHEME_LIST`, 200],
        [`PSP_${other}SCHEME_ALL`, 403],
      ]
      for (const [name, status] of answers) {
        const role = roleNamed(name)
        if (!role) throw new Error(`no role ${name}`)
        const cookie = await kontor.make.cookie({ roles: [role] })
        const path = `/v1/psp/${type.toLowerCase()}scheme?active=true&visible=true`
        expect([name, (await kontor.get(cookie, path)).status]).toEqual([name, status])
      }
    },
  )
})

describe('without the part “collecting”', () => {
  it('prices have no address at all (money check 25)', async () => {
    const without = await startTestApp({ signIn: { modules: ['sap'] } })
    const all = await without.make.cookie({ roles: ['PSP_ALL'] })
    for (const type of ['revenue', 'cost', 'reserve', 'partner'])
      expect((await without.get(all, `/v1/psp/${type}scheme`)).status).toBe(404)
    await without.stop()
  })
})

describe('a price', () => {
  it('of an amex card is that of its brand, before consumer and default; a maximum holds (money check 1)', async () => {
    const { id, version } = await kontor.make.scheme({ lines: standardLines })
    const ask = async (query: string) =>
      (await kontor.get(author, `${base}/${id}/version/${version}/try?${query}`)).body
    const card = 'event=capture&currency_code=EUR&product=card&region=EEA&holder=consumer'
    expect(await ask(`${card}&brand=amex&amount=3333`)).toEqual({ line: 6, beaten: [3, 1], fee: 127, passed: null })
    expect(await ask(`${card}&brand=visa&amount=250000`)).toEqual({ line: 8, beaten: [3, 1], fee: 2_500, passed: null })
    expect(await ask('event=capture&currency_code=GBP&product=ideal&amount=100')).toEqual({
      line: null,
      beaten: [],
      fee: null,
      passed: null,
    })
    expect(await ask('event=refund&currency_code=EUR&product=ideal&amount=100')).toEqual({
      line: 9,
      beaten: [],
      fee: 25,
      passed: null,
    })
  })

  it('of a minimum or maximum of a month is what is missing of it, or what is given back', async () => {
    const lines = [
      newLine({ ppm: 10_000 }),
      newLine({ event: 'month_minimum', fixed: 2_500 }),
      newLine({ event: 'month_maximum', fixed: 4_000 }),
    ]
    const { id, version } = await kontor.make.scheme({ lines })
    const feeOf = async (event: string, amount: number) => {
      const query = `event=${event}&currency_code=EUR&amount=${amount}`
      return (await kontor.get(author, `${base}/${id}/version/${version}/try?${query}`)).body.fee
    }
    expect([await feeOf('month_minimum', 900), await feeOf('month_minimum', 2_501)]).toEqual([1_600, 0])
    expect([await feeOf('month_maximum', 4_000), await feeOf('month_maximum', 4_250)]).toEqual([0, -250])
  })

  it('of a partner is of what his share is of, and nothing of nothing', async () => {
    const lines = [newLine({ ppm: 200_000, fixed: 5 })]
    const { id, version } = await kontor.make.scheme({ type: 'PARTNER', lines, share_of: 'MARGIN' })
    const reader = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const shareOf = async (base: number) => {
      const query = `event=capture&currency_code=EUR&product=card&amount=10000&base=${base}`
      const path = `/v1/psp/partnerscheme/${id}/version/${version}/try?${query}`
      return (await kontor.get(reader, path)).body.fee
    }
    // Of a margin of 90 cents, of none, and of a loss.
    expect([await shareOf(90), await shareOf(0), await shareOf(-20)]).toEqual([23, 0, 0])
  })

  it('with tiers is that of the volume of the month before, in the versions that follow too', async () => {
    const lines = [newLine({ ppm: 30_000 }), newLine({ tier_from: 5_000_000, ppm: 20_000 })]
    const { id } = await kontor.make.scheme({ lines })
    expect((await kontor.post(author, `${base}/${id}/version`, {})).status).toBe(201)
    const [draft] = (await versionOf(id)).versions
    expect(draft.lines.map(({ id: _, ...line }: { id: number }) => line)).toEqual(lines)
    const ask = async (volume: string) => {
      const query = `event=capture&currency_code=EUR&product=card&amount=10000${volume}`
      return (await kontor.get(author, `${base}/${id}/version/${draft.id}/try?${query}`)).body
    }
    expect(await ask('&volume=4999999')).toEqual({ line: 1, beaten: [], fee: 300, passed: null })
    expect(await ask('&volume=5000000')).toEqual({ line: 2, beaten: [1], fee: 200, passed: null })
    expect(await ask('')).toEqual({ line: 1, beaten: [], fee: 300, passed: null })
  })

  it('with tiers is one that merchants pay, and its tiers follow one another', async () => {
    const holed = await draftWith([
      ...[rest, newLine({ product: 'card', tier_until: 1_000 }), newLine({ product: 'card', tier_from: 2_000 })],
    ])
    expect(await kontor.post(author, `${holed.at}/submit`, { revision: 2 })).toMatchObject({
      status: 422,
      body: { code: 'scheme_gap', details: { 'lines.tier_hole': ['2, 3: 10.00–20.00 EUR'] } },
    })
    const cost = await kontor.make.scheme({ type: 'COST', valid_from: null })
    const lines = [rest, newLine({ product: 'card', tier_from: 1 })]
    const path = `/v1/psp/costscheme/${cost.id}/version/${cost.version}`
    const all = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    expect(await kontor.post(all, path, { revision: 1, lines })).toMatchObject({
      status: 400,
      body: { details: { 'body.lines.1.tier_from': 'not_of_this_scheme' } },
    })
    const passing = [newLine({ passes_on: 'interchange' })]
    expect((await kontor.post(all, path, { revision: 1, lines: passing })).body.details).toEqual({
      'body.lines.0.passes_on': 'not_of_this_scheme',
    })
    const month = [newLine({ event: 'month', fixed: 5 })]
    expect((await kontor.post(all, path, { revision: 1, lines: month })).body.details).toEqual({
      'body.lines.0.event': 'not_of_this_scheme',
    })
    const revenue = await draftWith([rest])
    const parts = [newLine({ fixed: 9, interchange_fixed: 5 })]
    expect((await kontor.post(author, revenue.at, { revision: 2, lines: parts })).body.details).toEqual({
      'body.lines.0.interchange_fixed': 'not_of_this_scheme',
    })
  })

  it('has a text in both languages that merchants read, which costs and partners’ prices have not', async () => {
    const text = { text_nl: 'Kaarten van consumenten', text_en: 'Cards of consumers' }
    const named = newLine({ product: 'card', holder: 'consumer', fixed: 10, ...text })
    const alone = await draftWith([rest, { ...named, text_en: null }])
    expect((await kontor.post(author, `${alone.at}/submit`, { revision: 2 })).body).toMatchObject({
      code: 'scheme_lines_refused',
      details: { 'lines.text_in_one_language': ['2'] },
    })
    const { id, at } = await submittedWith([rest, named])
    const activated = { revision: 2, valid_from: '2999-01-01' }
    expect((await kontor.post(approver, `${at}/activate`, activated)).status).toBe(200)
    expect((await kontor.post(author, `${base}/${id}/version`, {})).status).toBe(201)
    expect((await versionOf(id)).versions[0]).toMatchObject({ status: 'DRAFT', lines: [{ text_nl: null }, text] })
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    for (const type of ['cost', 'partner']) {
      const scheme = `/v1/psp/${type}scheme`
      const made = (await kontor.post(staff, scheme, { name: `Texts ${++count}`, currency_code: 'EUR' })).body
      const { versions } = (await kontor.get(staff, `${scheme}/${made.id}/version`)).body
      const saved = await kontor.post(staff, `${scheme}/${made.id}/version/${versions[0].id}`, {
        revision: 1,
        lines: [named],
      })
      expect(saved.body.details).toEqual({
        'body.lines.0.text_nl': 'not_of_this_scheme',
        'body.lines.0.text_en': 'not_of_this_scheme',
      })
    }
    const number = await kontor.post(author, (await draftWith([rest])).at, {
      revision: 2,
      lines: [{ ...named, text_nl: 'Kaart 4111 1111 1111 1111' }],
    })
    expect(number.body.details).toEqual({ 'body.lines.0.text_nl': 'contains_card_number' })
  })

  it('of costs may be that of one gateway, which what merchants pay and partners get may not name', async () => {
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const adyen = newLine({ gateway: 'adyen', product: 'card', fixed: 7 })
    const of = async (type: string) => {
      const at = `/v1/psp/${type}scheme`
      const { id } = (await kontor.post(staff, at, { name: `Of gateways ${++count}`, currency_code: 'EUR' })).body
      const [{ id: version }] = (await kontor.get(staff, `${at}/${id}/version`)).body.versions
      return { at: `${at}/${id}`, version: `${at}/${id}/version/${version}` }
    }
    for (const type of ['revenue', 'partner'])
      expect(
        (await kontor.post(staff, (await of(type)).version, { revision: 1, lines: [rest, adyen] })).body,
      ).toMatchObject({
        code: 'invalid_request',
        details: { 'body.lines.1.gateway': 'not_of_this_scheme' },
      })
    const cost = await of('cost')
    const save = (lines: object[]) => kontor.post(staff, cost.version, { revision: 1, lines })
    expect((await save([rest, { ...adyen, gateway: 'nobody' }])).body.details).toEqual({
      'body.lines.1.gateway': 'unknown',
    })
    expect((await save([rest, adyen])).status).toBe(200)
    const fee = async (gateway: string) => {
      const query = `event=capture&amount=1000&currency_code=EUR&product=card${gateway}`
      return (await kontor.get(staff, `${cost.version}/try?${query}`)).body
    }
    expect(await fee('&gateway=adyen')).toMatchObject({ line: 2, beaten: [1], fee: 7 })
    expect(await fee('&gateway=stripe')).toMatchObject({ line: 1, beaten: [], fee: 54 })
    expect(await fee('')).toMatchObject({ line: 1, beaten: [] })

    const second = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    expect((await kontor.post(staff, `${cost.version}/submit`, { revision: 2 })).status).toBe(200)
    const activated = { revision: 2, valid_from: '2999-01-01' }
    expect((await kontor.post(second, `${cost.version}/activate`, activated)).status).toBe(200)
    expect((await kontor.post(staff, `${cost.at}/version`, {})).status).toBe(201)
    const [draft] = (await kontor.get(staff, `${cost.at}/version`)).body.versions
    expect(draft).toMatchObject({ status: 'DRAFT', lines: [{ gateway: null }, { gateway: 'adyen', fixed: 7 }] })
  })

  it('of every payment of the worked example is the number that was worked out by hand (money check 2)', () => {
    const eea = {
      gateway: null,
      product: 'card',
      region: 'EEA',
      channel: 'ecommerce',
      currency_code: 'EUR',
      domestic: null,
      funding: null,
      volume: 0,
    }
    const visa = { ...eea, brand: 'visa', holder: 'consumer' }
    const bare = { ...eea, region: null, brand: null, holder: null }
    const commercial = { ...eea, brand: 'mastercard', holder: 'commercial' }
    const feesOf = (payment: Parameters<typeof winner>[1]) =>
      [standardLines, costLines].map((lines) => {
        const won = winner(lines, payment)
        return won ? [lines.indexOf(won.line) + 1, Number(feeOf(payment.amount, won.line))] : undefined
      })
    const event = 'capture' as const
    expect(feesOf({ ...bare, event, product: 'ideal', amount: 4_995 })).toEqual([
      [2, 32],
      [2, 9],
    ])
    expect(feesOf({ ...visa, event, amount: 12_000 })).toEqual([
      [3, 154],
      [3, 64],
    ])
    expect(feesOf({ ...commercial, event, amount: 7_550 })).toEqual([
      [4, 218],
      [4, 132],
    ])
    expect(feesOf({ ...visa, event, region: 'OTHER', amount: 20_000 })).toEqual([
      [5, 660],
      [5, 424],
    ])
    expect(feesOf({ ...visa, event, brand: 'amex', amount: 3_333 })).toEqual([
      [6, 127],
      [3, 21],
    ])
    expect(feesOf({ ...visa, event, amount: 250_000 })).toEqual([
      [8, 2_500],
      [3, 1_254],
    ])
    expect(feesOf({ ...bare, event, product: 'paypal', amount: 6_000 })).toEqual([
      [1, 199],
      [1, 65],
    ])
    expect(feesOf({ ...visa, event: 'refund', amount: 4_000 })).toEqual([
      [9, 25],
      [6, 8],
    ])
    expect(feesOf({ ...commercial, event: 'chargeback', amount: 7_550 })).toEqual([
      [10, 2_500],
      [7, 1_500],
    ])
    expect(feesOf({ ...bare, event, product: 'sepa_debit', amount: 1_500 })).toEqual([
      [7, 35],
      [1, 20],
    ])
  })

  const fees = Number(process.env['KONTOR_TEST_FEES'] ?? 20_000)
  it(`is the same in the database, for ${fees} fees`, async () => {
    const largest = 9_000_000_000_000_000
    const any = (below: number) => Math.floor(Math.random() ** 6 * below)
    const optional = () => (Math.random() < 0.5 ? null : any(10_000_000))
    for (let done = 0; done < fees; done += 20_000) {
      const asked = Array.from({ length: Math.min(20_000, fees - done) }, () => {
        const [minimum, above] = [optional(), optional()]
        const maximum = above === null ? null : above + (minimum ?? 0)
        const parts = { interchange_fixed: any(1e12), interchange_ppm: any(1_000_001), scheme_fees_fixed: any(1e12) }
        const cost = { ...newLine(), ...parts, scheme_fees_ppm: any(1_000_001) }
        return { ...cost, amount: any(largest), fixed: any(1e12), ppm: any(1_000_001), minimum, maximum }
      })
      const cost = sql`amount, fixed, ppm, minimum, maximum, interchange_fixed, interchange_ppm`
      const { rows } = await sql<{ fee: string }>`
        select concat_ws(' ', fee_of(amount, fixed, ppm, minimum, maximum), interchange_of(${cost}),
          scheme_fees_of(${cost}, scheme_fees_fixed, scheme_fees_ppm)) as fee
        from rows from (jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
          as (amount bigint, fixed bigint, ppm int, minimum bigint, maximum bigint, interchange_fixed bigint, interchange_ppm int,
            scheme_fees_fixed bigint, scheme_fees_ppm int)) with ordinality
        order by ordinality`.execute(kontor.databases.provider)
      const all = newLine({ passes_on: 'interchange_and_scheme_fees' })
      const ours = asked.map((each) => {
        const { interchange, scheme_fees } = passedCosts(each.amount, all, each)
        return `${feeOf(each.amount, each)} ${interchange} ${scheme_fees}`
      })
      expect(rows.map(({ fee }) => fee).filter((fee, at) => fee !== ours[at])).toEqual([])
      expect(rows).toHaveLength(asked.length)
    }
  })
})
