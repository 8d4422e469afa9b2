import { mostBundles } from '@kontor/contract/identity/bundles/role-bundle.rules'
import type { Change } from '@kontor/contract/platform/history'
import { putBack, restorable } from '@kontor/contract/restorable'
import type { Role } from '@kontor/contract/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askedInTurn } from '../../../test/crashes/held-turn.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { newId } from '../../platform/db/ids.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string
let staff: string

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  owner = await cookieWith('USER_ALL')
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(() => kontor.stop())

const cookieWith = (...roles: Role[]) => kontor.make.cookie({ merchant: shop.merchant, roles })
let made = 0
const bundle = (given: object = {}) => {
  made += 1
  return { name: `Bundle ${made}`, roles: ['TAG_LIST'], ...given }
}
const create = (given: object = {}, who = owner, query = '') =>
  kontor.post(who, `/v1/rolebundle${query}`, bundle(given))
const update = (id: string, body: object, who = owner) => kontor.post(who, `/v1/rolebundle/${id}`, body)
const remove = (id: string, who = owner) => kontor.call(who, 'DELETE', `/v1/rolebundle/${id}`, {})
const idsFor = async (who = owner, query = '') =>
  (await kontor.get(who, `/v1/rolebundle${query}`)).body.map(({ id }: { id: string }) => id)

