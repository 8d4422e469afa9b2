import { randomUUID } from 'node:crypto'
import { plusDays } from '@kontor/contract/dates'
import { isBankingDay } from '@kontor/contract/ledger/banking-days.rules'
import { newLine } from '@kontor/contract/pricing/new-line'
import type { Difference } from '@kontor/contract/reconciliation/reconciliation.schemas'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connected } from '../../test/gateway-account.ts'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import { verifyLedger } from '../ledger/checking/verify-ledger.ts'
import { inTurn } from '../platform/jobs/lease.ts'
import { gatewayTimeout_ms } from '../processors/connections.ts'
import { settlementFilesJob } from '../processors/settlements/fetch-settlement-files.ts'
import { reconciliationJob } from './reconciliation-job.ts'

let kontor: TestApp
let client: pg.Client
let staff: string
let second: string
let superUser: string
let owner: string
let shop: Awaited<ReturnType<typeof connected>>
let settlement: string

beforeAll(async () => {
  kontor = await startTestApp()
  client = new pg.Client(kontor.database.adminUrl)
  await client.connect()
  await client.query('update installation set demo = true')
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  second = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  superUser = await kontor.make.cookie({ roles: ['PSP_ALL', 'PSP_SUPER'] })
  shop = await connected(kontor, staff)
  owner = await kontor.make.cookie({ merchant: shop.shop.merchant, roles: ['USER_ALL'] })
  await kontor.make.scheme({
    type: 'COST',
    lines: [newLine({ fixed: 10, ppm: 5_800 })],
    merchants: [shop.shop.merchant],
  })
  const { payment_product: _, ...named } = shop.named
  const details = [{ name: 'api_key', value: shop.keys.api_key }]
  const made = await kontor.post(staff, '/v1/processorsettlement', {
    ...named,
    ...{ processor_settlement_type: 'API', details },
  })
  settlement = made.body.id
})
afterAll(async () => {
  await client.end()
  await kontor.stop()
})

const path = () => `/v1/processorsettlement/${settlement}`
const rows = async (statement: string, values: unknown[] = []) => (await client.query(statement, values)).rows
const nothing = () => {}

async function clockTo(day: string): Promise<void> {
  const to = `${day}T09:00:00.000Z`
  expect((await kontor.post(superUser, '/v1/psp/clock', { to })).status).toBe(200)
  await until(
    async () => (await kontor.get(superUser, '/v1/clock')).body,
    ({ moving_to, now }) => moving_to === null && now >= to,
    60_000,
  )
  // The sandbox's clock moves at the end of the step: it closes a file for each of its days.
  await inTurn(kontor.databases.provider, 'clock', async () => {})
  await until(
    async () => (await rows('select closed_through::text as day from ledger_day'))[0]?.day,
    (through) => through === plusDays(day, -1),
    30_000,
  )
}
async function pay(amount: number): Promise<{ id: string }> {
  const body = { payment_profile: shop.shop.profile, amount, payment_product: 'card', card_token: 'test_visa' }
  const made = await kontor.post(owner, '/v1/transaction', { ...body, merchant_reference: `order-${amount}` })
  return until(
    async () => (await kontor.get(owner, `/v1/transaction/${made.body.id}`)).body,
    ({ status }) => status === 'SETTLEMENT_COMPLETED',
  )
}
const booked = () =>
  until(
    async () => (await rows('select count(*)::int as n from ledger_event'))[0]?.n,
    (n) => n === 0,
    20_000,
  )
