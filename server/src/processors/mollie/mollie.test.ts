import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FakeGateway, startFake } from '../../../test/gateways/fake-gateway.ts'
import { mollieDocument, typedWords } from '../../../test/gateways/mollie.document.ts'
import { chargeBack, mollieCredential, mollieKind, rawOf, refusal, tell } from '../../../test/gateways/mollie.fake.ts'
import { playOtherNews } from '../../../test/gateways/other-news.ts'
import { playOtherShapes, type Unknowable } from '../../../test/gateways/other-shapes.ts'
import { type NotificationsOfFake, playScenes, type Stage } from '../../../test/gateways/scenes.ts'
import { newId as newIdAt } from '../../platform/db/ids.ts'
import {
  type AuthorizeRequest,
  type Connection,
  type Exchange,
  NotAnswerable,
  NotFoundYet,
  NotSent,
  OutcomeUnknown,
} from '../gateway.ts'
import { mollieManifest } from './mollie.manifest.ts'
import { mollieGateway as mollie } from './mollie-gateway.ts'
import { tokenOf } from './mollie-tokens.ts'
import { brands, captureStatuses, failureReasons, paymentStatuses, refundStatuses } from './mollie-words.ts'

/** A reference as the outbox makes it. */
const newId = () => newIdAt(new Date()).id

let fake: FakeGateway
beforeAll(async () => {
  fake = await startFake(mollieKind)
})
afterEach(() => fake.check())
afterAll(() => fake.stop())

const notification_url = 'https://kontor.example/v1/processornotification/p/k'
const connection = (credential: Readonly<Record<string, string>> = {}): Connection => ({
  addresses: fake.addresses,
  mode: 'test',
  credential: { ...mollieCredential, ...credential },
  timeout_ms: 10_000,
  onExchange: () => {},
  notification_url,
})

const typedCard = 'tkn_UqAvArS3gw'
const return_url = 'https://pay.kontor.example/pay/return/x'
const order = (more: Partial<AuthorizeRequest> = {}): AuthorizeRequest => ({
  ...{ reference: newId(), amount: 1_000, currency_code: 'EUR', payment_product: 'card', capture: false },
  ...{ merchant_reference: 'ORDER-1', return_url, card_token: typedCard, payer: { reference: 'customer-1' } },
  ...more,
})
const withoutCard = ({ card_token: _, ...rest }: AuthorizeRequest): AuthorizeRequest => rest
const atPage = (more: Partial<AuthorizeRequest> = {}) => withoutCard(order(more))
const mandate = () => ({ customer: 'cst_4qqhO89gsT', mandate: `mdt_${randomUUID().slice(0, 8)}` })
const lastBody = () => fake.received.findLast(({ method }) => method === 'POST')?.body as Record<string, unknown>
const wrongKey = { api_key: 'test_anotherKeyThatNobodyKnows' }

async function paid(more: Partial<AuthorizeRequest> = {}) {
  const request = order(more)
  const { payment_id } = await mollie.authorize(connection(), request)
  return { reference: newId(), of: request.reference, payment_id, amount: 1_000, currency_code: 'EUR' }
}
const ofShop = { payment: { amount: 1_000, merchant_reference: 'ORDER-1' } }
const paidBack = async () => ({ ...(await paid({ capture: true })), ...ofShop })

const stage: Stage<Pick<NotificationsOfFake, 'of'>> = {
  gateway: mollie,
  fake: () => fake,
  ...{ connection, wrongKey },
  // Where the payer was is enough: what he brings is not read.
  returned: {},
  orders: {
    authorize: async () => order(),
    capture: () => paid(),
    void: () => paid(),
    refund: paidBack,
    async cancel_reference() {
      const { payment_id: _, ...request } = await paid()
      return request
    },
    revoke_card: async () => ({ reference: newId(), card_token: tokenOf(mandate()) }),
  },
  notifications: {
    of(entry, what) {
      if (what === 'undone') throw new Error('Mollie does not say what was before')
      return tell(fake.books, entry, what)
    },
  },
  bookedAs(kind, request) {
    if (kind === 'void' && 'payment_id' in request) return request.payment_id
    if (kind === 'cancel_reference' && 'of' in request) return fake.books.of(request.of)[0]?.id
    if (kind !== 'revoke_card' || !('card_token' in request)) return undefined
    return request.card_token?.split('.')[1]
  },
}

const ofOthers = 'other programs make payments, captures and refunds, and write notes of their own'
const lists = ['_embedded.payments', '_embedded.captures', '_embedded.refunds']
const unknowable: Unknowable[] = lists.flatMap((list): Unknowable[] => [
  { place: `${list}.*`, by: ['missing'], why: 'a list is whole without it' },
  ...(list !== '_embedded.payments'
    ? [{ place: `${list}.*.metadata`, by: ['null' as const], why: 'what people make at Mollie has no notes' }]
    : []),
  {
    place: `${list}.*.metadata.kontor`,
    by: list.endsWith('payments') ? ['another word'] : ['missing', 'another word'],
    why: ofOthers,
  },
])

