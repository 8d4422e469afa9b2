import { middlewareQuestion } from '@kontor/contract/middleware/middleware.message'
import { silentUntilPause } from '@kontor/contract/middleware/middleware.rules'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { wrongAttempts, wrongSteps, wrongSums } from '../../../test/books.ts'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { type Answer, openReceiver, type Receiver } from '../../../test/receiver.ts'
import { startServerProcess } from '../../../test/server-process.ts'
import { type Attempts, openAttempts } from '../../../test/signing-in/attempts.ts'
import { middlewareSecret } from '../../middleware/middleware-secret.ts'

let kontor: TestApp
let receiver: Receiver
let shop: MadeMerchant
let owner: string
let staff: string
let db: Attempts

beforeAll(async () => {
  kontor = await startTestApp({ webhooks: { allowPrivate: true, poll_ms: 30, waits_ms: [30], timeout_ms: 1_000 } })
  receiver = await openReceiver()
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  db = await openAttempts(kontor, (await kontor.make.merchant()).merchant)
})
afterAll(async () => {
  receiver.close()
  await db.close()
  await kontor.stop()
})
beforeEach(async () => {
  shop = await kontor.make.merchant()
  await kontor.connect(shop.merchant)
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  says(() => ({ decision: 'none' }))
})

/** What each path of the receiver answers. */
const says = (answer: (path: string) => object | Answer) =>
  receiver.answers(({ path }) => {
    const said = answer(path)
    if (typeof said !== 'object' || 'status' in said) return said as Answer
    return { status: 200, body: JSON.stringify(said) }
  })
type Given = Parameters<typeof kontor.make.middleware>[1]
/** The sandbox may settle it before it is read. */
const paid = expect.stringMatching(/^SETTLEMENT_/)
let count = 0
/** A middleware of the shop at a path of its own. */
async function place(given: Given = {}) {
  const path = `/asked-${++count}`
  const id = await kontor.make.middleware(shop.merchant, {
    ...{ url: receiver.url(path), time_limit_ms: 1_000, profiles: [shop.profile] },
    ...given,
  })
  return { id, path, heard: () => receiver.heard.filter((each) => each.path === path) }
}
const order = (given: object = {}) => ({
  ...{ payment_profile: shop.profile, amount: 2_500, payment_product: 'card', card_token: 'test_visa' },
  ...{ merchant_reference: 'Order 1', ...given },
})
const pay = async (given: object = {}) => (await kontor.post(owner, '/v1/transaction', order(given))).body
const timeline = async (id: string, who = owner) => (await kontor.get(who, `/v1/transaction/${id}/events`)).body
const callsOf = async (id: string, who = owner) =>
  (await timeline(id, who)).filter(({ kind }: { kind: string }) => kind === 'middleware_call')
const processorCalls = async (id: string) =>
  (await timeline(id)).filter(({ kind }: { kind: string }) => kind === 'processor_call')
const decisions = async (id: string) =>
  (await callsOf(id)).map((each: { from_status: string; to_status: string }) => [each.from_status, each.to_status])
const expectBooks = async () => {
  for (const wrong of [wrongSums, wrongSteps, wrongAttempts])
    expect(await wrong(kontor.databases.provider, shop.merchant)).toEqual([])
}
const health = async (id: string) => (await kontor.get(staff, `/v1/middleware/${id}/setup`)).body

