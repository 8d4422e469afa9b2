import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../../tools/run/processes.ts'
import { wrongAttempts, wrongReserves, wrongSteps, wrongSums } from '../../../test/books.ts'
import { connectAccount, startTestApp, type TestApp, until } from '../../../test/harness.ts'
import { type Mailbox, openMailbox } from '../../../test/mails/mailbox.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { openReceiver } from '../../../test/receiver.ts'
import { chargeCard } from '../../payments/charge-card.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { openCredential, sealCredential } from '../../platform/secrets/sealed.ts'

/** Longer than a busy machine takes for an answer of the sandbox: an answer that comes later is none. */
const timeout_ms = 2_500

let kontor: TestApp
let mailbox: Mailbox
let store: pg.Client
let shop: MadeMerchant
let owner: string
/** Two accounts of the sandbox, which know each other's tokens. */
let a: string
let b: string
let accounts: Record<'a' | 'b', string>
let profile: string

beforeAll(async () => {
  mailbox = await openMailbox()
  kontor = await startTestApp({
    ...{ gatewayTimeout_ms: timeout_ms, mail: { smtpUrl: mailbox.url, poll_ms: 50 } },
    webhooks: { allowPrivate: true },
  })
  store = new pg.Client(kontor.sandboxStoreUrl)
  await store.connect()
})
afterAll(async () => {
  await store.end()
  await kontor.stop()
  await mailbox.down()
})

const newSecret = () => `whsec_${Buffer.from(randomUUID()).toString('base64')}`

async function newAccount(merchant: string) {
  const name = `account-${randomUUID()}`
  const credential = { api_key: `key-${randomUUID()}`, notification_secret: newSecret() }
  await connectAccount(kontor.sandboxUrl, kontor.url, merchant, { name, credential })
  return { name, credential, processor: await kontor.make.processor(merchant, { credential }) }
}

beforeEach(async () => {
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  const [one, other] = [await newAccount(shop.merchant), await newAccount(shop.merchant)]
  accounts = { a: one.name, b: other.name }
  a = one.processor
  b = other.processor
  profile = await kontor.make.profile(shop.merchant, { processors: [a, b], failover: true })
})
afterEach(async () => {
  const { provider } = kontor.databases
  for (const wrong of [wrongSums, wrongSteps, wrongAttempts, wrongReserves])
    expect(await wrong(provider, shop.merchant)).toEqual([])
})

const update = (text: string, values: unknown[]) => withAdmin((client) => client.query(text, values))
async function withAdmin(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(kontor.database.adminUrl)
  await client.connect()
  await work(client).finally(() => client.end())
}
const moveTo = (processor: string, url: string) =>
  update('update processor set url = $2 where id = $1', [processor, url])
/** Nothing listens there any more. */
const cutOff = async (processor: string) => moveTo(processor, `http://127.0.0.1:${await freePort()}`)
/** Its credential is no longer known there. */
const lockOut = (processor: string) => {
  const unknown = { api_key: `gone-${randomUUID()}`, notification_secret: newSecret() }
  const place = { merchant: shop.merchant, record: processor }
  const sealed = sealCredential(kontor.database.masterKey, place, unknown)
  return update('update processor set credential = $1 where id = $2', [sealed, processor])
}

const order = (given: object = {}) => ({
  ...{ payment_profile: profile, amount: 5_000, payment_product: 'card', card_token: 'test_visa' },
  ...{ merchant_reference: 'Order 1', ...given },
})
const pay = async (given: object = {}, headers = {}) => {
  const { status, body } = await kontor.post(owner, '/v1/transaction', order(given), headers)
  expect([status, body]).toMatchObject([201, {}])
  return body
}
const nameOf = async (id: string) => (await kontor.get(owner, `/v1/processor/${id}`)).body.name
const read = async (id: string) => (await kontor.get(owner, `/v1/transaction/${id}`)).body
const decisionOf = async (id: string) => (await kontor.get(owner, `/v1/transaction/${id}/decision`)).body
const becomes = (id: string, status: string) =>
  until(
    () => read(id),
    (row) => row.status === status,
  )
