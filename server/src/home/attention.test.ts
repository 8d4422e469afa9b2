import { mostCounted } from '@kontor/contract/home/attention.rules'
import type { Waiting } from '@kontor/contract/home/home.schemas'
import { formatQueryString } from '@kontor/contract/lists/query-string'
import type { Role } from '@kontor/contract/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { fromTheBeginning, openLedger } from '../ledger/opening.ts'
import { postEvents } from '../ledger/posting/post-events.ts'

let kontor: TestApp
let a: MadeMerchant
let b: MadeMerchant
let branch: string

const day_ms = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day_ms)
const dayIn = (days: number) => inDays(days).toISOString().slice(0, 10)

const lists: Record<string, string> = {
  contradictions: '/v1/psp/contradiction',
  chargebacks: '/v1/chargeback',
  stuck_operations: '/v1/psp/stuckoperation',
  transactions: '/v1/transaction',
  webhooks: '/v1/webhook',
  webhook_addresses: '/v1/webhook',
  subscriptions: '/v1/subscription',
  payment_links: '/v1/paymentlink',
  shares: '/v1/share',
  bank_accounts: '/v1/bankaccount',
  payouts: '/v1/psp/settlement',
  payment_orders: '/v1/psp/paymentorder',
  status_updates: '/v1/psp/statusupdate',
  settlement_updates: '/v1/psp/settlementupdate',
  late_files: '/v1/processorsettlement',
  bank_entries: '/v1/psp/bankentry',
  unpriced_payments: '/v1/psp/ledger/unpriced',
}

/** Of each item one that waits, in the branch another one, and some that do not wait. */
async function inhabit(of: MadeMerchant, branch: string | undefined): Promise<void> {
  const { make } = kontor
  for (const organisation of [of.merchant, branch].filter((each) => each !== undefined)) {
    const at = { organisation }
    const paid = await make.transaction(of, at)
    await make.chargeback(of, paid, { ...at, respond_by: dayIn(organisation === branch ? 9 : 4) })
    await make.chargeback(of, await make.transaction(of, at), { ...at, status: 'IN_DISPUTE' })
    await make.contradiction(of, paid, at)
    await make.contradiction(of, paid, { ...at, state: 'CLOSED' })
    await make.statusUpdate(of, paid, { ...at, status: 'OPEN' })
    const carried = { ...at, status: 'CARRIED' } as const
    for (const status of ['OPEN', 'DONE', 'CANCELLED', 'OVERTAKEN'] as const)
      await make.settlementUpdate(of.merchant, {
        settlement: await make.settlement(of.merchant, carried),
        ...at,
        status,
      })
    for (const status of ['DONE', 'REJECTED', 'OVERTAKEN'] as const)
      await make.statusUpdate(of, paid, { ...at, status })
    const stuck = await make.transaction(of, { ...at, status: 'UNKNOWN' })
    await make.stuckOperation(of, { transaction: stuck })
    await make.stuckOperation(of, { ...at, operation: 'capture', parked_why: null })
    await make.stuckOperation(of, { ...at, operation: 'capture', ended: true })
    await make.stuckOperation(of, { ...at, operation: 'capture', parked_why: null, overdue_at: inDays(1) })
    await make.webhook(of.merchant, { ...at, outcome: 'given_up' })
    await make.webhook(of.merchant, { ...at, outcome: 'refused', created_at: inDays(-2) })
    await make.webhook(of.merchant, { ...at, outcome: 'refused', created_at: inDays(-20) })
    await make.webhook(of.merchant, { ...at, outcome: 'delivered' })
    await make.webhook(of.merchant, { ...at, outcome: null })
    await make.webhook(of.merchant, { ...at, outcome: null, url: 'https://off.example', address_off: true })
    await make.subscription(of, { ...at, status: 'PAST_DUE' })
    await make.subscription(of, { ...at, status: 'ACTIVE' })
    await make.paymentLink(of, { ...at, expires_at: inDays(1) })
    await make.paymentLink(of, { ...at, expires_at: inDays(9) })
    await make.paymentLink(of, { ...at, expires_at: inDays(-1) })
    await make.paymentLink(of, { ...at, expires_at: inDays(1), status: 'DONE' })
    for (const status of ['PENDING', 'ACCEPTED'] as const)
      await make.share(of.merchant, { processor: await make.processor(of.merchant), to: organisation, status })
    for (const status of ['PENDING', 'UNVERIFIED', 'VERIFIED'] as const)
      await make.bankAccount(of.merchant, { ...at, status })
    for (const status of ['CLOSED', 'CARRIED', 'ON_HOLD'] as const)
      await make.settlement(of.merchant, { ...at, status })
    await make.processorSettlement(of.merchant, { ...at, created_at: inDays(-3), expected_every_days: 2 })
    await make.processorSettlement(of.merchant, { ...at, created_at: inDays(-3), expected_every_days: 4 })
    const late = { created_at: inDays(-40), expires_at: inDays(-10) }
    await make.share(of.merchant, { processor: await make.processor(of.merchant), to: organisation, ...late })
  }
}

