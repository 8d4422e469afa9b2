import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { wrongAttempts, wrongSteps, wrongSums } from '../../../test/books.ts'
import { connectAccount, credential, noMiddleware, startTestApp, type TestApp, until } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { reportOrder, undone } from '../../../test/reports.ts'
import { application, check, denied, openAttempts } from '../../../test/signing-in/attempts.ts'
import { createTransaction } from '../../payments/create-transaction.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { inTransaction, type Trx } from '../../platform/db/database.ts'
import { sealCredential } from '../../platform/secrets/sealed.ts'
import { connect } from '../../processors/connections.ts'
import { hasOrdersUnderWay } from '../../processors/credentials/orders-under-way.ts'
import { askProcessor } from '../asking/ask-processor.ts'
import { orderOf } from '../asking/order.ts'
import { processorJobs } from '../asking/perform-processor-job.ts'
import { givenUp } from '../asking/write-down.ts'
import type { Contradiction } from '../contradictions/contradiction.ts'
import { recordContradiction, withdrawContradictions } from '../contradictions/record-contradiction.ts'
import { receiveNotification } from '../notifications/receive-notification.ts'
import { beginCancellation } from '../outbox/cancellation.ts'
import type { Found, PaymentOutcome } from '../outbox/found.ts'
import { type ClaimedJob, claimOne, finishTry, type PaymentJob, readJob } from '../outbox/outbox.ts'
import { sealRequest } from '../outbox/sealed-request.ts'
import { findSubject, lockSubject, type Subject } from '../outbox/subject.ts'
import { applyOutcome } from '../outcome/apply-outcome.ts'
import { changeTransaction } from '../outcome/change-transaction.ts'
import { lockTransaction } from '../records/stored-transaction.ts'
import { beginAttempt, type EndedAttempt, NoFurtherAttempt } from './begin-attempt.ts'
import { takeToNext } from './take-to-next.ts'

type RefusedAttempt = EndedAttempt & { outcome: PaymentOutcome }

const secretOfA = `whsec_${Buffer.from('the processor that refuses').toString('base64')}`
const amount = 5_000

let kontor: TestApp
let shop: MadeMerchant
let owner: string
/**
 * The sandbox does not know the API key of processor A. Processor B is another account of the sandbox and takes the
 * payment.
 */
let a: string
let b: string
let profile: string
let store: pg.Client

beforeAll(async () => {
  kontor = await startTestApp()
  store = new pg.Client(kontor.sandboxStoreUrl)
  await store.connect()
})
afterAll(async () => {
  await store.end()
  await kontor.stop()
})
beforeEach(async () => {
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  await kontor.connect(shop.merchant)
  b = shop.processor
  a = await kontor.make.processor(shop.merchant, {
    credential: { api_key: 'nobody-knows-this-key', notification_secret: secretOfA },
  })
  profile = await kontor.make.profile(shop.merchant, { processors: [a, b] })
})
afterEach(async () => {
  const { provider } = kontor.databases
  expect(await wrongSums(provider, shop.merchant)).toEqual([])
  expect(await wrongSteps(provider, shop.merchant)).toEqual([])
  expect(await wrongAttempts(provider, shop.merchant)).toEqual([])
})

const within = <T>(work: (trx: Trx) => Promise<T>) =>
  inTransaction(kontor.databases, engineActor(shop.merchant, 'processor'), work)
const gateways = () => ({
  masterKey: kontor.database.masterKey,
  publicUrl: 'https://kontor.example',
  timeout_ms: 2_000,
})

/** Creates a payment and claims its first job, so that no worker takes the job during the test. */
async function begun(given: Partial<Parameters<typeof createTransaction>[2]> = {}): Promise<PaymentJob> {
  return readJob(await claimed(given)) as PaymentJob
}

