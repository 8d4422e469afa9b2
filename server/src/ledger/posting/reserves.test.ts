import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MadeMerchant } from '../../../test/make.ts'
import { type LedgerHouse, openLedgerHouse } from '../../../test/money/ledger-house.ts'
import { book } from '../book.ts'
import { verifyLedger } from '../checking/verify-ledger.ts'
import { closeDays } from '../closing/close-days.ts'

let house: LedgerHouse
let shop: MadeMerchant

beforeAll(async () => {
  house = await openLedgerHouse()
  await house.clockTo('2055-04-05T09:00:00Z')
  await house.open()
})
afterAll(() => house.stop())
beforeEach(async () => {
  shop = await house.make.merchant({ currency_code: 'EUR' })
})

const reserve = (given: object) =>
  house.make.scheme({ type: 'RESERVE', hold_ppm: 100_000, hold_days: 30, merchants: [shop.merchant], ...given })
const pay = (amount: number, given: object = {}) => house.make.transaction(shop, { amount, ...given })
/** What was held and given back, in its order. */
const moved = async (of = shop) =>
  (
    await house.rows<{ amount: string }>(
      `select case kind when 3 then amount else -amount end as amount from ledger_transfer
        where merchant_id = $1 and kind in (3, 4) order by seq`,
      [of.merchant],
    )
  ).map(({ amount }) => Number(amount))
const differences = async () => (await verifyLedger(house.databases.provider, () => new Date()))?.examples

describe('a reserve with a cap', () => {
  it('holds up to its cap and nothing more, within a batch and over several, with posters at once', async () => {
    await reserve({ hold_cap: 1_000 })
    for (const amount of [5_000, 4_000, 3_000, 2_000]) await pay(amount)
    await Promise.all([house.post(1), house.post(2), house.post()])
    expect(await moved()).toEqual([500, 400, 100])
    await Promise.all([pay(10_000), pay(20_000)])
    await Promise.all([house.post(1), house.post()])
    expect(await moved()).toEqual([500, 400, 100])
    expect(await differences()).toEqual([])
  })

  it('holds again what there is room for, when something of it was used', async () => {
    await reserve({ hold_cap: 1_000 })
    await pay(20_000)
    await house.post()
    const [{ book_id } = { book_id: '' }] = await house.rows<{ book_id: string }>(
      'select book_id from ledger_hold where merchant_id = $1',
      [shop.merchant],
    )
    const used = {
      merchant_id: shop.merchant,
      book_id,
      currency_code: 'EUR',
      kind: 'reserve_used',
      amount: 300,
    } as const
    const subject_id = crypto.randomUUID()
    await house.databases.provider
      .transaction()
      .execute((trx) => book(trx, [{ ...used, subject_id, available: 'at once' }]))
    for (const amount of [2_000, 20_000]) await pay(amount)
    await house.post()
    expect(await moved()).toEqual([1_000, 200, 100])
  })

  it('is one of its own currency: payments of another one are held without an end', async () => {
    const pounds = await house.make.merchant({ currency_code: 'GBP' })
    await reserve({ hold_cap: 1_000, merchants: [pounds.merchant] })
    await house.make.transaction(pounds, { amount: 50_000 })
    await house.post()
    expect(await moved(pounds)).toEqual([5_000])
  })

  it('holds nothing by a lower cap of a new version, and by a higher one what is missing', async () => {
    const { id } = await reserve({ hold_cap: 1_000 })
    await pay(9_000)
    await house.post()
    const version = (number: number, day: string, cap: number) =>
      house.rows(
        `insert into scheme_version (id, scheme_id, type, number, created_by, author_ids, hold_ppm, hold_days, hold_cap, hold_base,
            status, submitted_at, submitted_by, activated_at, activated_by, valid_from)
          values (gen_random_uuid(), $1, 'RESERVE', $2, 'A writer', array[gen_random_uuid()], 100000, 30, $4, 'GROSS',
            'ACTIVE', now(), 'A writer', now(), 'Another', $3)`,
        [id, number, day, cap],
      )
    await version(2, '2055-04-06', 500)
    await version(3, '2055-04-07', 1_200)
    // All wait in one batch.
    await pay(500)
    for (const day of ['2055-04-06T09:00:00Z', '2055-04-07T09:00:00Z']) {
      await house.clockTo(day)
      await pay(8_000)
    }
    await house.post()
    expect(await moved()).toEqual([900, 50, 250])
  })
})