describe(`Mollie's orders fit (check 1), held against ${mollieDocument.from}`, () => {
  playScenes(stage)
  playOtherShapes(stage, unknowable)
})

describe('A card at Mollie that is to be kept, from', () => {
  playOtherShapes({ ...stage, orders: { authorize: async () => order({ store_card: true }) } }, unknowable)
})

describe('What Mollie says when there is news', () => {
  const entryOf = (id: string) => fake.books.find(id) ?? expect.unreachable()
  const taken = async () => (await paid({ capture: true })).payment_id
  playOtherNews(
    stage,
    {
      'a payment that was taken': taken,
      'a payment that is held': async () => (await paid()).payment_id,
      async 'a payment that was captured and paid back in part'() {
        const held = await paid()
        await mollie.capture(connection(), { ...held, amount: 600 })
        await mollie.refund(connection(), { ...held, ...ofShop, reference: newId(), amount: 200 })
        for (const each of fake.books.entries)
          if (each.payment_id === held.payment_id && each.kind !== 'authorize') tell(fake.books, each, 'done')
        return held.payment_id
      },
      async 'a payment that was charged back'() {
        const id = await taken()
        chargeBack(entryOf(id))
        return id
      },
      async 'a payment whose chargeback came back'() {
        const id = await taken()
        chargeBack(entryOf(id), 'reversed')
        return id
      },
    },
    [
      ...['captures', 'refunds'].flatMap((list) => [
        { place: `_embedded.${list}.*`, by: ['missing' as const], why: 'a list is whole without it' },
        {
          place: `_embedded.${list}.*.metadata.kontor`,
          by: ['another word' as const],
          why: 'another order of ours is what it says',
        },
      ]),
      { place: '_embedded.chargebacks.*', by: ['missing'], why: 'a list is whole without it' },
      { place: 'metadata', by: ['null'], why: 'what people make at Mollie has no notes' },
      { place: 'metadata.kontor', by: ['missing', 'another word'], why: 'other programs write notes of their own' },
    ],
  )
})

