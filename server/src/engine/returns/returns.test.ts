import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payerAway } from '../../../test/gateways/payer-away.ts'
import { type TestApp, until } from '../../../test/harness.ts'
import type { LossyProcessor } from '../../../test/lossy-processor.ts'
import { expectRightBooks, type LossyKontor, makeLossyShop, startLossyKontor } from '../../../test/lossy-shop.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import type { Gateway } from '../../processors/gateway.ts'
import { gateways, namesOfReturns } from '../../processors/gateways.ts'
import type { Knowing, OrderKind } from '../../processors/manifest.ts'
import { sandboxGateway } from '../../processors/sandbox/sandbox-gateway.ts'
import { payerToken } from './return-address.ts'
import { whatCameAlong } from './what-came-along.ts'

let lossy: LossyKontor
let kontor: TestApp
let line: LossyProcessor
let owner: pg.Client
let store: pg.Client
let shop: MadeMerchant
let user: string
let staff: string
let profile: string
const logged: string[] = []

beforeAll(async () => {
  const logger = { level: 'info', stream: { write: (text: string) => void logged.push(text) } }
  lossy = await startLossyKontor({ logger })
  ;({ kontor, line, owner, store } = lossy)
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(() => lossy.stop())
beforeEach(async () => {
  ;({ shop, user, profile } = await makeLossyShop(lossy))
})
afterEach(async () => {
  gateways.splice(0, 1, sandboxGateway)
  await expectRightBooks(lossy, shop)
})

const shopPage = 'https://shop.example/thanks?order=1'
interface Redirected {
  id: string
  redirect_url: string
}
const pay = async (given: object = {}): Promise<Redirected> => {
  const order = { payment_profile: profile, amount: 5_000, payment_product: 'card', merchant_reference: 'Order 1' }
  const more = { card_token: 'test_3ds_resume', return_url: shopPage, ...given }
  const { status, body } = await kontor.post(user, '/v1/transaction', { ...order, ...more })
  expect(status).toBe(201)
  line.arrived.splice(0)
  return body
}
/** The payer decides at his bank. Gives the address to which the bank sends him, here at the server of the test. */
async function decide({ redirect_url }: Redirected, choice = 'authenticate'): Promise<string> {
  const url = new URL(redirect_url)
  const page = await fetch(`${url.origin}${url.pathname}/${choice}${url.search}`, { method: 'POST' })
  const text = (await page.text()).replaceAll('&#38;', '&')
  const back = /url=(.*)$/.exec(page.headers.get('refresh') ?? '')?.[1] ?? /action="([^"]+)"/.exec(text)?.[1] ?? ''
  const value = /name="redirectResult" value="([^"]+)"/.exec(text)?.[1]
  return here(back) + (value ? `#${value}` : '')
}
const here = (address: string) => address.replace('http://localhost:4000', kontor.url)
/** Where the browser goes on to. */
async function come(address: string, form?: Record<string, string>) {
  const sent = form && { method: 'POST', body: new URLSearchParams(form) }
  const reply = await fetch(address, { redirect: 'manual', ...sent })
  return { status: reply.status, to: reply.headers.get('location'), headers: reply.headers }
}
const read = async (id: string) => (await kontor.get(user, `/v1/transaction/${id}`)).body
const becomes = (id: string, status: string) =>
  until(
    () => read(id),
    (row) => row.status === status,
  )
const isPaid = (id: string) =>
  until(
    () => read(id),
    ({ status }) => status === 'SETTLEMENT_REQUESTED' || status === 'SETTLEMENT_COMPLETED',
  )
/** The resumptions of a payment that arrived. Those of earlier tests may still be under way. */
const resumes = ({ redirect_url }: Redirected) => {
  const external = new URL(redirect_url).pathname.split('/').at(-1) ?? ''
  return line.arrived.filter(({ path, body }) => path === '/v1/resumes' && body.includes(external))
}
const jobsOf = async (id: string) =>
  (await owner.query(`select * from outbox where transaction_id = $1 and topic = 'processor.resume' order by id`, [id]))
    .rows
const returnsOf = async (id: string) =>
  (await owner.query('select * from payment_return where operation_id = $1', [id])).rows