describe('a reserve of what is not refunded', () => {
  it('gives back with a refund what was held of it, to the cent, and all of it with the last one', async () => {
    await reserve({ hold_base: 'NET' })
    const payment = await pay(10_000)
    await house.post()
    for (const amount of [3_333, 3_333, 3_334]) {
      await house.make.refund(shop, payment, { amount })
      await house.post()
    }
    expect(await moved()).toEqual([1_000, -333, -334, -333])
    const [last] = await house.rows(
      `select r.available_on = b.available_on as is_with_refund, b.subject_id = r.subject_id as is_of_refund
        from ledger_transfer b join ledger_transfer r on r.merchant_id = b.merchant_id and r.subject_id = b.subject_id and r.kind = 7
        where b.merchant_id = $1 and b.kind = 4 order by b.seq desc limit 1`,
      [shop.merchant],
    )
    expect(last).toEqual({ is_with_refund: true, is_of_refund: true })
    expect(await differences()).toEqual([])
  })

  it('does so for a payment and its refunds in one batch, and once with posters at once', async () => {
    await reserve({ hold_base: 'NET' })
    const payment = await pay(10_000)
    await house.make.refund(shop, payment, { amount: 2_000 })
    await house.make.refund(shop, payment, { amount: 500 })
    await Promise.all([house.post(1), house.post(2), house.post()])
    expect((await moved()).reduce((sum, amount) => sum + amount, 0)).toBe(750)
    expect(await differences()).toEqual([])
  })

  it('keeps all of it where the reserve is of every payment', async () => {
    await reserve({ hold_base: 'GROSS' })
    const payment = await pay(10_000)
    await house.post()
    await house.make.refund(shop, payment, { amount: 10_000 })
    await house.post()
    expect(await moved()).toEqual([1_000])
  })

  it('gives back the rest when the processor takes the payment back', async () => {
    await reserve({ hold_base: 'NET' })
    const payment = await pay(10_000)
    // Held on the same day, so in the same sum.
    await pay(5_000)
    await house.post()
    await house.make.refund(shop, payment, { amount: 2_000 })
    await house.post()
    await house.rows(`update transaction set status = 'FAILED' where id = $1`, [payment.id])
    await house.post()
    expect(await moved()).toEqual([1_000, 500, -200, -800])
    const held = await house.rows('select sum(amount)::int as held from ledger_hold where merchant_id = $1', [
      shop.merchant,
    ])
    expect(held).toEqual([{ held: 500 }])
  })

  it('gives back nothing that was used or released, and makes room below a cap', async () => {
    await reserve({ hold_base: 'NET', hold_cap: 1_000 })
    const payment = await pay(10_000)
    await house.post()
    await house.make.refund(shop, payment, { amount: 4_000 })
    await house.post()
    await pay(5_000)
    await house.post()
    expect(await moved()).toEqual([1_000, -400, 400])
    await house.clockTo('2055-06-01T09:00:00Z')
    await closeDays(house.databases.provider)
    await house.make.refund(shop, payment, { amount: 6_000 })
    await house.post()
    expect(await moved()).toEqual([1_000, -400, 400, -1_000])
    expect(await differences()).toEqual([])
  })

  it('books refunds, and payments taken back, of a day after the release while the day before it is open', async () => {
    await reserve({ hold_base: 'NET' })
    const [refunded, undone] = [await pay(10_000), await pay(5_000)]
    await house.post()
    await house.clockTo('2055-07-02T09:00:00Z')
    await house.make.refund(shop, refunded, { amount: 4_000 })
    await house.rows(`update transaction set status = 'FAILED' where id = $1`, [undone.id])
    await house.post()
    expect(await house.rows('select reason from ledger_event_aside')).toEqual([])
    expect(await moved()).toEqual([1_000, 500])
    await closeDays(house.databases.provider)
    expect(await moved()).toEqual([1_000, 500, -1_500])
    expect(await differences()).toEqual([])
  })

  describe('of which the refund was booked before the payment', () => {
    /** As if it had been set aside, until it is put back. */
    async function late(payment: { id: string }) {
      const [{ event } = { event: '' }] = await house.rows<{ event: string }>(
        'with e as (delete from ledger_event where subject_id = $1 returning *) select to_jsonb(e)::text as event from e',
        [payment.id],
      )
      return () =>
        house.rows(
          'insert into ledger_event overriding system value select (jsonb_populate_record(null::ledger_event, $1)).*',
          [event],
        )
    }

    it('gives back with the payment what is held of it', async () => {
      await reserve({ hold_base: 'NET' })
      const payment = await pay(10_000)
      const putBack = await late(payment)
      const refund = await house.make.refund(shop, payment, { amount: 4_000 })
      await house.post()
      // The day of the refund is closed.
      await house.clockTo('2055-07-06T09:00:00Z')
      await closeDays(house.databases.provider)
      expect(await moved()).toEqual([])
      await putBack()
      await house.post()
      expect(await moved()).toEqual([1_000, -400])
      const given = await house.rows(
        `select b.subject_id, b.available_on = c.available_on as is_with_payment from ledger_transfer b
          join ledger_transfer c on c.transaction_id = b.transaction_id and c.kind = 1 where b.merchant_id = $1 and b.kind = 4`,
        [shop.merchant],
      )
      expect(given).toEqual([{ subject_id: refund.id, is_with_payment: true }])
      await house.make.refund(shop, payment, { amount: 6_000 })
      await house.post()
      expect(await moved()).toEqual([1_000, -400, -600])
      expect(await differences()).toEqual([])
    })

    it('and nothing where the refund is of a day on which the reserve is of every payment', async () => {
      await reserve({ hold_base: 'GROSS' })
      const payment = await pay(10_000)
      const putBack = await late(payment)
      await house.make.refund(shop, payment, { amount: 4_000 })
      await house.post()
      await putBack()
      await house.post()
      expect(await moved()).toEqual([1_000])
    })
  })
})
