import type { ReadBody } from '@kontor/contract/endpoint'
import type { previewMerchantNetworksEndpoint } from '@kontor/contract/organisations/merchant-security.endpoints'
import type { NetworksPreview } from '@kontor/contract/organisations/merchant-security.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Reader, Trx } from '../../platform/db/database.ts'
import { isWithin, plainAddress } from '../../platform/db/within-networks.ts'

const mostShown = 10
const looksBack_ms = 28 * 86_400_000

/** Who of the merchant's users signed in outside of networks lately, and whether the person who asks is within. */
export async function previewMerchantNetworks(
  trx: Trx,
  id: string,
  { allowed_ips, ip }: ReadBody<typeof previewMerchantNetworksEndpoint> & { ip: string },
  now: Date,
): Promise<NetworksPreview> {
  const merchant = await trx.selectFrom('merchant').select('id').where('id', '=', id).executeTakeFirst()
  if (!merchant) throw new Refusal('not_found')
  const signedIn = await trx
    .selectFrom('platform_user')
    .innerJoin('sign_in_event', 'sign_in_event.user_id', 'platform_user.id')
    .select(['user_id', 'ip', sql<string>`max(sign_in_event.created_at)`.as('last_at')])
    .where('platform_user.merchant_id', '=', id)
    .where('sign_in_event.kind', '=', 'signed_in')
    .where('sign_in_event.created_at', '>', new Date(now.getTime() - looksBack_ms).toISOString())
    .groupBy(['user_id', 'ip'])
    .orderBy('last_at', 'desc')
    .execute()
  const from = signedIn.map((each) => ({ ...each, address: plainAddress(each.ip ?? '') }))
  const within = await addressesWithin(trx, [...from.map(({ address }) => address), plainAddress(ip)], allowed_ips)
  const outside = Map.groupBy(
    from.filter(({ address }) => address !== null && !within.has(address)),
    ({ address }) => address ?? '',
  )
  return {
    own_address: plainAddress(ip) ?? ip,
    includes_own_address: within.has(plainAddress(ip)),
    users_outside: new Set([...outside.values()].flat().map(({ user_id }) => user_id)).size,
    outside: [...outside].slice(0, mostShown).map(([address, users]) => ({
      ...{ address, users: users.length, last_at: users[0]?.last_at ?? '' },
    })),
  }
}

async function addressesWithin(
  db: Reader,
  addresses: readonly (string | null)[],
  allowed_ips: readonly string[],
): Promise<Set<string | null>> {
  const { rows } = await sql<{ address: string }>`select address from unnest(${addresses}::text[]) as address
    where ${isWithin(sql`address`, sql`${allowed_ips}::inet[]`)}`.execute(db)
  return new Set(rows.map(({ address }) => address))
}
