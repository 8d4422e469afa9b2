import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { stripeToken } from '../../../../web/src/pay/fields/page/stripe-token.ts'
import { type FakeGateway, startFake } from '../../../test/gateways/fake-gateway.ts'
import { playOtherNews } from '../../../test/gateways/other-news.ts'
import { playOtherNotifications, playOtherShapes, type Unknowable } from '../../../test/gateways/other-shapes.ts'
import { playNotifications, playScenes, type Stage } from '../../../test/gateways/scenes.ts'
import { eventOf, signed, stripeEvents, webhookSecret } from '../../../test/gateways/stripe/stripe.events.ts'
import {
  disputed,
  type FakePayment,
  ofOthers,
  secretKey,
  stripeFake,
} from '../../../test/gateways/stripe/stripe.fake.ts'
import { newId } from '../../platform/db/ids.ts'
import {
  type Connection,
  type Exchange,
  FailureKept,
  NotAnswerable,
  NotFoundYet,
  NotSent,
  OutcomeUnknown,
} from '../gateway.ts'
import { stripeGateway as gateway } from './stripe-gateway.ts'

const stripe = stripeFake()
let fake: FakeGateway
const exchanges: Exchange[] = []
beforeAll(async () => {
  fake = await startFake(stripe.kind)
  // The first call of a process takes longest.
  await gateway.test({ ...connection(), timeout_ms: 30_000 })
}, 120_000)
afterAll(() => fake.stop())
afterEach(() => {
  Object.assign(stripe.hides, { fromSearch: false, fromList: false })
  fake.check()
})

const credential = {
  ...{ secret_key: secretKey, publishable_key: 'pk_test_51Kontor', webhook_secret: webhookSecret },
}
const connection = (changed: Readonly<Record<string, string>> = {}): Connection => ({
  ...{ addresses: fake.addresses, mode: 'test', credential: { ...credential, ...changed }, timeout_ms: 1_500 },
  onExchange: (exchange) => void exchanges.push(exchange),
})

const order = (asked: object = {}) => ({
  reference: randomUUID(),
  ...{ amount: 5_000, currency_code: 'EUR', payment_product: 'card', card_token: 'pm_card' },
  ...{ capture: true, payer_present: true, return_url: 'https://pay.example/back', merchant_reference: 'Order 1' },
  ...asked,
})
async function paid(asked: object = {}) {
  const { payment_id, reference } = await gateway.authorize(connection(), order(asked))
  return { payment_id, reference: reference ?? '' }
}
const about = ({ payment_id }: { payment_id: string }, asked: object = {}) => ({
  ...{ reference: randomUUID(), payment_id, amount: 5_000, currency_code: 'EUR' },
  payment: { amount: 5_000, merchant_reference: 'Order 1' },
  ...asked,
})
const answering = () => ({
  ...{ reference: randomUUID(), chargeback_id: `dp_${randomUUID()}`, amount: 5_000, currency_code: 'EUR' },
  payment: { id: 'pi_1', amount: 5_000, merchant_reference: 'Order 1' },
})
const fileOf = (name: string) => {
  const read = async () => Buffer.from('%PDF-1.7\r\n--x')
  return { reference: randomUUID(), name, content_type: 'application/pdf', read }
}
const fakePayment = (id: string) => stripe.payments.get(id) ?? expect.unreachable()
/** The form of the last POST. */
const sent = () => exchanges.findLast(({ method }) => method === 'POST')?.request_body ?? ''
const field = (name: string) => new URLSearchParams(sent()).get(name)

const stage: Stage = {
  gateway,
  connection,
  fake: () => fake,
  wrongKey: { secret_key: 'sk_test_other' },
  orders: {
    authorize: async () => order(),
    capture: async () => about(await paid({ capture: false }), { amount: 3_000 }),
    void: async () => about(await paid({ capture: false })),
    refund: async () => about(await paid(), { amount: 2_000 }),
    async cancel_reference() {
      const { reference: of } = await paid({ capture: false })
      return { reference: randomUUID(), of, amount: 5_000, currency_code: 'EUR' }
    },
    accept: async () => answering(),
    dispute: async () => ({ ...answering(), explanation: 'It was delivered', evidence: [fileOf('Factuur 1.pdf')] }),
    revoke_card: async () => ({ reference: randomUUID(), card_token: `cus_1/pm_${randomUUID().replaceAll('-', '')}` }),
  },
  returned: { redirect_status: 'succeeded' },
  notifications: stripeEvents,
}

