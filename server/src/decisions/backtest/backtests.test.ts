import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { BacktestProgress } from './backtest-progress.ts'
import { runBacktest } from './run-backtest.ts'

let kontor: TestApp
beforeAll(async () => {
  kontor = await startTestApp()
  await asOwner('select ensure_partitions(current_date - 100, current_date)')
})
afterAll(() => kontor.stop())

/** Runs a statement that no role of the server may run. */
async function asOwner(statement: string, values: unknown[] = []): Promise<void> {
  const admin = new pg.Client(kontor.database.adminUrl)
  await admin.connect()
  try {
    await admin.query(statement, values)
  } finally {
    await admin.end()
  }
}

const branch = (id: string, condition: object, yes: unknown, no: unknown) => ({
  id,
  if: [condition].flat(),
  // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
  then: yes,
  else: no,
})
const is = (name: string, operator: string, value: unknown) => ({ name, operator, value })
type Tree = ReturnType<typeof branch>
const ofCards = { payment_product: 'card', currency_code: 'EUR' }

/** A merchant with three processors for cards, and a payment profile that uses the tree. */
async function newShop(treeOf: (a: string, b: string, c: string) => Tree) {
  const shop = await kontor.make.merchant()
  const ids = [shop.processor, await kontor.make.processor(shop.merchant), await kontor.make.processor(shop.merchant)]
  const [a, b, c] = ids as [string, string, string]
  const details = treeOf(a, b, c)
  const cookie = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  const routing = (
    await kontor.post(cookie, '/v1/routing', { name: 'Routing', organisation: shop.merchant, ...ofCards, details })
  ).body
  const profile = (
    await kontor.post(cookie, '/v1/paymentprofile', {
      ...{ name: 'Webshop', display_name: 'Webshop', organisation: shop.merchant, currency_code: 'EUR' },
      ...{ processors: ids, routing: { card: routing.id } },
    })
  ).body.id
  /** Payments that were made: each at the processor that is given. */
  const paid = async (at: string, payments: readonly object[]) =>
    Promise.all(payments.map((payment) => kontor.make.transaction({ ...shop, processor: at }, { profile, ...payment })))
  const backtest = (changed: unknown, more: object = {}) =>
    kontor.post(cookie, '/v1/routing/backtest', { ...ofCards, details: changed, routing: routing.id, ...more })
  return { ...shop, a, b, c, details, cookie, routing, profile, paid, backtest }
}

const times = <T>(count: number, of: (number: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at))
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