const attemptsOf = async (id: string) =>
  (
    await kontor.databases.provider
      .selectFrom('payment_attempt')
      .select(['id', 'processor_id', 'state', 'reason'])
      .where('transaction_id', '=', id)
      .orderBy('attempt')
      .execute()
  ).map(({ processor_id, ...rest }) => ({ at: processor_id === a ? 'a' : 'b', ...rest }))
/** The payments of the merchant's accounts at the sandbox. */
const atSandbox = async (): Promise<{ at: string; status: string; reference: string }[]> => {
  const { rows } = await store.query(
    'select account, status, reference from payment where account = any($1) order by id',
    [[accounts.a, accounts.b]],
  )
  return rows.map(({ account, ...rest }) => ({ at: account === accounts.a ? 'a' : 'b', ...rest }))
}
const countedAt = async (processor: string): Promise<number> => {
  const { rows } = await sql<{ n: number | null }>`
    select sum(n)::int as n from (
      select n, merchant_id, processor_id, entity from statistics_delta
      union all select n, merchant_id, processor_id, entity from statistics_day_processor) counted
    where merchant_id = ${shop.merchant} and processor_id = ${processor} and entity = 'transaction'`.execute(
    kontor.databases.provider,
  )
  return rows[0]?.n ?? 0
}

it('A demand of 3-D Secure by a middleware holds at the second processor, and the middleware is asked once', async () => {
  const receiver = await openReceiver()
  try {
    receiver.answers(() => ({ status: 200, body: JSON.stringify({ decision: '3dSecure' }) }))
    const asked = { url: receiver.url('/asked'), time_limit_ms: 5_000, profiles: [profile] }
    await kontor.make.middleware(shop.merchant, asked)
    await cutOff(a)
    const { id, redirect_url } = await pay({ return_url: 'https://shop.example/thanks' })
    expect(redirect_url).toMatch(/^https?:/)
    expect(await read(id)).toMatchObject({ challenged: true })
    expect((await attemptsOf(id)).map(({ at }) => at)).toEqual(['a', 'b'])
    expect(receiver.heard).toHaveLength(1)
  } finally {
    receiver.close()
  }
})

describe('a payment whose processor certainly did not take it', () => {
  it('is authorized at the second one after a refused credential: one transaction, two attempts in its timeline, counted once, there (check 17)', async () => {
    await lockOut(a)
    const paid = await pay()
    expect(paid).toMatchObject({ processor: b, status: expect.stringMatching(/^SETTLEMENT/) })
    expect(await attemptsOf(paid.id)).toMatchObject([
      { at: 'a', id: paid.id, state: 'REFUSED', reason: 'credential_refused' },
      { at: 'b', state: 'APPROVED', reason: null },
    ])
    expect(await atSandbox()).toHaveLength(1)
    expect([await countedAt(a), await countedAt(b)]).toEqual([0, 1])
    const attempts = (await kontor.get(owner, `/v1/transaction/${paid.id}/events`)).body.filter(
      ({ kind }: { kind: string }) => kind === 'attempt_began' || kind === 'attempt_ended',
    )
    expect(attempts).toMatchObject([
      { kind: 'attempt_began', subject: a },
      { kind: 'attempt_ended', subject: a, to_status: 'REFUSED', reason: 'credential_refused' },
      { kind: 'attempt_began', subject: b },
      { kind: 'attempt_ended', subject: b, to_status: 'APPROVED' },
    ])
  })

  it('goes on when nothing listens there, and its decision says so', async () => {
    await cutOff(a)
    const paid = await pay()
    expect(paid).toMatchObject({ processor: b })
    expect(await attemptsOf(paid.id)).toMatchObject([{ at: 'a', state: 'REFUSED', reason: 'not_sent' }, { at: 'b' }])
    expect(await decisionOf(paid.id)).toMatchObject({
      ...{ via: 'position', processor: a },
      attempts: [
        { processor: a, processor_name: await nameOf(a), state: 'REFUSED', reason: 'not_sent' },
        { processor: b, processor_name: await nameOf(b), state: 'APPROVED', reason: null },
      ],
    })
  })

  it('is answered once, with its key sent again too', async () => {
    await cutOff(a)
    const key = { 'idempotency-key': randomUUID() }
    const paid = await pay({}, key)
    expect(await pay({}, key)).toMatchObject({ id: paid.id, processor: b })
    expect(await atSandbox()).toMatchObject([{ at: 'b' }])
  })

  it('goes where the routing would have sent it without the first one', async () => {
    const c = await kontor.make.processor(shop.merchant, { name: 'C' })
    // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
    const top = (onThen: unknown, onElse: unknown) => ({ then: onThen, else: onElse })
    const details = {
      ...{ id: 'top', if: [{ name: 'amount', operator: '>', value: 1_000 }] },
      ...top({ id: 'low', if: [{ name: 'card_brand', operator: '==', value: 'amex' }], ...top(c, a) }, b),
    }
    const given = { name: 'Routing', organisation: shop.merchant, payment_product: 'card', details }
    const routing = (await kontor.post(owner, '/v1/routing', given)).body
    const seen = { processors: [a, b, c], seen: [a, b], routing: { card: routing.id } }
    expect((await kontor.post(owner, `/v1/paymentprofile/${profile}/processors`, seen)).status).toBe(200)
    await lockOut(a)
    // By the order of the profile it would have been B.
    const paid = await pay()
    expect(paid).toMatchObject({ processor: c })
    expect(await decisionOf(paid.id)).toMatchObject({
      via: 'tree',
      processor: a,
      attempts: [{ processor: a }, { processor: c }],
    })
  })
})

