import { setTimeout } from 'node:timers/promises'
import { mostSavedViews } from '@kontor/contract/platform/saved-view.schemas'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { type Actor, engineActor } from '../../platform/db/actor.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { createSavedView } from './create-saved-view.ts'

let kontor: TestApp
let shop: MadeMerchant
let mine: string
let colleague: string
let stranger: string

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  const other = await kontor.make.merchant()
  mine = await kontor.make.cookie({ merchant: shop.merchant, roles: ['TRANSACTION_LIST'] })
  colleague = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  stranger = await kontor.make.cookie({ merchant: other.merchant, roles: ['USER_ALL'] })
})
afterAll(() => kontor.stop())

const content = {
  query: { 'status[]': ['DECLINED', 'FAILED'], _sort: '-amount' },
  dates: { created_at: 'last_28_days' },
  columns: { order: ['amount', 'status'], shown: { country_code: true } },
}
let count = 0
async function save(who: string, given: object = {}) {
  count += 1
  return kontor.post(who, '/v1/savedview', { list: '/transactions', name: `View ${count}`, content, ...given })
}
const names = async (who: string, list = '/transactions') =>
  (await kontor.get(who, `/v1/savedview?list=${list}`)).body.map((view: { name: string }) => view.name)

describe('a saved view', () => {
  it('comes back as it was saved, for its list alone', async () => {
    const { status, body } = await save(mine, { name: '  Weigeringen ' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Weigeringen', list: '/transactions', content, shared: false, own: true })
    expect((await kontor.get(mine, '/v1/savedview?list=/transactions')).body).toContainEqual(body)
    expect(await names(mine, '/refunds')).toEqual([])
  })

  it('is for its owner until it is shared, then for everybody of the merchant and nobody else', async () => {
    const { body } = await save(mine)
    expect(await names(colleague)).not.toContain(body.name)
    expect((await kontor.post(mine, `/v1/savedview/${body.id}`, { shared: true })).status).toBe(200)
    const seen = (await kontor.get(colleague, '/v1/savedview?list=/transactions')).body
    expect(seen).toContainEqual({ ...body, shared: true, own: false })
    expect(await names(stranger)).toEqual([])
  })

  it('is changed and deleted by its owner alone', async () => {
    const own = (await save(mine)).body
    const shared = (await save(mine, { shared: true })).body
    const tries = [
      [colleague, own.id, 404],
      [colleague, shared.id, 403],
      [stranger, own.id, 404],
      [stranger, shared.id, 404],
    ] as const
    for (const [who, id, status] of tries) {
      expect((await kontor.post(who, `/v1/savedview/${id}`, { name: 'Taken over' })).status).toBe(status)
      expect((await kontor.call(who, 'DELETE', `/v1/savedview/${id}`)).status).toBe(status)
    }
    expect(await names(mine)).toEqual(expect.arrayContaining([own.name, shared.name]))
    const renamed = await kontor.post(mine, `/v1/savedview/${own.id}`, { name: 'Renamed' })
    expect(renamed.body).toEqual({ ...own, name: 'Renamed' })
    expect((await kontor.call(mine, 'DELETE', `/v1/savedview/${own.id}`)).status).toBe(204)
    expect(await names(mine)).not.toContain('Renamed')
  })

  it('has a name of its own among those of its owner and list', async () => {
    await save(mine, { name: 'Twice' })
    const again = await save(mine, { name: 'TWICE' })
    expect([again.status, again.body.code]).toEqual([409, 'name_taken'])
    expect((await save(mine, { name: 'Twice', list: '/refunds' })).status).toBe(201)
    expect((await save(colleague, { name: 'Twice' })).status).toBe(201)
    const third = (await save(mine)).body
    expect((await kontor.post(mine, `/v1/savedview/${third.id}`, { name: 'twice' })).body.code).toBe('name_taken')
  })

  it('of the provider’s staff is theirs at every merchant, and of no merchant', async () => {
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const view = { list: '/transactions', name: 'Of the staff', content, shared: true }
    const made = await kontor.post(staff, '/v1/savedview', view)
    expect(made.status).toBe(201)
    expect((await kontor.get(staff, '/v1/savedview?list=/transactions')).body).toEqual([made.body])
    // It belongs to the person, so there is nothing that a merchant would narrow.
    for (const { body } of [
      await kontor.post(staff, `/v1/savedview?merchant=${shop.merchant}`, { ...view, name: 'Of one merchant' }),
      await kontor.get(staff, `/v1/savedview?list=/transactions&merchant=${shop.merchant}`),
    ])
      expect(body.details).toEqual({ 'query.merchant': 'unknown' })
    expect(await names(await kontor.make.cookie({ roles: ['PSP_ALL'] }))).toEqual(['Of the staff'])
    expect(await names(mine)).not.toContain('Of the staff')
  })

  it('is one of at most 200 of its owner, also when two are saved at once', async () => {
    const many = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    const owner = (await kontor.get(many, '/v1/auth/session')).body.id
    await sql`insert into saved_view (merchant_id, id, created_at, owner_id, owner_name, list, name, content)
      select ${shop.merchant}, gen_random_uuid(), now(), ${owner}, 'Many', '/transactions', 'Kept ' || n, '{}'
      from generate_series(1, ${mostSavedViews - 1}) as n`.execute(kontor.databases.provider)
    const actor: Actor = { ...engineActor(shop.merchant, 'system'), kind: 'user', id: owner, name: 'Many' }
    const view = { list: '/transactions', name: 'The last', content, shared: false }
    const { second } = await inTransaction(kontor.databases, actor, async (trx) => {
      await createSavedView(trx, actor, view, new Date())
      const second = save(many)
      await setTimeout(300)
      return { second }
    })
    expect(await second).toMatchObject({ status: 409, body: { code: 'limit_reached' } })
  })

  it('is a person’s: a program has none', async () => {
    const key = await kontor.make.apiKey(shop.merchant)
    expect((await save(key)).status).toBe(403)
    expect((await kontor.get(key, '/v1/savedview?list=/transactions')).status).toBe(403)
    expect((await kontor.get('', '/v1/savedview?list=/transactions')).status).toBe(401)
  })

  it('holds nothing but what a list is looked at with', async () => {
    for (const given of [
      { name: ' ' },
      { name: 'x'.repeat(81) },
      { list: 'https://evil.example' },
      { content: { ...content, script: 'x' } },
      { content: { ...content, query: { status: 5 } } },
      { content: { ...content, query: Object.fromEntries(Array.from({ length: 61 }, (_, at) => [`f${at}`, 'x'])) } },
    ])
      expect([given, (await save(mine, given)).status]).toEqual([given, 400])
    expect((await kontor.get(mine, '/v1/savedview?list=javascript:x')).status).toBe(400)
  })
})