describe('the back-test of a routing', () => {
  it('moves nothing with the active tree itself, and both leaves when two are exchanged; the figures are those of the list (check 22)', async () => {
    const shop = await newShop((a, b, c) =>
      branch('top', is('amount', '>', 5_000), branch('in', is('country_code', '==', 'NL'), a, b), c),
    )
    const { a, b, c, cookie, paid, backtest } = shop
    // Some were made before the tree was used, at other processors than it says.
    await paid(
      a,
      times(8, (at) => ({ amount: 6_000 + at, country_code: 'NL' })),
    )
    await paid(
      c,
      times(5, (at) => ({ amount: 6_000 + at, country_code: 'BE' })),
    )
    await paid(
      b,
      times(4, (at) => ({ amount: 100 + at })),
    )
    await paid(a, [
      { amount: 9_000, created_at: daysAgo(40) },
      { amount: 9_000, payment_product: 'ideal' },
    ])
    const same = await backtest(shop.details, { days: 28 })
    expect(same.status).toBe(200)
    expect(same.body).toMatchObject({ payments: 17, moved: 0, kept: 0, pairs: [], volumes: [], approval: null })
    expect(same.body).toMatchObject({ compared_with: 'routing', payment_profiles: 1 })

    const exchanged = branch('top', is('amount', '>', 5_000), branch('in', is('country_code', '==', 'NL'), b, a), c)
    const { body } = await backtest(exchanged, { days: 28 })
    const { from, until: last } = body
    const query = `payment_product=card&created_at>=${encodeURIComponent(from)}&created_at<=${encodeURIComponent(last)}&_columns=amount,country_code`
    const listed: { amount: number; country_code: string }[] = (
      await kontor.get(cookie, `/v1/transaction/export?format=json&${query}`)
    ).body
    const large = listed.filter(({ amount }) => amount > 5_000)
    const dutch = large.filter(({ country_code }) => country_code === 'NL')
    const sum = (rows: readonly { amount: number }[]) => rows.reduce((all, { amount }) => all + amount, 0)
    expect([listed.length, large.length, dutch.length]).toEqual([17, 13, 8])
    expect(body).toMatchObject({
      ...{ payments: listed.length, moved: large.length },
      volumes: [{ currency_code: 'EUR', count: large.length, volume: sum(large) }],
      pairs: [
        {
          ...{ from: { id: a }, to: { id: b }, count: 8, volumes: [{ volume: sum(dutch) }] },
          ends: [{ branch: 'in', side: 'then', count: 8 }],
        },
        { from: { id: b }, to: { id: a }, count: 5, volumes: [{ volume: sum(large) - sum(dutch) }] },
      ],
      processors: [
        { id: b, before: 5, after: 8 },
        { id: a, before: 8, after: 5 },
        { id: c, before: 4, after: 4 },
      ],
    })
    expect((await backtest(exchanged)).body).toMatchObject({ payments: 18, moved: 14 })
  })

  it('names the latest twenty moved payments, and none to who may not list payments', async () => {
    const { a, b, merchant, routing, paid, backtest } = await newShop((x, y, z) =>
      branch('top', is('amount', '>', 5_000), branch('in', is('amount', '>', 9_000), z, y), x),
    )
    await paid(
      a,
      times(24, (at) => ({ amount: 100 + at, created_at: daysAgo(at + 1) })),
    )
    await paid(b, [{ amount: 6_000 }])
    const changed = branch('top', is('amount', '>', 102), b, a)
    const { body } = await backtest(changed)
    const dutch = (at: number) => ({ amount: 100 + at, currency_code: 'EUR', from: { id: a }, to: { id: b } })
    expect(body.moved).toBe(21)
    expect(body.samples).toMatchObject(times(20, (at) => dutch(at + 3)))
    expect(body.samples[0]).toMatchObject({ id: expect.any(String), created_at: expect.stringMatching(/Z$/) })
    const reader = await kontor.make.cookie({ merchant, roles: ['ROUTING_LIST', 'TRANSACTION_STATISTICS'] as never })
    const { body: figures } = await kontor.post(reader, '/v1/routing/backtest', {
      ...{ ...ofCards, details: changed, routing: routing.id },
    })
    expect(figures).toMatchObject({ moved: 21, samples: [] })
  })

  it('compares with where payments went as long as nobody uses the routing', async () => {
    const { a, b, merchant, paid, cookie } = await newShop((x, y, z) =>
      branch('top', is('amount', '>', 5_000), branch('in', is('amount', '>', 9_000), x, y), z),
    )
    await paid(a, [{ amount: 100 }, { amount: 200 }])
    await paid(b, [{ amount: 300 }])
    const details = branch('x', is('amount', '>', 150), b, a)
    const { body } = await kontor.post(cookie, '/v1/routing/backtest', { ...ofCards, details, organisation: merchant })
    expect(body).toMatchObject({ compared_with: 'history', payment_profiles: null, payments: 3, moved: 1 })
    expect(body.pairs).toMatchObject([{ from: { id: a }, to: { id: b }, count: 1, volumes: [{ volume: 200 }] }])
  })

  it('says what payments like the moved ones did at the other processor, and leaves out the kinds that it never had', async () => {
    const { a, b, c, paid, backtest } = await newShop((x, y, z) =>
      branch('top', is('country_code', '==', 'NL'), x, branch('in', is('country_code', '==', 'BE'), z, y)),
    )
    const payments = (count: number, approved: number, country_code: string) =>
      times(count, (at) => ({ country_code, status: at < approved ? 'SETTLEMENT_COMPLETED' : 'DECLINED' }))
    await paid(a, payments(60, 30, 'NL'))
    await paid(a, payments(3, 3, 'FR'))
    await paid(b, payments(40, 30, 'NL'))
    await paid(
      b,
      times(5, () => ({ status: 'ABANDONED', country_code: 'NL' })),
    )
    const { body } = await backtest(branch('top', is('country_code', '==', 'US'), c, b))
    expect(body.pairs.find(({ from }: { from: { id: string } }) => from.id === a)).toMatchObject({
      ...{ count: 105, approval: { judged: 60, observed: 0.5, expected: 0.75, difference: 0.25 } },
    })
    const { low, high } = body.approval.interval
    expect([low < 0.25, low > 0, high > 0.25, high < 0.5]).toEqual([true, true, true, true])
  })

  it('tells the provider what moved payments would cost by what payments like them cost there, and no merchant', async () => {
    const { a, b, merchant, routing, paid, backtest } = await newShop((x, y, z) =>
      branch('top', is('amount', '>', 5_000), branch('in', is('amount', '>', 9_000), z, y), x),
    )
    const here = await paid(
      a,
      times(5, (at) => ({ amount: 100 + at, card_brand: 'visa' })),
    )
    const there = await paid(
      b,
      times(40, (at) => ({ amount: 5_100 + 10 * at, card_brand: 'visa' })),
    )
    await paid(a, [{ amount: 300, card_brand: 'visa' }])
    const booked = (kind: number, amount: number) => (payment: { id: string }) => ({ kind, amount, id: payment.id })
    // A file said that it was a cent less.
    const costs = [...here.map(booked(5, 20)), ...there.map(booked(5, 8)), ...there.map(booked(18, 1))]
    await asOwner(
      `insert into ledger_transfer (merchant_id, business_day, book_id, organisation_id, kind, currency_code, amount, subject_id,
        transaction_id) select $1, (now() at time zone 'Europe/Amsterdam')::date, $1, $1, c.kind, 'EUR', c.amount, c.id, c.id
        from json_to_recordset($2) as c (kind int, amount int, id uuid)`,
      [merchant, JSON.stringify(costs)],
    )
    const changed = branch('top', is('amount', '>', 9_000), routing.details.then.then, b)
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const { body } = await kontor.post(staff, `/v1/routing/backtest?merchant=${merchant}`, {
      ...{ ...ofCards, details: changed, routing: routing.id },
    })
    const expected = [{ currency_code: 'EUR', payments: 5, before: 100, after: 35 }]
    expect(body).toMatchObject({
      moved: 6,
      cost: expected,
      pairs: [{ from: { id: a }, to: { id: b }, cost: expected }],
    })
    expect((await backtest(changed)).body).toMatchObject({ moved: 6, cost: null, pairs: [{ cost: null }] })
    const without = await kontor.make.cookie({ roles: ['ROUTING_LIST', 'TRANSACTION_STATISTICS'] })
    const unseen = await kontor.post(without, `/v1/routing/backtest?merchant=${merchant}`, {
      ...{ ...ofCards, details: changed, routing: routing.id },
    })
    expect([unseen.status, unseen.body.cost]).toEqual([200, null])
  })

  it('counts payments that only the processor of their stored card can charge as kept', async () => {
    const shop = await newShop((a, b, c) =>
      branch('top', is('amount', '>', 5_000), branch('in', is('amount', '>', 6_000), b, c), a),
    )
    const customer = await kontor.make.customer(shop.merchant)
    const card = await kontor.make.card(shop, customer)
    await shop.paid(shop.a, [{ amount: 100, card, customer }, { amount: 100 }])
    // Another gateway does not know the tokens of the first.
    await asOwner(`update processor set gateway = 'adyen' where id = $1`, [shop.b])
    const { body } = await shop.backtest(
      branch('top', is('amount', '>', 0), shop.b, branch('x', is('amount', '>', 1), shop.c, shop.a)),
    )
    expect(body).toMatchObject({ moved: 2, kept: 1, pairs: [{ count: 2, kept: 1 }] })
  })

  it('uses what was written down of a payment, and says of how many nothing was', async () => {
    const { a, b, merchant, paid, backtest } = await newShop((x, y, z) =>
      branch('top', is('amount', '>', 5_000), branch('in', is('amount', '>', 6_000), y, z), x),
    )
    const [known, unknown] = await paid(a, [{ card_brand: 'visa' }, { card_brand: 'visa', amount: 100 }])
    await kontor.databases.provider
      .insertInto('decision')
      .values({
        ...{ merchant_id: merchant, transaction_created_at: known?.created_at ?? '', transaction_id: known?.id ?? '' },
        ...{ via: 'tree', processor_id: a, facts: JSON.stringify({ amount: 10_000, currency_code: 'EUR' }) },
      })
      .execute()
    // The brand became known by the processor's answer: the tree could not see it.
    const { body } = await backtest(branch('top', is('card_brand', '==', 'visa'), b, a), { days: 1 })
    expect(body).toMatchObject({ payments: 2, unrecorded: 1 })
    expect(body.processors).toMatchObject([
      { id: b, after: 1 },
      { id: a, after: 1 },
    ])
    expect(unknown).toBeDefined()
  })

  it('draws the lots that are drawn for payments', async () => {
    const { a, b, paid, backtest } = await newShop((x, y, z) =>
      branch('top', is('amount', '>', 50_000), branch('in', is('amount', '>', 60_000), y, z), x),
    )
    const made = await paid(
      a,
      times(60, () => ({ amount: 500 })),
    )
    const lot = (id: string) => createHash('sha256').update(`${id}/s`).digest().readUInt32BE(0) % 10_000
    const { body } = await backtest(branch('s', is('random', '<', 30), b, a))
    expect(body.moved).toBe(made.filter(({ id }) => lot(id) < 3_000).length)
  })

  it('reads payments of the merchant alone, and of a part of it only those there', async () => {
    const one = await newShop((a, b, c) =>
      branch('top', is('amount', '>', 5_000), branch('in', is('amount', '>', 6_000), a, b), c),
    )
    const other = await newShop((a, b, c) =>
      branch('top', is('amount', '>', 5_000), branch('in', is('amount', '>', 6_000), a, b), c),
    )
    await one.paid(
      one.a,
      times(3, () => ({ amount: 7_000 })),
    )
    await other.paid(
      other.a,
      times(4, () => ({ amount: 7_000 })),
    )
    const shopBelow = await kontor.make.organisation(one.merchant)
    await one.paid(one.a, [{ amount: 7_000, organisation: shopBelow }])
    const ask = (cookie: string, more: object) =>
      kontor.post(cookie, '/v1/routing/backtest', { ...ofCards, details: one.details, ...more })
    expect((await ask(one.cookie, { organisation: one.merchant })).body.payments).toBe(4)
    expect((await ask(one.cookie, { organisation: shopBelow })).body.payments).toBe(1)
    expect((await ask(other.cookie, { organisation: one.merchant })).status).toBe(400)
    expect((await ask(other.cookie, { routing: one.routing.id })).status).toBe(404)
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    expect((await ask(staff, { organisation: one.merchant })).body.payments).toBe(4)
    expect((await ask(staff, {})).body.details).toEqual({ 'body.organisation': 'required' })
    const below = await kontor.make.cookie({ merchant: one.merchant, organisation: shopBelow, roles: ['USER_ALL'] })
    expect((await ask(below, {})).body.payments).toBe(1)
  })

  it('refuses a wrong tree at its place, too many days, and who may not see figures of payments', async () => {
    const { merchant, a, b, backtest } = await newShop((x, y, z) =>
      branch('top', is('amount', '>', 5_000), branch('in', is('amount', '>', 6_000), x, y), z),
    )
    const wrong = await backtest(branch('top', is('card_brand', '>', 'visa'), a, b))
    expect([wrong.status, wrong.body.details]).toEqual([400, { 'body.details.if.0.operator': 'invalid_value' }])
    expect((await backtest(branch('top', is('amount', '>', 1), a, b), { days: 1_000 })).status).toBe(400)
    const details = branch('top', is('amount', '>', 1), a, b)
    const status = async (...roles: string[]) => {
      const cookie = await kontor.make.cookie({ merchant, roles: roles as never })
      return (await kontor.post(cookie, '/v1/routing/backtest', { ...ofCards, details, organisation: merchant })).status
    }
    expect([await status('ROUTING_LIST'), await status('ROUTING_LIST', 'TRANSACTION_STATISTICS')]).toEqual([403, 200])
  })
})

