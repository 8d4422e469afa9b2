import { newLine } from '@kontor/contract/pricing/new-line'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { workedLines } from '../../../test/money/ledger-house.ts'
import { fromTheBeginning, openLedger } from '../opening.ts'
import { postEvents } from '../posting/post-events.ts'

let kontor: TestApp
let bloom: MadeMerchant
let owner: string
let provider: string
let support: string

beforeAll(async () => {
  kontor = await startTestApp()
  bloom = await kontor.make.merchant({ currency_code: 'EUR', name: 'Bloom' })
  const merchants = [bloom.merchant]
  await kontor.make.scheme({ name: 'Standaard', lines: workedLines.revenue, merchants })
  await kontor.make.scheme({ type: 'COST', lines: workedLines.cost, merchants })
  await kontor.make.scheme({ type: 'RESERVE', merchants })
  await kontor.make.scheme({ type: 'PARTNER', lines: [newLine({ ppm: 200_000 })], merchants })
  owner = await kontor.make.cookie({ merchant: bloom.merchant, roles: ['USER_ALL'] })
  provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  support = await kontor.make.cookie({ roles: ['TRANSACTION_LIST'] })
  await openLedger(kontor.databases.provider, fromTheBeginning)
})
afterAll(() => kontor.stop())

type Booked = { kind: string; amount: number; why: Why | null; release_on: string | null; available_on: string | null }
type Why = { number: number; beaten: { number: number }[]; of_amount: number; line: { maximum: number | null } }

const card = (card_brand: string, card_holder: 'consumer' | 'commercial') =>
  ({ payment_product: 'card', card_brand, card_holder, card_issuer_country: 'BE', channel: 'ecommerce' }) as const
const paid = async (amount: number, given: object) => {
  const made = await kontor.make.transaction(bloom, { amount, ...given })
  await postEvents(kontor.databases.provider)
  return made
}
const moneyOf = async (who: string, { id }: { id: string }) =>
  (await kontor.get(who, `/v1/transaction/${id}/money`)).body
const of = (money: { booked: Booked[] }, kind: string) => money.booked.find((each) => each.kind === kind)

