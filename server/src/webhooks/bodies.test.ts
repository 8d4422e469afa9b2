import { chargebackTransitions } from '@kontor/contract/disputes/chargeback.rules'
import { refundTransitions } from '@kontor/contract/payments/refund.rules'
import { transactionTransitions } from '@kontor/contract/payments/transaction.rules'
import { bodySchema } from '@kontor/contract/webhooks/payload'
import { payloads } from '@kontor/contract/webhooks/payloads'
import { type SendableType, statusesToTell } from '@kontor/contract/webhooks/webhook.rules'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { openReceiver, type Receiver } from '../../test/receiver.ts'
import { instantOf } from '../platform/db/ids.ts'
import { claim } from '../platform/webhooks/claim.ts'

let kontor: TestApp
let receiver: Receiver
let admin: pg.Client
let shop: MadeMerchant
let key: string
/** Ids differ between runs: names of the items replace them before the comparison. */
const names = new Map<string, string>()

beforeAll(async () => {
  kontor = await startTestApp({ webhooks: { allowPrivate: true, poll_ms: 30, timeout_ms: 5_000 } })
  receiver = await openReceiver()
  admin = new pg.Client(kontor.database.adminUrl)
  await admin.connect()
  shop = await kontor.make.merchant()
  names.set(shop.profile, 'payment_profile')
  key = await kontor.make.apiKey(shop.merchant)
  const url = receiver.url()
  await set('payment_profile', shop.profile, {
    webhook_transaction_update: url,
    webhook_refund_update: url,
    webhook_chargeback_update: url,
  })
})
afterAll(async () => {
  receiver.close()
  await admin.end()
  await kontor.stop()
})

async function set(table: string, id: string, fields: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(fields).map((name, index) => `${name} = $${index + 2}`)
  await admin.query(`update ${table} set ${columns.join(', ')} where id = $1`, [id, ...Object.values(fields)])
}

function named(name: string, id: string): string {
  names.set(id, name)
  return id
}

async function dailyReport(): Promise<string> {
  const schedule = named('schedule', '01990000-0000-7000-8000-00000000000b')
  const id = named('report', await kontor.make.report(shop.merchant, { name: 'Every day', schedule }))
  await set('report', id, { due_at: '2026-11-02T01:30:00Z', expires_at: '2026-12-02T01:30:07.5Z' })
  return id
}

/** The possible changes of status: each status with one that it can follow. */
const changes = <S extends string>(transitions: Readonly<Record<S, readonly S[]>>): [from: S, to: S][] => {
  const found = new Map<S, S>()
  for (const from of Object.keys(transitions) as S[]) for (const to of transitions[from]) found.set(to, from)
  return [...found].map(([to, from]) => [from, to])
}
const reasonOf = (status: string) => (/DECLINED|FAILED|EXPIRED|CANCELLED/.test(status) ? 'because' : null)

/** Reports every status of everything and receives it; one line each, in the order of reporting. */
async function heard(): Promise<string[]> {
  const { rows } = await until(
    () =>
      admin.query<{ id: string; item_id: string; outcome: string | null }>(
        'select id, item_id, outcome from webhook order by seq',
      ),
    (seen) => seen.rows.every(({ outcome }) => outcome === 'delivered'),
    60_000,
  )
  return rows.map(({ id, item_id }) => {
    const said = receiver.heard.find((each) => each.id === id)?.body ?? 'nothing'
    return said
      .replace(`"timestamp":"${instantOf(id)}"`, '"timestamp":"<told>"')
      .replace(`"created_at":"${instantOf(item_id)}"`, '"created_at":"<created>"')
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (each) => `<${names.get(each) ?? 'unknown'}>`)
  })
}

const bodiesOf = (item: string) =>
  receiver.heard.map(({ body }) => JSON.parse(body)).filter(({ data }) => data.id === item)

const amounts = { amount: 1_234, merchant_reference: 'Order 1' }
const pay = async (given: Parameters<TestApp['make']['transaction']>[1]) => {
  const made = await kontor.make.transaction(shop, { ...amounts, ...given })
  named('transaction', made.id)
  return made
}

async function payments() {
  for (const [from, to] of changes(transactionTransitions)) {
    const { id } = await pay({ status: from })
    await set('transaction', id, { status: to, status_reason: reasonOf(to) })
  }
  const customer = named('customer', await kontor.make.customer(shop.merchant))
  const subscription = named('subscription', await kontor.make.subscription(shop, { customer }))
  const { id } = await pay({ status: 'PENDING', customer, subscription, blocked: true })
  await set('transaction', id, { status: 'AUTHORIZED', recurring_type: 'initial', payment_product: 'paypal' })
}

