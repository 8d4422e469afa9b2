import { newLine } from '@kontor/contract/pricing/new-line'
import type { Line } from '@kontor/contract/pricing/price.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { workedLines, workedPrices } from '../../../test/money/ledger-house.ts'
import { type Attempts, openAttempts } from '../../../test/signing-in/attempts.ts'

let kontor: TestApp
let bloom: MadeMerchant
let author: string
let approver: string
let db: Attempts
let scheme: string
let month: string

const base = '/v1/psp/revenuescheme'

beforeAll(async () => {
  kontor = await startTestApp()
  bloom = await kontor.make.merchant({ name: 'Bloom', currency_code: 'EUR' })
  db = await openAttempts(kontor, bloom.merchant)
  author = await kontor.make.cookie({ roles: ['PSP_REVENUESCHEME_ALL'] })
  approver = await kontor.make.cookie({ roles: ['PSP_REVENUESCHEME_ALL'] })
  await workedPrices(kontor.make, [bloom.merchant])
  scheme = (await kontor.get(author, base)).body[0].id
  await workedPayments(bloom)
  month = (await kontor.get(author, `${base}/${scheme}/version`)).body.first_day.slice(0, 7)
}, 60_000)
afterAll(async () => {
  await db.close()
  await kontor.stop()
})

/** The payments of the worked example, booked. */
async function workedPayments(of: MadeMerchant): Promise<void> {
  const card = { payment_product: 'card', card_brand: 'visa', card_issuer_country: 'DE' }
  const consumer = { ...card, card_holder: 'consumer' } as const
  const pay = (amount: number, given: object) => kontor.make.transaction(of, { amount, ...given })
  await pay(4_995, { payment_product: 'ideal' })
  const P2 = await pay(12_000, consumer)
  const P3 = await pay(7_550, { ...card, card_holder: 'commercial' })
  await pay(20_000, { ...card, card_issuer_country: 'US' })
  await pay(3_333, { ...consumer, card_brand: 'amex' })
  await pay(250_000, consumer)
  await pay(6_000, { payment_product: 'paypal' })
  await pay(1_500, { payment_product: 'sepa_debit' })
  await kontor.make.refund(of, P2, { amount: 4_000 })
  await kontor.make.chargeback(of, P3, { amount: 7_550 })
  await untilBooked()
}
const untilBooked = () =>
  until(
    () => db.column('select count(*)::int from ledger_event'),
    ([waiting]) => waiting === 0,
    20_000,
  )

const withIdeal = (fixed: number): Line[] =>
  workedLines.revenue.map((line) => (line.product === 'ideal' ? { ...line, fixed } : line))

/** A new version of a scheme with these lines, submitted by its author. */
async function submitted(id: string, lines: readonly Line[]) {
  const begun = await kontor.post(author, `${base}/${id}/version`, {})
  expect(begun.status).toBe(201)
  const { versions } = (await kontor.get(author, `${base}/${id}/version`)).body
  const at = `${base}/${id}/version/${versions[0].id}`
  expect((await kontor.post(author, at, { revision: 1, lines })).status).toBe(200)
  expect((await kontor.post(author, `${at}/submit`, { revision: 2 })).status).toBe(200)
  return { at, version: versions[0] as { id: string } }
}
const activate = async (at: string, revision = 2) => {
  const { first_day } = (await kontor.get(author, at.replace(/\/version\/.*/, '/version'))).body
  return kontor.post(approver, `${at}/activate`, { revision, valid_from: first_day, below_cost: [7, 8] })
}
/** Rehearses and waits for the end. */
async function rehearsed(at: string, body: object = { first_month: month, last_month: month }) {
  const begun = await kontor.post(author, `${at}/rehearse`, body)
  expect(begun).toMatchObject({ status: 201, body: { status: 'PENDING', months_done: 0 } })
  return until(
    async () => (await kontor.get(author, `${at}/rehearsal/${begun.body.id}`)).body,
    ({ rehearsal }) => rehearsal.status === 'PROCESSED',
    20_000,
  )
}