const unknowable: Unknowable[] = [
  { place: 'data.*', by: ['missing'], why: 'a list is whole without it' },
  {
    ...{ place: 'data.*.metadata.kontor', by: ['missing', 'another word'] },
    why: 'other programs make payments and refunds, and write notes of their own',
  },
  { place: 'data.*.metadata', by: ['null'], why: 'a refund that somebody made may have no notes' },
  { place: 'data.*.id', by: ['another word'], why: 'the question for it says that Stripe does not have it' },
  { place: 'metadata.kontor_capture', by: ['another word'], why: 'another capture of ours took the money' },
]

describe(`Stripe's orders fit (check 1), by ${stripe.kind.document.from}`, () => {
  playScenes(stage)
  playOtherShapes(stage, unknowable)

  const entry = async (reference: string) => fake.books.of(reference)[0] ?? expect.unreachable()
  const entries = {
    payment: async () => entry((await paid()).reference),
    refund: async () => {
      const { reference = '' } = await gateway.refund(connection(), about(await paid()))
      return entry(reference)
    },
  }
  playNotifications(stage, entries)
  const dispute = async () => disputed(stripe, fakePayment((await paid()).payment_id))
  playOtherNotifications({
    ...{ stage, entries, proved: (body: object) => signed(body) },
    chargebacks: { 'is open': async () => signed(eventOf('charge.dispute.created', await dispute())) },
  })
  playOtherNews(
    stage,
    {
      'a payment that was taken': async () => (await paid()).payment_id,
      'a payment that is held': async () => (await paid({ capture: false })).payment_id,
      async 'a payment that was captured and paid back in part'() {
        const held = await paid({ capture: false })
        await gateway.capture(connection(), about(held, { amount: 3_000 }))
        await gateway.refund(connection(), about(held, { amount: 2_000 }))
        return held.payment_id
      },
      'a payment that was charged back': async () => (await dispute()).payment_intent,
      async 'a payment whose chargeback was won'() {
        const made = await dispute()
        made.status = 'won'
        return made.payment_intent
      },
    },
    [
      { place: 'data.*', by: ['missing'], why: 'a list is whole without it' },
      { place: 'metadata.kontor', by: ['missing', 'another word'], why: 'other programs write notes of their own' },
      { place: 'metadata.kontor_capture', by: ['another word'], why: 'another capture of ours took the money' },
      { place: 'data.*.metadata.kontor', by: ['another word'], why: 'another refund of ours is what it says' },
    ],
  )
})

describe('A card at Stripe that is to be kept, from', () => {
  playOtherShapes({ ...stage, orders: { authorize: async () => order({ store_card: true }) } }, unknowable)
})

describe('test', () => {
  it('says whose account it is', async () => {
    expect(await gateway.test(connection())).toEqual({ ok: true, account: 'acct_1Kontor' })
  })

  it.each([
    [{ secret_key: 'pk_test_51Kontor' }, 'secret_key', 'unreadable'],
    [{ secret_key: 'sk_live_51Kontor' }, 'secret_key', 'wrong_mode'],
    [{ secret_key: 'sk_test_other' }, 'secret_key', 'credential_refused'],
    [{ publishable_key: 'pk_live_51Kontor' }, 'publishable_key', 'wrong_mode'],
    [{ publishable_key: secretKey }, 'publishable_key', 'unreadable'],
    [{ webhook_secret: 'we_1Kontor' }, 'webhook_secret', 'unreadable'],
  ])('names the value that is wrong: %j', async (changed, wrong, problem) => {
    expect(await gateway.test(connection(changed))).toEqual({ ok: false, field: wrong, problem })
  })
})