describe('a running back-test', () => {
  it('is refused when its payments differ so much that counting them would keep the process busy', async () => {
    const { merchant } = await kontor.make.merchant()
    const running = {
      ...{ databases: kontor.databases, progress: new BacktestProgress(), actor: engineActor(merchant, 'system') },
      ...{ id: undefined, reply: { raw: new EventEmitter() } as unknown as FastifyReply },
    }
    const span = { merchant, from: 0, until: 9 }
    const rowsOfEach = (number: number, areAlike: boolean) => {
      const kind = (from: number) => sql`n + ${areAlike ? 0 : from * number}::int`
      return runBacktest<{ kind: number; count: number }>(running, span, {
        statement: (from) => sql`select ${kind(from)} as kind, 1 as count from generate_series(1, ${number}::int) as n`,
        keyOf: (row) => String(row.kind),
        added: (one, other) => ({ ...one, count: one.count + other.count }),
      })
    }
    expect((await rowsOfEach(5_000, false)).rows).toHaveLength(45_000)
    await expect(rowsOfEach(6_000, false)).rejects.toMatchObject({ code: 'backtest_too_varied' })
    // Rows that are alike in all slices are one.
    const { rows } = await rowsOfEach(20_000, true)
    expect([rows.length, rows.every(({ count }) => count === 9)]).toEqual([20_000, true])
    await expect(rowsOfEach(60_000, true)).rejects.toMatchObject({ code: 'backtest_too_varied' })
  })

  it('tells its progress, is one of a person, and ends with the request', async () => {
    const { details, merchant, cookie, backtest, paid, a } = await newShop((x, y, z) =>
      branch('top', is('amount', '>', 5_000), branch('in', is('amount', '>', 6_000), x, y), z),
    )
    await paid(a, [{}])
    const [admin, watching] = [1, 2].map(() => new pg.Client(kontor.database.adminUrl)) as [pg.Client, pg.Client]
    await Promise.all([admin.connect(), watching.connect()])
    // The database cannot answer while another one holds the table.
    await admin.query('begin; lock table card in access exclusive mode')
    const progress = '00000000-0000-4000-8000-000000000abc'
    const given = new AbortController()
    const asking = fetch(`${kontor.url}/v1/routing/backtest`, {
      ...{ method: 'POST', headers: { cookie, 'content-type': 'application/json' }, signal: given.signal },
      body: JSON.stringify({ ...ofCards, details, organisation: merchant, progress }),
    }).catch((error: Error) => error.name)
    const steps = await until(
      () => kontor.get(cookie, `/v1/backtest/${progress}`),
      ({ status }) => status === 200,
    )
    expect(steps.body).toEqual({ done: 0, of: 9 })
    const second = await backtest(details)
    expect([second.status, second.body.code, second.body.details.whose]).toEqual([429, 'too_many_backtests', 'own'])
    const stranger = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    expect((await kontor.get(stranger, `/v1/backtest/${progress}`)).status).toBe(404)
    const waiting = async () =>
      (
        await watching.query(`select from pg_stat_activity where query like '%as keeper%' and state = 'active'
        and pid <> pg_backend_pid()`)
      ).rowCount
    expect(await waiting()).toBe(1)
    given.abort()
    expect(await asking).toBe('AbortError')
    await until(waiting, (count) => count === 0)
    await admin.query('rollback')
    await Promise.all([admin.end(), watching.end()])
    expect((await backtest(details)).status).toBe(200)
    expect((await kontor.get(cookie, `/v1/backtest/${progress}`)).status).toBe(404)
  })
})

