import type pg from 'pg'

const shop = 'Bloom België'
const columns = ['webhook_transaction_update', 'webhook_refund_update', 'webhook_chargeback_update']

/** A shop whose own system is told of its payments: the page at the sandbox that shows what it heard. */
export async function addCallbacks(client: pg.Client, sandboxUrl: string): Promise<void> {
  for (const column of columns)
    await client.query(`update payment_profile set ${column} = $1 where name = $2`, [`${sandboxUrl}/shop`, shop])
}

/** The sandbox is somewhere else now. An address that somebody chose stays. */
export async function moveCallbacks(client: pg.Client, sandboxUrl: string): Promise<void> {
  for (const column of columns)
    await client.query(`update payment_profile set ${column} = $1 where name = $2 and ${column} like '%/shop'`, [
      `${sandboxUrl}/shop`,
      shop,
    ])
}
