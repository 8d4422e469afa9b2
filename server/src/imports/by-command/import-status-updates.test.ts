import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import { importAt, importing } from '../../../test/importing.ts'
import type { MadeMerchant } from '../../../test/make.ts'

let kontor: TestApp
let owner: pg.Client
let ada: string
let bob: string
let shop: MadeMerchant
let files: ReturnType<typeof importing>

beforeAll(async () => {
  kontor = await startTestApp({ imports: { poll_ms: 50 } })
  owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  ada = await kontor.make.cookie({ roles: ['PSP_SUPER', 'PSP_ALL'], name: 'Ada' })
  bob = await kontor.make.cookie({ roles: ['PSP_SUPER', 'PSP_ALL'], name: 'Bob' })
  files = importing(kontor, ada)
})
afterAll(async () => {
  await owner.end()
  await kontor.stop()
})
beforeEach(async () => {
  shop = await kontor.make.merchant()
  await owner.query(
    `update payment_profile set webhook_transaction_update = 'http://127.0.0.1:9/hook' where merchant_id = $1`,
    [shop.merchant],
  )
})

const large = 50_001
const reason = 'The processor confirmed this'
const head = 'id,new status,reason,reference\n'
const file = (...rows: string[]) => ({ type: 'status_update' as const, content: `${head}${rows.join('\n')}\n` })
const authorized = async (amount = 4_000) => (await kontor.make.transaction(shop, { status: 'AUTHORIZED', amount })).id
const statusOf = async (id: string) => (await kontor.get(ada, `/v1/transaction/${id}`)).body.status
const updatesOf = async (id: string) => (await kontor.get(ada, `/v1/psp/statusupdate?item=${id}`)).body
const foreseen = (id: string, who = ada, query = '') => kontor.get(who, `${importAt}/${id}/foreseen${query}`)
const outcomeOf = ({ outcome }: { outcome: string }) => outcome

