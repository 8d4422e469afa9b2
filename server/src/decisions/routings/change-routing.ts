import { type Branch, canonical } from '@kontor/contract/decisions/routings/tree.rules'
import { Refusal } from '@kontor/contract/refusal'
import { requireRoutesFit } from '../../organisations/routes-fit.ts'
import type { Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import type { StoredRouting } from './seen-routing.ts'
import { refusingTakenName } from './taken-name.ts'
import { removeProcessorsOf, writeProcessorsOf } from './write-tree.ts'

interface Wanted {
  name: string
  organisation_id: string
  payment_product: string
  currency_code: string
  details: Branch
}

/** Writes a routing as its next version, unless nothing changes. It counts at once for payment profiles that use it. */
export async function changeRouting(trx: Trx, found: Locked<StoredRouting>, wanted: Wanted, now: Date): Promise<void> {
  if (textOf(wanted) === textOf(found)) return
  const { merchant_id, id } = found
  const profiles = await lockProfilesWith(trx, found)
  if (wanted.payment_product !== found.payment_product && profiles.length > 0)
    throw new Refusal('routing_in_use', { 'body.payment_product': 'in_use', payment_profile: profiles.length })
  await removeProcessorsOf(trx, found)
  const { details, ...values } = wanted
  const row = {
    ...values,
    details: JSON.stringify(details),
    version: found.version + 1,
    updated_at: now.toISOString(),
  }
  await refusingTakenName(
    trx.updateTable('routing').set(row).where('merchant_id', '=', merchant_id).where('id', '=', id).execute(),
  )
  await writeProcessorsOf(trx, { merchant_id, id, payment_product: wanted.payment_product }, details)
  await requireRoutesFit(trx, merchant_id, profiles, () => 'body.details')
}

const textOf = ({ name, organisation_id, payment_product, currency_code, details }: Wanted): string =>
  JSON.stringify([name, organisation_id, payment_product, currency_code, canonical(details)])

/** Locks the payment profiles that use a routing: their processors stay as they are meanwhile. */
async function lockProfilesWith(trx: Trx, { merchant_id, id }: StoredRouting): Promise<string[]> {
  const profiles = await trx
    .selectFrom('payment_profile')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('id', 'in', (of) =>
      of
        .selectFrom('payment_profile_routing')
        .select('payment_profile_id')
        .where('merchant_id', '=', merchant_id)
        .where('routing_id', '=', id),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return profiles.map((profile) => profile.id)
}