describe('a bundle of roles', () => {
  it('is created, listed by name, changed and deleted', async () => {
    const { status, body } = await create({ name: '  Zebra ', description: 'Stripes', roles: ['TAG_LIST', 'TAG_LIST'] })
    expect([status, body]).toMatchObject([201, { name: 'Zebra', description: 'Stripes', roles: ['TAG_LIST'] }])
    const first = (await create({ name: 'aardvark' })).body.id
    const ids = await idsFor()
    expect(ids.indexOf(first)).toBeLessThan(ids.indexOf(body.id))
    const changed = await update(body.id, { name: 'zebra', roles: ['PLAN_ALL'] })
    expect(changed.body).toMatchObject({ name: 'zebra', description: 'Stripes', roles: ['PLAN_ALL'] })
    expect((await update(body.id, { description: null })).body).toEqual({ ...changed.body, description: null })
    expect((await remove(body.id)).status).toBe(204)
    expect(await idsFor()).not.toContain(body.id)
    expect((await remove(body.id)).status).toBe(404)
  })

  it('has roles, and a name of its own whatever the case of its letters', async () => {
    expect((await create({ roles: [] })).body.details).toEqual({ 'body.roles': 'required' })
    expect((await create({ name: ' ' })).body.details).toEqual({ 'body.name': 'required' })
    await create({ name: 'Über' })
    const again = await create({ name: 'ÜBER' })
    expect([again.status, again.body]).toMatchObject([409, { code: 'bundle_name_taken' }])
    const other = (await create()).body.id
    expect((await update(other, bundle({ name: 'über' }))).body.code).toBe('bundle_name_taken')
    const twins = await Promise.all([create({ name: 'At once' }), create({ name: 'at once' })])
    expect(twins.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it('gets no role that its maker lacks, and keeps those that it has, whoever changes it', async () => {
    const manager = await cookieWith('PLATFORMUSER_ALL', 'REFUND_ALL')
    const lacking = { 'body.roles': 'not_held' }
    expect((await create({ roles: ['USER_ALL'] }, manager)).body.details).toEqual(lacking)
    expect((await create({ roles: ['REFUND_CREATE', 'PLATFORMUSER_LIST'] }, manager)).status).toBe(201)
    const { id } = (await create({ roles: ['TAG_ALL'] })).body
    expect((await update(id, bundle({ roles: ['TAG_ALL', 'REFUND_LIST'] }), manager)).status).toBe(200)
    expect((await update(id, bundle({ roles: ['TAG_ALL', 'PLAN_LIST'] }), manager)).body.details).toEqual(lacking)
    expect((await update(id, bundle({ roles: ['REFUND_LIST'] }), manager)).status).toBe(200)
    expect((await update(id, bundle({ roles: ['TAG_ALL'] }), manager)).body.details).toEqual(lacking)
  })

  it('has a history, and an earlier version comes back by its own command, but for roles that the person lacks', async () => {
    const { id } = (await create({ name: 'Before', description: 'Text', roles: ['TAG_LIST', 'PLAN_ALL'] })).body
    await update(id, { name: 'After', description: null, roles: ['TAG_LIST'] })
    const read = async (who = owner, query = '') => (await kontor.get(who, `/v1/rolebundle/${id}/history${query}`)).body
    const { changes } = await read()
    expect(changes.map(({ version, operation }: Change) => [version, operation])).toEqual([
      [2, 'updated'],
      [1, 'created'],
    ])
    const way = restorable['role_bundle']
    if (!way) throw new TypeError('bundles cannot be restored')
    const back = Object.fromEntries(putBack(way, changes, 1).map(({ name, earlier }) => [name, earlier]))
    expect(back).toEqual({ name: 'Before', description: 'Text', roles: ['TAG_LIST', 'PLAN_ALL'] })
    const restore = (who: string) => kontor.call(who, 'POST', `/v1/rolebundle/${id}`, back, { 'restored-from': '1' })
    const manager = await cookieWith('PLATFORMUSER_ALL', 'TAG_LIST')
    expect((await restore(manager)).body.details).toEqual({ 'body.roles': 'not_held' })
    expect((await restore(owner)).body).toMatchObject(back)
    expect((await read()).changes[0]).toMatchObject({ version: 3, restored_from: 1, command: 'update-role-bundle' })
    // Only whoever may change it, where it is, sees its history.
    const reader = await cookieWith('PLATFORMUSER_LIST')
    const stranger = await kontor.make.cookie({
      merchant: (await kontor.make.merchant()).merchant,
      roles: ['USER_ALL'],
    })
    expect((await kontor.get(reader, `/v1/rolebundle/${id}/history`)).status).toBe(403)
    expect((await kontor.get(stranger, `/v1/rolebundle/${id}/history`)).status).toBe(404)
    expect((await kontor.get(staff, `/v1/rolebundle/${id}/history`)).status).toBe(404)
    expect((await read(staff, `?merchant=${shop.merchant}`)).changes.length).toBe(3)
    const ofStaff = (await create({}, staff)).body.id
    expect((await kontor.get(staff, `/v1/rolebundle/${ofStaff}/history`)).body.changes.length).toBe(1)
  })

  it('grants nothing when it is changed: it was only a template', async () => {
    const user = await kontor.make.user({ merchant: shop.merchant, roles: ['TAG_LIST'] })
    const { id } = (await create({ roles: ['TAG_LIST'] })).body
    await update(id, bundle({ roles: ['USER_ALL'] }))
    const grants = await kontor.databases.provider
      .selectFrom('role_grant')
      .select('role')
      .where('user_id', '=', user.id)
      .execute()
    expect(grants).toEqual([{ role: 'TAG_LIST' }])
  })

  it('of a merchant has no role of the provider, not even when the provider’s staff make it', async () => {
    const view = `?merchant=${shop.merchant}`
    expect((await create({ roles: ['PSP_MERCHANT_LIST'] }, staff, view)).body.details).toEqual({
      'body.roles': 'invalid_value',
    })
    expect((await create({ roles: ['PSP_MERCHANT_LIST'] }, staff)).status).toBe(201)
    expect((await create({ roles: ['PSP_SUPER'] }, staff)).body.details).toEqual({ 'body.roles': 'not_held' })
  })

  it('is seen and changed by its own merchant, or by the provider’s staff, alone', async () => {
    const { id } = (await create()).body
    const ofStaff = (await create({}, staff)).body.id
    const other = await kontor.make.merchant()
    const stranger = await kontor.make.cookie({ merchant: other.merchant, roles: ['USER_ALL'] })
    expect(await idsFor(stranger)).toEqual([])
    expect([(await update(id, bundle(), stranger)).status, (await remove(id, stranger)).status]).toEqual([404, 404])
    expect(await idsFor()).not.toContain(ofStaff)
    expect([(await update(ofStaff, bundle())).status, (await remove(ofStaff)).status]).toEqual([404, 404])
    expect(await idsFor(staff)).not.toContain(id)
    expect(await idsFor(staff, `?merchant=${shop.merchant}`)).toContain(id)
  })

  it('of the provider is for those who manage its users, and a merchant’s for those who manage the merchant’s', async () => {
    const ofMerchants = await kontor.make.cookie({ roles: ['PLATFORMUSER_ALL', 'TAG_LIST'] })
    const ofProvider = await kontor.make.cookie({ roles: ['PSP_USER_ALL', 'TAG_LIST'] })
    const view = `?merchant=${shop.merchant}`
    expect((await create({}, ofMerchants)).body.details).toEqual({ 'query.merchant': 'required' })
    expect((await create({}, ofMerchants, view)).status).toBe(201)
    expect((await create({}, ofProvider)).status).toBe(201)
    expect((await create({}, ofProvider, view)).status).toBe(403)
  })

  it('concerns every shop, so whoever sees a part of the merchant uses it and does not change it', async () => {
    const { id } = (await create()).body
    const organisation = await kontor.make.organisation(shop.merchant)
    const ofPart = await kontor.make.cookie({ merchant: shop.merchant, organisation, roles: ['USER_ALL'] })
    expect(await idsFor(ofPart)).toContain(id)
    expect([(await create({}, ofPart)).status, (await remove(id, ofPart)).status]).toEqual([403, 403])
  })

  it('is one of so many', async () => {
    const { merchant } = await kontor.make.merchant()
    const who = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
    for (let count = 0; count < mostBundles; count += 1) expect((await create({}, who)).status).toBe(201)
    expect((await create({}, who)).body.code).toBe('limit_reached')
  })

  it('is the last of so many for one of two who ask for it at once', async () => {
    const { merchant } = await kontor.make.merchant()
    const who = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
    const values = { merchant_id: merchant, roles: ['TAG_LIST'] }
    const present = Array.from({ length: mostBundles - 1 }, () => ({ ...values, ...newId(new Date()), ...bundle() }))
    await kontor.databases.provider.insertInto('role_bundle').values(present).execute()
    const ask = () => [create({}, who), create({}, who)]
    const replies = await askedInTurn(kontor, `role_bundle/${merchant}`, ask)
    expect(replies.map(({ status, body }) => body.code ?? status).sort()).toEqual([201, 'limit_reached'])
    expect(await idsFor(who)).toHaveLength(mostBundles)
  })
})