async function claimed(given: Partial<Parameters<typeof createTransaction>[2]> = {}): Promise<ClaimedJob> {
  const actor = engineActor(shop.merchant, 'system')
  const order = {
    ...{ payment_profile: profile, amount, payment_product: 'card' as const, merchant_reference: 'Order 1' },
    ...{ card_token: 'test_visa', capture: true, asked: { by: 'shop' as const }, ...given },
  }
  const { job } = await within((trx) => createTransaction(trx, actor, order, new Date()))
  const taken = await claimOne(kontor.databases.provider, shop.merchant, job ?? '', 600_000)
  return taken as NonNullable<typeof taken>
}

const house = () => ({ publicUrl: 'http://localhost:4000', masterKey: kontor.database.masterKey, asker: null })

async function ask(job: PaymentJob): Promise<{ subject: Subject; found: Found }> {
  const question = await within(async (trx) => {
    const subject = (await findSubject(trx, job)) as Subject
    const connected = await connect(trx, gateways(), shop.merchant, subject.processor, () => {})
    const since = job.uncertain ? new Date(job.created_at) : undefined
    return {
      ...connected,
      subject,
      order: orderOf(subject, [], house()),
      keyed: {},
      sent: { ordered_at: new Date(job.created_at), since, isAcknowledged: false },
    }
  })
  // The cast is safe: the sandbox answers every order at once.
  return { subject: question.subject, found: (await askProcessor(question, new Date())) as Found }
}

/** A payment that processor A was asked for over HTTP and has refused. */
async function refusedAtA(given: Parameters<typeof begun>[0] = {}): Promise<RefusedAttempt> {
  const job = await begun(given)
  const { subject, found } = await ask(job)
  expect(subject.processor).toBe(a)
  return { job, outcome: found.outcome as PaymentOutcome }
}

const goOn = (after: RefusedAttempt, processor = b) =>
  within(async (trx) => {
    const actor = engineActor(shop.merchant, 'processor')
    const transaction = await lockTransaction(trx, actor, after.job.transaction_id)
    const { job } = await beginAttempt(
      trx,
      transaction,
      { processor, after, masterKey: kontor.database.masterKey },
      new Date(),
    )
    await finishTry(trx, after.job, { done: true, note: 'went on' })
    return job
  })

const attemptsOf = (transaction: string) =>
  kontor.databases.provider
    .selectFrom('payment_attempt')
    .select(['attempt', 'id', 'processor_id', 'state', 'reason'])
    .where('transaction_id', '=', transaction)
    .orderBy('attempt')
    .execute()
const read = async (id: string) => (await kontor.get(owner, `/v1/transaction/${id}`)).body
/** The payment once its last job, which nobody has begun, was carried out and the processor has told how it ended. */
const becomes = async (id: string, status: string, job: string) => {
  await kontor.doNow(shop.merchant, job)
  return until(
    () => read(id),
    (row) => row.status === status,
  )
}
const atSandbox = async (references: string[]) =>
  (await store.query('select reference, status from payment where reference = any($1)', [references])).rows
/** The number of payments that the statistics count for a processor: roll-ups and pending deltas, in one statement. */
async function countedAt(processor: string): Promise<number> {
  const { rows } = await sql<{ n: number | null }>`
    select sum(n)::int as n from (
      select n, merchant_id, processor_id, entity from statistics_delta
      union all select n, merchant_id, processor_id, entity from statistics_day_processor) counted
    where merchant_id = ${shop.merchant} and processor_id = ${processor} and entity = 'transaction'`.execute(
    kontor.databases.provider,
  )
  return rows[0]?.n ?? 0
}
const triesOf = (job: string) =>
  kontor.databases.provider
    .selectFrom('outbox_attempt')
    .select('result')
    .where('outbox_id', '=', job)
    .orderBy('at')
    .execute()

/** Sends a notification as the processor does, signed with its secret. */
async function say(secret: string, reference: string, status: string, type = 'payment') {
  const id = `ntf_${randomUUID()}`
  const at = new Date()
  const of = { payment_id: 'pay_1', reference, status, amount, currency_code: 'EUR' }
  const more = type === 'payment' ? { kind: 'payment', id: 'pay_1' } : { id: 'chb_1', reason: 'r', reason_code: '1' }
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data: { ...of, ...more, reason: 'because' } })
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
  const receiving = { databases: kontor.databases, gateways: gateways(), pause_ms: 1_000, onError: rethrow }
  const received = await receiveNotification(receiving, { merchant: shop.merchant }, { headers, body }, at)
  const [contradiction] = received.contradictions
  return contradiction
}

