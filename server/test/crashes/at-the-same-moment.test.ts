import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { agreedTerms } from '@kontor/contract/subscriptions/subscription.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expireDueLinks } from '../../src/checkout/links/expire-due-links.ts'
import { deleteCustomer } from '../../src/customers/delete-customer.ts'
import { eraseCustomer } from '../../src/customers/erase-customer.ts'
import { revokeCard } from '../../src/customers/revoke-card.ts'
import { chargeCard } from '../../src/payments/charge-card.ts'
import { engineActor } from '../../src/platform/db/actor.ts'
import { inTransaction, type Trx } from '../../src/platform/db/database.ts'
import { scheduledTransactionsJob } from '../../src/scheduled/scheduled-job.ts'
import { deleteDiscount } from '../../src/subscriptions/discounts/delete-discount.ts'
import { updatePlan } from '../../src/subscriptions/plans/update-plan.ts'
import { wrongSteps, wrongSums } from '../books.ts'
import { type Reply, startTestApp, type TestApp, until } from '../harness.ts'
import type { MadeMerchant } from '../make.ts'

/** Two people, or a person and the engine, who decide about the same item at the same moment. */

let kontor: TestApp
let shop: MadeMerchant
let owner: string
let colleague: string
let customer: string

beforeAll(async () => {
  const many = { tries: 10_000, window_ms: 60_000 }
  kontor = await startTestApp({ outcomeWait_ms: 4_000, checkoutLimits: { network: many, link: many, unknown: many } })
  shop = await kontor.make.merchant()
  await kontor.connect(shop.merchant)
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  colleague = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  customer = await kontor.make.customer(shop.merchant)
})
afterAll(() => kontor.stop())

const rounds = Array.from({ length: 8 }, (_, index) => index)
const post = (path: string, body: object = {}, who = owner) => kontor.post(who, path, body)
const read = async (path: string) => (await kontor.get(owner, path)).body
const payments = (column: 'payment_link_id' | 'subscription_id', id: string) =>
  kontor.databases.provider.selectFrom('transaction').select(['id', 'status']).where(column, '=', id).execute()
/** The codes of the answers. The second one gets a refusal; nobody gets a defect. */
const codesOf = (replies: Reply[]) => {
  for (const { status, body } of replies) expect([status < 500, body]).toEqual([true, body])
  return replies.map(({ status, body }) => (status < 400 ? 'done' : body.code))
}
const expectBooks = async () => {
  expect(await wrongSums(kontor.databases.provider, shop.merchant)).toEqual([])
  expect(await wrongSteps(kontor.databases.provider, shop.merchant)).toEqual([])
}
const engine = () => engineActor(shop.merchant, 'system')
/** The answer to a request while a transaction has done its work but has not committed yet. */
async function whileOpen<T>(work: (trx: Trx) => Promise<unknown>, ask: () => Promise<T>): Promise<T> {
  const { asked } = await inTransaction(kontor.databases, engine(), async (trx) => {
    await work(trx)
    const asked = ask()
    await sleep(200)
    return { asked }
  })
  return asked
}
const payOnPage = (url: string) =>
  kontor.post('', `/v1/pay/${url.split('/pay/')[1]}/payments`, {
    attempt: randomUUID(),
    payment_product: 'card',
    card_token: 'test_visa',
    agreed_terms: agreedTerms,
  })

describe('two who pay the whole of a payment back', () => {
  it('are one refund: the other is told what is left', async () => {
    for (const _ of rounds) {
      const of = await kontor.make.transaction(shop, { amount: 4_000 })
      const path = `/v1/transaction/${of.id}/refund`
      const codes = codesOf(
        await Promise.all([post(path, { amount: 4_000 }), post(path, { amount: 4_000 }, colleague)]),
      )
      expect(codes.sort()).toEqual(['done', 'refund_exceeds_refundable'])
    }
    await expectBooks()
  })
})

describe('accepting a chargeback and disputing it', () => {
  it('is one answer, and the other is refused', async () => {
    for (const _ of rounds) {
      const of = await kontor.make.transaction(shop, { amount: 4_000 })
      const { id } = await kontor.make.chargeback(shop, of)
      const evidence = await fetch(`${kontor.url}/v1/chargeback/${id}/evidence`, {
        method: 'POST',
        headers: { cookie: owner, 'content-type': 'application/octet-stream', 'x-file-name': 'x.pdf' },
        body: '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n',
      })
      expect(evidence.status).toBe(201)
      const path = `/v1/chargeback/${id}`
      const codes = codesOf(
        await Promise.all([post(`${path}/accept`), post(`${path}/dispute`, { explanation: 'Signed for' }, colleague)]),
      )
      expect(codes.filter((code) => code === 'done')).toHaveLength(1)
      expect(['operation_in_progress', 'chargeback_not_open']).toContain(codes.find((code) => code !== 'done'))
      const answer = codes[0] === 'done' ? 'ACCEPT' : 'DISPUTE'
      expect(await read(path)).toMatchObject({ answer })
    }
    await expectBooks()
  })
})

