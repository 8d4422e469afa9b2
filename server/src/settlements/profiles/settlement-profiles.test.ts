import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'

let kontor: TestApp
let shop: MadeMerchant
let staff: string
let owner: pg.Client

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant({ currency_code: 'EUR' })
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await kontor.stop()
})

const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const at = '/v1/psp/settlementprofile'
const create = async (given: object = {}) =>
  kontor.post(staff, at, {
    ...{ name: 'Weekly', organisation: shop.merchant, currency_code: 'EUR', book: 'BANK_ACCOUNT' },
    bank_account: await kontor.make.bankAccount(shop.merchant),
    ...given,
  })

describe('a settlement profile', () => {
  it('begins with the usual values, and is the provider’s alone', async () => {
    const { status, body } = await create()
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...{ book: 'BANK_ACCOUNT', delay_days: 2, minimum: 1_000, negative: 'CARRY', status: 'ACTIVE' },
      ...{ settlement_schedule: null, hold_reason: null, merchant: shop.merchant },
    })
    const merchant = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    expect(code(await kontor.get(merchant, `${at}/${body.id}`))).toEqual([403, 'forbidden'])
  })

  it('is paid to a verified account of its merchant and currency', async () => {
    const unverified = await kontor.make.bankAccount(shop.merchant, { status: 'PENDING' })
    expect(code(await create({ bank_account: unverified }))).toEqual([409, 'bank_account_not_verified'])
    const dollars = await kontor.make.bankAccount(shop.merchant, { currency_code: 'USD' })
    expect(code(await create({ bank_account: dollars }))).toEqual([422, 'currency_mismatch'])
    const other = await kontor.make.merchant()
    const foreign = await kontor.make.bankAccount(other.merchant)
    const { body } = await create({ bank_account: foreign })
    expect(body.details).toEqual({ 'body.bank_account': 'not_found' })
  })

  it('is made, changed and let go on by a person who has just shown a second factor', async () => {
    const { body: made } = await create()
    const held = await kontor.make.settlementProfile(shop.merchant, { hold_reason: 'Two invoices' })
    const bank_account = await kontor.make.bankAccount(shop.merchant)
    const body = {
      name: 'Weekly',
      organisation: shop.merchant,
      currency_code: 'EUR',
      book: 'BANK_ACCOUNT',
      bank_account,
    }
    const asked: [string, object][] = [
      [at, body],
      [`${at}/${made.id}`, { minimum: 5_000 }],
      [`${at}/${held}/release`, {}],
    ]
    const remove = (who: string) => kontor.call(who, 'DELETE', `${at}/${held}`, {})
    const stale = new Date(Date.now() - 5 * 60_000 - 1_000).toISOString()
    for (const factor_at of [null, stale]) {
      const who = await kontor.make.cookie({ roles: ['PSP_ALL'], factor_at })
      for (const [path, given] of asked)
        expect(code(await kontor.post(who, path, given))).toEqual([403, 'fresh_factor_needed'])
      expect(code(await remove(who))).toEqual([403, 'fresh_factor_needed'])
      // Stopping payouts is never put off.
      const going = await kontor.make.settlementProfile(shop.merchant)
      expect((await kontor.post(who, `${at}/${going}/hold`, { reason: 'Ask' })).status).toBe(200)
    }
    for (const [path, given] of asked) expect((await kontor.post(staff, path, given)).status).toBeLessThan(300)
    expect((await remove(staff)).status).toBe(204)
  })

  it('is the only one of its book and currency, also when two are made at once', async () => {
    const bank_account = await kontor.make.bankAccount(shop.merchant)
    const made = await Promise.all([create({ bank_account }), create({ bank_account })])
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(made.find(({ status }) => status === 409)?.body.code).toBe('settlement_profile_exists')
  })

  it.each([
    [{ delay_days: 26 }, 'body.delay_days'],
    [{ delay_days: -1 }, 'body.delay_days'],
    [{ minimum: -1 }, 'body.minimum'],
    [{ negative: 'COLLECT' }, 'body.negative'],
    [{ statement_text: 'Bloem & Zøn' }, 'body.statement_text'],
    [{ currency_code: 'XXY' }, 'body.currency_code'],
  ])('refuses %j', async (given, field) => {
    const { status, body } = await create(given)
    expect([status, Object.keys(body.details)]).toEqual([400, [field]])
  })

  it('keeps the account of its book, which is replaced where bank accounts are', async () => {
    const { body } = await create()
    const another = await kontor.make.bankAccount(shop.merchant)
    const refused = await kontor.post(staff, `${at}/${body.id}`, { bank_account: another })
    expect(code(refused)).toEqual([409, 'bank_account_of_book'])
  })

  it('on hold stops payouts, and lets the same ones go on', async () => {
    const profile = await kontor.make.settlementProfile(shop.merchant)
    const waiting = await kontor.make.settlement(shop.merchant, { profile })
    const ownHold = await kontor.make.settlement(shop.merchant, { profile })
    const carried = await kontor.make.settlement(shop.merchant, { profile, status: 'CARRIED' })
    const of = async (id: string) => (await kontor.get(staff, `/v1/psp/settlement/${id}`)).body
    expect((await kontor.post(staff, `/v1/psp/settlement/${ownHold}/hold`, { reason: 'Ask' })).status).toBe(200)
    const held = await kontor.post(staff, `${at}/${profile}/hold`, { reason: 'Two invoices' })
    expect(held.body).toMatchObject({ status: 'ON_HOLD', hold_reason: 'Two invoices' })
    expect(code(await kontor.post(staff, `${at}/${profile}/hold`, { reason: 'Again' }))[1]).toBe(
      'settlement_profile_on_hold',
    )
    expect(await of(waiting)).toMatchObject({ status: 'ON_HOLD', hold_reason: 'Two invoices' })
    expect(await of(carried)).toMatchObject({ status: 'CARRIED' })
    expect(code(await kontor.post(staff, `/v1/psp/settlement/${waiting}/release`))[1]).toBe(
      'settlement_profile_on_hold',
    )
    // Also one that somebody held by itself before.
    expect(code(await kontor.post(staff, `/v1/psp/settlement/${ownHold}/release`))[1]).toBe(
      'settlement_profile_on_hold',
    )
    expect(code(await kontor.call(staff, 'DELETE', `${at}/${profile}`, {}))[1]).toBe('settlement_profile_in_use')
    expect((await kontor.post(staff, `${at}/${profile}/release`)).body).toMatchObject({ status: 'ACTIVE' })
    expect(await of(waiting)).toMatchObject({ status: 'CLOSED', hold_reason: null })
    // Somebody held this one by itself.
    expect(await of(ownHold)).toMatchObject({ status: 'ON_HOLD', hold_reason: 'Ask' })
    expect((await kontor.post(staff, `/v1/psp/settlement/${ownHold}/release`)).body.status).toBe('CLOSED')
    expect(code(await kontor.post(staff, `/v1/psp/settlement/${carried}/hold`, { reason: 'No' }))[1]).toBe(
      'settlement_not_closed',
    )
  })
})