function rethrow(error: unknown): never {
  throw error
}

async function withAdmin(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(kontor.database.adminUrl)
  await client.connect()
  await work(client).finally(() => client.end())
}

describe('a payment that its processor refuses', () => {
  it('is taken by another one: one payment, counted once, charged once, with both attempts to be read', async () => {
    const after = await refusedAtA()
    const payment = after.job.transaction_id
    expect(after.outcome).toMatchObject({ status: 'FAILED', reason: 'credential_refused' })
    expect(await countedAt(a)).toBe(1)
    const second = await goOn(after)
    const row = await becomes(payment, 'SETTLEMENT_COMPLETED', second)
    expect(row).toMatchObject({ processor: b, captured_amount: amount, status_reason: null })
    expect(await attemptsOf(payment)).toEqual([
      { attempt: 1, id: payment, processor_id: a, state: 'REFUSED', reason: 'credential_refused' },
      { attempt: 2, id: second, processor_id: b, state: 'APPROVED', reason: null },
    ])
    expect(await atSandbox([payment, second])).toEqual([{ reference: second, status: 'SETTLEMENT_COMPLETED' }])
    expect([await countedAt(a), await countedAt(b)]).toEqual([0, 1])
    const refund = await kontor.post(owner, `/v1/transaction/${payment}/refund`, { amount: 1_000 })
    expect(refund.body.status).toBe('PROCESSED')
  })

  it('is taken by another one too when it could not be sent, but not when one try may have got through', async () => {
    const job = await begun()
    const { outcome } = givenUp
    await expect(goOn({ job: { ...job, uncertain: true }, outcome })).rejects.toBeInstanceOf(NoFurtherAttempt)
    const second = await goOn({ job, outcome })
    await becomes(job.transaction_id, 'SETTLEMENT_COMPLETED', second)
    expect((await attemptsOf(job.transaction_id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['REFUSED', 'not_sent'],
      ['APPROVED', null],
    ])
  })

  it('is told to the second processor with what is known of the payer, also after its order was frozen', async () => {
    const payer = { ip: '192.0.2.7', browser: { user_agent: 'Mozilla/5.0' } }
    const frozen = async (job: PaymentJob) => {
      const request = { reference: job.id, initiative: 'payer', payer }
      const request_sealed = sealRequest(kontor.database.masterKey, job, { to: 'authorize', request })
      return { ...job, asker: null, request_sealed }
    }
    const { job, outcome } = await refusedAtA()
    const next = await goOn({ job: await frozen(job), outcome })
    const { rows } = await sql<{ asker: object }>`select asker from outbox where id = ${next}`.execute(
      kontor.databases.provider,
    )
    expect(rows).toEqual([{ asker: { initiative: 'payer', payer } }])
  })

  it('ends as the second processor says, when that refuses it too', async () => {
    const after = await refusedAtA()
    const second = await goOn(after)
    await say(credential.notification_secret, second, 'DECLINED')
    expect(await read(after.job.transaction_id)).toMatchObject({ status: 'DECLINED', processor: b })
    expect((await attemptsOf(after.job.transaction_id)).map(({ state }) => state)).toEqual(['REFUSED', 'DECLINED'])
  })

  it('is as it was when the step to the next processor is cut short', async () => {
    const after = await refusedAtA()
    const cut = within(async (trx) => {
      const actor = engineActor(shop.merchant, 'processor')
      const transaction = await lockTransaction(trx, actor, after.job.transaction_id)
      await beginAttempt(trx, transaction, { processor: b, after, masterKey: kontor.database.masterKey }, new Date())
      throw new Error('the process died')
    })
    await expect(cut).rejects.toThrow('the process died')
    expect(await attemptsOf(after.job.transaction_id)).toMatchObject([{ attempt: 1, processor_id: a, state: 'OPEN' }])
    expect(await read(after.job.transaction_id)).toMatchObject({ status: 'INITIATED', processor: a })
    expect(await triesOf(after.job.id)).toEqual([])
    const second = await goOn(after)
    await becomes(after.job.transaction_id, 'SETTLEMENT_COMPLETED', second)
  })

  it('goes on once, whoever decides that at the same moment', async () => {
    const after = await refusedAtA()
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => goOn(after)))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(NoFurtherAttempt)
    const attempts = await attemptsOf(after.job.transaction_id)
    expect(attempts).toHaveLength(2)
    await becomes(after.job.transaction_id, 'SETTLEMENT_COMPLETED', attempts[1]?.id ?? '')
  })

  it('is taken to no processor that is in another mode by then, and to none once the merchant was switched off', async () => {
    const { job, outcome } = await refusedAtA()
    if (job.topic !== 'processor.authorize') throw new Error(job.topic)
    const after = { job: { ...job, payload: { ...job.payload, next: b } }, outcome }
    const goesOn = () =>
      within(async (trx) => {
        const transaction = await lockTransaction(trx, engineActor(shop.merchant, 'processor'), job.transaction_id)
        return takeToNext(trx, kontor.database.masterKey, transaction, after, new Date())
      })
    const set = (text: string, values: string[]) => withAdmin((client) => client.query(text, values))
    await set("update processor set mode = 'live' where id = $1", [b])
    expect(await goesOn()).toBeUndefined()
    await set("update processor set mode = 'test' where id = $1", [b])
    await set('update merchant set active = false where id = $1', [shop.merchant])
    expect(await goesOn()).toBeUndefined()
    await set('update merchant set active = true where id = $1', [shop.merchant])
    expect(await goesOn()).toMatchObject({ merchant: shop.merchant })
  })

  it('is not asked of the same processor again', async () => {
    const after = await refusedAtA()
    await expect(goOn(after, a)).rejects.toMatchObject({ code: '23505' })
    expect(await attemptsOf(after.job.transaction_id)).toHaveLength(1)
  })
})

