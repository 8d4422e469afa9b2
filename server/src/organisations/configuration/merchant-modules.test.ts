import { subscriptionStatuses } from '@kontor/contract/subscriptions/subscription.rules'
import { terminalStatuses } from '@kontor/contract/terminals/terminal.entity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'

let kontor: TestApp
let staff: string
let shop: MadeMerchant
let owner: string

beforeAll(async () => {
  kontor = await startTestApp()
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(() => kontor.stop())
beforeEach(async () => {
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
})

const whole = { has_collecting: true, has_subscriptions: true, has_terminals: true }
const set = (parts: Partial<typeof whole>, who = staff, reason = 'Agreed by mail') =>
  kontor.post(who, `/v1/psp/merchant/${shop.merchant}/modules`, { ...whole, ...parts, reason })
const configuration = async () => (await kontor.get(staff, `/v1/psp/merchant/${shop.merchant}/configuration`)).body
const lists = {
  has_subscriptions: ['/v1/plan', '/v1/subscription/count', '/v1/subscriptiondiscount'],
  has_terminals: ['/v1/terminal'],
  has_collecting: ['/v1/settlement', '/v1/bankaccount/count'],
} as const
const statusesOf = async (who: string, paths: readonly string[], query = '') =>
  Promise.all(paths.map(async (path) => (await kontor.get(who, path + query)).status))

describe('a part of the product that is switched off for a merchant', () => {
  it.each(Object.keys(lists) as (keyof typeof lists)[])(
    'is found by none of its users and programs, nor by the provider in its view: %s',
    async (part) => {
      const paths = lists[part]
      const ok = paths.map(() => 200)
      const notFound = paths.map(() => 404)
      const program = await kontor.make.apiKey(shop.merchant, ['USER_ALL'])
      expect([await statusesOf(owner, paths), await statusesOf(program, paths)]).toEqual([ok, ok])

      expect((await set({ [part]: false })).status).toBe(200)
      expect(await statusesOf(owner, paths)).toEqual(notFound)
      expect(await statusesOf(program, paths)).toEqual(notFound)
      expect(await statusesOf(staff, paths, `?merchant=${shop.merchant}`)).toEqual(notFound)
      // Everybody else has it, and so has the provider over all merchants.
      const other = await kontor.make.merchant()
      const stranger = await kontor.make.cookie({ merchant: other.merchant, roles: ['USER_ALL'] })
      expect([await statusesOf(stranger, paths), await statusesOf(staff, paths)]).toEqual([ok, ok])

      expect((await set({})).status).toBe(200)
      expect(await statusesOf(owner, paths)).toEqual(ok)
    },
  )

  it('takes no command either', async () => {
    const plan = {
      ...{ name: 'Monthly', amount: 1_000, interval: 'month', interval_count: 1, payment_profile: shop.profile },
    }
    expect((await kontor.post(owner, '/v1/plan', plan)).status).toBe(201)
    await set({ has_subscriptions: false })
    expect((await kontor.post(owner, '/v1/plan', plan)).body.code).toBe('not_found')
  })

  it('is behind no other row and in no webhook', async () => {
    const terminal = await kontor.make.terminal(shop)
    await kontor.make.transaction(shop, { terminal })
    const settlement = await kontor.make.settlement(shop.merchant)
    const webhook = { url: 'https://shop.example/hook', type: 'settlement', item_id: settlement, status: 'PAID' }
    const behind = async () => (await kontor.get(owner, '/v1/transaction?_populate=terminal')).body[0].terminal
    const tell = async () => (await kontor.post(owner, '/v1/webhook', webhook)).status
    expect([(await behind()).id, await tell()]).toEqual([terminal, 201])
    await set({ has_terminals: false, has_collecting: false })
    expect([await behind(), await tell()]).toEqual([terminal, 400])
  })

  it('is in no session, no preview of access, no report and nothing that waits', async () => {
    const read = async () => ({
      session: (await kontor.get(owner, '/v1/auth/session')).body.modules,
      preview: (
        await kontor.post(owner, '/v1/user/preview-access', { draft: { roles: ['USER_ALL'] } })
      ).body.draft.lists.map(({ entity }: { entity: string }) => entity),
      waiting: (await kontor.get(owner, '/v1/attention')).body.map(({ item }: { item: string }) => item),
      report: (
        await kontor.post(owner, '/v1/report', {
          ...{ name: 'All', type: 'subscription', filters: '', columns: ['id'] },
          ...{ file_format: 'csv', time_zone: 'Europe/Amsterdam' },
        })
      ).status,
    })
    const before = await read()
    expect(before.session).toEqual(expect.arrayContaining(['collecting', 'subscriptions', 'terminals']))
    expect([before.preview, before.waiting].map((names) => names.includes('subscription'))).toEqual([true, false])
    expect([before.waiting.includes('subscriptions'), before.report]).toEqual([true, 201])
    await set({ has_subscriptions: false })
    const after = await read()
    expect(after.session).toEqual(before.session.filter((module: string) => module !== 'subscriptions'))
    expect(after.preview).toEqual(
      before.preview.filter((name: string) => !['plan', 'subscription', 'subscription_discount'].includes(name)),
    )
    expect(after.waiting).toEqual(before.waiting.filter((item: string) => item !== 'subscriptions'))
    expect(after.report).toBe(400)
  })

  it('leaves what runs of it alone, which the provider sees beforehand', async () => {
    await kontor.connect(shop.merchant)
    const terminal = await kontor.make.terminal(shop, { status: 'ACTIVE' })
    expect((await configuration()).running).toEqual({ settlement_profiles: 0, subscriptions: 0, terminals: 1 })
    await set({ has_terminals: false })
    const { status, body } = await kontor.post(owner, '/v1/transaction', {
      ...{ payment_profile: shop.profile, amount: 1_000, payment_product: 'card', card_token: 'test_visa' },
      ...{ merchant_reference: 'At the till', terminal },
    })
    expect([status, body.terminal]).toEqual([201, terminal])
  })

  it('counts what is charged, paid out or pays by itself, and nothing that waits, is on hold or is over', async () => {
    for (const status of subscriptionStatuses) await kontor.make.subscription(shop, { status })
    for (const status of terminalStatuses) await kontor.make.terminal(shop, { status })
    await kontor.make.settlementProfile(shop.merchant)
    await kontor.make.settlementProfile(shop.merchant, { hold_reason: 'Asks for documents' })
    expect((await configuration()).running).toEqual({ settlement_profiles: 1, subscriptions: 2, terminals: 1 })
  })

  it('is set with a reason by holders of PSP_ALL, and stands in the merchant’s history', async () => {
    const helper = await kontor.make.cookie({ roles: ['PSP_MERCHANT_ALL'] })
    expect([(await set({}, helper)).status, (await set({}, owner)).status]).toEqual([403, 403])
    expect((await set({}, staff, ' ')).body.details).toEqual({ 'body.reason': 'required' })
    await set({ has_collecting: false })
    expect(await configuration()).toMatchObject({ has_collecting: false, configuration_reason: 'Agreed by mail' })
    expect((await kontor.get(staff, `/v1/psp/merchant/${shop.merchant}`)).body.lacks).toEqual(['collecting'])
    const { changes } = (await kontor.get(staff, `/v1/psp/merchant/${shop.merchant}/history`)).body
    expect(changes[0].fields).toContainEqual({
      ...{ field: 'has_collecting', before: true, after: false, is_secret: false },
    })
  })
})

it('an installation without collecting gives it to no merchant', async () => {
  const without = await startTestApp({ signIn: { modules: ['sap'] } })
  try {
    const { merchant } = await without.make.merchant()
    const person = await without.make.cookie({ merchant, roles: ['USER_ALL'] })
    expect((await without.get(person, '/v1/auth/session')).body.modules).toEqual(['sap', 'subscriptions', 'terminals'])
    expect((await without.get(person, '/v1/settlement')).status).toBe(404)
    const provider = await without.make.cookie({ roles: ['PSP_ALL'] })
    const { body } = await without.get(provider, `/v1/psp/merchant/${merchant}/configuration`)
    expect([body.has_collecting, body.installed_modules.includes('collecting')]).toEqual([true, false])
  } finally {
    await without.stop()
  }
})