describe('a scheduled payment that is run, cancelled and due', () => {
  it('is paid once, or cancelled and never paid', async () => {
    const job = scheduledTransactionsJob(kontor)
    for (const round of rounds) {
      const merchant_reference = `race-${round}`
      const { id } = await kontor.make.scheduled(shop, { customer, merchant_reference })
      const path = `/v1/scheduledtransaction/${id}`
      const due = new Date(Date.now() + 2 * 86_400_000)
      const [run, cancel] = await Promise.all([
        post(`${path}/run`),
        post(`${path}/cancel`, {}, colleague),
        job.run(due),
      ])
      codesOf([run, cancel])
      const paid = async () => (await read(`/v1/transaction?merchant_reference=${merchant_reference}`)).length
      const row = await until(
        () => read(path),
        ({ status }) => status !== 'CREATED',
      )
      if (cancel.status < 400) expect([row.status, row.status_reason, await paid()]).toEqual(['FAILED', 'cancelled', 0])
      else expect([row.status, await paid()]).toEqual(['DONE', 1])
    }
    await expectBooks()
  }, 60_000)
})

describe('a payment link that is paid in two tabs and expired', () => {
  it('is paid once, or over and never paid', async () => {
    const job = expireDueLinks(kontor.databases)
    for (const round of rounds) {
      const expires_at = new Date(Date.now() + 3_600_000).toISOString()
      const body = { payment_profile: shop.profile, amount: 2_500, merchant_reference: 'Tabs', expires_at }
      const { body: link } = await post('/v1/paymentlink', body)
      const path = `/v1/paymentlink/${link.id}`
      const [one, other, expire] = await Promise.all([
        payOnPage(link.url),
        payOnPage(link.url),
        round % 2 ? post(`${path}/expire`, {}, colleague) : undefined,
        job.run(new Date(Date.now() + 2 * 3_600_000)),
      ])
      codesOf([one, other, ...(expire ? [expire] : [])])
      const paid = await payments('payment_link_id', link.id)
      const { status } = await read(path)
      expect([status, paid.length]).toEqual(paid.length === 1 ? ['DONE', 1] : ['EXPIRED', 0])
      if (expire?.status === 200) expect(status).toBe('EXPIRED')
    }
    await expectBooks()
  }, 60_000)
})

describe('the first payment of a subscription and its cancelling', () => {
  it('is an active subscription that is paid, or one that is cancelled without a payment', async () => {
    for (const _ of rounds) {
      const plan = await kontor.make.plan(shop)
      const { body: made } = await post('/v1/subscription', { customer, plan })
      const path = `/v1/subscription/${made.id}`
      const replies = await Promise.all([payOnPage(made.subscription_url), post(`${path}/cancel`, {}, colleague)])
      const [, cancel] = codesOf(replies)
      const row = await until(
        () => read(path),
        ({ status }) => status !== 'CREATED',
      )
      const paid = await payments('subscription_id', made.id)
      expect([row.status, paid.length]).toEqual(cancel === 'done' ? ['CANCELLED', 0] : ['ACTIVE', 1])
    }
    await expectBooks()
  }, 60_000)
})

describe('a discount', () => {
  it('that two give at once is given once', async () => {
    const subscription = await kontor.make.subscription(shop, { customer })
    const discount = await kontor.make.discount(shop.merchant)
    const path = `/v1/subscription/${subscription}/add-discount/${discount}`
    const codes = codesOf(await Promise.all([post(path), post(path, {}, colleague), post(path)]))
    expect(codes.sort()).toEqual(['discount_already_active', 'discount_already_active', 'done'])
  })

  it('that is deleted while it is given was not there, which is no defect', async () => {
    const subscription = await kontor.make.subscription(shop, { customer })
    const discount = await kontor.make.discount(shop.merchant)
    const [give] = codesOf([
      await whileOpen(
        (trx) => deleteDiscount(trx, engine(), discount, new Date()),
        () => post(`/v1/subscription/${subscription}/add-discount/${discount}`),
      ),
    ])
    expect(give).toBe('not_found')
  })
})

