import type pg from 'pg'

const shop = 'Bloom België'
const columns = ['webhook_transaction_update', 'webhook_refund_update', 'webhook_chargeback_update']

/** Gives a shop a callback address: the page of the sandbox that shows the webhooks it received. */
export async function addCallbacks(client: pg.Client, sandboxUrl: string): Promise<void> {
  for (const column of columns)
    await client.query(`update payment_profile set ${column} = $1 where name = $2`, [`${sandboxUrl}/shop`, shop])
}

/** Moves the callback addresses to the sandbox's new address. An address that somebody chose stays. */
export async function moveCallbacks(client: pg.Client, sandboxUrl: string): Promise<void> {
  for (const column of columns)
    await client.query(`update payment_profile set ${column} = $1 where name = $2 and ${column} like '%/shop'`, [
      `${sandboxUrl}/shop`,
      shop,
    ])
  await client.query(
    `update settlement_profile set webhook_url = $1 where webhook_url like 'http://127.0.0.1:%/shop'`,
    [`${sandboxUrl}/shop`],
  )
}
