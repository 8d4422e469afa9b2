import { sql } from 'kysely'
import type { Databases, Trx } from '../platform/db/database.ts'
import type { EngineJob } from '../platform/jobs/engine-jobs.ts'
import { oneTurn } from '../platform/jobs/one-turn.ts'
import { forgetWithoutPurchase, makeScales, measure, score, these } from './customer-rfm.ts'

const batch = 1000
type Key = { merchant_id: string; customer_id: string }

/**
 * Keeps the segments of customers up to date: after purchases and refunds, with time, and as the merchant's customers
 * spend.
 */
export const customerSegmentsJob = ({ provider }: Databases): EngineJob => ({
  name: 'customer_segments',
  every_ms: 5_000,
  async run(now) {
    const isOver = oneTurn()
    for (const step of [recomputeDue, ageDue])
      while (await provider.transaction().execute((trx) => step(trx, now))) if (isOver()) return true
    for (const merchant of await withOldScales(provider, now)) {
      await provider.transaction().execute((trx) => rescale(trx, merchant, now))
      if (isOver()) return true
    }
    return false
  },
})

/** True: there may be more. A purchase during this run puts its customer in line again. */
async function recomputeDue(trx: Trx, now: Date): Promise<boolean> {
  const { rows } = await sql<Key>`
    delete from customer_rfm_due d using (select merchant_id, id from customer_rfm_due order by id limit ${batch}) first
    where d.merchant_id = first.merchant_id and d.id = first.id
    returning d.merchant_id, d.customer_id`.execute(trx)
  if (rows.length === 0) return false
  const of = these(rows)
  await forgetWithoutPurchase(of).execute(trx)
  await measure(of, now).execute(trx)
  const merchants = [...new Set(rows.map(({ merchant_id }) => merchant_id))]
  const isNew = sql<boolean>`r.merchant_id = any(${merchants}::uuid[]) and not exists (select from customer_rfm_scale k
    where k.merchant_id = r.merchant_id and k.currency_code = r.currency_code)`
  await makeScales(isNew, now).execute(trx)
  await score(of, now).execute(trx)
  return rows.length === batch
}

/** True: there may be more. Without scales a customer has no scores that could age. */
async function ageDue(trx: Trx, now: Date): Promise<boolean> {
  const { rows } = await sql<Key>`
    select r.merchant_id, r.customer_id from customer_rfm r
    where r.ages_at <= ${now.toISOString()}::timestamptz and exists (select from customer_rfm_scale k
      where k.merchant_id = r.merchant_id and k.currency_code = r.currency_code)
    order by r.ages_at limit ${batch}`.execute(trx)
  if (rows.length > 0) await score(these(rows), now).execute(trx)
  return rows.length === batch
}

/** The merchants whose scales are a day old and whose customers have spent since. */
async function withOldScales(provider: Databases['provider'], now: Date): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    select distinct s.merchant_id from customer_rfm_scale s
    where s.made_at <= ${now.toISOString()}::timestamptz - interval '1 day'
      and exists (select from customer_rfm r where r.merchant_id = s.merchant_id and r.changed_at > s.made_at)`.execute(
    provider,
  )
  return rows.map(({ merchant_id }) => merchant_id)
}

async function rescale(trx: Trx, merchant: string, now: Date): Promise<void> {
  await makeScales(sql`r.merchant_id = ${merchant}`, now).execute(trx)
  await score((alias) => sql`${sql.ref(`${alias}.merchant_id`)} = ${merchant}`, now).execute(trx)
}
