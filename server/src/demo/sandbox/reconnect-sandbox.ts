import pg from 'pg'
import { moveCallbacks } from '../callback-addresses.ts'
import { moveMiddleware } from '../middleware.ts'
import { accountsOf, registerSandboxAccounts, type SandboxAccounts } from './sandbox-accounts.ts'

/** Updates both addresses at a later start of the demo, because the sandbox and the server may have moved. */
export async function reconnectSandbox(
  options: Omit<SandboxAccounts, 'accounts'> & { adminUrl: string },
): Promise<void> {
  const client = new pg.Client({ connectionString: options.adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string; own: string[] }>(
      `select merchant.id, array(select p.id from processor p where p.merchant_id = merchant.id and p.gateway = 'sandbox'
        and p.account = p.id::text) as own
       from merchant, installation where demo`,
    )
    if (rows.length === 0) return
    await client.query(`update processor set url = $1 where gateway = 'sandbox' and url <> $1`, [options.sandboxUrl])
    await moveCallbacks(client, options.sandboxUrl)
    await moveMiddleware(client, options.sandboxUrl)
    await registerSandboxAccounts({ ...options, accounts: rows.flatMap(({ id, own }) => accountsOf(id, own)) })
  } finally {
    await client.end()
  }
}
