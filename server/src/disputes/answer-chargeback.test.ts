import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wrongSteps, wrongSums } from '../../test/books.ts'
import { type Reply, startTestApp, type TestApp, until } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { outboxDefaults } from '../engine/outbox/outbox-worker.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string

beforeAll(async () => {
  kontor = await startTestApp({
    gatewayTimeout_ms: 600,
    outbox: { ...outboxDefaults, poll_ms: 50, lease_ms: 1_000 },
    outcomeWait_ms: 4_000,
    sandbox: { SANDBOX_DISPUTE_FOR_MS: '50' },
  })
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  await kontor.connect(shop.merchant)
})
afterAll(() => kontor.stop())

const pdf = `%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n`

/** A real payment that the sandbox charged back. */
async function chargedBack(amount = 5_000): Promise<{ id: string; transaction: string }> {
  const paid = await kontor.post(owner, '/v1/transaction', {
    payment_profile: shop.profile,
    amount,
    payment_product: 'card',
    card_token: 'test_chargeback',
    merchant_reference: 'Order 1',
  })
  const [found] = await until(
    async () => (await kontor.get(owner, `/v1/chargeback?transaction=${paid.body.id}`)).body,
    (rows) => rows.length > 0,
  )
  return { id: found.id, transaction: paid.body.id }
}
const accept = (id: string, who = owner, headers = {}) => kontor.post(who, `/v1/chargeback/${id}/accept`, {}, headers)
const dispute = (id: string, explanation = 'The parcel was signed for', who = owner) =>
  kontor.post(who, `/v1/chargeback/${id}/dispute`, { explanation })
const read = async (id: string) => (await kontor.get(owner, `/v1/chargeback/${id}`)).body
const becomes = (id: string, status: string) =>
  until(
    () => read(id),
    (row) => row.status === status,
  )
async function upload(id: string, content: string | Buffer = pdf, name = 'receipt.pdf', who = owner): Promise<Reply> {
  const response = await fetch(`${kontor.url}/v1/chargeback/${id}/evidence`, {
    method: 'POST',
    headers: { cookie: who, 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(name) },
    body: typeof content === 'string' ? content : new Uint8Array(content),
  })
  return { status: response.status, body: await response.json(), headers: response.headers }
}
const refusalOf = ({ status, body }: Reply) => [status, body.code]
const expectBooks = async () => {
  expect(await wrongSums(kontor.databases.provider, shop.merchant)).toEqual([])
  expect(await wrongSteps(kontor.databases.provider, shop.merchant)).toEqual([])
}

