import { randomUUID } from 'node:crypto'
import { NotificationRequestItem } from '@adyen/api-library/lib/src/typings/notification/notificationRequestItem.js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { adyenDocument, documentedEvents, documentedResultCodes } from '../../../test/gateways/adyen.document.ts'
import {
  adyenCredential,
  adyenKind,
  adyenNotifications,
  hmacKey,
  itemOf,
  notified,
  rawOf,
  returned,
  saidOf,
} from '../../../test/gateways/adyen.fake.ts'
import { type Entry, type FakeGateway, startFake } from '../../../test/gateways/fake-gateway.ts'
import { playOtherNotifications, playOtherShapes } from '../../../test/gateways/other-shapes.ts'
import { playNotifications, playScenes, type Stage } from '../../../test/gateways/scenes.ts'
import type { AuthorizeRequest, Connection, Exchange, RawNotification } from '../gateway.ts'
import { NotificationRefused, NotSent, OutcomeUnknown } from '../gateway.ts'
import { adyenManifest } from './adyen.manifest.ts'
import { adyenGateway as adyen } from './adyen-gateway.ts'
import { type Item, signatureOf } from './adyen-notifications.ts'
import { readToken, tokenOf } from './adyen-tokens.ts'
import { chargebackEvents, eventsForPeople, orderEvents, resultCodes, uselessEvents } from './adyen-words.ts'

let fake: FakeGateway
const exchanges: Exchange[] = []
beforeAll(async () => {
  fake = await startFake(adyenKind)
})
afterEach(() => fake.check())
afterAll(() => fake.stop())

const connection = (credential: Readonly<Record<string, string>> = {}): Connection => ({
  addresses: fake.addresses,
  mode: 'test',
  credential: { ...adyenCredential, ...credential },
  timeout_ms: 10_000,
  onExchange: (exchange) => void exchanges.push(exchange),
})

const typedCard = JSON.stringify({
  encryptedCardNumber: 'test_4111111111111111',
  encryptedExpiryMonth: 'test_03',
  encryptedExpiryYear: 'test_2030',
  encryptedSecurityCode: 'test_737',
})
const storedCard = tokenOf({ method: '8415995487234100', shopper: 'customer-1' })
const browser = {
  ...{ user_agent: 'Mozilla/5.0', accept: '*/*', language: 'nl-NL', color_depth: 24, screen_height: 723 },
  ...{ screen_width: 1536, time_zone_offset: 0, java_enabled: false },
}
const order = (more: Partial<AuthorizeRequest> = {}): AuthorizeRequest => ({
  ...{ reference: randomUUID(), amount: 1_000, currency_code: 'EUR', payment_product: 'card', capture: false },
  ...{ merchant_reference: 'ORDER-1', return_url: 'https://pay.kontor.example/pay/x/back', card_token: typedCard },
  payer: {
    ...{ reference: 'customer-1', ip: '192.0.2.1', email: 'a@shop.example', country: 'NL', language: 'nl-NL', browser },
    origin: 'https://pay.kontor.example',
  },
  ...more,
})
const withoutCard = ({ card_token: _, ...rest }: AuthorizeRequest): AuthorizeRequest => rest
const lastBody = () => fake.received.at(-1)?.body as Record<string, unknown>

async function paid(more: Partial<AuthorizeRequest> = {}) {
  const { payment_id } = await adyen.authorize(connection(), order(more))
  return { reference: randomUUID(), payment_id, amount: 1_000, currency_code: 'EUR' }
}

const chargeback = () => ({
  ...{ reference: randomUUID(), amount: 1_000, currency_code: 'EUR', chargeback_id: `DISPUTE${randomUUID()}` },
  payment: { id: 'FAKE1', amount: 1_000, merchant_reference: 'ORDER-1' },
})
const file = (content_type: string, size: number) => ({
  ...{ reference: randomUUID(), name: 'receipt', content_type },
  read: async () => Buffer.alloc(size, 1),
})

