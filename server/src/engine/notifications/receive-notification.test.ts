import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { wrongAttempts, wrongReserves, wrongSteps, wrongSums } from '../../../test/books.ts'
import { credential, startTestApp, type TestApp, until } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { reportOutcome, undone } from '../../../test/reports.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { inTransaction, type Trx } from '../../platform/db/database.ts'
import { lastCapture } from '../outcome/last-capture.ts'
import { lockTransaction } from '../records/stored-transaction.ts'
import { claimUnworked, triesUntilTold } from './kept-notification.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string

beforeAll(async () => {
  kontor = await startTestApp({ gatewayTimeout_ms: 2_000, notifications: { poll_ms: 30, pause_ms: 50 } })
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  await kontor.connect(shop.merchant)
})
afterAll(() => kontor.stop())
afterEach(async () => {
  const { provider } = kontor.databases
  expect(await wrongSums(provider, shop.merchant)).toEqual([])
  expect(await wrongSteps(provider, shop.merchant)).toEqual([])
  expect(await wrongReserves(provider, shop.merchant)).toEqual([])
  expect(await wrongAttempts(provider, shop.merchant)).toEqual([])
})

interface Notice {
  id?: string
  at?: Date
  secret?: string
  merchant?: string
  /** Processor and token of an address of its own. */
  address?: string
  headers?: Record<string, string>
}

/** Sends a notification as the sandbox does. */
const notify = async (...notice: Parameters<typeof send>) => (await send(...notice)).status

async function send(
  type: string,
  data: object,
  { id = `ntf_${randomUUID()}`, at = new Date(), ...given }: Notice = {},
) {
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data: await byItsId(data) })
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(given.secret ?? credential.notification_secret).sign(id, at, body),
    ...given.headers,
  }
  const path = `/v1/processornotification/${given.address ?? given.merchant ?? shop.merchant}`
  return fetch(kontor.url + path, { method: 'POST', headers, body })
}

/** A payment that the sandbox has is told of by the sandbox's id. */
async function byItsId(data: { reference?: string; payment_id?: string }): Promise<object> {
  if (data.payment_id !== `pay_${data.reference}`) return data
  const payments = kontor.databases.provider.selectFrom('transaction').select('processor_id_external')
  const known = await payments.where(sql<string>`id::text`, '=', String(data.reference)).executeTakeFirst()
  const id = known?.processor_id_external
  return id ? { ...data, id, payment_id: id } : data
}

const money = { amount: 5_000, currency_code: 'EUR' }
const ofPayment = (reference: string, status: string, more = {}) => ({
  kind: 'payment',
  id: `pay_${reference}`,
  payment_id: `pay_${reference}`,
  reference,
  status,
  ...money,
  ...more,
})

/** What waits on the provider's desk because of a notification. */
const contradictionsOf = (id: string) =>
  kontor.databases.provider.selectFrom('contradiction').selectAll().where('notification_id', '=', id).execute()
/** What is kept of a notification. */
const keptOf = async (id: string) =>
  kontor.databases.provider.selectFrom('processor_notification').selectAll().where('id', '=', id).executeTakeFirst()
const newNotice = () => ({ id: `ntf_${randomUUID()}` })

const pay = async (asked: Record<string, unknown> = {}) =>
  (
    await kontor.post(owner, '/v1/transaction', {
      payment_profile: shop.profile,
      amount: 5_000,
      payment_product: 'card',
      merchant_reference: 'Order 1',
      card_token: 'test_visa',
      ...asked,
    })
  ).body
const read = async (id: string) => (await kontor.get(owner, `/v1/transaction/${id}`)).body
const becomes = (id: string, status: string) =>
  until(
    () => read(id),
    (row) => row.status === status,
  )
/** A payment that waits for its payer: only notifications change it. */
const awaiting = async (): Promise<string> => (await pay({ card_token: 'test_3ds_required' })).id