describe("Mollie's payments", () => {
  const stored = tokenOf(mandate())
  it.each<[string, AuthorizeRequest, object]>([
    ['a typed card', order(), { cardToken: typedCard, captureMode: 'manual', redirectUrl: return_url }],
    [
      'a card as our page with its fields gives it',
      order({ card_token: `{"card_token":"${typedCard}"}` }),
      { cardToken: typedCard },
    ],
    ['a typed card, captured at once', order({ capture: true }), { captureMode: 'automatic' }],
    ['a card that is typed at the page', atPage(), { method: 'creditcard', sequenceType: 'oneoff' }],
    ['iDEAL', atPage({ payment_product: 'ideal' }), { method: 'ideal', description: 'ORDER-1' }],
    ['Bancontact', atPage({ payment_product: 'bancontact' }), { method: 'bancontact' }],
    ['EPS', atPage({ payment_product: 'eps' }), { method: 'eps', redirectUrl: return_url }],
    ['BLIK', atPage({ payment_product: 'blik', currency_code: 'PLN' }), { method: 'blik', redirectUrl: return_url }],
    [
      'a direct debit, whose IBAN is typed at the page',
      atPage({ payment_product: 'sepa_debit' }),
      { method: 'directdebit', sequenceType: 'oneoff', redirectUrl: return_url },
    ],
    ['PayPal', atPage({ payment_product: 'paypal', descriptor: 'Bloom' }), { method: 'paypal', description: 'Bloom' }],
    ['a card to be kept', order({ store_card: true }), { sequenceType: 'first' }],
    [
      'a kept card with its payer',
      order({ card_token: stored, card_is_stored: true }),
      { sequenceType: 'oneoff', customerId: 'cst_4qqhO89gsT' },
    ],
  ])('are asked for in its own words: %s', async (_, request, words) => {
    const report = await mollie.authorize(connection(), request)
    expect(report).toMatchObject({ reference: request.reference, operation: 'authorize' })
    const basics = {
      amount: { currency: request.currency_code, value: '10.00' },
      metadata: { kontor: request.reference },
    }
    expect(lastBody()).toMatchObject({ ...basics, webhookUrl: notification_url, ...words })
  })

  it.each(['recurring', 'unscheduled'] as const)('are charged to a mandate without a payer: %s', async (initiative) => {
    const token = mandate()
    const request = order({ card_token: tokenOf(token), card_is_stored: true, initiative, capture: true })
    const report = await mollie.authorize(connection(), request)
    expect(report.outcome).toEqual({ is: 'done', status: 'CAPTURED' })
    const words = { sequenceType: 'recurring', customerId: token.customer, mandateId: token.mandate }
    expect(lastBody()).toMatchObject(words)
    expect(lastBody()).not.toHaveProperty('redirectUrl')
    // What was charged is known already.
    expect(report).not.toHaveProperty('learnt')
    expect(fake.received.at(-1)?.method).toBe('POST')
  })

  it('send the payer to the page, and say by a question what he did there', async () => {
    const request = atPage({ payment_product: 'ideal' })
    const sent = await mollie.authorize(connection(), request)
    expect(sent.outcome).toMatchObject({
      is: 'action',
      url: expect.stringMatching(/^https:\/\/www\.mollie\.com\/checkout\//),
    })
    const { reference, amount, currency_code } = request
    const { payment_id } = sent
    const of = { of: reference, payment_product: 'ideal', capture: true }
    const asked = { ...of, reference: newId(), amount, currency_code, payment_id, returned: {} }
    const back = await mollie.resume?.(connection(), asked)
    expect(back).toMatchObject({ reference, payment_id, outcome: { is: 'done', status: 'CAPTURED' } })
  })

  it('do not take the word of a payment of another order', async () => {
    const [mine, other] = [await paid(), await paid()]
    const resume = (changes: object) =>
      mollie.resume?.(connection(), { ...mine, payment_product: 'card', capture: false, returned: {}, ...changes })
    // The id of another payment leads nowhere: the reference does.
    expect(await resume({ payment_id: other.payment_id })).toMatchObject({ payment_id: mine.payment_id })
    await expect(resume({ amount: 999 })).rejects.toThrow(OutcomeUnknown)
    await expect(resume({ of: newId() })).rejects.toThrow(OutcomeUnknown)
  })

  it('leave a card that can be charged later, without its first digits', async () => {
    const { learnt, payment_id } = await mollie.authorize(connection(), order({ store_card: true }))
    const { customerId } = lastBody()
    const token = tokenOf({ customer: String(customerId), mandate: `mdt_${payment_id.slice(3)}` })
    const card = { brand: 'mastercard', last_four: '6787', expiry_month: 3, expiry_year: 2030, token }
    expect(learnt).toEqual({ card, three_d_secure: 'AUTHENTICATED' })
  })

  it.each([
    ['is lost', () => Promise.reject(new TypeError('fetch failed'))],
    ['cannot be read', async () => Response.json({ resource: 'customer' }, { status: 201 })],
    ['is a page of a proxy', async () => new Response('Bad gateway', { status: 502 })],
  ])(
    'are not begun where the answer about the customer %s, and charge once when they are sent again',
    async (_, answer) => {
      const request = order({ store_card: true })
      const real = globalThis.fetch
      const without = vi
        .spyOn(globalThis, 'fetch')
        .mockImplementation((url, init) => (String(url).endsWith('/customers') ? answer() : real(url, init)))
      const first = await mollie.authorize(connection(), request).catch((error: unknown) => error)
      without.mockRestore()
      expect(first).toBeInstanceOf(NotSent)
      expect(fake.books.of(request.reference)).toEqual([])
      await mollie.authorize(connection(), request)
      expect(fake.books.of(request.reference)).toHaveLength(1)
    },
  )

  it.each([
    [
      'a currency of which the bank knows nothing',
      atPage({ payment_product: 'eps', currency_code: 'PLN' }),
      'amount_not_possible',
    ],
    ['a code of a country without it', atPage({ payment_product: 'blik' }), 'amount_not_possible'],
    ['KWD, of which Mollie says nothing (check 15)', order({ currency_code: 'KWD' }), 'amount_not_possible'],
    ['CLP (check 15)', order({ currency_code: 'CLP' }), 'amount_not_possible'],
    ['IDR (check 15)', order({ currency_code: 'IDR' }), 'amount_not_possible'],
    ['CVE (check 15)', order({ currency_code: 'CVE' }), 'amount_not_possible'],
    ['a token of another gateway', order({ card_token: 'tok_1' }), 'card_token_unknown'],
    ["another customer's card, named by a browser", order({ card_token: tokenOf(mandate()) }), 'card_token_unknown'],
    ['a product that needs what we do not have', atPage({ payment_product: 'klarna' }), 'no_processor_for_product'],
    ['nowhere to come back to', (({ return_url: _, ...rest }) => rest)(order()), 'invalid_request'],
  ])('are refused before anything is sent: %s', async (_, request, reason) => {
    const before = fake.received.length
    const { outcome } = await mollie.authorize(connection(), request)
    expect(outcome).toMatchObject({ is: 'not_done', reason })
    expect(fake.received).toHaveLength(before)
  })

  it.each([
    ['EUR', 1_000, '10.00'],
    ['EUR', 5, '0.05'],
    ['JPY', 500, '500'],
    ['ISK', 500, '500'],
    ['HUF', 100_001, '1000.01'],
  ])('count %s as Mollie does, both ways: %i is %s (check 15)', async (currency_code, amount, value) => {
    const request = order({ amount, currency_code })
    const { money, payment_id } = await mollie.authorize(connection(), request)
    expect(lastBody()['amount']).toEqual({ currency: currency_code, value })
    expect(money).toEqual({ amount, currency_code })
    const sought = { reference: request.reference, operation: 'authorize', payment_id } as const
    expect(await mollie.find?.(connection(), sought)).toMatchObject({ money: { amount, currency_code } })
  })

  it('name no address for notifications that Mollie cannot reach', async () => {
    await mollie.authorize({ ...connection(), notification_url: 'http://localhost:4800/v1/x' }, order())
    expect(lastBody()).not.toHaveProperty('webhookUrl')
  })
})

/** Answers every request with one answer, in place of the fake's own. */
async function answering<T>(answer: ReturnType<typeof refusal>, ask: (to: Connection) => Promise<T>): Promise<T> {
  const other = await startFake({ ...mollieKind, refuseCredential: () => answer })
  try {
    return await ask({ ...connection(), addresses: other.addresses })
  } finally {
    other.check()
    await other.stop()
  }
}

/** Says something else than it did. */
async function lying<T>(change: (said: Record<string, unknown>) => object, ask: (to: Connection) => Promise<T>) {
  const answer: typeof mollieKind.answer = (...asked) => {
    const { status, body, ...rest } = mollieKind.answer(...asked)
    return { status, ...rest, ...(body && { body: { ...(body as object), ...change({ ...(body as object) }) } }) }
  }
  const other = await startFake({ ...mollieKind, answer })
  try {
    return await ask({ ...connection(), addresses: other.addresses })
  } finally {
    other.check()
    await other.stop()
  }
}

/** Lists payments in a form that Mollie's document does not have. */
async function listing<T>(change: (said: { _embedded: { payments: unknown[] } }) => object, ask: () => Promise<T>) {
  const real = globalThis.fetch
  const odd = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...asked) => {
    const reply = await real(...asked)
    if (!String(asked[0]).includes('/payments?')) return reply
    // The fake's list has this form.
    const said = (await reply.json()) as { _embedded: { payments: unknown[] } }
    return Response.json({ ...said, ...change(said) })
  })
  return ask().finally(() => odd.mockRestore())
}

