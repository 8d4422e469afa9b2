import { chargebackStatuses } from '@kontor/contract/disputes/chargeback.rules'
import { formatQueryString } from '@kontor/contract/lists/query-string'
import { scheduledStatuses } from '@kontor/contract/scheduled/scheduled-transaction.rules'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness.ts'
import type { MadeMerchant } from '../make.ts'

let kontor: TestApp
let admin: pg.Client
let owner: string
let shops: MadeMerchant[]
const linkStatuses = ['CREATED', 'INITIATED', 'DONE', 'EXPIRED'] as const

const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T
const amount = () => 1 + Math.floor(Math.random() * 1_000_000)

beforeAll(async () => {
  kontor = await startTestApp()
  admin = new pg.Client(kontor.database.adminUrl)
  await admin.connect()
  const { make } = kontor
  const first = await make.merchant()
  const inYen = {
    ...first,
    currency_code: 'JPY',
    profile: await make.profile(first.merchant, { currency_code: 'JPY' }),
  }
  shops = [first, inYen]
  owner = await make.cookie({ merchant: first.merchant, roles: ['USER_ALL'] })
  const customer = await make.customer(first.merchant)
  for (let count = 0; count < 60; count += 1) {
    const shop = pick(shops)
    const paid = await make.transaction(shop, { amount: amount() })
    await make.chargeback(shop, paid, { amount: 1 + Math.floor(paid.amount / 2), status: pick(chargebackStatuses) })
    await make.scheduled(shop, { amount: amount(), status: pick(scheduledStatuses), customer })
    await make.paymentLink(shop, { amount: amount(), status: pick(linkStatuses) })
  }
  await admin.query('update payment_link set amount = null where id in (select id from payment_link limit 15)')
})
afterAll(async () => {
  await admin.end()
  await kontor.stop()
})

interface MoneyList {
  resource: string
  statuses: readonly string[]
  from: string
}

const lists: MoneyList[] = [
  {
    resource: 'chargeback',
    statuses: chargebackStatuses,
    from: `chargeback c join transaction t on t.merchant_id = c.merchant_id and t.created_at = c.transaction_created_at
      and t.id = c.transaction_id cross join lateral (select c.amount, t.currency_code, c.status, c.merchant_id) r`,
  },
  { resource: 'scheduledtransaction', statuses: scheduledStatuses, from: 'scheduled_transaction r' },
  { resource: 'paymentlink', statuses: linkStatuses, from: 'payment_link r' },
]

describe.each(lists)('the totals of $resource', ({ resource, statuses, from }) => {
  it('are what a plain SUM of each currency says, by filters at random', async () => {
    let lines = 0
    for (let turn = 0; turn < 25; turn += 1) {
      const chosen = statuses.filter(() => Math.random() < 0.6)
      const [least, most] = [Math.floor(Math.random() * 300_000), 400_000 + Math.floor(Math.random() * 600_000)]
      const isBounded = Math.random() < 0.5
      const currencies = Math.random() < 0.3 ? ['EUR'] : ['EUR', 'JPY']
      const query = formatQueryString({
        'status[]': chosen,
        'currency_code[]': currencies,
        ...(isBounded ? { 'amount>': String(least), 'amount<': String(most) } : {}),
      })
      const { rows } = await admin.query(
        `select r.currency_code, count(*)::int as count, coalesce(sum(r.amount), 0)::float8 as amount from ${from}
         where r.merchant_id = $1 and (cardinality($2::text[]) = 0 or r.status = any($2)) and r.currency_code = any($3)
           and ($4::bigint is null or r.amount between $4 and $5) group by r.currency_code`,
        [shops[0]?.merchant, chosen, currencies, isBounded ? least : null, most],
      )
      const { status, body } = await kontor.get(owner, `/v1/${resource}/totals?${query}`)
      expect(status).toBe(200)
      const expected = rows.map(({ amount: sum, ...line }) => ({ ...line, sums: { amount: sum } }))
      const inOrder = (all: typeof expected) => all.toSorted((a, b) => a.currency_code.localeCompare(b.currency_code))
      expect([query, inOrder(body)]).toEqual([query, inOrder(expected)])
      lines += body.length
    }
    expect(lines).toBeGreaterThan(25)
  })
})