describe('a payment of a shop with middleware', () => {
  it('goes to its processor after the middleware was asked, by a signed question without card data', async () => {
    const { id, heard } = await place()
    const customer = await kontor.make.customer(shop.merchant)
    const payment = await pay({ customer })
    expect(payment.status).toEqual(paid)
    const [asked, ...more] = heard()
    expect(more).toEqual([])
    const secret = middlewareSecret(kontor.database.masterKey, {
      ...{ merchant_id: shop.merchant, id, secret_version: 1 },
    })
    const question = new Webhook(secret).verify(asked?.body ?? '', asked?.headers ?? {})
    expect(middlewareQuestion.strict().parse(question)).toEqual(question)
    expect(question).toMatchObject({ data: { id: payment.id, amount: 2_500, currency_code: 'EUR', customer } })
    expect(asked?.body).not.toContain('test_visa')
    expect(asked?.headers['webhook-id']).toBe(`${payment.id}:${id}`)
    expect(await decisions(payment.id)).toEqual([['none', 'went_on']])
    await expectBooks()
  })

  it('that is blocked reaches no processor, and says why', async () => {
    await place()
    says(() => ({ decision: 'block', reason: 'Too good to be true' }))
    const payment = await pay()
    expect(payment).toMatchObject({ status: 'CANCELLED', status_reason: 'middleware', blocked: true, processor: null })
    expect(await processorCalls(payment.id)).toEqual([])
    expect(await callsOf(payment.id)).toMatchObject([
      { from_status: 'block', to_status: 'refused', reason: 'Too good to be true', call: null },
    ])
    const job = await db.rows('select done_at is not null as done, request_sealed from outbox where id = $1', [
      payment.id,
    ])
    expect(job).toEqual([{ done: true, request_sealed: null }])
    const { body } = await kontor.get(owner, `/v1/transaction?blocked=true&id=${payment.id}`)
    expect(body).toHaveLength(1)
    await expectBooks()
  })

  it('that is tagged carries the tag of the merchant, and goes on', async () => {
    const tag = await kontor.make.tag(shop.merchant, { text: 'Look twice' })
    await place()
    says(() => ({ decision: 'tag', tag: 'Look twice', reason: 'New address' }))
    const payment = await pay()
    expect(payment).toMatchObject({ status: paid, tags: [tag] })
    expect(await callsOf(payment.id)).toMatchObject([{ from_status: 'tag', reason: 'Look twice: New address' }])
  })

  it('goes on without a tag that the merchant does not have', async () => {
    await place()
    says(() => ({ decision: 'tag', tag: 'Nobody knows it' }))
    expect(await pay()).toMatchObject({ status: paid, tags: [] })
  })

  it('sends its payer to the bank where 3-D Secure is demanded, and asks who comes after', async () => {
    const [, after] = [await place(), await place()]
    says((path) => ({ decision: path === after.path ? 'none' : '3dSecure', reason: 'Unusual hour' }))
    const payment = await pay({ return_url: 'https://shop.example/thanks' })
    expect(payment.redirect_url).toMatch(/^https?:/)
    expect(await callsOf(payment.id)).toMatchObject([
      { from_status: '3dSecure', to_status: 'went_on', reason: 'Unusual hour' },
      { from_status: 'none', to_status: 'went_on' },
    ])
    // A further try of the order reads it from there, and asks nobody again.
    const [{ demand } = {}] = await db.rows("select payload ->> 'three_d_secure' as demand from outbox where id = $1", [
      payment.id,
    ])
    expect(demand).toBe('required')
    await expectBooks()
  })

  it('goes on where nobody can be sent to a bank, and its timeline says that it was demanded', async () => {
    await place()
    says(() => ({ decision: '3dSecure' }))
    const withoutPayer = await pay()
    expect(withoutPayer.status).toEqual(paid)
    expect(await decisions(withoutPayer.id)).toEqual([['impossible', 'went_on']])
  })

  it('asks in the order of the shop, and nobody after a block', async () => {
    const [first, second, third] = [await place(), await place(), await place()]
    says((path) => ({ decision: path === second.path ? 'block' : 'none' }))
    const payment = await pay()
    expect(payment.status).toBe('CANCELLED')
    expect([first, second, third].map(({ heard }) => heard().length)).toEqual([1, 1, 0])
    expect(await decisions(payment.id)).toEqual([
      ['none', 'went_on'],
      ['block', 'refused'],
    ])
  })

  it('asks none that is switched off', async () => {
    const { heard } = await place({ active: false })
    expect((await pay()).status).toEqual(paid)
    expect(heard()).toEqual([])
  })

  it('shows its calls masked to the provider, and only the decision to the merchant', async () => {
    await place()
    says(() => ({ decision: 'none', reason: 'card 4111111111111111 of a@shop.example' }))
    const { id } = await pay()
    const [ofMerchant] = await callsOf(id)
    const [ofStaff] = await callsOf(id, staff)
    expect(ofMerchant).toMatchObject({ call: null, reason: 'card 411111••••••1111 of •••' })
    expect(ofStaff.call).toMatchObject({ method: 'POST', response_code: 200, url: expect.stringContaining('/asked-') })
    expect(JSON.stringify(ofStaff)).not.toMatch(/4111111111111111|a@shop.example|whsec_/)
  })
})