describe('a plan that is changed while somebody subscribes', () => {
  it('is agreed to as it is then: shop and amount', async () => {
    const plan = await kontor.make.plan(shop, { amount: 1_000 })
    const other = await kontor.make.profile(shop.merchant, { processors: [shop.processor] })
    const changed = {
      name: 'Another',
      payment_profile: other,
      amount: 9_900,
      interval: 'month',
      interval_count: 1,
    } as const
    const made = await whileOpen(
      (trx) => updatePlan(trx, engine(), plan, { ...changed, statuses_subscription_update: [] }),
      () => post('/v1/subscription', { customer, plan }),
    )
    expect(codesOf([made])).toEqual(['done'])
    expect(made.body).toMatchObject({ payment_profile: other, amount: 9_900 })
    expect(codesOf([await post(`/v1/plan/${plan}`, { ...changed, amount: 1 })])).toEqual(['plan_in_use'])
  })
})

describe('a customer', () => {
  const payment = (of: string) => ({
    ...{ payment_profile: shop.profile, amount: 100, payment_product: 'card', card_token: 'test_visa' },
    ...{ merchant_reference: 'gone', customer: of },
  })

  it('who is deleted while he is asked to pay is not there, which is no defect', async () => {
    const gone = await kontor.make.customer(shop.merchant)
    const asked = await whileOpen(
      (trx) => deleteCustomer(trx, engine(), gone),
      () => post('/v1/transaction', payment(gone)),
    )
    expect([codesOf([asked]), asked.body.details]).toEqual([['invalid_request'], { 'body.customer': 'not_found' }])
  })

  it('who is erased is asked, charged and written about no more, also not in the same moment', async () => {
    const profile = { payment_profile: shop.profile, merchant_reference: 'gone' }
    const due_at = new Date(Date.now() + 86_400_000).toISOString()
    const plan = await kontor.make.plan(shop)
    const calls: ((of: string, card: string) => [string, object])[] = [
      (of) => ['/v1/transaction', payment(of)],
      (of) => ['/v1/paymentlink', { ...profile, amount: 100, customer: of, email_address: 'still@known.example' }],
      (of) => ['/v1/cardaddlink', { ...profile, customer: of }],
      (of, card) => ['/v1/scheduledtransaction', { ...profile, amount: 100, customer: of, card, due_at }],
      (of) => ['/v1/subscription', { customer: of, plan }],
    ]
    for (const call of calls) {
      const gone = await kontor.make.customer(shop.merchant)
      const [path, body] = call(gone, await kontor.make.card(shop, gone))
      const during = await whileOpen(
        (trx) => eraseCustomer(trx, engine(), gone, new Date()),
        () => post(path, body),
      )
      expect([path, ...codesOf([during, await post(path, body)])]).toEqual([path, 'customer_erased', 'customer_erased'])
    }
  })

  it('who is erased may still pay what he was asked for, and keeps no card with us', async () => {
    const gone = await kontor.make.customer(shop.merchant)
    const profile = { payment_profile: shop.profile, merchant_reference: 'asked before', customer: gone }
    const invoice = (await post('/v1/paymentlink', { ...profile, amount: 700 })).body
    const store = (await post('/v1/cardaddlink', profile)).body
    const subscribe = (await post('/v1/subscription', { customer: gone, plan: await kontor.make.plan(shop) })).body
    codesOf([await post(`/v1/customer/${gone}/erase`)])
    expect((await payOnPage(store.url)).body.code).toBe('customer_erased')
    // Their subscription ended with them.
    expect((await payOnPage(subscribe.subscription_url)).body.code).toBe('link_not_active')
    expect((await payOnPage(invoice.url)).body.payment).toMatchObject({ status: 'paid' })
  })
})

describe('a card', () => {
  const charge = (card: string) =>
    inTransaction(kontor.databases, engine(), (trx) =>
      chargeCard(
        trx,
        {
          ...{ merchant: shop.merchant, payment_profile: shop.profile, customer, card },
          ...{ amount: 100, merchant_reference: 'of a series', recurring_type: 'subsequent' },
        },
        new Date(),
      ),
    ).then(
      () => 'charged',
      (error) => error.code,
    )

  it('that is being revoked is charged before that, or not at all', async () => {
    const card = await kontor.make.card(shop, customer)
    const outcome = await whileOpen(
      (trx) => revokeCard(trx, engine(), card, new Date()),
      () => charge(card),
    )
    expect(outcome).toBe('card_revoked')
  })

  it('that is being charged is revoked after that', async () => {
    const card = await kontor.make.card(shop, customer)
    const of = { merchant: shop.merchant, payment_profile: shop.profile, customer, card, amount: 100 }
    let isCharged = false
    await whileOpen(
      async (trx) => {
        await chargeCard(trx, { ...of, merchant_reference: 'of a series' }, new Date())
        setTimeout(() => {
          isCharged = true
        }, 100)
      },
      async () => {
        codesOf([await post(`/v1/card/${card}/revoke`)])
        expect(isCharged).toBe(true)
      },
    )
  })
})