const stage: Stage = {
  gateway: adyen,
  fake: () => fake,
  connection,
  wrongKey: { api_key: 'AQE-another' },
  returned,
  isSentOutOnce: true,
  orders: {
    authorize: async () => order(),
    capture: () => paid(),
    void: () => paid(),
    refund: async () => ({
      ...(await paid({ capture: true })),
      payment: { amount: 1_000, merchant_reference: 'ORDER-1' },
    }),
    cancel_reference: async () => ({
      ...{ reference: randomUUID(), of: randomUUID(), amount: 1_000, currency_code: 'EUR' },
    }),
    accept: async () => chargeback(),
    dispute: async () => ({ ...chargeback(), evidence: [file('application/pdf', 1_000)] }),
    revoke_card: async () => ({
      ...{ reference: randomUUID(), card_token: tokenOf({ method: randomUUID(), shopper: 'customer-1' }) },
    }),
  },
  notifications: adyenNotifications,
  bookedAs(_, request) {
    if ('chargeback_id' in request) return request.chargeback_id
    const token = 'card_token' in request && !('amount' in request) ? readToken(request.card_token ?? '') : undefined
    return token && 'stored' in token ? token.stored.method : undefined
  },
}

describe(`Adyen's orders fit (check 1), held against ${adyenDocument.from}`, () => {
  playScenes(stage)
  playOtherShapes(stage, [{ place: 'defenseReasons.*', by: ['missing'], why: 'a list is whole without it' }])
})

describe('A card at Adyen that is to be kept, from', () => {
  const authorize = async () => order({ store_card: true })
  playOtherShapes({ ...stage, orders: { authorize } }, [])
})

/** Work that Adyen did, as its books have it. */
const entry = (kind: Entry['kind']) => async (): Promise<Entry> => ({
  ...{ kind, id: randomUUID(), payment_id: randomUUID(), reference: randomUUID(), amount: 1_000, currency: 'EUR' },
  done: true,
})

/** Signs what is to be signed, whatever its form is now. */
function proved(body: object): RawNotification {
  const { notificationItems } = body as { notificationItems?: unknown }
  for (const each of Array.isArray(notificationItems) ? notificationItems : []) {
    const item = each?.NotificationRequestItem as Item | undefined
    const { additionalData } = item ?? {}
    if (item && typeof additionalData === 'object' && /=$/.test(String(additionalData?.['hmacSignature'])))
      item.additionalData = { ...additionalData, hmacSignature: signatureOf(item, hmacKey) }
  }
  return { ...rawOf([]), body: JSON.stringify(body) }
}

async function chargedBack(eventCode: string, disputeStatus: string): Promise<RawNotification> {
  const additionalData = {
    ...{ chargebackReasonCode: '4853', ...(disputeStatus && { disputeStatus }) },
    defensePeriodEndsAt: '2031-07-31T03:03:07+02:00',
  }
  return notified({
    ...saidOf(await entry('capture')(), 'done'),
    eventCode,
    additionalData,
    reason: 'Not as described',
  })
}

