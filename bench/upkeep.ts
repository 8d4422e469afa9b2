import pg from 'pg'
import { v7 } from 'uuid'
import { median, perSecond } from './measure.ts'
import { type Chapter, times } from './report.ts'
import type { World } from './world.ts'

/** The cost of exact statistics for writers: inserts with their delta rows, against inserts without. */
export async function upkeep(world: World): Promise<Chapter> {
  const alone = await throughput(world, 1)
  const many = await throughput(world, 8)
  const line = (what: string, ratios: number[], least: number) => ({
    what,
    budget: `≥ ${least * 100} % of without`,
    measured: `${times(median(ratios))} (${times(Math.min(...ratios))}–${times(Math.max(...ratios))})`,
    met: median(ratios) >= least,
  })
  return {
    title: 'Upkeep of the figures',
    text: 'Payments inserted one at a time, each in a transaction of its own, with and without the delta rows that the roll-ups are made from, while they are folded every second.',
    findings: [line('one writer', alone, 0.8), line('eight writers', many, 0.8)],
  }
}

async function throughput({ adminUrl, sql }: World, writers: number): Promise<number[]> {
  const pool = new pg.Pool({ connectionString: adminUrl, max: writers })
  const { rows } = await sql.query('select * from transaction order by created_at desc limit 1')
  const model = rows[0]
  const written: string[] = []
  const counted: string[] = []
  const insert = async (withDelta: boolean) => {
    const now = new Date()
    const id = v7({ msecs: now.getTime() })
    written.push(id)
    if (withDelta) counted.push(id)
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query({
        name: 'insert',
        text: `insert into transaction (merchant_id, created_at, id, organisation_id, payment_profile_id, processor_id, amount,
            currency_code, status, merchant_reference, payment_product, country_code)
          values ($1, $2, $3, $4, $5, $6, 1000, $7, 'INITIATED', 'bench', $8, 'NL')`,
        values: [
          model.merchant_id,
          now,
          id,
          model.organisation_id,
          model.payment_profile_id,
          model.processor_id,
          model.currency_code,
          model.payment_product,
        ],
      })
      if (withDelta) {
        await client.query({
          name: 'delta',
          text: `insert into statistics_delta (merchant_id, entity, organisation_id, created_at, status, visited, payment_product,
              country_code, payment_profile_id, processor_id, currency_code, n, amount)
            values ($1, 'transaction', $2, $3, 'INITIATED', 1, $4, 'NL', $5, $6, $7, 1, 1000)`,
          values: [
            model.merchant_id,
            model.organisation_id,
            now,
            model.payment_product,
            model.payment_profile_id,
            model.processor_id,
            model.currency_code,
          ],
        })
      }
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  const ratios: number[] = []
  for (let round = 0; round < 3; round++) {
    const without = await perSecond(() => insert(false), writers, 2_000)
    const with_ = await perSecond(() => insert(true), writers, 2_000)
    ratios.push(with_ / without)
  }
  await pool.end()
  await putBack(sql, model.merchant_id, written, counted)
  return ratios
}

/** Removes the measurement's payments and their figures. */
async function putBack(sql: pg.Client, merchant: string, written: string[], counted: string[]): Promise<void> {
  await sql.query('begin')
  await sql.query(
    `insert into statistics_delta (merchant_id, entity, organisation_id, created_at, status, visited, payment_product,
       country_code, payment_profile_id, processor_id, currency_code, n, amount)
     select merchant_id, 'transaction', organisation_id, created_at, 'INITIATED', 1, payment_product, country_code,
       payment_profile_id, processor_id, currency_code, -1, amount
     from transaction where merchant_id = $1 and id = any($2)`,
    [merchant, counted],
  )
  await sql.query('delete from transaction_event where merchant_id = $1 and transaction_id = any($2)', [
    merchant,
    written,
  ])
  await sql.query('delete from transaction where merchant_id = $1 and id = any($2)', [merchant, written])
  await sql.query('commit')
}
