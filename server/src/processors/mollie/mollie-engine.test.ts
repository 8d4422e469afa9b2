import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Entry, type FakeGateway, startFake } from '../../../test/gateways/fake-gateway.ts'
import { canariesIn, placesOf } from '../../../test/gateways/kept.ts'
import { mollieDocument } from '../../../test/gateways/mollie.document.ts'
import {
  chargeBack,
  mollieCredential,
  mollieKind,
  paymentOf,
  rawOf,
  storedIn,
  tell,
} from '../../../test/gateways/mollie.fake.ts'
import { payerAway } from '../../../test/gateways/payer-away.ts'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import { newId } from '../../platform/db/ids.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { reconcileSince } from '../../recovery/reconcile.ts'
import type { Connection, RawNotification } from '../gateway.ts'
import { gateways } from '../gateways.ts'
import { mollieManifest } from './mollie.manifest.ts'
import { mollieGateway } from './mollie-gateway.ts'

let kontor: TestApp
let fake: FakeGateway
let owner: pg.Client
let staff: string
let user: string
let merchant: string
let profile: string
let address: string
const log: string[] = []

const https = (url: string) => url.replace(/^http:/, 'https:')
/** As where Mollie can reach us. */
const inPublic = (connection: Connection): Connection => ({
  ...connection,
  notification_url: https(connection.notification_url ?? ''),
})