describe('failover at each door', () => {
  let customer: string
  let card: string
  beforeEach(async () => {
    customer = await kontor.make.customer(shop.merchant)
    card = await kontor.make.card({ ...shop, processor: a }, customer)
    await cutOff(a)
  })
  const list = async (query: string) => (await kontor.get(owner, `/v1/transaction?${query}`)).body
  const taken = (query: string) =>
    until(
      () => list(query),
      (seen: { status: string }[]) => seen.some(({ status }) => /^SETTLEMENT_/.test(status)),
    )

  it('takes a stored card to a processor of its vault', async () => {
    expect(await pay({ customer, card, card_token: undefined })).toMatchObject({ processor: b })
  })

  it('takes the payment of a link', async () => {
    const link = { payment_profile: profile, customer, amount: 5_000, merchant_reference: 'Link 1' }
    const { body } = await kontor.post(owner, '/v1/paymentlink', link)
    const paid = { attempt: randomUUID(), payment_product: 'card', card_token: 'test_visa' }
    expect((await kontor.post('', `/v1${new URL(body.url).pathname}/payments`, paid)).status).toBe(200)
    expect(await taken('merchant_reference=Link%201')).toMatchObject([{ processor: b }])
  })

  it('takes a planned payment', async () => {
    const charge = { payment_profile: profile, customer, card, amount: 2_500, merchant_reference: 'Box 7' }
    await inTransaction(kontor.databases, engineActor(shop.merchant, 'system'), (trx) =>
      chargeCard(trx, { merchant: shop.merchant, ...charge }, new Date()),
    )
    expect(await taken('merchant_reference=Box%207')).toMatchObject([{ processor: b }])
  })

  it('takes a cycle of a subscription', async () => {
    const plan = await kontor.make.plan({ ...shop, profile }, { amount: 12_500 })
    const of = { plan, customer, card, status: 'ACTIVE', starts_on: '2999-01-01' } as const
    const id = await kontor.make.subscription({ ...shop, profile }, of)
    const day = new Date().toISOString().slice(0, 10)
    await kontor.databases.provider
      .updateTable('subscription')
      .set({ starts_on: day, due_date: day, act_on: day, billing_cycle: 2, last_paid_cycle: 1 })
      .where('id', '=', id)
      .execute()
    expect(await taken(`subscription=${id}`)).toMatchObject([{ processor: b }])
  })
})