describe("Mollie's replies", () => {
  it.each([
    ['another reference', { metadata: { kontor: 'another' } }],
    ['no reference', { metadata: null }],
    ['another amount', { amount: { currency: 'EUR', value: '10.01' } }],
    ['another currency', { amount: { currency: 'USD', value: '10.00' } }],
    ['the other mode', { mode: 'live' }],
  ])('say nothing about our payment when they have %s', async (_, change) => {
    await lying(
      () => change,
      (to) => expect(mollie.authorize(to, order())).rejects.toThrow(OutcomeUnknown),
    )
  })

  it.each([
    ['is too long', 'https://api.mollie.com/v2/payments?from=tr_x', NotAnswerable],
    ['goes on at an address without a payment', 'https://api.mollie.com/v2/payments', NotAnswerable],
    ['goes on nowhere', 'nowhere', NotAnswerable],
  ])('about a list that %s do not say that a payment is unseen', async (_, href, error) => {
    const sought = { reference: newId(), operation: 'authorize' } as const
    await lying(
      ({ _links }) => ({ _links: { ...(_links as object), next: { href, type: 'x' } } }),
      async (to) => {
        await expect(mollie.find?.(to, sought)).rejects.toThrow(error)
        // A payment that is not found is not cancelled yet: the cancellation waits and asks again.
        const cancellation = { reference: newId(), of: sought.reference, amount: 1_000, currency_code: 'EUR' }
        await expect(mollie.cancelReference?.(to, cancellation)).rejects.toThrow(NotFoundYet)
      },
    )
  })

  it('about a list that the key may not read do not say that a payment is unseen, however often it is asked', async () => {
    const sought = { reference: newId(), operation: 'authorize' } as const
    await answering(refusal(403, 'Forbidden', 'Not permitted'), (to) =>
      expect(mollie.find?.(to, sought)).rejects.toThrow(NotAnswerable),
    )
  })

  it('about a list in which one payment has a form that we do not know say whether they have another', async () => {
    const { of: reference } = await paid()
    const sought = (of: string) => mollie.find?.(connection(), { reference: of, operation: 'authorize' })
    const beside = (odd: unknown, ask: () => Promise<void>) =>
      listing(({ _embedded: { payments } }) => ({ _embedded: { payments: [odd, ...payments] } }), ask)
    await beside({ id: 'tr_new', status: { is: 'new' }, metadata: { order: 1 } }, async () => {
      expect(await sought(reference)).toMatchObject({ reference })
      expect(await sought(newId())).toBe('unseen')
    })
    for (const silent of [null, 'tr_1', { id: 'tr_new' }, { metadata: null, webhookUrl: 1 }])
      await beside(silent, async () => {
        expect(await sought(reference)).toMatchObject({ reference })
        await expect(sought(newId())).rejects.toThrow(NotAnswerable)
      })
  })

  it.each([
    ['capture', 'succeeded', 'CAPTURED'],
    ['refund', 'refunded', 'REFUNDED'],
  ] as const)(
    'about a payment with a %s in a form that we do not know say what became of the others',
    async (operation, _, status) => {
      const request = operation === 'capture' ? { ...(await paid()), ...ofShop } : await paidBack()
      await mollie[operation](connection(), request)
      const { payment_id, reference } = request
      for (const each of fake.books.entries)
        if (each.payment_id === payment_id && each.kind === operation) tell(fake.books, each, 'done')
      const find = (of: string) => mollie.find?.(connection(), { reference: of, operation, payment_id })
      const beside = async (odd: unknown, ask: () => Promise<void>) => {
        const real = globalThis.fetch
        const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...asked) => {
          const reply = await real(...asked)
          if (!String(asked[0]).includes('embed=')) return reply
          // The fake's payment has this form.
          const said = (await reply.json()) as { _embedded: Record<string, unknown[]> }
          const list = `${operation}s`
          return Response.json({
            ...said,
            _embedded: { ...said._embedded, [list]: [odd, ...(said._embedded[list] ?? [])] },
          })
        })
        await ask().finally(() => spy.mockRestore())
      }
      const other = newId()
      const noted = { id: 'new_1', status: { is: 'new' }, metadata: { kontor: newId() } }
      await beside(noted, async () => {
        expect(await find(reference)).toMatchObject({ reference, outcome: { is: 'done', status } })
        expect(await find(other)).toBe('unseen')
        const news = await mollie.news?.(connection(), payment_id)
        expect(news).toContainEqual(
          expect.objectContaining({ about: 'operation', report: expect.objectContaining({ reference, operation }) }),
        )
        const type = `a ${operation} in a form that is not known`
        expect(news).toContainEqual(expect.objectContaining({ about: 'unknown', type, external: 'new_1' }))
      })
      await beside({ ...noted, metadata: { kontor: other } }, async () => {
        await expect(find(other)).rejects.toThrow('in a form that is not known')
      })
      for (const silent of [null, 'tr_1', { id: 'new_1' }])
        await beside(silent, async () => {
          expect(await find(reference)).toMatchObject({ outcome: { is: 'done', status } })
          await expect(find(other)).rejects.toThrow(NotAnswerable)
        })
    },
  )

  it('about a payment with a refund in a new word leave that one to a person, and say what became of the others', async () => {
    const request = await paidBack()
    const first = { ...request, amount: 200 }
    const second = { ...request, reference: newId(), amount: 300 }
    for (const each of [first, second]) await mollie.refund(connection(), each)
    const [one, two] = [first, second].map(({ reference }) => fake.books.of(reference)[0] ?? expect.unreachable())
    tell(fake.books, one ?? expect.unreachable(), 'done')
    Object.assign(two?.more ?? {}, { status: 'held_back' })
    const news = await mollie.news?.(connection(), request.payment_id)
    Object.assign(two?.more ?? {}, { status: 'queued' })
    fake.takeFaults()
    expect(news).toContainEqual(
      expect.objectContaining({ report: expect.objectContaining({ reference: first.reference }) }),
    )
    expect(news).toContainEqual(expect.objectContaining({ about: 'unknown', external: two?.id }))
  })

  it('in another form than that of a list cannot answer, however often they are asked', async () => {
    const sought = { reference: newId(), operation: 'authorize' } as const
    await listing(
      () => ({ _embedded: {} }),
      () => expect(mollie.find?.(connection(), sought)).rejects.toThrow(NotAnswerable),
    )
  })

  it('about a payment that the key does not show say nothing of its captures and refunds', async () => {
    const { payment_id } = await paidBack()
    await answering(refusal(404, 'Not Found', 'No payment exists with this token'), async (to) => {
      for (const operation of ['capture', 'refund', 'void'] as const) {
        const sought = { reference: newId(), operation, payment_id }
        await expect(mollie.find?.(to, sought)).rejects.toThrow(NotAnswerable)
      }
      const outcome = { is: 'not_done', elsewhere: true }
      expect(await mollie.refund(to, { ...(await paidBack()), payment_id })).toMatchObject({ outcome })
    })
  })

  it('about a list leave no other payment in the record of the question', async () => {
    const [other, sought] = [order(), order()]
    const ids = [await mollie.authorize(connection(), other), await mollie.authorize(connection(), sought)]
    const [of, ours] = ids.map(({ payment_id }) => payment_id)
    const exchanges: Exchange[] = []
    const to = { ...connection(), onExchange: (exchange: Exchange) => void exchanges.push(exchange) }
    await mollie.find?.(to, { reference: sought.reference, operation: 'authorize' })
    const list = exchanges.find(({ url }) => url.includes('/payments?')) ?? expect.unreachable()
    expect(JSON.parse(list.response_body)).toEqual({ count: expect.any(Number), found: ours })
    expect(JSON.stringify(exchanges)).not.toContain(of)
  })

  it('with a part of the captures do not say that one is unseen', async () => {
    const payment = await paid()
    for (let made = 0; made < 50; made++)
      await mollie.capture(connection(), { ...payment, reference: newId(), amount: 1 })
    const sought = { reference: newId(), operation: 'capture', payment_id: payment.payment_id } as const
    await expect(mollie.find?.(connection(), sought)).rejects.toThrow(NotAnswerable)
  })

  it('about what was held and is so no more are a void, and no refusal of the payer', async () => {
    const payment = await paid()
    const sought = { reference: payment.of, operation: 'authorize', payment_id: payment.payment_id } as const
    for (const status of ['canceled', 'expired']) {
      Object.assign(fake.books.of(payment.of)[0]?.more ?? {}, { status })
      const found = await mollie.find?.(connection(), sought)
      expect(found).toMatchObject({ outcome: { is: 'done', status: 'VOIDED' } })
    }
  })
})

