import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { credential, noMiddleware, type TestApp, until } from '../../../test/harness.ts'
import type { Fate, LossyProcessor } from '../../../test/lossy-processor.ts'
import { expectRightBooks, type LossyKontor, makeLossyShop, startLossyKontor } from '../../../test/lossy-shop.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { sealCredential } from '../../platform/secrets/sealed.ts'
import { FailureKept, type Gateway, NotAnswerable } from '../../processors/gateway.ts'
import { gateways } from '../../processors/gateways.ts'
import type { Knowing, OrderKind } from '../../processors/manifest.ts'
import { sandboxGateway } from '../../processors/sandbox/sandbox-gateway.ts'
import { type ClaimedJob, claimOne } from '../outbox/outbox.ts'
import { processorJobs } from './perform-processor-job.ts'

/** The sandbox as a gateway that takes no question about our reference, keeps a key for an hour, and cancels no reference. */
const told: Knowing = { outcome: 'notification', key_h: 1, by_reference: false, overdue_h: 24 }
const kinds: readonly OrderKind[] = [
  ...(['authorize', 'capture', 'void', 'refund', 'accept', 'dispute', 'revoke_card', 'cancel_reference'] as const),
]
const { find: _, cancelReference: __, ...withoutFind } = sandboxGateway
const blind: Gateway = {
  ...withoutFind,
  manifest: {
    ...sandboxGateway.manifest,
    // Each kind of order is a key of the record.
    knowing: Object.fromEntries(kinds.map((kind) => [kind, told])) as Record<OrderKind, Knowing>,
  },
}

let lossy: LossyKontor
let kontor: TestApp
let line: LossyProcessor
let owner: pg.Client
let store: pg.Client
let shop: MadeMerchant
let user: string
let staff: string
let profile: string