describe(`Adyen's notifications, held against ${adyenDocument.from}`, () => {
  const entries = {
    'a payment': entry('authorize'),
    'a capture': entry('capture'),
    'a void': entry('void'),
    'a refund': entry('refund'),
    'a payment that was cancelled by its reference': entry('cancel_reference'),
  }
  playNotifications(stage, entries)
  playOtherNotifications({
    ...{ stage, entries, proved },
    chargebacks: {
      'is open': async () => chargedBack('NOTIFICATION_OF_CHARGEBACK', 'Undefended'),
      'was lost': async () => chargedBack('CHARGEBACK', 'Accepted'),
      'came back': async () => chargedBack('CHARGEBACK_REVERSED', 'Won'),
      'is still looked at': async () => chargedBack('CHARGEBACK_REVERSED', 'Pending'),
      'was lost in the second round': async () => chargedBack('SECOND_CHARGEBACK', ''),
    },
    proofs: ['notificationItems.*.NotificationRequestItem.additionalData.hmacSignature'],
    unknowable: [
      { place: 'notificationItems.*.NotificationRequestItem.merchantAccountCode', why: 'it is about another account' },
      {
        ...{ place: 'notificationItems.*.NotificationRequestItem.additionalData.disputeStatus', by: ['missing'] },
        why: 'an account may leave the word out: then what the event says is so',
      },
    ],
  })

  it('says whose payment it was, and how much', async () => {
    const made = await entry('refund')()
    expect(adyen.readNotification(connection(), adyenNotifications.of(made, 'done'))).toMatchObject([
      {
        id: `REFUND:${made.id}:true`,
        report: { id: made.id, payment_id: made.payment_id, money: { amount: 1_000, currency_code: 'EUR' } },
      },
    ])
  })

  it('is for a person when it is of the other mode, in words that nobody knows, or with money that we have not (check 14)', async () => {
    const made = await entry('capture')()
    const read = (change: Partial<Parameters<typeof itemOf>[0]>, live?: string) =>
      adyen.readNotification(
        connection(),
        rawOf([itemOf({ ...saidOf(made, 'done'), ...change })], live ? { live } : {}),
      )
    expect(read({}, 'true')).toMatchObject([{ about: 'unknown', type: 'other mode' }])
    expect(read({ eventCode: 'CAPTURE_FAILED', success: 'false' })).toMatchObject([
      { about: 'unknown', type: 'CAPTURE_FAILED false', reference: made.reference },
    ])
    expect(read({ amount: { value: 50_050, currency: 'CLP' } })).toMatchObject([{ about: 'unknown', type: 'CAPTURE' }])
    expect(read({ eventCode: 'REPORT_AVAILABLE', merchantReference: '' })).toMatchObject([{ about: 'unknown' }])
  })

  it.each(['{}', 'x', '', '{"live":"false","notificationItems":[]}'])(
    'is kept for a person, once, when somebody who knows the password sends what cannot be read: %s',
    (body) => {
      const read = () => adyen.readNotification(connection(), { ...rawOf([]), body })
      expect(read()).toEqual([{ id: expect.any(String), about: 'unknown', type: 'unreadable' }])
      expect(read()).toEqual(read())
    },
  )

  it('announces a settlement by the number of its report', async () => {
    const report = {
      eventCode: 'REPORT_AVAILABLE',
      merchantReference: '',
      pspReference: 'settlement_detail_report_batch_42.csv',
    }
    const said = adyen.readNotification(
      connection(),
      rawOf([itemOf({ ...saidOf(await entry('capture')(), 'done'), ...report })]),
    )
    expect(said).toMatchObject([{ about: 'settlement', batch: '42' }])
  })

  it.each([
    ['ideal', {}, 'CAPTURED'],
    ['visa', {}, 'APPROVED'],
    ['visa', { 'metadata.kontor_captured': 'true' }, 'CAPTURED'],
    // A word of the same product that is none of ours.
    ['bcmc_mobile', { 'metadata.kontor_captured': 'true' }, 'CAPTURED'],
  ])('says of an approval by %s with %o whether the money was taken', async (paymentMethod, additionalData, status) => {
    const said = saidOf(await entry('authorize')(), 'done')
    const [told] = adyen.readNotification(connection(), notified({ ...said, paymentMethod, additionalData }))
    expect(told).toMatchObject({ report: { outcome: { is: 'done', status } } })
  })

  it.each([
    ['Refused', 'issuer', 'do_not_honor'],
    ['Shopper Cancelled', 'payer', 'cancelled_by_payer'],
    ['FRAUD-CANCELLED', 'risk', 'FRAUD-CANCELLED'],
    ['Acquirer Error', 'gateway', 'processor_error'],
    ['expired card ', 'issuer', 'expired_card'],
    // Nothing says whose word it is.
    ['Cancelled by a rule of your own', 'gateway', 'Cancelled by a rule of your own'],
    ['null', 'gateway', 'AUTHORISATION'],
  ])('says of a payment that failed who said no: %s is of the %s', async (reason, by, word) => {
    const said = { ...saidOf(await entry('authorize')(), 'done'), success: 'false' as const, reason }
    const [told] = adyen.readNotification(connection(), notified(said))
    expect(told).toMatchObject({ report: { outcome: { is: 'not_done', by, reason: word } } })
  })

  it('tells of the card and what was stored', async () => {
    const additionalData = {
      ...{ cardSummary: '4444', cardBin: '555555', expiryDate: '11/2030', cardPaymentMethod: 'mc' },
      ...{ 'tokenization.storedPaymentMethodId': 'M5N7', 'tokenization.shopperReference': 'customer-1' },
      threeDOffered: 'true',
    }
    const said = { ...saidOf(await entry('authorize')(), 'done'), paymentMethod: 'mc', additionalData }
    const [told] = adyen.readNotification(connection(), notified(said))
    const token = tokenOf({ method: 'M5N7', shopper: 'customer-1' })
    const card = { brand: 'mastercard', bin: '555555', last_four: '4444', expiry_month: 11, expiry_year: 2030, token }
    expect(told).toMatchObject({ report: { learnt: { card, three_d_secure: 'ATTEMPTED' } } })
  })

  it.each([
    ['NOTIFICATION_OF_CHARGEBACK', '', 'OPEN'],
    ['CHARGEBACK', 'Unresponded', 'OPEN'],
    ['CHARGEBACK', 'Undefended', 'OPEN'],
    ['CHARGEBACK', 'Pending', 'OPEN'],
    ['NOTIFICATION_OF_CHARGEBACK', 'Undefended', 'OPEN'],
    ['NOTIFICATION_OF_CHARGEBACK', 'Pending', 'OPEN'],
    ['CHARGEBACK', 'Accepted', 'LOST'],
    ['DISPUTE_DEFENSE_PERIOD_ENDED', 'Undefended', 'LOST'],
    ['INFORMATION_SUPPLIED', 'Pending', 'IN_DISPUTE'],
    ['CHARGEBACK_REVERSED', '', 'WON'],
    ['CHARGEBACK_REVERSED', 'Won', 'WON'],
    ['CHARGEBACK_REVERSED', 'Pending', 'IN_DISPUTE'],
    ['PREARBITRATION_WON', 'Pending', 'IN_DISPUTE'],
    ['PREARBITRATION_WON', 'Won', 'WON'],
    ['SECOND_CHARGEBACK', '', 'LOST'],
  ])('reports a chargeback: %s %s is %s', async (eventCode, disputeStatus, status) => {
    const made = await entry('capture')()
    const additionalData = {
      ...{ chargebackReasonCode: ' 4853', ...(disputeStatus && { disputeStatus }) },
      defensePeriodEndsAt: '2021-07-31T03:03:07+02:00',
    }
    const said = { ...saidOf(made, 'done'), eventCode, additionalData, reason: 'Not as described' }
    expect(adyen.readNotification(connection(), notified(said))).toMatchObject([
      {
        about: 'chargeback',
        chargeback: {
          ...{ id: made.id, reference: made.reference, status, reason: 'Not as described', reason_code: '4853' },
          ...(status === 'OPEN' && { respond_by: '2021-07-30' }),
        },
      },
    ])
  })

  it.each(['0000-01-01', '+099999-01-01', 'soon'])(
    'reports a chargeback without a last day that is none: %s',
    async (day) => {
      const made = await entry('capture')()
      const additionalData = { defensePeriodEndsAt: day }
      const said = { ...saidOf(made, 'done'), eventCode: 'NOTIFICATION_OF_CHARGEBACK', additionalData }
      const [told] = adyen.readNotification(connection(), notified(said))
      expect(told).toMatchObject({ chargeback: { status: 'OPEN' } })
      expect(told).not.toHaveProperty('chargeback.respond_by')
    },
  )

  it('keeps what is not signed at all for a person, and takes the same signed later', async () => {
    const made = await entry('capture')()
    const item = itemOf(saidOf(made, 'done'))
    const read = (change: object) => adyen.readNotification(connection(), rawOf([{ ...item, ...change }]))
    const [unsigned] = read({ additionalData: {} })
    expect(unsigned).toEqual({ id: expect.any(String), about: 'unknown', type: 'CAPTURE, not signed' })
    const [signed] = read({})
    expect(signed).toMatchObject({ about: 'operation' })
    expect(signed?.id).not.toBe(unsigned?.id)
    expect(() => read({ additionalData: { hmacSignature: '' } })).toThrow(NotificationRefused)
  })

  it('takes a chargeback with another status for another event, and the same one for a repetition', async () => {
    const made = await entry('capture')()
    const idOf = (disputeStatus: string) => {
      const said = { ...saidOf(made, 'done'), eventCode: 'CHARGEBACK', additionalData: { disputeStatus } }
      return adyen.readNotification(connection(), notified(said))[0]?.id
    }
    expect(idOf('Undefended')).toBe(idOf('Undefended'))
    expect(idOf('Undefended')).not.toBe(idOf('Lost'))
  })
})