describe('the money of a payment', () => {
  it('names the line of the fee, and the lines that lost (money check 1)', async () => {
    const fee = of(await moneyOf(owner, await paid(3_333, card('amex', 'consumer'))), 'fee')
    expect(fee).toMatchObject({
      amount: -127,
      why: { number: 6, of_amount: 3_333, scheme_name: 'Standaard', version: 1 },
    })
    expect(fee?.why?.beaten.map(({ number }) => number)).toEqual([3, 1])
    const large = of(await moneyOf(owner, await paid(250_000, card('visa', 'consumer'))), 'fee')
    expect(large).toMatchObject({ amount: -2_500, why: { number: 8, line: { maximum: 2_500 } } })
  })

  it('tells the merchant what it is owed, and nothing of costs, margins and partners (money check 11)', async () => {
    const payment = await paid(12_000, card('visa', 'consumer'))
    const money = await moneyOf(owner, payment)
    expect(money.booked.map(({ kind, amount }: Booked) => [kind, amount])).toEqual([
      ['capture', 12_000],
      ['fee', -154],
      ['reserve_hold', -600],
    ])
    expect(money.margin).toBeNull()
    expect(of(money, 'reserve_hold')?.release_on).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(JSON.stringify(money)).not.toMatch(/cost|partner|share/)
    // In a merchant's view the provider's staff are the provider still.
    for (const path of ['', `?merchant=${bloom.merchant}`]) {
      const seen = (await kontor.get(provider, `/v1/transaction/${payment.id}/money${path}`)).body
      expect(seen.margin).toEqual({ fee: 154, cost: 64, share: 18, margin: 72 })
      expect(of(seen, 'cost_expected')).toMatchObject({ amount: -64, why: { number: 3 } })
    }
    expect((await moneyOf(support, payment)).margin).toBeNull()
    expect(JSON.stringify(await moneyOf(support, payment))).not.toMatch(/cost|partner/)
  })

  it('has its refunds and chargebacks, each with its own price', async () => {
    const payment = await paid(7_550, card('mastercard', 'commercial'))
    await kontor.make.refund(bloom, payment, { amount: 550 })
    await kontor.make.chargeback(bloom, payment, { amount: 7_000 })
    await postEvents(kontor.databases.provider)
    const money = await moneyOf(owner, payment)
    const fees = money.booked.filter(({ kind }: Booked) => kind === 'fee')
    expect(fees.map(({ amount, why }: Booked) => [amount, why?.number, why?.of_amount])).toEqual([
      [-218, 4, 7_550],
      [-25, 9, 550],
      [-2_500, 10, 7_000],
    ])
  })

  it('is expected to cost what the gateway asks that took it, refunds and chargebacks too', async () => {
    const shop = await kontor.make.merchant({ currency_code: 'EUR' })
    const adyen = await kontor.make.processor(shop.merchant, { gateway: 'adyen' })
    const lines = [
      newLine({ fixed: 5 }),
      newLine({ product: 'card', brand: 'visa', fixed: 9 }),
      newLine({ gateway: 'adyen', fixed: 30 }),
      newLine({ event: 'refund', fixed: 6 }),
      newLine({ event: 'refund', gateway: 'adyen', fixed: 31 }),
    ]
    await kontor.make.scheme({ type: 'COST', lines, merchants: [shop.merchant] })
    const [atSandbox, atAdyen] = [
      await kontor.make.transaction(shop, { amount: 12_000, ...card('visa', 'consumer') }),
      await kontor.make.transaction({ ...shop, processor: adyen }, { amount: 12_000, ...card('visa', 'consumer') }),
    ]
    await kontor.make.refund({ ...shop, processor: adyen }, atAdyen, { amount: 500 })
    await postEvents(kontor.databases.provider)
    const costs = async (of: { id: string }) =>
      (await moneyOf(provider, of)).booked
        .filter(({ kind }: Booked) => kind === 'cost_expected')
        .map(({ amount, why }: Booked) => [amount, why?.number, why?.beaten.map(({ number }) => number)])
    expect(await costs(atSandbox)).toEqual([[-9, 2, [1]]])
    expect(await costs(atAdyen)).toEqual([
      [-30, 3, [2, 1]],
      [-31, 5, [4]],
    ])
    const shopkeeper = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    expect(JSON.stringify(await moneyOf(shopkeeper, atAdyen))).not.toMatch(/cost|adyen/)
  })

  it('tells the merchant the text of its price in both languages, and so do the lines that lost', async () => {
    const shop = await kontor.make.merchant({ currency_code: 'EUR' })
    const cards = { text_nl: 'Kaarten', text_en: 'Cards' }
    const rest = { text_nl: 'Alle andere', text_en: 'All others' }
    const lines = [newLine({ fixed: 5, ...rest }), newLine({ product: 'card', fixed: 9, ...cards })]
    await kontor.make.scheme({ lines, merchants: [shop.merchant] })
    const made = await kontor.make.transaction(shop, { amount: 12_000, ...card('visa', 'consumer') })
    await postEvents(kontor.databases.provider)
    const shopkeeper = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    expect(of(await moneyOf(shopkeeper, made), 'fee')).toMatchObject({
      why: { number: 2, line: cards, beaten: [{ number: 1, line: rest }] },
    })
  })

  it('has what its authorisation cost and why, to the merchant too, and in the margin', async () => {
    const shop = await kontor.make.merchant({ currency_code: 'EUR' })
    const lines = [
      newLine({ ppm: 10_000 }),
      newLine({ event: 'authorisation', fixed: 5 }),
      newLine({ event: 'authorisation', product: 'card', fixed: 7 }),
    ]
    await kontor.make.scheme({ lines, merchants: [shop.merchant] })
    const made = await kontor.make.transaction(shop, { status: 'INITIATED', amount: 12_000 })
    await sql`update payment_attempt set state = 'APPROVED', ended_at = now() where id = ${made.id}`.execute(
      kontor.databases.provider,
    )
    await postEvents(kontor.databases.provider)
    const shopkeeper = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    expect((await moneyOf(shopkeeper, made)).booked).toMatchObject([
      { kind: 'authorisation_fee', amount: -7, why: { number: 3, of_amount: 12_000, beaten: [{ number: 2 }] } },
    ])
    expect((await moneyOf(provider, made)).margin).toEqual({ fee: 7, cost: 0, share: 0, margin: 7 })
  })

  it('says which volume of the month before set the price, to the merchant too', async () => {
    const grown = await kontor.make.merchant({ currency_code: 'EUR' })
    const lines = [newLine({ ppm: 30_000 }), newLine({ tier_from: 5_000_000, ppm: 20_000 })]
    await kontor.make.scheme({ lines, merchants: [grown.merchant] })
    await sql`insert into ledger_volume (merchant_id, month, currency_code, volume)
      select ${grown.merchant}, date_trunc('month', (engine_now() at time zone time_zone)) - interval '1 month', 'EUR', 6123400
      from installation`.execute(kontor.databases.provider)
    const made = await kontor.make.transaction(grown, { amount: 10_000 })
    await postEvents(kontor.databases.provider)
    const shopkeeper = await kontor.make.cookie({ merchant: grown.merchant, roles: ['USER_ALL'] })
    expect(of(await moneyOf(shopkeeper, made), 'fee')).toMatchObject({
      amount: -200,
      why: {
        ...{ number: 2, beaten: [{ number: 1 }] },
        volume: { amount: 6_123_400, month: expect.stringMatching(/^\d{4}-\d\d$/) },
      },
    })
    const untiered = of(await moneyOf(owner, await paid(3_333, card('amex', 'consumer'))), 'fee')
    expect(untiered?.why).toMatchObject({ volume: null })
  })

  it('names the parts of a fee that passes costs on, to the merchant too, and not what is left to the provider', async () => {
    const shop = await kontor.make.merchant({ currency_code: 'EUR' })
    const merchants = [shop.merchant]
    const lines = [newLine({ passes_on: 'interchange_and_scheme_fees', fixed: 10, ppm: 6_000 })]
    await kontor.make.scheme({ lines, merchants })
    const cost = newLine({ fixed: 4, ppm: 5_000, interchange_ppm: 2_000, scheme_fees_ppm: 450 })
    await kontor.make.scheme({ type: 'COST', lines: [cost], merchants })
    const made = await kontor.make.transaction(shop, { amount: 12_000 })
    await postEvents(kontor.databases.provider)
    const shopkeeper = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    const seen = await moneyOf(shopkeeper, made)
    expect(
      seen.booked.map(({ kind, part, amount, file }: Record<string, unknown>) => [kind, part, amount, file]),
    ).toEqual([
      ...[
        ['capture', null, 12_000, null],
        ['fee', 'interchange', -24, null],
        ['fee', 'scheme_fees', -5, null],
        ['fee', 'markup', -82, null],
      ],
    ])
    expect(JSON.stringify(seen)).not.toMatch(/cost|5000|450/)
    expect((await moneyOf(provider, made)).margin).toEqual({ fee: 111, cost: 64, share: 0, margin: 47 })
  })

  it('is empty until the money is captured, and is another merchant’s nowhere', async () => {
    const open = await kontor.make.transaction(bloom, { status: 'AUTHORIZED' })
    await postEvents(kontor.databases.provider)
    expect(await moneyOf(owner, open)).toMatchObject({ booked: [], never_booked: null, vat: [], margin: null })
    const other = await kontor.make.merchant()
    const stranger = await kontor.make.cookie({ merchant: other.merchant, roles: ['USER_ALL'] })
    expect((await kontor.get(stranger, `/v1/transaction/${open.id}/money`)).status).toBe(404)
    const withoutRole = await kontor.make.cookie({ merchant: bloom.merchant, roles: ['PLAN_LIST'] })
    expect((await kontor.get(withoutRole, `/v1/transaction/${open.id}/money`)).status).toBe(403)
  })

  it('says why nothing is ever booked of a payment from before the ledger, or of an import', async () => {
    const open = { status: 'AUTHORIZED' } as const
    const [early, imported] = [await kontor.make.transaction(bloom, open), await kontor.make.transaction(bloom, open)]
    const admin = new pg.Client(kontor.database.adminUrl)
    await admin.connect()
    const without = async (table: string, statement: string) => {
      await admin.query(`alter table ${table} disable trigger user`)
      await admin.query(statement)
      await admin.query(`alter table ${table} enable trigger user`)
    }
    await without(
      'transaction_event',
      `update transaction_event set actor_kind = 'import' where transaction_id = '${imported.id}' and from_status is null`,
    )
    expect((await moneyOf(owner, imported)).never_booked).toBe('imported')
    await without('ledger_day', `update ledger_day set counts_from = now() + interval '1 day'`)
    expect((await moneyOf(owner, early)).never_booked).toBe('before_ledger')
    await without('ledger_day', `update ledger_day set counts_from = '-infinity'`)
    await admin.end()
    expect((await moneyOf(owner, early)).never_booked).toBeNull()
  })

  it('says that a payment was booked without a price', async () => {
    const bare = await kontor.make.merchant({ currency_code: 'EUR' })
    const made = await kontor.make.transaction(bare, { amount: 100 })
    await postEvents(kontor.databases.provider)
    expect((await moneyOf(provider, made)).booked).toMatchObject([{ kind: 'capture', amount: 100, is_unpriced: true }])
  })
})
