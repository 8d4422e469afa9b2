import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { adyenDocument } from '../../../test/gateways/adyen.document.ts'
import { adyenCredential, adyenKind, notified, returned, saidOf } from '../../../test/gateways/adyen.fake.ts'
import { type Entry, type FakeGateway, startFake } from '../../../test/gateways/fake-gateway.ts'
import { canariesIn, placesOf } from '../../../test/gateways/kept.ts'
import { payerAway } from '../../../test/gateways/payer-away.ts'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { payersAwayJob } from '../../engine/asking/payers-away-job.ts'
import { gateways } from '../gateways.ts'
import { adyenManifest } from './adyen.manifest.ts'
import { adyenGateway } from './adyen-gateway.ts'
import { tokenOf } from './adyen-tokens.ts'

let kontor: TestApp
let fake: FakeGateway
let owner: pg.Client
let staff: string
let shop: MadeMerchant
let user: string
let processor: string
let address: string
const log: string[] = []
const place = gateways.indexOf(adyenGateway)

beforeAll(async () => {
  fake = await startFake(adyenKind)
  const manifest = { ...adyenManifest, addresses: { test: fake.addresses } }
  gateways.splice(place, 1, { ...adyenGateway, manifest })
  const stream = { write: (line: string) => void log.push(line) }
  kontor = await startTestApp({ gatewayTimeout_ms: 5_000, logger: { level: 'trace', stream } })
  owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(async () => {
  gateways.splice(place, 1, adyenGateway)
  await Promise.all([owner.end(), fake.stop()])
  await kontor.stop()
})
afterEach(() => fake.check())

beforeEach(async () => {
  const made = await kontor.make.merchant()
  const { id } = await kontor.make.user({ merchant: made.merchant })
  const details = Object.entries(adyenCredential).map(([name, value]) => ({ name, value }))
  const connected = await kontor.post(staff, '/v1/processor', {
    ...{ name: 'Adyen', organisation: made.merchant, description: 'Cards', user: id },
    ...{ gateway: 'adyen', mode: 'test', payment_product: 'card', details },
  })
  expect(connected.body).toMatchObject({ gateway: 'adyen', account: 'KontorNL' })
  processor = connected.body.id
  const profile = await kontor.make.profile(made.merchant, { processors: [processor] })
  shop = { ...made, processor, profile }
  // Nobody listens there: what the shop is told waits.
  const hook = 'http://127.0.0.1:9/hook'
  await owner.query(
    'update payment_profile set webhook_transaction_update = $1, webhook_refund_update = $1 where id = $2',
    [hook, profile],
  )
  user = await kontor.make.cookie({ merchant: made.merchant, roles: ['USER_ALL'] })
  const { notification_url } = (await kontor.get(staff, `/v1/processor/${processor}/setup`)).body
  address = kontor.url + new URL(notification_url).pathname
})

const typedCard = JSON.stringify({
  encryptedCardNumber: 'eyJ9',
  encryptedExpiryMonth: 'eyJ8',
  encryptedExpiryYear: 'eyJ7',
})
const order = (given: object = {}) => ({
  ...{ payment_profile: shop.profile, amount: 5_000, payment_product: 'card', merchant_reference: 'Order 1' },
  ...{ card_token: typedCard, capture: false, ...given },
})
const pay = async (given: object = {}): Promise<string> =>
  (await kontor.post(user, '/v1/transaction', order(given), { prefer: 'respond-async' })).body.id
const read = async (id: string, kind = 'transaction') => (await kontor.get(user, `/v1/${kind}/${id}`)).body
const becomes = (id: string, status: string, kind = 'transaction') =>
  until(
    () => read(id, kind),
    (row) => row.status === status,
  )
/** The statuses of an item that the shop's system is told of. */
const toldShop = async (id: string): Promise<string[]> =>
  (await owner.query('select status from webhook where item_id = $1 order by seq', [id])).rows.map(
    ({ status }) => status,
  )
const authorized = async () => {
  const id = await pay()
  await becomes(id, 'AUTHORIZED')
  return id
}
/** What the books have of a payment: Adyen's reports repeat the references of its orders. */
const booked = (payment: string, kind: Entry['kind']) =>
  until(
    async () => fake.books.entries.find((entry) => entry.payment_id === payment && entry.kind === kind),
    (entry) => entry !== undefined,
  ) as Promise<Entry>
/** Waits until the engine has read Adyen's answer to the order: a notification that is quicker ends it before it is PENDING. */
const answered = ({ reference }: Entry) =>
  until(
    () => owner.query('select from outbox where id = $1 and attempts > 0 and leased_until is null', [reference]),
    ({ rowCount }) => rowCount === 1,
  )
const tell = (entry: Entry, what: 'done' | 'failed' | 'undone') => send(saidOf(entry, what))
const send = async (said: Parameters<typeof notified>[0]) => {
  const { headers, body } = notified(said)
  const response = await fetch(address, { method: 'POST', headers: { ...headers }, body })
  expect([response.ok, await response.text()]).toEqual([true, expect.any(String)])
}
const externalOf = async (id: string): Promise<string> => (await read(id)).processor_id_external
const captured = async () => {
  const id = await authorized()
  const asked = await kontor.post(user, `/v1/transaction/${id}/capture`, { amount: 5_000 }, { prefer: 'respond-async' })
  expect(asked.status).toBeLessThan(300)
  const capture = await booked(await externalOf(id), 'capture')
  await answered(capture)
  expect((await read(id)).status).toBe('AUTHORIZED')
  await tell(capture, 'done')
  await becomes(id, 'SETTLEMENT_REQUESTED')
  return { id, capture }
}

/** A payment whose payer is at the page of his bank, and the address at which he comes back. */
async function sentOut() {
  fake.play('sent_out_and_back')
  const asked = { ...order(), return_url: 'https://shop.example/thanks' }
  const { body } = await kontor.post(user, '/v1/transaction', asked)
  expect(body).toMatchObject({ status: 'INITIATED', redirect_url: expect.any(String) })
  const { returnUrl } = (fake.received.at(-1)?.body ?? {}) as { returnUrl: string }
  return { id: body.id as string, address: kontor.url + new URL(returnUrl).pathname }
}
const bring = async (address: string, redirectResult: string) => {
  const query = new URLSearchParams({ redirectResult })
  expect((await fetch(`${address}?${query}`, { redirect: 'manual' })).status).toBe(303)
}
const resumptions = async (id: string): Promise<{ is_over: boolean }[]> =>
  (
    await owner.query(
      `select done_at is not null as is_over from outbox
       where transaction_id = $1 and topic = 'processor.resume' order by id`,
      [id],
    )
  ).rows

/** A payment whose outcome is unknown for longer than its key lives. */
async function parked(): Promise<string> {
  const id = await pay()
  await until(
    async () =>
      (
        await owner.query(
          `update outbox set created_at = created_at - interval '8 days', first_sent_at = first_sent_at - interval '8 days',
            next_attempt_at = now() where id = $1 and attempts > 0 and leased_until is null and done_at is null`,
          [id],
        )
      ).rowCount,
    (changed) => changed === 1,
  )
  fake.forgetKeys()
  await becomes(id, 'UNKNOWN')
  return id
}

/** Of each contradiction of a payment: whether the provider's staff are mailed. */
const mailed = async (id: string): Promise<boolean[]> => {
  const mails = 'select mail_due or mailed_at is not null as mailed from contradiction where transaction_id = $1'
  return (await owner.query(mails, [id])).rows.map((row) => row.mailed)
}

/** The order that cancels a payment by our reference, as the books have it. */
const orderToCancel = (id: string) =>
  until(
    async () => {
      const jobs = await owner.query(
        `select id from outbox where transaction_id = $1 and topic = 'processor.cancel_reference'`,
        [id],
      )
      return fake.books.of(jobs.rows[0]?.id)[0]
    },
    (entry) => entry !== undefined,
  ) as Promise<Entry>

describe(`a processor at Adyen, held against ${adyenDocument.from}`, () => {
  it('takes a payment, and its capture counts when the notification tells of it, not before (check 9)', async () => {
    const { id } = await captured()
    expect(await read(id)).toMatchObject({
      captured_amount: 5_000,
      processor_id_external: expect.stringMatching(/^FAKE/),
    })
    expect(fake.books.of(id)).toHaveLength(1)
    // Adyen does not tell when it is paid out: nothing waits for that, and nobody is told that it takes long.
    const waiting = await owner.query('select topic from outbox where transaction_id = $1 and done_at is null', [id])
    expect(waiting.rows).toEqual([])
  })

  it('that answers about another payment has said nothing of ours, which is asked for again by the same request', async () => {
    const real = globalThis.fetch
    let lies = true
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      const reply = await real(url, init)
      if (!lies || !String(url).endsWith('/checkout/payments')) return reply
      lies = false
      return Response.json(
        { ...((await reply.json()) as object), merchantReference: 'of-another-payment' },
        { status: reply.status },
      )
    })
    const id = await authorized()
    vi.restoreAllMocks()
    expect([lies, fake.books.of(id)]).toEqual([false, [expect.anything()]])
    expect(fake.received.filter(({ key }) => key === id)).toHaveLength(2)
  })

  it('charges a stored card where we keep it, and never because a browser names it', async () => {
    const token = tokenOf({ method: randomUUID(), shopper: 'customer-1' })
    const customer = await kontor.make.customer(shop.merchant)
    const card = await kontor.make.card(shop, customer, { token })
    await becomes(await pay({ card_token: undefined, customer, card }), 'AUTHORIZED')
    const stolen = await pay({ card_token: token })
    await becomes(stolen, 'FAILED')
    expect(await read(stolen)).toMatchObject({ status_reason: 'card_token_unknown' })
    expect(fake.books.of(stolen)).toEqual([])
  })

  it('takes a capture back that failed after its success, and tells the shop (check 10)', async () => {
    const { id, capture } = await captured()
    await tell(capture, 'undone')
    await becomes(id, 'FAILED')
    expect(await toldShop(id)).toEqual(['AUTHORIZED', 'SETTLEMENT_REQUESTED', 'FAILED'])
    expect((await kontor.post(user, `/v1/transaction/${id}/refund`, { amount: 1 })).body.code).toBe(
      'transaction_not_refundable',
    )
  })

  it('pays back when the notification tells of it, and has it not paid, as the shop is told, when the money came back (checks 9 and 10)', async () => {
    const { id } = await captured()
    const asked = await kontor.post(
      user,
      `/v1/transaction/${id}/refund`,
      { amount: 2_000 },
      { prefer: 'respond-async' },
    )
    expect(asked.status).toBeLessThan(300)
    const made = await booked(await externalOf(id), 'refund')
    await answered(made)
    const [refund] = (await kontor.get(user, `/v1/refund?transaction=${id}`)).body
    expect(refund.status).not.toBe('PROCESSED')
    await tell(made, 'done')
    await becomes(refund.id, 'PROCESSED', 'refund')
    await tell(made, 'done')
    await tell(made, 'undone')
    await becomes(refund.id, 'FAILED', 'refund')
    expect(await read(id)).toMatchObject({ refunded_amount: 0, captured_amount: 5_000 })
    expect(await toldShop(refund.id)).toEqual(['PENDING', 'PROCESSED', 'FAILED'])
    expect(
      fake.books.entries.filter((entry) => entry.payment_id === made.payment_id && entry.kind === 'refund'),
    ).toEqual([made])
  })

  it('has a second payment under our reference reported, and neither believes it nor takes its end for the end of ours', async () => {
    const id = await authorized()
    const [made = expect.unreachable()] = fake.books.of(id)
    const second = { ...made, id: 'SECOND0000000001', payment_id: 'SECOND0000000001' }
    await tell(second, 'done')
    const said = () => kontor.get(staff, `/v1/psp/contradiction?transaction=${id}`)
    const [open] = await until(
      async () => (await said()).body,
      (rows) => rows.length > 0,
    )
    expect(open).toMatchObject({ kind: 'payment', state: 'OPEN', we_say: 'AUTHORIZED', they_say: 'MADE_TWICE' })
    expect(open).toMatchObject({ processor_id_external: second.id, their_amount: 5_000 })
    expect(await mailed(id)).toEqual([true])
    const takeOver = await kontor.post(staff, `/v1/psp/contradiction/${open.id}/take-over`, { note: 'seen' })
    expect(takeOver.body.code).toBe('contradiction_not_settleable')
    await tell(second, 'done')
    await send({ ...saidOf(made, 'done'), eventCode: 'EXPIRE', pspReference: 'EXPIRE1', originalReference: second.id })
    await until(
      async () => (await said()).body,
      (rows) => rows[0].state === 'WITHDRAWN',
    )
    expect((await said()).body).toHaveLength(1)
    expect(await read(id)).toMatchObject({ status: 'AUTHORIZED', processor_id_external: made.id })
    // An end of which nothing else was told may be that of ours.
    await send({ ...saidOf(made, 'done'), eventCode: 'EXPIRE', pspReference: 'EXPIRE2', originalReference: 'THIRD' })
    await until(
      async () => (await said()).body,
      (rows) => rows.some((row: { state: string }) => row.state === 'OPEN'),
    )
    expect((await read(id)).status).toBe('AUTHORIZED')
    // Nobody is mailed that something was charged twice.
    expect((await mailed(id)).toSorted()).toEqual([false, true])
  })

  it('has a second refund under our reference reported, whichever of the two it hears of first', async () => {
    const { id } = await captured()
    await kontor.post(user, `/v1/transaction/${id}/refund`, { amount: 2_000 }, { prefer: 'respond-async' })
    const made = await booked(await externalOf(id), 'refund')
    await answered(made)
    const [refund] = (await kontor.get(user, `/v1/refund?transaction=${id}`)).body
    const said = async () => (await kontor.get(staff, `/v1/psp/contradiction?refund=${refund.id}`)).body
    await tell({ ...made, id: 'SECOND0000000002' }, 'done')
    await becomes(refund.id, 'PROCESSED', 'refund')
    expect((await read(refund.id, 'refund')).processor_id_external).toBe('SECOND0000000002')
    await tell(made, 'done')
    const [open] = await until(said, (rows) => rows.length > 0)
    expect(open).toMatchObject({ kind: 'refund', they_say: 'MADE_TWICE', processor_id_external: made.id })
    await tell(made, 'undone')
    await until(said, (rows) => rows[0].state === 'WITHDRAWN')
    expect((await read(refund.id, 'refund')).status).toBe('PROCESSED')
    // The news that ours came back may have an id of its own.
    await tell({ ...made, id: 'REVERSED00000001' }, 'undone')
    await becomes(refund.id, 'FAILED', 'refund')
  })

  it('does not take news that a refund came back for another refund when it is told first, with an id of its own', async () => {
    const { id } = await captured()
    fake.play('lost_after')
    await kontor.post(user, `/v1/transaction/${id}/refund`, { amount: 2_000 }, { prefer: 'respond-async' })
    const made = await booked(await externalOf(id), 'refund')
    await tell({ ...made, id: 'REVERSED00000007' }, 'undone')
    const [refund] = (await kontor.get(user, `/v1/refund?transaction=${id}`)).body
    await becomes(refund.id, 'FAILED', 'refund')
    await tell(made, 'done')
    expect((await kontor.get(staff, `/v1/psp/contradiction?refund=${refund.id}`)).body).toEqual([])
    expect(await read(refund.id, 'refund')).toMatchObject({ status: 'FAILED', processor_id_external: made.id })
  })

  it('has a second capture under our reference reported, also when ours has come back', async () => {
    const { id, capture } = await captured()
    const said = async () => (await kontor.get(staff, `/v1/psp/contradiction?transaction=${id}`)).body
    const second = { ...capture, id: 'SECOND0000000005' }
    await tell(capture, 'done')
    await tell(second, 'done')
    const [open] = await until(said, (rows) => rows.length > 0)
    expect(open).toMatchObject({ kind: 'capture', they_say: 'MADE_TWICE', processor_id_external: second.id })
    await tell(second, 'undone')
    await until(said, (rows) => rows[0].state === 'WITHDRAWN')
    expect(await read(id)).toMatchObject({ status: 'SETTLEMENT_REQUESTED', captured_amount: 5_000 })
    // Ours came back, by news that has an id of its own; what else was taken is not ours.
    await tell({ ...capture, id: 'REVERSED00000005' }, 'undone')
    await becomes(id, 'FAILED')
    await tell({ ...capture, id: 'THIRD00000000005' }, 'done')
    await until(said, (rows) => rows.some((row: { state: string }) => row.state === 'OPEN'))
    expect((await read(id)).status).toBe('FAILED')
    expect(await mailed(id)).toEqual([true, true])
  })

  it('has a second payment under our reference reported also when ours has ended', async () => {
    const { id, capture } = await captured()
    await tell(capture, 'undone')
    await becomes(id, 'FAILED')
    const [made = expect.unreachable()] = fake.books.of(id)
    await tell({ ...made, id: 'SECOND0000000006', payment_id: 'SECOND0000000006' }, 'done')
    const said = async () => (await kontor.get(staff, `/v1/psp/contradiction?transaction=${id}`)).body
    const [open] = await until(said, (rows) => rows.length > 0)
    expect(open).toMatchObject({ kind: 'payment', they_say: 'MADE_TWICE', we_say: 'FAILED' })
  })

  it('ends an order to cancel whose answer is about another payment, and opens nothing twice', async () => {
    fake.play('lost_after')
    const id = await parked()
    const cancellation = await orderToCancel(id)
    const [made = expect.unreachable()] = fake.books.of(id)
    await tell(made, 'done')
    await becomes(id, 'AUTHORIZED')
    const second = { ...made, id: 'SECOND0000000003', payment_id: 'SECOND0000000003' }
    await tell(second, 'done')
    const said = async () => (await kontor.get(staff, `/v1/psp/contradiction?transaction=${id}`)).body
    await until(said, (rows) => rows.length > 0)
    await tell({ ...cancellation, payment_id: second.id }, 'done')
    await until(said, (rows) => rows[0].state === 'WITHDRAWN')
    expect(await said()).toHaveLength(1)
    expect((await read(id)).status).toBe('AUTHORIZED')
    const open = await owner.query('select from outbox where transaction_id = $1 and done_at is null', [id])
    expect(open.rowCount).toBe(0)
  })

  it('takes a late success back that it has released or let expire since, so that nobody takes it over', async () => {
    const said = async (id: string) => (await kontor.get(staff, `/v1/psp/contradiction?transaction=${id}`)).body
    for (const eventCode of ['EXPIRE', 'CANCELLATION']) {
      fake.play('declined')
      const id = await pay()
      await becomes(id, 'DECLINED')
      const name = `${eventCode.slice(0, 6)}0000000002`
      const late = { kind: 'authorize' as const, id: name, payment_id: name, reference: id }
      const told = { ...late, done: true, amount: 5_000, currency: 'EUR' }
      await tell(told, 'done')
      await until(
        () => said(id),
        (rows) => rows.length > 0,
      )
      // Of another payment it says nothing.
      await send({ ...saidOf(told, 'done'), eventCode, pspReference: `X${eventCode}`, originalReference: 'OTHER' })
      expect(await said(id)).toMatchObject([{ state: 'OPEN', they_say: 'AUTHORIZED' }])
      await send({ ...saidOf(told, 'done'), eventCode, pspReference: `Y${eventCode}`, originalReference: late.id })
      await until(
        () => said(id),
        (rows) => rows[0].state === 'WITHDRAWN',
      )
      expect((await read(id)).status).toBe('DECLINED')
    }
  })

  it('lets a person take over a payment that came after a refused try by another id, and orders go by its id', async () => {
    fake.play('declined')
    const id = await pay()
    await becomes(id, 'DECLINED')
    const later = { kind: 'authorize' as const, id: 'LATER00000000001', payment_id: 'LATER00000000001', reference: id }
    await tell({ ...later, done: true, amount: 5_000, currency: 'EUR' }, 'done')
    const [open] = await until(
      async () => (await kontor.get(staff, `/v1/psp/contradiction?transaction=${id}`)).body,
      (rows) => rows.length > 0,
    )
    expect(open).toMatchObject({ kind: 'payment', they_say: 'AUTHORIZED', processor_id_external: later.id })
    expect((await kontor.post(staff, `/v1/psp/contradiction/${open.id}/take-over`, { note: 'seen' })).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'AUTHORIZED', processor_id_external: later.id })
  })

  it.each(['lost_after', 'lost_before'] as const)(
    'makes a payment once, by the same request, when its reply is lost: %s the work (checks 3, 4 and 8)',
    async (fate) => {
      fake.play(fate)
      const id = await authorized()
      expect(fake.books.of(id)).toHaveLength(1)
      const sent = fake.received.filter(({ key }) => key === id)
      expect(sent).toHaveLength(2)
      expect(sent[1]?.text).toBe(sent[0]?.text)
    },
  )

  it('is asked for nothing any more when its key may have expired: the payment is parked, and a person sees it (check 5)', async () => {
    fake.play('lost_after')
    const id = await parked()
    const stuck = await until(
      async () => (await kontor.get(staff, `/v1/psp/stuckoperation?transaction=${id}`)).body,
      (rows) => rows.length === 1,
    )
    expect(stuck).toMatchObject([{ transaction: id }])
    // Nothing takes it up again.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(fake.received.filter(({ key }) => key === id)).toHaveLength(1)
    expect(fake.books.of(id)).toHaveLength(1)
    // A notification ends it all the same.
    await tell(fake.books.of(id)[0] as Entry, 'done')
    await becomes(id, 'AUTHORIZED')
  })

  it('cancels by our reference what it can neither be asked nor told again, and that counts when it tells of it', async () => {
    fake.play('lost_after')
    const id = await parked()
    const cancellation = await orderToCancel(id)
    expect((await read(id)).status).toBe('UNKNOWN')
    await tell(cancellation, 'done')
    await becomes(id, 'CANCELLED')
  })

  it.each([
    [true, 'SETTLEMENT_REQUESTED'],
    [false, 'AUTHORIZED'],
  ])(
    'knows by its order whether an approval took the money, where only a notification tells of it: %s',
    async (capture, status) => {
      fake.play('pending')
      const id = await pay({ capture })
      await becomes(id, 'PENDING')
      await tell(fake.books.of(id)[0] as Entry, 'done')
      await becomes(id, status)
    },
  )

  it('resumes a payment with what its payer brings back, whatever somebody brought before him', async () => {
    const { id, address } = await sentOut()
    await bring(address, 'junk')
    expect((await resumptions(id)).map(({ is_over }) => is_over)).toEqual([true])
    expect((await read(id)).status).toBe('INITIATED')
    await bring(address, returned.redirectResult)
    await becomes(id, 'AUTHORIZED')
    expect(fake.books.of(id)).toHaveLength(1)
  })

  it('resumes a payment also after somebody brought what belongs to another one', async () => {
    const { id, address } = await sentOut()
    const other = await sentOut()
    await bring(address, returned.redirectResult)
    expect((await resumptions(id)).map(({ is_over }) => is_over)).toEqual([true])
    expect((await read(id)).status).toBe('INITIATED')
    expect((await read(other.id)).status).toBe('INITIATED')
  })

  it('leaves a payment as it is when its payer comes back with nothing, and his way to the bank with it (check 16)', async () => {
    const { id, address } = await sentOut()
    expect((await fetch(`${address}?utm_source=x`, { redirect: 'manual' })).status).toBe(303)
    expect(await resumptions(id)).toEqual([])
    const { rows } = await owner.query('select status, redirect_url from transaction where id = $1', [id])
    expect(rows).toEqual([{ status: 'INITIATED', redirect_url: expect.any(String) }])
  })

  const away = (id: string, hours: number) => payerAway(kontor, id, hours)
  const cancellationOf = (id: string) =>
    until(
      async () => fake.books.entries.find(({ more }) => more?.['paymentReference'] === id),
      (entry) => entry !== undefined,
    ) as Promise<Entry>
  const turnOf = async (id: string) =>
    (await owner.query('select attempts, next_attempt_at from outbox where id = $1', [id])).rows[0]
  const seenOf = async (id: string) => (await kontor.get(staff, `/v1/psp/contradiction?transaction=${id}`)).body

  it('abandons a payment whose payer never comes back, a day after he left, and tells the shop; money after that contradicts (check 16)', async () => {
    const { id } = await sentOut()
    const { attempts, next_attempt_at } = await turnOf(id)
    const hours = (next_attempt_at.getTime() - Date.now()) / 3_600_000
    expect([hours > 23, hours <= 24]).toEqual([true, true])
    await away(id, 23)
    await until(
      () => turnOf(id),
      (turn) => turn.attempts > attempts,
    )
    expect((await read(id)).status).toBe('INITIATED')
    await away(id, 25)
    // Adyen may refuse what it has no approval of. That decides nothing.
    await tell(await cancellationOf(id), 'failed')
    await away(id, 25)
    expect(await becomes(id, 'ABANDONED')).toMatchObject({ status_reason: 'payer_gone', captured_amount: 0 })
    expect(await toldShop(id)).toContain('ABANDONED')
    const stuck = (await kontor.get(staff, `/v1/psp/stuckoperation?transaction=${id}`)).body
    expect([stuck, await seenOf(id)]).toEqual([[], []])
    const late = { kind: 'authorize' as const, id: `LATE${id}`, payment_id: `LATE${id}`, reference: id, done: true }
    await tell({ ...late, amount: 5_000, currency: 'EUR' }, 'done')
    expect(await seenOf(id)).toMatchObject([{ state: 'OPEN', we_say: 'ABANDONED' }])
    expect((await read(id)).status).toBe('ABANDONED')
    expect(await mailed(id)).toEqual([true])
  })

  it('waits to abandon a payment of which another attempt is being cancelled, since there is one cancellation at a time', async () => {
    const { id } = await sentOut()
    const other = randomUUID()
    await owner.query(
      `insert into outbox (merchant_id, id, topic, transaction_created_at, transaction_id, payload, next_attempt_at)
        select merchant_id, $2, 'processor.cancel_reference', created_at, id, jsonb_build_object('of', $3::text), '9999-12-31T00:00:00Z'
        from transaction where id = $1`,
      [id, other, randomUUID()],
    )
    const { attempts } = await turnOf(id)
    await away(id, 25)
    await until(
      () => turnOf(id),
      (turn) => turn.attempts > attempts,
    )
    const tries = 'select result from outbox_attempt where outbox_id = $1 order by attempt desc limit 1'
    const last = await until(
      async () => (await owner.query(tries, [id])).rows[0].result,
      (result) => result !== 'ACTION_REQUIRED',
    )
    expect(last).toBe('another attempt is being cancelled')
    await owner.query('update outbox set done_at = now() where id = $1', [other])
    await away(id, 25)
    await tell(await cancellationOf(id), 'done')
    await becomes(id, 'ABANDONED')
  })

  it('does not abandon a payment of a processor of which nothing was heard since: its webhook may be broken (check 16)', async () => {
    const { id } = await sentOut()
    const { id: paid } = await sentOut()
    for (const each of [id, paid]) {
      await away(each, 25)
      await cancellationOf(each)
      await until(
        async () =>
          (
            await owner.query(
              `update outbox set done_at = now(), request_sealed = null where transaction_id = $1
                and topic = 'processor.cancel_reference' and attempts > 0 and leased_until is null and done_at is null`,
              [each],
            )
          ).rowCount,
        (closed) => closed === 1,
      )
      await owner.query(`update outbox set overdue_at = now() - interval '1 hour' where id = $1`, [each])
      const { attempts } = await turnOf(each)
      await away(each, 25)
      await until(
        () => turnOf(each),
        (turn) => turn.attempts > attempts,
      )
      expect((await read(each)).status).toBe('INITIATED')
      const stuck = (await kontor.get(staff, `/v1/psp/stuckoperation?transaction=${each}`)).body
      expect(stuck).toMatchObject([{ operation: 'authorize', state: 'OVERDUE' }])
    }
    // The webhook works again.
    const told = {
      kind: 'authorize' as const,
      id: `LATE${paid}`,
      payment_id: `LATE${paid}`,
      reference: paid,
      done: true,
    }
    await tell({ ...told, amount: 5_000, currency: 'EUR' }, 'done')
    await becomes(paid, 'AUTHORIZED')
    expect(await seenOf(paid)).toEqual([])
    await away(id, 25)
    await becomes(id, 'ABANDONED')
  })

  it.each(['the cancellation', 'the payment'])(
    'abandons a payment whose payer never comes back as soon as Adyen has cancelled it, told by the reference of %s (check 16)',
    async (named) => {
      const { id } = await sentOut()
      await away(id, 25)
      const cancellation = await cancellationOf(id)
      const told = named === 'the payment' ? { ...cancellation, reference: id } : cancellation
      await tell(told, 'done')
      expect(await becomes(id, 'ABANDONED')).toMatchObject({ status_reason: 'payer_gone' })
      // It may be told again when it has had its effect.
      await tell(told, 'done')
      expect(await seenOf(id)).toEqual([])
    },
  )

  it('abandons a payment whose payer never comes back also when its outcome was unknown before he was sent out (check 16)', async () => {
    fake.play('lost_before', 'lost_before', 'lost_before', 'lost_before', 'sent_out_and_back')
    const id = await pay({ return_url: 'https://shop.example/thanks' })
    const soon = 'update outbox set next_attempt_at = now() where id = $1 and leased_until is null and done_at is null'
    await until(
      async () => {
        await owner.query(`${soon} and acknowledged_at is null`, [id])
        return (await owner.query('select status, redirect_url from transaction where id = $1', [id])).rows[0]
      },
      ({ redirect_url }) => redirect_url !== null,
    )
    expect((await read(id)).status).toBe('UNKNOWN')
    await away(id, 25)
    await tell(await cancellationOf(id), 'failed')
    await away(id, 25)
    expect(await becomes(id, 'ABANDONED')).toMatchObject({ status_reason: 'payer_gone' })
  })

  it('abandons a payment whose order a server of before left without a next try, and leaves one that was just sent out (check 16)', async () => {
    const job = payersAwayJob(kontor.databases)
    const leave = (id: string, hours: number) =>
      until(
        () =>
          owner.query(
            `update outbox set first_sent_at = now() - $2 * interval '1 hour', acknowledged_at = now() - $2 * interval '1 hour',
                next_attempt_at = '9999-12-31T00:00:00Z'
              where id = $1 and acknowledged_at is not null and leased_until is null`,
            [id, hours],
          ),
        ({ rowCount }) => rowCount === 1,
      )
    const [{ id }, { id: just }] = [await sentOut(), await sentOut()]
    await leave(id, 25)
    await leave(just, 23)
    await job.run(new Date())
    await tell(await cancellationOf(id), 'done')
    expect(await becomes(id, 'ABANDONED')).toMatchObject({ status_reason: 'payer_gone' })
    expect((await turnOf(just)).next_attempt_at.getUTCFullYear()).toBe(9999)
  })

  it('leaves a payment as it is when Adyen says that its page was left: an approval may come after that (check 16)', async () => {
    const closed = (reference: string) =>
      send({
        ...{ eventCode: 'OFFER_CLOSED', success: 'true', pspReference: `C${reference}`, merchantReference: reference },
        amount: { value: 5_000, currency: 'EUR' },
      })
    const approved = (reference: string) => {
      const entry = { kind: 'authorize' as const, id: `LATE${reference}`, payment_id: `LATE${reference}`, reference }
      return tell({ ...entry, done: true, amount: 5_000, currency: 'EUR' }, 'done')
    }
    const { id } = await sentOut()
    await closed(id)
    expect((await read(id)).status).toBe('INITIATED')
    await approved(id)
    expect((await becomes(id, 'AUTHORIZED')).status_reason).toBeNull()
    const back = await sentOut()
    fake.play('pending')
    await bring(back.address, returned.redirectResult)
    await until(
      () => resumptions(back.id),
      ([row]) => row?.is_over === true,
    )
    await closed(back.id)
    expect((await read(back.id)).status).toBe('INITIATED')
    await approved(back.id)
    await becomes(back.id, 'AUTHORIZED')
    expect([await seenOf(id), await seenOf(back.id)]).toEqual([[], []])
  })

  it('frees the link of a payer who never comes back: it can be paid, and expires (check 16)', async () => {
    const of = { payment_profile: shop.profile, amount: 5_000, merchant_reference: 'Order 1' }
    const link = (await kontor.post(user, '/v1/paymentlink', of)).body
    const page = `/v1/pay/${link.url.split('/pay/')[1]}`
    const browser = {
      ...{ language: 'nl', color_depth: 24, screen_height: 900, screen_width: 1440 },
      ...{ time_zone_offset: -60, java_enabled: false },
    }
    const payBy = () => {
      const asked = { attempt: randomUUID(), payment_product: 'card', card_token: typedCard, browser }
      return kontor.post('', `${page}/payments`, asked)
    }
    fake.play('sent_out_and_back')
    expect((await payBy()).body.payment).toMatchObject({ status: 'action' })
    expect((await payBy()).body.code).toBe('payment_in_progress')
    const [{ id }] = (await kontor.get(user, '/v1/transaction')).body
    await away(id, 25)
    await tell(await cancellationOf(id), 'failed')
    await away(id, 25)
    await becomes(id, 'ABANDONED')
    expect((await payBy()).body.payment.status).not.toBe('action')
    expect((await kontor.get(user, `/v1/paymentlink/${link.id}`)).body).toMatchObject({ uses: 1, status: 'DONE' })
  })

  it('does not abandon a payment whose payer came back and of which Adyen says that it is pending', async () => {
    const { id, address: back } = await sentOut()
    fake.play('pending')
    await bring(back, returned.redirectResult)
    await until(
      () => resumptions(id),
      ([row]) => row?.is_over === true,
    )
    await away(id, 25)
    await until(
      () => turnOf(id),
      ({ next_attempt_at }) => next_attempt_at.getTime() > Date.now() + 20 * 3_600_000,
    )
    expect((await read(id)).status).toBe('INITIATED')
    expect(fake.books.entries.filter(({ more }) => more?.['paymentReference'] === id)).toEqual([])
  })

  it('leaves no secret, card or mail in what is kept of its orders, told or logged (check 17)', async () => {
    const customer = await kontor.make.customer(shop.merchant, { email_address: 'canary@bloom.example' })
    const id = await pay({ customer, card_token: typedCard.replaceAll('eyJ', 'CANARY') })
    await becomes(id, 'AUTHORIZED')
    await tell(fake.books.of(id)[0] as Entry, 'done')
    const sent = fake.received.map(({ text }) => text).join('\n')
    for (const canary of ['CANARY9', 'canary@bloom.example']) expect(sent).toContain(canary)
    const house = { kontor, owner, user, staff, merchant: shop.merchant, log }
    const places = await placesOf(house, { payment: id, token: 'CANARY9' })
    expect(places.kept).toContain('encryptedCardNumber')
    for (const place of [places.logged, places.said]) expect(place).toContain(id)
    const { api_key, hmac_keys, webhook_password } = adyenCredential
    expect(canariesIn(places, ['CANARY', api_key, hmac_keys, webhook_password])).toEqual([])
    // The customer of the shop has it.
    const { kept, logged } = places
    expect(canariesIn({ kept, logged }, ['canary@'])).toEqual([])
  })

  it.each([
    ['a refund in its back office', 'REFUND', 'refund: done REFUNDED', ['B1', 'B2']],
    ['a question of the issuer', 'REQUEST_FOR_INFORMATION', 'REQUEST_FOR_INFORMATION', ['Q1']],
    ['a warning of fraud', 'NOTIFICATION_OF_FRAUD', 'NOTIFICATION_OF_FRAUD', ['W1']],
  ])('tells a person of %s once for each payment and each of them (check 12)', async (_, eventCode, they_say, ids) => {
    const payments = [await authorized(), await authorized()]
    for (const id of payments) {
      const { reference, id: originalReference } = await booked(await externalOf(id), 'authorize')
      const said = { eventCode, originalReference, merchantReference: reference, success: 'true' as const }
      for (const each of [...ids, ...ids])
        await send({ ...said, pspReference: `${each}${id}`, amount: { value: 1_000, currency: 'EUR' } })
    }
    const seen = (await kontor.get(staff, `/v1/psp/contradiction?processor=${processor}`)).body
    const row = { state: 'OPEN', kind: 'not_understood', they_say, their_amount: 1_000 }
    for (const transaction of payments)
      expect(seen.filter((each: { transaction: string }) => each.transaction === transaction)).toMatchObject(
        ids.toReversed().map((id) => ({ ...row, processor_id_external: `${id}${transaction}` })),
      )
    expect(seen).toHaveLength(2 * ids.length)
  })

  it.each(['ABANDONED', 'FAILED'] as const)(
    'that reports money for a payment which had ended contradicts, and changes nothing by itself: %s (check 11)',
    async (status) => {
      const { id } = await kontor.make.transaction(shop, { status, amount: 5_000 })
      const late = { kind: 'authorize' as const, id: `pay_${id}`, payment_id: `pay_${id}`, reference: id, done: true }
      await tell({ ...late, amount: 5_000, currency: 'EUR' }, 'done')
      const [contradiction] = (await kontor.get(staff, `/v1/psp/contradiction?transaction=${id}`)).body
      expect(contradiction).toMatchObject({ we_say: status, they_say: 'SETTLEMENT_REQUESTED' })
      expect((await read(id)).status).toBe(status)
    },
  )
})