describe('what is said once the payment is another processor’s', () => {
  it('by the first one, that it took the money, is kept on record and changes nothing', async () => {
    const after = await refusedAtA()
    const payment = after.job.transaction_id
    const second = await goOn(after)
    await becomes(payment, 'SETTLEMENT_COMPLETED', second)
    const before = await read(payment)
    const contradiction = { processor: a, reference: payment, kind: 'payment', status: 'SETTLEMENT_COMPLETED' }
    expect(await say(secretOfA, payment, 'SETTLEMENT_COMPLETED')).toEqual(contradiction)
    expect(await say(secretOfA, payment, 'OPEN', 'chargeback')).toMatchObject({ kind: 'chargeback', status: 'OPEN' })
    expect(await say(secretOfA, payment, 'FAILED')).toBeUndefined()
    expect(await read(payment)).toEqual(before)
    expect((await triesOf(payment)).map(({ result }) => result)).toEqual([
      'refused: credential_refused',
      'went on',
      'after its end: SETTLEMENT_COMPLETED',
      'after its end: chargeback OPEN',
      'after its end: FAILED',
    ])
    const chargebacks = kontor.databases.provider.selectFrom('chargeback').where('transaction_id', '=', payment)
    expect(await chargebacks.selectAll().execute()).toEqual([])
  })

  it('is listened to from the processor of the attempt alone', async () => {
    const after = await refusedAtA()
    const payment = after.job.transaction_id
    const second = await within(async (trx) => {
      const transaction = await lockTransaction(trx, engineActor(shop.merchant, 'processor'), payment)
      return beginAttempt(trx, transaction, { processor: b, after, masterKey: kontor.database.masterKey }, new Date())
    })
    // The test claims the job, so that no worker asks the processor.
    await claimOne(kontor.databases.provider, shop.merchant, second.job, 600_000)
    await say(secretOfA, second.job, 'DECLINED')
    await say(credential.notification_secret, payment, 'DECLINED')
    expect(await read(payment)).toMatchObject({ status: 'INITIATED', processor: b })
    await say(credential.notification_secret, second.job, 'AUTHORIZED')
    expect(await read(payment)).toMatchObject({ status: 'AUTHORIZED', processor: b })
  })

  it('is not believed of a worker that was slower than its lease, either', async () => {
    const after = await refusedAtA()
    const payment = after.job.transaction_id
    const second = await goOn(after)
    const outcome = { status: 'AUTHORIZED' as const, processor_id_external: 'pay_of_a' }
    const applied = await within(async (trx) => {
      const subject = await lockSubject(trx, after.job)
      const found = { kind: 'payment' as const, amount, currency_code: 'EUR', outcome }
      return subject && applyOutcome(trx, subject, found, new Date())
    })
    expect(applied).toMatchObject({ isOver: true })
    expect(await becomes(payment, 'SETTLEMENT_COMPLETED', second)).toMatchObject({ processor: b })
    expect((await read(payment)).processor_id_external).not.toBe('pay_of_a')
  })
})