const tried = (id: string, times: number) =>
  until(
    async () => (await jobsOf(id))[0],
    (row) => row !== undefined && row.attempts >= times && row.leased_until === null,
  )
const operations = async (kind: string, of: string) =>
  (
    await store.query(
      `select o.* from operation o join payment p on p.account = o.account and p.id = o.payment_id
       where o.kind = $1 and p.reference = $2`,
      [kind, of],
    )
  ).rows
const stuck = async (transaction: string) =>
  (await kontor.get(staff, `/v1/psp/stuckoperation?transaction=${transaction}`)).body

describe('a payer who comes back from his bank', () => {
  it('makes the payment go on, and is sent on to the shop (check 16)', async () => {
    const payment = await pay()
    const address = await decide(payment)
    expect(new URL(address).pathname).toMatch(/^\/pay\/return\/[\w-]{64}$/)
    expect((await read(payment.id)).status).toBe('INITIATED')
    const { status, to, headers } = await come(address)
    expect([status, to]).toEqual([303, shopPage])
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect((await read(payment.id)).status).toBe('SETTLEMENT_REQUESTED')
    expect(resumes(payment)).toHaveLength(1)
    const { rows } = await owner.query(`select topic from outbox where transaction_id = $1 and done_at is null`, [
      payment.id,
    ])
    expect(rows).toEqual([])
  })

  it('may come by POST, and his form counts (check 16)', async () => {
    const payment = await pay({ card_token: 'test_3ds_resume_by_form' })
    const [address = '', redirectResult = ''] = (await decide(payment)).split('#')
    expect(await come(`${address}?redirectResult=other`, { redirectResult })).toMatchObject({
      status: 303,
      to: shopPage,
    })
    expect((await read(payment.id)).status).toBe('SETTLEMENT_REQUESTED')
  })

  it('may have said no', async () => {
    const payment = await pay()
    await come(await decide(payment, 'cancel'))
    expect(await read(payment.id)).toMatchObject({ status: 'CANCELLED', status_reason: 'cancelled_by_payer' })
  })

  it('changes nothing by coming twice, one after the other or at once, or when all is over (check 16)', async () => {
    const payment = await pay()
    const address = await decide(payment)
    const both = await Promise.all([come(address), come(address), come(address)])
    expect(both.map(({ to }) => to)).toEqual([shopPage, shopPage, shopPage])
    await becomes(payment.id, 'SETTLEMENT_REQUESTED')
    expect(await come(address)).toMatchObject({ status: 303, to: shopPage })
    expect(await come(`${address}&more=1`)).toMatchObject({ status: 303, to: shopPage })
    expect(await jobsOf(payment.id)).toHaveLength(1)
    expect(await operations('resume', payment.id)).toHaveLength(1)
  })

  it('brings what counts although somebody opened the address before, even while that is under way', async () => {
    const payment = await pay()
    const address = await decide(payment)
    const [bare = ''] = address.split('?')
    line.let('not_begun', 'not_begun')
    await Promise.all([come(bare), come(`${bare}?utm=1`)])
    await come(address)
    await becomes(payment.id, 'SETTLEMENT_REQUESTED')
    expect(await operations('payment', payment.id)).toHaveLength(1)
    expect((await returnsOf(payment.id)).map(({ sealed }) => sealed)).toEqual([null, null, null])
  })

  it('need not come: the payment stays open for a day, and is abandoned then (check 16)', async () => {
    const payment = await pay()
    await decide(payment)
    await payerAway(kontor, payment.id, 23)
    await until(
      async () => (await owner.query('select attempts from outbox where id = $1', [payment.id])).rows[0].attempts,
      (attempts) => attempts > 1,
    )
    expect(await read(payment.id)).toMatchObject({ status: 'INITIATED' })
    expect(await jobsOf(payment.id)).toEqual([])
    await payerAway(kontor, payment.id, 25)
    expect(await becomes(payment.id, 'ABANDONED')).toMatchObject({ status_reason: 'payer_gone' })
  })

  it('is only sent on by a gateway whose payments go on by themselves', async () => {
    const { resume: _, ...withoutResume } = sandboxGateway
    gateways.splice(0, 1, withoutResume)
    const payment = await pay({ card_token: 'test_3ds_required' })
    expect(await come(await decide(payment))).toMatchObject({ status: 303, to: shopPage })
    expect(await returnsOf(payment.id)).toEqual([])
  })

  it('asks a HEAD for nothing, and no page can be made to write by it', async () => {
    const payment = await pay()
    const address = await decide(payment)
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(404)
    expect(await returnsOf(payment.id)).toEqual([])
  })
})

