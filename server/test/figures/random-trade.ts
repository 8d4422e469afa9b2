import pg from 'pg'
import { startTestApp, type TestApp } from '../harness.ts'
import type { MadeMerchant } from '../make.ts'

export interface Trader extends MadeMerchant {
  /** Three nodes: one, one below it, and one beside it. */
  sub: string
  below: string
  beside: string
}

export interface Trade {
  kontor: TestApp
  a: Trader
  b: Trader
  sql<R = Record<string, unknown>>(statement: string, values?: unknown[]): Promise<R[]>
  stop(): Promise<void>
}

/** Two merchants with a year of random trade, and shops in three currencies; the roll-ups are still empty. */
export async function makeTrade(perMerchant: number): Promise<Trade> {
  // Only the tests fold, so the server's own job is slow here.
  const kontor = await startTestApp({ fold_ms: 3_600_000 })
  const owner = new pg.Client({ connectionString: kontor.database.adminUrl, options: '-c timezone=UTC' })
  await owner.connect()
  const sql: Trade['sql'] = async (statement, values) => (await owner.query(statement, values)).rows
  await sql(`select ensure_partitions('2025-08-01', '2026-12-31'), setseed(0.42)`)
  const a = await makeTrader(kontor, sql, perMerchant)
  const b = await makeTrader(kontor, sql, perMerchant)
  await addDeltas(sql)
  const stop = async () => {
    await owner.end()
    await kontor.stop()
  }
  return { kontor, a, b, sql, stop }
}

async function makeTrader({ make }: TestApp, sql: Trade['sql'], count: number): Promise<Trader> {
  const made = await make.merchant()
  const { merchant } = made
  const sub = await make.organisation(merchant)
  const below = await make.organisation(merchant, { parent: sub, depth: 2 })
  const beside = await make.organisation(merchant)
  await make.processor(merchant, { organisation: sub })
  for (const [index, organisation] of [merchant, sub, below, below, beside].entries())
    await make.profile(merchant, { organisation, currency_code: ['EUR', 'EUR', 'USD', 'JPY', 'USD'][index] as string })
  for (let index = 0; index < 12; index += 1)
    await make.customer(merchant, { status: ['UNKNOWN', 'VERIFIED', 'AUTO_VERIFIED'][index % 3] as string })
  await sql(
    `update customer set created_at = timestamptz '2025-09-01' + random() * interval '300 days' where merchant_id = $1`,
    [merchant],
  )
  await sql(tradeOf, [merchant, count])
  await sql(refundsOf, [merchant])
  return { ...made, sub, below, beside }
}

/** Payments mostly around the days on which clocks change, at every hour of the day. */
const tradeOf = `
  insert into transaction (merchant_id, created_at, id, organisation_id, payment_profile_id, processor_id, customer_id, amount,
    currency_code, captured_amount, status, visited, merchant_reference, payment_product, payment_product_type, country_code,
    platform, browser)
  select $1, at, (overlay(gen_random_uuid()::text placing '7' from 15 for 1))::uuid, shop.organisation_id, shop.id,
    processors[1 + floor(random() * 2)], case when random() < 0.8 then customers[1 + floor(random() * random() * 12)] end, amount,
    shop.currency_code, amount, status, 1, 'T' || n, (array['card', 'ideal', 'paypal'])[1 + floor(random() * 3)],
    (array['credit', 'debit', null])[1 + floor(random() * 3)], (array['NL', 'BE', 'DE', null])[1 + floor(random() * 4)],
    (array['ios', 'windows', null])[1 + floor(random() * 3)], (array['safari', 'chrome', null])[1 + floor(random() * 3)]
  from (
    select n, date_trunc('milliseconds', case floor(random() * 4)
        when 0 then timestamptz '2026-03-28' + random() * interval '3 days'
        when 1 then timestamptz '2025-10-25' + random() * interval '3 days'
        else timestamptz '2025-09-01' + random() * interval '300 days' end) as at,
      (10 + floor(random() * 90000))::bigint as amount,
      (array['SETTLEMENT_COMPLETED', 'AUTHORIZED', 'DECLINED', 'ABANDONED', 'INITIATED'])[1 + floor(random() * 5)] as status,
      1 + floor(random() * 6)::int as place
    from generate_series(1, $2) n) rows
  join (select *, row_number() over (order by id) as place from payment_profile where merchant_id = $1) shop using (place),
  (select array_agg(id order by id) as processors from processor where merchant_id = $1) p,
  (select array_agg(id order by id) as customers from customer where merchant_id = $1) c`

const refundsOf = `
  insert into refund (merchant_id, created_at, id, organisation_id, transaction_created_at, transaction_id, processor_id, amount,
    status)
  select merchant_id, at, (overlay(gen_random_uuid()::text placing '7' from 15 for 1))::uuid, organisation_id, created_at, id,
    processor_id, 1 + floor(random() * amount / 2), (array['PROCESSED', 'PENDING', 'FAILED'])[1 + floor(random() * 3)]
  from (select *, date_trunc('milliseconds', created_at + random() * interval '20 days') as at from transaction
    where merchant_id = $1 and status = 'SETTLEMENT_COMPLETED' and random() < 0.5) t`

/** The deltas that commands would have written for these rows. */
async function addDeltas(sql: Trade['sql']): Promise<void> {
  const columns = `organisation_id, created_at, status, payment_product, payment_product_type, country_code,
    payment_profile_id, processor_id, platform, browser, currency_code, customer_id, n, amount`
  // The makers made no payments, so the deltas that they wrote are empty.
  await sql(`insert into statistics_delta (merchant_id, entity, visited, ${columns})
    select merchant_id, 'transaction', visited, ${columns.replace('n, amount', '1, amount')} from transaction`)
  await sql(`insert into statistics_delta (merchant_id, entity, ${columns})
    select r.merchant_id, 'refund', r.organisation_id, r.created_at, r.status, t.payment_product, t.payment_product_type,
      t.country_code, t.payment_profile_id, t.processor_id, t.platform, t.browser, t.currency_code, t.customer_id, 1, r.amount
    from refund r join transaction t on t.id = r.transaction_id`)
}
