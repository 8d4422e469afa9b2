import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { engineActor } from '../platform/db/actor.ts'
import { inTransaction } from '../platform/db/database.ts'
import { revokeCard } from './revoke-card.ts'

let kontor: TestApp
let store: pg.Client
let shop: MadeMerchant
let key: string
let customer: string
let count = 0

beforeAll(async () => {
  kontor = await startTestApp({ gatewayTimeout_ms: 400 })
  store = new pg.Client(kontor.sandboxStoreUrl)
  await store.connect()
  shop = await kontor.make.merchant()
  key = await kontor.make.apiKey(shop.merchant)
  customer = await kontor.make.customer(shop.merchant)
  await kontor.connect(shop.merchant)
})
afterAll(async () => {
  await store.end()
  await kontor.stop()
})

/** A card in the sandbox's vault for this test alone. */
async function storedCard(test = 'test_visa', of = customer) {
  const token = `${test}.122031.${'abcdefghijklmnop'[count++ % 16]}${count}`
  return { id: await kontor.make.card(shop, of, { token }), token }
}
const revocation = async (card: string) => (await kontor.get(key, `/v1/card/${card}`)).body
const confirmed = (card: string) =>
  until(
    () => revocation(card),
    (row) => row.revocation === 'CONFIRMED',
  )
const jobsOf = (card: string) =>
  kontor.databases.provider.selectFrom('outbox').selectAll().where('card_id', '=', card).execute()
const callsOf = (card: string) =>
  kontor.databases.provider.selectFrom('card_call').selectAll().where('card_id', '=', card).orderBy('id').execute()
const forgotten = async (token: string) =>
  (await store.query('select reference from revoked_token where token = $1', [token])).rows
const charge = (body: object) =>
  kontor.post(key, '/v1/transaction', {
    ...{ payment_profile: shop.profile, customer, amount: 1_000, payment_product: 'card' },
    ...{ merchant_reference: `Revoked ${count++}`, ...body },
  })

describe('a stored card that is revoked', () => {
  it('is forgotten by the processor too, which then refuses to charge its token', async () => {
    const { id, token } = await storedCard()
    expect((await charge({ card_token: token })).body.status).toBe('SETTLEMENT_REQUESTED')
    const { status, body } = await kontor.post(key, `/v1/card/${id}/revoke`)
    expect([status, body.active, body.revocation]).toEqual([200, false, 'PENDING'])
    await confirmed(id)
    expect(await forgotten(token)).toHaveLength(1)
    const calls = await callsOf(id)
    expect(calls).toHaveLength(1)
    expect(calls[0]).toMatchObject({
      ...{ merchant_id: shop.merchant, processor_id: shop.processor, operation: 'revoke_card', method: 'POST' },
      ...{ response_code: 200, request_body: expect.stringContaining('"card_token":"•••"') },
    })
    expect(JSON.stringify(calls)).not.toContain(token)
    expect((await charge({ card: id })).body).toMatchObject({ code: 'card_revoked', status: 409 })
    // The token is of no use any more: the processor itself refuses it.
    expect((await charge({ card_token: token })).body).toMatchObject({
      status: 'FAILED',
      status_reason: 'card_revoked',
    })
  })

  it('is told of once, when two revoke it at a time and again later', async () => {
    const { id } = await storedCard()
    const revoke = () => kontor.post(key, `/v1/card/${id}/revoke`)
    const answers = [...(await Promise.all([revoke(), revoke(), revoke()])), await revoke()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await jobsOf(id)).toHaveLength(1)
    await confirmed(id)
  })

  it('is told of again, and revoked once, when the processor did it and its answer was lost', async () => {
    const { id, token } = await storedCard('test_revoked_without_reply')
    await kontor.post(key, `/v1/card/${id}/revoke`)
    await confirmed(id)
    expect((await callsOf(id)).map((call) => call.response_code)).toEqual([0, 200])
    const [job] = await jobsOf(id)
    expect(job?.attempts).toBeGreaterThan(1)
    expect(await forgotten(token)).toEqual([{ reference: job?.id }])
  })

  it('is told of by whoever finds the job after a crash between the decision and the call', async () => {
    const { id, token } = await storedCard()
    await inTransaction(kontor.databases, engineActor(shop.merchant, 'system'), (trx) =>
      revokeCard(trx, engineActor(shop.merchant, 'system'), id, new Date()),
    )
    expect(await forgotten(token)).toEqual([])
    await confirmed(id)
    expect(await forgotten(token)).toHaveLength(1)
  })

  it('is told of again after a crash between the call and its writing down', async () => {
    const { id, token } = await storedCard()
    await kontor.post(key, `/v1/card/${id}/revoke`)
    await confirmed(id)
    // The state before the answer was written: the job's holder is gone, but the processor has revoked the card.
    await kontor.databases.provider
      .updateTable('card')
      .set({ revocation_confirmed_at: null })
      .where('id', '=', id)
      .execute()
    await kontor.databases.provider
      .updateTable('outbox')
      .set({ done_at: null, leased_until: null, next_attempt_at: sql<string>`clock_timestamp()` })
      .where('card_id', '=', id)
      .execute()
    await confirmed(id)
    expect(await forgotten(token)).toHaveLength(1)
  })

  it('says so when the processor keeps it all the same', async () => {
    const id = await kontor.make.card(shop, customer)
    await kontor.post(key, `/v1/card/${id}/revoke`)
    const row = await until(
      () => revocation(id),
      ({ revocation: now }) => now !== 'PENDING',
    )
    expect(row.revocation).toBe('REFUSED')
  })

  it('is one of those that go with an erased customer', async () => {
    const erased = await kontor.make.customer(shop.merchant)
    const cards = [await storedCard('test_visa', erased), await storedCard('test_mastercard', erased)]
    expect((await kontor.post(key, `/v1/customer/${erased}/erase`)).status).toBe(200)
    for (const { id, token } of cards) {
      await confirmed(id)
      expect(await forgotten(token)).toHaveLength(1)
    }
  })

  it('is revoked by whoever may change customers or card-add links, and by nobody else', async () => {
    const { id } = await storedCard()
    const who = (role: 'CUSTOMER_LIST' | 'CUSTOMER_UPDATE' | 'CARD_ADD_UPDATE') =>
      kontor.make.apiKey(shop.merchant, [role])
    const stranger = await kontor.make.apiKey((await kontor.make.merchant()).merchant)
    expect((await kontor.post(await who('CUSTOMER_LIST'), `/v1/card/${id}/revoke`)).status).toBe(403)
    expect((await kontor.post(stranger, `/v1/card/${id}/revoke`)).status).toBe(404)
    expect((await kontor.post(await who('CARD_ADD_UPDATE'), `/v1/card/${id}/revoke`)).status).toBe(200)
    expect((await kontor.post(await who('CUSTOMER_UPDATE'), `/v1/card/${id}/revoke`)).status).toBe(200)
  })
})
