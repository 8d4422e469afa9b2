import { endpoints } from '@kontor/contract/endpoints'
import { entities } from '@kontor/contract/entities'
import { merchantRoles, type Role, roles } from '@kontor/contract/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { base, makeWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.stop())

type Access = {
  psp: boolean
  roles: string[]
  organisation: string | null
  modules: string[]
  actions: string[]
  lists: { entity: string; count: number | null; state: string }[]
}
const ask = (who: string, body: object, of = 'user', query = '') =>
  world.kontor.post(who, `/v1/${of}/preview-access${query}`, body)
const draft = async (who: string, given: object, of?: string): Promise<Access> => {
  const { status, body } = await ask(who, { draft: given }, of)
  expect([status, body]).toEqual([200, body])
  return body.draft
}
const countOf = ({ lists }: Access, entity: string) => lists.find((list) => list.entity === entity)

/** What the lists really answer to somebody. */
async function reallyListed(cookie: string): Promise<Access['lists']> {
  const answers = await Promise.all(
    entities.map(async (entity) => {
      const { status, body } = await world.kontor.get(cookie, `${base(entity)}/count`)
      expect([200, 403]).toContain(status)
      return status === 200 ? [{ entity: entity.name, count: body.count as number, state: 'counted' }] : []
    }),
  )
  return answers.flat()
}

const samples: readonly (readonly Role[])[] = [
  [],
  ['USER_ALL'],
  ['TRANSACTION_LIST', 'REFUND_CREATE'],
  ['CARD_ADD_LIST', 'TAG_ALL', 'VALIDATION_RULESET_LIST'],
  ['PLATFORMUSER_ALL', 'ORGANISATION_LIST', 'WEBHOOK_LIST', 'PROCESSOR_LIST'],
  merchantRoles.filter((role) => role.endsWith('_LIST')),
]

describe('the preview of a merchant’s user', () => {
  it.each(samples.map((held) => [held.length > 4 ? 'every list' : held.join(', '), held] as const))(
    'is what the lists really answer to a user of the whole merchant, and of a part of it: %s',
    async (_, held) => {
      for (const organisation of [world.a.merchant, world.a.sub]) {
        const cookie = await world.kontor.make.cookie({ merchant: world.a.merchant, organisation, roles: [...held] })
        const said = await draft(world.who.provider, { roles: held, organisation })
        expect(said.lists).toEqual(await reallyListed(cookie))
      }
    },
  )

  it('names the actions that roles permit, and no other', async () => {
    const { actions } = await draft(world.who.ofA, { roles: ['TAG_ALL', 'REFUND_CREATE'] })
    expect(actions.toSorted()).toEqual(['create-tag', 'delete-tag', 'merge-tag', 'refund-transaction', 'update-tag'])
    expect((await draft(world.who.ofA, { roles: [] })).actions).toEqual([])
  })

  it('is of a part of the merchant when a part is given, and of what the caller sees when none is', async () => {
    const [whole, part] = [
      await draft(world.who.ofA, { roles: ['USER_ALL'] }),
      await draft(world.who.ofSub, { roles: ['USER_ALL'] }),
    ]
    expect([whole.organisation, part.organisation]).toEqual([world.a.merchant, world.a.sub])
    expect(countOf(part, 'transaction')?.count).toBeLessThan(countOf(whole, 'transaction')?.count ?? 0)
    // Only somebody of the whole merchant may set its webhook secrets.
    expect(whole.actions).toContain('rotate-webhook-secret')
    expect(part.actions).not.toContain('rotate-webhook-secret')
  })

  it('has the parts of the product that the merchant has, and nothing of another part, whatever the caller has', async () => {
    const { make, get } = world.kontor
    const { merchant } = await make.merchant()
    await world.sql('update merchant set has_terminals = false where id = $1', [merchant])
    const cookie = await make.cookie({ merchant, roles: ['USER_ALL'] })
    const said = await draft(world.who.provider, { roles: ['USER_ALL'], merchant })
    expect(said.modules).toEqual((await get(cookie, '/v1/auth/session')).body.modules)
    expect(said.modules).not.toContain('terminals')
    expect(said.actions).not.toContain('create-terminal')
  })

  it('has today beside it for an existing user, and today alone without a draft', async () => {
    const { make } = world.kontor
    const { id } = await make.user({ merchant: world.a.merchant, organisation: world.a.sub, roles: ['TAG_LIST'] })
    const { body } = await ask(world.who.ofA, { user: id, draft: { roles: ['TAG_LIST', 'REFUND_LIST'] } })
    expect(body.today).toMatchObject({ roles: ['TAG_LIST'], organisation: world.a.sub })
    expect(body.draft.lists.map(({ entity }: { entity: string }) => entity)).toEqual(
      expect.arrayContaining(['tag', 'refund']),
    )
    const alone = (await ask(world.who.ofA, { user: id })).body
    expect(alone.draft).toEqual(alone.today)
    expect((await ask(world.who.ofA, {})).body.details).toEqual({ 'body.draft': 'required' })
  })

  it('does not count a list that the caller may not open, nor says whether it has rows', async () => {
    const caller = await world.kontor.make.cookie({
      merchant: world.a.merchant,
      roles: ['PLATFORMUSER_LIST', 'TAG_LIST'],
    })
    const said = await draft(caller, { roles: ['USER_ALL'] })
    const counted = said.lists.filter(({ state }) => state === 'counted').map(({ entity }) => entity)
    expect(counted).toEqual(['user', 'tag'])
    for (const { entity, count, state } of said.lists)
      if (!counted.includes(entity)) expect([entity, count, state]).toEqual([entity, null, 'hidden'])
  })

  it('is of nobody and of no place that the caller does not see', async () => {
    const { make } = world.kontor
    const { a, b, who } = world
    const ofB = await make.user({ merchant: b.merchant, roles: ['USER_ALL'] })
    const beside = await make.user({ merchant: a.merchant, organisation: a.beside })
    const staff = await make.user({ roles: ['PSP_ALL'] })
    const absent = '01900000-0000-7000-8000-000000000000'
    const refused = { 'body.user': 'not_found' }
    for (const id of [ofB.id, staff.id, absent])
      expect((await ask(who.ofA, { user: id })).body.details).toEqual(refused)
    for (const id of [beside.id, ofB.id]) expect((await ask(who.ofSub, { user: id })).body.details).toEqual(refused)
    expect((await ask(who.provider, { user: staff.id })).body.details).toEqual(refused)
    const nowhere = { 'body.draft.organisation': 'not_found' }
    for (const [caller, organisation] of [
      [who.ofA, b.merchant],
      [who.ofSub, a.merchant],
      [who.ofSub, a.beside],
      [who.provider, absent],
    ] as const)
      expect((await ask(caller, { draft: { roles: [], organisation } })).body.details).toEqual(nowhere)
    expect((await ask(who.ofA, { draft: { roles: [], merchant: b.merchant } })).body.details).toEqual(nowhere)
    expect((await ask(who.provider, { draft: { roles: [] } })).body.details).toEqual({
      'body.draft.organisation': 'required',
    })
    const viewed = await ask(who.provider, { draft: { roles: [] } }, 'user', `?merchant=${a.merchant}`)
    expect(viewed.body.draft.organisation).toBe(a.merchant)
  })

  it('never has a role of the provider', async () => {
    expect(
      (await ask(world.who.provider, { draft: { roles: ['PSP_ALL'], organisation: world.a.merchant } })).status,
    ).toBe(400)
  })
})