describe("Mollie's refusals", () => {
  const away = refusal(503, 'Service Unavailable', 'The supplier is unavailable')
  it('of a payment whose payer was not sent on yet, because the bank is away, were not begun', async () => {
    await answering(away, (to) => expect(mollie.authorize(to, atPage())).rejects.toThrow(NotSent))
    await answering(away, (to) => expect(mollie.authorize(to, order())).rejects.toThrow(OutcomeUnknown))
    const page = { status: 503, body: '<html>' }
    await answering(page, (to) => expect(mollie.authorize(to, atPage())).rejects.toThrow(OutcomeUnknown))
  })

  it.each([400, 422])('with %i began nothing, so that another processor may take the payment', async (status) => {
    const refused = refusal(status, 'Unprocessable Entity', 'The amount is too high')
    const { outcome } = await answering(refused, (to) => mollie.authorize(to, order()))
    const reason = 'The amount is too high'
    expect(outcome).toEqual({ is: 'not_done', by: 'gateway', reason, elsewhere: true })
  })

  it('in the words of nobody, or because the key is at work, say nothing', async () => {
    const busy = refusal(409, 'Conflict', 'The idempotency key is in use')
    for (const answer of [busy, { status: 400, body: 'no' }, { status: 403, body: '<html>' }])
      await answering(answer, async (to) => {
        await expect(mollie.authorize(to, order())).rejects.toThrow(OutcomeUnknown)
        await expect(mollie.refund(to, await paidBack())).rejects.toThrow(OutcomeUnknown)
      })
  })
})

