import { randomUUID } from 'node:crypto'
import { plusMonths } from '@kontor/contract/dates'
import { needsAnother, type OneOffRepeat } from '@kontor/contract/settlements/one-offs/one-off.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Reply, startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { type Attempts, check, openAttempts } from '../../../test/signing-in/attempts.ts'

let kontor: TestApp
let shop: MadeMerchant
let db: Attempts
/** Two people of the provider. */
let one: string
let other: string

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  db = await openAttempts(kontor, shop.merchant)
  one = await kontor.make.cookie({ roles: ['PSP_ONE_OFF_ALL'] })
  other = await kontor.make.cookie({ roles: ['PSP_ONE_OFF_UPDATE', 'PSP_ONE_OFF_LIST'] })
})
afterAll(async () => {
  await db.close()
  await kontor.stop()
})

const today = () => new Date().toISOString().slice(0, 10)
const charge = (given: object = {}) => ({
  ...{ organisation: shop.merchant, date: today(), kind: 'CHARGE', amount: -995, vat: false, currency_code: 'EUR' },
  ...{ description_nl: 'Sleutel kwijt', description_en: 'Lost key' },
  ...given,
})
const create = (given: object = {}, who = one) => kontor.post(who, '/v1/psp/oneoff', charge(given))
const created = async (given: object = {}): Promise<{ id: string; version: number }> => {
  const { status, body } = await create(given)
  expect(status).toBe(201)
  return body
}
const act = (who: string, id: string, verb: string, body: object = {}) =>
  kontor.post(who, `/v1/psp/oneoff/${id}${verb && `/${verb}`}`, body)
const approve = (who: string, { id, version }: { id: string; version: number }) => act(who, id, 'approve', { version })
const said = ({ status, body }: Reply) => [status, body.code ?? body.status]

describe('a one-off', () => {
  it('waits for its approval and names who wrote it', async () => {
    const { status, body } = await create({ repeat: 'NONE' })
    expect([status, body.status, body.amount, body.version, body.series]).toEqual([201, 'OPEN', -995, 1, body.id])
    expect(body).toMatchObject({ booked_on: null, approved_by: null, transaction: null, merchant: shop.merchant })
    const listed = await kontor.get(one, `/v1/psp/oneoff?id=${body.id}&merchant=${shop.merchant}`)
    expect(listed.body.map(({ description_nl }: { description_nl: string }) => description_nl)).toEqual([
      'Sleutel kwijt',
    ])
  })

  it.each([
    ['an amount of nothing', { amount: 0 }, 400, { 'body.amount': 'must_not_be_zero' }],
    ['a charge that gives', { amount: 995 }, 400, { 'body.amount': 'sign_of_kind' }],
    ['a credit that takes', { kind: 'CREDIT' }, 400, { 'body.amount': 'sign_of_kind' }],
    ['more than any payment', { amount: -1_000_000_000_001 }, 400, { 'body.amount': 'too_large' }],
    ['a currency that nobody has', { currency_code: 'QQQ' }, 400, { 'body.currency_code': 'invalid_currency' }],
    ['words of nothing', { description_nl: '  ' }, 400, { 'body.description_nl': 'required' }],
    [
      'a card number',
      { description_en: '4111 1111 1111 1111' },
      400,
      { 'body.description_en': 'contains_card_number' },
    ],
    ['a day that no calendar has', { date: '2026-02-30' }, 400, { 'body.date': 'invalid_date' }],
    ['a day beyond five years', { date: '2099-01-01' }, 422, { 'body.date': 'too_far' }],
    ['a day long past', { date: '2020-01-01' }, 422, { 'body.date': 'too_far' }],
    ['a repetition without an end', { repeat: 'MONTHLY' }, 400, { 'body.repeat_until': 'required' }],
    [
      'a repetition that ends at once',
      { repeat: 'MONTHLY', repeat_until: today() },
      400,
      { 'body.repeat_until': 'repeats_never' },
    ],
    ['a payment that is not there', { transaction: randomUUID() }, 400, { 'body.transaction': 'not_found' }],
    ['another merchant', { organisation: randomUUID() }, 400, { 'body.organisation': 'not_found' }],
  ])('is refused with %s', async (_, given, status, details) => {
    const answer = await create(given)
    expect([answer.status, answer.body.details]).toEqual([status, details])
  })

  it('is about a payment of its merchant, in the currency of the payment, and belongs to its organisation', async () => {
    const node = await kontor.make.organisation(shop.merchant)
    const payment = await kontor.make.transaction(shop, { organisation: node })
    const { body } = await create({ transaction: payment.id })
    expect([body.transaction, body.organisation]).toEqual([payment.id, node])
    expect(said(await create({ transaction: payment.id, currency_code: 'USD' }))).toEqual([422, 'currency_mismatch'])
    const foreign = await kontor.make.transaction(await kontor.make.merchant())
    expect((await create({ transaction: foreign.id })).body.details).toEqual({ 'body.transaction': 'not_found' })
  })

  it('is written by people of the provider alone: no program, and nobody of the merchant', async () => {
    const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    expect(said(await create({}, owner))).toEqual([403, 'forbidden'])
    expect((await kontor.get(owner, '/v1/psp/oneoff')).status).toBe(403)
    expect(said(await create({}, await kontor.make.apiKey(shop.merchant)))).toEqual([403, 'forbidden'])
    expect(said(await create({}, other))).toEqual([403, 'forbidden'])
  })
})

