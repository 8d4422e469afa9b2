import { Refusal } from '@kontor/contract/refusal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wrongSums } from '../../test/books.ts'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { engineActor } from '../platform/db/actor.ts'
import { inTransaction } from '../platform/db/database.ts'
import { chargeCard } from './charge-card.ts'

let kontor: TestApp
let shop: MadeMerchant
let customer: string

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  customer = await kontor.make.customer(shop.merchant)
  await kontor.connect(shop.merchant)
})
afterAll(() => kontor.stop())

const charge = async (card: string, then = async () => {}) =>
  inTransaction(kontor.databases, engineActor(shop.merchant, 'system'), async (trx) => {
    const begun = await chargeCard(
      trx,
      {
        merchant: shop.merchant,
        payment_profile: shop.profile,
        customer,
        card,
        amount: 2_500,
        merchant_reference: 'Box 7',
      },
      new Date(),
    )
    await then()
    return begun
  })
const paymentsOf = () =>
  kontor.databases.provider.selectFrom('transaction').selectAll().where('merchant_id', '=', shop.merchant).execute()

describe('charging a stored card without its holder', () => {
  it('makes a transaction of the series, which the outbox takes to the processor by itself', async () => {
    const card = await kontor.make.card(shop, customer)
    const { transaction } = await charge(card)
    const [paid] = await until(paymentsOf, ([row]) => row?.status === 'SETTLEMENT_COMPLETED')
    expect(paid).toMatchObject({
      id: transaction,
      customer_id: customer,
      card_id: card,
      recurring_type: 'subsequent',
      captured_amount: 2_500,
      card_last_four: '1111',
    })
    expect(await wrongSums(kontor.databases.provider, shop.merchant)).toEqual([])
  })

  it('leaves nothing behind when what wanted it comes to nothing', async () => {
    const card = await kontor.make.card(shop, customer)
    const before = (await paymentsOf()).length
    const broken = async () => {
      throw new Error('the schedule was gone')
    }
    await expect(charge(card, broken)).rejects.toThrow('the schedule was gone')
    expect(await paymentsOf()).toHaveLength(before)
  })

  it('refuses a revoked card before it writes anything, so that the refusal may be caught', async () => {
    const card = await kontor.make.card(shop, customer, { revoked: true })
    const before = (await paymentsOf()).length
    const code = await inTransaction(kontor.databases, engineActor(shop.merchant, 'system'), async (trx) => {
      const of = { merchant: shop.merchant, payment_profile: shop.profile, customer, card, amount: 1 }
      return chargeCard(trx, { ...of, merchant_reference: 'x' }, new Date()).catch((error: unknown) =>
        error instanceof Refusal ? error.code : 'defect',
      )
    })
    expect(code).toBe('card_revoked')
    expect(await paymentsOf()).toHaveLength(before)
  })
})