beforeAll(async () => {
  fake = await startFake(mollieKind)
  gateways.splice(gateways.indexOf(mollieGateway), 1, {
    ...mollieGateway,
    manifest: { ...mollieManifest, addresses: { test: fake.addresses } },
    authorize: (connection, request) => mollieGateway.authorize(inPublic(connection), request),
  })
  const stream = { write: (line: string) => void log.push(line) }
  kontor = await startTestApp({ gatewayTimeout_ms: 5_000, logger: { level: 'trace', stream } })
  owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(async () => {
  gateways.splice(
    gateways.findIndex(({ manifest }) => manifest.name === 'mollie'),
    1,
    mollieGateway,
  )
  await Promise.all([owner.end(), fake.stop()])
  await kontor.stop()
})
afterEach(() => fake.check())

/** A processor at Mollie for a payment product, as staff connect it. */
async function connected(payment_product: string): Promise<string> {
  const { id } = await kontor.make.user({ merchant })
  const details = Object.entries(mollieCredential).map(([name, value]) => ({ name, value }))
  const { body } = await kontor.post(staff, '/v1/processor', {
    ...{ name: 'Mollie', organisation: merchant, description: payment_product, user: id },
    ...{ gateway: 'mollie', mode: 'test', payment_product, details },
  })
  expect(body).toMatchObject({ gateway: 'mollie', account: 'pfl_QkEhN94Ba (test)' })
  return body.id
}

beforeEach(async () => {
  const made = await kontor.make.merchant()
  merchant = made.merchant
  const processor = await connected('card')
  profile = await kontor.make.profile(made.merchant, { processors: [processor] })
  user = await kontor.make.cookie({ merchant: made.merchant, roles: ['USER_ALL'] })
  const { notification_url } = (await kontor.get(staff, `/v1/processor/${processor}/setup`)).body
  address = notification_url
})

const order = () => ({
  ...{ payment_profile: profile, amount: 5_000, payment_product: 'card', merchant_reference: 'Order 1' },
  ...{ card_token: 'tkn_UqAvArS3gw', return_url: 'https://shop.example/back', capture: false },
})
const soon = { prefer: 'respond-async' }
const pay = async (): Promise<string> => {
  const { body } = await kontor.post(user, '/v1/transaction', order(), soon)
  expect(body).toMatchObject({ id: expect.any(String) })
  return body.id
}
const read = async (id: string, kind = 'transaction') => (await kontor.get(user, `/v1/${kind}/${id}`)).body
/** Jobs that wait for their next turn have it now. */
const hurry = () =>
  owner.query('update outbox set next_attempt_at = now() where done_at is null and leased_until is null')
const becomes = (id: string, status: string, kind = 'transaction') =>
  until(
    async () => {
      await hurry()
      return read(id, kind)
    },
    (row) => row.status === status,
  )
const authorized = async () => {
  const id = await pay()
  await becomes(id, 'AUTHORIZED')
  return id
}
const booked = (payment_id: string, kind: Entry['kind']) =>
  until(
    async () => fake.books.entries.find((entry) => entry.payment_id === payment_id && entry.kind === kind),
    (entry) => entry !== undefined,
  ) as Promise<Entry>
const externalOf = async (id: string): Promise<string> => (await read(id)).processor_id_external
const captured = async () => {
  const id = await authorized()
  await kontor.post(user, `/v1/transaction/${id}/capture`, { amount: 5_000 }, soon)
  const capture = await booked(await externalOf(id), 'capture')
  expect((await read(id)).status).toBe('AUTHORIZED')
  tell(fake.books, capture, 'done')
  await becomes(id, 'SETTLEMENT_REQUESTED')
  return id
}

describe(`a processor at Mollie, held against ${mollieDocument.from}`, () => {
  it('takes a payment, whose request has the address for its news, and its capture once it is said to be made (check 9)', async () => {
    const id = await captured()
    expect(await read(id)).toMatchObject({ captured_amount: 5_000 })
    expect(fake.books.of(id)).toHaveLength(1)
    const sent = fake.received.find(({ key }) => key === id)
    expect(sent?.body).toMatchObject({ webhookUrl: https(address) })
  })

  it('pays back, and has it not paid when Mollie could not', async () => {
    const id = await captured()
    const payment = await externalOf(id)
    for (const [amount, fate, status] of [
      [2_000, 'done', 'PROCESSED'],
      [1_000, 'failed', 'FAILED'],
    ] as const) {
      await kontor.post(user, `/v1/transaction/${id}/refund`, { amount }, soon)
      const made = await until(
        async () => fake.books.entries.find((entry) => entry.payment_id === payment && entry.amount === amount),
        (entry) => entry !== undefined,
      )
      const refund = (await kontor.get(user, `/v1/refund?transaction=${id}`)).body.find(
        (each: { amount: number }) => each.amount === amount,
      )
      expect(refund.status).not.toBe('PROCESSED')
      tell(fake.books, made as Entry, fate)
      await becomes(refund.id, status, 'refund')
    }
  })

  it('voids a payment when Mollie has released it', async () => {
    const id = await authorized()
    await kontor.post(user, `/v1/transaction/${id}/void`, {}, soon)
    const payment = await externalOf(id)
    const release = await booked(payment, 'void')
    expect((await read(id)).status).toBe('AUTHORIZED')
    tell(fake.books, release, 'done')
    await becomes(id, 'AUTHORIZATION_VOIDED')
  })

  it('sends a release again whose answer is in no word of Mollie', async () => {
    const id = await authorized()
    const real = globalThis.fetch
    let lies = true
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      if (!lies || !String(url).endsWith('/release-authorization')) return real(url, init)
      lies = false
      return new Response('ok', { status: 200 })
    })
    await kontor.post(user, `/v1/transaction/${id}/void`, {}, soon)
    const release = await booked(await externalOf(id), 'void')
    vi.restoreAllMocks()
    tell(fake.books, release, 'done')
    await becomes(id, 'AUTHORIZATION_VOIDED')
  })

  it('makes a payment once when its reply is lost (check 3)', async () => {
    fake.play('lost_after')
    const id = await authorized()
    expect(fake.books.of(id)).toHaveLength(1)
    expect(fake.received.filter(({ key }) => key === id)).toHaveLength(1)
  })

  it('sends a payment again, by the same request, that the list does not have after a minute (checks 4 and 8)', async () => {
    fake.play('lost_before')
    const id = await pay()
    const sent = () => fake.received.filter(({ key }) => key === id)
    await until(
      async () => {
        const made =
          "created_at = created_at - interval '2 minutes', first_sent_at = first_sent_at - interval '2 minutes'"
        const free = 'attempts > 0 and leased_until is null and done_at is null'
        return (await owner.query(`update outbox set ${made} where id = $1 and ${free}`, [id])).rowCount
      },
      (changed) => changed === 1,
    )
    await becomes(id, 'AUTHORIZED')
    expect(fake.books.of(id)).toHaveLength(1)
    expect(sent()).toHaveLength(2)
    expect(sent()[1]?.body).toEqual(sent()[0]?.body)
    expect(sent()[1]?.text).toBe(sent()[0]?.text)
  })

  const hears = async ({ headers, body }: RawNotification) => {
    const path = new URL(address).pathname
    expect((await fetch(kontor.url + path, { method: 'POST', headers: { ...headers }, body })).status).toBe(200)
  }
  /** No job is hurried: only what Mollie tells moves it. */
  const isTold = (id: string, status: string, kind = 'transaction') =>
    until(
      () => read(id, kind),
      (row) => row.status === status,
    )
  const chargebacksOf = async (id: string) => (await kontor.get(user, `/v1/chargeback?transaction=${id}`)).body
  const results = async () =>
    (await owner.query('select result from processor_notification where merchant_id = $1', [merchant])).rows

  it('has a payment paid when its payer paid at the page and news of it came', async () => {
    fake.play('sent_out_and_back')
    const { body } = await kontor.post(user, '/v1/transaction', { ...order(), capture: true })
    expect(body).toMatchObject({ status: 'INITIATED', redirect_url: expect.stringMatching(/^https:/) })
    await hears(rawOf(body.processor_id_external))
    expect(await until(results, ([row]) => row?.result !== null)).toEqual([{ result: 'applied' }])
    expect(await isTold(body.id, 'SETTLEMENT_REQUESTED')).toMatchObject({ captured_amount: 5_000 })
    const calls = await owner.query('select operation from processor_call where transaction_id = $1', [body.id])
    expect(calls.rows.map(({ operation }) => operation)).toContain('look_up')
  })

  it('abandons a payment whose payer never comes back a day after he left, and cancels it there (check 16)', async () => {
    fake.play('sent_out_and_back')
    const { body } = await kontor.post(user, '/v1/transaction', order())
    expect(body).toMatchObject({ status: 'INITIATED', redirect_url: expect.any(String) })
    delete storedIn(await booked(body.processor_id_external, 'authorize')).back
    await payerAway(kontor, body.id, 23)
    await until(
      async () => (await owner.query('select attempts from outbox where id = $1', [body.id])).rows[0].attempts,
      (attempts) => attempts > 1,
    )
    expect((await read(body.id)).status).toBe('INITIATED')
    await payerAway(kontor, body.id, 25)
    expect(await isTold(body.id, 'ABANDONED')).toMatchObject({ status_reason: 'payer_gone' })
    expect(storedIn(await booked(body.processor_id_external, 'authorize')).status).toBe('canceled')
  })

  it('has a direct debit paid days after its payer left the page, and charged back when his bank takes it back', async () => {
    const debit = await connected('sepa_debit')
    const shop = await kontor.make.profile(merchant, { processors: [debit] })
    fake.play('pending')
    const { card_token: _, ...rest } = order()
    const asked = { payment_profile: shop, amount: 5_000, merchant_reference: 'Order 1' }
    const link = (await kontor.post(user, '/v1/paymentlink', asked)).body
    const page = (await kontor.get('', `/v1/pay/${link.url.split('/pay/')[1]}`)).body
    // The payer is told that he names his account at Mollie's page.
    expect(page).toMatchObject({ products: ['sepa_debit'], by_mandate: [] })
    const ordered = { ...rest, payment_profile: shop, payment_product: 'sepa_debit', capture: true }
    const { body } = await kontor.post(user, '/v1/transaction', ordered)
    expect(body).toMatchObject({ status: 'INITIATED', redirect_url: expect.stringMatching(/^https:/) })
    await hears(rawOf(body.processor_id_external))
    await isTold(body.id, 'PENDING')
    // Nobody is told to look for it before its bank had the time.
    const { rows } = await owner.query(
      `select extract(epoch from overdue_at - created_at) / 86400 as days from outbox where id = $1`,
      [body.id],
    )
    expect(Number(rows[0].days)).toBeCloseTo(14)
    const entry = await booked(body.processor_id_external, 'authorize')
    await hears(tell(fake.books, entry, 'done'))
    await isTold(body.id, 'SETTLEMENT_REQUESTED')
    await hears(chargeBack(entry))
    const [row] = await until(
      () => chargebacksOf(body.id),
      ([each]) => each?.status === 'OPEN',
    )
    expect(row).toMatchObject({ amount: 5_000, answers: [] })
  })

  it('is not offered by a shop whose currency its product does not take', async () => {
    const zloty = await kontor.make.profile(merchant, {
      ...{ currency_code: 'PLN', processors: [await connected('sepa_debit'), await connected('blik')] },
    })
    const { card_token: _, ...rest } = order()
    const ordered = { ...rest, payment_profile: zloty, capture: true }
    const refused = await kontor.post(user, '/v1/transaction', { ...ordered, payment_product: 'sepa_debit' })
    expect(refused.body.code).toBe('no_processor_for_product')
    const taken = await kontor.post(user, '/v1/transaction', { ...ordered, payment_product: 'blik' })
    expect(taken.body).toMatchObject({ status: 'INITIATED', redirect_url: expect.stringMatching(/^https:/) })
  })

  it('has a refund processed, and a chargeback opened and won, when news of them came', async () => {
    const id = await captured()
    const payment = await externalOf(id)
    const { body } = await kontor.post(user, `/v1/transaction/${id}/refund`, { amount: 2_000 }, soon)
    await hears(tell(fake.books, await booked(payment, 'refund'), 'done'))
    await isTold(body.id, 'PROCESSED', 'refund')
    const entry = await booked(payment, 'authorize')
    await hears(chargeBack(entry))
    await until(
      () => chargebacksOf(id),
      ([row]) => row?.status === 'OPEN',
    )
    await hears(chargeBack(entry, 'reversed'))
    const [row] = await until(
      () => chargebacksOf(id),
      ([each]) => each?.status === 'WON',
    )
    expect(row).toMatchObject({ amount: 5_000, reason: 'Account closed', reason_code: 'AC04' })
  })

  it('shows a person each refund that somebody made at Mollie itself, at its payment, once (check 12)', async () => {
    for (const id of [await captured(), await captured()]) {
      const payment = await externalOf(id)
      for (const amount of [100, 200]) {
        const refund = fake.books.enter({
          ...{ kind: 'refund', id: `re_${amount}${id}`, payment_id: payment, reference: '', amount, currency: 'EUR' },
          ...{ done: true, more: { status: 'refunded', notes: {} } },
        })
        storedIn(await booked(payment, 'authorize')).parts.push(refund)
        await hears(rawOf(payment))
        await until(
          async () =>
            (
              await owner.query(
                `select their_amount from contradiction where transaction_id = $1 and state = 'OPEN'
                 and they_say = 'a refund that Kontor did not order' and processor_id_external = $2`,
                [id, refund.id],
              )
            ).rows,
          (rows) => rows.length === 1 && Number(rows[0]?.their_amount) === amount,
        )
      }
    }
    const { rows } = await owner.query('select id from contradiction where merchant_id = $1', [merchant])
    expect(rows).toHaveLength(4)
  })

  it('has a refund not made any more that came back after its success (check 10)', async () => {
    const id = await captured()
    const payment = await externalOf(id)
    const { body } = await kontor.post(user, `/v1/transaction/${id}/refund`, { amount: 2_000 }, soon)
    await hears(tell(fake.books, await booked(payment, 'refund'), 'done'))
    await isTold(body.id, 'PROCESSED', 'refund')
    await hears(tell(fake.books, await booked(payment, 'refund'), 'failed'))
    await isTold(body.id, 'FAILED', 'refund')
    expect((await read(id)).refunded_amount).toBe(0)
  })

  it('has a payment not paid any more whose capture failed after its success, and says so once (check 10)', async () => {
    const id = await captured()
    const capture = await booked(await externalOf(id), 'capture')
    await hears(tell(fake.books, capture, 'failed'))
    await isTold(id, 'FAILED')
    await hears(rawOf(capture.payment_id))
    await until(results, (rows) => rows.length === 2 && rows.every(({ result }) => result === 'applied'))
    expect(await read(id)).toMatchObject({ status: 'FAILED', captured_amount: 5_000 })
    expect((await owner.query('select id from contradiction where merchant_id = $1', [merchant])).rows).toEqual([])
    const { body } = await kontor.post(user, `/v1/transaction/${id}/refund`, { amount: 100 })
    expect(body.code).toBe('transaction_not_refundable')
  })

  it('lets a capture be asked for again that was never made', async () => {
    const id = await authorized()
    await kontor.post(user, `/v1/transaction/${id}/capture`, { amount: 5_000 }, soon)
    const payment = await externalOf(id)
    await hears(tell(fake.books, await booked(payment, 'capture'), 'failed'))
    await until(
      () => read(id),
      (row) => row.status_reason !== null,
    )
    expect((await read(id)).status).toBe('AUTHORIZED')
    await kontor.post(user, `/v1/transaction/${id}/capture`, { amount: 4_000 }, soon)
    const again = await until(
      async () => fake.books.entries.find((entry) => entry.payment_id === payment && entry.amount === 4_000),
      (entry) => entry !== undefined,
    )
    await hears(tell(fake.books, again as Entry, 'done'))
    await isTold(id, 'SETTLEMENT_REQUESTED')
    // The failure of the first one is told again with each news, and is not of the money that was taken.
    await hears(rawOf(payment))
    await until(results, (rows) => rows.length === 3 && rows.every(({ result }) => result === 'applied'))
    expect(await read(id)).toMatchObject({ status: 'SETTLEMENT_REQUESTED', captured_amount: 4_000 })
  })

  it('leaves no secret, token or person in what is kept of its orders, told, exported or logged (check 17)', async () => {
    fake.play('sent_out_and_back')
    const asked = { ...order(), card_token: 'tkn_CANARYUqAvAr' }
    const { body } = await kontor.post(user, '/v1/transaction', asked)
    // The shop sends its payer there.
    expect(body).toMatchObject({ status: 'INITIATED', redirect_url: expect.stringContaining('CANARYtoken') })
    await hears(rawOf(body.processor_id_external))
    await isTold(body.id, 'AUTHORIZED')
    const payment = await booked(body.processor_id_external, 'authorize')
    expect(storedIn(payment).body).toMatchObject({ cardToken: 'tkn_CANARYUqAvAr' })
    expect(JSON.stringify(paymentOf(payment))).toContain('CANARYfamily')
    const paid = { payment: body.id, token: 'CANARYUqAvAr', hurry }
    const places = await placesOf({ kontor, owner, user, staff, merchant, log }, paid)
    expect(places.kept).toContain('customerId')
    expect(places.logged).toContain(body.id)
    expect(places.said).toContain(body.id)
    const canaries = [
      ...[
        'CANARYUqAvAr',
        'CANARYtoken',
        'CANARYholder',
        'CANARYmandate',
        'Canary Klaassen',
        'CANARYgiven',
        'CANARYfamily',
      ],
      ...['CANARYfirm', 'CANARYstreet', 'canary@', '1012CA', mollieCredential.api_key],
    ]
    expect(canariesIn(places, canaries)).toEqual([])
  })

  it('takes news of a payment that the account does not have for nothing', async () => {
    const desk = () => owner.query('select id from contradiction where merchant_id = $1', [merchant])
    await hears(rawOf('tr_7UhSN1zuXS'))
    expect(await until(results, ([row]) => row?.result !== null)).toEqual([{ result: 'not_ours' }])
    expect((await desk()).rows).toEqual([])
  })

  it("takes no news at the merchant's address, which is no secret", async () => {
    const news = async (url: string) => {
      const { headers, body } = rawOf('tr_7UhSN1zuXS')
      return (await fetch(url, { method: 'POST', headers: { ...headers }, body })).status
    }
    expect(await news(`${kontor.url}/v1/processornotification/${merchant}`)).toBe(422)
    expect(await news(kontor.url + new URL(address).pathname)).toBeLessThan(300)
  })
})