async function followUps() {
  const of = await pay({ amount: 1_000_000 })
  for (const [from, to] of changes(refundTransitions)) {
    const { id } = await kontor.make.refund(shop, of, { status: from, amount: 12, reason: 'Ada called' })
    await set('refund', named('refund', id), { status: to, status_reason: reasonOf(to) })
  }
  for (const [from, to] of changes(chargebackTransitions)) {
    const given = { status: from, amount: 34, respond_by: to === 'LOST' ? null : '2026-12-01' }
    const { id } = await kontor.make.chargeback(shop, of, given)
    const unsaid = to === 'LOST' ? { reason: null, reason_code: null } : {}
    await set('chargeback', named('chargeback', id), { status: to, ...unsaid })
  }
}

const told = () => ({ webhook_url: receiver.url() })
const link = async (given: Parameters<TestApp['make']['paymentLink']>[1]) => {
  const id = await kontor.make.paymentLink(shop, { amount: 2_500, merchant_reference: 'Link 1', ...given })
  await set('payment_link', named('payment_link', id), told())
  return id
}
const cardLink = async (given: Parameters<TestApp['make']['cardAddLink']>[1]) => {
  const customer = named('customer', await kontor.make.customer(shop.merchant))
  const id = await kontor.make.cardAddLink(shop, { merchant_reference: 'Card 1', customer, ...given })
  await set('card_add_link', named('card_add_link', id), told())
  return { id, customer }
}

async function links() {
  await set('payment_link', await link({}), { status: 'EXPIRED', status_reason: 'ended' })
  const once = await link({ status: 'INITIATED' })
  const paid = await pay({ status: 'PENDING', payment_link: once })
  await set('transaction', paid.id, { status: 'AUTHORIZED' })
  const often = await link({ status: 'INITIATED', reusable: true })
  await set('payment_link', often, { amount: null })
  for (let uses = 0; uses < 2; uses += 1) {
    const { id } = await pay({ status: 'PENDING', payment_link: often })
    named(`payment ${uses}`, id)
    await set('transaction', id, { status: 'SETTLEMENT_REQUESTED' })
  }
  await set('payment_link', often, { status: 'EXPIRED' })

  for (const status of ['EXPIRED', 'CANCELLED'])
    await set('card_add_link', (await cardLink({})).id, { status, status_reason: reasonOf(status) })
  const stored = await cardLink({ status: 'INITIATED' })
  const card = named('card', await kontor.make.card(shop, stored.customer))
  const { id } = await pay({ status: 'PENDING', card_add_link: stored.id, card, customer: stored.customer })
  await set('transaction', id, { status: 'AUTHORIZED' })
}

async function subscriptions() {
  const { body: plan } = await kontor.post(key, '/v1/plan', {
    ...{ name: 'Told', payment_profile: shop.profile, amount: 100, interval: 'month', max_billing_cycle: 12 },
    ...{ statuses_subscription_update: ['CREATED', 'CANCELLED'], webhook_subscription_update: receiver.url() },
  })
  named('plan', plan.id)
  const customer = named('customer', await kontor.make.customer(shop.merchant))
  const { body } = await kontor.post(key, '/v1/subscription', { plan: plan.id, customer })
  await kontor.post(key, `/v1/subscription/${named('subscription', body.id)}/cancel`)
}

async function byHand() {
  const card = await cardLink({})
  const plan = named('plan', await kontor.make.plan(shop))
  const of = await pay({})
  await kontor.make.rulesetHit(
    { id: of.id, merchant: shop.merchant },
    {
      ruleset: named('ruleset', '01990000-0000-7000-8000-00000000000a'),
      name: 'High amounts',
      action: 'block',
    },
  )
  const items: Record<SendableType, string> = {
    transaction: of.id,
    refund: named('refund', (await kontor.make.refund(shop, of, { amount: 12 })).id),
    chargeback: named(
      'chargeback',
      (await kontor.make.chargeback(shop, of, { amount: 34, respond_by: '2026-12-01' })).id,
    ),
    validationruleset: of.id,
    cardlink: card.id,
    paymentlink: await link({}),
    settlement: named('settlement', await kontor.make.settlement(shop.merchant, { number: 'TESTAA-000042' })),
    report: await dailyReport(),
    subscription: named(
      'subscription',
      await kontor.make.subscription(shop, {
        plan,
        customer: card.customer,
        status: 'ACTIVE',
        starts_on: '2099-01-01',
      }),
    ),
  }
  for (const [type, statuses] of Object.entries(statusesToTell))
    for (const status of statuses) {
      // More than thirty a minute are refused, so the earlier ones are made an hour old.
      await admin.query(`update webhook set created_at = created_at - interval '1 hour' where manual`)
      const item_id = items[type as SendableType]
      const { status: answered } = await kontor.post(key, '/v1/webhook', { url: receiver.url(), type, item_id, status })
      expect([type, status, answered]).toEqual([type, status, 201])
    }
}