describe("Mollie's captures, refunds and voids", () => {
  it('refuse a second refund of the same amount, which is not taken for the first', async () => {
    const first = await paidBack()
    const { id } = await mollie.refund(connection(), first)
    const second = await mollie.refund(connection(), { ...first, reference: newId() })
    expect(second.outcome).toEqual({ is: 'not_done', by: 'gateway', reason: 'not_possible_now' })
    // The key is forgotten, and the refund is still our own.
    fake.forgetKeys()
    expect(await mollie.refund(connection(), first)).toMatchObject({ id, outcome: { is: 'later' } })
    expect(fake.books.of(first.reference)).toHaveLength(1)
  })

  it('do not say that the whole was captured when a part was', async () => {
    const payment = await paid()
    const part = { ...payment, amount: 400 }
    await mollie.capture(connection(), part)
    const [capture] = fake.books.of(part.reference)
    tell(fake.books, capture as NonNullable<typeof capture>, 'done')
    const find = (sought: object) =>
      mollie.find?.(connection(), { operation: 'capture', ...payment, ...sought }).catch((error: unknown) => error)
    expect(await find({})).toMatchObject({ money: { amount: 400 }, outcome: { is: 'done', status: 'CAPTURED' } })
    const authorization = { reference: payment.of, operation: 'authorize' }
    expect(await find(authorization)).toMatchObject({ outcome: { is: 'done', status: 'AUTHORIZED' } })
    const [entry] = fake.books.of(payment.of)
    Object.assign(entry?.more ?? {}, { status: 'paid' })
    expect(await find(authorization)).toMatchObject({ outcome: { is: 'done', status: 'AUTHORIZED' } })
  })

  it('cancel what nobody has paid, and undo nothing that was paid', async () => {
    const request = atPage()
    await mollie.authorize(connection(), request)
    const cancel = (of: string) =>
      mollie.cancelReference?.(connection(), { reference: newId(), of, amount: 1_000, currency_code: 'EUR' })
    // What is open is not asked about one by one, so the payer has not been at the page yet.
    expect((await cancel(request.reference))?.outcome).toEqual({ is: 'done', status: 'VOIDED' })
    expect((await cancel(request.reference))?.outcome).toEqual({ is: 'done', status: 'VOIDED' })
    const bought = order({ capture: true })
    await mollie.authorize(connection(), bought)
    expect((await cancel(bought.reference))?.outcome).toMatchObject({ is: 'not_done', reason: 'already_captured' })
    expect((await cancel(newId()))?.outcome).toMatchObject({ is: 'not_done', reason: 'unknown_payment' })
  })
})