async function fetchFiles(): Promise<void> {
  const gateways = { masterKey: kontor.database.masterKey, publicUrl: kontor.url, timeout_ms: gatewayTimeout_ms }
  await client.query('update processor_settlement set fetch_due_at = to_timestamp(0)')
  const { now } = (await kontor.get(superUser, '/v1/clock')).body
  await settlementFilesJob({ databases: kontor.databases, gateways, onProblem: nothing }).run(new Date(now))
}
/** The server runs the same job meanwhile. */
const reconcile = () => reconciliationJob(kontor.databases).run(new Date())
const mischief = async (...mischief: string[]) => {
  const reply = await fetch(`${kontor.sandboxUrl}/v1/settlements/mischief`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${shop.keys.api_key}` },
    body: JSON.stringify({ mischief }),
  })
  expect(reply.status).toBe(200)
}
const listed = async (query = '') => (await kontor.get(staff, `${path()}/difference${query}`)).body
const differences = async (): Promise<Difference[]> => (await listed('?_limit=100')).differences
const of = async (type: string): Promise<Difference> => {
  const found = (await differences()).find((each) => each.type === type)
  if (!found) throw new Error(`no difference ${type}`)
  return found
}
const resolve = (id: string, body: object, who = staff) => kontor.post(who, `${path()}/difference/${id}/resolve`, body)
const account = async (code: number, currency = 'EUR'): Promise<number> =>
  Number(
    (
      await rows(
        `select coalesce(sum(debit - credit), 0)::text as sum from ledger_balance where merchant_id = $1 and code = $2 and currency_code = $3`,
        [shop.shop.merchant, code, currency],
      )
    )[0]?.sum,
  )
/** The next Monday whose two weeks have no bank holiday. */
function quietMonday(): string {
  const isQuiet = (day: string) =>
    new Date(day).getUTCDay() === 1 && [0, 1, 2, 3, 4, 7, 8, 9].every((after) => isBankingDay(plusDays(day, after)))
  let day = plusDays(new Date().toISOString().slice(0, 10), 1)
  while (!isQuiet(day)) day = plusDays(day, 1)
  return day
}

describe('a file of the sandbox with one line of each kind of mischief', () => {
  const monday = quietMonday()
  const amounts = [10_000, 4_000, 3_000, 5_000, 6_000, 7_000]
  const paid: { id: string }[] = []
  const feesOf = (amount: number) => 10 + Math.round(amount * 0.0058)
  const netOf = (amount: number) => amount - feesOf(amount)
  let owed: number

  it('has exactly five differences, and the sixth is matched by its reference (money check 21)', async () => {
    await clockTo(monday)
    for (const amount of amounts) paid.push(await pay(amount))
    await booked()
    owed = await account(20)
    await mischief('twice', 'amount', 'left_out', 'fee', 'unknown', 'id_lost')
    await fetchFiles()
    await reconcile()
    // What is in no file is missing when its days are over.
    await clockTo(plusDays(monday, 9))
    await reconcile()
    const found = await differences()
    expect(Object.fromEntries(found.map(({ type, said, expected }) => [type, [said, expected]]))).toEqual({
      TWICE: [netOf(10_000), 0],
      AMOUNT: [4_001, 4_000],
      MISSING: [0, netOf(3_000)],
      COST: [feesOf(5_000) + 3, feesOf(5_000)],
      UNKNOWN: [netOf(6_000), 0],
    })
    expect(found).toHaveLength(5)
    const sixth = await rows('select matched from reconciled_line where subject_id = $1', [paid[5]?.id])
    expect(sixth).toEqual([{ matched: 'FUZZY' }])
    const sum = netOf(10_000) + 1 + netOf(6_000)
    expect([await account(21), (await listed()).account]).toEqual([
      -sum,
      [{ currency_code: 'EUR', balance: String(-sum) }],
    ])
    expect(await account(20)).toBe(owed + sum - 3)
  }, 120_000)

  it('lists them, its fees beside those that were expected, and what the file is', async () => {
    expect(await listed('?_limit=1&_skip=1&status=OPEN')).toMatchObject({ count: 5, differences: [{}] })
    expect((await listed('?type=COST')).differences).toMatchObject([{ line_kind: 'payment', transaction: paid[3]?.id }])
    const [cost, ...others] = (await kontor.get(staff, `${path()}/cost`)).body
    const matched = [10_000, 4_000, 5_000, 6_000, 7_000].reduce((sum, amount) => sum + feesOf(amount), 0)
    expect(others).toEqual([])
    expect(cost).toMatchObject({ count: 5, different: 1, expected: String(matched), charged: String(matched + 3) })
    const [file] = (await kontor.get(staff, `${path()}/file`)).body
    expect(file).toMatchObject({ status: 'READ', reconciled: 'DIFFERENCES', open_differences: 4 })
    const [row] = (await kontor.get(staff, `/v1/processorsettlement?id=${settlement}`)).body
    expect(row.open_differences).toBe(5)
  })

  it('is told to no merchant, by no address and no role of the database', async () => {
    for (const of of ['difference', 'cost', 'file'])
      expect((await kontor.get(owner, `${path()}/${of}`)).status).toBe(403)
    const { id } = await of('AMOUNT')
    expect((await resolve(id, { status: 'CLAIMED', reason: 'x' }, owner)).status).toBe(403)
    const privileges = await rows(
      `select t, has_table_privilege('kontor_merchant', t, 'select, insert, update, delete') as may
        from unnest(array['reconciled_line', 'reconciliation_difference']) t`,
    )
    expect(privileges.map(({ may }) => may)).toEqual([false, false])
    const seen = await kontor.databases.merchant.transaction().execute(async (trx) => {
      await trx
        .selectNoFrom(({ fn, val }) =>
          fn('set_config', [val('kontor.merchant'), val(shop.shop.merchant), val(true)]).as('x'),
        )
        .execute()
      return trx.selectFrom('ledger_transfer').select('kind').where('kind', 'in', [17, 18, 22, 29, 30, 31]).execute()
    })
    expect(seen).toEqual([])
  })

  it('cannot be closed before all is decided', async () => {
    const [file] = (await kontor.get(staff, `${path()}/file`)).body
    const body = { bank_reference: 'B-1', received: [] }
    expect((await kontor.post(staff, `${path()}/file/${file.id}/close`, body)).body.code).toBe('file_not_decided')
  })

  it('asks for a reason, for what a line is of, and for another person above 50.00', async () => {
    const unknown = await of('UNKNOWN')
    expect((await resolve(unknown.id, { status: 'CLAIMED', reason: ' ' })).body.details).toEqual({
      'body.reason': 'required',
    })
    const reason = 'We know nothing of it'
    expect((await resolve(unknown.id, { status: 'LINKED', reason })).body.details).toEqual({
      'body.subject': 'required',
    })
    const linked = (subject: string) => resolve(unknown.id, { status: 'LINKED', reason, subject })
    expect((await linked(randomUUID())).body.details).toEqual({ 'body.subject': 'not_found' })
    expect((await linked(paid[0]?.id ?? '')).body.code).toBe('line_matched')
    const asked = await resolve(unknown.id, { status: 'WRITTEN_OFF', reason })
    expect(asked.body).toMatchObject({ status: 'OPEN', needs_another: true, proposed_by_me: true })
    const approve = (who: string) => kontor.post(who, `${path()}/difference/${unknown.id}/approve`)
    expect((await approve(staff)).body.code).toBe('same_person')
    const gain = await account(71)
    const [one, other] = await Promise.all([approve(second), approve(second)])
    expect([one.status, other.status].toSorted()).toEqual([200, 409])
    expect(await account(71)).toBe(gain - netOf(6_000))
    expect((await resolve(unknown.id, { status: 'CLAIMED', reason })).body.code).toBe('difference_over')
  })

  it('leaves nothing in account 21 when all of it is decided, and is closed with what the bank received (money check 21)', async () => {
    const decide = async (type: string, status: string) => {
      const { id } = await of(type)
      expect((await resolve(id, { status, reason: `It is ${status}` })).body).toMatchObject({ type, status })
    }
    await decide('TWICE', 'CLAIMED')
    await decide('AMOUNT', 'CORRECTED')
    await decide('COST', 'WRITTEN_OFF')
    await decide('MISSING', 'CLAIMED')
    expect(await account(21)).toBe(0)
    expect((await listed()).account).toEqual([])
    // The fees stay as they were charged, and what was written off is what the processor pays beyond our books.
    expect(await account(20)).toBe(owed - 3 + netOf(6_000))
    const [file] = (await kontor.get(staff, `${path()}/file`)).body
    expect(file.reconciled).toBe('MATCHED')
    const net = Number(file.totals[0].net)
    const close = (amount: number) =>
      kontor.post(staff, `${path()}/file/${file.id}/close`, {
        ...{ bank_reference: 'B-1', received: [{ currency_code: 'EUR', amount }] },
      })
    expect((await close(net + 1)).body.code).toBe('not_net_of_file')
    expect((await close(net)).body).toMatchObject({ reconciled: 'CLOSED', bank_reference: 'B-1' })
    expect((await close(net)).body.code).toBe('file_closed')
    expect((await verifyLedger(kontor.databases.provider, () => new Date()))?.examples).toEqual([])
  })
})