describe('what was asked of the first processor', () => {
  it('to release after the payment went on, is an order under way there, and not at the second one', async () => {
    const after = await refusedAtA()
    const { job } = after
    if (job.topic !== 'processor.authorize') throw new Error(job.topic)
    const second = await goOn(after)
    await becomes(job.transaction_id, 'SETTLEMENT_COMPLETED', second)
    const isUnderWayAt = (id: string) => within((trx) => hasOrdersUnderWay(trx, { merchant_id: shop.merchant, id }))
    await until(
      () => isUnderWayAt(b),
      (isUnderWay) => !isUnderWay,
    )
    // The transaction is not committed before all is said, so that no worker takes the order.
    await within(async (trx) => {
      await beginCancellation(trx, job, undefined, new Date())
      const { rows } = await sql<{ held: boolean }>`select exists (select from pg_locks
        where locktype = 'advisory' and pid = pg_backend_pid() and mode = 'ShareLock') as held`.execute(trx)
      expect(rows).toEqual([{ held: true }])
      expect(await hasOrdersUnderWay(trx, { merchant_id: shop.merchant, id: a })).toBe(true)
      expect(await hasOrdersUnderWay(trx, { merchant_id: shop.merchant, id: b })).toBe(false)
      throw new Error('enough')
    }).catch((error) => expect(error).toMatchObject({ message: 'enough' }))
  })

  it('to release is not ordered of the first processor while the second one is asked to cancel: a person sees the money', async () => {
    const after = await refusedAtA()
    const { job } = after
    const second = await goOn(after)
    await within(async (trx) => {
      const at = await lockSubject(trx, { ...job, id: second })
      if (at?.operation.topic !== 'processor.authorize') throw new Error('no authorization')
      await beginCancellation(trx, at.operation, undefined, new Date())
      const subject = await lockSubject(trx, job)
      const outcome = { status: 'AUTHORIZED' as const, processor_id_external: 'pay_of_a' }
      const found = { kind: 'payment' as const, amount, currency_code: 'EUR', outcome }
      const applied = subject && (await applyOutcome(trx, subject, found, new Date()))
      expect(applied?.contradiction).toMatchObject({ processor: a, status: 'AUTHORIZED' })
      const orders = trx.selectFrom('outbox').select('id').where('transaction_id', '=', job.transaction_id)
      expect(await orders.where('topic', '=', 'processor.cancel_reference').execute()).toHaveLength(1)
      throw new Error('enough')
    }).catch((error) => expect(error).toMatchObject({ message: 'enough' }))
  })

  it('and was paid after all, is told to the staff again when it is said again', async () => {
    const { job } = await refusedAtA()
    const said = {
      ...{ merchant_id: shop.merchant, processor: a, kind: 'payment' as const, about: job.id, superseded: true },
      they_say: 'AUTHORIZED',
    }
    const isMailDue = async () =>
      (
        await kontor.databases.provider
          .selectFrom('contradiction')
          .select('mail_due')
          .where('processor_id', '=', a)
          .execute()
      ).map(({ mail_due }) => mail_due)
    const provider = kontor.databases.provider
    const report = () => within((trx) => recordContradiction(trx, said, new Date()))
    await report()
    expect(await isMailDue()).toEqual([true])
    await provider.updateTable('contradiction').set({ mail_due: false }).where('processor_id', '=', a).execute()
    await report()
    expect(await isMailDue()).toEqual([false])
    await within((trx) => withdrawContradictions(trx, { merchant_id: shop.merchant, processor: a, about: job.id }))
    await report()
    expect(await isMailDue()).toEqual([true])
  })
})