describe('a notification that is not the processor’s (check 12)', () => {
  const wrongSecret = `whsec_${Buffer.from('somebody else').toString('base64')}`
  const minutes = (count: number) => new Date(Date.now() + count * 60_000)

  it.each<[string, () => Notice]>([
    ['signed with another secret', () => ({ secret: wrongSecret })],
    ['with a signature that is no signature', () => ({ headers: { 'webhook-signature': 'v1,AAAA' } })],
    ['without a signature', () => ({ headers: { 'webhook-signature': '' } })],
    ['signed for another id', () => ({ headers: { 'webhook-id': 'ntf_other' } })],
    ['of six minutes ago', () => ({ at: minutes(-6) })],
    ['of the future', () => ({ at: minutes(6) })],
  ])('%s is refused and changes nothing', async (_, given) => {
    const id = await awaiting()
    const refused = await send('payment', ofPayment(id, 'AUTHORIZED'), given())
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ code: 'notification_refused' })
    expect((await read(id)).status).toBe('INITIATED')
  })

  it('is not kept', async () => {
    const notice = newNotice()
    expect(await notify('payout', { id: 'pot_1' }, { ...notice, secret: wrongSecret })).toBe(422)
    expect(await keptOf(notice.id)).toBeUndefined()
  })

  it('is refused where there is no such merchant', async () => {
    expect(await notify('payment', ofPayment(randomUUID(), 'AUTHORIZED'), { merchant: randomUUID() })).toBe(422)
    expect(await notify('payment', ofPayment(randomUUID(), 'AUTHORIZED'), { merchant: 'x' })).toBe(404)
  })

  it('of one merchant’s processor does not touch another merchant (check 14)', async () => {
    const other = await kontor.make.merchant()
    const id = await awaiting()
    expect(await notify('payment', ofPayment(id, 'AUTHORIZED'), { merchant: other.merchant })).toBe(204)
    expect((await read(id)).status).toBe('INITIATED')
  })

  it('of another processor of the same merchant does not touch the payment (check 14)', async () => {
    const secret = `whsec_${Buffer.from('the second processor').toString('base64')}`
    await kontor.make.processor(shop.merchant, { credential: { api_key: 'another', notification_secret: secret } })
    const id = await awaiting()
    expect(await notify('payment', ofPayment(id, 'AUTHORIZED'), { secret })).toBe(204)
    expect((await read(id)).status).toBe('INITIATED')
    expect(await notify('payment', ofPayment(id, 'AUTHORIZED'))).toBe(204)
    expect((await read(id)).status).toBe('AUTHORIZED')
  })

  it.each([{ amount: 4_999 }, { currency_code: 'USD' }])('about other money (%j) changes nothing', async (other) => {
    const id = await awaiting()
    const notice = newNotice()
    expect(await notify('payment', { ...ofPayment(id, 'AUTHORIZED'), ...other }, notice)).toBe(204)
    expect((await read(id)).status).toBe('INITIATED')
    expect(await keptOf(notice.id)).toMatchObject({ result: 'contradicts', worked_at: expect.any(String) })
    const { amount: their_amount, currency_code: their_currency_code } = { ...money, ...other }
    expect(await contradictionsOf(notice.id)).toMatchObject([
      { state: 'OPEN', transaction_id: id, our_amount: 5_000, their_amount, their_currency_code },
    ])
  })

  it('about something that nobody knows is taken note of', async () => {
    for (const reference of [randomUUID(), '-'.repeat(36), 'prior_1']) {
      const notice = newNotice()
      expect(await notify('payment', ofPayment(reference, 'AUTHORIZED'), notice)).toBe(204)
      expect((await keptOf(notice.id))?.result).toBe('not_ours')
    }
  })
})

describe('an authentic notification', () => {
  it.each<[string, (id: string) => [string, object]]>([
    ['of an unknown type', (id) => ['payout', { id: 'pot_1', reference: id, status: 'PAID', ...money }]],
    ['with an unknown status', (id) => ['payment', ofPayment(id, 'PARTIALLY_AUTHORIZED')]],
    ['with nothing that is known', () => ['', {}]],
  ])('%s is kept, answered as taken in, and changes nothing (check 12)', async (_, told) => {
    const id = await awaiting()
    const notice = newNotice()
    // A processor whose message is refused may send nothing else until it is taken in.
    for (let time = 0; time < 3; time += 1) expect(await notify(...told(id), notice)).toBe(204)
    expect(await contradictionsOf(notice.id)).toMatchObject([{ state: 'OPEN', kind: 'not_understood' }])
    expect(await keptOf(notice.id)).toMatchObject({
      ...{ merchant_id: shop.merchant, processor_id: shop.processor, kind: 'unknown', result: 'not_understood' },
      ...{ worked_at: expect.any(String), sealed: null, next_attempt_at: null, error: null },
    })
    expect((await read(id)).status).toBe('INITIATED')
    expect(await notify('payment', ofPayment(id, 'AUTHORIZED'))).toBe(204)
    expect((await read(id)).status).toBe('AUTHORIZED')
  })

  it('is kept as it came, without secrets, personal data and what no text of the database holds (check 17)', async () => {
    const id = await awaiting()
    const notice = newNotice()
    const card = {
      brand: 'visa',
      bin: '41111111',
      last_four: '1111',
      expiry_month: 1,
      expiry_year: 2030,
      token: 'CANARY',
    }
    const more = {
      card,
      iban: 'CANARY',
      shopperEmail: 'canary@bloom.example',
      note: '\u0000 \ud800 4111 1111 1111 1111',
    }
    expect(await notify('payment', ofPayment(id, 'AUTHORIZED', more), notice)).toBe(204)
    const body = (await keptOf(notice.id))?.body ?? ''
    expect(body).not.toMatch(/canary|4111 1111 1111/i)
    expect(JSON.parse(body)).toMatchObject({ type: 'payment', data: { reference: id, status: 'AUTHORIZED', ...money } })
  })

  it('with an id that no key of the database holds is kept once', async () => {
    const id = 'x'.repeat(4_000)
    const kept = () =>
      kontor.databases.provider
        .selectFrom('processor_notification')
        .where('id', 'like', 'sha256:%')
        .select('id')
        .execute()
    for (let time = 0; time < 2; time += 1) expect(await notify('payout', {}, { id })).toBe(204)
    expect(await kept()).toHaveLength(1)
  })
})