describe('a payment stays at its processor', () => {
  const staysAt = async (paid: { id: string }) => {
    expect(await attemptsOf(paid.id)).toMatchObject([{ at: 'a' }])
    expect((await atSandbox()).filter(({ at }) => at === 'b')).toEqual([])
  }

  it('where the payment profile does not want anything else', async () => {
    await kontor.post(owner, `/v1/paymentprofile/${profile}`, { failover: false })
    await lockOut(a)
    const paid = await pay()
    expect(paid).toMatchObject({ processor: a, status: 'FAILED', status_reason: 'credential_refused' })
    await staysAt(paid)
  })

  it('when its issuer declines', async () => {
    const paid = await pay({ card_token: 'test_declined_do_not_honor' })
    expect(paid).toMatchObject({ processor: a, status: 'DECLINED' })
    await staysAt(paid)
  })

  it('when its payer was sent to authenticate, whatever comes of that', async () => {
    const paid = await pay({ card_token: 'test_3ds_required', return_url: 'https://shop.example/thanks' })
    await lockOut(a)
    await fetch(paid.redirect_url, { method: 'POST', body: new URLSearchParams({ choice: 'fail' }) })
    await staysAt(paid)
  })

  it('when it is paid at a terminal', async () => {
    const terminal = await kontor.make.terminal({ ...shop, profile })
    await lockOut(a)
    const paid = await pay({ terminal })
    expect(paid).toMatchObject({ processor: a, status: 'FAILED' })
    await staysAt(paid)
  })

  it('when the second processor takes no payments any more', async () => {
    await cutOff(a)
    await update('update processor set active = false where id = $1', [b])
    await staysAt(await pay())
  })

  it('when the second one refuses too: there is no third', async () => {
    const c = await newAccount(shop.merchant)
    const three = await kontor.make.profile(shop.merchant, { processors: [a, b, c.processor], failover: true })
    await lockOut(a)
    await lockOut(b)
    const paid = await pay({ payment_profile: three })
    expect(paid).toMatchObject({ processor: b, status: 'FAILED', status_reason: 'credential_refused' })
    expect(await attemptsOf(paid.id)).toMatchObject([
      { at: 'a', state: 'REFUSED' },
      { at: 'b', state: 'REFUSED' },
    ])
  })

  it.each([66_610, 66_613, 66_617, 66_618])(
    'after work without a readable answer (%i): taken there once, and never ordered at the second one (check 18)',
    async (amount) => {
      const paid = await pay({ amount })
      await becomes(paid.id, 'SETTLEMENT_COMPLETED')
      await staysAt(paid)
      expect(await atSandbox()).toMatchObject([
        { at: 'a', reference: paid.id, status: expect.stringMatching(/^SETTLEMENT/) },
      ])
    },
  )
})

describe('a processor that did nothing and said nothing', () => {
  it('cancels first, then the second one is asked; what arrives late at the first one is refused there (check 19)', async () => {
    const paid = await pay({ amount: 66_611 })
    const row = await becomes(paid.id, 'SETTLEMENT_COMPLETED')
    expect(row).toMatchObject({ processor: b, status_reason: null })
    expect(await attemptsOf(paid.id)).toMatchObject([
      { at: 'a', state: 'CANCELLED', reason: 'cancelled_by_reference' },
      { at: 'b', state: 'APPROVED' },
    ])
    expect(await atSandbox()).toMatchObject([{ at: 'b' }])
    const { basics, key } = await lateOrder(paid)
    const late = await fetch(`${kontor.sandboxUrl}/v1/payments`, {
      method: 'POST',
      headers: key,
      body: JSON.stringify(basics),
    })
    expect([late.status, await late.json()]).toMatchObject([422, { code: 'cancelled_by_merchant' }])
    expect(await atSandbox()).toMatchObject([{ at: 'b' }])
  })

  it('cancels when no other attempt of the payment is being cancelled any more, since it has one cancellation at a time', async () => {
    const begun = await kontor.post(owner, '/v1/transaction', order({ amount: 66_611 }), { prefer: 'respond-async' })
    const { id } = begun.body
    const other = randomUUID()
    await update(
      `insert into outbox (merchant_id, id, topic, transaction_created_at, transaction_id, payload, next_attempt_at)
        select merchant_id, $2, 'processor.cancel_reference', created_at, id, jsonb_build_object('of', $3::text), '9999-12-31T00:00:00Z'
        from transaction where id = $1`,
      [id, other, randomUUID()],
    )
    const notes = () =>
      kontor.databases.provider.selectFrom('outbox_attempt').select('result').where('outbox_id', '=', id).execute()
    await until(notes, (tries) => tries.some(({ result }) => result === 'not known there'))
    expect(await attemptsOf(id)).toMatchObject([{ at: 'a' }])
    await update('update outbox set done_at = now() where id = $1', [other])
    expect(await becomes(id, 'SETTLEMENT_COMPLETED')).toMatchObject({ processor: b })
    expect(await attemptsOf(id)).toMatchObject([{ at: 'a', state: 'CANCELLED' }, { at: 'b' }])
  })

  it('may still take what nobody waits for: a planned payment is sent there again', async () => {
    const customer = await kontor.make.customer(shop.merchant)
    const card = await kontor.make.card({ ...shop, processor: a }, customer)
    const charge = { payment_profile: profile, customer, card, amount: 66_611, merchant_reference: 'Box 8' }
    const { transaction } = await inTransaction(kontor.databases, engineActor(shop.merchant, 'system'), (trx) =>
      chargeCard(trx, { merchant: shop.merchant, ...charge }, new Date()),
    )
    expect(await becomes(transaction, 'SETTLEMENT_COMPLETED')).toMatchObject({ processor: a })
  })
})