beforeAll(async () => {
  kontor = await startTestApp()
  await openLedger(kontor.databases.provider, fromTheBeginning)
  a = await kontor.make.merchant()
  b = await kontor.make.merchant()
  branch = await kontor.make.organisation(a.merchant)
  await inhabit(a, branch)
  await inhabit(b, undefined)
  for (const status of ['CREATED', 'EXPORTED'] as const) await kontor.make.paymentOrder({ status })
  for (const state of ['UNMATCHED', 'ELSEWHERE'] as const) await kontor.make.bankEntry({ state })
  const priced = await kontor.make.merchant()
  await kontor.make.scheme({ merchants: [priced.merchant] })
  await kontor.make.transaction(priced)
  await postEvents(kontor.databases.provider)
}, 60_000)
afterAll(() => kontor.stop())

const asked = async (who: string, narrowed = ''): Promise<Waiting[]> => {
  const { status, body } = await kontor.get(who, `/v1/attention${narrowed}`)
  expect(status).toBe(200)
  return body
}
const countsOf = (waiting: Waiting[]) => Object.fromEntries(waiting.map(({ item, count }) => [item, count]))
const cookie = (roles: Role[], of: { merchant?: string; organisation?: string } = { merchant: a.merchant }) =>
  kontor.make.cookie({ roles, ...of })

