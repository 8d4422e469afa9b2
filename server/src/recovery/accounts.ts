import type { Databases } from '../platform/db/database.ts'
import { accountKeys, type Connected, connectAll, type GatewaySettings } from '../processors/connections.ts'
import { gatewayNamed } from '../processors/gateways.ts'

/** A processor of an account at a gateway, with one of its credentials. */
export type Member = Connected & { merchant: string; name: string }

/** An account at a gateway. Processors of several merchants may have the use of it. */
export type Account = [Member, ...Member[]]

interface Accounts {
  accounts: Account[]
  /** Processors without a whole credential, by which nobody can be asked. */
  unreachable: { name: string; gateway: string }[]
}

/** The accounts of all processors, each once. */
export async function accountsOf({ provider }: Databases, gateways: GatewaySettings): Promise<Accounts> {
  const processors = await provider.selectFrom('processor').select(['merchant_id', 'id', 'name', 'gateway']).execute()
  const nameOf = new Map(processors.map(({ id, name }) => [id, name]))
  const members: Member[] = []
  for (const merchant of new Set(processors.map(({ merchant_id }) => merchant_id)))
    for (const each of await connectAll(provider, gateways, merchant))
      members.push({ ...each, merchant, name: nameOf.get(each.processor) ?? '' })
  const reached = new Set(members.map(({ processor }) => processor))
  const unreachable = processors
    .filter(({ id }) => !reached.has(id))
    .map(({ name, gateway }) => ({ name, gateway: gatewayNamed(gateway).manifest.label }))
  return { accounts: grouped(members), unreachable }
}

function grouped(members: readonly Member[]): Account[] {
  const byKey = new Map<string, Account>()
  for (const member of members) {
    const known = new Set(accountKeys(member).flatMap((key) => byKey.get(key) ?? []))
    const account: Account = [member, ...known]
    for (const key of account.flatMap(accountKeys)) byKey.set(key, account)
  }
  return [...new Set(byKey.values())]
}
