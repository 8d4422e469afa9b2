import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wrongSums } from '../../test/books.ts'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import type { AnyAnswer } from '../../test/world.ts'
import { migrationText } from '../migration-files.ts'
import type { Gateway } from '../processors/gateway.ts'
import { gateways } from '../processors/gateways.ts'
import { sandboxGateway } from '../processors/sandbox/sandbox-gateway.ts'
import { expireDueLinks } from './links/expire-due-links.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string

beforeAll(async () => {
  const many = { tries: 10_000, window_ms: 60_000 }
  kontor = await startTestApp({ checkoutLimits: { network: many, unknown: many } })
  shop = await kontor.make.merchant()
  const ideal = await kontor.make.processor(shop.merchant, { payment_product: 'ideal' })
  await kontor.databases.provider
    .insertInto('payment_profile_processor')
    .values({ merchant_id: shop.merchant, payment_profile_id: shop.profile, processor_id: ideal, position: 1 })
    .execute()
  await kontor.connect(shop.merchant)
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
})
afterAll(() => kontor.stop())

/** Runs a statement as the owner of the tables, for changes that the application may not make. */
async function asOwner(statement: string, values: unknown[]) {
  const client = new pg.Client(kontor.database.adminUrl)
  await client.connect()
  await client.query(statement, values).finally(() => client.end())
}

/** A link, and calls of its page. */
async function makeLink(given: object = {}) {
  const body = { payment_profile: shop.profile, amount: 2_500, merchant_reference: 'Invoice 7', ...given }
  const { status, body: link } = await kontor.post(owner, '/v1/paymentlink', body)
  expect([status, link.details]).toEqual([201, undefined])
  return { ...link, ...pageOf(link.url) }
}

function pageOf(url: string) {
  const path = `/v1/pay/${url.split('/pay/')[1]}`
  return {
    view: async (attempt = ''): Promise<AnyAnswer> => (await kontor.get('', `${path}?attempt=${attempt}`)).body,
    open: () => kontor.post('', `${path}/open`),
    pay: (order: object = {}) =>
      kontor.post('', `${path}/payments`, {
        attempt: randomUUID(),
        payment_product: 'card',
        card_token: 'test_visa',
        ...order,
      }),
  }
}

const rowOf = async ({ id }: { id: string }) => (await kontor.get(owner, `/v1/paymentlink/${id}`)).body
const paymentsOf = async ({ id }: { id: string }) =>
  kontor.databases.provider.selectFrom('transaction').selectAll().where('payment_link_id', '=', id).execute()
const press = (redirect: string, button: string) => {
  const at = new URL(redirect)
  return fetch(`${at.origin}${at.pathname}/${button}`, { method: 'POST', body: new URLSearchParams() })
}

