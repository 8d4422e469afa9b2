import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import type { MadeMerchant } from '../../../../test/make.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string
let routing: string

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  routing = await kontor.make.routing(shop.merchant, { processors: [shop.processor] })
})
afterAll(() => kontor.stop())

const at = (id: string) => `/v1/routing/${id}/draft`
const unfinished = {
  ...{ id: 'top', done: false, if: [{ name: 'amount', operator: '!=', value: null }] },
  // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
  ...{ then: null, else: null },
}
const content = (given: object = {}) => ({
  ...{ name: 'Cheap', organisation: '', payment_product: 'card', currency_code: 'EUR', tree: unfinished, ...given },
})
const save = (given: object = {}, who = owner) => kontor.post(who, at(routing), { version: 1, content: content(given) })

describe('a draft of a routing', () => {
  it('is kept as it is typed, in place of the one before, and decides nothing', async () => {
    expect((await kontor.get(owner, at(routing))).body).toBeNull()
    expect((await save()).status).toBe(200)
    const { body: kept } = await save({ name: '' })
    expect((await kontor.get(owner, at(routing))).body).toEqual(kept)
    expect(kept).toMatchObject({ version: 1, content: content({ name: '' }) })
    expect((await kontor.get(owner, `/v1/routing/${routing}`)).body).toMatchObject({ version: 1 })
  })

  it.each(['saved', 'new'])(
    'takes the place of the one that its writer knows, and of no other that another window kept: %s',
    async (which) => {
      const path = which === 'new' ? '/v1/routing/new/draft' : at(routing)
      const keep = async (name: string, takes_place_of?: string | null) => {
        const body = { ...(which === 'new' ? {} : { version: 1 }), content: content({ name }) }
        const reply = await kontor.post(owner, path, {
          ...body,
          ...(takes_place_of !== undefined && { takes_place_of }),
        })
        return reply.status === 200 ? (reply.body.saved_at as string) : [reply.status, reply.body.code]
      }
      const changed = [409, 'draft_changed']
      const name = async () => (await kontor.get(owner, path)).body?.content.name
      await kontor.call(owner, 'DELETE', path, {})
      const first = await keep('First', null)
      expect(await keep('Of a window that knew of none', null)).toEqual(changed)
      const second = await keep('Second', first as string)
      expect(await keep('Of a window that knew the first', first as string)).toEqual(changed)
      expect([second === first, await name()]).toEqual([false, 'Second'])
      await keep('Whatever was there')
      expect(await name()).toBe('Whatever was there')
      await kontor.call(owner, 'DELETE', path, {})
      await keep('Of one that is gone', second as string)
      expect(await name()).toBe('Of one that is gone')
      await kontor.call(owner, 'DELETE', path, {})
    },
  )

  it('is its writer’s alone', async () => {
    await save()
    const colleague = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    expect((await kontor.get(colleague, at(routing))).body).toBeNull()
    await save({ name: 'Of a colleague' }, colleague)
    expect((await kontor.get(owner, at(routing))).body.content.name).toBe('Cheap')
    const reader = await kontor.make.cookie({ merchant: shop.merchant, roles: ['ROUTING_LIST'] })
    expect((await save({}, reader)).status).toBe(403)
    const other = await kontor.make.cookie({ merchant: (await kontor.make.merchant()).merchant, roles: ['USER_ALL'] })
    expect([(await save({}, other)).status, (await kontor.get(other, at(routing))).status]).toEqual([404, 404])
  })

  it('ends when it is discarded, when the routing is saved, and when the routing is deleted', async () => {
    await save()
    expect((await kontor.call(owner, 'DELETE', at(routing), {})).status).toBe(204)
    expect((await kontor.call(owner, 'DELETE', at(routing), {})).status).toBe(204)
    expect((await kontor.get(owner, at(routing))).body).toBeNull()
    await save()
    expect((await kontor.post(owner, `/v1/routing/${routing}`, { version: 1, name: 'Saved' })).status).toBe(200)
    expect((await kontor.get(owner, at(routing))).body).toBeNull()
    const second = await kontor.make.routing(shop.merchant, { processors: [shop.processor] })
    await kontor.post(owner, at(second), { version: 1, content: content() })
    expect((await kontor.call(owner, 'DELETE', `/v1/routing/${second}`, {})).status).toBe(204)
  })

  it('is refused when it is longer than a tree may be', async () => {
    const { status, body } = await save({ tree: 'x'.repeat(70_000) })
    expect([status, body.details]).toEqual([400, { 'body.content.tree': 'too_large' }])
  })
})