describe('a file of statuses', () => {
  it('says of each row what would happen or why not, and changes nothing until it is started', async () => {
    const [small, other, over] = [await authorized(), await authorized(), await authorized()]
    await owner.query(`update transaction set status = 'CANCELLED' where id = $1`, [over])
    const none = '01980000-0000-7000-8000-000000000000'
    const checked = await files.checked(
      file(
        `${small},settlement_requested,${reason},TICKET-7`,
        `${other},CANCELLED,${reason},`,
        `${over},CANCELLED,${reason},`,
        `${over.toUpperCase()},FAILED,${reason},`,
        `${none},FAILED,${reason},`,
        `${await authorized()},SETTLEMENT_COMPLETED,${reason},`,
        `${await authorized()},FAILURE,${reason},`,
        `${await authorized()},CANCELLED,short,`,
      ),
    )
    expect(checked).toMatchObject({ status: 'VALIDATED', rows_read: 8, rows_ok: 3, rows_known: 1, rows_rejected: 5 })
    expect(await files.rejectionsOf(checked.id)).toEqual([
      ...['5 id id_twice', '6 id not_found', '7 new status status_not_possible', '8 new status invalid_value'],
      '9 reason too_short',
    ])
    const { body } = await foreseen(checked.id)
    expect(body.map(outcomeOf)).toEqual([
      ...['changed', 'changed', 'known', 'rejected', 'rejected', 'rejected', 'rejected', 'rejected'],
    ])
    expect(body[0]).toMatchObject({
      ...{ line: 2, kind: 'transaction', from_status: 'AUTHORIZED', to_status: 'SETTLEMENT_REQUESTED', amount: 4_000 },
      ...{ currency_code: 'EUR', code: null },
    })
    expect(body[4]).toMatchObject({ code: 'not_found', column: 'id', kind: null, amount: null })
    expect((await foreseen(checked.id, ada, '?_skip=1&_limit=2')).body).toEqual(body.slice(1, 3))
    for (const id of [small, other]) {
      expect(await statusOf(id)).toBe('AUTHORIZED')
      expect(await updatesOf(id)).toEqual([])
    }
  })

  it('rejects what a report of the processor or an order to it leaves open, and a payment with refunds', async () => {
    const contradicted = await kontor.make.transaction(shop, { status: 'AUTHORIZED' })
    await kontor.make.contradiction(shop, contradicted)
    const under_way = await kontor.make.transaction(shop, { status: 'AUTHORIZED' })
    await kontor.make.stuckOperation(shop, { transaction: under_way, operation: 'capture' })
    const refunded = await kontor.make.transaction(shop, { status: 'SETTLEMENT_REQUESTED' })
    await kontor.make.refund(shop, refunded, { amount: 700, status: 'PROCESSED' })
    const given = file(
      `${contradicted.id},CANCELLED,${reason},`,
      `${under_way.id},AUTHORIZATION_VOIDED,${reason},`,
      `${refunded.id},FAILED,${reason},`,
    )
    const ended = await files.imported(given)
    expect(ended).toMatchObject({ rows_ok: 0, rows_rejected: 3 })
    expect(await files.rejectionsOf(ended.id)).toEqual([
      ...['2 id contradiction_open', '3 id operation_in_progress', '4 new status payment_has_refunds'],
    ])
    for (const { id } of [contradicted, under_way, refunded]) expect(await updatesOf(id)).toEqual([])
    const rejected = await fetch(`${kontor.url}${importAt}/${ended.id}/rejected`, { headers: { cookie: ada } })
    expect(await rejected.text()).toContain('a report of the processor waits for a person')
  })

  it('changes each status in its own transaction, in the name of the person', async () => {
    const [one, two] = [await authorized(), await authorized()]
    const ended = await files.imported(
      file(`${one},SETTLEMENT_REQUESTED,${reason},TICKET-7`, `${two},CANCELLED,${reason},`, `x,CANCELLED,${reason},`),
    )
    expect(ended).toMatchObject({ status: 'PARTLY_DONE', rows_ok: 2, rows_rejected: 1 })
    expect(await statusOf(one)).toBe('SETTLEMENT_REQUESTED')
    expect(await updatesOf(one)).toMatchObject([
      { status: 'DONE', created_by: 'Ada', reason, external_reference: 'TICKET-7', told: true },
    ])
    const { body: events } = await kontor.get(ada, `/v1/transaction/${one}/events`)
    expect(events).toContainEqual(
      expect.objectContaining({ to_status: 'SETTLEMENT_REQUESTED', actor_kind: 'user', actor_name: 'Ada' }),
    )
    const { rows } = await owner.query(
      `select count(distinct xmin::text)::int as transactions from status_update where item_id = any($1)`,
      [[one, two]],
    )
    expect(rows).toEqual([{ transactions: 2 }])
    const rejected = await fetch(`${kontor.url}${importAt}/${ended.id}/rejected`, { headers: { cookie: ada } })
    expect(await rejected.text()).toContain(`x,CANCELLED,${reason}`)
  })

  it('asks a second person for every row when one of them is about much money', async () => {
    const [small, big] = [await authorized(), await authorized(large)]
    const checked = await files.checked(file(`${small},SETTLEMENT_REQUESTED,${reason},`, `${big},CANCELLED,${reason},`))
    expect((await foreseen(checked.id)).body.map(outcomeOf)).toEqual(['asked', 'asked'])
    await files.start(checked.id)
    for (const id of [small, big]) {
      expect(await statusOf(id)).toBe('AUTHORIZED')
      const [asked] = await updatesOf(id)
      expect(asked).toMatchObject({ status: 'OPEN', created_by: 'Ada' })
      expect((await kontor.post(ada, `/v1/psp/statusupdate/${asked.id}/approve`)).body.code).toBe('same_person')
      expect((await kontor.post(bob, `/v1/psp/statusupdate/${asked.id}/approve`)).body.status).toBe('DONE')
    }
    expect(await statusOf(small)).toBe('SETTLEMENT_REQUESTED')
  })

  it('asks a second person for every row when together they are about much money of one currency', async () => {
    const dollars = await kontor.make.merchant({ currency_code: 'USD' })
    const euros = [await authorized(30_000), await authorized(20_000)]
    const dollar = (await kontor.make.transaction(dollars, { status: 'AUTHORIZED', amount: 30_000 })).id
    const row = (id: string) => `${id},CANCELLED,${reason},`
    const within = await files.checked(file(...[...euros, dollar].map(row)))
    expect((await foreseen(within.id)).body.map(outcomeOf)).toEqual(['changed', 'changed', 'changed'])

    const last = await kontor.make.transaction(shop, { amount: 20_000 })
    const pending = await kontor.make.refund(shop, last, { amount: 1, status: 'PENDING' })
    const more = [...euros, dollar, pending.id].map(row)
    expect(await files.imported(file(...more))).toMatchObject({ status: 'DONE', rows_ok: 4 })
    for (const id of [...euros, dollar]) expect(await statusOf(id)).toBe('AUTHORIZED')
    for (const id of [...euros, dollar, pending.id]) expect(await updatesOf(id)).toMatchObject([{ status: 'OPEN' }])
  })

  it('counts all that the file names when rejected rows are tried once more', async () => {
    const [first, second] = [await authorized(30_000), await authorized(30_000)]
    const given = file(`${first},CANCELLED,${reason},`, `${second},SETTLEMENT_COMPLETED,${reason},`)
    const { id } = await files.imported(given)
    expect(await files.rejectionsOf(id)).toEqual(['3 new status status_not_possible'])
    await owner.query(
      `update transaction set status = 'SETTLEMENT_REQUESTED', captured_amount = amount where id = $1`,
      [second],
    )
    await kontor.post(ada, `${importAt}/${id}/rerun`)
    expect(await files.settled(id)).toMatchObject({ status: 'DONE', rows_ok: 2 })
    expect(await statusOf(second)).toBe('SETTLEMENT_REQUESTED')
    for (const each of [first, second]) expect(await updatesOf(each)).toMatchObject([{ status: 'OPEN' }])
  })

  it('changes nothing twice', async () => {
    const [small, other] = [await authorized(), await authorized()]
    const given = file(`${small},SETTLEMENT_REQUESTED,${reason},`, `${other},CANCELLED,${reason},`)
    await files.imported(given)
    expect(await files.imported(given)).toMatchObject({ status: 'DONE', rows_ok: 2, rows_known: 2 })
    await owner.query(`update transaction set status = 'SETTLEMENT_COMPLETED' where id = $1`, [small])
    expect(await files.imported(given)).toMatchObject({ rows_ok: 1, rows_known: 1, rows_rejected: 1 })
    const big = await authorized(large)
    for (const rows_known of [0, 1])
      expect(await files.imported(file(`${big},CANCELLED,${reason},`))).toMatchObject({ rows_ok: 1, rows_known })
    for (const id of [small, other, big]) expect(await updatesOf(id)).toHaveLength(1)
    const overtaken = await files.imported(file(`${big},SETTLEMENT_REQUESTED,${reason},`))
    expect(await files.rejectionsOf(overtaken.id)).toEqual(['2 id status_update_open'])
  })

  it('is started, and tried once more, by somebody who has just shown a second factor', async () => {
    const given = file(`${await authorized()},CANCELLED,${reason},`, `${await authorized()},FAILED,${reason},`)
    const { id } = await files.checked(given)
    const since = (factor_at: string) =>
      owner.query(
        `update session set factor_at = ${factor_at} where user_id = (select created_by_id from import where id = $1)`,
        [id],
      )
    await since('null')
    expect((await kontor.post(ada, `${importAt}/${id}/start`)).body.code).toBe('fresh_factor_needed')
    await since('now()')
    expect(await files.start(id)).toMatchObject({ status: 'PARTLY_DONE' })
    await since('null')
    expect((await kontor.post(ada, `${importAt}/${id}/rerun`)).body.code).toBe('fresh_factor_needed')
    await since('now()')
    expect((await kontor.post(ada, `${importAt}/${id}/rerun`)).status).toBe(200)
    await files.settled(id)
  })

  it('sends no webhooks when the file says so', async () => {
    const id = await authorized()
    const { body } = await files.upload(file(`${id},CANCELLED,${reason},`))
    const { body: sample } = await kontor.get(ada, `${importAt}/${body.id}/sample`)
    const { delimiter, encoding, decimal, mapping } = sample
    const said = { delimiter, encoding, decimal, mapping: { ...mapping, tell: '=false' } }
    await kontor.post(ada, `${importAt}/${body.id}/check`, said)
    await files.settled(body.id)
    await files.start(body.id)
    expect(await updatesOf(id)).toMatchObject([{ status: 'DONE', told: false }])
    expect((await owner.query('select from webhook where item_id = $1', [id])).rows).toEqual([])
    const { body: next } = await files.upload(file(`${id},CANCELLED,${reason},`))
    expect((await kontor.get(ada, `${importAt}/${next.id}/sample`)).body.mapping).toEqual(mapping)
  })

  it('is for super users, and only the one who handed it in carries it through', async () => {
    const given = file(`${await authorized()},CANCELLED,${reason},`)
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    expect((await files.upload(given, staff)).status).toBe(403)
    const { id } = await files.checked(given)
    const { delimiter, encoding, decimal, mapping } = (await kontor.get(ada, `${importAt}/${id}/sample`)).body
    for (const who of [bob, staff]) {
      expect((await foreseen(id, who)).status).toBe(403)
      expect((await kontor.post(who, `${importAt}/${id}/start`)).status).toBe(403)
      const check = { delimiter, encoding, decimal, mapping: { ...mapping, to_status: '=CANCELLED' } }
      expect((await kontor.post(who, `${importAt}/${id}/check`, check)).status).toBe(403)
    }
    expect((await files.start(id)).status).toBe('DONE')
    expect((await kontor.post(ada, `${importAt}/${id}/revert`)).status).toBe(409)
  })

  it('changes nothing any more once the one who handed it in is no super user', async () => {
    const eve = await kontor.make.cookie({ roles: ['PSP_SUPER', 'PSP_ALL'], name: 'Eve' })
    const payment = await authorized()
    const { id } = await importing(kontor, eve).checked(file(`${payment},CANCELLED,${reason},`))
    await owner.query(
      `with gone as (delete from role_grant where role = 'PSP_SUPER'
          and user_id = (select created_by_id from import where id = $1) returning user_id)
        update import set task = 'import', queued_at = now(), status = 'RUNNING', checkpoint = 0, started_at = now(), rows_new = 0
        from gone where import.id = $1`,
      [id],
    )
    const { body } = await until(
      () => kontor.get(ada, `${importAt}/${id}`),
      ({ body }) => body.task === null,
    )
    expect(body).toMatchObject({ status: 'FAILED', problem: 'author_gone' })
    expect([await statusOf(payment), await updatesOf(payment)]).toEqual(['AUTHORIZED', []])
    // Nor is anything shown to somebody who may still import.
    expect((await foreseen(id, eve)).status).toBe(403)
  })
})