/** The same processor, but each answer takes so long. `asked` are the requests. */
async function slowly(processor: string, answer_ms: number) {
  const asked: string[] = []
  const server = createServer(async (request, reply) => {
    asked.push(`${request.method} ${request.url}`)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    await sleep(answer_ms)
    const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...headers } = request.headers
    const answer = await fetch(processor + request.url, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    reply.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    reply.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { asked, close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe('accepting a chargeback', () => {
  it('loses it, by the name of whoever accepted it, and once', async () => {
    const { id, transaction } = await chargedBack()
    const [one, other] = await Promise.all([accept(id), accept(id)])
    expect([one, other].map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await becomes(id, 'LOST')).toMatchObject({ answer: 'ACCEPT', answered_by: expect.stringMatching(/^User/) })
    const { body: events } = await kontor.get(owner, `/v1/transaction/${transaction}/events`)
    const lost = events.filter((entry: { kind: string; to_status: string }) => entry.to_status === 'LOST')
    expect(lost).toMatchObject([{ kind: 'chargeback', subject: id, actor_kind: 'user' }])
    expect(events).toContainEqual(expect.objectContaining({ kind: 'processor_call', subject: id }))
    expect(refusalOf(await accept(id))).toEqual([409, 'chargeback_not_open'])
    await expectBooks()
  })

  it('is for whoever may change chargebacks, of the own merchant', async () => {
    const { id } = await chargedBack()
    const reader = await kontor.make.cookie({ merchant: shop.merchant, roles: ['CHARGEBACK_LIST'] })
    const other = await kontor.make.merchant()
    const stranger = await kontor.make.cookie({ merchant: other.merchant, roles: ['USER_ALL'] })
    expect((await accept(id, reader)).status).toBe(403)
    expect((await upload(id, pdf, 'x.pdf', reader)).status).toBe(403)
    expect((await accept(id, stranger)).status).toBe(404)
    expect((await upload(id, pdf, 'x.pdf', stranger)).status).toBe(404)
    expect((await kontor.get(stranger, `/v1/chargeback/${id}/evidence`)).status).toBe(404)
    const may = await kontor.make.cookie({ merchant: shop.merchant, roles: ['CHARGEBACK_UPDATE'] })
    expect((await accept(id, may)).status).toBe(200)
  })

  it('gives the answer that a lost reply leaves open by looking it up, and asks no second time', async () => {
    // 66610: the sandbox does the work and never answers.
    const { id } = await chargedBack(66_610)
    expect((await accept(id)).status).toBe(200)
    expect(await becomes(id, 'LOST')).toMatchObject({ answer: 'ACCEPT' })
    await expectBooks()
  })
})

describe('disputing a chargeback', () => {
  it('sends the evidence, and ends as the issuer decides', async () => {
    const { id, transaction } = await chargedBack()
    expect((await upload(id)).status).toBe(201)
    expect((await dispute(id)).body).toMatchObject({ answer: 'DISPUTE', evidence_count: 1 })
    await becomes(id, 'WON')
    const { body: events } = await kontor.get(owner, `/v1/transaction/${transaction}/events`)
    const steps = events.filter((entry: { kind: string }) => entry.kind === 'chargeback')
    expect(steps.map((step: { to_status: string; actor_kind: string }) => [step.to_status, step.actor_kind])).toEqual([
      ['OPEN', 'processor'],
      ['IN_DISPUTE', 'user'],
      ['WON', 'processor'],
    ])
    const calls = JSON.stringify(events)
    expect(calls).toContain('receipt.pdf')
    expect(calls).not.toContain('endobj')
    await expectBooks()
  })

  it('sends each file once, although all of them take longer than a lease', async () => {
    const { id } = await chargedBack()
    for (const n of [1, 2, 3, 4, 5]) await upload(id, pdf.replace('<<>>', `<<${n}>>`))
    const { asked, close, url } = await slowly(kontor.sandboxUrl, 350)
    const admin = new pg.Client(kontor.database.adminUrl)
    await admin.connect()
    const at = (address: string) =>
      admin.query('update processor set url = $1 where id = $2', [address, shop.processor])
    await at(url)
    try {
      await dispute(id)
      await becomes(id, 'WON')
    } finally {
      await at(kontor.sandboxUrl)
      await Promise.all([close(), admin.end()])
    }
    expect(asked.map((each) => each.replace(/ .+\//, ' '))).toEqual([
      ...Array.from({ length: 5 }, () => expect.stringMatching(/^PUT /)),
      'POST dispute',
    ])
    const job = kontor.databases.provider.selectFrom('outbox').select('attempts').where('chargeback_id', '=', id)
    expect(await job.execute()).toEqual([{ attempts: 1 }])
  })

  it('can be done for one from before the sandbox, whose outcome still finds it', async () => {
    const of = await kontor.make.transaction(shop)
    const { id } = await kontor.make.chargeback(shop, of)
    await upload(id)
    await dispute(id, 'losing_evidence')
    await becomes(id, 'LOST')
  })

  it('is taken back when the processor refuses it, so that another answer can be given', async () => {
    const of = await kontor.make.transaction(shop, { amount: 70_000 })
    const { id } = await kontor.make.chargeback(shop, of, { amount: 66_601 })
    await upload(id)
    const undone = { answer: null, answered_at: null, answered_by: null }
    expect((await dispute(id)).body).toMatchObject({ ...undone, status: 'OPEN', status_reason: 'insufficient_funds' })
    expect((await upload(id, pdf.replace('<<>>', '<<more>>'))).status).toBe(201)
  })

  it('asks for evidence, in time, of what can be disputed', async () => {
    const { id } = await chargedBack()
    expect(refusalOf(await dispute(id))).toEqual([409, 'evidence_required'])
    const of = await kontor.make.transaction(shop)
    const late = await kontor.make.chargeback(shop, of, { respond_by: '2026-01-02' })
    await upload(late.id)
    expect(refusalOf(await dispute(late.id))).toEqual([409, 'chargeback_deadline_over'])

    const debit = await kontor.make.merchant({ payment_product: 'sepa_debit' })
    const taken = await kontor.make.transaction(debit, { payment_product: 'sepa_debit' })
    const unarguable = await kontor.make.chargeback(debit, taken)
    const debitor = await kontor.make.cookie({ merchant: debit.merchant, roles: ['USER_ALL'] })
    await upload(unarguable.id, pdf, 'x.pdf', debitor)
    expect(refusalOf(await dispute(unarguable.id, 'x', debitor))).toEqual([409, 'chargeback_answer_not_supported'])
    const settled = await kontor.make.chargeback(shop, await kontor.make.transaction(shop), { status: 'WON' })
    expect(refusalOf(await upload(settled.id))).toEqual([409, 'chargeback_not_open'])
  })
})

describe('a file of evidence', () => {
  it('has a name without what is not seen or turns letters about', async () => {
    const { id } = await chargedBack()
    const { body } = await upload(id, pdf, 'receipt\u202efdp\u2066\u2069\u200f\u0007.pdf')
    expect(body.name).toBe('receiptfdp.pdf')
    expect((await upload(id, `${pdf}\n`, 'می\u200cخواهم.pdf')).body.name).toBe('می\u200cخواهم.pdf')
    expect(refusalOf(await upload(id, `${pdf}\n\n`, '\u202e'))).toEqual([400, 'invalid_request'])
  })

  it('is what its bytes say, whatever it is called', async () => {
    const { id } = await chargedBack()
    for (const content of ['<html><script>alert(1)</script>', 'GIF89a', '%PDF-1.7 cut off', '\x89PNG\r\n\x1a\n<svg>'])
      expect(refusalOf(await upload(id, content, 'receipt.pdf'))).toEqual([422, 'evidence_refused'])
    const jpeg = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(40), Buffer.from('ffd9', 'hex')])
    expect((await upload(id, jpeg, '../../évil"\'.html')).body).toMatchObject({ content_type: 'image/jpeg' })
    const [file] = (await kontor.get(owner, `/v1/chargeback/${id}/evidence`)).body
    const { headers, status } = await fetch(`${kontor.url}/v1/chargeback/${id}/evidence/${file.id}`, {
      headers: { cookie: owner },
    })
    expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      200,
      'image/jpeg',
      'nosniff',
    ])
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="_vil__.jpg"; filename*=UTF-8''%C3%A9vil%22%27.jpg`,
    )
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  })

  it('is one of five at most, also when six come at once, and the same one is not added twice', async () => {
    const { id } = await chargedBack()
    const files = [1, 2, 3, 4, 5, 6].map((n) => pdf.replace('<<>>', `<<${n}>>`))
    const replies = await Promise.all(files.map((file) => upload(id, file)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'evidence_full', details: { most: 5 } })
    const again = await upload(id, files[replies.findIndex(({ status }) => status === 201)])
    expect(again.status).toBe(201)
    const { body: kept } = await kontor.get(owner, `/v1/chargeback/${id}/evidence`)
    expect(kept).toHaveLength(5)
    expect((await kontor.call(owner, 'DELETE', `/v1/chargeback/${id}/evidence/${kept[0].id}`)).status).toBe(204)
    expect((await kontor.get(owner, `/v1/chargeback/${id}/evidence`)).body).toHaveLength(4)
  })

  it('is neither read nor removed by another merchant, under its own chargeback or one of theirs', async () => {
    const { id } = await chargedBack()
    const { body: file } = await upload(id)
    const other = await kontor.make.merchant()
    const stranger = await kontor.make.cookie({ merchant: other.merchant, roles: ['USER_ALL'] })
    const { id: theirs } = await kontor.make.chargeback(other, await kontor.make.transaction(other))
    for (const chargeback of [id, theirs])
      for (const method of ['GET', 'DELETE']) {
        const path = `/v1/chargeback/${chargeback}/evidence/${file.id}`
        expect([method, (await kontor.call(stranger, method, path)).status]).toEqual([method, 404])
      }
    const [kept] = (await kontor.get(owner, `/v1/chargeback/${id}/evidence`)).body
    expect(kept.id).toBe(file.id)
  })

  it('may have five megabytes, and not one byte more', async () => {
    const { id } = await chargedBack()
    const sized = (bytes: number) => {
      const content = Buffer.alloc(bytes, ' ')
      content.write('%PDF-1.7')
      content.write('%%EOF', bytes - 10)
      return content
    }
    expect((await upload(id, sized(5 * 1024 * 1024))).status).toBe(201)
    expect((await upload(id, sized(5 * 1024 * 1024 + 1))).status).toBe(413)
    await dispute(id)
    await becomes(id, 'WON')
  })

  it('stays as it was sent: nothing is added or removed after the answer', async () => {
    const { id } = await chargedBack()
    const { body: file } = await upload(id)
    await dispute(id)
    expect(refusalOf(await upload(id, pdf.replace('<<>>', '<<9>>')))).toEqual([409, 'chargeback_not_open'])
    const removed = await kontor.call(owner, 'DELETE', `/v1/chargeback/${id}/evidence/${file.id}`)
    expect(refusalOf(removed)).toEqual([409, 'chargeback_not_open'])
  })
})

describe('a refund beside a chargeback', () => {
  const refund = (id: string, body: object, who = owner) => kontor.post(who, `/v1/transaction/${id}/refund`, body)

  it('is refused, unless somebody who may says why; that stays on record', async () => {
    const { id, transaction } = await chargedBack()
    const blocked = await refund(transaction, { amount: 100 })
    expect(refusalOf(blocked)).toEqual([409, 'refund_blocked_by_chargeback'])
    expect(blocked.body.details).toEqual({ 'body.override_chargeback_reason': 'required' })
    const clerk = await kontor.make.cookie({ merchant: shop.merchant, roles: ['REFUND_CREATE'] })
    expect((await refund(transaction, { amount: 100 }, clerk)).body.details).toBeUndefined()
    const why = { amount: 100, override_chargeback_reason: 'The issuer withdraws it by phone' }
    expect((await refund(transaction, why, clerk)).status).toBe(403)
    const made = await refund(transaction, why)
    expect([made.status, made.body.override_chargeback_reason]).toEqual([201, why.override_chargeback_reason])
    expect(await read(id)).toMatchObject({ refunded_amount: 100 })
  })

  it('keeps no reason where there was nothing to override', async () => {
    const of = await kontor.make.transaction(shop)
    const made = await refund(of.id, { amount: 100, override_chargeback_reason: 'By mistake' })
    expect([made.status, made.body.override_chargeback_reason]).toEqual([201, null])
  })
})

it('two answers to one chargeback cannot both wait in the outbox', async () => {
  const of = await kontor.make.transaction(shop)
  const { id } = await kontor.make.chargeback(shop, of)
  const insert = () =>
    sql`insert into outbox (merchant_id, id, topic, transaction_created_at, transaction_id, chargeback_id, next_attempt_at)
      values (${shop.merchant}, gen_random_uuid(), 'processor.accept', ${of.created_at}, ${of.id}, ${id}, now() + interval '1 day')`.execute(
      kontor.databases.provider,
    )
  await insert()
  await expect(insert()).rejects.toMatchObject({ constraint: 'outbox_chargeback' })
})