describe("What Mollie's list says of a reference", () => {
  it('is nothing of a payment for which another one is shown', async () => {
    const [asked, shown] = [await paid(), await paid()]
    const real = globalThis.fetch
    const other = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation((url, init) => real(String(url).replace(asked.payment_id, shown.payment_id), init))
    const sought = { reference: newId(), operation: 'void', payment_id: asked.payment_id } as const
    await expect(mollie.find?.(connection(), sought)).rejects.toThrow(OutcomeUnknown)
    other.mockRestore()
  })

  it('is found on a later page, and what is older than the order is not looked at', async () => {
    const searched = await startFake(mollieKind)
    const to = { ...connection(), addresses: searched.addresses }
    const ordered = order()
    const sought = { reference: ordered.reference, operation: 'authorize' } as const
    const pages = () => searched.received.filter(({ method }) => method === 'GET').length
    const { payment_id } = await mollie.authorize(to, ordered)
    const [first] = searched.books.entries
    if (!first) throw new Error('the payment is not in the books')
    const others = (count: number) => {
      for (let made = 0; made < count; made++)
        searched.books.enter({ ...structuredClone(first), id: `tr_n${made}`, reference: '' })
    }
    others(300)
    for (const entry of searched.books.entries.slice(1))
      Object.assign(entry.more ?? {}, {
        body: { ...(first.more?.['body'] as object), metadata: null, webhookUrl: 'https://other.example/' },
      })
    expect(await mollie.find?.(to, sought)).toMatchObject({ payment_id })
    expect(pages()).toBe(2)
    Object.assign(searched.books.entries.at(-250)?.more ?? {}, { createdAt: '2020-01-01T00:00:00+00:00' })
    expect(await mollie.find?.(to, { ...sought, reference: newId() })).toBe('unseen')
    expect(pages()).toBe(3)
    searched.check()
    await searched.stop()
  })
})

describe("Mollie's list of refunds", () => {
  it.each([
    ['has notes of its own', { order: 123, lines: [{ sku: 'A' }] }, 'unseen'],
    ['was made by hand, without any', null, 'unseen'],
    ['has a note that cannot be read as ours', { kontor: 123 }, OutcomeUnknown],
  ])('says that an order was not done, beside a refund of somebody else: %s', async (_, notes, expected) => {
    const other = await paidBack()
    await mollie.refund(connection(), { ...other, amount: 300 })
    Object.assign(fake.books.of(other.reference)[0]?.more ?? {}, { notes })
    const sought = { reference: newId(), operation: 'refund', payment_id: other.payment_id } as const
    const found = await mollie.find?.(connection(), sought).catch((error: Error) => error)
    expect(found).toEqual(expected === 'unseen' ? 'unseen' : expect.any(expected))
  })
})

describe("Mollie's list of what changed", () => {
  const changes = async (since: Date, more: Partial<Connection> = {}) => {
    const listed = []
    for await (const each of mollie.changedSince?.({ ...connection(), ...more }, since) ?? []) listed.push(each)
    return listed
  }

  it('goes on after a payment that cannot be read, and says of which that is so', async () => {
    const since = new Date()
    const [first, strange, last] = [await paid(), await paid(), await paid()]
    const [entry] = fake.books.of(strange.of)
    Object.assign(entry?.more ?? {}, { status: 'in-some-new-way' })
    const listed = await changes(since)
    // The document has no such word either.
    fake.takeFaults()
    const of = (id: string) => listed.find(({ payment_id }) => payment_id === id)
    expect(of(strange.payment_id)).toMatchObject({ unreadable: expect.stringContaining('in-some-new-way'), told: [] })
    expect(of(first.payment_id)).toMatchObject({ told: [{ about: 'operation' }] })
    expect(of(last.payment_id)).toMatchObject({ told: [{ about: 'operation' }] })
    Object.assign(entry?.more ?? {}, { status: 'failed' })
  })

  it('is waited for while Mollie is too busy, within the patience that there is', async () => {
    const since = new Date()
    const { payment_id } = await paid()
    const real = globalThis.fetch
    let refused = 0
    const busy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      if (!String(url).includes(payment_id) || refused++ > 0) return real(url, init)
      const said = { status: 429, title: 'Too Many Requests', detail: 'slower' }
      return Response.json(said, { status: 429, headers: { 'retry-after': '0' } })
    })
    expect((await changes(since)).find((each) => each.payment_id === payment_id)).toMatchObject({ isUnanswered: true })
    refused = 0
    const listed = await changes(since, { patience_ms: 2_000 })
    expect(listed.map((each) => each.payment_id)).toContain(payment_id)
    busy.mockRestore()
  })
})