describe('the preview of the provider’s staff', () => {
  it.each([[['PSP_ALL']], [['PSP_MERCHANT_LIST', 'TRANSACTION_LIST']], [['USER_ALL']], [[]]] as Role[][][])(
    'is what the lists really answer: %s',
    async (held) => {
      const cookie = await world.kontor.make.cookie({ roles: held })
      const said = await draft(world.who.provider, { roles: held }, 'psp/user')
      expect([said.psp, said.organisation]).toEqual([true, null])
      expect(said.lists).toEqual(await reallyListed(cookie))
    },
  )

  it('is for those who may see the provider’s users, and hides what they may not open', async () => {
    const { make } = world.kontor
    expect((await ask(world.who.ofA, { draft: { roles: [] } }, 'psp/user')).status).toBe(403)
    const caller = await make.cookie({ roles: ['PSP_USER_LIST'] })
    const said = await draft(caller, { roles }, 'psp/user')
    const others = said.lists.filter(({ entity }) => entity !== 'psp_user')
    expect(others.every(({ state, count }) => state === 'hidden' && count === null)).toBe(true)
    expect((await ask(caller, { draft: { roles: [], organisation: world.a.merchant } })).status).toBe(403)
    const ofMerchant = await make.user({ merchant: world.a.merchant })
    expect((await ask(world.who.provider, { user: ofMerchant.id }, 'psp/user')).body.details).toEqual({
      'body.user': 'not_found',
    })
  })
})

it('a part that the installation lacks has no list and no action', async () => {
  const house = await startTestApp({ signIn: { modules: [] } })
  try {
    const cookie = await house.make.cookie({ roles: ['PSP_ALL'] })
    const { body } = await house.post(cookie, '/v1/psp/user/preview-access', { draft: { roles: ['PSP_ALL'] } })
    const { lists, actions, modules }: Access = body.draft
    expect(modules).toEqual((await house.get(cookie, '/v1/auth/session')).body.modules)
    expect(modules).not.toContain('sap')
    for (const { entity } of lists) {
      const of = entities.find(({ name }) => name === entity)
      expect([entity, of && (await house.get(cookie, `${base(of)}/count`)).status]).toEqual([entity, 200])
    }
    const there = endpoints.filter(({ module }) => module === undefined || modules.includes(module))
    expect(actions.filter((name) => !there.some((endpoint) => endpoint.name === name))).toEqual([])
  } finally {
    await house.stop()
  }
})

it('a list that takes too long is named as slow, and the others are counted', async () => {
  // A lock on the table makes every count of it wait.
  await world.sql('begin')
  await world.sql('lock table tag in access exclusive mode')
  try {
    const said = await draft(world.who.ofA, { roles: ['TAG_LIST', 'PLAN_LIST'] })
    expect(countOf(said, 'tag')).toEqual({ entity: 'tag', count: null, state: 'slow' })
    expect(countOf(said, 'plan')?.state).toBe('counted')
  } finally {
    await world.sql('rollback')
  }
})