describe("Adyen's payments", () => {
  const kept = { card_token: storedCard, card_is_stored: true as const }
  const recurring = { payer: { reference: 'customer-1' }, initiative: 'recurring' as const, ...kept }
  it.each<[string, AuthorizeRequest, object]>([
    ['a card', order(), { shopperInteraction: 'Ecommerce', additionalData: { manualCapture: 'true' } }],
    [
      'a card whose payer must authenticate',
      order({ three_d_secure: 'required' }),
      { authenticationData: { attemptAuthentication: 'always', threeDSRequestData: { nativeThreeDS: 'disabled' } } },
    ],
    [
      'a card, captured at once',
      order({ capture: true }),
      { captureDelayHours: 0, metadata: { kontor_captured: 'true' } },
    ],
    [
      'a card to be kept',
      order({ store_card: true }),
      { storePaymentMethod: true, recurringProcessingModel: 'CardOnFile' },
    ],
    [
      'a card to be kept for a subscription',
      order({ store_card: true, stored_for: 'recurring' }),
      { shopperInteraction: 'Ecommerce', storePaymentMethod: true, recurringProcessingModel: 'Subscription' },
    ],
    [
      "a card to be kept for charges at the shop's own times",
      order({ store_card: true, stored_for: 'unscheduled' }),
      { recurringProcessingModel: 'UnscheduledCardOnFile' },
    ],
    [
      'a card to be kept for a payer who pays again',
      order({ store_card: true, stored_for: 'one_click' }),
      { recurringProcessingModel: 'CardOnFile' },
    ],
    ['a kept card with its payer', order(kept), { shopperInteraction: 'ContAuth' }],
    ['a kept card for a subscription', order(recurring), { recurringProcessingModel: 'Subscription' }],
    [
      'a kept card at a time of our own',
      order({ ...recurring, initiative: 'unscheduled' }),
      { recurringProcessingModel: 'UnscheduledCardOnFile', shopperReference: 'customer-1' },
    ],
    [
      'iDEAL',
      withoutCard(order({ payment_product: 'ideal' })),
      { paymentMethod: { type: 'ideal' }, metadata: { kontor_captured: 'true' } },
    ],
    [
      'Bancontact',
      withoutCard(order({ payment_product: 'bancontact' })),
      { paymentMethod: { type: 'bcmc' }, metadata: { kontor_captured: 'true' } },
    ],
    [
      'a direct debit',
      withoutCard(order({ payment_product: 'sepa_debit', payer: { name: 'A. Klaassen', iban: 'NL91ABNA0417164300' } })),
      { paymentMethod: { type: 'sepadirectdebit', ownerName: 'A. Klaassen', iban: 'NL91ABNA0417164300' } },
    ],
    [
      'BLIK',
      withoutCard(order({ payment_product: 'blik', currency_code: 'PLN', payer: { blik_code: '777123' } })),
      { paymentMethod: { type: 'blik', blikCode: '777123' } },
    ],
    ['PayPal', withoutCard(order({ payment_product: 'paypal' })), { paymentMethod: { type: 'paypal' } }],
    [
      'a text on the statement',
      order({ descriptor: 'Bloom & Zoon BV <script> Amsterdam' }),
      { shopperStatement: 'Bloom  Zoon BV script ' },
    ],
    ['no payer', (({ payer: _, return_url: __, ...rest }) => rest)(order()), { returnUrl: 'https://return.invalid/' }],
  ])('are asked for in its own words: %s', async (_, request, words) => {
    const report = await adyen.authorize(connection(), request)
    expect(report).toMatchObject({ reference: request.reference, operation: 'authorize', outcome: { is: 'done' } })
    expect(lastBody()).toMatchObject({ reference: request.reference, merchantOrderReference: 'ORDER-1', ...words })
  })

  it('say whether the money was taken', async () => {
    const outcomeOf = async (request: AuthorizeRequest) => (await adyen.authorize(connection(), request)).outcome
    expect(await outcomeOf(order())).toEqual({ is: 'done', status: 'AUTHORIZED' })
    expect(await outcomeOf(order({ capture: true }))).toEqual({ is: 'done', status: 'CAPTURED' })
    expect(await outcomeOf(withoutCard(order({ payment_product: 'ideal' })))).toEqual({
      is: 'done',
      status: 'CAPTURED',
    })
  })

  it('tell of the card, and store it under the name of its payer', async () => {
    const { learnt } = await adyen.authorize(connection(), order({ store_card: true }))
    const token = tokenOf({ method: 'M5N7TQ4TG5PFWR50', shopper: 'customer-1' })
    const card = { brand: 'mastercard', bin: '411111', last_four: '1111', expiry_month: 3, expiry_year: 2030, token }
    expect(learnt).toEqual({ card, three_d_secure: 'AUTHENTICATED' })
  })

  it.each([
    [
      'a currency in which the amount cannot be said',
      order({ amount: 150_050, currency_code: 'IDR' }),
      'amount_not_possible',
    ],
    [
      'a card number in the clear',
      order({ card_token: '{"number":"4111111111111111","cvc":"737"}' }),
      'card_token_unknown',
    ],
    ['a token of another gateway', order({ card_token: 'tok_1' }), 'card_token_unknown'],
    ['a stored card that is not one of ours', order({ card_token: storedCard }), 'card_token_unknown'],
    ['one of our cards with the words of a typed one', order({ card_is_stored: true }), 'card_token_unknown'],
    ['a card without its fields', withoutCard(order()), 'card_token_missing'],
    ['a product that Adyen does not have here', order({ payment_product: 'klarna' }), 'no_processor_for_product'],
  ])('are refused before anything is sent: %s', async (_, request, reason) => {
    const before = fake.received.length
    const { outcome } = await adyen.authorize(connection(), request)
    expect(outcome).toMatchObject({ is: 'not_done', reason })
    expect(fake.received).toHaveLength(before)
  })

  it.each([
    ['EUR', 1_000, 1_000],
    ['JPY', 500, 500],
    ['KWD', 1_230, 1_230],
    ['CLP', 500, 50_000],
    ['ISK', 500, 50_000],
    ['IDR', 150_000, 1_500],
    ['CVE', 5_000, 50],
  ])('count %s as Adyen does, both ways (check 15)', async (currency_code, amount, value) => {
    const report = await adyen.authorize(connection(), order({ amount, currency_code }))
    expect(lastBody()['amount']).toEqual({ value, currency: currency_code })
    expect(report.money).toEqual({ amount, currency_code })
    const made = { ...(await entry('capture')()), amount: value, currency: currency_code }
    const [told] = adyen.readNotification(connection(), adyenNotifications.of(made, 'done'))
    expect(told).toMatchObject({ report: { money: { amount, currency_code } } })
  })

  it('come to one when two ask at once, and neither is told a lie (check 7)', async () => {
    const request = order()
    fake.play('slow')
    const first = adyen.authorize({ ...connection(), timeout_ms: 1_000 }, request).catch((error: unknown) => error)
    await expect.poll(() => fake.received.at(-1)?.key).toBe(request.reference)
    await expect(adyen.authorize(connection(), request)).rejects.toThrow(OutcomeUnknown)
    expect(await first).toBeInstanceOf(OutcomeUnknown)
    await expect.poll(() => fake.books.of(request.reference)).toHaveLength(1)
  })

  it('leave nothing of a return but what Adyen asks for, and wait when it brings nothing', async () => {
    const request = order()
    fake.play('sent_out_and_back')
    await adyen.authorize(connection(), request)
    const { reference: of, payment_product, capture } = request
    const about = { ...{ reference: randomUUID(), of, payment_product, capture }, amount: 1_000, currency_code: 'EUR' }
    const nothing = await adyen.resume?.(connection(), { ...about, returned: { utm_source: 'x' } })
    expect(nothing?.outcome).toEqual({ is: 'later' })
    await adyen.resume?.(connection(), { ...about, returned })
    expect(lastBody()).toEqual({ details: { redirectResult: returned.redirectResult } })
  })

  const resumption = {
    ...{ reference: randomUUID(), of: randomUUID(), payment_product: 'card', capture: false, returned },
    ...{ amount: 1_000, currency_code: 'EUR' },
  }
  const detailsAnswered = async (status: number, body: object) => {
    const other = await startFake({ ...adyenKind, answer: () => ({ status, body }) })
    const said = adyen.resume?.({ ...connection(), addresses: other.addresses }, resumption)
    return (said as NonNullable<typeof said>).finally(() => other.stop())
  }

  it.each(['validation', 'internal', 'configuration'])(
    'are left as they are when what a payer brought is refused (%s)',
    async (errorType) => {
      const body = { status: 422, errorCode: '101', message: 'Invalid details', errorType }
      const { outcome } = await detailsAnswered(422, body)
      expect(outcome).toEqual({ is: 'not_done', by: 'gateway', reason: '101 Invalid details', elsewhere: true })
    },
  )

  it.each(['merchantReference', 'amount'])('are not approved by a return whose reply has no %s', async (missing) => {
    const body = {
      ...{ resultCode: 'Authorised', pspReference: 'FAKE1', merchantReference: 'of-this' },
      ...{ amount: { value: 1_000, currency: 'EUR' }, [missing]: undefined },
    }
    const other = await startFake({ ...adyenKind, answer: () => ({ status: 200, body }) })
    const about = { payment_product: 'card', capture: false, amount: 1_000, currency_code: 'EUR' }
    const asked = { ...about, reference: randomUUID(), of: 'of-this', returned }
    await expect(adyen.resume?.({ ...connection(), addresses: other.addresses }, asked)).rejects.toThrow(OutcomeUnknown)
    await other.stop()
  })

  it.each([
    ['not begun, when Adyen says that it had no effect', { 'transient-error': 'true' }, 422, '703', NotSent],
    ['open, while the same one is under way', {}, 422, '704', OutcomeUnknown],
    ['open, when a proxy refuses in words of its own', {}, 403, '', OutcomeUnknown],
  ])('are %s', async (_, headers, status, errorCode, kind) => {
    const words = { status, errorCode, message: 'not now', errorType: 'internal' }
    const body = errorCode ? words : '<html>Blocked</html>'
    const busy = await startFake({ ...adyenKind, busy: () => ({ status, headers, body }) })
    busy.play('rate_limited')
    const asked = adyen.authorize({ ...connection(), addresses: busy.addresses }, order())
    await expect(asked).rejects.toThrow(kind)
    await busy.stop()
  })

  it.each([
    ['a step that only a script of Adyen can show', 'IdentifyShopper', { is: 'not_done', by: 'configuration' }],
  ])('are not approved by %s', async (_, resultCode, outcome) => {
    const action = { paymentMethodType: 'scheme', subtype: 'fingerprint', token: 'eyJ0', type: 'threeDS2' }
    const body = { resultCode, ...(resultCode === 'IdentifyShopper' && { action }) }
    const other = await startFake({ ...adyenKind, answer: () => ({ status: 200, body }) })
    const said = await adyen.authorize({ ...connection(), addresses: other.addresses }, order())
    expect(said).toMatchObject({ payment_id: '', outcome })
    other.check()
    await other.stop()
  })

  it('stay open when a part of the amount is held, which is not taken for the whole or for nothing', async () => {
    const body = { resultCode: 'PartiallyAuthorised', pspReference: 'FAKE1' }
    const other = await startFake({ ...adyenKind, answer: () => ({ status: 200, body }) })
    await expect(adyen.authorize({ ...connection(), addresses: other.addresses }, order())).rejects.toThrow(
      OutcomeUnknown,
    )
    await other.stop()
  })

  it('were not begun when nobody listens', async () => {
    const closed = await startFake(adyenKind)
    await closed.stop()
    const nowhere = { ...connection(), addresses: closed.addresses }
    await expect(adyen.authorize(nowhere, order())).rejects.toThrow(NotSent)
  })
})