describe('a payment link', () => {
  it('is CREATED, then INITIATED by the first who opens its page, then DONE with its transaction', async () => {
    const link = await makeLink()
    expect(link).toMatchObject({ status: 'CREATED', active: true, max_uses: 1 })
    await link.view()
    expect(await rowOf(link)).toMatchObject({ status: 'CREATED' })
    expect((await link.open()).body).toMatchObject({ state: 'open', amount: 2_500, products: ['ideal', 'card'] })
    expect(await rowOf(link)).toMatchObject({ status: 'INITIATED' })
    const { body } = await link.pay()
    expect(body).toMatchObject({ state: 'done', payment: { status: 'paid', card_last_four: '1111' } })
    expect(await rowOf(link)).toMatchObject({ status: 'DONE', active: false, attempts: 1, uses: 1 })
    const { body: activity } = await kontor.get(owner, `/v1/paymentlink/${link.id}/activity`)
    expect(activity.map((each: { kind: string }) => each.kind)).toEqual([
      'created',
      'opened',
      'attempted',
      'paid',
      'done',
    ])
    expect(activity[1].actor_kind).toBe('payer')
    expect(await wrongSums(kontor.databases.provider, shop.merchant)).toEqual([])
  })

  it('names to whom the payer pays by law, where that is not the name of the shop', async () => {
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const link = await makeLink()
    const legalName = async () => (await link.view()).shop.legal_name
    expect(await legalName()).toBeNull()
    const set = (legal_name: string | null) => kontor.post(staff, `/v1/psp/merchant/${shop.merchant}`, { legal_name })
    expect((await set(' Winkel Holding B.V. ')).body.legal_name).toBe('Winkel Holding B.V.')
    expect(await legalName()).toBe('Winkel Holding B.V.')
    expect((await set('a\u0000b')).body.details).toEqual({ 'body.legal_name': 'invalid_text' })
    await set(null)
    expect(await legalName()).toBeNull()
  })

  it('is paid once by two who press at the same moment, and once by one who presses twice', async () => {
    const link = await makeLink()
    const answers = await Promise.all(Array.from({ length: 6 }, () => link.pay()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers)
      if (status !== 200) expect(['payment_in_progress', 'link_not_active']).toContain(body.code)
    expect(await paymentsOf(link)).toHaveLength(1)

    const other = await makeLink()
    const attempt = randomUUID()
    const same = await Promise.all(Array.from({ length: 6 }, () => other.pay({ attempt })))
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await paymentsOf(other)).toHaveLength(1)
  })

  it('is opened and paid where the database ends the first run of each, as it and another waited for each other', async () => {
    await asOwner(
      `create sequence runs;
       grant usage on sequence runs to public;
       create function end_first_run() returns trigger language plpgsql as $$ begin
         if nextval('runs') % 2 = 1 then
           raise exception 'deadlock detected' using errcode = '40P01';
         end if;
         return new;
       end $$;
       create trigger z_end before update on payment_link for each row
         when (old.status = 'CREATED' and new.status = 'INITIATED') execute function end_first_run();
       create trigger z_end before insert on checkout_payment for each row execute function end_first_run()`,
      [],
    )
    try {
      const link = await makeLink()
      expect((await link.open()).status).toBe(200)
      expect((await link.pay()).body).toMatchObject({ state: 'done', payment: { status: 'paid' } })
      expect(await rowOf(link)).toMatchObject({ status: 'DONE', attempts: 1, uses: 1 })
      expect(await paymentsOf(link)).toHaveLength(1)
    } finally {
      await asOwner(
        `drop trigger z_end on payment_link; drop trigger z_end on checkout_payment; drop function end_first_run; drop sequence runs`,
        [],
      )
    }
  })

  it('may be tried again after a decline, with another card', async () => {
    const link = await makeLink()
    const attempt = randomUUID()
    const { body } = await link.pay({ attempt, card_token: 'test_declined_stolen_card' })
    expect(body).toMatchObject({ state: 'open', payment: { status: 'failed', reason: 'declined' } })
    expect((await link.pay()).body).toMatchObject({ state: 'done', payment: { status: 'paid' } })
    // A payer whose own payment failed sees that the link is paid, but not with which card.
    expect((await link.view(attempt)).payment).toMatchObject({ status: 'paid', card_last_four: null })
  })

  it('takes no second payment while its processor says that the one which failed was paid, until a person has looked', async () => {
    const link = await makeLink()
    await link.pay({ card_token: 'test_declined_insufficient_funds' })
    const [declined] = await paymentsOf(link)
    const report = await kontor.make.contradiction(shop, declined ?? null, { we_say: 'DECLINED' })
    expect(await link.view()).toMatchObject({ state: 'in_doubt' })
    const refused = await link.pay()
    expect([refused.status, refused.body.code]).toEqual([409, 'payment_in_doubt'])
    // Another payer’s link of the same shop, and one with a use left, are paid.
    expect((await (await makeLink()).pay()).body.payment.status).toBe('paid')
    const twice = await makeLink({ reusable: true, max_uses: 2 })
    await twice.pay({ card_token: 'test_declined_insufficient_funds' })
    const [first] = await paymentsOf(twice)
    await kontor.make.contradiction(shop, first ?? null, { we_say: 'DECLINED' })
    expect((await twice.pay()).body.payment.status).toBe('paid')
    expect((await twice.pay()).body.code).toBe('payment_in_doubt')
    await asOwner(
      `update contradiction set state = 'CLOSED', resolved_at = now(), resolved_by = 'P', note = 'seen' where id = $1`,
      [report],
    )
    expect((await link.pay()).body.payment.status).toBe('paid')
  })

  it('sends the payer to the bank and takes nothing else meanwhile', async () => {
    const link = await makeLink()
    const attempt = randomUUID()
    const { body } = await link.pay({ attempt, card_token: 'test_3ds_required' })
    expect(body.payment).toMatchObject({ status: 'action' })
    const back = new URL(body.payment.redirect_url).searchParams.get('return_url') ?? ''
    const returned = await fetch(new URL(new URL(back).pathname, kontor.url), { redirect: 'manual' })
    expect([returned.status, returned.headers.get('location')]).toEqual([303, link.url])
    expect((await link.pay()).body.code).toBe('payment_in_progress')
    expect((await kontor.post(owner, `/v1/paymentlink/${link.id}/expire`)).body.code).toBe('payment_in_progress')
    await press(body.payment.redirect_url, 'authenticate')
    await until(
      () => link.view(attempt),
      ({ payment }: AnyAnswer) => payment.status === 'paid',
    )
    expect(await rowOf(link)).toMatchObject({ status: 'DONE' })
  })

  it('sends the payer of a bank product to the bank, and lets him choose again when he cancels there', async () => {
    const link = await makeLink()
    const attempt = randomUUID()
    const { body } = await link.pay({ attempt, payment_product: 'ideal', card_token: undefined })
    expect(body.payment.status).toBe('action')
    await press(body.payment.redirect_url, 'cancel')
    const after = await until(
      () => link.view(attempt),
      ({ payment }: AnyAnswer) => payment.status === 'failed',
    )
    expect(after).toMatchObject({ state: 'open', payment: { reason: 'cancelled_by_payer' } })
  })

  it('that is open takes an amount between its bounds, one that is fixed no other', async () => {
    const open = await makeLink({ amount: undefined, minimum_amount: 500, maximum_amount: 10_000 })
    for (const [amount, reason] of [
      [undefined, 'required'],
      [499, 'too_small'],
      [10_001, 'too_large'],
    ])
      expect((await open.pay({ amount })).body.details).toMatchObject({ 'body.amount': reason })
    expect((await open.pay({ amount: 777 })).body.payment).toMatchObject({ status: 'paid', amount: 777 })
    const fixed = await makeLink()
    expect((await fixed.pay({ amount: 1 })).body.details).toEqual({ 'body.amount': 'changed' })
  })

  it('that is reusable is paid as often as it may be, and no more', async () => {
    const link = await makeLink({ reusable: true, max_uses: 2 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => link.pay()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(await rowOf(link)).toMatchObject({ status: 'DONE', uses: 2 })
  })

  it('offers the method of the payer’s country first, unless a design orders the methods', async () => {
    const customer = await kontor.make.customer(shop.merchant, { country_code: 'BE' })
    expect((await (await makeLink({ customer })).view()).products).toEqual(['card', 'ideal'])
    const dutch = await kontor.make.customer(shop.merchant)
    expect((await (await makeLink({ customer: dutch })).view()).products).toEqual(['ideal', 'card'])
    const checkout = await kontor.make.checkoutDesign(shop.merchant, { payment_product_order: ['card', 'ideal'] })
    expect((await (await makeLink({ customer: dutch, checkout })).view()).products).toEqual(['card', 'ideal'])
  })

  it('takes only the products it allows', async () => {
    const link = await makeLink({ payment_products: ['ideal'] })
    expect((await link.view()).products).toEqual(['ideal'])
    expect((await link.pay()).body.code).toBe('no_processor_for_product')
    const none = { payment_profile: shop.profile, merchant_reference: 'x', payment_products: ['blik'] }
    expect((await kontor.post(owner, '/v1/paymentlink', none)).body).toMatchObject({
      ...{ code: 'no_processor_for_product', details: { 'body.payment_products': 'no_processor' } },
    })
  })

  it('is not made for a shop that takes no payments, which is then what is wrong', async () => {
    const payment_profile = await kontor.make.profile(shop.merchant)
    for (const payment_products of [[], ['card']]) {
      const asked = { payment_profile, merchant_reference: 'x', payment_products }
      expect((await kontor.post(owner, '/v1/paymentlink', asked)).body).toMatchObject({
        ...{ code: 'no_processor_for_product', details: { 'body.payment_profile': 'takes_no_payments' } },
      })
    }
  })

  it('is over at its expiry, whether or not that was written down, and then is', async () => {
    const link = await makeLink()
    await link.open()
    const past = new Date(Date.now() - 1_000).toISOString()
    await asOwner('update payment_link set expires_at = $1 where id = $2', [past, link.id])
    expect(await rowOf(link)).toMatchObject({ status: 'INITIATED', active: false })
    expect((await link.pay()).body.code).toBe('link_not_active')
    await expireDueLinks(kontor.databases).run(new Date())
    expect(await rowOf(link)).toMatchObject({ status: 'EXPIRED', status_reason: 'date_reached' })
    expect((await link.view()).state).toBe('expired')
  })

  it('that is being paid when its time is over is DONE, not EXPIRED', async () => {
    const link = await makeLink()
    const { body } = await link.pay({ card_token: 'test_3ds_required' })
    await asOwner('update payment_link set expires_at = engine_now() where id = $1', [link.id])
    await expireDueLinks(kontor.databases).run(new Date(Date.now() + 1_000))
    expect(await rowOf(link)).toMatchObject({ status: 'INITIATED' })
    await press(body.payment.redirect_url, 'authenticate')
    await until(
      () => rowOf(link),
      ({ status }) => status === 'DONE',
    )
  })

  it('is closed after ten failed attempts: nobody tries out cards on it', async () => {
    const link = await makeLink()
    for (let attempt = 0; attempt < 10; attempt += 1) await link.pay({ card_token: 'test_declined_do_not_honor' })
    expect(await rowOf(link)).toMatchObject({ status: 'EXPIRED', status_reason: 'maximum_attempts', attempts: 10 })
  })

  it('is not used more often than it may be, whoever writes it', async () => {
    const link = await makeLink()
    await link.pay()
    await expect(
      asOwner(`update payment_link set uses_reserved = uses_reserved + 1 where id = $1`, [link.id]),
    ).rejects.toThrow('payment_link_uses')
  })
})

describe('the address of a page', () => {
  it('is not in the database, is shown again, and cannot be made of the id', async () => {
    const link = await makeLink()
    expect((await kontor.get(owner, `/v1/paymentlink/${link.id}/address`)).body.url).toBe(link.url)
    const token = link.url.split('/pay/')[1]
    for (const wrong of [
      link.id,
      token.slice(0, -1),
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `${token}A`,
    ])
      expect((await kontor.get('', `/v1/pay/${wrong}`)).status).toBe(404)
    const stranger = await kontor.make.cookie({
      merchant: (await kontor.make.merchant()).merchant,
      roles: ['USER_ALL'],
    })
    expect((await kontor.get(stranger, `/v1/paymentlink/${link.id}/address`)).status).toBe(404)
  })
})

describe('a card-add link', () => {
  const rowOfCardLink = async (id: string) => (await kontor.get(owner, `/v1/cardaddlink/${id}`)).body
  async function makeCardLink() {
    const customer = await kontor.make.customer(shop.merchant)
    const body = { payment_profile: shop.profile, customer, merchant_reference: 'Box' }
    const { body: link } = await kontor.post(owner, '/v1/cardaddlink', body)
    return { ...link, ...pageOf(link.url) }
  }

  it('stores the customer’s card by its token, charges nothing, and is DONE with it', async () => {
    const link = await makeCardLink()
    expect(await link.view()).toMatchObject({ amount: 0, products: ['card'] })
    const { body } = await link.pay({ card_token: 'test_visa.122031.abc' })
    expect(body).toMatchObject({ state: 'done', payment: { status: 'paid', amount: 0 } })
    const row = await rowOfCardLink(link.id)
    expect(row).toMatchObject({ status: 'DONE', card_brand: 'visa', card_last_four: '1111', card_expiry: '12/2031' })
    expect(row.card_three_d_secure).toBe('NOT_TRIED')
    const stored = await kontor.databases.provider
      .selectFrom('card')
      .selectAll()
      .where('id', '=', row.card)
      .executeTakeFirst()
    expect(stored).toMatchObject({ customer_id: link.customer, token: 'test_visa.122031.abc', revoked_at: null })
    expect((await kontor.post(owner, `/v1/card/${row.card}/revoke`)).body.active).toBe(false)
    expect((await rowOfCardLink(link.id)).card_revoked_at).not.toBeNull()
    const { body: activity } = await kontor.get(owner, `/v1/cardaddlink/${link.id}/activity`)
    expect(activity.at(-1)).toMatchObject({ kind: 'card_revoked', actor_kind: 'user' })
    const { body: record } = await kontor.get(owner, `/v1/customer/${link.customer}/events`)
    expect(record).toMatchObject([{ kind: 'card_revoked', actor_kind: 'user' }])
  })

  it('is not made where the processor for cards takes no payment of zero', async () => {
    const credential = { secret_key: 'sk_test_1', publishable_key: 'pk_test_1', webhook_secret: 'whsec_1' }
    const processor = await kontor.make.processor(shop.merchant, { gateway: 'stripe', credential })
    const customer = await kontor.make.customer(shop.merchant)
    const linkOf = async (processors: string[]) => {
      const payment_profile = await kontor.make.profile(shop.merchant, { processors, currency_code: 'EUR' })
      const body = { payment_profile, customer, merchant_reference: 'Box' }
      return kontor.post(owner, '/v1/cardaddlink', body)
    }
    const { status, body } = await linkOf([processor])
    expect([status, body.code]).toEqual([409, 'card_check_not_possible'])
    const ofSandbox = await kontor.make.processor(shop.merchant)
    expect((await linkOf([ofSandbox, processor])).status).toBe(201)
    expect((await linkOf([processor, ofSandbox])).body.code).toBe('card_check_not_possible')
  })

  it('is not made where the shop takes no cards', async () => {
    const ideal = await kontor.make.processor(shop.merchant, { payment_product: 'ideal' })
    const payment_profile = await kontor.make.profile(shop.merchant, { processors: [ideal] })
    const customer = await kontor.make.customer(shop.merchant)
    const { body } = await kontor.post(owner, '/v1/cardaddlink', { payment_profile, customer, merchant_reference: 'x' })
    expect([body.code, body.details]).toEqual([
      ...['no_processor_for_product', { 'body.payment_profile': 'takes_no_cards' }],
    ])
  })

  it('stores nothing of a card that is declined, and of one that is authenticated only then', async () => {
    const link = await makeCardLink()
    expect((await link.pay({ card_token: 'test_declined_expired_card' })).body.payment.reason).toBe('expired_card')
    const { body } = await link.pay({ card_token: 'test_3ds_required' })
    expect(await rowOfCardLink(link.id)).toMatchObject({ status: 'INITIATED', card: null })
    await press(body.payment.redirect_url, 'authenticate')
    const done = await until(
      () => rowOfCardLink(link.id),
      ({ status }) => status === 'DONE',
    )
    expect(done).toMatchObject({ card_last_four: '3220', card_three_d_secure: 'AUTHENTICATED' })
    const other = await makeCardLink()
    await other.pay({ card_token: 'test_3ds_attempted' })
    expect((await rowOfCardLink(other.id)).card_three_d_secure).toBe('ATTEMPTED')
  })

  /** The answer of the sandbox to an authorization says no token meanwhile; its notification does. */
  async function withoutTokens(work: () => Promise<unknown>) {
    const at = gateways.indexOf(sandboxGateway)
    const silent: Gateway = {
      ...sandboxGateway,
      async authorize(connection, request) {
        const found = await sandboxGateway.authorize(connection, request)
        withoutToken(found)
        return found
      },
    }
    gateways.splice(at, 1, silent)
    await work().finally(() => gateways.splice(at, 1, sandboxGateway))
  }
  const withoutToken = (found: unknown): void => {
    if (!found || typeof found !== 'object') return
    if ('card' in found && found.card && typeof found.card === 'object' && 'token' in found.card)
      delete found.card.token
    for (const each of Object.values(found)) withoutToken(each)
  }

  it('is DONE with a card whose token comes after the approval', async () => {
    const link = await makeCardLink()
    await withoutTokens(link.pay)
    const done = await until(
      () => rowOfCardLink(link.id),
      ({ status }) => status === 'DONE',
    )
    expect(done).toMatchObject({ card_last_four: '1111' })
    // One of before is done by the upgrade.
    await asOwner('alter table card_add_link disable trigger a_status_transition', [])
    await asOwner(`update card_add_link set status = 'INITIATED', card_id = null where id = $1`, [link.id])
    await asOwner('alter table card_add_link enable trigger a_status_transition', [])
    const upgrade = await migrationText('0275-cards-that-come-later')
    await asOwner(upgrade.slice(upgrade.indexOf('update card_add_link link set card_id = t.card_id')), [])
    expect(await rowOfCardLink(link.id)).toMatchObject({ status: 'DONE', card: done.card })
  })

  it('whose payment was approved and whose card never comes can be ended, and ends when its time is over', async () => {
    const [due, other] = [await makeCardLink(), await makeCardLink()]
    // Payments of older versions left links like these: approved, and no card.
    for (const { id } of [due, other])
      await asOwner(`update card_add_link set status = 'INITIATED', uses_reserved = 1, attempts = 1 where id = $1`, [
        id,
      ])
    await asOwner('update card_add_link set expires_at = now() where id = $1', [due.id])
    await expireDueLinks(kontor.databases).run(new Date(Date.now() + 1_000))
    expect(await rowOfCardLink(due.id)).toMatchObject({ status: 'EXPIRED', status_reason: 'card_not_stored' })
    expect((await kontor.post(owner, `/v1/cardaddlink/${other.id}/cancel`)).body.status).toBe('CANCELLED')
  })

  it('stores no card that could be charged, of a customer who is erased while the bank asks who pays', async () => {
    const link = await makeCardLink()
    const { body } = await link.pay({ card_token: 'test_3ds_required' })
    expect((await kontor.post(owner, `/v1/customer/${link.customer}/erase`)).status).toBe(200)
    await press(body.payment.redirect_url, 'authenticate')
    const done = await until(
      () => rowOfCardLink(link.id),
      ({ status }) => status === 'DONE',
    )
    expect(done.card_revoked_at).not.toBeNull()
    expect((await kontor.get(owner, `/v1/card?customer=${link.customer}&active=true`)).body).toEqual([])
  })

  it('that is cancelled stores no card', async () => {
    const link = await makeCardLink()
    expect((await kontor.post(owner, `/v1/cardaddlink/${link.id}/cancel`)).body.status).toBe('CANCELLED')
    expect((await link.pay()).body.code).toBe('link_not_active')
  })
})