describe('a payment', () => {
  it('is sent with its key, version and reference, and teaches the card', async () => {
    const request = order({ descriptor: 'Shop <1>' })
    const said = await gateway.authorize(connection(), request)
    expect(Object.fromEntries(new URLSearchParams(sent()))).toEqual({
      ...{ amount: '5000', currency: 'eur', confirm: 'true', capture_method: 'automatic' },
      ...{ 'allowed_payment_method_types[0]': 'card', payment_method: 'pm_card' },
      ...{ return_url: request.return_url, description: 'Order 1', statement_descriptor_suffix: 'Shop 1' },
      ...{ 'metadata[kontor]': request.reference, 'expand[0]': 'latest_charge' },
    })
    expect(said).toMatchObject({ outcome: { is: 'done', status: 'CAPTURED' } })
    const card = { brand: 'visa', last_four: '4242', expiry_month: 12, expiry_year: 2031 }
    expect(said.learnt).toEqual({ card, three_d_secure: 'AUTHENTICATED' })
  })

  it('keeps its card under a customer, by whom it is charged later without the payer', async () => {
    const kept = await gateway.authorize(connection(), order({ store_card: true }))
    const token = kept.learnt?.card?.token ?? ''
    expect(token).toMatch(/^cus_\w+\/pm_card$/)
    expect(field('setup_future_usage')).toBe('off_session')
    const { return_url: _, ...away } = order({ card_token: token, card_is_stored: true, payer_present: false })
    for (const [initiative, word] of [
      ['recurring', 'recurring'],
      ['unscheduled', 'one_off'],
      [undefined, 'one_off'],
    ] as const) {
      const request = { ...away, reference: randomUUID(), ...(initiative && { initiative }) }
      expect(await gateway.authorize(connection(), request)).toMatchObject({ outcome: { is: 'done' } })
      expect(field('off_session')).toBe(word)
      expect([field('customer'), field('payment_method')]).toEqual(token.split('/'))
    }
    await gateway.authorize(connection(), order({ card_token: token, card_is_stored: true }))
    expect([field('off_session'), field('return_url')]).toEqual([null, 'https://pay.example/back'])
  })

  it('gets a customer under a new key where Stripe keeps a failure under the one before, and the same one in each try', async () => {
    const request = order({ store_card: true })
    // Each try meets what Stripe keeps, and then one failure more.
    for (const scenes of [['broken'], ['done', 'broken']] as const) {
      fake.ask(...scenes)
      await expect(gateway.authorize(connection(), request)).rejects.toThrow(NotSent)
    }
    fake.play('lost_after')
    await expect(gateway.authorize(connection(), request)).rejects.toThrow(OutcomeUnknown)
    const kept = await gateway.authorize(connection(), request)
    expect(kept.learnt?.card?.token).toMatch(/^cus_\w+\/pm_card$/)
    const keys = fake.received.filter(({ path }) => path.endsWith('/v1/customers')).map(({ key = '' }) => key)
    const own = keys.filter((key) => key.startsWith(request.reference))
    expect(new Set(own)).toEqual(new Set(['', '.1', '.2'].map((end) => `${request.reference}.customer${end}`)))
    expect(fake.books.of(request.reference)).toHaveLength(1)
  })

  it('asks for 3-D Secure where a ruleset demands it', async () => {
    await gateway.authorize(connection(), order({ three_d_secure: 'required' }))
    expect(field('payment_method_options[card][request_three_d_secure]')).toBe('any')
    await gateway.authorize(connection(), order())
    expect(field('payment_method_options[card][request_three_d_secure]')).toBeNull()
  })

  it('keeps an agreement of a wallet', async () => {
    const { card_token: _, ...request } = order({ payment_product: 'paypal', store_agreement: true })
    const browser = { user_agent: 'Firefox' } as never
    const kept = await gateway.authorize(connection(), { ...request, payer: { ip: '192.0.2.1', browser } })
    expect(kept.learnt).toEqual({ agreement: { token: expect.stringMatching(/^cus_\w+\/pm_made$/) } })
    expect(field('mandate_data[customer_acceptance][online][ip_address]')).toBe('192.0.2.1')
  })

  it('of a product without a card names the product, and who pays', async () => {
    const { card_token: _, ...request } = order({ payment_product: 'klarna', capture: false })
    await gateway.authorize(connection(), { ...request, payer: { email: 'a@b.example', country: 'NL' } })
    expect(field('allowed_payment_method_types[0]')).toBe('klarna')
    expect(field('payment_method_data[type]')).toBe('klarna')
    expect(field('payment_method_data[billing_details][address][country]')).toBe('NL')
    expect(field('capture_method')).toBe('manual')
  })

  it('by Klarna is held when its payer is back, and captured, paid back or released later', async () => {
    const held = async () => {
      const { card_token: _, ...request } = order({ payment_product: 'klarna', capture: false })
      fake.play('sent_out_and_back')
      const { outcome, payment_id } = await gateway.authorize(connection(), request)
      expect(outcome).toMatchObject({ is: 'action', url: expect.stringMatching(/^https:/) })
      const back = { ...request, reference: randomUUID(), of: request.reference, payment_id, returned: {} }
      expect(await gateway.resume?.(connection(), back)).toMatchObject({
        outcome: { is: 'done', status: 'AUTHORIZED' },
      })
      return { payment_id }
    }
    const payment = await held()
    expect(await gateway.capture(connection(), about(payment, { amount: 4_000 }))).toMatchObject({
      outcome: { is: 'done', status: 'CAPTURED' },
    })
    expect(await gateway.refund(connection(), about(payment, { amount: 1_500 }))).toMatchObject({
      outcome: { is: 'done', status: 'REFUNDED' },
    })
    expect(await gateway.void(connection(), about(await held()))).toMatchObject({
      outcome: { is: 'done', status: 'VOIDED' },
    })
  })

  it('by Klarna is sent in the currencies of its countries alone', async () => {
    const { card_token: _, ...request } = order({ payment_product: 'klarna', currency_code: 'JPY' })
    const before = fake.received.length
    expect(await gateway.authorize(connection(), request)).toMatchObject({
      outcome: { is: 'not_done', by: 'gateway', reason: 'amount_not_possible', elsewhere: true },
    })
    expect(fake.received).toHaveLength(before)
  })

  it.each(['bancontact', 'eps'])(
    'by %s names the holder of the account, and is sent in euros alone',
    async (product) => {
      const { card_token: _, ...request } = order({ payment_product: product, payer: { name: 'A. Janssens' } })
      expect(await gateway.authorize(connection(), request)).toMatchObject({
        outcome: { is: 'done', status: 'CAPTURED' },
      })
      expect(field('payment_method_data[type]')).toBe(product)
      expect(field('payment_method_data[billing_details][name]')).toBe('A. Janssens')
      const before = fake.received.length
      for (const [wrong, reason] of [
        [{ payer: {} }, 'payer_name_missing'],
        [{ currency_code: 'PLN' }, 'amount_not_possible'],
      ] as const)
        expect(await gateway.authorize(connection(), { ...request, ...wrong, reference: randomUUID() })).toMatchObject({
          outcome: { is: 'not_done', by: 'gateway', reason, elsewhere: true },
        })
      expect(fake.received).toHaveLength(before)
    },
  )

  it('by direct debit names the account and its holder, and gives his authority for it', async () => {
    const browser = { user_agent: 'Firefox' } as never
    const payer = { name: 'A. Klaassen', email: 'a@b.example', iban: 'NL91ABNA0417164300', ip: '192.0.2.1', browser }
    const { card_token: _, ...request } = order({ payment_product: 'sepa_debit', payer })
    fake.play('pending')
    expect(await gateway.authorize(connection(), request)).toMatchObject({ outcome: { is: 'later' } })
    expect(field('payment_method_data[sepa_debit][iban]')).toBe('NL91ABNA0417164300')
    expect(field('payment_method_data[billing_details][name]')).toBe('A. Klaassen')
    expect(field('mandate_data[customer_acceptance][online][ip_address]')).toBe('192.0.2.1')
  })

  it('by BLIK has the code of the payer, who confirms at his bank', async () => {
    const asked = { payment_product: 'blik', currency_code: 'PLN', payer: { blik_code: '777123' } }
    const { card_token: _, ...request } = order(asked)
    fake.play('pending')
    expect(await gateway.authorize(connection(), request)).toMatchObject({ outcome: { is: 'later' } })
    expect(field('payment_method_options[blik][code]')).toBe('777123')
  })

  it.each([
    ['sepa_debit', { payer: { name: 'A', email: 'a@b.example' } }, 'iban_missing'],
    ['sepa_debit', { payer: { name: 'A', iban: 'NL91ABNA0417164300' } }, 'payer_email_missing'],
    ['blik', { currency_code: 'PLN' }, 'blik_code_missing'],
  ])('by %s is not sent without what nobody said of the payer: %o', async (payment_product, more, reason) => {
    const { card_token: _, ...request } = order({ payment_product, ...more })
    const before = fake.received.length
    const { outcome } = await gateway.authorize(connection(), request)
    expect(outcome).toMatchObject({ is: 'not_done', by: 'gateway', reason, elsewhere: true })
    expect(fake.received).toHaveLength(before)
  })

  it('is of the card that a payer typed, as the page with the fields gives it', async () => {
    const card_token = stripeToken({ id: 'pm_1Typed' })
    expect(await gateway.authorize(connection(), order({ card_token }))).toMatchObject({ outcome: { is: 'done' } })
    expect([field('payment_method'), field('customer')]).toEqual(['pm_1Typed', null])
    const before = fake.received.length
    for (const wrong of ['{"payment_method":"cus_1/pm_1"}', '{"payment_method":"pm_1","customer":"cus_1"}', '{'])
      expect(await gateway.authorize(connection(), order({ card_token: wrong }))).toMatchObject({
        outcome: { is: 'not_done', by: 'gateway' },
      })
    expect(fake.received).toHaveLength(before)
  })

  it.each([
    ['the card of another customer, which a payer’s browser names', { card_token: 'cus_1/pm_card' }],
    ['a stored card in the form of a typed one', { card_token: 'pm_card', card_is_stored: true }],
    ['an agreement in the form of a typed card', { card_token: undefined, agreement_token: 'pm_card' }],
  ])('is not sent with %s', async (_, asked) => {
    const before = fake.received.length
    const { outcome } = await gateway.authorize(connection(), order(asked))
    expect(outcome).toMatchObject({ is: 'not_done', by: 'gateway', elsewhere: true })
    expect(fake.received).toHaveLength(before)
  })

  it('of which somebody captured a part at Stripe is for a person, and so is a refund in a word that nobody knows', async () => {
    const made = await paid({ capture: false })
    const entry = fake.books.of(made.reference)[0] ?? expect.unreachable()
    const part = { status: 'succeeded', amount_received: 3_000 }
    Object.assign(entry.more?.['payment'] ?? expect.unreachable(), part)
    expect(await gateway.news?.(connection(), entry.payment_id)).toEqual([
      { about: 'unknown', type: 'a payment: captured 3000 of 5000 at Stripe', reference: made.reference },
    ])
  })

  it('that keeps its card is asked for when an event tells it, because an event has no card', async () => {
    const kept = await paid({ store_card: true })
    const entry = fake.books.of(kept.reference)[0] ?? expect.unreachable()
    expect(gateway.readNotification(connection(), stripeEvents.of(entry, 'done'))).toMatchObject([
      { about: 'payment', payment_id: entry.payment_id },
    ])
    expect(await gateway.find?.(connection(), { ...kept, operation: 'authorize' })).toMatchObject({
      outcome: { is: 'done', status: 'CAPTURED' },
      learnt: {
        card: { brand: 'visa', last_four: '4242', token: expect.stringMatching(/^cus_\w+\/pm_card$/) },
        three_d_secure: 'AUTHENTICATED',
      },
    })
  })

  it('of which somebody captured a part at Stripe is for a person', async () => {
    const { payment_id, reference } = await paid({ capture: false })
    Object.assign(stripe.payments.get(payment_id) ?? expect.unreachable(), {
      status: 'succeeded',
      amount_received: 3_000,
    })
    const asked = gateway.find?.(connection(), { reference, operation: 'authorize', payment_id })
    await expect(asked).rejects.toMatchObject({ name: 'OutcomeUnknown', message: 'captured 3000 of 5000 at Stripe' })
  })

  it('leaves no other payment in the record of its search', async () => {
    const other = await paid()
    const { payment_id, reference } = await paid()
    exchanges.length = 0
    await gateway.find?.(connection(), { reference, operation: 'authorize' })
    const list = exchanges[0] ?? expect.unreachable()
    expect(list.url).toMatch(/\/v1\/payment_intents\?created/)
    expect(JSON.parse(list.response_body)).toEqual({ count: expect.any(Number), found: payment_id })
    expect(JSON.stringify(exchanges)).not.toContain(other.payment_id)
  })

  it('leaves none in the record of a list that has another form, which cannot answer', async () => {
    const other = await paid()
    const real = globalThis.fetch
    const odd = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...asked) => {
      const reply = await real(...asked)
      return String(asked[0]).includes('/v1/payment_intents?') ? Response.json({ items: await reply.json() }) : reply
    })
    exchanges.length = 0
    const answer = await sought(newId(new Date()).id)?.catch((error: unknown) => error)
    odd.mockRestore()
    expect(answer).toBeInstanceOf(NotAnswerable)
    expect(exchanges).toHaveLength(1)
    expect(JSON.stringify(exchanges)).not.toContain(other.payment_id)
  })

  it('is not sent with a card of another gateway', async () => {
    const before = fake.received.length
    const { outcome } = await gateway.authorize(connection(), order({ card_token: '{"encryptedCardNumber":"x"}' }))
    expect(outcome).toMatchObject({ is: 'not_done', by: 'gateway', elsewhere: true })
    expect(fake.received).toHaveLength(before)
  })

  const sought = (reference: string) => gateway.find?.(connection(), { reference, operation: 'authorize' })
  const questions = () => exchanges.filter(({ url }) => /payment_intents[/?]/.test(url)).map(({ url }) => url)

  /** Of these payments alone, the oldest first. */
  async function whereListed(payments: readonly FakePayment[], ask: () => Promise<void>) {
    const before = [...stripe.payments]
    const list = (all: readonly (readonly [string, FakePayment])[]) => {
      stripe.payments.clear()
      for (const [id, each] of all) stripe.payments.set(id, each)
    }
    list(payments.map((each) => [each.id, each]))
    await ask().finally(() => list(before))
  }

  it('is found among those since its order, and otherwise by the search', async () => {
    const { reference } = await paid()
    stripe.hides.fromSearch = true
    expect(await sought(reference)).toMatchObject({ reference, outcome: { is: 'done', status: 'CAPTURED' } })
    Object.assign(stripe.hides, { fromSearch: false, fromList: true })
    expect(await sought(reference)).toMatchObject({ reference, outcome: { is: 'done', status: 'CAPTURED' } })
  })

  it('is not done where the list since its order is read whole and does not have it', async () => {
    const { id: reference } = newId(new Date())
    const payment = { ...ofOthers(), metadata: { kontor: reference } }
    const others = Array.from({ length: 250 }, () => ofOthers())
    exchanges.splice(0)
    await whereListed(others, async () => expect(await sought(reference)).toBe('unseen'))
    expect(questions()).toHaveLength(3)
    // The clocks may differ by ten minutes.
    const since_s = Number(new URL(questions()[0] ?? '').searchParams.get('created[gte]'))
    expect(Date.now() / 1_000 - since_s).toBeGreaterThanOrEqual(600)
    expect(Date.now() / 1_000 - since_s).toBeLessThan(660)
    await whereListed([payment, ...others], async () =>
      expect(await sought(reference)).toMatchObject({ reference, payment_id: payment.id }),
    )
  })

  it('is not believed unseen by a list since its order, where the clock of that order was ahead', async () => {
    const { id: reference } = newId(new Date(Date.now() + 11 * 60_000))
    const made = Math.floor(Date.now() / 1_000) - 15 * 60
    const payment = { ...ofOthers(made), metadata: { kontor: reference } }
    const others = (count: number) => Array.from({ length: count }, () => ofOthers())
    await whereListed([payment, ...others(1)], async () =>
      expect(await sought(reference)).toMatchObject({ reference, payment_id: payment.id }),
    )
    stripe.hides.fromSearch = true
    await whereListed([payment, ...others(301)], () => expect(sought(reference)).rejects.toThrow(NotAnswerable))
    stripe.hides.fromSearch = false
  })

  it('is neither found nor undone where the list is too long, unless it goes back to what the search has', async () => {
    const { id: reference } = newId(new Date(Date.now() - 90 * 60_000))
    Object.assign(stripe.hides, { fromSearch: true, fromList: true })
    await expect(sought(reference)).rejects.toThrow(NotAnswerable)
    // A payment that is not found is not cancelled yet: the cancellation waits and asks again.
    const cancellation = { reference: randomUUID(), of: reference, amount: 1, currency_code: 'EUR' }
    await expect(gateway.cancelReference?.(connection(), cancellation)).rejects.toBeInstanceOf(NotFoundYet)
    stripe.hides.fromList = false
    const ago = (minutes: number) => Math.floor(Date.now() / 1_000) - minutes * 60
    const others = (minutes: number) => Array.from({ length: 301 }, () => ofOthers(ago(minutes)))
    await whereListed(others(75), async () => expect(await sought(reference)).toBe('unseen'))
    await whereListed(others(65), () => expect(sought(reference)).rejects.toThrow(NotAnswerable))
  })

  it('gets a 500 again by its key, and is asked for instead (check 6)', async () => {
    const request = order()
    fake.play('broken')
    for (let tries = 0; tries < 2; tries++)
      await expect(gateway.authorize(connection(), request)).rejects.toThrow(FailureKept)
    expect(await sought(request.reference)).toBe('unseen')
    expect(fake.books.of(request.reference)).toEqual([])
  })

  it('that Stripe does not see says nothing of a try before, for each order about it', async () => {
    for (const send of [gateway.capture, gateway.void, gateway.refund])
      expect(await send(connection(), about({ payment_id: 'pi_unseen' }))).toMatchObject({
        outcome: { is: 'not_done', elsewhere: true },
      })
  })

  it('is not believed of the other mode (check 14)', async () => {
    const live = { ...connection(), mode: 'live' as const }
    await expect(gateway.authorize(live, order())).rejects.toThrow('other mode')
  })

  it('that was captured reports its capture as an order of its own', async () => {
    const { reference, payment_id } = await paid({ capture: false })
    const capture = about({ payment_id }, { amount: 3_000 })
    await gateway.capture(connection(), capture)
    const found = (operation: 'authorize' | 'capture' | 'void', of: string) =>
      gateway.find?.(connection(), { reference: of, operation, payment_id })
    expect(await found('authorize', reference)).toMatchObject({ outcome: { status: 'AUTHORIZED' } })
    expect(await found('capture', capture.reference)).toMatchObject({ money: { amount: 3_000 } })
    expect(await found('capture', randomUUID())).toBe('unseen')
    expect(await found('void', randomUUID())).toBe('unseen')
  })
})