describe('an answer that comes once the payment is another processor’s', () => {
  it('and says that the first one took the money, is seen in the history and logged; the payment is as it was', async () => {
    const contradictions: Contradiction[] = []
    const { databases } = kontor
    const onContradiction = (one: Contradiction) => contradictions.push(one)
    const clock = { now: () => new Date() }
    const jobs = processorJobs({
      databases,
      gateways: gateways(),
      clock,
      publicUrl: 'http://localhost:4000',
      askMiddleware: noMiddleware,
      onContradiction,
    })
    const row = await claimed()
    const payment = row.transaction_id ?? ''
    // This time the sandbox knows the key of processor A, so the try of a slow worker takes the money there.
    const sealed = sealCredential(kontor.database.masterKey, { merchant: shop.merchant, record: a }, credential)
    await withAdmin((client) => client.query('update processor set credential = $1 where id = $2', [sealed, a]))
    const prepared = await within((trx) => jobs.prepare(trx, row))
    const refusal = {
      status: 'FAILED' as const,
      reason: 'credential_refused',
      elsewhere: true as const,
      processor_id_external: '',
    }
    const second = await goOn({ job: readJob(row) as PaymentJob, outcome: refusal })
    await becomes(payment, 'SETTLEMENT_COMPLETED', second)
    const before = await read(payment)
    // The processor's own notification could be quicker than its answer, and be the one that contradicts us.
    await connectAccount(kontor.sandboxUrl, 'http://127.0.0.1:9', shop.merchant)
    await jobs.perform(row, prepared)
    expect(contradictions).toEqual([
      { processor: a, reference: payment, kind: 'payment', status: 'SETTLEMENT_REQUESTED' },
    ])
    expect(await read(payment)).toEqual(before)
    const late = async () =>
      (await kontor.get(owner, `/v1/transaction/${payment}/events`)).body.filter(
        ({ kind }: { kind: string }) => kind === 'contradiction',
      )
    expect(await late()).toMatchObject([
      { from_status: 'REFUSED', to_status: 'SETTLEMENT_REQUESTED', actor_kind: 'processor' },
    ])
    // A repetition is not another event.
    await say(credential.notification_secret, payment, 'SETTLEMENT_REQUESTED')
    expect(
      (await late()).filter(({ to_status }: { to_status: string }) => to_status === 'SETTLEMENT_REQUESTED'),
    ).toHaveLength(1)
    // A refusal may be the first one, told late: the money is still to be looked for.
    await say(credential.notification_secret, payment, 'FAILED')
    await say(credential.notification_secret, payment, 'CANCELLED')
    expect((await late()).map(({ to_status }: { to_status: string }) => to_status)).not.toContain('WITHDRAWN')
    // Taken back: nobody has to look any more.
    await reportOrder(kontor, shop.merchant, payment, undone)
    expect((await late()).at(-1)).toMatchObject({ from_status: 'OPEN', to_status: 'WITHDRAWN' })
  })
})