it('the body of each type in each status is, to the byte, the one that receivers have always got', async () => {
  await payments()
  await followUps()
  await links()
  await subscriptions()
  const lines = await heard()
  await byHand()
  lines.push(...(await heard()).slice(lines.length))
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('bodies.recorded.txt')
}, 120_000)

it('each that was sent is as the contract describes it, without a field more, and each type and status is among them', () => {
  const sent = receiver.heard.map(({ body }) => JSON.parse(body))
  const typeOf = (said: { type: string }) => said.type.split('.')[0] as SendableType
  for (const said of sent) expect(bodySchema(payloads[typeOf(said)]).parse(said)).toEqual(said)
  const seen = new Set(sent.map((said) => `${typeOf(said)} ${said.data.status}`))
  const all = Object.entries(statusesToTell).flatMap(([type, each]) => each.map((status) => `${type} ${status}`))
  expect([...seen].sort()).toEqual(all.sort())
})

it('the reference describes each type, and the headers that it comes with', async () => {
  const { body } = await kontor.get('', '/v1/openapi.json')
  // A question to a middleware, and what it is told, are signed in the same way and described beside them.
  expect(Object.keys(body.webhooks).sort()).toEqual(
    [...Object.keys(statusesToTell), 'middleware', 'middlewareOutcome'].sort(),
  )
  const sent = Object.keys(receiver.heard[0]?.headers ?? {}).filter((name) => name.startsWith('webhook-'))
  for (const { post } of Object.values<{ post: { parameters: { $ref: string }[] } }>(body.webhooks)) {
    const names = post.parameters.map(({ $ref }) => body.components.parameters[$ref.split('/').at(-1) ?? ''].name)
    expect(names.sort()).toEqual(sent.sort())
  }
})

it('a status is told as the thing was then, however much has changed before the body is made', async () => {
  const { id } = await pay({ status: 'AUTHORIZED' })
  await admin.query('begin')
  await set('transaction', id, { status: 'SETTLEMENT_REQUESTED', captured_amount: 1_000 })
  await set('transaction', id, { status: 'SETTLEMENT_COMPLETED', captured_amount: 1_234 })
  await admin.query('commit')
  await heard()
  expect(bodiesOf(id).map(({ data }) => [data.status, data.captured_amount])).toEqual([
    ['SETTLEMENT_REQUESTED', 1_000],
    ['SETTLEMENT_COMPLETED', 1_234],
  ])
})

it('a body is made once, before it is sent; what it was made of is gone, and whoever looked sooner saw the same', async () => {
  // The worker looks when it is nudged, otherwise once an hour.
  const quiet = await startTestApp({ webhooks: { allowPrivate: true, poll_ms: 3_600_000 } })
  try {
    const { make, get, post, databases } = quiet
    const query = (text: string, values: unknown[]) => databases.pools.provider.query(text, values)
    const of = await make.merchant()
    const owner = await make.cookie({ merchant: of.merchant, roles: ['USER_ALL'] })
    const url = receiver.url('/quiet')
    await query('update payment_profile set webhook_transaction_update = $2 where id = $1', [of.profile, url])
    const { id } = await make.transaction(of, { status: 'PENDING', amount: 1_234 })
    await query(`update transaction set status = 'AUTHORIZED' where id = $1`, [id])
    expect(await claim(databases.provider, { slots: 64, failing: 32, lease_ms: 1_000 })).toEqual([])

    const [row] = (await get(owner, `/v1/webhook?item_id=${id}`)).body
    const { payload } = (await get(owner, `/v1/webhook/${row.id}/delivery`)).body
    expect(payload.data).toMatchObject({ id, status: 'AUTHORIZED', captured_amount: 0 })
    await query('update transaction set captured_amount = 1234 where id = $1', [id])
    await post(owner, '/v1/webhook', { url, type: 'transaction', item_id: id, status: 'FAILED' })
    await until(
      async () => bodiesOf(id),
      (seen) => seen.length === 2,
    )
    expect(bodiesOf(id)).toContainEqual(payload)
    const kept = await query('select told, payload from webhook where id = $1', [row.id])
    expect(kept.rows).toEqual([{ told: null, payload }])
  } finally {
    await quiet.stop()
  }
})

it('what was told before there were schemas leaves as it was written then', async () => {
  const payload = { type: 'paymentlink.done', data: { id: shop.profile, word: 'of old' }, timestamp: '2020' }
  const id = '01900000-0000-7000-8000-000000000001'
  await admin.query(
    `insert into webhook (merchant_id, id, organisation_id, type, item_id, status, url, payload)
    values ($1, $2, $1, 'paymentlink', $2, 'DONE', $3, $4)`,
    [shop.merchant, id, receiver.url(), JSON.stringify(payload)],
  )
  await heard()
  expect(receiver.heard.find((each) => each.id === id)?.body).toBe(
    `{"data":{"id":"${shop.profile}","word":"of old"},"type":"paymentlink.done","timestamp":"2020"}`,
  )
})