describe('An order that Stripe failed at and that is sent again under a new key', () => {
  const again = <T extends { reference: string }>(request: T) => ({ ...request, key: `${request.reference}.1` })

  it('is a cancellation that finds the payment cancelled', async () => {
    const { reference: of } = await paid({ capture: false })
    const request = { reference: randomUUID(), of, amount: 5_000, currency_code: 'EUR' }
    const cancel = gateway.cancelReference ?? expect.unreachable()
    for (const each of [request, again(request)])
      expect(await cancel(connection(), each)).toMatchObject({ outcome: { is: 'done', status: 'VOIDED' } })
  })

  it('is the acceptance of a dispute that is lost, and is refused where it is not', async () => {
    const { id } = disputed(stripe, fakePayment((await paid()).payment_id))
    const request = { ...answering(), chargeback_id: id }
    for (const each of [request, again(request)])
      expect(await gateway.accept(connection(), each)).toMatchObject({ outcome: { is: 'done', status: 'LOST' } })
    const other = disputed(stripe, fakePayment((await paid()).payment_id))
    await gateway.dispute(connection(), { ...answering(), chargeback_id: other.id, evidence: [] })
    const late = await gateway.accept(connection(), again({ ...answering(), chargeback_id: other.id }))
    expect(late).toMatchObject({ outcome: { is: 'not_done' } })
  })

  it('is the evidence that Stripe has, where it is ours, and each file is handed in once more', async () => {
    const { id } = disputed(stripe, fakePayment((await paid()).payment_id))
    const request = { ...answering(), chargeback_id: id, evidence: [fileOf('receipt.pdf')] }
    fake.play('done')
    for (const each of [request, again(request)])
      expect(await gateway.dispute(connection(), each)).toMatchObject({ outcome: { is: 'done', status: 'IN_DISPUTE' } })
    const files = fake.received.filter(
      ({ path, key }) => path.endsWith('/v1/files') && key?.startsWith(request.evidence[0]?.reference ?? '-'),
    )
    expect(new Set(files.map(({ key }) => key)).size).toBe(2)
    const others = await gateway.dispute(connection(), again({ ...answering(), chargeback_id: id, evidence: [] }))
    expect(others).toMatchObject({ outcome: { is: 'not_done' } })
  })

  it('is the revocation of a card that belongs to nobody any more', async () => {
    const request = { reference: randomUUID(), card_token: `cus_1/pm_${randomUUID().replaceAll('-', '')}` }
    for (const each of [request, again(request)])
      expect(await gateway.revokeCard(connection(), each)).toEqual({ status: 'REVOKED' })
  })
})