describe('a rehearsal', () => {
  it('says to the cent what the payments of a month would have cost (money check 15)', async () => {
    const { at } = await submitted(scheme, withIdeal(27))
    const { rehearsal, merchants, pairs } = await rehearsed(at)
    expect(rehearsal).toMatchObject({
      ...{ captures: 8, captures_booked: 8, is_exact: true, is_recent: true, is_portfolio: true, merchants: 1 },
      totals: [{ currency_code: 'EUR', payments: 10, old_fee: 6_450, new_fee: 6_445, difference: -5 }],
    })
    expect(merchants).toMatchObject([{ id: bloom.merchant, name: 'Bloom', difference: -5, cost: 3_497 }])
    expect(pairs).toHaveLength(10)
    const [ideal, ...others] = pairs
    expect(ideal).toMatchObject({
      ...{ event: 'capture', old_number: 2, new_number: 2, payments: 1, volume: 4_995 },
      ...{ old_fee: 32, new_fee: 27, difference: -5, cost: 9, margin: 18 },
    })
    expect(others.map(({ difference }: { difference: number }) => difference)).toEqual(Array(9).fill(0))

    const { old_line, new_line } = ideal
    const query = `currency_code=EUR&event=capture&old_line=${old_line}&new_line=${new_line}&of=${bloom.merchant}`
    const { payments } = (await kontor.get(author, `${at}/rehearsal/${rehearsal.id}/payment?${query}`)).body
    expect(payments).toMatchObject([{ amount: 4_995, old_fee: 32, new_fee: 27, merchant: bloom.merchant }])
  }, 60_000)

  it('passes on what was expected to be charged, as the booking did', async () => {
    const shop = await kontor.make.merchant({ name: 'Plus', currency_code: 'EUR' })
    const merchants = [shop.merchant]
    const plus = newLine({ passes_on: 'interchange_and_scheme_fees', fixed: 10, ppm: 6_000 })
    const own = await kontor.make.scheme({ lines: [plus], merchants })
    const cost = newLine({ fixed: 4, ppm: 5_000, interchange_ppm: 2_000, scheme_fees_ppm: 450 })
    await kontor.make.scheme({ type: 'COST', lines: [cost], merchants })
    await kontor.make.transaction(shop, { amount: 12_000 })
    await untilBooked()
    const old = { old_fee: 111, cost: 64, payments: 1 }
    const cheaper = await submitted(own.id, [{ ...plus, ppm: 5_000 }])
    expect((await rehearsed(cheaper.at)).rehearsal).toMatchObject({ is_exact: true, totals: [{ ...old, new_fee: 99 }] })
    const from = { assigned_from: '2026-01-01' }
    const blended = await kontor.make.scheme({ lines: [newLine()], merchants, ...from })
    const without = await submitted(blended.id, [newLine({ fixed: 90 })])
    expect((await rehearsed(without.at)).rehearsal).toMatchObject({ is_exact: true, totals: [{ ...old, new_fee: 90 }] })
  }, 60_000)

  it('is asked for before a version charges merchants with payments, of all of them and of these lines', async () => {
    const { at } = await withdrawnTo(withIdeal(40))
    expect(await activate(at, 3)).toMatchObject({ status: 422, body: { code: 'rehearsal_missing' } })
    await rehearsed(at, { first_month: month, last_month: month, merchants: [bloom.merchant] })
    expect((await activate(at, 3)).body.code).toBe('rehearsal_missing')
    const { rehearsal, merchants } = await rehearsed(at)
    expect(merchants[0]).toMatchObject({ difference: 8 })
    expect((await kontor.get(author, `${at}/rehearsal`)).body).toMatchObject({ is_needed: true })
    await db.rows(`update scheme_rehearsal set finished_at = finished_at - interval '8 days' where id = $1`, [
      rehearsal.id,
    ])
    expect((await activate(at, 3)).body.code).toBe('rehearsal_missing')
    await rehearsed(at)
    await newcomer()
    expect((await activate(at, 3)).body.code).toBe('rehearsal_missing')
    const { rehearsals } = (await kontor.get(author, `${at}/rehearsal`)).body
    expect(rehearsals[0]).toMatchObject({ merchants: 1, is_recent: false })
    const counting = (await rehearsed(at)).rehearsal
    expect(counting).toMatchObject({ merchants: 2, is_recent: true })
    await twentyGaveUpAfter(counting.id)
    const shown: { id: string; counts: boolean }[] = (await kontor.get(author, `${at}/rehearsal`)).body.rehearsals
    expect(shown.filter(({ counts }) => counts).map(({ id }) => id)).toEqual([counting.id])
    expect(await activate(at, 3)).toMatchObject({ status: 200, body: { version: 2 } })
    expect((await kontor.post(author, `${at}/rehearse`, { first_month: month, last_month: month })).body.code).toBe(
      'version_frozen',
    )
  }, 60_000)

  /** As many as are shown, all of them later than a rehearsal, of which none counts. */
  const twentyGaveUpAfter = (id: string) =>
    db.rows(
      `insert into scheme_rehearsal (id, created_at, version_id, revision, first_day, last_day, is_portfolio, merchant_ids,
          created_by, status, failure, months, finished_at)
        select gen_random_uuid(), created_at + nth * interval '1 second', version_id, revision, first_day, last_day, is_portfolio,
          merchant_ids, created_by, 'PROCESSED', 'gave_up', months, finished_at
        from scheme_rehearsal, generate_series(1, 20) nth where id = $1`,
      [id],
    )

  /** Another merchant with payments, which gets the scheme. */
  async function newcomer() {
    const shop = await kontor.make.merchant({ currency_code: 'EUR' })
    const { first_day } = (await kontor.get(author, `${base}/${scheme}/version`)).body
    const given = { merchants: [shop.merchant], valid_from: first_day }
    expect((await kontor.post(author, `${base}/${scheme}/merchant`, given)).status).toBe(200)
    await kontor.make.transaction(shop, { amount: 4_995, payment_product: 'ideal' })
    await untilBooked()
  }

  /** The version under way, withdrawn, written anew and submitted again. */
  async function withdrawnTo(lines: readonly Line[]) {
    const { versions } = (await kontor.get(author, `${base}/${scheme}/version`)).body
    const at = `${base}/${scheme}/version/${versions[0].id}`
    expect((await kontor.post(author, `${at}/withdraw`, {})).status).toBe(200)
    expect((await kontor.post(author, at, { revision: 2, lines })).status).toBe(200)
    expect((await kontor.post(author, `${at}/submit`, { revision: 3 })).status).toBe(200)
    return { at }
  }

  it('is not asked for where nobody with payments has the scheme', async () => {
    await kontor.make.merchant()
    const { id } = (await kontor.post(author, base, { name: 'New', currency_code: 'EUR' })).body
    const { versions } = (await kontor.get(author, `${base}/${id}/version`)).body
    const at = `${base}/${id}/version/${versions[0].id}`
    await kontor.post(author, at, { revision: 1, lines: [newLine({ fixed: 25 })] })
    await kontor.post(author, `${at}/submit`, { revision: 2 })
    expect((await kontor.get(author, `${at}/rehearsal`)).body).toEqual({ is_needed: false, rehearsals: [] })
    expect((await activate(at)).status).toBe(200)
  })

  it('names what is wrong with its months and merchants, and goes on once at a time', async () => {
    const { at } = await submitted(scheme, withIdeal(41))
    const ask = (body: object) => kontor.post(author, `${at}/rehearse`, body)
    const to = { last_month: month }
    expect((await ask({ first_month: '2026-13', ...to })).body.details).toEqual({ 'body.first_month': 'invalid_month' })
    expect((await ask({ first_month: month, last_month: '2020-01' })).body.details).toEqual({
      'body.last_month': 'before_the_first',
    })
    expect((await ask({ first_month: '2020-01', ...to })).body.details).toEqual({
      'body.first_month': 'too_many_months',
    })
    expect((await ask({ first_month: '2090-01', last_month: '2090-02' })).body.details).toEqual({
      'body.first_month': 'in_the_future',
    })
    const nobody = '0190a0a0-0000-7000-8000-000000000000'
    expect((await ask({ first_month: month, ...to, merchants: [nobody] })).body.details).toEqual({
      'body.merchants': 'not_found',
    })
    const answers = await Promise.all([ask({ first_month: month, ...to }), ask({ first_month: month, ...to })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it('is for those alone who may read and change revenue schemes', async () => {
    const { versions } = (await kontor.get(author, `${base}/${scheme}/version`)).body
    const at = `${base}/${scheme}/version/${versions[0].id}`
    const reader = await kontor.make.cookie({ roles: ['PSP_REVENUESCHEME_LIST'] })
    const owner = await kontor.make.cookie({ merchant: bloom.merchant, roles: ['USER_ALL'] })
    expect((await kontor.get(reader, `${at}/rehearsal`)).status).toBe(200)
    expect((await kontor.post(reader, `${at}/rehearse`, { first_month: month, last_month: month })).status).toBe(403)
    expect((await kontor.get(owner, `${at}/rehearsal`)).status).toBe(403)
  })
})