describe('an approval', () => {
  it('of a small charge may be given by who wrote it', async () => {
    expect(said(await approve(one, await created()))).toEqual([200, 'APPROVED'])
    expect(said(await approve(one, await created({ amount: -50_000 })))).toEqual([200, 'APPROVED'])
  })

  it.each([
    ['above 500.00', { amount: -50_001 }],
    ['above 500 yen', { amount: -501, currency_code: 'JPY' }],
    ['that is a credit', { kind: 'CREDIT', amount: 1 }],
    ['whose correction gives money to the merchant', { kind: 'CORRECTION', amount: 1 }],
  ])('of one %s is given by another person', async (_, given) => {
    const row = await created(given)
    expect(said(await approve(one, row))).toEqual([403, 'same_person'])
    const { body } = await approve(other, row)
    expect([body.status, body.approved_by !== null]).toEqual(['APPROVED', true])
  })

  it('is refused to everybody who changed it, also when somebody else wrote it first', async () => {
    const { id } = await created({ amount: -60_000 })
    const { body } = await act(other, id, '', { amount: -70_000 })
    expect([body.amount, body.version]).toEqual([-70_000, 2])
    for (const who of [one, other]) expect(said(await approve(who, body))).toEqual([403, 'same_person'])
    const third = await kontor.make.cookie({ roles: ['PSP_ONE_OFF_UPDATE'] })
    expect(said(await approve(third, body))).toEqual([200, 'APPROVED'])
  })

  it('is for what was read: after a change it is refused', async () => {
    const row = await created()
    await act(one, row.id, '', { amount: -996 })
    expect(said(await approve(other, row))).toEqual([409, 'one_off_changed'])
  })

  it('counts once when two people give it at once', async () => {
    const row = await created({ amount: -60_000 })
    const third = await kontor.make.cookie({ roles: ['PSP_ONE_OFF_UPDATE'] })
    const answers = await Promise.all([approve(other, row), approve(third, row)])
    expect(answers.map(said).sort()).toEqual([
      [200, 'APPROVED'],
      [409, 'one_off_not_open'],
    ])
  })

  it('is held to two persons by the database too', async () => {
    const author = randomUUID()
    const id = await kontor.make.oneOff(shop.merchant, { amount: 1, author })
    const given = `update one_off set status = 'APPROVED', approved_by_id = $2 where id = $1`
    for (const who of ['owner', 'provider'] as const)
      expect(await db.attempt(who, given, [id, author])).toBe(check('one_off_two_persons'))
    expect(await db.attempt('provider', given, [id, randomUUID()])).toBe('1 rows')
    const approved = await kontor.make.oneOff(shop.merchant, { amount: 1, status: 'APPROVED' })
    for (const change of ['amount = 2', `date = '2026-01-01'`, 'vat = not vat', `description_nl = 'x'`])
      for (const who of ['owner', 'provider'] as const)
        expect(await db.attempt(who, `update one_off set ${change} where id = $1`, [approved])).toBe(
          check('one_off_approved'),
        )
  })
})

describe('after its approval it', () => {
  it('is not changed, and can be cancelled until it is booked', async () => {
    const row = await created()
    await approve(one, row)
    expect(said(await act(one, row.id, '', { vat: true }))).toEqual([409, 'one_off_not_open'])
    expect(said(await approve(other, row))).toEqual([409, 'one_off_not_open'])
    const { body } = await act(one, row.id, 'cancel')
    expect([body.status, body.cancelled_by !== null]).toEqual(['CANCELLED', true])
    expect(said(await act(one, row.id, 'cancel'))).toEqual([409, 'one_off_over'])
    const booked = await kontor.make.oneOff(shop.merchant, { status: 'BOOKED' })
    expect(said(await act(one, booked, 'cancel'))).toEqual([409, 'one_off_over'])
  })
})

it('a repetition is on the same day of each month, or on the last of a shorter one', () => {
  expect([1, 2, 3, 13].map((n) => plusMonths('2027-01-31', n))).toEqual([
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2028-02-29',
  ])
})

it('another person is needed above 500 units of any currency, for what comes again, and for everything that gives', () => {
  const needed = (amount: number, currency_code: string, repeat: OneOffRepeat = 'NONE') =>
    needsAnother({ amount, currency_code, repeat })
  expect(needed(-100, 'EUR', 'MONTHLY')).toBe(true)
  expect([needed(-50_000, 'EUR'), needed(-50_001, 'EUR'), needed(1, 'EUR')]).toEqual([false, true, true])
  expect([needed(-500, 'JPY'), needed(-501, 'JPY'), needed(-500_000, 'KWD')]).toEqual([false, true, false])
})