it('A refund is not seen beside one of somebody else that has no notes', async () => {
  const { payment_id } = await paid()
  const other = about({ payment_id }, { amount: 1_000 })
  const { id } = await gateway.refund(connection(), other)
  Object.assign(stripe.refunds.find((each) => each.id === id) ?? {}, { metadata: null })
  const sought = { reference: randomUUID(), operation: 'refund', payment_id } as const
  expect(await gateway.find?.(connection(), sought)).toBe('unseen')
})

describe('amounts', () => {
  it.each([
    ['JPY', 500, '500'],
    ['MGA', 50_000, '500'],
    ['KWD', 1_230, '1230'],
    ['ISK', 500, '50000'],
    ['CLP', 500, '500'],
    ['IDR', 150_000, '150000'],
    ['CVE', 5_000, '5000'],
    ['UGX', 500, '50000'],
    ['HUF', 50_050, '50050'],
    ['EUR', 1_001, '1001'],
  ])('are said as Stripe says them, and read back: %s (check 15)', async (currency_code, amount, said) => {
    const report = await gateway.authorize(connection(), order({ currency_code, amount }))
    expect([field('amount'), field('currency')]).toEqual([said, currency_code.toLowerCase()])
    expect(report.money).toEqual({ amount, currency_code })
  })

  it.each([
    ['KWD', 1_234],
    ['MGA', 50_050],
    ['IQD', 1_000],
    ['EUR', 0],
  ])('that Stripe does not have are refused before anything is sent: %s (check 15)', async (currency_code, amount) => {
    const before = fake.received.length
    const money = { currency_code, amount }
    const { outcome } = await gateway.authorize(connection(), order(money))
    expect(outcome).toMatchObject({ is: 'not_done', by: 'gateway', elsewhere: true })
    expect(await gateway.refund(connection(), about({ payment_id: 'pi_1' }, money))).toMatchObject({
      outcome: { is: 'not_done', by: 'gateway' },
    })
    expect(fake.received).toHaveLength(before)
  })
})