describe('a payer whose bank wants a form', () => {
  it('is sent there by a page that sends these fields and nothing else, and comes back', async () => {
    const payment = await pay({ card_token: 'test_3ds_form' })
    expect(payment.redirect_url).toMatch(/^http:\/\/localhost:4000\/pay\/action\/[\w-]{64}$/)
    const { rows } = await owner.query('select redirect_sealed, t::text as row from transaction t where id = $1', [
      payment.id,
    ])
    expect(rows[0].redirect_sealed).not.toBeNull()
    expect(rows[0].row).not.toContain(Buffer.from('authenticate/pay_').toString('hex'))
    // The processor reports it too, in the words of its own page.
    await kontor.connect(shop.merchant)
    const heard = () =>
      owner.query('select 1 from processor_notification where merchant_id = $1 and position($2 in body) > 0', [
        shop.merchant,
        payment.id,
      ])
    await until(heard, ({ rowCount }) => rowCount === 1)
    const page = await fetch(here(payment.redirect_url), { headers: { 'accept-language': 'nl' } })
    const text = await page.text()
    const action = /action="([^"]+)"/.exec(text)?.[1] ?? ''
    expect(new URL(action).pathname).toMatch(/^\/authenticate\/pay_/)
    expect(page.headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'self'; form-action ${action}; base-uri 'none'; frame-ancestors 'none'`,
    )
    expect(text).toContain('<button>Ga verder</button>')
    const inputs = text.matchAll(/name="([^"]+)" value="([^"]+)"/g)
    const fields = new URLSearchParams(Object.fromEntries([...inputs].map(([, name, value]) => [name, value])))
    expect([...fields.keys()]).toEqual(['MD', 'return_url'])
    expect((await fetch(action)).status).toBe(405)
    expect((await fetch(action, { method: 'POST', body: fields })).status).toBe(200)
    const at = { ...payment, redirect_url: `${action}?return_url=${fields.get('return_url')}` }
    const [address = '', redirectResult = ''] = (await decide(at)).split('#')
    await come(address, { redirectResult })
    await isPaid(payment.id)
    // Who comes to the page once more goes on to where the payment leads.
    expect(await come(here(payment.redirect_url))).toMatchObject({ status: 303, to: shopPage })
    const after = await owner.query('select redirect_sealed from transaction where id = $1', [payment.id])
    expect(after.rows).toEqual([{ redirect_sealed: null }])
  })
})

describe('what a payer brings back', () => {
  it('is small', () => {
    const many = Array.from({ length: 30 }, (_, n) => `n${String(n).padStart(2, '0')}=1`).join('&')
    expect(Object.keys(whatCameAlong(many, '').returned)).toHaveLength(20)
    expect(whatCameAlong(`${'n'.repeat(101)}=1&a=2`, '').returned).toEqual({ a: '2' })
    expect(whatCameAlong('a=query&b=2', 'a=form').returned).toEqual({ a: 'form', b: '2' })
    expect(whatCameAlong('__proto__=1&a=%00%ff', '').returned).toEqual({ a: '\0\ufffd', ['__proto__']: '1' })
  })

  it('is what its gateway names, also among more than is kept', () => {
    const many = Array.from({ length: 30 }, (_, n) => `a${String(n).padStart(2, '0')}=1`).join('&')
    const { returned } = whatCameAlong(`${many}&redirectResult=r`, 'payment_intent=pi', namesOfReturns())
    expect(returned).toMatchObject({ redirectResult: 'r', payment_intent: 'pi', a00: '1', a17: '1' })
    expect(Object.keys(returned)).toHaveLength(20)
    expect(Object.keys(returned)).toEqual(Object.keys(returned).sort())
  })

  it('is kept whole or not at all', () => {
    const [long, longer] = ['v'.repeat(20_000), 'v'.repeat(20_001)]
    expect(whatCameAlong(`MD=${long}`, `PaRes=${long}`)).toEqual({ returned: { MD: long, PaRes: long } })
    expect(whatCameAlong(`MD=1`, `PaRes=${longer}`)).toEqual({ returned: {}, tooLarge: { MD: 1, PaRes: 20_001 } })
    const five = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}=${long.slice(0, 16_001)}`).join('&')
    expect(whatCameAlong('', five)).toMatchObject({ returned: {}, tooLarge: { e: 16_001 } })
  })

  it('may be as long as gateways document, and sends the payer on when it is longer', async () => {
    const payment = await pay({ card_token: 'test_3ds_resume_by_form' })
    const [address = '', redirectResult = ''] = (await decide(payment)).split('#')
    const secret = 'v'.repeat(20_001)
    expect(await come(address, { PaRes: secret })).toMatchObject({ status: 303, to: shopPage })
    expect(logged.join()).toContain('"PaRes":20001')
    expect(logged.join()).not.toContain(secret)
    await come(address, { redirectResult, PaRes: secret.slice(1) })
    await isPaid(payment.id)
  })

  it('is kept sealed while it waits, is then gone, and is in no log (check 17)', async () => {
    const payment = await pay()
    line.let(...Array(20).fill('not_begun'))
    const secret = 'the-secret-of-the-payer'
    const address = await decide(payment)
    const { searchParams } = new URL(address)
    await come(`${address}&secret=${secret}`)
    await come(`${address}&other=${secret}`)
    const texts = async () => {
      const { rows } = await owner.query(
        `select o::text as row from outbox o where transaction_id = $1
         union all select p::text from payment_return p where operation_id = $1
         union all select c::text from processor_call c where transaction_id = $1`,
        [payment.id],
      )
      return rows.map(({ row }) => row).join()
    }
    const hex = Buffer.from(secret).toString('hex')
    const result = searchParams.get('redirectResult') ?? '-'
    for (const each of [secret, hex, result]) {
      expect(await texts()).not.toContain(each)
      expect(logged.join()).not.toContain(each)
    }
    expect((await returnsOf(payment.id)).filter(({ sealed }) => sealed)).toHaveLength(1)
    line.let()
    await owner.query(`update outbox set next_attempt_at = now() where transaction_id = $1`, [payment.id])
    await becomes(payment.id, 'SETTLEMENT_REQUESTED')
    const left = await until(
      async () => (await jobsOf(payment.id)).filter((job) => job.request_sealed !== null),
      (jobs) => jobs.length === 0,
    )
    expect(left).toEqual([])
    expect((await returnsOf(payment.id)).filter(({ sealed }) => sealed)).toEqual([])
    expect(await texts()).not.toContain(result)
  })

  it('of one payment cannot be written to another: not by a changed token, nor with another payment’s result', async () => {
    const [one, other] = [await pay(), await pay()]
    const [address] = (await decide(one)).split('?')
    const foreign = new URL(await decide(other)).searchParams.get('redirectResult') ?? ''
    const token = address?.split('/').at(-1) ?? ''
    const key = { merchant: shop.merchant, operation: other.id }
    const forged = payerToken(Buffer.alloc(32).toString('base64'), 'return', key)
    const ofAnotherUse = payerToken(kontor.database.masterKey, 'action', key)
    for (const wrong of [
      forged,
      ofAnotherUse,
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.slice(1),
      'x',
    ])
      expect((await come(`${kontor.url}/pay/return/${wrong}?redirectResult=${foreign}`)).status).toBe(404)
    await come(`${address}?redirectResult=${foreign}`)
    expect((await read(one.id)).status).toBe('INITIATED')
    expect((await read(other.id)).status).toBe('INITIATED')
  })

  it('is taken so often, and not more', async () => {
    const payment = await pay()
    const [address] = (await decide(payment)).split('?')
    const replies = await Promise.all(Array.from({ length: 61 }, (_, n) => come(`${address}?n=${n}`)))
    expect(replies.filter(({ status }) => status === 303)).toHaveLength(60)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await returnsOf(payment.id)).length).toBeLessThanOrEqual(20)
  })
})