describe("Adyen's disputes", () => {
  it('hand in each file under a kind that the defense asks for, and note its name instead of its content', async () => {
    exchanges.length = 0
    const request = { ...chargeback(), evidence: [file('application/pdf', 1_000), file('image/jpeg', 2_000)] }
    expect((await adyen.dispute(connection(), request)).outcome).toEqual({ is: 'done', status: 'IN_DISPUTE' })
    const bodies = fake.received.slice(-4).map(({ path, body }) => [path, body] as const)
    expect(bodies.map(([path]) => path.split('/').at(-1))).toEqual([
      'retrieveApplicableDefenseReasons',
      'supplyDefenseDocument',
      'supplyDefenseDocument',
      'defendDispute',
    ])
    const kind = { contentType: 'application/pdf', defenseDocumentTypeCode: 'DefenseMaterial' }
    expect(bodies[1]?.[1]).toMatchObject({
      defenseDocuments: [{ ...kind, content: Buffer.alloc(1_000, 1).toString('base64') }],
    })
    expect(bodies[3]?.[1]).toMatchObject({ defenseReasonCode: 'SupplyDefenseMaterial' })
    expect(exchanges[1]?.request_body).not.toContain('content"')
  })

  it.each([
    ['a kind that Adyen does not take', file('image/png', 10), []],
    [
      'a document that is too large',
      file('application/pdf', 2 * 1024 * 1024 + 1),
      ['/disputes/retrieveApplicableDefenseReasons'],
    ],
  ])('are refused with %s', async (_, refused, asked) => {
    const before = fake.received.length
    const { outcome } = await adyen.dispute(connection(), { ...chargeback(), evidence: [refused] })
    expect(outcome).toEqual({ is: 'not_done', by: 'gateway', reason: 'evidence_refused' })
    expect(fake.received.slice(before).map(({ path }) => path)).toEqual(asked)
  })
})