const silences: [string, Answer, string][] = [
  ['does not answer in time', 'hang', 'timeout'],
  ['hangs up', 'reset', 'no_answer'],
  ['answers with an error', 500, 'status'],
  ['leads elsewhere', { status: 302, headers: { location: 'https://kontor.example' } }, 'status'],
  ['answers no JSON', { status: 200, body: 'fine by me' }, 'unreadable'],
  ['answers an unknown decision', { status: 200, body: '{"decision":"approve"}' }, 'unreadable'],
  ['adds what nobody asked for', { status: 200, body: '{"decision":"none","score":1}' }, 'unreadable'],
  ['tags without a tag', { status: 200, body: '{"decision":"tag"}' }, 'unreadable'],
  ['answers without end', { status: 200, body: `{"decision":"none"}${' '.repeat(100_000)}` }, 'too_long'],
  ['answers half', { status: 200, headers: { 'content-length': '500' }, body: '{"decision":"none"}' }, 'timeout'],
]

describe('a middleware that', () => {
  it.each(silences)('%s is silent: the payment goes on, and says so', async (_what, answer, problem) => {
    const { id } = await place({ time_limit_ms: 150 })
    says(() => answer)
    const payment = await pay()
    expect(payment.status).toEqual(paid)
    expect(await callsOf(payment.id)).toMatchObject([{ from_status: 'silent', to_status: 'went_on', reason: problem }])
    expect(await health(id)).toMatchObject({ silent_in_row: 1, last_problem: problem, paused_until: null })
  })

  it.each(silences)('%s refuses the payment where the provider chose so', async (_what, answer) => {
    await place({ time_limit_ms: 150, when_silent: 'refuse' })
    says(() => answer)
    const payment = await pay()
    expect(payment).toMatchObject({ status: 'CANCELLED', status_reason: 'middleware_silent', blocked: true })
    expect(await processorCalls(payment.id)).toEqual([])
    await expectBooks()
  })

  it('is not there is silent', async () => {
    await place({ url: 'http://127.0.0.1:9/nobody' })
    const refused = await pay()
    expect([refused.status, (await callsOf(refused.id))[0]?.from_status]).toEqual([paid, 'silent'])
  })

  it('answers with bytes that no database stores keeps no payment from being written', async () => {
    await place()
    says(() => ({ status: 200, body: JSON.stringify({ decision: 'tag', tag: 'a\0b', reason: '\ud800' }) }))
    const payment = await pay()
    expect([payment.status, (await callsOf(payment.id))[0]?.from_status]).toEqual([paid, 'silent'])
  })
})

describe('a middleware that is silent several times in a row', () => {
  it('is paused, which counts as silent, and is asked again afterwards', async () => {
    const { id, heard } = await place({ time_limit_ms: 100, when_silent: 'refuse' })
    says(() => 500)
    for (let at = 0; at < silentUntilPause; at += 1) await pay()
    expect(await health(id)).toMatchObject({ silent_in_row: silentUntilPause, paused_until: expect.any(String) })
    says(() => ({ decision: 'none' }))
    const skipped = await pay()
    expect(skipped).toMatchObject({ status: 'CANCELLED', status_reason: 'middleware_silent' })
    expect(await decisions(skipped.id)).toEqual([['skipped', 'refused']])
    expect(heard()).toHaveLength(silentUntilPause)
    await db.rows(`update middleware set paused_until = now() - interval '1 second' where id = $1`, [id])
    expect((await pay()).status).toEqual(paid)
    expect(await health(id)).toMatchObject({ silent_in_row: 0, paused_until: null })
    await expectBooks()
  })

  it('is paused again by one more silent call', async () => {
    const { id } = await place({ time_limit_ms: 100 })
    says(() => 500)
    await Promise.all(Array.from({ length: silentUntilPause + 2 }, () => pay()))
    await db.rows(`update middleware set paused_until = now() - interval '1 second' where id = $1`, [id])
    await pay()
    expect((await health(id)).paused_until).not.toBeNull()
  })

  it('is asked at once when it is switched on again', async () => {
    const { id, heard } = await place()
    await db.rows(`update middleware set silent_in_row = 9, paused_until = now() + interval '1 hour' where id = $1`, [
      id,
    ])
    await kontor.post(staff, `/v1/middleware/${id}/activate`)
    await pay()
    expect(heard()).toHaveLength(1)
  })
})