describe('a settlement schedule', () => {
  const schedules = '/v1/psp/settlementschedule'
  const daily = (name: string, given: object = {}) => ({ name, frequency: 'DAILY', ...given })

  it('of which there is one default, which moves and never goes', async () => {
    const { body: first } = await kontor.post(staff, schedules, daily('First', { default: true }))
    const { body: second } = await kontor.post(staff, schedules, daily('Second', { default: true }))
    expect((await kontor.get(staff, `${schedules}/${first.id}`)).body.default).toBe(false)
    expect(code(await kontor.post(staff, `${schedules}/${second.id}`, daily('Second')))[1]).toBe(
      'settlement_schedule_default',
    )
    expect(code(await kontor.call(staff, 'DELETE', `${schedules}/${second.id}`, {}))[1]).toBe(
      'settlement_schedule_default',
    )
    expect(code(await kontor.post(staff, schedules, daily('First')))).toEqual([409, 'name_taken'])
    const { rows } = await owner.query('select count(*)::int as n from settlement_schedule where "default"')
    expect(rows).toEqual([{ n: 1 }])
  })

  it('that a profile names is not deleted, and the refusal says by how many', async () => {
    const schedule = await kontor.make.settlementSchedule()
    await kontor.make.settlementProfile(shop.merchant, { schedule })
    const { body } = await kontor.call(staff, 'DELETE', `${schedules}/${schedule}`, {})
    expect([body.code, body.details]).toEqual(['settlement_schedule_in_use', { profiles: 1 }])
    const unused = await kontor.make.settlementSchedule()
    expect((await kontor.call(staff, 'DELETE', `${schedules}/${unused}`, {})).status).toBe(204)
  })

  it('says through which day it settled last, and how many settlements it closed then', async () => {
    const schedule = await kontor.make.settlementSchedule()
    const last = async () => {
      const { last_settled, last_count } = (await kontor.get(staff, `${schedules}/${schedule}`)).body
      return [last_settled, last_count]
    }
    expect(await last()).toEqual([null, null])
    const close = (from: string) => kontor.make.settlement(shop.merchant, { schedule, from })
    await close('2020-01-06')
    for (let n = 0; n < 2; n += 1) await close('2020-01-13')
    await kontor.make.settlement(shop.merchant, { from: '2020-01-13' })
    expect(await last()).toEqual(['2020-01-19', 2])
  })

  it('skips its next day once, and the one after it covers both', async () => {
    const id = await kontor.make.settlementSchedule()
    const dates = async () => (await kontor.get(staff, `${schedules}/${id}/dates`)).body.dates
    const [next, after] = await dates()
    expect(await dates()).toHaveLength(5)
    const skip = (day: string) => kontor.post(staff, `${schedules}/${id}/skip`, { day, reason: 'A holiday' })
    expect((await skip(after.day)).body.details).toEqual({ 'body.day': 'not_the_next_day' })
    expect((await skip(next.day)).status).toBe(200)
    expect((await skip(next.day)).body.details).toEqual({ 'body.day': 'not_the_next_day' })
    const [skipped, covering] = await dates()
    expect(skipped).toMatchObject({ day: next.day, skipped: 'A holiday' })
    expect(covering).toMatchObject({ day: after.day, covers_from: next.covers_from, skipped: null })
  })

  it('skips the first day that it does not skip yet, also when all of the next five are skipped', async () => {
    const id = await kontor.make.settlementSchedule()
    const seen = async () => (await kontor.get(staff, `${schedules}/${id}/dates`)).body
    for (let n = 0; n < 6; n += 1) {
      const { next: day } = await seen()
      expect((await kontor.post(staff, `${schedules}/${id}/skip`, { day, reason: 'A holiday' })).status).toBe(200)
    }
    const { dates, next } = await seen()
    expect(dates.map((date: { skipped: string }) => date.skipped)).toEqual(Array(5).fill('A holiday'))
    expect(next > dates[4].day).toBe(true)
  })
})