describe('a card that was stored at the second processor', () => {
  it('is charged there, although the shop prefers the first, and goes to no processor of another vault', async () => {
    const customer = await kontor.make.customer(shop.merchant)
    const link = await kontor.make.cardAddLink({ ...shop, profile }, { customer, status: 'INITIATED' })
    const storing = {
      customer,
      amount: 0,
      capture: false,
      asked: {
        by: 'payer' as const,
        return_url: 'https://pay.example',
        payer: {},
        for: { card_add_link: link, stored_for: 'recurring' as const },
      },
    }
    const after = await refusedAtA(storing)
    const second = await goOn(after)
    await becomes(after.job.transaction_id, 'AUTHORIZED', second)
    const kept = kontor.databases.provider.selectFrom('card').selectAll().where('customer_id', '=', customer)
    const { id: card, processor_id } = await kept.executeTakeFirstOrThrow()
    expect(processor_id).toBe(b)
    const charge = { customer, card, card_token: undefined, asked: { by: 'schedule' as const } }
    const { subject, found } = await ask(await begun(charge))
    expect([subject.processor, found.outcome.status]).toEqual([b, 'SETTLEMENT_REQUESTED'])
    // Kept by processor A: B is asked where it knows the token, and not at all where it does not.
    await withAdmin((client) => client.query('update card set processor_id = $1 where id = $2', [a, card]))
    const refused = await refusedAtA(charge)
    expect(refused.outcome).toMatchObject({ status: 'FAILED', reason: 'credential_refused' })
    const stranger = await kontor.make.processor(shop.merchant, { gateway: 'adyen' })
    await expect(goOn(refused, stranger)).rejects.toBeInstanceOf(NoFurtherAttempt)
    await becomes(refused.job.transaction_id, 'SETTLEMENT_COMPLETED', await goOn(refused))
  })
})

describe('no other processor is asked', () => {
  const refusal: PaymentOutcome = {
    status: 'FAILED',
    reason: 'credential_refused',
    elsewhere: true as const,
    processor_id_external: '',
  }
  const after = (job: PaymentJob, outcome: PaymentOutcome = refusal) => ({ job, outcome })
  const stays = async (refused: RefusedAttempt, state = 'OPEN') => {
    await expect(goOn(refused)).rejects.toBeInstanceOf(NoFurtherAttempt)
    expect(await attemptsOf(refused.job.transaction_id)).toMatchObject([{ attempt: 1, processor_id: a, state }])
    expect(await read(refused.job.transaction_id)).toMatchObject({ processor: a })
  }
  const changed = (job: PaymentJob, changes: Parameters<typeof changeTransaction>[2]) =>
    within(async (trx) => {
      const transaction = await lockTransaction(trx, engineActor(shop.merchant, 'processor'), job.transaction_id)
      return changeTransaction(trx, transaction, changes)
    })

  it('after a try that may have got through, whatever the next one was answered', async () => {
    await stays(after({ ...(await begun()), uncertain: true }))
  })

  it('by a try that outlived its lease, while the next one asks the same processor', async () => {
    const job = await begun()
    await sql`update outbox set leased_until = clock_timestamp() - interval '1 second' where id = ${job.id}`.execute(
      kontor.databases.provider,
    )
    expect(await claimOne(kontor.databases.provider, shop.merchant, job.id, 600_000)).toMatchObject({ attempts: 2 })
    await stays(after(job))
  })

  it.each<PaymentOutcome>([
    { status: 'FAILED', reason: 'card_token_missing', processor_id_external: '' },
    { status: 'DECLINED', reason: 'do_not_honor', processor_id_external: 'p' },
    { status: 'DECLINED', reason: 'credential_refused', processor_id_external: 'p' },
    { status: 'PENDING', processor_id_external: 'p' },
    { status: 'AUTHORIZED', processor_id_external: 'p' },
  ])('after the answer %j', async (outcome) => {
    await stays(after(await begun(), outcome))
  })

  it('when nobody knows what became of the payment', async () => {
    const job = await begun()
    await changed(job, { status: 'UNKNOWN' })
    await stays(after(job))
  })

  it('when the processor has taken the money, or the issuer has declined', async () => {
    const taken = await begun()
    await changed(taken, { status: 'AUTHORIZED' })
    await stays(after(taken), 'APPROVED')
    const declined = await begun()
    await changed(declined, { status: 'DECLINED' })
    await stays(after(declined), 'DECLINED')
  })

  it('when the processor has acknowledged the payment, or the payer was sent to the bank', async () => {
    for (const changes of [{ processor_id_external: 'pay_1' }, { redirect_url: 'https://bank.example/' }]) {
      const job = await begun()
      await changed(job, changes)
      await stays(after(job))
    }
  })

  it('when a terminal waits for the answer', async () => {
    const terminal = await kontor.make.terminal({ ...shop, profile })
    await stays(after(await begun({ terminal })))
  })

  it('by the refusal of another payment', async () => {
    const [one, other] = [await begun(), await begun()]
    await stays(after({ ...one, id: other.id }))
  })
})