describe('an address in a private network', () => {
  it('is not called, by a payment or by a trial', async () => {
    const guarded = await startServerProcess(kontor.database, { KONTOR_NOTIFY_PRIVATE: 'false' })
    try {
      const { id, heard } = await place({ when_silent: 'refuse' })
      const response = await fetch(`${guarded.url}/v1/transaction`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: owner },
        body: JSON.stringify(order()),
      })
      const payment = (await response.json()) as { id: string; status: string }
      expect(payment.status).toBe('CANCELLED')
      expect((await callsOf(payment.id))[0]).toMatchObject({ from_status: 'silent', reason: 'address_refused' })
      const tried = await fetch(`${guarded.url}/v1/middleware/${id}/try`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json', cookie: staff }, body: '{}' },
      })
      expect(await tried.json()).toMatchObject({ problem: 'address_refused', response_code: 0 })
      expect(heard()).toEqual([])
    } finally {
      await guarded.kill()
    }
  })
})

describe('a process that is killed', () => {
  it('while it waits for an answer leaves the question to another, which asks under the same id and keeps what was decided', async () => {
    const killed = await startServerProcess(kontor.database, { KONTOR_NOTIFY_PRIVATE: 'true' })
    const [first, second] = [await place({ time_limit_ms: 5_000 }), await place({ time_limit_ms: 5_000 })]
    says((path) => (path === second.path ? 'hang' : { decision: 'none' }))
    const asking = fetch(`${killed.url}/v1/transaction`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: owner },
      body: JSON.stringify(order()),
    }).catch(() => undefined)
    await until(
      async () => second.heard(),
      ({ length }) => length === 1,
    )
    await killed.kill()
    await asking
    // What the first one said is written down: it is not asked again, and may not overrule itself.
    says((path) => ({ decision: path === second.path ? 'none' : 'block' }))
    const [payment] = await db.rows('select id from transaction where payment_profile_id = $1', [shop.profile])
    const id = String(payment?.['id'])
    await db.rows(`update outbox set leased_until = null, next_attempt_at = now() where id = $1`, [id])
    const read = async () => (await kontor.get(owner, `/v1/transaction/${id}`)).body
    await until(read, ({ status }) => status.startsWith('SETTLEMENT_'))
    expect(second.heard().map(({ headers, body }) => [headers['webhook-id'], body])).toEqual([
      [`${id}:${second.id}`, second.heard()[0]?.body],
      [`${id}:${second.id}`, second.heard()[0]?.body],
    ])
    expect([first.heard().length, await decisions(id)]).toEqual([
      1,
      [
        ['none', 'went_on'],
        ['none', 'went_on'],
      ],
    ])
    // It was never sent before, so nobody had to ask the processor what became of it.
    expect((await processorCalls(id)).map(({ call }: { call: { operation: string } }) => call.operation)).toEqual([
      'authorize',
    ])
    await expectBooks()
  })
})