describe('the back-test of a ruleset', () => {
  it('says what became of the payments that it hits, as the rows say it', async () => {
    const shop = await newShop((x, y, z) =>
      branch('top', is('amount', '>', 5_000), branch('in', is('amount', '>', 6_000), x, y), z),
    )
    const { merchant, cookie, paid, a } = shop
    const old = { created_at: daysAgo(70), country_code: 'US' }
    const [, , back, won, refunded] = await paid(a, [
      ...times(5, () => ({ ...old, amount: 1_000 })),
      { ...old, status: 'DECLINED' },
      { country_code: 'US', amount: 2_000 },
      { ...old, status: 'CANCELLED', blocked: true },
    ])
    // Voided since: its processor said yes to it all the same.
    const [voided] = await paid(a, [{ ...old, amount: 1_000, status: 'AUTHORIZED' }])
    await asOwner(`update transaction set status = 'CANCELLED' where id = $1`, [voided?.id])
    const [missed] = await paid(a, [{ country_code: 'NL' }, { country_code: 'BE', amount: 50 }])
    await kontor.make.chargeback(shop, back as never, { status: 'LOST' })
    await kontor.make.chargeback(shop, won as never, { status: 'WON' })
    await kontor.make.chargeback(shop, missed as never, { status: 'OPEN' })
    await kontor.make.refund(shop, refunded as never, { amount: 1_000 })
    await kontor.make.validationRuleset(merchant, {
      name: 'American',
      rules: [is('country_code', 'IN', ['US', 'CA'])] as never,
    })
    await kontor.make.validationRuleset(merchant, {
      name: 'Off',
      active: false,
      rules: [is('amount', '>', 0)] as never,
    })
    const own = await kontor.make.validationRuleset(merchant, { rules: [is('amount', '>', 0)] as never })
    await kontor.make.validationRuleset(merchant, { name: 'Small', rules: [is('amount', '<', 60)] as never })
    const ask = (more: object) =>
      kontor.post(cookie, '/v1/validationruleset/backtest', {
        ...{ action: 'block', currency_code: 'EUR', organisation: merchant, ruleset: own },
        ...{ rules: [is('country_code', '==', 'US')], ...more },
      })
    const { status, body } = await ask({})
    expect([status, body]).toMatchObject([
      200,
      { payments: 11, hits: 9, blocked: 1, declined: 1, caught: 1, missed: 1, rest: 1 },
    ])
    // Each hit is in one row; the refunded one is in the rest.
    const { good, caught, declined, blocked, rest, hits } = body
    expect(good + caught + declined + blocked + rest).toBe(hits)
    // Two settled ones, one whose chargeback was won, one that was voided, and a recent one.
    expect(body).toMatchObject({
      ...{ good: 5, young: 1, good_volumes: [{ currency_code: 'EUR', count: 5, volume: 6_000 }] },
      ...{ caught_volumes: [{ volume: 1_000 }], already: 9 },
      overlaps: [{ name: 'American', hits: 9, both: 9 }],
    })
    expect(body.recall.low).toBeCloseTo(0.0945, 3)
    expect((await ask({ action: '3dSecure' })).body).toMatchObject({ hits: 9, already: 0, overlaps: [] })
    expect((await ask({ rules: [is('amount', '<', 100)] })).body).toMatchObject({
      ...{ hits: 1, already: 1, overlaps: [{ name: 'Small', hits: 1, both: 1 }] },
    })
    const count = await sql<{ n: number }>`select count(*)::int as n from transaction where merchant_id = ${merchant}
      and country_code = 'US'`.execute(kontor.databases.provider)
    expect(count.rows[0]?.n).toBe(body.hits)
  })

  it('is refused at the wrong rule, and to who may not see rulesets and figures', async () => {
    const { merchant } = await kontor.make.merchant()
    const body = { action: 'tag', currency_code: 'EUR', organisation: merchant }
    const status = async (rules: object[], ...roles: string[]) => {
      const cookie = await kontor.make.cookie({ merchant, roles: roles as never })
      return (await kontor.post(cookie, '/v1/validationruleset/backtest', { ...body, rules })).status
    }
    const rules = [is('amount', '>', 1)]
    expect(await status([is('amount', '>', -1)], 'USER_ALL')).toBe(400)
    expect(await status(rules, 'TAG_LIST', 'VALIDATION_RULESET_LIST')).toBe(403)
    expect(await status(rules, 'TAG_LIST', 'VALIDATION_RULESET_LIST', 'TRANSACTION_ALL')).toBe(200)
  })
})