describe('the database', () => {
  const attempt = (of: { id: string; created_at: string }, number: number, processor: string) => ({
    merchant_id: shop.merchant,
    transaction_created_at: of.created_at,
    transaction_id: of.id,
    id: number === 1 ? of.id : randomUUID(),
    attempt: number,
    processor_id: processor,
    state: 'OPEN',
    began_at: of.created_at,
  })
  const add = (of: { id: string; created_at: string }, number: number, processor: string, ended = {}) =>
    within((trx) =>
      trx
        .insertInto('payment_attempt')
        .values({ ...attempt(of, number, processor), ...ended })
        .execute(),
    )

  it.each([1, 2])('takes one of two attempts with the number %i, also when they come at once', async (number) => {
    const c = await kontor.make.processor(shop.merchant)
    for (let round = 0; round < 8; round += 1) {
      const of = await kontor.make.transaction({ ...shop, processor: a }, { status: 'FAILED' })
      if (number === 1)
        await withAdmin((client) => client.query('delete from payment_attempt where transaction_id = $1', [of.id]))
      // Ended attempts: the index of those that may take money does not decide here.
      const ended = { state: 'REFUSED', ended_at: of.created_at }
      const results = await Promise.allSettled([add(of, number, b, ended), add(of, number, c, ended)])
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const lost = results.find((result) => result.status === 'rejected')
      expect(lost?.reason).toMatchObject({ code: '23505' })
      // The check after each test knows only attempts that the engine made.
      await withAdmin((client) => client.query('delete from payment_attempt where transaction_id = $1', [of.id]))
      await add(of, 1, a, ended)
    }
  })

  it('takes one of two attempts that begin in two transactions at once', async () => {
    const c = await kontor.make.processor(shop.merchant)
    for (let round = 0; round < 8; round += 1) {
      const of = await kontor.make.transaction({ ...shop, processor: a }, { status: 'FAILED' })
      const results = await Promise.allSettled([add(of, 2, b), add(of, 3, c)])
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: '23505' })
      // The check after each test knows only attempts that the engine made, so these are deleted.
      await withAdmin((client) => client.query('delete from payment_attempt where attempt > 1'))
    }
  })

  it('takes no attempt while another is open or was approved', async () => {
    for (const status of [
      'INITIATED',
      'UNKNOWN',
      'AUTHORIZED',
      'SETTLEMENT_COMPLETED',
      'AUTHORIZATION_VOIDED',
    ] as const) {
      const of = await kontor.make.transaction({ ...shop, processor: a }, { status })
      await expect(add(of, 2, b)).rejects.toMatchObject({ code: '23505' })
    }
  })

  it('changes no attempt that has ended, and forgets none', async () => {
    const db = await openAttempts(kontor, shop.merchant)
    const { id } = await kontor.make.transaction(shop, { status: 'AUTHORIZED' })
    const change = `update payment_attempt set state = 'CANCELLED' where transaction_id = $1`
    for (const who of ['owner', ...application] as const)
      expect(await db.attempt(who, change, [id])).toBe(check('payment_attempt_ended'))
    for (const who of application) {
      expect(await db.attempt(who, 'delete from payment_attempt')).toBe(denied)
      expect(await db.attempt(who, 'update payment_attempt set processor_id = processor_id')).toBe(denied)
    }
    await db.close()
  })
})