it('What Mollie alone has since a moment is booked, once: a payment with its refund, and the capture of one that was held', async () => {
  const held = await authorized()
  const since = new Date()
  const connection = inPublic({
    ...{ addresses: fake.addresses, mode: 'test', credential: mollieCredential, timeout_ms: 5_000 },
    ...{ onExchange: () => {}, notification_url: address },
  })
  const money = { amount: 5_000, currency_code: 'EUR' }
  const [capture, lost, refund] = [1, 2, 3].map(() => newId(new Date()).id) as [string, string, string]
  const payment_id = await externalOf(held)
  await mollieGateway.capture(connection, { ...money, reference: capture, payment_id })
  tell(fake.books, await booked(payment_id, 'capture'), 'done')
  const asked = { payment_product: 'card', card_token: 'tkn_UqAvArS3gw', payer_present: true, capture: true }
  const made = await mollieGateway.authorize(connection, {
    ...{ ...money, ...asked, reference: lost, merchant_reference: 'Order 7', payment_profile: profile },
    return_url: 'https://shop.example/back',
  })
  const payment = { amount: 5_000, merchant_reference: 'Order 7' }
  const back = { ...money, reference: refund, payment_id: made.payment_id, amount: 2_000, payment }
  await mollieGateway.refund(connection, back)
  tell(fake.books, await booked(made.payment_id, 'refund'), 'done')

  const gatewaySettings = { masterKey: kontor.database.masterKey, publicUrl: kontor.url, timeout_ms: 5_000 }
  const house = { databases: kontor.databases, gateways: gatewaySettings, clock: systemClock }
  for (const count of [1, 0]) {
    const said = []
    for await (const each of reconcileSince({ ...house, onContradiction: () => expect.unreachable() }, since))
      said.push(each)
    expect(said.find(({ gateway }) => gateway === 'Mollie')).toMatchObject({
      ...{ is: 'done', payments: count, captures: count, refunds: count, unknown: 0, failed: 0 },
    })
  }
  expect(await read(held)).toMatchObject({ status: 'SETTLEMENT_REQUESTED', captured_amount: 5_000 })
  expect(await read(lost)).toMatchObject({
    ...{ status: 'SETTLEMENT_REQUESTED', amount: 5_000, merchant_reference: 'Order 7', payment_profile: profile },
    ...{ refunded_amount: 2_000 },
  })
  expect(await read(refund, 'refund')).toMatchObject({ status: 'PROCESSED', amount: 2_000 })
  expect(fake.books.of(lost)).toHaveLength(1)
})