describe('a payment that waits for its middleware', () => {
  const payment = async () =>
    String((await db.rows('select id from transaction where payment_profile_id = $1', [shop.profile]))[0]?.['id'])
  /** Begins a payment, and gives its id once the middleware was asked. */
  const begun = async (heard: () => unknown[], given: object = {}) => {
    const paying = kontor.post(owner, '/v1/transaction', order(given))
    await until(
      async () => heard(),
      ({ length }) => length === 1,
    )
    return { id: await payment(), paying }
  }

  it('is given up, and asks nobody, after its payer has left', async () => {
    const [first, second] = [await place({ time_limit_ms: 5_000 }), await place()]
    const read = async () => (await kontor.get(owner, `/v1/transaction?payment_profile=${shop.profile}`)).body[0]
    // The first one answers when another try has ended the payment: whichever of the two tries is the quicker one.
    receiver.answers(async () => {
      await db.rows(
        `update outbox set created_at = created_at - interval '61 minutes', leased_until = null, next_attempt_at = now()
          where id = $1`,
        [await payment()],
      )
      await until(read, (row) => row.status === 'FAILED')
      return { status: 200, body: JSON.stringify({ decision: 'none' }) }
    })
    await kontor.post(owner, '/v1/transaction', order())
    const { status, status_reason } = await read()
    expect([status, status_reason]).toEqual(['FAILED', 'payer_gone'])
    expect([first.heard().length, second.heard().length]).toEqual([1, 0])
    await expectBooks()
  })

  it('asks nobody further once it ended meanwhile', async () => {
    const [first, second] = [await place({ time_limit_ms: 1_000 }), await place()]
    says((path) => (path === first.path ? 'hang' : { decision: 'none' }))
    const { id, paying } = await begun(first.heard)
    await db.rows(`update transaction set status = 'CANCELLED', status_reason = 'by_merchant' where id = $1`, [id])
    await paying
    expect(second.heard()).toEqual([])
  })

  it('is asked about with its payer again after its order could not be sent', async () => {
    const processor = await kontor.make.processor(shop.merchant, { url: 'http://127.0.0.1:9' })
    shop = { ...shop, profile: await kontor.make.profile(shop.merchant, { processors: [processor] }) }
    await place()
    const { id: middleware, heard } = await place({ active: false })
    const customer = await kontor.make.customer(shop.merchant, { email_address: 'payer@shop.example' })
    const { id } = (await kontor.post(owner, '/v1/transaction', order({ customer }), { prefer: 'respond-async' })).body
    await until(
      () => db.rows('select from outbox where id = $1 and request_sealed is not null and leased_until is null', [id]),
      ({ length }) => length === 1,
    )
    // The state that a try leaves which reached nobody; the middleware was switched off during that try alone.
    await kontor.post(staff, `/v1/middleware/${middleware}/activate`)
    await db.rows(
      `update outbox set next_attempt_at = now(), uncertain = false, first_sent_at = null,
          payload = payload || jsonb_build_object('middleware', array[$2::text])
        where id = $1`,
      [id, middleware],
    )
    await until(
      async () => heard(),
      ({ length }) => length === 1,
    )
    expect(JSON.parse(heard()[0]?.body ?? '')).toMatchObject({ data: { email: 'payer@shop.example' } })
  })
})

describe('two tries of one payment', () => {
  it('write one decision down: that of the later one', async () => {
    const { heard } = await place({ time_limit_ms: 2_000 })
    let isFirst = true
    says(() => {
      const answer = isFirst ? 'hang' : { decision: 'block' }
      isFirst = false
      return answer
    })
    const paying = kontor.post(owner, '/v1/transaction', order())
    await until(
      async () => heard(),
      ({ length }) => length === 1,
    )
    const [payment] = await db.rows('select id from transaction where payment_profile_id = $1', [shop.profile])
    const id = String(payment?.['id'])
    // The first try is taken for dead.
    await db.rows(`update outbox set leased_until = null, next_attempt_at = now() where id = $1`, [id])
    await until(
      async () => heard(),
      ({ length }) => length === 2,
    )
    await paying
    const read = async () => (await kontor.get(owner, `/v1/transaction/${id}`)).body
    await until(read, ({ status }) => status === 'CANCELLED')
    expect(await decisions(id)).toEqual([['block', 'refused']])
    expect(await processorCalls(id)).toEqual([])
    await expectBooks()
  })
})