describe('a draft that cannot be kept', () => {
  const nested = (levels: number) => `${'{"then":'.repeat(levels)}null${'}'.repeat(levels)}`
  const raw = async (path: string, tree: string) => {
    const whole = JSON.stringify({ ...(path.includes('new') ? {} : { version: 1 }), content: content({ tree: 0 }) })
    const payload = whole.replace('"tree":0', `"tree":${tree}`)
    const headers = { cookie: owner, 'content-type': 'application/json' }
    const reply = await kontor.app.inject({ method: 'POST', url: path, payload, headers })
    return [reply.statusCode, reply.json().details]
  }
  it.each(['/v1/routing/new/draft', 'saved'])('is refused at its place, not answered as a fault: %s', async (where) => {
    const path = where === 'saved' ? at(routing) : where
    const [status, details] = await raw(path, nested(6_000))
    expect([status, Object.values(details)]).toEqual([400, ['nested_too_deep']])
    expect(Object.keys(details)[0]).toMatch(/^body\.content\.tree\.then\.then\./)
    expect((await raw(path, nested(60)))[0]).toBe(200)
    expect((await kontor.call(owner, 'DELETE', path, {})).status).toBe(204)
    const wrong = { 'body.content.tree.if.0.value': 'invalid_text' }
    expect(await raw(path, '{"if":[{"value":"\\ud800"}]}')).toEqual([400, wrong])
    expect(await raw(path, '{"if":[{"value":"\\u0000"}]}')).toEqual([400, wrong])
    expect(await raw(path, '{"if":{"\\ud800":1}}')).toEqual([400, { 'body.content.tree.if': 'invalid_text' }])
  })
})

describe('a draft of a new routing', () => {
  const atNew = '/v1/routing/new/draft'
  it('is kept per person and merchant, and ends when it is discarded or when a routing is created', async () => {
    expect((await kontor.get(owner, atNew)).body).toBeNull()
    const { status, body: kept } = await kontor.post(owner, atNew, { content: content({ name: 'New' }) })
    expect([status, kept.content.name]).toEqual([200, 'New'])
    expect((await kontor.get(owner, atNew)).body).toEqual(kept)
    const colleague = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    expect((await kontor.get(colleague, atNew)).body).toBeNull()
    expect((await kontor.call(owner, 'DELETE', atNew, {})).status).toBe(204)
    expect((await kontor.get(owner, atNew)).body).toBeNull()
    await kontor.post(owner, atNew, { content: content() })
    const values = { name: 'Made of a draft', organisation: shop.merchant, payment_product: 'card' }
    const details = {
      if: [{ name: 'amount', operator: '>', value: 100 }],
      // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
      then: shop.processor,
      else: shop.processor,
    }
    expect((await kontor.post(owner, '/v1/routing', { ...values, details })).status).toBe(201)
    expect((await kontor.get(owner, atNew)).body).toBeNull()
  })

  it('is for who may create routings, in the view of a merchant', async () => {
    const reader = await kontor.make.cookie({ merchant: shop.merchant, roles: ['ROUTING_LIST', 'ROUTING_UPDATE'] })
    expect((await kontor.post(reader, atNew, { content: content() })).status).toBe(403)
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    expect((await kontor.post(staff, atNew, { content: content() })).body.details).toEqual({
      'query.merchant': 'required',
    })
    const inView = `${atNew}?merchant=${shop.merchant}`
    expect((await kontor.post(staff, inView, { content: content({ name: 'Of staff' }) })).status).toBe(200)
    expect((await kontor.get(staff, inView)).body.content.name).toBe('Of staff')
    expect((await kontor.get(owner, atNew)).body).toBeNull()
  })
})