beforeAll(async () => {
  lossy = await startLossyKontor()
  ;({ kontor, line, owner, store } = lossy)
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(async () => {
  gateways.splice(0, 1, sandboxGateway)
  await lossy.stop()
})
beforeEach(async () => {
  gateways.splice(0, 1, blind)
  ;({ shop, user, profile } = await makeLossyShop(lossy))
})
afterEach(() => expectRightBooks(lossy, shop))

const order = (given: object = {}) => ({
  ...{ payment_profile: profile, amount: 5_000, payment_product: 'card', merchant_reference: 'Order 1' },
  ...{ card_token: 'test_visa', capture: false, ...given },
})
/** Begins a payment and does not wait for its outcome. */
const pay = async (given: object = {}): Promise<string> =>
  (await kontor.post(user, '/v1/transaction', order(given), { prefer: 'respond-async' })).body.id
const read = async (id: string, kind = 'transaction') => (await kontor.get(user, `/v1/${kind}/${id}`)).body
const becomes = (id: string, status: string, kind = 'transaction') =>
  until(
    () => read(id, kind),
    (row) => row.status === status,
  )
const authorized = async () => {
  const id = await pay()
  await becomes(id, 'AUTHORIZED')
  line.arrived.splice(0)
  return id
}
const posts = () => line.arrived.filter(({ method }) => method === 'POST')
const job = async (id: string) => (await owner.query('select * from outbox where id = $1', [id])).rows[0]
const lastJob = async (transaction: string) =>
  (
    await owner.query('select * from outbox where transaction_id = $1 order by created_at desc, id desc limit 1', [
      transaction,
    ])
  ).rows[0]
const isDone = (id: string) =>
  until(
    () => job(id),
    (row) => row.done_at !== null,
  )
/** Lets time pass for one job: its order and its first try are so much older, and its next try is due. */
const age = (id: string, time: string) =>
  owner.query(
    `update outbox set created_at = created_at - $2::interval, first_sent_at = first_sent_at - $2::interval,
      overdue_at = overdue_at - $2::interval, next_attempt_at = now() where id = $1 and leased_until is null`,
    [id, time],
  )
/** Ages a job as soon as no try has it in hand. */
const ageWhenFree = (id: string, time: string) =>
  until(
    () => age(id, time),
    ({ rowCount }) => rowCount === 1,
  )
const tried = (id: string, times: number) =>
  until(
    () => job(id),
    (row) => row.attempts >= times && row.leased_until === null,
  )
/** How many operations of each kind the sandbox carried out under a reference. */
const carriedOut = async (reference: string) =>
  Number((await store.query('select count(*) from operation where reference = $1', [reference])).rows[0]?.count ?? 0)
const stuck = async (transaction: string) =>
  (await kontor.get(staff, `/v1/psp/stuckoperation?transaction=${transaction}`)).body

describe('an order whose reply is lost, at a gateway that cannot be asked', () => {
  const lost: readonly Fate[] = ['lost_after', 'lost_before']

  it.each(lost)('is a payment made once, from the same request: %s the work (checks 3, 4 and 8)', async (fate) => {
    line.let(fate)
    const id = await pay()
    await tried(id, 1)
    // What the payment says now may be something else: the second try still sends what the first one sent.
    await owner.query(`update transaction set merchant_reference = 'Renamed' where id = $1`, [id])
    await becomes(id, 'AUTHORIZED')
    expect(posts()).toHaveLength(2)
    expect(posts()[1]).toEqual(posts()[0])
    expect(line.arrived.filter(({ method }) => method === 'GET')).toEqual([])
    expect(await carriedOut(id)).toBe(1)
    // What paid is told to the processor alone, and is not kept when that is over.
    expect(await isDone(id)).toMatchObject({
      request_sealed: null,
      payload: expect.not.objectContaining({ card_token: expect.anything() }),
    })
  })

  it.each(lost)('is a capture made once, from the same request: %s the work (checks 3, 4 and 8)', async (fate) => {
    const id = await authorized()
    line.let(fate)
    await kontor.post(user, `/v1/transaction/${id}/capture`, { amount: 5_000 }, { prefer: 'respond-async' })
    await becomes(id, 'SETTLEMENT_REQUESTED')
    expect(posts()).toHaveLength(2)
    expect(posts()[1]).toEqual(posts()[0])
    expect(await carriedOut((await lastJob(id)).id)).toBe(1)
  })

  it.each(lost)('is a refund made once, from the same request: %s the work (checks 3, 4 and 8)', async (fate) => {
    const { id } = await kontor.make.transaction({ ...shop, profile, processor: await processorOf() })
    line.let(fate)
    const { body } = await kontor.post(user, `/v1/transaction/${id}/refund`, { amount: 700 }, async_)
    await becomes(body.id, 'PROCESSED', 'refund')
    expect(posts()).toHaveLength(2)
    expect(posts()[1]).toEqual(posts()[0])
    expect(await carriedOut(body.id)).toBe(1)
  })

  it('is not sent again when the key may be over: it is parked, and named to the provider (check 5)', async () => {
    line.let('lost_after', 'lost_after')
    const id = await pay()
    await tried(id, 2)
    expect(posts()).toHaveLength(2)
    await ageWhenFree(id, '48 minutes')
    await becomes(id, 'UNKNOWN')
    expect(await job(id)).toMatchObject({ parked_why: 'key_expired', done_at: null })
    expect(posts()).toHaveLength(2)
    expect(await stuck(id)).toMatchObject([{ id, state: 'PARKED', operation: 'authorize', parked_why: 'key_expired' }])
    expect((await kontor.get(staff, '/v1/attention')).body).toContainEqual(
      expect.objectContaining({ item: 'stuck_operations', count: 1 }),
    )
    const events = (await kontor.get(user, `/v1/transaction/${id}/events`)).body
    expect(events).toContainEqual(expect.objectContaining({ kind: 'parked', from_status: 'authorize' }))
    // Nothing takes it up again.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(posts()).toHaveLength(2)
  })

  it('is a payment that is not begun when its payer waited an hour ago: the gateway was asked, and has not seen it', async () => {
    gateways.splice(0, 1, sandboxGateway)
    line.let('lost_before', 'lost_before')
    const id = await pay()
    await tried(id, 1)
    await ageWhenFree(id, '1 hour')
    await becomes(id, 'FAILED')
    expect((await read(id)).status_reason).toBe('payer_gone')
    expect(await carriedOut(id)).toBe(0)
  })

  it('is a payment that has not failed yet when its payer waited an hour ago, while its last try may be at work', async () => {
    const { manifest } = sandboxGateway
    const authorize = { ...manifest.knowing.authorize, by_reference: { unseen_after_min: 1 } }
    gateways.splice(0, 1, { ...sandboxGateway, manifest: { ...manifest, knowing: { ...manifest.knowing, authorize } } })
    line.let('lost_before', 'lost_before')
    const id = await pay()
    await tried(id, 1)
    await ageWhenFree(id, '1 hour')
    await tried(id, 2)
    expect(['INITIATED', 'UNKNOWN']).toContain((await read(id)).status)
    await owner.query(`update outbox_attempt set at = at - interval '2 minutes' where outbox_id = $1`, [id])
    await ageWhenFree(id, '2 minutes')
    await becomes(id, 'FAILED')
    expect((await read(id)).status_reason).toBe('payer_gone')
  })

  it('is a payment that is asked for on when its processor has acknowledged it and says once that it does not have it', async () => {
    let asked = 0
    gateways.splice(0, 1, {
      ...sandboxGateway,
      find: async (...question) =>
        asked++ === 0 ? 'unseen' : ((await sandboxGateway.find?.(...question)) ?? expect.unreachable()),
    })
    line.let('lost_after')
    const id = await pay()
    await tried(id, 1)
    await owner.query('update outbox set acknowledged_at = now(), next_attempt_at = now() where id = $1', [id])
    await until(
      () => job(id),
      (row) => asked === 1 && row.leased_until === null,
    )
    const { next_attempt_at } = await job(id)
    expect(new Date(next_attempt_at).getTime()).toBeLessThan(Date.now() + 7_200_000)
    await ageWhenFree(id, '1 minute')
    await becomes(id, 'AUTHORIZED')
    expect(posts()).toHaveLength(1)
  })

  it('is a payment that is parked when its payer waited an hour ago, although its key is still known', async () => {
    const day = { ...blind.manifest.knowing, authorize: { ...told, key_h: 24 } }
    gateways.splice(0, 1, { ...blind, manifest: { ...blind.manifest, knowing: day } })
    line.let('lost_after', 'lost_after')
    const id = await pay()
    await tried(id, 1)
    await ageWhenFree(id, '1 hour')
    await becomes(id, 'UNKNOWN')
    expect(await job(id)).toMatchObject({ parked_why: 'payer_gone', done_at: null })
  })

  it('is a refund that is parked as UNKNOWN, and a capture that leaves its payment as it is (check 5)', async () => {
    const paid = await kontor.make.transaction({ ...shop, profile, processor: await processorOf() })
    line.let('lost_before')
    const { body } = await kontor.post(user, `/v1/transaction/${paid.id}/refund`, { amount: 700 }, async_)
    await tried(body.id, 1)
    await ageWhenFree(body.id, '1 hour')
    await becomes(body.id, 'UNKNOWN', 'refund')
    expect(await stuck(paid.id)).toMatchObject([{ state: 'PARKED', operation: 'refund', amount: 700, refund: body.id }])

    const id = await authorized()
    line.let('lost_before')
    await kontor.post(user, `/v1/transaction/${id}/capture`, { amount: 4_000 }, async_)
    const { id: capture } = await lastJob(id)
    await tried(capture, 1)
    await ageWhenFree(capture, '1 hour')
    await until(
      () => stuck(id),
      (rows) => rows.length === 1,
    )
    expect(await stuck(id)).toMatchObject([{ state: 'PARKED', operation: 'capture', amount: 4_000 }])
    expect((await read(id)).status).toBe('AUTHORIZED')
    expect(posts()).toHaveLength(1)
    // Another one could take the money twice.
    const second = await kontor.post(user, `/v1/transaction/${id}/capture`, { amount: 4_000 })
    expect([second.status, second.body.code]).toEqual([409, 'operation_in_progress'])
  })

  it('ends when the processor reports, although it is parked', async () => {
    line.let('lost_after')
    const id = await pay({ capture: true })
    await tried(id, 1)
    await ageWhenFree(id, '1 hour')
    await becomes(id, 'UNKNOWN')
    await kontor.connect(shop.merchant)
    await becomes(id, 'SETTLEMENT_COMPLETED')
    expect((await isDone(id)).parked_at).not.toBeNull()
    expect(await stuck(id)).toMatchObject([{ state: 'ENDED', seen: null }])
    expect(posts()).toHaveLength(1)
  })
})

describe('an order whose reply is lost, at a gateway that does not say whether it has it', () => {
  const questions: unknown[] = []
  const told: Knowing = { outcome: 'reply', key_h: 1, by_reference: { unseen_after_min: 0 }, overdue_h: 24 }
  beforeEach(() => {
    questions.splice(0)
    const find: Gateway['find'] = async (_, sought) => {
      questions.push(sought)
      throw new NotAnswerable('there are too many payments')
    }
    const knowing = { ...blind.manifest.knowing, authorize: told, refund: told }
    gateways.splice(0, 1, { ...blind, manifest: { ...blind.manifest, knowing }, find })
  })

  async function parkedRefund(fate: 'lost_after' | 'lost_before'): Promise<{ payment: string; refund: string }> {
    const { id: payment } = await kontor.make.transaction({ ...shop, profile, processor: await processorOf() })
    line.let(fate)
    const { body } = await kontor.post(user, `/v1/transaction/${payment}/refund`, { amount: 700 }, async_)
    await tried(body.id, 1)
    await ageWhenFree(body.id, '48 minutes')
    await becomes(body.id, 'UNKNOWN', 'refund')
    return { payment, refund: body.id }
  }

  it.each(['lost_after', 'lost_before'] as const)(
    'is asked for and sent again by the same request, as long as its key protects it: %s the work (checks 3, 4 and 8)',
    async (fate) => {
      line.let(fate)
      const id = await pay()
      await becomes(id, 'AUTHORIZED')
      expect(questions).toHaveLength(1)
      expect(posts()).toHaveLength(2)
      expect(posts()[1]).toEqual(posts()[0])
      expect(await carriedOut(id)).toBe(1)
    },
  )

  it('is parked when its key may be over (check 5)', async () => {
    const { refund } = await parkedRefund('lost_before')
    expect(await job(refund)).toMatchObject({ parked_why: 'key_expired', done_at: null })
    expect(questions.length).toBeGreaterThan(0)
    expect(posts()).toHaveLength(1)
  })

  it('is asked for on while it is parked, never sent, and ends when the gateway says what became of it (check 5)', async () => {
    const { payment, refund } = await parkedRefund('lost_after')
    const { attempts, next_attempt_at, parked_at } = await tried(refund, 2)
    expect(Date.parse(next_attempt_at)).toBeLessThan(Date.now() + 3_700_000)
    const asked = questions.length
    await ageWhenFree(refund, '1 hour')
    // The gateway still does not say whether it has it.
    expect(await tried(refund, attempts + 1)).toMatchObject({ parked_why: 'key_expired', done_at: null, parked_at })
    expect(questions).toHaveLength(asked + 1)
    const { manifest } = gateways[0] ?? expect.unreachable()
    gateways.splice(0, 1, { ...sandboxGateway, manifest })
    await ageWhenFree(refund, '1 hour')
    await becomes(refund, 'PROCESSED', 'refund')
    expect((await isDone(refund)).parked_at).not.toBeNull()
    expect(await stuck(payment)).toMatchObject([{ state: 'ENDED', seen: null }])
    expect(posts()).toHaveLength(1)
  })

  it('stays parked when the gateway says that it does not have it, and is not sent: a person may be at work on it', async () => {
    const { refund } = await parkedRefund('lost_before')
    const { attempts } = await tried(refund, 2)
    const { manifest } = gateways[0] ?? expect.unreachable()
    gateways.splice(0, 1, { ...sandboxGateway, manifest })
    await ageWhenFree(refund, '1 hour')
    expect(await tried(refund, attempts + 1)).toMatchObject({ parked_why: 'key_expired', done_at: null })
    expect(posts()).toHaveLength(1)
  })

  it('is neither sent again nor parked where the gateway has said that it has it', async () => {
    const id = await pay({ card_token: 'test_pending_then_approved', capture: true })
    await becomes(id, 'PENDING')
    const { attempts } = await tried(id, 1)
    await ageWhenFree(id, '48 minutes')
    await tried(id, attempts + 1)
    expect(questions.length).toBeGreaterThan(0)
    expect(posts()).toHaveLength(1)
    expect(await job(id)).toMatchObject({ parked_at: null, done_at: null })
    await kontor.connect(shop.merchant)
    await becomes(id, 'SETTLEMENT_COMPLETED')
  })
})

describe('an order that a gateway failed at, and fails at again for as long as it keeps the key', () => {
  const orders: string[] = []
  beforeEach(() => {
    orders.splice(0)
    gateways.splice(0, 1, {
      ...sandboxGateway,
      async authorize(_, { reference }) {
        orders.push(reference)
        throw new FailureKept('answered 500')
      },
    })
  })

  it('is asked for and not sent again, and was not done when its payer waited an hour ago (check 6)', async () => {
    const id = await pay()
    await tried(id, 4)
    expect(await job(id)).toMatchObject({ failure_kept: true, parked_at: null })
    expect(line.arrived.map(({ method }) => method)).toEqual(Array(3).fill('GET'))
    await ageWhenFree(id, '1 hour')
    await becomes(id, 'FAILED')
    expect((await read(id)).status_reason).toBe('payer_gone')
    expect(orders).toEqual([id])
  })
})

describe('an order that two workers have', () => {
  const jobs = () => {
    const settings = { masterKey: kontor.database.masterKey, publicUrl: 'https://kontor.example', timeout_ms: 2_000 }
    const clock = { now: () => new Date() }
    const asking = { databases: kontor.databases, gateways: settings, clock, publicUrl: 'http://localhost:4000' }
    return processorJobs({ ...asking, askMiddleware: noMiddleware, onContradiction: () => {} })
  }
  /** A job whose first try was lost, and that the server's own worker leaves alone. */
  const triedOnce = async () => {
    const id = await pay()
    await tried(id, 1)
    await owner.query(`update outbox set next_attempt_at = now() + interval '1 hour' where id = $1`, [id])
    return id
  }
  // A lease that has run out at once, although its worker goes on.
  const claim = async (id: string) => (await claimOne(kontor.databases.provider, shop.merchant, id, 0)) as ClaimedJob

  it('is carried out once, also when both send it (check 7)', async () => {
    line.let('lost_before')
    const id = await triedOnce()
    const { prepare, perform } = jobs()
    const engine = engineActor(shop.merchant, 'processor')
    const prepared = async () => {
      const row = await claim(id)
      return { row, prepared: await inTransaction(kontor.databases, engine, (trx) => prepare(trx, row)) }
    }
    const [one, other] = [await prepared(), await prepared()]
    await Promise.all([one, other].map((each) => perform(each.row, each.prepared)))
    await becomes(id, 'AUTHORIZED')
    expect(posts()).toHaveLength(3)
    expect(await carriedOut(id)).toBe(1)
  })

  it('is not sent by the one whose claim was taken over (check 7)', async () => {
    line.let('lost_before', 'lost_before')
    const id = await triedOnce()
    const { perform } = jobs()
    const [slow, quick] = [await claim(id), await claim(id)]
    await perform(slow)
    expect(posts()).toHaveLength(1)
    expect(await job(id)).toMatchObject({ attempts: quick.attempts, done_at: null })
    await perform(quick)
    expect(posts()).toHaveLength(2)
    await becomes(id, 'AUTHORIZED')
    expect(await carriedOut(id)).toBe(1)
  })
})

describe('an order that is refused as not begun after a try that may have got through', () => {
  const use = (processor: string, given: Record<string, string>) => {
    const sealed = sealCredential(kontor.database.masterKey, { merchant: shop.merchant, record: processor }, given)
    return owner.query('update processor set credential = $1 where id = $2', [sealed, processor])
  }

  it('stays open, because only this try was refused, and is found to be paid', async () => {
    line.let('lost_after')
    const id = await pay()
    await tried(id, 1)
    const processor = await processorOf()
    await use(processor, { ...credential, api_key: 'a key that nobody knows' })
    const { attempts } = await tried(id, 2)
    expect(await read(id)).toMatchObject({ status: 'INITIATED' })
    const tries = await owner.query('select result from outbox_attempt where outbox_id = $1 and attempt = $2', [
      id,
      attempts,
    ])
    expect(tries.rows).toEqual([{ result: 'unknown: refused after an earlier try: FAILED' }])
    await use(processor, credential)
    await becomes(id, 'AUTHORIZED')
    expect(await carriedOut(id)).toBe(1)
  })

  it('stays open as a refund, whose money the payer may have: another one would pay him back twice', async () => {
    const processor = await processorOf()
    const paid = await kontor.make.transaction({ ...shop, profile, processor })
    line.let('lost_after')
    const { body } = await kontor.post(user, `/v1/transaction/${paid.id}/refund`, { amount: 700 }, async_)
    await tried(body.id, 1)
    await use(processor, { ...credential, api_key: 'a key that nobody knows' })
    const { attempts } = await tried(body.id, 2)
    const tries = await owner.query('select result from outbox_attempt where outbox_id = $1 and attempt = $2', [
      body.id,
      attempts,
    ])
    expect(tries.rows).toEqual([{ result: 'unknown: refused after an earlier try: FAILED' }])
    expect((await read(body.id, 'refund')).status).toBe('PENDING')
    await use(processor, credential)
    await becomes(body.id, 'PROCESSED', 'refund')
    expect(await carriedOut(body.id)).toBe(1)
  })

  it('is a refund that failed where it was the first try', async () => {
    const processor = await processorOf()
    const paid = await kontor.make.transaction({ ...shop, profile, processor })
    await use(processor, { ...credential, api_key: 'a key that nobody knows' })
    const { body } = await kontor.post(user, `/v1/transaction/${paid.id}/refund`, { amount: 700 }, async_)
    await becomes(body.id, 'FAILED', 'refund')
    expect((await isDone(body.id)).attempts).toBe(1)
  })
})

describe('an order that was not begun', () => {
  it('is sent again, and is not taken for one that may have got through', async () => {
    line.let('not_begun', 'not_begun')
    const id = await pay()
    await tried(id, 2)
    expect(await job(id)).toMatchObject({ uncertain: false, first_sent_at: null, done_at: null })
    await becomes(id, 'AUTHORIZED')
    expect(posts()).toHaveLength(3)
    expect(posts()[2]).toEqual(posts()[0])
    expect(await carriedOut(id)).toBe(1)
  })

  it('stays one that may have got through, if it was one before', async () => {
    line.let('lost_before', 'not_begun', 'not_begun')
    const id = await pay()
    await tried(id, 2)
    expect(await job(id)).toMatchObject({ uncertain: true, first_sent_at: expect.any(Date) })
    await ageWhenFree(id, '1 hour')
    await becomes(id, 'UNKNOWN')
    expect((await job(id)).parked_why).toBe('key_expired')
  })

  it('fails after ten minutes if it is a payment, because a payer waits', async () => {
    line.let(...Array<Fate>(8).fill('not_begun'))
    const id = await pay()
    await tried(id, 1)
    await ageWhenFree(id, '10 minutes')
    await becomes(id, 'FAILED')
    expect((await read(id)).status_reason).toBe('not_sent')
    expect(await carriedOut(id)).toBe(0)
    expect((await isDone(id)).parked_at).toBeNull()
  })

  it('is not begun any more when its payer has waited for an hour, although it was never sent', async () => {
    line.let(...Array<Fate>(8).fill('not_begun'))
    const id = await pay()
    await tried(id, 1)
    line.let()
    line.arrived.splice(0)
    await ageWhenFree(id, '1 hour')
    await becomes(id, 'FAILED')
    expect((await read(id)).status_reason).toBe('payer_gone')
    expect(posts()).toEqual([])
    expect(await carriedOut(id)).toBe(0)
  })

  it('is tried on for days if it is a refund, and is named as overdue', async () => {
    const { id } = await kontor.make.transaction({ ...shop, profile, processor: await processorOf() })
    line.let(...Array<Fate>(20).fill('not_begun'))
    const { body } = await kontor.post(user, `/v1/transaction/${id}/refund`, { amount: 700 }, async_)
    await tried(body.id, 1)
    await ageWhenFree(body.id, '25 hours')
    await until(
      () => stuck(id),
      (rows) => rows.length === 1,
    )
    expect(await stuck(id)).toMatchObject([{ state: 'OVERDUE', operation: 'refund', first_sent_at: null }])
    expect((await read(body.id, 'refund')).status).toBe('PENDING')
    line.let()
    await ageWhenFree(body.id, '1 hour')
    await becomes(body.id, 'PROCESSED', 'refund')
    expect(await stuck(id)).toMatchObject([{ state: 'ENDED' }])
  })
})

describe('an outcome that is told later', () => {
  it('is waited for without a question, named when it is overdue, and ends the order (check 9)', async () => {
    const id = await pay({ card_token: 'test_pending_then_approved', capture: true })
    await becomes(id, 'PENDING')
    const waiting = await tried(id, 1)
    expect(waiting.next_attempt_at.getUTCFullYear()).toBe(9999)
    expect(waiting.acknowledged_at).not.toBeNull()
    expect(await stuck(id)).toEqual([])
    await owner.query(`update outbox set overdue_at = now() - interval '1 minute' where id = $1`, [id])
    expect(await stuck(id)).toMatchObject([{ state: 'OVERDUE', parked_why: null }])
    // Whoever takes it up sends nothing.
    await age(id, '0')
    await tried(id, 2)
    expect(line.arrived).toHaveLength(1)
    await kontor.connect(shop.merchant)
    await becomes(id, 'SETTLEMENT_COMPLETED')
    await isDone(id)
    expect(line.arrived).toHaveLength(1)
  })
})

describe('an order that the version before sent', () => {
  const asBefore = (id: string) =>
    until(
      () =>
        owner.query(
          `update outbox set first_sent_at = null, request_sealed = null, acknowledged_at = null, overdue_at = null,
            next_attempt_at = now() where id = $1 and leased_until is null`,
          [id],
        ),
      ({ rowCount }) => rowCount === 1,
    )

  it('goes on, and is frozen as it is now', async () => {
    line.let('lost_after', 'lost_after')
    const id = await pay()
    await tried(id, 1)
    await asBefore(id)
    await becomes(id, 'AUTHORIZED')
    expect(posts().at(-1)).toEqual(posts()[0])
    expect(await carriedOut(id)).toBe(1)
  })

  it('is as old as its job: it is parked when the key may be over', async () => {
    line.let('lost_after')
    const id = await pay()
    await tried(id, 1)
    await ageWhenFree(id, '1 hour')
    await asBefore(id)
    await becomes(id, 'UNKNOWN')
    expect((await job(id)).parked_why).toBe('key_expired')
  })

  it('is asked for where the gateway can be asked', async () => {
    gateways.splice(0, 1, sandboxGateway)
    line.let('lost_after')
    const id = await pay()
    await tried(id, 1)
    await asBefore(id)
    await becomes(id, 'AUTHORIZED')
    expect(line.arrived.map(({ method }) => method)).toEqual(['POST', 'GET'])
  })
})

const async_ = { prefer: 'respond-async' }
const processorOf = async (): Promise<string> =>
  (await owner.query('select processor_id from payment_profile_processor where payment_profile_id = $1', [profile]))
    .rows[0]?.processor_id