describe('a processor that takes the money after all', () => {
  it('is told to release it at once; the staff get a mail, and the timeline has a line', async () => {
    const staff = `staff-${randomUUID()}@test.example`
    await kontor.make.user({ email: staff, roles: ['PSP_ALL'] })
    const liar = await openLiar(kontor.sandboxUrl)
    await moveTo(a, liar.url)
    const paid = await pay()
    expect(paid).toMatchObject({ processor: b })
    const mail = await mailbox.to(staff)
    expect(mail.subject).toMatch(/geld van een betaling|money of a payment/)
    const rows = await until(
      async () => (await atSandbox()).map(({ at, status }) => [at, status]),
      (seen) => seen.some(([at, status]) => at === 'a' && status === 'AUTHORIZATION_VOIDED'),
    )
    expect(rows).toHaveLength(2)
    const events = await until(
      async () => (await kontor.get(owner, `/v1/transaction/${paid.id}/events`)).body,
      (seen: { kind: string; to_status: string }[]) =>
        seen.some(({ kind, to_status }) => kind === 'contradiction' && to_status === 'WITHDRAWN'),
    )
    expect(events.filter(({ kind }: { kind: string }) => kind === 'contradiction')[0]).toMatchObject({
      from_status: 'REFUSED',
    })
    expect(await read(paid.id)).toMatchObject({ processor: b, status: expect.stringMatching(/^SETTLEMENT/) })
    // Nothing of it stands in the way of the shop.
    await becomes(paid.id, 'SETTLEMENT_COMPLETED')
    expect((await kontor.post(owner, `/v1/transaction/${paid.id}/refund`, { amount: 1_000 })).body.status).toBe(
      'PROCESSED',
    )
    await liar.close()
  })
})

/** The first order of a payment as the first processor would get it late. */
async function lateOrder({ id, amount, currency_code }: { id: string; amount: number; currency_code: string }) {
  const sealed = await kontor.databases.provider
    .selectFrom('processor')
    .select('credential')
    .where('id', '=', a)
    .executeTakeFirstOrThrow()
  const place = { merchant: shop.merchant, record: a }
  const { api_key } = openCredential(kontor.database.masterKey, place, sealed.credential)
  const basics = {
    ...{ reference: id, amount, currency_code, payment_product: 'card', card_token: 'test_visa', capture: true },
    merchant_reference: 'Order 1',
  }
  return { basics, key: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' } }
}

/** A processor that carries out what it says it refused. */
async function openLiar(target: string) {
  const listener = http.createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const response = await fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      body: request.method === 'GET' ? null : Buffer.concat(chunks),
    })
    const text = await response.text()
    const isOrder = request.url === '/v1/payments'
    reply.writeHead(isOrder ? 401 : response.status, { 'content-type': 'application/json' }).end(isOrder ? '{}' : text)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      listener.closeAllConnections()
      listener.close()
    },
  }
}
