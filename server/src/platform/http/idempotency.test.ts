import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitsHere } from '../../../test/database.ts'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { migrationText } from '../../migration-files.ts'
import { engineActor } from '../db/actor.ts'
import { inTransaction } from '../db/database.ts'
import { claimKey, ownerOf, requestHash } from './idempotency.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  await kontor.connect(shop.merchant)
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
})
afterAll(() => kontor.stop())

const paid = async () => (await kontor.make.transaction(shop, { status: 'SETTLEMENT_COMPLETED', amount: 1_000 })).id
const refund = (who: string, transaction: string, key: string) =>
  kontor.post(who, `/v1/transaction/${transaction}/refund`, { amount: 100 }, { 'idempotency-key': key })
const refunds = async (transaction: string) => (await kontor.get(owner, `/v1/refund?transaction=${transaction}`)).body
const isReplayed = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed') === 'true'

describe('an idempotency key', () => {
  it('answers nobody but whoever sent it: not a colleague of another part of the merchant', async () => {
    const transaction = await paid()
    const key = randomUUID()
    expect((await refund(owner, transaction, key)).status).toBe(201)
    const organisation = await kontor.make.organisation(shop.merchant)
    const elsewhere = [
      await kontor.make.apiKey(shop.merchant, ['USER_ALL'], organisation),
      await kontor.make.cookie({ merchant: shop.merchant, organisation, roles: ['USER_ALL'] }),
    ]
    for (const who of elsewhere) {
      const { status, body } = await refund(who, transaction, key)
      expect([status, body.code]).toEqual([404, 'not_found'])
    }
    const again = await refund(owner, transaction, key)
    expect([again.status, isReplayed(again)]).toEqual([201, true])
    expect(await refunds(transaction)).toHaveLength(1)
  })

  it('of one shop is not in the way of another that numbers alike', async () => {
    const [one, other] = [await kontor.make.apiKey(shop.merchant), await kontor.make.apiKey(shop.merchant)]
    const [first, second] = [await paid(), await paid()]
    const key = `order-${randomUUID()}`
    const answers = await Promise.all([refund(one, first, key), refund(other, second, key)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect([await refunds(first), await refunds(second)].map(({ length }) => length)).toEqual([1, 1])
    const reused = await refund(one, second, key)
    expect([reused.status, reused.body.code]).toEqual([409, 'idempotency_key_reused'])
  })

  it('is the same for all servers of a shop, which share its API key, and for all sessions of a person', async () => {
    const [transaction, key] = [await paid(), randomUUID()]
    const servers = await kontor.make.apiKey(shop.merchant)
    expect((await refund(servers, transaction, key)).status).toBe(201)
    expect(isReplayed(await refund(servers, transaction, key))).toBe(true)
    expect(await refunds(transaction)).toHaveLength(1)
  })

  it('gives the first answer also to a repetition that is refused because of what the first one did', async () => {
    const [transaction, key] = [await paid(), randomUUID()]
    const refundAll = () =>
      kontor.post(owner, `/v1/transaction/${transaction}/refund`, { amount: 1_000 }, { 'idempotency-key': key })
    const first = await refundAll()
    const admin = new pg.Client(kontor.database.adminUrl)
    await admin.connect()
    // The repetition looks for its key before the first one is committed, and at the payment afterwards.
    const { rows } = await admin.query('delete from idempotency_key where key = $1 returning *', [key])
    await admin.query('begin')
    await admin.query('lock table transaction in access exclusive mode')
    await admin.query(
      'insert into idempotency_key select * from jsonb_populate_record(null::idempotency_key, $1::jsonb)',
      [{ ...rows[0], request_hash: `\\x${rows[0].request_hash.toString('hex')}` }],
    )
    const second = refundAll()
    // Another connection: one transaction sees the other connections as they were at its first look.
    const watch = new pg.Client(kontor.database.adminUrl)
    await watch.connect()
    const isLooking = `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'select * from "transaction"%'`
    await until(
      async () => (await watch.query(isLooking)).rowCount,
      (count) => count === 1,
    )
    await watch.end()
    await admin.query('commit')
    await admin.end()
    expect([(await second).status, (await second).body, isReplayed(await second)]).toEqual([201, first.body, true])
    expect(await refunds(transaction)).toHaveLength(1)
  })

  it('is used once by a command that the database ended at first, as it and another waited for each other', async () => {
    const tag = await kontor.make.tag(shop.merchant, { text: 'before' })
    const other = new pg.Client(kontor.database.adminUrl)
    await other.connect()
    await other.query('begin')
    const waits = `${waitsHere} and locktype = 'advisory'`
    // The other one has written the trail of the tag, or of one in its turn, and wants the tag.
    await other.query(`select pg_advisory_xact_lock(hashtext('kontor.change'), hashtext($1) & 1023)`, [tag])
    const change = kontor.post(
      owner,
      `/v1/tag/${tag}`,
      { text: 'after', color: '#336699' },
      { 'idempotency-key': 'tag' },
    )
    await until(
      async () => (await other.query(waits)).rowCount,
      (waiting) => waiting === 1,
    )
    await other.query('select from tag where id = $1 for update', [tag])
    await other.query('commit')
    await other.end()
    expect(await change).toMatchObject({ status: 200, body: { text: 'after' } })
    const changes = kontor.databases.provider.selectFrom('change').select('operation').where('item_id', '=', tag)
    expect(await changes.orderBy('version').execute()).toEqual([{ operation: 'created' }, { operation: 'updated' }])
  })

  it('outlives the rotation of the API key: what was sent with the old one is not done again with the new', async () => {
    const [transaction, key] = [await paid(), randomUUID()]
    const made = await kontor.post(owner, '/v1/apikey', {
      name: 'Till',
      organisation: shop.merchant,
      roles: ['REFUND_ALL'],
    })
    let { id, secret } = made.body
    expect((await refund(secret, transaction, key)).status).toBe(201)
    for (let times = 0; times < 2; times += 1) {
      ;({ id, secret } = (await kontor.post(owner, `/v1/apikey/${id}/rotate`, { overlap_hours: 0 })).body)
      const again = await refund(secret, transaction, key)
      expect([again.status, isReplayed(again)]).toEqual([201, true])
    }
    expect(await refunds(transaction)).toHaveLength(1)
  })

  it('of a request whose process died at work is free again while a call of the client goes on', async () => {
    const actor = engineActor(shop.merchant, 'system')
    const sent = { ...ownerOf(actor), key: randomUUID(), hash: requestHash('POST', '/', {}), sealedBy: undefined }
    await inTransaction(kontor.databases, actor, (trx) => claimKey(trx, sent))
    const { seconds } = await kontor.databases.provider
      .selectFrom('idempotency_key')
      .select(sql<number>`extract(epoch from in_use_until - now())::float`.as('seconds'))
      .where('key', '=', sent.key)
      .executeTakeFirstOrThrow()
    // A call lasts 120 seconds; its last try begins at most 8 seconds before, and has 30.
    expect(seconds).toBeLessThan(120 - 8 - 30)
  })
})

describe('an answer that a version without callers kept', () => {
  async function keptBefore(transaction: string, key: string) {
    await kontor.databases.provider
      .insertInto('idempotency_key')
      .values({
        merchant_id: shop.merchant,
        key,
        request_hash: requestHash('POST', `/v1/transaction/${transaction}/refund`, { amount: 100 }),
        response_status: 201,
        response_body: '{"id":"of-before"}',
      })
      .execute()
  }

  it('is given again to whoever sees the whole merchant', async () => {
    const [transaction, key] = [await paid(), randomUUID()]
    await keptBefore(transaction, key)
    const again = await refund(owner, transaction, key)
    expect([again.status, again.body, isReplayed(again)]).toEqual([201, { id: 'of-before' }, true])
    expect(await refunds(transaction)).toEqual([])
  })

  it('is not given to whoever sees a part: nothing is done and nothing told', async () => {
    const [transaction, key] = [await paid(), randomUUID()]
    await keptBefore(transaction, key)
    const organisation = await kontor.make.organisation(shop.merchant)
    const { status, body } = await refund(
      await kontor.make.apiKey(shop.merchant, ['USER_ALL'], organisation),
      transaction,
      key,
    )
    expect([status, body.code]).toEqual([409, 'idempotency_key_reused'])
  })
})

it('The migration finds the first key of each line that was rotated before, and writes no change for it', async () => {
  const body = { name: 'Till', organisation: shop.merchant, roles: ['REFUND_ALL'] }
  const keys = [(await kontor.post(owner, '/v1/apikey', body)).body.id]
  for (let times = 0; times < 2; times += 1)
    keys.push((await kontor.post(owner, `/v1/apikey/${keys.at(-1)}/rotate`, { overlap_hours: 24 })).body.id)
  const alone = (await kontor.post(owner, '/v1/apikey', body)).body.id
  await kontor.post(owner, '/v1/tag', { text: 'Kept', color: '#102030' }, { 'idempotency-key': 'of-before' })

  const admin = new pg.Client(kontor.database.adminUrl)
  await admin.connect()
  const rows = async (statement: string, values: unknown[] = []) => (await admin.query(statement, values)).rows
  const changes = async () => (await rows('select count(*)::int as count from change'))[0]?.count
  try {
    // The tables as the version before had them.
    await rows(`delete from idempotency_key where key <> 'of-before'`)
    await rows('alter table idempotency_key drop constraint idempotency_key_pkey, drop column caller_id')
    await rows('alter table idempotency_key add constraint idempotency_key_pkey primary key (merchant_id, key)')
    await rows('alter table api_key drop column program_id')
    await rows(`update recorded_table set noise = array_remove(noise, 'program_id') where name = 'api_key'`)
    const before = await changes()
    await rows(await migrationText('0028-whose-idempotency-key'))
    expect(await changes()).toBe(before)
    const found = await rows('select id, program_id from api_key where id = any($1)', [[...keys, alone]])
    expect(new Map(found.map(({ id, program_id }) => [id, program_id]))).toEqual(
      new Map([
        [keys[0], null],
        [keys[1], keys[0]],
        [keys[2], keys[0]],
        [alone, null],
      ]),
    )
    expect(await rows('select key, caller_id from idempotency_key')).toEqual([
      { key: 'of-before', caller_id: '00000000-0000-0000-0000-000000000000' },
    ])
  } finally {
    await admin.end()
  }
})