describe('the checkers', () => {
  it('compare rules with the active rulesets of the same action, as far as both are asked about the same shops', async () => {
    const { merchant, profile } = await kontor.make.merchant()
    const cookie = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
    const below = await kontor.make.organisation(merchant)
    const rules = [is('amount', '>', 5_000)] as never
    await kontor.make.validationRuleset(merchant, { name: 'All', rules })
    await kontor.make.validationRuleset(merchant, { name: 'One shop', rules, payment_profile: profile })
    await kontor.make.validationRuleset(merchant, { name: 'Below', rules, organisation: below })
    await kontor.make.validationRuleset(merchant, { name: 'Off', rules, active: false })
    await kontor.make.validationRuleset(merchant, { name: 'Other action', rules, action: '3dSecure' })
    const second = await kontor.post(cookie, '/v1/paymentprofile', {
      ...{ name: 'Second', display_name: 'Second', organisation: merchant, currency_code: 'EUR', processors: [] },
    })
    expect(second.status).toBe(201)
    const find = async (more: object = {}) =>
      (
        await kontor.post(cookie, '/v1/validationruleset/check', {
          ...{
            action: 'block',
            currency_code: 'EUR',
            organisation: merchant,
            rules: [is('amount', '>', 6_000)],
            ...more,
          },
        })
      ).body.map(({ kind, name }: { kind: string; name?: string }) => [kind, name])
    // One of the two shops is not asked about by the ruleset of the other.
    expect(await find()).toEqual([
      ['within', 'All'],
      ['overlap', 'One shop'],
    ])
    expect(await find({ payment_profile: profile, rules })).toEqual([
      ['same', 'One shop'],
      ['within', 'All'],
    ])
    expect(await find({ rules: [is('amount', '<', 0)] })).toEqual([['never', undefined]])
  })

  it('of a routing know what rulesets block before, and say so', async () => {
    const { merchant, cookie, profile, details, routing } = await newShop((x, y, z) =>
      branch('top', is('amount', '>', 5_000), branch('in', is('country_code', '==', 'NL'), x, y), z),
    )
    const rules = [is('country_code', '==', 'NL')] as never
    await kontor.make.validationRuleset(merchant, { rules })
    await kontor.make.validationRuleset(merchant, { rules: [is('amount', '>', 0)] as never, currency_code: 'USD' })
    const check = async (more: object) =>
      (await kontor.post(cookie, '/v1/routing/check', { ...ofCards, details, ...more })).body.findings
    expect(await check({ payment_profile: profile })).toMatchObject([
      { kind: 'always_false', branch: 'in', blocked: true },
      { kind: 'unreachable', branch: 'in', at: 'then', blocked: true },
    ])
    expect(await check({})).toEqual([])
    const told = async (...roles: string[]) => {
      const who = await kontor.make.cookie({ merchant, roles: roles as never })
      return (await kontor.get(who, `/v1/routing/${routing.id}/profiles`)).body[0].blocking.length
    }
    expect([await told('USER_ALL'), await told('ROUTING_LIST')]).toEqual([2, 0])
  })
})
