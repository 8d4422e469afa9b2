import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { requireRoutesFit } from '../routes-fit.ts'

interface Profile {
  merchant_id: string
  id: string
}

/** From payment product to routing. */
export type Routes = Readonly<Record<string, string>>

/**
 * Holds the wanted routings as they are until the transaction ends. Before the profile: whoever changes a routing locks
 * it first, and then the profiles that use it.
 */
export async function lockRoutes(trx: Trx, wanted: Routes | undefined): Promise<void> {
  if (!wanted || Object.keys(wanted).length === 0) return
  await trx
    .selectFrom('routing')
    .select('id')
    .where('id', 'in', Object.values(wanted))
    .orderBy('id')
    .forShare()
    .execute()
}

/**
 * Gives a payment profile these routings and no others. New ones must be of its merchant, of the product, and visible to the
 * actor; those that it uses already may stay. Only rows that change are written, because each is a version.
 */
export async function writeRoutes(trx: Trx, actor: Actor, profile: Profile, wanted: Routes): Promise<void> {
  const known = await routesOf(trx, profile)
  await requireVisible(trx, actor, profile, wanted, known)
  for (const product of Object.keys(known).filter((each) => !(each in wanted))) await removeRoute(trx, profile, product)
  for (const [payment_product, routing_id] of Object.entries(wanted)) {
    if (known[payment_product] === routing_id) continue
    await trx
      .insertInto('payment_profile_routing')
      .values({ merchant_id: profile.merchant_id, payment_profile_id: profile.id, payment_product, routing_id })
      .onConflict((row) =>
        row.columns(['merchant_id', 'payment_profile_id', 'payment_product']).doUpdateSet({ routing_id }),
      )
      .execute()
  }
}

async function requireVisible(trx: Trx, actor: Actor, profile: Profile, wanted: Routes, known: Routes): Promise<void> {
  const added = Object.entries(wanted).filter(([product, routing]) => known[product] !== routing)
  if (added.length === 0) return
  const found = await trx
    .selectFrom('routing')
    .select(['id', 'payment_product'])
    .where('merchant_id', '=', profile.merchant_id)
    .where(
      'id',
      'in',
      added.map(([, routing]) => routing),
    )
    .where(visibleTo(actor, 'routing'))
    .execute()
  const details = added.flatMap(([product, routing]) => {
    const row = found.find(({ id }) => id === routing)
    if (!row) return [[`body.routing.${product}`, 'not_found']]
    return row.payment_product === product ? [] : [[`body.routing.${product}`, 'of_another_product']]
  })
  if (details.length > 0) throw new Refusal('invalid_request', Object.fromEntries(details))
}

/** The routings of a payment profile, by product. */
export async function routesOf(trx: Trx, { merchant_id, id }: Profile): Promise<Routes> {
  const rows = await trx
    .selectFrom('payment_profile_routing')
    .select(['payment_product', 'routing_id'])
    .where('merchant_id', '=', merchant_id)
    .where('payment_profile_id', '=', id)
    .execute()
  return Object.fromEntries(rows.map(({ payment_product, routing_id }) => [payment_product, routing_id]))
}

export async function removeRoute(trx: Trx, { merchant_id, id }: Profile, product: string): Promise<void> {
  await trx
    .deleteFrom('payment_profile_routing')
    .where('merchant_id', '=', merchant_id)
    .where('payment_profile_id', '=', id)
    .where('payment_product', '=', product)
    .execute()
}

/**
 * Refuses a profile whose processors and routings do not fit. A processor that no routing names is shown at its place in
 * `processors`, if the request has it.
 */
export const requireRoutes = (
  trx: Trx,
  actor: Actor,
  { merchant_id, id }: Profile,
  processors: readonly string[] = [],
) =>
  requireRoutesFit(trx, actor, merchant_id, [id], ({ code, product, processor }) => {
    const place = processors.indexOf(processor)
    return code === 'unroutable' && place >= 0 ? `body.processors.${place}` : `body.routing.${product}`
  })
