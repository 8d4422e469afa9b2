import type { Reader } from '../platform/db/database.ts'
import { connectAll, type GatewaySettings, processorsOfAccount } from '../processors/connections.ts'

/** An account at a gateway, which several processors of a merchant may share. */
export interface Account {
  merchant: string
  merchant_name: string
  gateway: string
  processors: readonly [string, ...string[]]
  /** The names of the processors, as people gave them. */
  names: readonly string[]
  /** Values of the credential are missing: nothing can be asked with it. */
  isIncomplete: boolean
}

/** The accounts of all merchants, merchant by merchant; or that of one processor. */
export async function* accounts(
  provider: Reader,
  settings: GatewaySettings,
  processor?: string,
): AsyncGenerator<Account> {
  const merchants = await provider
    .selectFrom('merchant')
    .innerJoin('processor', 'processor.merchant_id', 'merchant.id')
    .select(['merchant.id', 'merchant.name'])
    .distinct()
    .$if(processor !== undefined, (query) => query.where('processor.id', '=', processor ?? ''))
    .orderBy('merchant.id')
    .execute()
  for (const merchant of merchants)
    for (const account of await accountsOf(provider, settings, merchant))
      if (processor === undefined || account.processors.includes(processor)) yield account
}

async function accountsOf(
  provider: Reader,
  settings: GatewaySettings,
  { id: merchant, name: merchant_name }: { id: string; name: string },
): Promise<Account[]> {
  const rows = await provider
    .selectFrom('processor')
    .select(['id', 'name', 'gateway'])
    .where('merchant_id', '=', merchant)
    .orderBy('id')
    .execute()
  const all = await connectAll(provider, settings, merchant)
  const found: Account[] = []
  for (const { id, gateway } of rows) {
    if (found.some(({ processors }) => processors.includes(id))) continue
    const own = all.filter(({ processor }) => processor === id)
    const [first = id, ...others] = processorsOfAccount(all, own)
    const names = rows.filter((row) => row.id === first || others.includes(row.id)).map(({ name }) => name)
    found.push({
      merchant,
      merchant_name,
      gateway,
      processors: [first, ...others],
      names,
      isIncomplete: own.length === 0,
    })
  }
  return found
}
