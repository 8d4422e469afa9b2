import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitsHere } from '../../../test/database.ts'
import {
  connected,
  detailsOf,
  type Keys,
  newKeys,
  notify,
  openAccount,
  payment,
} from '../../../test/gateway-account.ts'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import { acceptChargeback } from '../../disputes/accept-chargeback.ts'
import { captureTransaction } from '../../payments/capture-transaction.ts'
import { refundTransaction } from '../../payments/refund-transaction.ts'
import { voidTransaction } from '../../payments/void-transaction.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { inTransaction } from '../../platform/db/database.ts'

let kontor: TestApp
let staff: string

beforeAll(async () => {
  kontor = await startTestApp()
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(() => kontor.stop())

const setup = async (id: string, who = staff) => (await kontor.get(who, `/v1/processor/${id}/setup`)).body
const version = async (id: string): Promise<number> => (await setup(id)).version
const prepare = async (id: string, values: Partial<Keys>, who = staff, seen?: number) =>
  kontor.post(who, `/v1/processor/${id}/credential`, {
    version: seen ?? (await version(id)),
    details: detailsOf(values),
  })
const putToUse = async (id: string, who = staff, seen?: number) =>
  kontor.post(who, `/v1/processor/${id}/credential/switch`, { version: seen ?? (await version(id)) })
const drop = async (id: string, who = staff, seen?: number) =>
  kontor.call(who, 'DELETE', `/v1/processor/${id}/credential`, { version: seen ?? (await version(id)) })
const test = (id: string, place: 'present' | 'second') => kontor.post(staff, `/v1/processor/${id}/test`, { place })
/** The addresses of a processor: its own, and that of its merchant. */
async function addressesOf({ id, shop }: { id: string; shop: { merchant: string } }): Promise<string[]> {
  const [, own = ''] = (await setup(id)).notification_url.split('/v1/processornotification/')
  return [own, shop.merchant]
}
/** What each address answers to a notification that is signed with a secret. */
const heard = async (of: Awaited<ReturnType<typeof connected>>, { notification_secret }: Keys) =>
  Promise.all((await addressesOf(of)).map(async (each) => (await notify(kontor, each, notification_secret)).status))

const taken = [204, 204]
const refused = [422, 422]

describe('a second credential', () => {
  it('is prepared, tried and switched to without a lost payment or notification', async () => {
    const of = await connected(kontor, staff)
    const { id, shop, keys, name } = of
    const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    const held = (await kontor.post(owner, '/v1/transaction', payment(shop, false))).body
    expect(held.status).toBe('AUTHORIZED')
    const next = newKeys()
    await openAccount(kontor, name, shop.merchant, next)
    expect((await prepare(id, next)).status).toBe(200)
    for (const each of [keys, next]) expect(await heard(of, each)).toEqual(taken)
    expect((await putToUse(id)).status).toBe(200)
    const [present, second] = (await setup(id)).credentials
    expect(present).toMatchObject({ place: 'present', account: name })
    expect(second).toMatchObject({ place: 'second', was_used: true })
    const captured = await kontor.post(owner, `/v1/transaction/${held.id}/capture`, { amount: 1250 })
    expect(captured.body.status).toMatch(/^SETTLEMENT_/)
    for (const each of [keys, next]) expect(await heard(of, each)).toEqual(taken)
    expect((await drop(id)).status).toBe(204)
    expect(await heard(of, keys)).toEqual(refused)
    expect(await heard(of, next)).toEqual(taken)
    expect((await drop(id)).body.code).toBe('no_second_credential')
  })

  it('that was in use proves notifications also when the gateway knows it no more', async () => {
    const of = await connected(kontor, staff)
    const next = newKeys()
    await openAccount(kontor, of.name, of.shop.merchant, next)
    await prepare(of.id, next)
    await putToUse(of.id)
    expect((await test(of.id, 'second')).body.problem).toBe('credential_refused')
    expect(await heard(of, of.keys)).toEqual(taken)
  })
})

describe('what somebody invented', () => {
  it('proves no notification until the gateway says that it opens the same account', async () => {
    const of = await connected(kontor, staff)
    const next = newKeys()
    await prepare(of.id, next)
    expect(await heard(of, next)).toEqual(refused)
    await openAccount(kontor, of.name, of.shop.merchant, next)
    expect((await test(of.id, 'second')).body.account).toBe(of.name)
    expect(await heard(of, next)).toEqual(taken)
    await openAccount(kontor, of.name, of.shop.merchant, of.keys)
    expect((await test(of.id, 'second')).body.problem).toBe('credential_refused')
    expect(await heard(of, next)).toEqual(refused)
  })

  it('proves no notification when it opens another account', async () => {
    const of = await connected(kontor, staff)
    const other = newKeys()
    await openAccount(kontor, `b-${of.name}`, of.shop.merchant, other)
    await prepare(of.id, other)
    expect(await heard(of, other)).toEqual(refused)
  })

  it('by a merchant’s user proves nothing beside a key that works, until staff put it to use', async () => {
    const of = await connected(kontor, staff)
    const owner = await kontor.make.cookie({ merchant: of.shop.merchant, roles: ['USER_ALL'] })
    const { notification_secret } = newKeys()
    const invented = { ...of.keys, notification_secret }
    expect((await prepare(of.id, { notification_secret }, owner)).status).toBe(200)
    expect((await setup(of.id)).credentials[1]).toMatchObject({ account: of.name, test_problem: null })
    expect(await heard(of, invented)).toEqual(refused)
    expect((await putToUse(of.id, owner)).status).toBe(403)
    expect((await drop(of.id, owner)).status).toBe(403)
    expect((await putToUse(of.id)).status).toBe(200)
    expect(await heard(of, invented)).toEqual(taken)
  })

  it('by a merchant’s user does not take the place of one that was in use or that staff prepared', async () => {
    const of = await connected(kontor, staff)
    const owner = await kontor.make.cookie({ merchant: of.shop.merchant, roles: ['USER_ALL'] })
    const next = newKeys()
    await openAccount(kontor, of.name, of.shop.merchant, next)
    await prepare(of.id, next)
    const { notification_secret } = newKeys()
    expect((await prepare(of.id, { notification_secret }, owner)).body.code).toBe('second_credential_vouched')
    expect((await putToUse(of.id)).status).toBe(200)
    expect((await prepare(of.id, { notification_secret }, owner)).body.code).toBe('second_credential_vouched')
    for (const each of [of.keys, next]) expect(await heard(of, each)).toEqual(taken)
    await drop(of.id)
    for (const _ of [1, 2]) expect((await prepare(of.id, { notification_secret }, owner)).status).toBe(200)
  })

  it('comes from no program, whatever its key may do', async () => {
    const { id, shop, name } = await connected(kontor, staff)
    const key = await kontor.make.apiKey(shop.merchant, ['USER_ALL', 'PROCESSOR_ALL'])
    const next = newKeys()
    await openAccount(kontor, name, shop.merchant, next)
    expect((await prepare(id, next, key)).status).toBe(403)
    expect((await prepare(id, next)).status).toBe(200)
    expect((await putToUse(id, key)).status).toBe(403)
    expect((await drop(id, key)).status).toBe(403)
  })

  it('stays without proof when it is from before, unless it was in use or staff prepared it', async () => {
    const prepared = await connected(kontor, staff)
    await prepare(prepared.id, newKeys())
    const byMerchant = await connected(kontor, staff)
    const owner = await kontor.make.cookie({ merchant: byMerchant.shop.merchant, roles: ['USER_ALL'] })
    await prepare(byMerchant.id, newKeys(), owner)
    const used = await connected(kontor, staff)
    const next = newKeys()
    await openAccount(kontor, used.name, used.shop.merchant, next)
    await prepare(used.id, next)
    await putToUse(used.id)
    const alone = await connected(kontor, staff)
    const file = new URL('../../migrations/0052-who-vouches-for-a-credential.sql', import.meta.url)
    const rows = await sql(
      `begin; alter table processor drop column second_origin; ${await readFile(file, 'utf8')}; commit`,
    ).then(() => sql('select id, second_origin as origin from processor'))
    const origin = ({ id }: { id: string }) => rows.find((row) => row['id'] === id)?.['origin']
    expect([prepared, byMerchant, used, alone].map(origin)).toEqual(['staff', 'merchant', 'used', null])
  })
})

describe('a credential is put to use', () => {
  it('only when the gateway has said whose account it opens', async () => {
    const { id } = await connected(kontor, staff)
    await sql('update processor set second_credential = credential where id = $1', [id])
    expect((await putToUse(id)).body.code).toBe('credential_not_tested')
  })

  it('only when it opens the same account', async () => {
    const { id, shop, name } = await connected(kontor, staff)
    const other = newKeys()
    await openAccount(kontor, `b-${name}`, shop.merchant, other)
    await prepare(id, other)
    expect((await putToUse(id)).body.code).toBe('credential_of_another_account')
  })

  it('only when its last test succeeded', async () => {
    const { id, shop, keys, name } = await connected(kontor, staff)
    const next = newKeys()
    await openAccount(kontor, name, shop.merchant, next)
    await prepare(id, next)
    await openAccount(kontor, name, shop.merchant, keys)
    expect((await test(id, 'second')).body.problem).toBe('credential_refused')
    expect((await putToUse(id)).body.code).toBe('credential_test_failed')
    await openAccount(kontor, name, shop.merchant, next)
    await test(id, 'second')
    expect((await putToUse(id)).status).toBe(200)
  })

  it('beside one of an unknown account only when that one was tested', async () => {
    const { shop, keys, name } = await connected(kontor, staff)
    const old = await kontor.make.processor(shop.merchant, { credential: { ...keys } })
    await prepare(old, { notification_secret: newKeys().notification_secret })
    expect((await putToUse(old)).body.code).toBe('credential_in_use_not_tested')
    await sql('update processor set url = $1 where id = $2', ['http://127.0.0.1:9', old])
    expect((await test(old, 'present')).body.problem).toBe('unreachable')
    expect((await putToUse(old)).body.code).toBe('credential_in_use_not_tested')
    await sql('update processor set url = $1 where id = $2', [kontor.sandboxUrl, old])
    expect((await test(old, 'present')).body.account).toBe(name)
    expect((await putToUse(old)).status).toBe(200)
  })

  it('that the merchant prepared for a processor without an account brings what the merchant is checked by to its shops', async () => {
    const checksOf = async (profile: string) =>
      (await kontor.get(staff, `/v1/paymentprofile/${profile}`)).body.middleware
    const switched = async (by: 'staff' | 'owner') => {
      const { shop, name, id: known } = await connected(kontor, staff)
      const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
      const old = await kontor.make.processor(shop.merchant, { credential: { ...newKeys() } })
      const profile = await kontor.make.profile(shop.merchant, { processors: [old], currency_code: 'EUR' })
      const check = await kontor.make.middleware(shop.merchant, {
        profiles: [await kontor.make.profile(shop.merchant, { currency_code: 'EUR', processors: [known] })],
      })
      const next = newKeys()
      await openAccount(kontor, name, shop.merchant, next)
      expect((await prepare(old, next, by === 'owner' ? owner : staff)).status).toBe(200)
      expect((await test(old, 'present')).body.problem).toBe('credential_refused')
      await test(old, 'second')
      expect((await putToUse(old)).status).toBe(200)
      return { has: await checksOf(profile), check }
    }
    const byOwner = await switched('owner')
    expect(byOwner.has).toEqual([byOwner.check])
    expect((await switched('staff')).has).toEqual([])
  })

  it('beside one that the gateway refuses only when no order is under way', async () => {
    const { shop, keys, name } = await connected(kontor, staff)
    const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    const old = await kontor.make.processor(shop.merchant, { credential: { ...keys } })
    const profile = await kontor.make.profile(shop.merchant, { processors: [old], currency_code: 'EUR' })
    const next = newKeys()
    await openAccount(kontor, name, shop.merchant, next)
    await prepare(old, next)
    expect((await test(old, 'present')).body.problem).toBe('credential_refused')
    const change = 'update processor set test_problem = $1, tested_at = $2 where id = $3'
    const tried = (problem: string, minutes: number) =>
      sql(change, [problem, new Date(Date.now() - minutes * 60_000), old])
    await tried('not_permitted', 1)
    expect((await putToUse(old)).body.code).toBe('credential_in_use_not_tested')
    await tried('credential_refused', 61)
    expect((await putToUse(old)).body.code).toBe('credential_in_use_not_tested')
    await tried('credential_refused', 59)
    // The order waits: its gateway cannot be reached.
    await sql('update processor set url = $1 where id = $2', [await closedUrl(), old])
    const asked = { ...payment({ ...shop, profile }), capture: false }
    const paid = await kontor.post(owner, '/v1/transaction', asked, { prefer: 'respond-async' })
    expect((await putToUse(old)).body.code).toBe('orders_under_way')
    await sql('update processor set url = $1 where id = $2', [kontor.sandboxUrl, old])
    await until(
      async () => {
        await sql('update outbox set next_attempt_at = now() where id = $1 and leased_until is null', [paid.body.id])
        return (await kontor.get(owner, `/v1/transaction/${paid.body.id}`)).body.status
      },
      (status) => status === 'FAILED',
    )
    expect((await putToUse(old)).status).toBe(200)
  })
})

describe('of two people at once', () => {
  it('nobody begins a payment while a credential takes the place of one that the gateway refuses', async () => {
    const { shop, keys, name } = await connected(kontor, staff)
    const old = await kontor.make.processor(shop.merchant, { credential: { ...keys } })
    const next = newKeys()
    await openAccount(kontor, name, shop.merchant, next)
    await prepare(old, next)
    expect((await test(old, 'present')).body.problem).toBe('credential_refused')
    const beginning = new pg.Client(kontor.database.adminUrl)
    await beginning.connect()
    // As the row of an attempt does, which refers to its processor.
    await beginning.query('begin')
    await beginning.query('select from processor where id = $1 for key share', [old])
    const switched = putToUse(old)
    await until(
      () => sql(`${waitsHere} and locktype in ('transactionid', 'tuple')`),
      (rows) => rows.length > 0,
    )
    await beginning.query('commit')
    await beginning.end()
    expect((await switched).status).toBe(200)
  })

  it.each(['capture', 'void', 'refund', 'chargeback answer'] as const)(
    'a credential does not take the place of one that the gateway refuses while a %s begins',
    async (operation) => {
      const { shop, keys, name } = await connected(kontor, staff)
      const old = await kontor.make.processor(shop.merchant, { credential: { ...keys } })
      const isPaid = operation === 'refund' || operation === 'chargeback answer'
      const status = isPaid ? 'SETTLEMENT_COMPLETED' : 'AUTHORIZED'
      const paid = await kontor.make.transaction({ ...shop, processor: old }, { status })
      const of = { ...shop, processor: old }
      const chargeback = operation === 'chargeback answer' ? await kontor.make.chargeback(of, paid) : undefined
      const next = newKeys()
      await openAccount(kontor, name, shop.merchant, next)
      await prepare(old, next)
      expect((await test(old, 'present')).body.problem).toBe('credential_refused')
      const actor = { ...engineActor(shop.merchant, 'system'), kind: 'system' as const }
      let switched: ReturnType<typeof putToUse> | undefined
      await inTransaction(kontor.databases, actor, async (trx) => {
        const now = new Date()
        if (operation === 'capture') await captureTransaction(trx, actor, paid.id, {}, now)
        if (operation === 'void') await voidTransaction(trx, actor, paid.id, now)
        if (operation === 'refund') await refundTransaction(trx, actor, paid.id, { amount: 100 }, now)
        if (chargeback) await acceptChargeback(trx, actor, chargeback.id, now)
        switched = putToUse(old)
        let isOver = false
        void switched.then(() => {
          isOver = true
        })
        await until(
          async () => isOver || (await sql(waitsHere)).length > 0,
          (isWaiting) => isWaiting,
        )
      })
      expect((await switched)?.body.code).toBe('orders_under_way')
    },
  )

  it('one switches', async () => {
    const { id, name, shop } = await connected(kontor, staff)
    const next = newKeys()
    await openAccount(kontor, name, shop.merchant, next)
    await prepare(id, next)
    const seen = await version(id)
    const replies = await Promise.all(Array.from({ length: 6 }, () => putToUse(id, staff, seen)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect((await test(id, 'present')).body.account).toBe(name)
  })

  it('one prepares a credential', async () => {
    const { id } = await connected(kontor, staff)
    const seen = await version(id)
    const replies = await Promise.all(Array.from({ length: 6 }, () => prepare(id, newKeys(), staff, seen)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('credential_changed')
  })

  it('nobody removes or replaces what the other has just prepared or put to use', async () => {
    const { id, name, shop } = await connected(kontor, staff)
    const next = newKeys()
    await openAccount(kontor, name, shop.merchant, next)
    const before = await version(id)
    await prepare(id, next)
    const seen = await version(id)
    await prepare(id, next)
    expect((await drop(id, staff, seen)).body.code).toBe('credential_changed')
    expect((await putToUse(id, staff, seen)).body.code).toBe('credential_changed')
    await putToUse(id)
    await drop(id)
    // There is no second credential again, but the one in use is another one now.
    expect((await prepare(id, { api_key: 'other-key' }, staff, before)).body.code).toBe('credential_changed')
    expect((await setup(id)).credentials).toHaveLength(1)
  })
})

it('a notification counts for each processor of its account', async () => {
  const { id, shop, named, keys } = await connected(kontor, staff)
  const ideal = { ...named, payment_product: 'ideal', details: detailsOf(keys) }
  const { body: other } = await kontor.post(staff, '/v1/processor', ideal)
  const stranger = await connected(kontor, staff)
  expect((await notify(kontor, shop.merchant, keys.notification_secret)).status).toBe(204)
  const at = async (each: string) => (await setup(each)).last_notification_at
  expect(await at(id)).toEqual(expect.any(String))
  expect(await at(other.id)).toBe(await at(id))
  expect(await at(stranger.id)).toBeNull()
})

/** An address at which nobody listens. */
async function closedUrl(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}

async function sql(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  try {
    return (await owner.query(text, values)).rows
  } finally {
    await owner.end()
  }
}