describe('a dispute', () => {
  it('has each file in the field of its kind, and takes no second file for one', async () => {
    const names = ['Factuur 1.pdf', 'track-and-trace.pdf', 'mails met klant.pdf', 'IMG_1.jpg']
    const request = { ...answering(), evidence: names.map(fileOf) }
    expect(await gateway.dispute(connection(), request)).toMatchObject({ outcome: { status: 'IN_DISPUTE' } })
    const { evidence } = fake.books.of(request.reference)[0]?.more ?? {}
    const inField = expect.stringMatching(/^file_/)
    expect(evidence).toEqual({
      ...{ receipt: inField, shipping_documentation: inField, customer_communication: inField },
      uncategorized_file: inField,
    })
    const two = { ...answering(), evidence: ['IMG_1.jpg', 'IMG_2.jpg'].map(fileOf) }
    expect(await gateway.dispute(connection(), two)).toMatchObject({ outcome: { reason: 'more_files_than_fields' } })
    expect(fake.books.of(two.reference)).toEqual([])
  })

  it('leaves no content of a file in the record of its exchange', async () => {
    exchanges.length = 0
    await gateway.dispute(connection(), { ...answering(), evidence: [fileOf('a.pdf')] })
    expect(exchanges[0]?.request_body).toBe('{"name":"a.pdf","content_type":"application/pdf","size":13}')
  })
})