describe('what waits for a person', () => {
  it('is counted in the lists that the person may open, and in no other', async () => {
    const one = {
      chargebacks: 2,
      transactions: 2,
      webhooks: 4,
      webhook_addresses: 2,
      subscriptions: 2,
      payment_links: 2,
      shares: 2,
      bank_accounts: 2,
    }
    expect(countsOf(await asked(await cookie(['USER_ALL'])))).toEqual(one)
    expect(countsOf(await asked(await cookie(['CHARGEBACK_LIST', 'WEBHOOK_ALL'])))).toEqual({
      chargebacks: 2,
      webhooks: 4,
      webhook_addresses: 2,
    })
    expect(await asked(await cookie(['CHARGEBACK_UPDATE', 'TRANSACTION_STATISTICS']))).toEqual([])
    expect(await asked(await cookie([]))).toEqual([])
    expect((await kontor.get('', '/v1/attention')).status).toBe(401)
  })

  it('is that of the own part of a merchant, of one merchant, or for the provider of all', async () => {
    const half = {
      chargebacks: 1,
      transactions: 1,
      webhooks: 2,
      webhook_addresses: 1,
      subscriptions: 1,
      payment_links: 1,
      shares: 1,
      bank_accounts: 1,
    }
    const provider = await cookie(['PSP_ALL'], {})
    const owner = await cookie(['USER_ALL'])
    expect(countsOf(await asked(await cookie(['USER_ALL'], { merchant: a.merchant, organisation: branch })))).toEqual(
      half,
    )
    expect(countsOf(await asked(owner, `?organisation=${branch}`))).toEqual(half)
    // Only the provider looks at the gateways.
    expect(countsOf(await asked(provider, `?merchant=${b.merchant}`))).toEqual({
      ...{ contradictions: 1, stuck_operations: 2 },
      ...half,
    })
    expect(countsOf(await asked(provider))).toEqual({
      contradictions: 3,
      chargebacks: 3,
      stuck_operations: 6,
      transactions: 3,
      webhooks: 6,
      subscriptions: 3,
      payment_links: 3,
      shares: 3,
      bank_accounts: 3,
      payouts: 3,
      payment_orders: 1,
      late_files: 3,
      bank_entries: 1,
      // Two captured ones of each, and none of a merchant with prices.
      unpriced_payments: 6,
    })
    expect((await kontor.get(owner, `/v1/attention?merchant=${b.merchant}`)).status).toBe(404)
  })

  it('is for super users also a status by hand and an update of a settlement that wait for a second person', async () => {
    const boss = await cookie(['PSP_SUPER'], {})
    expect(countsOf(await asked(boss))).toEqual({ status_updates: 3, settlement_updates: 3 })
    expect(countsOf(await asked(boss, `?merchant=${b.merchant}`))).toEqual({ status_updates: 1 })
  })

  it('is exactly what the list under its filters shows, the most urgent first', async () => {
    const owner = await cookie(['USER_ALL'])
    for (const { item, count, query } of await asked(owner)) {
      const list = lists[item] ?? ''
      const { _sort, ...filters } = query
      const counted = (await kontor.get(owner, `${list}/count?${formatQueryString(filters)}`)).body
      expect([item, counted.count]).toEqual([item, count])
      const rows = (await kontor.get(owner, `${list}?${formatQueryString(query)}`)).body
      expect([item, rows.length]).toEqual([item, count])
    }
    const [first] = await asked(owner)
    const rows = (await kontor.get(owner, `/v1/chargeback?${formatQueryString(first?.query ?? {})}`)).body
    expect([rows[0].respond_by, first?.first]).toEqual([dayIn(4), dayIn(4)])
  })

  it('is counted no further than a person reads', async () => {
    const many = await kontor.make.merchant()
    for (let left = mostCounted + 3; left > 0; left--) await kontor.make.webhook(many.merchant, { outcome: 'given_up' })
    const [waiting] = await asked(await cookie(['WEBHOOK_LIST'], { merchant: many.merchant }))
    expect(waiting).toMatchObject({ item: 'webhooks', count: mostCounted, is_more: true })
    expect((await asked(await cookie(['WEBHOOK_LIST'])))[0]).toMatchObject({ count: 4, is_more: false })
  })
})

describe('the first steps', () => {
  const steps = async (who: string, narrowed = '') => {
    const { status, body } = await kontor.get(who, `/v1/attention/first-steps${narrowed}`)
    expect(status).toBe(200)
    return body.steps.map(({ step, done }: { step: string; done: boolean }) => `${step}${done ? ' done' : ''}`)
  }

  it('are those that the person may do, and are done by doing them', async () => {
    const { make } = kontor
    const fresh = await make.merchant()
    const owner = await cookie(['USER_ALL'], fresh)
    const all = ['second_factor', 'payment_link', 'checkout_design', 'api_key', 'webhook_address']
    expect(await steps(owner)).toEqual(all)
    expect(await steps(await cookie(['PAYMENT_LINK_CREATE', 'CHECKOUT_LIST'], fresh))).toEqual([
      'second_factor',
      'payment_link',
    ])
    await make.paymentLink(fresh)
    expect((await kontor.post(owner, `/v1/paymentprofile/${fresh.profile}`, hook)).status).toBe(200)
    await make.apiKey(fresh.merchant)
    expect(await steps(owner)).toEqual([
      'second_factor',
      'payment_link done',
      'checkout_design',
      'api_key done',
      'webhook_address done',
    ])
    // Nobody else's doing counts.
    expect(await steps(await cookie(['USER_ALL'], await make.merchant()))).toEqual(all)
  })

  it('are for the provider over all merchants its own account alone, and a program has none', async () => {
    const provider = await cookie(['PSP_ALL'], {})
    expect(await steps(provider)).toEqual(['second_factor'])
    expect(await steps(provider, `?merchant=${a.merchant}`)).toContain('api_key')
    expect(await steps(await kontor.make.apiKey(a.merchant))).toEqual([])
  })
})

const hook = { webhook_transaction_update: 'https://shop.example/hook' }