describe("Mollie's list of refunds that were made", () => {
  it('says by one question for a hundred whose refund failed, and of which the word is new', async () => {
    const [from, before] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)]
    const [kept, failed, strange] = [await paidBack(), await paidBack(), await paidBack()]
    for (const each of [kept, failed, strange]) await mollie.refund(connection(), { ...each, amount: 300 })
    const entryOf = ({ reference }: { reference: string }) => fake.books.of(reference)[0] ?? expect.unreachable()
    tell(fake.books, entryOf(kept), 'done')
    Object.assign(entryOf(failed).more ?? {}, { status: 'failed' })
    Object.assign(entryOf(strange).more ?? {}, { status: 'in-some-new-way' })
    const asked = fake.received.length
    const own = [kept, failed, strange].map(({ payment_id }) => payment_id)
    const listed = async (made: { from: Date; before: Date }) => {
      const all = []
      for await (const each of mollie.refundsMade?.(connection(), made) ?? [])
        if (own.includes(each.payment_id)) all.push(each)
      // The document has no such word either.
      fake.takeFaults()
      return all
    }
    expect(await listed({ from, before })).toEqual([
      { payment_id: strange.payment_id, mayBeUndone: true },
      { payment_id: failed.payment_id, mayBeUndone: true },
      { payment_id: kept.payment_id, mayBeUndone: false },
    ])
    expect(fake.received.length - asked).toBe(1)
    expect(await listed({ from: new Date(0), before: from })).toEqual([])
    expect(await listed({ from: before, before })).toEqual([])
    Object.assign(entryOf(strange).more ?? {}, { status: 'failed' })
  })
})

describe("Mollie's notifications", () => {
  const read = (body: string) => mollie.readNotification(connection(), { headers: {}, body })

  it('say only whose payment has news, each time anew', () => {
    const [first] = mollie.readNotification(connection(), rawOf('tr_7UhSN1zuXS'))
    const [second] = mollie.readNotification(connection(), rawOf('tr_7UhSN1zuXS'))
    expect(first).toMatchObject({ about: 'payment', payment_id: 'tr_7UhSN1zuXS' })
    // One that counted as a repetition would be lost.
    expect(second?.id).not.toBe(first?.id)
  })

  it.each(['', '{}', 'id=', 'id=ord_1', 'id=tr_1%2F..%2Fx', 'x=tr_1'])(
    'are kept for a person when they name no payment, once: %s',
    (body) => {
      expect(read(body)).toEqual([{ id: expect.any(String), about: 'unknown', type: 'names no payment' }])
      expect(read(body)).toEqual(read(body))
    },
  )

  it('about a payment of somebody else change nothing: Mollie does not show it (check 14)', async () => {
    const sought = { reference: newId(), payment_id: 'tr_ofSomebodyElse' }
    expect(await mollie.find?.(connection(), { ...sought, operation: 'authorize' })).toBe('unseen')
    for (const operation of ['capture', 'refund', 'void'] as const)
      await expect(mollie.find?.(connection(), { ...sought, operation })).rejects.toThrow(NotAnswerable)
  })

  it('with the id of another payment of ours say nothing about an order', async () => {
    const [mine, other] = [await paid(), await paid()]
    await mollie.capture(connection(), mine)
    const sought = { reference: mine.reference, operation: 'capture', payment_id: other.payment_id } as const
    expect(await mollie.find?.(connection(), sought)).toBe('unseen')
  })
})

describe("Mollie's credential", () => {
  it.each([
    [{}, { ok: true, account: 'pfl_QkEhN94Ba (test)' }],
    [{ profile_id: 'pfl_another1' }, { ok: false, field: 'profile_id', problem: 'wrong_account' }],
    [wrongKey, { ok: false, field: 'api_key', problem: 'credential_refused' }],
    [{ api_key: 'live_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM' }, { ok: false, field: 'api_key', problem: 'wrong_mode' }],
  ])('is tried without moving anything: %o', async (values, said) => {
    expect(await mollie.test(connection(values))).toEqual(said)
  })

  it('has the form that the manifest says', () => {
    for (const { name, pattern } of mollieManifest.credential)
      expect((mollieCredential as Record<string, string>)[name]).toMatch(new RegExp(`^(?:${pattern})$`, 'u'))
  })
})

describe(`Mollie's words (check 2), held against ${mollieDocument.from}`, () => {
  it.each([
    ['PaymentStatus', paymentStatuses, 7],
    ['CaptureStatus', captureStatuses, 3],
    ['RefundStatus', refundStatuses, 6],
    ['CardFailureReason', failureReasons, 15],
    ['CardLabel', brands, 12],
  ] as const)('are all in a table: %s', (type, table, count) => {
    const words = typedWords()[type]
    expect(words).toHaveLength(count)
    expect(Object.keys(table).sort()).toEqual(words.toSorted())
  })
})