describe('the address of a processor', () => {
  const addressOf = async (processor: string) => {
    const of = kontor.databases.provider.selectFrom('processor').select('notification_key').where('id', '=', processor)
    return `${processor}/${(await of.executeTakeFirstOrThrow()).notification_key}`
  }
  const otherSecret = `whsec_${Buffer.from('of another account').toString('base64')}`
  const ofAnotherAccount = () =>
    kontor.make.processor(shop.merchant, { credential: { api_key: 'other', notification_secret: otherSecret } })

  it('takes in what the processor reports', async () => {
    const address = await addressOf(shop.processor)
    expect(address).toMatch(/\/[0-9a-f]{32}$/)
    const id = await awaiting()
    expect(await notify('payment', ofPayment(id, 'AUTHORIZED'), { address, secret: otherSecret })).toBe(422)
    expect((await read(id)).status).toBe('INITIATED')
    expect(await notify('payment', ofPayment(id, 'AUTHORIZED'), { address })).toBe(204)
    expect((await read(id)).status).toBe('AUTHORIZED')
  })

  it('is found with its own key alone: any other is like a processor that does not exist', async () => {
    const [own, key] = (await addressOf(shop.processor)).split('/')
    const [other, otherKey] = (await addressOf(await ofAnotherAccount())).split('/')
    const wrong = [`${own}/${otherKey}`, `${other}/${key}`, `${own}/${key?.slice(1)}`, `${own}/${'0'.repeat(32)}`]
    const answers = await Promise.all(
      [...wrong, `${randomUUID()}/${key}`, `x/${key}`].map(async (address) => {
        const response = await send('payout', {}, { address })
        const { request_id: _, ...problem } = (await response.json()) as Record<string, unknown>
        return [response.status, problem]
      }),
    )
    expect(answers).toEqual(answers.map(() => [404, expect.objectContaining({ code: 'not_found' })]))
    expect(new Set(answers.map(([, problem]) => JSON.stringify(problem))).size).toBe(1)
  })

  it('is that of all processors of its account, and of no other', async () => {
    const mate = await addressOf(await kontor.make.processor(shop.merchant))
    const stranger = await addressOf(await ofAnotherAccount())
    const id = await awaiting()
    const notice = newNotice()
    const atStranger = { address: stranger, secret: otherSecret, ...notice }
    expect(await notify('payment', ofPayment(id, 'AUTHORIZED'), atStranger)).toBe(204)
    expect((await keptOf(notice.id))?.result).toBe('not_ours')
    expect((await read(id)).status).toBe('INITIATED')
    const same = newNotice()
    for (const address of [mate, await addressOf(shop.processor), undefined])
      expect(await notify('payment', ofPayment(id, 'AUTHORIZED'), { ...same, ...(address && { address }) })).toBe(204)
    expect((await read(id)).status).toBe('AUTHORIZED')
    const kept = kontor.databases.provider.selectFrom('processor_notification').where('id', '=', same.id).select('id')
    expect(await kept.execute()).toHaveLength(1)
  })
})

