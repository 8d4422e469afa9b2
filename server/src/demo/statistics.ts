import type { Client } from 'pg'

/** What the roll-ups are made from: one row for each payment, refund and chargeback, where it stands now. */
export async function addStatistics(client: Client): Promise<void> {
  const dimensions =
    't.payment_product, t.country_code, t.payment_profile_id, t.processor_id, t.platform, t.browser, t.currency_code, t.customer_id'
  const columns = `merchant_id, entity, organisation_id, created_at, status, visited, n, amount, ${dimensions.replaceAll('t.', '')}`
  await client.query(
    `insert into statistics_delta (${columns})
     select merchant_id, 'transaction', organisation_id, created_at, status, visited, 1, amount, ${dimensions} from transaction t`,
  )
  for (const entity of ['refund', 'chargeback']) {
    await client.query(
      `insert into statistics_delta (${columns})
       select x.merchant_id, $1, t.organisation_id, x.created_at, x.status, 0, 1, x.amount, ${dimensions}
       from ${entity} x join transaction t on t.merchant_id = x.merchant_id and t.created_at = x.transaction_created_at
         and t.id = x.transaction_id`,
      [entity],
    )
  }
}
