import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Role } from '@kontor/contract/roles'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { connected, payment } from '../../../test/gateway-account.ts'
import { reportColumns, reportOf, settled } from '../../../test/gateways/adyen-settlement-report.ts'
import { type Reply, startTestApp, type TestApp } from '../../../test/harness.ts'
import { applyNotification } from '../../engine/notifications/apply-notification.ts'
import { settlementProofsJob } from '../../engine/notifications/settlement-proofs.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { gatewayTimeout_ms } from '../connections.ts'
import { settlementFilesJob } from './fetch-settlement-files.ts'

let kontor: TestApp
let staff: string
let shop: Awaited<ReturnType<typeof connected>>

beforeAll(async () => {
  kontor = await startTestApp()
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(() => kontor.stop())
beforeEach(async () => {
  shop = await connected(kontor, staff)
})

const path = '/v1/processorsettlement'
const settlement = (more: object = {}, api_key: string = shop.keys.api_key) => {
  const { payment_product: _, ...named } = shop.named
  const details = [{ name: 'api_key', value: api_key }]
  return kontor.post(staff, path, { ...named, processor_settlement_type: 'API', details, ...more })
}
const ofAdyen = async () =>
  kontor.make.processorSettlement(shop.shop.merchant, {
    gateway: 'adyen',
    credential: { merchant_account: 'KontorNL' },
  })

async function upload(id: string, content: string, who = staff): Promise<Pick<Reply, 'status' | 'body'>> {
  const response = await fetch(`${kontor.url}${path}/${id}/file`, {
    method: 'POST',
    headers: { cookie: who, 'content-type': 'text/csv', 'x-file-name': 'settlement_detail_report_batch_42.csv' },
    body: content,
  })
  return { status: response.status, body: await response.json() }
}
const linesOf = async (id: string, file: string, query = '') =>
  (await kontor.get(staff, `${path}/${id}/file/${file}/line${query}`)).body
const filesOf = async (id: string) => (await kontor.get(staff, `${path}/${id}/file`)).body

const nothing = () => {}
const fetchFiles = () =>
  settlementFilesJob({
    databases: kontor.databases,
    gateways: { masterKey: kontor.database.masterKey, publicUrl: kontor.url, timeout_ms: gatewayTimeout_ms },
    onProblem: nothing,
  }).run(new Date())
/** Lines that fail every time would be tried again by each test that follows. */
const forgetLines = (settlement: string) =>
  sql`delete from processor_settlement_line l using processor_settlement_file f
    where f.id = l.file_id and f.processor_settlement_id = ${settlement}`.execute(kontor.databases.provider)
/** How many lines could not be carried out, also of earlier files. */
async function compare(): Promise<number> {
  let problems = 0
  const clock = { now: () => new Date() }
  const onProblem = () => {
    problems += 1
  }
  const job = settlementProofsJob({ databases: kontor.databases, clock, onContradiction: nothing, onProblem })
  await job.run(new Date())
  return problems
}

describe('a processor settlement', () => {
  it('is made with the account that its credential opens, and never tells the values again', async () => {
    const { status, body } = await settlement()
    expect([status, body.account, body.active]).toEqual([201, shop.name, true])
    const setup = (await kontor.get(staff, `${path}/${body.id}/setup`)).body
    expect(setup).toMatchObject({ user: { id: shop.user }, credential: { account: shop.name, test_problem: null } })
    expect(JSON.stringify([body, setup])).not.toContain(shop.keys.api_key)
  })

  it('says which value of its credential is wrong, before and after it is saved', async () => {
    const { body } = await settlement({}, 'another-key')
    expect(body.account).toBeNull()
    const wrong = { account: null, field: 'api_key', problem: 'credential_refused' }
    expect((await kontor.post(staff, `${path}/${body.id}/test`)).body).toEqual(wrong)
    const typed = { gateway: 'sandbox', mode: 'test', processor_settlement_type: 'API' }
    const details = [{ name: 'api_key', value: 'yet-another-key' }]
    expect((await kontor.post(staff, `${path}/test`, { ...typed, details })).body).toEqual(wrong)
    const changed = [{ name: 'api_key', value: shop.keys.api_key }]
    expect((await kontor.post(staff, `${path}/${body.id}`, { details: changed })).body.account).toBe(shop.name)
  })

  it('without a value in the view of its merchant fetches and takes no file, and says so, until it is filled in', async () => {
    const { merchant } = shop.shop
    const { payment_product: _, ...named } = shop.named
    const form = { ...named, processor_settlement_type: 'API', details: [{ name: 'api_key', value: '' }] }
    expect((await kontor.post(staff, path, form)).body.details).toEqual({ 'body.details.api_key': 'required' })
    const made = await kontor.post(staff, `${path}?merchant=${merchant}`, form)
    expect([made.status, made.body.active, made.body.account]).toEqual([201, false, null])
    const { id } = made.body
    const setup = async () => (await kontor.get(staff, `${path}/${id}/setup`)).body
    expect((await setup()).credential).toMatchObject({ test_problem: 'incomplete', test_field: 'api_key' })
    await fetchFiles()
    expect([(await setup()).fetched_at, (await upload(id, 'x')).body.code]).toEqual([null, 'settlement_inactive'])
    expect((await kontor.post(staff, `${path}/${id}/activate`)).body.code).toBe('credential_incomplete')

    const filled = [{ name: 'api_key', value: shop.keys.api_key }]
    expect((await kontor.post(staff, `${path}/${id}`, { details: filled })).body.account).toBe(shop.name)
    expect((await kontor.post(staff, `${path}/${id}/activate`)).body.active).toBe(true)
    // A value that is there is not taken away by one that is left out.
    const emptied = await kontor.post(staff, `${path}/${id}?merchant=${merchant}`, { details: form.details })
    expect(emptied.body.details).toEqual({ 'body.details.0.value': 'required' })
  })

  it('is refused what its gateway does not have', async () => {
    const refused = async (more: object) => (await settlement(more)).body.details
    const byHand = { gateway: 'mollie', processor_settlement_type: 'UPLOAD' }
    expect(await refused(byHand)).toEqual({ 'body.processor_settlement_type': 'not_of_gateway' })
    expect(await refused({ gateway: 'other' })).toEqual({ 'body.gateway': 'unknown' })
    expect(await refused({ mode: 'live' })).toEqual({ 'body.mode': 'not_of_gateway' })
    expect(await refused({ details: [] })).toEqual({ 'body.details': 'required' })
    expect(await refused({ user: randomUUID() })).toEqual({ 'body.user': 'not_found' })
  })

  it('is the provider’s alone, and takes no files while it is not active', async () => {
    const { id } = (await settlement()).body
    const owner = await kontor.make.cookie({ merchant: shop.shop.merchant, roles: ['USER_ALL'] })
    for (const of of ['', `/${id}`, `/${id}/file`]) expect((await kontor.get(owner, `${path}${of}`)).status).toBe(403)
    expect((await kontor.post(staff, `${path}/${id}/deactivate`)).body.active).toBe(false)
    expect((await upload(id, 'x')).body.code).toBe('settlement_inactive')
    expect((await kontor.post(staff, `${path}/${id}/activate`)).body.active).toBe(true)
  })
})

describe('a file that is handed in', () => {
  it('is read line by line, with its sums, and the same one is refused with where it is', async () => {
    const id = await ofAdyen()
    const odd = { ...settled, Type: 'SettledByPigeon' }
    const csv = reportOf([settled, odd, { ...settled, 'Merchant Account': 'KontorBE' }])
    const both = await Promise.all([upload(id, csv), upload(id, csv)])
    const [{ body: file } = { body: null }, again] = both.toSorted((one, other) => one.status - other.status)
    expect(again).toMatchObject({ status: 409, body: { code: 'file_known', details: { file: file.id } } })
    const [kept, ...others] = await filesOf(id)
    expect(others).toEqual([])
    const totals = [{ currency_code: 'EUR', gross: '20000', fees: '258', net: '19742' }]
    expect(kept).toMatchObject({ status: 'READ', lines: 3, unclear_lines: 2, batch: '42', totals })
    const { count, lines } = await linesOf(id, file.id, '?_limit=1&_skip=1')
    expect(count).toBe(3)
    expect(lines).toMatchObject([
      { line: 3, kind: 'other', type: 'SettledByPigeon', problem: 'type_unknown', gross: 10_000, net: 9_871 },
    ])
    const inView = `?unclear=true&merchant=${shop.shop.merchant}`
    expect((await linesOf(id, file.id, inView)).count).toBe(2)
  })

  it('that cannot be read says the line, the column and why, and is read once more', async () => {
    const id = await ofAdyen()
    const csv = `${reportOf([settled])}KontorCompany,KontorNL\n`
    const { status, body } = await upload(id, csv)
    const why = { failed_line: 3, failed_column: 'Psp Reference', failed_why: 'wrong_number_of_fields' }
    expect([status, body]).toMatchObject([201, { status: 'FAILED', lines: 0, ...why }])
    expect((await linesOf(id, body.id)).count).toBe(0)
    expect((await kontor.post(staff, `${path}/${id}/file/${body.id}/read`)).body).toMatchObject({
      status: 'FAILED',
      ...why,
    })
  })

  it.each([
    ['amount_unreadable', 'an amount that is none', { 'Net Credit (NC)': 'abc' }],
    ['currency_unknown', 'a currency that there is not', { 'Net Currency': 'XQX' }],
    ['does_not_add_up', 'amounts that do not add up', { 'Net Credit (NC)': '99.99' }],
  ])('that has a damaged line leaves none of its lines, and says which: %s', async (failed_why, _, damage) => {
    const id = await ofAdyen()
    const { status, body } = await upload(id, reportOf([settled, { ...settled, ...damage }, settled]))
    const why = { failed_line: 3, failed_column: null, failed_why }
    expect([status, body]).toMatchObject([201, { status: 'FAILED', lines: 0, totals: [], ...why }])
    expect((await linesOf(id, body.id)).count).toBe(0)
    // A line of another account is none of ours, whatever it says.
    const other = { ...settled, ...damage, 'Merchant Account': 'KontorBE' }
    expect((await upload(id, reportOf([settled, other]))).body).toMatchObject({ status: 'READ', lines: 2 })
  })

  it('that was read before damaged lines counted as damage keeps its lines when it is read once more', async () => {
    const id = await ofAdyen()
    const { body } = await upload(id, reportOf([settled, { ...settled, Type: 'SettledByPigeon' }]))
    const damaged = Buffer.from(reportOf([settled, { ...settled, 'Net Credit (NC)': '99.99' }]))
    const owner = new pg.Client(kontor.database.adminUrl)
    await owner.connect()
    await owner.query('update processor_settlement_file set content = $1 where id = $2', [damaged, body.id])
    await owner.end()
    const again = await kontor.post(staff, `${path}/${id}/file/${body.id}/read`)
    expect(again.body).toMatchObject({ status: 'READ', lines: 2, unclear_lines: 1 })
  })

  it('of ten thousand lines is read whole, and once more with the same sums', async () => {
    const id = await ofAdyen()
    const { body } = await upload(id, reportOf(Array.from({ length: 10_000 }, () => settled)))
    expect(body).toMatchObject({ status: 'READ', lines: 10_000, totals: [{ gross: '100000000', net: '98710000' }] })
    const again = await kontor.post(staff, `${path}/${id}/file/${body.id}/read`)
    expect(again.body).toEqual(body)
  })

  it('names no card number, wherever a line has one', async () => {
    const id = await ofAdyen()
    const card = '4111111111111111'
    const names = [card, `x${' '.repeat(2)}${card}`]
    const odd = { ...settled, Type: `Settled ${card}`, 'Merchant Reference': card, 'Batch Number': card }
    const { body } = await upload(id, reportOf([odd], [...reportColumns, ...names]))
    expect(body.status).toBe('READ')
    expect(JSON.stringify([body, await linesOf(id, body.id)])).not.toContain(card)
    const cut = `${reportOf([], [...reportColumns, card])}${reportOf([settled]).split('\n')[1]}\n`
    const { body: failed } = await upload(id, cut)
    expect(failed.status).toBe('FAILED')
    expect(JSON.stringify(failed)).not.toContain(card)
  })

  it('keeps the words of its first thousand lines that are not understood', async () => {
    const id = await ofAdyen()
    const odd = { ...settled, Type: 'SettledByPigeon' }
    const { body } = await upload(id, reportOf(Array.from({ length: 1_001 }, () => odd)))
    const { lines } = await linesOf(id, body.id, '?_limit=2&_skip=999')
    expect(lines).toMatchObject([{ source: { Type: 'SettledByPigeon' } }, { problem: 'type_unknown' }])
    expect(lines[1].source).toEqual({})
  })
})

describe('files are fetched', () => {
  it('with the lines of what was paid and refunded, found as ours, and no file twice', async () => {
    const { id } = (await settlement()).body
    const owner = await kontor.make.cookie({ merchant: shop.shop.merchant, roles: ['USER_ALL'] })
    const paid = (await kontor.post(owner, '/v1/transaction', payment(shop.shop))).body
    await expect
      .poll(async () => (await kontor.get(owner, `/v1/transaction/${paid.id}`)).body.status, { timeout: 20_000 })
      .toBe('SETTLEMENT_COMPLETED')
    await fetchFiles()
    const [file, ...others] = await filesOf(id)
    expect(others).toEqual([])
    expect(file).toMatchObject({ status: 'READ', uploaded_by: null, batch: '1', lines: 2, unclear_lines: 0 })
    const { lines } = await linesOf(id, file.id)
    expect(lines).toMatchObject([
      { kind: 'payment', gross: 1250, transaction: paid.id, said: null },
      { kind: 'payout', transaction: null },
    ])
    const [line] = lines
    expect(line.gross).toBe(line.net + line.interchange + line.scheme_fees + line.markup + line.commission)
    await kontor.databases.provider
      .updateTable('processor_settlement')
      .set({ fetch_due_at: new Date(0).toISOString() })
      .where('id', '=', id)
      .execute()
    await fetchFiles()
    expect(await filesOf(id)).toHaveLength(1)
  })

  it('and what was wrong is said, without a file', async () => {
    const { id } = (await settlement({}, 'another-key')).body
    await fetchFiles()
    const setup = (await kontor.get(staff, `${path}/${id}/setup`)).body
    expect(setup).toMatchObject({ fetch_problem: 'credential_refused', fetched_at: expect.any(String) })
    expect(await filesOf(id)).toEqual([])
  })

  it.each([
    ['does not answer', 'unreachable', 503],
    ['lets this key fetch nothing', 'not_permitted', 403],
  ])('and what to do is known by its word, from a gateway that %s', async (_, word, status) => {
    const id = await answering((_request, reply) => {
      reply.statusCode = status
      reply.end('{}')
    })
    await fetchFiles()
    expect((await kontor.get(staff, `${path}/${id}/setup`)).body.fetch_problem).toBe(word)
  })

  /** A gateway like the sandbox, with files of its own: the first one is of batch 1. */
  const withFiles = (files: (string | Buffer)[]) =>
    answering((request, reply) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://gateway')
      const batch = Number(pathname.split('/')[3] ?? 0)
      const batches = files.map((_, at) => at + 1).filter((each) => each > Number(searchParams.get('after') ?? 0))
      reply.end(batch > 0 ? files[batch - 1] : JSON.stringify({ batches }))
    })
  async function answering(listener: RequestListener) {
    const server = createServer(listener).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return kontor.make.processorSettlement(shop.shop.merchant, { url, type: 'API' })
  }
  const fileOf = (batch: number) =>
    `Batch,Booked at,Type,Reference,Operation,Payment,Currency,Gross,Interchange,Scheme fees,Markup,Commission,Net
${batch},2026-11-20T10:00:00.000Z,Payment,r,o,p,EUR,10000,0,0,0,0,10000\n`
  const batchesOf = async (id: string) =>
    (await filesOf(id)).map(({ batch }: { batch: string }) => Number(batch)).sort((a: number, b: number) => a - b)
  const makeDue = (id: string) =>
    kontor.databases.provider
      .updateTable('processor_settlement')
      .set({ fetch_due_at: new Date(0).toISOString() })
      .where('id', '=', id)
      .execute()

  it('after the last one that was fetched, whatever number one has that was handed in', async () => {
    const files = [fileOf(1)]
    const id = await withFiles(files)
    await fetchFiles()
    await upload(id, fileOf(900))
    files.push(fileOf(2))
    await makeDue(id)
    await fetchFiles()
    expect(await batchesOf(id)).toEqual([1, 2, 900])
  })

  it('after the one that was handed in while none was fetched, of the account alone', async () => {
    const id = await withFiles([fileOf(1), fileOf(2), fileOf(3)])
    const { body: first } = await upload(id, fileOf(2))
    await kontor.databases.provider
      .insertInto('processor_settlement_line')
      .values({
        ...{ merchant_id: shop.shop.merchant, file_id: first.id, line: 99, kind: 'payment', type: 'Payment' },
        ...{ batch: '900', currency_code: 'EUR', problem: 'other_account' },
      })
      .execute()
    await fetchFiles()
    expect(await batchesOf(id)).toEqual([2, 3])
  })

  it.each([
    ['too large', 'file_too_large', Buffer.alloc(16 * 1024 * 1024 + 1, 'x')],
    ['empty', 'file_empty', ''],
  ])('without one that is %s, which is said', async (_, word, content) => {
    const id = await withFiles([content, fileOf(2)])
    await fetchFiles()
    expect(await batchesOf(id)).toEqual([2])
    expect((await kontor.get(staff, `${path}/${id}/setup`)).body.fetch_problem).toBe(word)
  })

  it('at most fifty of them in a run, and the others in the next', async () => {
    const id = await withFiles(Array.from({ length: 53 }, (_, at) => fileOf(at + 1)))
    await fetchFiles()
    expect(await batchesOf(id)).toHaveLength(50)
    await fetchFiles()
    expect(await batchesOf(id)).toHaveLength(53)
  })

  it('and one that is announced after a later one is remembered until it is here', async () => {
    const id = await withFiles([fileOf(1)])
    const tell = (batch: string) =>
      inTransaction(kontor.databases, engineActor(shop.shop.merchant, 'processor'), (trx) =>
        applyNotification(
          trx,
          {
            ...{ merchant: shop.shop.merchant, processors: [shop.shop.processor] },
            notification: { id: `report ${batch}`, about: 'settlement', batch },
          },
          new Date(),
        ),
      )
    for (const batch of ['9', '12', '11', '11', '1', '13']) expect((await tell(batch)).result).toBe('applied')
    const kept = kontor.databases.provider
      .selectFrom('processor_settlement')
      .select(['announced_batch', 'late_batches'])
      .where('id', '=', id)
    expect(await kept.executeTakeFirst()).toEqual({ announced_batch: '13', late_batches: ['11', '1'] })
    await fetchFiles()
    expect(await kept.executeTakeFirst()).toEqual({ announced_batch: '13', late_batches: ['11'] })
  })

  it('past a gap that is longer than a run, and that files are missing is still said', async () => {
    const id = await withFiles([...Array.from({ length: 53 }, () => ''), fileOf(54)])
    for (let run = 0; run < 2; run++) await fetchFiles()
    expect(await batchesOf(id)).toEqual([54])
    expect((await kontor.get(staff, `${path}/${id}/setup`)).body.fetch_problem).toBe('file_empty')
    await makeDue(id)
    await fetchFiles()
    expect((await kontor.get(staff, `${path}/${id}/setup`)).body.fetch_problem).toBeNull()
  })
})

describe('a line that shows that an order was carried out', () => {
  /** A payment that its processor took, of which we no longer know more than that it was sent. */
  async function parked(payload = {}) {
    const paid = await kontor.make.transaction(shop.shop, { status: 'UNKNOWN', amount: 10_000 })
    return { paid, order: await kontor.make.stuckOperation(shop.shop, { transaction: paid, payload }) }
  }
  const line = (reference: string, more: object = {}) =>
    `Batch,Booked at,Type,Reference,Operation,Payment,Currency,Gross,Interchange,Scheme fees,Markup,Commission,Net
7,2026-11-20T10:00:00.000Z,${Object.values({ type: 'Payment', reference, id: `pay_${reference}`, payment: `pay_${reference}`, currency_code: shop.shop.currency_code, gross: 10_000, ...more }).join(',')},0,0,0,0,10000\n`
  const status = async (id: string) => (await kontor.get(staff, `/v1/transaction/${id}`)).body.status
  const said = async (id: string, file: string) => (await linesOf(id, file)).lines[0].said
  const contradictions = async (id: string) => (await kontor.get(staff, `/v1/psp/contradiction?transaction=${id}`)).body

  it('ends it, once, however often the files are compared', async () => {
    const { id } = (await settlement()).body
    const { paid, order } = await parked()
    const { body: file } = await upload(id, line(order))
    await Promise.all([compare(), compare()])
    expect(await status(paid.id)).toBe('SETTLEMENT_COMPLETED')
    expect(await said(id, file.id)).toBe('applied')
    await compare()
    expect(await contradictions(paid.id)).toEqual([])
    expect((await kontor.get(staff, `/v1/psp/stuckoperation/${order}`)).body.state).toBe('ENDED')
  })

  it('with another amount is a contradiction, and the order stays open', async () => {
    const { id } = (await settlement()).body
    const { paid, order } = await parked()
    const csv = line(order, { gross: 9_000 }).replace(/10000\n$/, '9000\n')
    const { body: file } = await upload(id, csv)
    await compare()
    expect(await status(paid.id)).toBe('UNKNOWN')
    expect(await said(id, file.id)).toBe('contradicts')
    expect(await contradictions(paid.id)).toMatchObject([{ state: 'OPEN', their_amount: 9_000 }])
  })

  it('of a payment that was taken moves it on: it is paid out', async () => {
    const { id } = (await settlement()).body
    const taken = { status: 'SETTLEMENT_REQUESTED', amount: 10_000, captured_amount: 10_000 } as const
    const paid = await kontor.make.transaction(shop.shop, taken)
    await kontor.make.stuckOperation(shop.shop, { transaction: paid, ended: true })
    const { body: file } = await upload(id, line(paid.id))
    await Promise.all([compare(), compare()])
    expect(await status(paid.id)).toBe('SETTLEMENT_COMPLETED')
    expect(await said(id, file.id)).toBe('applied')
    expect(await contradictions(paid.id)).toEqual([])
  })

  it('of a capture is its proof also where the file names it by another id than its reports did', async () => {
    const { id } = (await settlement()).body
    const paid = await kontor.make.transaction(shop.shop, { status: 'AUTHORIZED', amount: 10_000 })
    const order = await kontor.make.stuckOperation(shop.shop, { transaction: paid, operation: 'capture' })
    const provider = kontor.databases.provider
    await provider.updateTable('outbox').set({ external_id: 'cap_of_its_report' }).where('id', '=', order).execute()
    const { body: file } = await upload(id, line(order, { payment: `pay_${paid.id}` }))
    await compare()
    expect([await status(paid.id), await said(id, file.id)]).toEqual(['SETTLEMENT_COMPLETED', 'applied'])
    expect(await contradictions(paid.id)).toEqual([])
  })

  it('of a part of a payment that was taken leaves it as it is, because other lines have the rest', async () => {
    const { id } = (await settlement()).body
    const taken = { status: 'SETTLEMENT_REQUESTED', amount: 20_000, captured_amount: 20_000 } as const
    const paid = await kontor.make.transaction(shop.shop, taken)
    await kontor.make.stuckOperation(shop.shop, { transaction: paid, ended: true })
    const { body: file } = await upload(id, line(paid.id))
    await compare()
    expect(await status(paid.id)).toBe('SETTLEMENT_REQUESTED')
    expect(await said(id, file.id)).toBeNull()
    expect(await contradictions(paid.id)).toEqual([])
  })

  it('of a payment that had failed is a contradiction', async () => {
    const { id } = (await settlement()).body
    const paid = await kontor.make.transaction(shop.shop, { status: 'FAILED', amount: 10_000 })
    await kontor.make.stuckOperation(shop.shop, { transaction: paid, ended: true })
    await upload(id, line(paid.id))
    await compare()
    expect(await status(paid.id)).toBe('FAILED')
    expect(await contradictions(paid.id)).toMatchObject([{ kind: 'payment', we_say: 'FAILED', state: 'OPEN' }])
  })

  it('moves nothing when it is not understood, is of another account, or was handed in without the rights for it', async () => {
    const { id } = (await settlement()).body
    const other = await kontor.make.processorSettlement(shop.shop.merchant, { account: 'another' })
    const roles: Role[] = ['PSP_PROCESSOR_SETTLEMENT_ALL']
    const clerk = await kontor.make.cookie({ roles })
    const cases = [
      { of: id, change: (csv: string) => csv.replace('Payment,0', 'Paiment,0') },
      { of: other, change: (csv: string) => csv },
      { of: id, change: (csv: string) => csv, who: clerk },
    ]
    for (const { of, change, who } of cases) {
      const { paid, order } = await parked()
      expect((await upload(of, change(line(order)), who)).body.status).toBe('READ')
      await compare()
      expect(await status(paid.id)).toBe('UNKNOWN')
      expect(await contradictions(paid.id)).toEqual([])
    }
  })

  it('ends its order, however many lines before it cannot be carried out', async () => {
    const before = await compare()
    const { id } = (await settlement()).body
    const [bad, good] = [await parked({ unheard_of: true }), await parked()]
    const [header = '', broken = ''] = line(bad.order).split('\n')
    const fine = line(good.order).split('\n')[1] ?? ''
    const lines = [...Array.from({ length: 201 }, () => broken), fine]
    expect((await upload(id, `${[header, ...lines].join('\n')}\n`)).body.status).toBe('READ')
    const problems = (await compare()) - before
    expect(await status(good.paid.id)).toBe('SETTLEMENT_COMPLETED')
    expect(await status(bad.paid.id)).toBe('UNKNOWN')
    expect(problems).toBe(201)
    await forgetLines(id)
  })

  it('of a payment that was taken moves it on, however many lines before it cannot be carried out', async () => {
    const before = await compare()
    const { id } = (await settlement()).body
    const taken = async (payload: object) => {
      const given = { status: 'SETTLEMENT_REQUESTED', amount: 10_000, captured_amount: 10_000 } as const
      const paid = await kontor.make.transaction(shop.shop, given)
      await kontor.make.stuckOperation(shop.shop, { transaction: paid, ended: true, payload })
      return paid
    }
    const [bad, good] = [await taken({ unheard_of: true }), await taken({})]
    const [header = '', broken = ''] = line(bad.id).split('\n')
    const lines = [...Array.from({ length: 201 }, () => broken), line(good.id).split('\n')[1] ?? '']
    expect((await upload(id, `${[header, ...lines].join('\n')}\n`)).body.status).toBe('READ')
    const problems = (await compare()) - before
    expect([await status(bad.id), await status(good.id)]).toEqual(['SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED'])
    expect(problems).toBe(201)
    await forgetLines(id)
  })

  it('of a refund without an id of its own does not give it that of the payment', async () => {
    const { id } = (await settlement()).body
    const paid = await kontor.make.transaction(shop.shop, { amount: 10_000 })
    const refund = await kontor.make.refund(shop.shop, paid, { amount: 10_000, status: 'PENDING' })
    await kontor.databases.provider
      .insertInto('outbox')
      .values({
        ...{ merchant_id: shop.shop.merchant, id: refund.id, topic: 'processor.refund', refund_id: refund.id },
        ...{ transaction_id: paid.id, transaction_created_at: paid.created_at, payload: '{}' },
        next_attempt_at: '9999-12-31T00:00:00Z',
      })
      .execute()
    const csv = line(refund.id, { type: 'Refund', id: '', gross: -10_000 }).replace(/10000\n$/, '-10000\n')
    const { body: file } = await upload(id, csv)
    await compare()
    expect(await said(id, file.id)).toBe('applied')
    const kept = kontor.databases.provider.selectFrom('refund').where('id', '=', refund.id)
    expect(await kept.select(['status', 'processor_id_external']).executeTakeFirst()).toEqual({
      status: 'PROCESSED',
      processor_id_external: null,
    })
  })

  it.each(['processor_settlement', 'processor'] as const)(
    'waits while the account of the %s is not known',
    async (of) => {
      const { id } = (await settlement()).body
      const { paid, order } = await parked()
      const named = (account: string | null) =>
        kontor.databases.provider
          .updateTable(of)
          .set({ account })
          .where('merchant_id', '=', shop.shop.merchant)
          .execute()
      await named(null)
      const { body: file } = await upload(id, line(order))
      await compare()
      expect(await said(id, file.id)).toBeNull()
      await named(shop.name)
      await compare()
      expect(await said(id, file.id)).toBe('applied')
      expect(await status(paid.id)).toBe('SETTLEMENT_COMPLETED')
    },
  )

  it('waits for the next run while its file is being read', async () => {
    const { id } = (await settlement()).body
    const { paid, order } = await parked()
    const { body: file } = await upload(id, line(order))
    await kontor.databases.provider.transaction().execute(async (trx) => {
      const held = trx.selectFrom('processor_settlement_file').select('id').where('id', '=', file.id)
      await held.forUpdate().execute()
      await compare()
      expect(await said(id, file.id)).toBeNull()
    })
    await compare()
    expect(await status(paid.id)).toBe('SETTLEMENT_COMPLETED')
  })

  it('proves nothing until somebody with the rights for it hands in the same file', async () => {
    const { id } = (await settlement()).body
    const clerk = await kontor.make.cookie({ roles: ['PSP_PROCESSOR_SETTLEMENT_ALL'] })
    const [open, failed] = [
      await parked(),
      await kontor.make.transaction(shop.shop, { status: 'FAILED', amount: 10_000 }),
    ]
    await kontor.make.stuckOperation(shop.shop, { transaction: failed, ended: true })
    const csv = `${line(open.order)}${line(failed.id).split('\n')[1]}\n`
    const { body: first } = await upload(id, csv, clerk)
    await compare()
    expect(await status(open.paid.id)).toBe('UNKNOWN')
    expect((await upload(id, csv)).body.id).toBe(first.id)
    expect(await upload(id, csv, clerk)).toMatchObject({
      status: 409,
      body: { code: 'file_known', details: { file: first.id, known_as: first.name, received_at: first.received_at } },
    })
    expect(await filesOf(id)).toHaveLength(1)
    await compare()
    expect(await status(open.paid.id)).toBe('SETTLEMENT_COMPLETED')
    expect(await contradictions(failed.id)).toMatchObject([{ we_say: 'FAILED', state: 'OPEN' }])
  })
})