describe("Adyen's credential", () => {
  it.each([
    [{}, { ok: true, account: 'KontorNL' }],
    [{ api_key: 'AQE-another' }, { ok: false, field: 'api_key', problem: 'credential_refused' }],
    [{ merchant_account: 'Nobody' }, { ok: false, field: 'merchant_account', problem: 'wrong_account' }],
    [{ client_key: 'live_ABCDEFGHIJKLMNOP' }, { ok: false, field: 'client_key', problem: 'wrong_mode' }],
  ])('is tried without moving anything, and the wrong value is named: %o', async (values, said) => {
    expect(await adyen.test(connection(values))).toEqual(said)
  })

  it('names each value once, and every pattern can be read', () => {
    const names = adyenManifest.credential.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const live = { live_prefix: '1797a841fbb37ca7-AdyenDemo', live_region: 'us' }
    const values: Record<string, string> = { ...adyenCredential, ...live }
    for (const { name, pattern } of adyenManifest.credential)
      expect(values[name]).toMatch(new RegExp(`^(?:${pattern})$`, 'u'))
  })
})

describe(`Adyen's words (check 2)${documentedEvents ? '' : ' (without the document: events by the types, no result codes)'}`, () => {
  const named = [...Object.keys(orderEvents), ...Object.keys(chargebackEvents), ...uselessEvents, ...eventsForPeople]

  it('are all mapped, or named as what they are', () => {
    expect((documentedResultCodes ?? []).filter((code) => !resultCodes[code])).toEqual([])
    const ofTypes: string[] = Object.values(NotificationRequestItem.EventCodeEnum)
    expect(ofTypes.length).toBeGreaterThanOrEqual(43)
    const known = [...ofTypes, ...Object.keys(documentedEvents ?? {})]
    expect(known.filter((event) => !named.includes(event))).toEqual([])
    expect(new Set(named).size).toBe(named.length)
  })

  it("read every example of Adyen's document without a fault", () => {
    for (const [event, { examples }] of Object.entries(documentedEvents ?? {}))
      for (const example of examples as {
        notificationItems: { NotificationRequestItem: Record<string, unknown> }[]
      }[]) {
        const items = example.notificationItems.map((each) => signed(each.NotificationRequestItem))
        const live = String((example as { live?: unknown }).live)
        const mode = live === 'true' ? ('live' as const) : ('test' as const)
        const read = adyen.readNotification({ ...connection(), mode }, rawOf(items, { live }))
        expect([event, read.map(({ about }) => about)]).toEqual([event, expectedOf(event)])
      }
  })

  it('of a dispute are all known', () => {
    expect(Object.keys(chargebackEvents['DISPUTE_DEFENSE_PERIOD_ENDED'] ?? {})).toHaveLength(8)
  })
})

function expectedOf(event: string) {
  if (uselessEvents.includes(event)) return []
  if (eventsForPeople.includes(event)) return ['unknown']
  return [chargebackEvents[event] ? 'chargeback' : 'operation']
}

/** Signed by us, with everything that the example says. */
function signed(example: Record<string, unknown>) {
  const { originalReference = '' } = example
  const item = { ...example, originalReference, merchantAccountCode: adyenCredential.merchant_account }
  // The examples have what is signed.
  const hmacSignature = signatureOf(item as unknown as Parameters<typeof signatureOf>[0], hmacKey)
  return { ...item, additionalData: { ...(example['additionalData'] as object | undefined), hmacSignature } }
}
