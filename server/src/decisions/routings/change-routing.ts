import { type Branch, canonical, endpointsOf } from '@kontor/contract/decisions/routings/tree.rules'
import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { Refusal } from '@kontor/contract/refusal'
import { holdChecks, keepChecked } from '../../organisations/profiles/profile-middleware.ts'
import { processorsOf, writeProcessors } from '../../organisations/profiles/profile-processors.ts'
import { requireRoutesFit } from '../../organisations/routes-fit.ts'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import { refusingTakenName } from '../../platform/db/taken-name.ts'
import { requireRole } from '../../platform/http/endpoint.ts'
import type { StoredRouting } from './seen-routing.ts'
import { removeProcessorsOf, writeProcessorsOf } from './write-tree.ts'

interface Wanted {
  name: string
  organisation_id: string
  payment_product: string
  currency_code: string
  details: Branch
}

interface Change {
  wanted: Wanted
  /** Payment profiles that use it get the processors of the tree that they lack, as far as the actor sees them. */
  add_processors?: boolean | undefined
  now: Date
}

/** Writes a routing as its next version, unless nothing changes. It counts at once for payment profiles that use it. */
export async function changeRouting(
  trx: Trx,
  actor: Actor,
  found: Locked<StoredRouting>,
  { wanted, add_processors, now }: Change,
): Promise<void> {
  if (textOf(wanted) === textOf(found)) return
  const { merchant_id, id } = found
  const profiles = await lockProfilesWith(trx, found)
  if (add_processors) await holdChecks(trx, merchant_id)
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
    'routing_name',
    trx.updateTable('routing').set(row).where('merchant_id', '=', merchant_id).where('id', '=', id).execute(),
  )
  await writeProcessorsOf(trx, { merchant_id, id, payment_product: wanted.payment_product }, details)
  if (add_processors) await addProcessors(trx, actor, merchant_id, profiles, endpointsOf(details))
  await requireRoutesFit(trx, actor, merchant_id, profiles, () => 'body.details')
}

/** The processors come last in the order of a profile, so they get what the tree sends them. */
async function addProcessors(
  trx: Trx,
  actor: Actor,
  merchant_id: string,
  profiles: readonly string[],
  needed: readonly string[],
): Promise<void> {
  requireRole(actor, paymentProfile.roles.update)
  if (profiles.length === 0) return
  const seen = await trx
    .selectFrom('payment_profile')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('id', 'in', profiles)
    .where(visibleTo(actor, 'payment_profile'))
    .orderBy('id')
    .execute()
  for (const { id } of seen) {
    const known = await processorsOf(trx, { merchant_id, id })
    const added = needed.filter((each) => !known.includes(each))
    if (added.length === 0) continue
    await writeProcessors(trx, actor, { merchant_id, id }, [...known, ...added])
    await keepChecked(trx, actor, { merchant_id, id })
  }
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