describe('a resumption whose reply is lost', () => {
  const told: Knowing = { outcome: 'notification', key_h: 1, by_reference: false, overdue_h: 24 }
  const kinds: readonly OrderKind[] = ['authorize', 'capture', 'void', 'refund', 'accept', 'dispute', 'revoke_card']
  const { find: _, cancelReference: __, ...withoutFind } = sandboxGateway
  const blind: Gateway = {
    ...withoutFind,
    manifest: {
      ...sandboxGateway.manifest,
      // Each kind of order is a key of the record.
      knowing: Object.fromEntries(kinds.map((kind) => [kind, told])) as Record<OrderKind, Knowing>,
    },
  }
  /** A try is made again after half a second, and a slow machine may be late to age its key. */
  const everyReplyLost = Array.from({ length: 20 }, () => 'lost_after' as const)
  const age = (id: string, time: string) =>
    until(
      () =>
        owner.query(
          `update outbox set created_at = created_at - $2::interval, first_sent_at = first_sent_at - $2::interval,
            overdue_at = overdue_at - $2::interval, next_attempt_at = now() where id = $1 and leased_until is null`,
          [id, time],
        ),
      ({ rowCount }) => rowCount === 1,
    )

  it.each(['lost_before', 'lost_after'] as const)('is asked for where that can be: %s the work', async (fate) => {
    const payment = await pay()
    const address = await decide(payment)
    line.let(fate)
    await come(address)
    await isPaid(payment.id)
    expect(await operations('resume', payment.id)).toHaveLength(1)
    expect(resumes(payment)).toHaveLength(fate === 'lost_before' ? 2 : 1)
    expect(new Set(resumes(payment).map(({ body }) => body)).size).toBe(1)
  })

  it.each(['lost_before', 'lost_after'] as const)('is sent again the same elsewhere: %s the work', async (fate) => {
    gateways.splice(0, 1, blind)
    const payment = await pay()
    const address = await decide(payment)
    line.let(fate)
    await come(address)
    await isPaid(payment.id)
    expect(resumes(payment)).toHaveLength(2)
    expect(resumes(payment)[1]).toEqual(resumes(payment)[0])
    expect(await operations('resume', payment.id)).toHaveLength(1)
  })

  it('makes place for what the payer brought next when a person saw that it was not done', async () => {
    gateways.splice(0, 1, blind)
    const payment = await pay()
    const address = await decide(payment)
    const [bare = ''] = address.split('?')
    line.let(...everyReplyLost)
    await come(`${bare}?redirectResult=junk`)
    const { id } = await tried(payment.id, 1)
    await age(id, '1 hour')
    await until(
      () => stuck(payment.id),
      (rows) => rows.length === 1,
    )
    line.let()
    await come(address)
    expect((await read(payment.id)).status).toBe('INITIATED')
    const said = { seen: 'not_done', seen_where: 'in its back office' }
    expect((await kontor.post(staff, `/v1/psp/stuckoperation/${id}/resolve`, said)).status).toBe(200)
    await isPaid(payment.id)
  })

  it('is parked when its key may be over, until the processor reports or a person looks', async () => {
    gateways.splice(0, 1, blind)
    const [told, seen] = [await pay(), await pay()]
    for (const payment of [told, seen]) {
      const address = await decide(payment)
      line.let(...everyReplyLost)
      await come(address)
      const { id } = await tried(payment.id, 1)
      await age(id, '1 hour')
      await until(
        () => stuck(payment.id),
        (rows) => rows.length === 1,
      )
      expect(await stuck(payment.id)).toMatchObject([{ id, operation: 'resume', state: 'PARKED' }])
      line.let()
    }
    const [{ id }] = await stuck(seen.id)
    const said = { seen: 'done', seen_where: 'in its back office' }
    expect((await kontor.post(staff, `/v1/psp/stuckoperation/${id}/resolve`, said)).status).toBe(200)
    expect((await read(seen.id)).status).toBe('SETTLEMENT_REQUESTED')
    await kontor.connect(shop.merchant)
    await becomes(told.id, 'SETTLEMENT_COMPLETED')
    expect(await stuck(told.id)).toMatchObject([{ state: 'ENDED' }])
    const open = () =>
      owner.query('select topic from outbox where transaction_id = any($1) and done_at is null', [[told.id, seen.id]])
    await until(open, ({ rows }) => rows.length === 0)
  })
})