describe('order and repetition', () => {
  const shuffled = <T>(items: T[]): T[] =>
    items
      .map((item) => [Math.random(), item] as const)
      .sort(([one], [other]) => one - other)
      .map(([, item]) => item)

  const ways: [string[], string][] = [
    [['AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED'], 'SETTLEMENT_COMPLETED'],
    [['PENDING', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED'], 'SETTLEMENT_COMPLETED'],
    [['ACTION_REQUIRED', 'AUTHORIZED', 'AUTHORIZATION_VOIDED'], 'AUTHORIZATION_VOIDED'],
    [['PENDING', 'DECLINED'], 'DECLINED'],
    [['ACTION_REQUIRED', 'ABANDONED'], 'ABANDONED'],
  ]

  it('three times each and in any order come to the same, and never go back (check 13)', {
    timeout: 180_000,
  }, async () => {
    const sets = Number(process.env.KONTOR_TEST_NOTIFICATION_SETS ?? 60)
    for (let set = 0; set < sets; set += 1) {
      const [statuses, end] = ways[set % ways.length] ?? [[], '']
      const id = (await pay({ card_token: 'test_3ds_required' })).id
      const notices = statuses.map((status) => {
        const more = status === 'ACTION_REQUIRED' ? { redirect_url: 'http://late.example/' } : { reason: 'because' }
        return { id: `ntf_${randomUUID()}`, data: ofPayment(id, status, more) }
      })
      const thrice = shuffled([...notices, ...notices, ...notices])
      // Half of the sets are sent one after another, the others all at once.
      if (set % 2) for (const notice of thrice) expect(await notify('payment', notice.data, notice)).toBe(204)
      else await Promise.all(thrice.map((notice) => notify('payment', notice.data, notice)))
      const row = await read(id)
      expect([statuses, row.status]).toEqual([statuses, end])
      expect(row.captured_amount).toBe(end === 'SETTLEMENT_COMPLETED' ? 5_000 : 0)
      expect(row.redirect_url).toBeUndefined()
    }
  })

  it('come to the same in each order of four, each sent three times (check 13)', { timeout: 180_000 }, async () => {
    const statuses = ['PENDING', 'AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED']
    const orders = (rest: string[]): string[][] =>
      rest.length === 0
        ? [[]]
        : rest.flatMap((one) => orders(rest.filter((each) => each !== one)).map((o) => [one, ...o]))
    const ends = await Promise.all(
      orders(statuses).map(async (order) => {
        const id = await awaiting()
        for (const status of order) {
          const notice = newNotice()
          for (let time = 0; time < 3; time += 1) await notify('payment', ofPayment(id, status), notice)
        }
        const { status, captured_amount } = await read(id)
        return { order, status, captured_amount }
      }),
    )
    expect(ends).toHaveLength(24)
    for (const end of ends) expect(end).toMatchObject({ status: 'SETTLEMENT_COMPLETED', captured_amount: 5_000 })
  })

  it.concurrent.each(['test_late_notification', 'test_out_of_order'])(
    '%s comes to its settlement',
    async (card_token) => {
      await becomes((await pay({ card_token })).id, 'SETTLEMENT_COMPLETED')
    },
  )

  it('does not put a page of the payer’s bank on a payment that went on long ago', async () => {
    const { id } = await pay({ capture: false })
    await notify('payment', ofPayment(id, 'ACTION_REQUIRED', { redirect_url: 'http://late.example/' }))
    expect((await kontor.post(owner, `/v1/transaction/${id}/capture`)).body.redirect_url).toBeUndefined()
  })
})

describe('a capture or void that failed', () => {
  it.each(['capture', 'void'])(
    'does not make the payment of the %s a failed one, and it can be tried anew',
    async (kind) => {
      const { id, processor_id_external: payment_id } = await pay({ capture: false })
      // No worker performs this job in time, so only the notification brings the outcome.
      const job = randomUUID()
      await kontor.databases.provider
        .insertInto('outbox')
        .values({
          merchant_id: shop.merchant,
          id: job,
          topic: `processor.${kind}`,
          transaction_created_at: (await read(id)).created_at,
          transaction_id: id,
          payload: JSON.stringify(kind === 'capture' ? { amount: 5_000 } : {}),
          next_attempt_at: new Date(Date.now() + 3_600_000).toISOString(),
        })
        .execute()
      expect((await kontor.post(owner, `/v1/transaction/${id}/capture`)).body.code).toBe('operation_in_progress')
      const data = { kind, id: 'x', payment_id, reference: job, status: 'FAILED', reason: 'not_today', ...money }
      expect(await notify('payment', data)).toBe(204)
      expect(await read(id)).toMatchObject({ status: 'AUTHORIZED', status_reason: 'not_today', captured_amount: 0 })
      expect((await kontor.post(owner, `/v1/transaction/${id}/capture`)).body.status).toBe('SETTLEMENT_REQUESTED')
      expect(await notify('payment', data)).toBe(204)
      expect(['SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED']).toContain((await read(id)).status)
    },
  )
})

it('A parked void is over once its payment is told to be voided', async () => {
  const { id } = await pay({ capture: false })
  const job = await park(id, 'void', null)
  expect(await notify('payment', ofPayment(id, 'AUTHORIZATION_VOIDED'))).toBe(204)
  expect((await read(id)).status).toBe('AUTHORIZATION_VOIDED')
  expect(await isOver(job)).toBe(true)
})

/** An order of a payment that nobody sends again: it waits for a person. */
async function park(transaction_id: string, topic: string, chargeback_id: string | null): Promise<string> {
  const id = randomUUID()
  await kontor.databases.provider
    .insertInto('outbox')
    .values({
      ...{ merchant_id: shop.merchant, id, topic: `processor.${topic}`, transaction_id, chargeback_id, payload: '{}' },
      ...{ transaction_created_at: (await read(transaction_id)).created_at, next_attempt_at: '9999-12-31T00:00:00Z' },
      ...{ parked_why: 'no_key', parked_at: new Date().toISOString(), overdue_at: new Date().toISOString() },
    })
    .execute()
  return id
}

async function isOver(id: string): Promise<boolean> {
  const row = kontor.databases.provider.selectFrom('outbox').select('done_at').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).done_at !== null
}

async function scansOfCaptures(trx: Trx): Promise<number> {
  const { rows } = await sql<{ scans: number }>`
    select pg_stat_get_xact_numscans('outbox_capture'::regclass)::int as scans`.execute(trx)
  return rows[0]?.scans ?? 0
}

describe('a capture', () => {
  it('is found by the index of captures, also by a plan for all values', async () => {
    const { id } = await pay({ capture: false })
    expect((await kontor.post(owner, `/v1/transaction/${id}/capture`, { amount: 4_000 })).status).toBe(200)
    const actor = engineActor(shop.merchant, 'system')
    const work = async (trx: Trx) => {
      // A table of a few rows would be read whole.
      await sql`set local enable_seqscan = off`.execute(trx)
      const before = await scansOfCaptures(trx)
      const capture = await lastCapture(trx, await lockTransaction(trx, actor, id))
      return [capture?.topic, (await scansOfCaptures(trx)) - before]
    }
    const done = await inTransaction(kontor.databases, actor, work, { plans: 'repeated' })
    expect(done).toEqual(['processor.capture', 1])
  })
})

it.each(['x', 'a b/c; d', ';;', 'application/x-unknown'])(
  'a notification that says that it is "%s" is read by its signature alone',
  async (type) => {
    const id = await awaiting()
    const headers = { 'content-type': type }
    expect(await notify('payment', ofPayment(id, 'SETTLEMENT_REQUESTED'), { headers })).toBe(204)
    await becomes(id, 'SETTLEMENT_REQUESTED')
  },
)

describe('a notification that cannot be applied when it comes', () => {
  /** A payment whose capture nobody can read, and a report about it. */
  const unreadable = async () => {
    const { id } = await pay({ capture: false })
    const job = randomUUID()
    await kontor.databases.provider
      .insertInto('outbox')
      .values({
        ...{ merchant_id: shop.merchant, id: job, topic: 'processor.capture', transaction_id: id },
        transaction_created_at: (await read(id)).created_at,
        payload: JSON.stringify({ amount: 'four thousand' }),
        next_attempt_at: new Date(Date.now() + 3_600_000).toISOString(),
      })
      .execute()
    const notice = newNotice()
    return { id, job, notice, tell: () => notify('payment', ofPayment(id, 'SETTLEMENT_REQUESTED'), notice) }
  }
  const mend = async (job: string) => {
    await asAdmin('update outbox set payload = $1 where id = $2', [JSON.stringify({ amount: 4_000 }), job])
  }
  const asAdmin = async (statement: string, values: unknown[]) => {
    const admin = new pg.Client(kontor.database.adminUrl)
    await admin.connect()
    await admin.query(statement, values).finally(() => admin.end())
  }

  it('is answered as taken in and kept, changes nothing, and counts once the defect is mended', async () => {
    const { id, job, notice, tell } = await unreadable()
    expect(await tell()).toBe(204)
    // No amount is guessed.
    expect(await read(id)).toMatchObject({ status: 'AUTHORIZED', captured_amount: 0 })
    const kept = await until(
      () => keptOf(notice.id),
      (row) => (row?.attempts ?? 0) > 2,
    )
    expect(kept).toMatchObject({ worked_at: null, result: null, error: 'UnreadableOperation' })
    expect(kept?.sealed?.toString()).not.toContain(id)
    expect(await tell()).toBe(204)
    await mend(job)
    const settled = await becomes(id, 'SETTLEMENT_REQUESTED')
    expect(settled).toMatchObject({ captured_amount: 4_000 })
    expect(
      await until(
        () => keptOf(notice.id),
        (row) => row?.worked_at !== null,
      ),
    ).toMatchObject({
      ...{ result: 'applied', sealed: null, next_attempt_at: null, error: null },
    })
  })

  it('is taken up by the next process when one dies with it', async () => {
    const { id, job, notice, tell } = await unreadable()
    expect(await tell()).toBe(204)
    // A process that claims it and never comes back.
    const claimed = await until(
      () => claimUnworked(kontor.databases.provider, { free: 10, full: [] }, 50),
      (rows) => rows.some((row) => row.id === notice.id),
    )
    await mend(job)
    await becomes(id, 'SETTLEMENT_REQUESTED')
    expect((await keptOf(notice.id))?.attempts).toBeGreaterThan(
      claimed.find((row) => row.id === notice.id)?.attempts ?? 99,
    )
  })

  it('is tried at growing pauses, is seen after so many tries, and is still taken in once the defect is mended', async () => {
    const { id, job, notice, tell } = await unreadable()
    expect(await tell()).toBe(204)
    const secondsLeft = async () => {
      const { rows } = await sql<{ left: number | null }>`
        select extract(epoch from next_attempt_at - clock_timestamp())::float as left
        from processor_notification where id = ${notice.id}`.execute(kontor.databases.provider)
      return rows[0]?.left ?? null
    }
    await asAdmin('update processor_notification set attempts = 15, next_attempt_at = now() where id = $1', [notice.id])
    expect(await until(secondsLeft, (left) => (left ?? 0) > 1_000)).toBeLessThan(3_601)
    await asAdmin('update processor_notification set attempts = $2, next_attempt_at = now() where id = $1', [
      notice.id,
      triesUntilTold - 1,
    ])
    // From now on once a day.
    expect(await until(secondsLeft, (left) => (left ?? 0) > 3_601)).toBeGreaterThan(86_000)
    expect(await keptOf(notice.id)).toMatchObject({
      ...{ worked_at: null, attempts: triesUntilTold, error: 'UnreadableOperation', result: null },
    })
    const seen = (state: string) =>
      until(
        () => contradictionsOf(notice.id),
        (rows) => rows[0]?.state === state,
      )
    const said = { kind: 'not_understood', they_say: 'not worked: UnreadableOperation' }
    expect(await seen('OPEN')).toMatchObject([said])
    expect((await read(id)).status).toBe('AUTHORIZED')
    const again = () => asAdmin('update processor_notification set next_attempt_at = now() where id = $1', [notice.id])
    await again()
    await until(
      () => keptOf(notice.id),
      (row) => row?.attempts === triesUntilTold + 1,
    )
    expect(await until(secondsLeft, (left) => (left ?? 0) > 3_601)).toBeGreaterThan(86_000)
    await mend(job)
    await again()
    expect(await becomes(id, 'SETTLEMENT_REQUESTED')).toMatchObject({ captured_amount: 4_000 })
    // Nobody has to look any more.
    expect(await seen('WITHDRAWN')).toMatchObject([said])
  })
})

describe('words of a processor that nobody may keep', () => {
  it('do not keep the outcome from being written', async () => {
    const id = await awaiting()
    const reason = `the card 4111 1111 1111 1111 was refused ${'x'.repeat(100)}`
    expect(await notify('payment', ofPayment(id, 'DECLINED', { reason }))).toBe(204)
    const row = await read(id)
    expect(row.status).toBe('DECLINED')
    expect(row.status_reason).toContain('411111••••••1111')
  })
})

describe('a chargeback', () => {
  const chargebacks = (id: string) =>
    kontor.databases.provider.selectFrom('chargeback').selectAll().where('transaction_id', '=', id).execute()
  const refund = async (id: string, amount: number) =>
    (await kontor.post(owner, `/v1/transaction/${id}/refund`, { amount })).body
  const opened = async (): Promise<{ id: string; external: string }> => {
    const { id } = await pay({ card_token: 'test_chargeback' })
    const [row] = await until(
      () => chargebacks(id),
      (rows) => rows.length > 0,
    )
    expect(row).toMatchObject({ status: 'OPEN', amount: 5_000, reason: 'fraud_card_absent', reason_code: '10.4' })
    return { id, external: row?.processor_id_external ?? '' }
  }
  const resolve = (external: string, status: string) =>
    fetch(`${kontor.sandboxUrl}/v1/chargebacks/${external}/resolve`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credential.api_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status }),
    })
  const moves = async (id: string, external: string, status: string) => {
    await resolve(external, status)
    await until(
      () => chargebacks(id),
      ([row]) => row?.status === status,
    )
  }

  it('is opened after the settlement and blocks refunds until it is won', async () => {
    const { id, external } = await opened()
    expect((await refund(id, 100)).code).toBe('refund_blocked_by_chargeback')
    await moves(id, external, 'IN_DISPUTE')
    expect((await refund(id, 100)).code).toBe('refund_blocked_by_chargeback')
    await moves(id, external, 'WON')
    expect((await refund(id, 100)).status).toBe('PROCESSED')
  })

  it('that is decided ends the answer to it that is parked, and leaves a parked capture to a person', async () => {
    const { id, external } = await opened()
    const [row] = await chargebacks(id)
    const answer = await park(id, 'accept', row?.id ?? null)
    const capture = await park(id, 'capture', null)
    await notify('chargeback', {
      ...{ id: external, payment_id: 'p', reference: id, reason: 'r', reason_code: '1', status: 'OPEN', ...money },
    })
    expect(await isOver(answer)).toBe(false)
    await moves(id, external, 'LOST')
    expect([await isOver(answer), await isOver(capture)]).toEqual([true, false])
  })

  it('blocks refunds for ever when it is lost', async () => {
    const { id, external } = await opened()
    await moves(id, external, 'LOST')
    expect((await refund(id, 100)).code).toBe('refund_blocked_by_chargeback')
  })

  it('blocks nothing once it is cancelled', async () => {
    const { id, external } = await opened()
    await moves(id, external, 'CANCELLED')
    expect((await refund(id, 100)).status).toBe('PROCESSED')
  })

  it.each([
    [['OPEN', 'WON', 'IN_DISPUTE'], 'WON'],
    [['IN_DISPUTE', 'OPEN', 'LOST'], 'LOST'],
    [['CANCELLED', 'OPEN', 'IN_DISPUTE'], 'CANCELLED'],
    [['LOST', 'WON', 'OPEN'], 'LOST'],
  ])('reported as %j ends as %s, and is one', async (statuses, end) => {
    const { id } = await pay()
    const external = `chb_${randomUUID()}`
    for (const status of statuses) {
      const data = { id: external, payment_id: 'p', reference: id, reason: 'r', reason_code: '1', status, ...money }
      expect(await notify('chargeback', data)).toBe(204)
    }
    expect((await chargebacks(id)).map((row) => row.status)).toEqual([end])
  })

  it('that ends otherwise than it had ended stays as it was, and is a contradiction', async () => {
    const { id } = await pay()
    const external = `chb_${randomUUID()}`
    const say = (status: string, notice: Notice = {}) =>
      notify(
        'chargeback',
        { id: external, payment_id: 'p', reference: id, reason: 'r', reason_code: '1', status, ...money },
        notice,
      )
    for (const status of ['OPEN', 'WON', 'WON']) expect(await say(status)).toBe(204)
    const notice = newNotice()
    for (const _ of [1, 2]) await say('LOST', notice)
    expect((await chargebacks(id)).map((row) => row.status)).toEqual(['WON'])
    expect(await keptOf(notice.id)).toMatchObject({ result: 'contradicts' })
    const said = kontor.databases.provider.selectFrom('contradiction').selectAll().where('transaction_id', '=', id)
    expect(await said.execute()).toMatchObject([
      { kind: 'chargeback', state: 'OPEN', we_say: 'WON', they_say: 'LOST', about: external },
    ])
  })

  it('with another amount than before changes nothing and is for a person: not all of it may have come back', async () => {
    const { id, external } = await opened()
    const data = { id: external, payment_id: 'p', reference: id, reason: 'r', reason_code: '1' }
    const less = { amount: 3_000, currency_code: money.currency_code }
    expect(await notify('chargeback', { ...data, ...less, status: 'WON' })).toBe(204)
    expect((await chargebacks(id)).map((row) => row.status)).toEqual(['OPEN'])
    const said = kontor.databases.provider.selectFrom('contradiction').selectAll().where('transaction_id', '=', id)
    expect(await said.execute()).toMatchObject([
      { kind: 'chargeback', state: 'OPEN', we_say: 'OPEN', they_say: 'WON', our_amount: 5_000, their_amount: 3_000 },
    ])
    expect(await notify('chargeback', { ...data, ...money, status: 'WON' })).toBe(204)
    expect((await chargebacks(id)).map((row) => row.status)).toEqual(['WON'])
  })

  it('of a payment that has no money, or of more than it took and others left, takes nothing and is for a person', async () => {
    const say = (reference: string, id: string, status: string, more: object = {}) =>
      notify('chargeback', {
        ...{ id, payment_id: 'p', reference, reason: 'r', reason_code: '1', status, ...money, ...more },
      })
    const said = async (id: string) =>
      kontor.databases.provider.selectFrom('contradiction').selectAll().where('transaction_id', '=', id).execute()
    const declined = (await pay({ card_token: 'test_declined' })).id
    const held = (await pay({ capture: false })).id
    const gone = (await pay()).id
    await reportOutcome(kontor, shop.merchant, gone, 'authorize', undone)
    for (const id of [declined, held, gone]) {
      expect(await say(id, `chb_${randomUUID()}`, 'OPEN')).toBe(204)
      expect(await chargebacks(id)).toEqual([])
      expect(await said(id)).toMatchObject([{ kind: 'chargeback', our_amount: 0, their_amount: 5_000 }])
    }
    const { id } = await pay()
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
    await say(id, first, 'OPEN', { amount: 3_000 })
    for (const one of [second, third]) await say(id, one, 'OPEN', { amount: 2_001 })
    expect((await chargebacks(id)).map((row) => row.amount)).toEqual([3_000])
    expect(await said(id)).toMatchObject([
      { about: second, we_say: expect.any(String), our_amount: 2_000, their_amount: 2_001 },
      { about: third },
    ])
    await say(id, second, 'OPEN', { amount: 2_000 })
    // What was won came back, and can be charged back once more.
    for (const status of ['IN_DISPUTE', 'WON']) await say(id, first, status, { amount: 3_000 })
    await say(id, third, 'OPEN', { amount: 3_000 })
    expect((await chargebacks(id)).map((row) => [row.amount, row.status]).sort()).toEqual([
      [2_000, 'OPEN'],
      [3_000, 'OPEN'],
      [3_000, 'WON'],
    ])
    // Booked, they are no longer a person's to settle with the shop.
    expect((await said(id)).map(({ state }) => state)).toEqual(['WITHDRAWN', 'WITHDRAWN'])
  })

  it('of more than there was is withdrawn once it took nothing, and booked no more after a person ended it', async () => {
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const say = (reference: string, id: string, status: string, amount = 5_000) =>
      notify('chargeback', {
        ...{ id, payment_id: 'p', reference, reason: 'r', reason_code: '1', status, ...money, amount },
      })
    const said = async (id: string) => (await kontor.get(staff, `/v1/psp/contradiction?transaction=${id}`)).body
    const end = async (id: string) => {
      const [{ id: row }] = await said(id)
      const note = { note: 'Settled with the shop by a charge' }
      expect((await kontor.post(staff, `/v1/psp/contradiction/${row}/close`, note)).status).toBe(200)
    }
    const { id: won } = await pay()
    for (const status of ['OPEN', 'IN_DISPUTE', 'WON']) await say(won, `${won} won`, status, 6_000)
    expect(await said(won)).toMatchObject([{ state: 'WITHDRAWN' }])

    const { id } = await pay({ capture: false })
    await say(id, `${id} settled`, 'OPEN', 6_000)
    await kontor.post(owner, `/v1/transaction/${id}/capture`)
    await say(id, `${id} settled`, 'LOST', 6_000)
    expect(await said(id)).toMatchObject([{ they_say: 'LOST', our_amount: 5_000 }])
    await end(id)
    await say(id, `${id} settled`, 'LOST', 6_000)
    expect(await said(id)).toMatchObject([{ state: 'CLOSED' }])
    await say(id, `${id} settled`, 'WON', 6_000)
    expect(await said(id)).toMatchObject([{ state: 'OPEN', they_say: 'WON', our_amount: 0 }])
    await end(id)
    await say(id, `${id} settled`, 'OPEN', 5_000)
    expect(await said(id)).toContainEqual(
      expect.objectContaining({ state: 'OPEN', their_amount: 5_000, our_amount: 0 }),
    )
    expect(await chargebacks(id)).toEqual([])
  })

  it('of nothing, of other money, or that belongs to another payment changes nothing', async () => {
    const { id, external } = await opened()
    const { id: innocent } = await pay()
    const data = { id: external, payment_id: 'p', reference: innocent, reason: 'r', reason_code: '1', ...money }
    expect(await notify('chargeback', { ...data, status: 'LOST' })).toBe(204)
    expect(await notify('chargeback', { ...data, id: 'new', status: 'OPEN', amount: 0 })).toBe(204)
    expect(await notify('chargeback', { ...data, id: 'new', status: 'OPEN', currency_code: 'USD' })).toBe(204)
    expect(await chargebacks(innocent)).toEqual([])
    expect((await chargebacks(id)).map((row) => row.status)).toEqual(['OPEN'])
  })
})