describe('a card', () => {
  it('that was detached before is revoked', async () => {
    const card_token = 'cus_1/pm_detached'
    for (let tries = 0; tries < 2; tries++)
      expect(await gateway.revokeCard(connection(), { reference: randomUUID(), card_token })).toEqual({
        status: 'REVOKED',
      })
  })
})

describe('cancelling by reference', () => {
  it('waits for a payment that is not to be found yet', async () => {
    const request = { reference: randomUUID(), of: randomUUID(), amount: 1, currency_code: 'EUR' }
    await expect(gateway.cancelReference?.(connection(), request)).rejects.toBeInstanceOf(NotFoundYet)
  })
})

it('The refunds that were made in a time are listed a hundred at once, with those that failed or that cannot be understood', async () => {
  const made = []
  for (const status of ['succeeded', 'pending', 'failed', 'canceled', 'in_some_new_way']) {
    const payment = await paid()
    const { id } = await gateway.refund(connection(), about(payment))
    made.push({ payment_id: payment.payment_id, mayBeUndone: !['succeeded', 'pending'].includes(status) })
    Object.assign(stripe.refunds.find((each) => each.id === id) ?? {}, { status })
  }
  const [like] = stripe.refunds.slice(-5)
  const shops = Array.from({ length: 150 }, (_, at) => ({ ...like, id: `re_shop${at}`, payment_intent: null }))
  stripe.refunds.push(...(shops as unknown as typeof stripe.refunds))
  const [asked, now] = [fake.received.length, Date.now()]
  const listed = async (from: Date, before: Date) => {
    const all = []
    for await (const each of gateway.refundsMade?.(connection(), { from, before }) ?? []) all.push(each)
    return all
  }
  const all = await listed(new Date(now - 60_000), new Date(now + 60_000))
  fake.takeFaults()
  expect(all.slice(-5)).toEqual(made)
  expect(fake.received.length - asked).toBe(Math.ceil((all.length + 150) / 100))
  expect(await listed(new Date(0), new Date(now - 600_000))).toEqual([])
  stripe.refunds.splice(-155)
})
