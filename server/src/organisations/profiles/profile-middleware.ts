import { setPaymentProfileMiddlewareEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { mostMiddleware } from '@kontor/contract/organisations/payment-profile.rules'
import { Refusal } from '@kontor/contract/refusal'
import { isAllowed } from '@kontor/contract/roles'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Reader, Trx } from '../../platform/db/database.ts'
import { requireRole } from '../../platform/http/endpoint.ts'

interface Profile {
  merchant_id: string
  id: string
}

/** The ids of a payment profile's middleware, in the order in which they are asked. */
export async function middlewareOf(trx: Trx, profile: Profile): Promise<string[]> {
  const rows = await choices(trx, profile).execute()
  return rows.map(({ middleware_id }) => middleware_id)
}

/**
 * Gives a payment profile this middleware in this order. New ones must be of its merchant and visible to the actor; those
 * that it has already may stay, whoever sees them. Only rows that change are written, because each is a version.
 */
export async function writeMiddleware(
  trx: Trx,
  actor: Actor,
  profile: Profile,
  wanted: readonly string[],
): Promise<void> {
  const known = new Map((await choices(trx, profile).execute()).map((row) => [row.middleware_id, row.position]))
  const added = wanted.filter((each) => !known.has(each))
  await refuseUnseen(trx, actor, profile.merchant_id, added)
  const of = { merchant_id: profile.merchant_id, payment_profile_id: profile.id }
  const gone = [...known.keys()].filter((each) => !wanted.includes(each))
  if (gone.length > 0)
    await trx
      .deleteFrom('payment_profile_middleware')
      .where('merchant_id', '=', of.merchant_id)
      .where('payment_profile_id', '=', of.payment_profile_id)
      .where('middleware_id', 'in', gone)
      .execute()
  const placed = wanted
    .map((middleware_id, position) => ({ ...of, middleware_id, position }))
    .filter(({ middleware_id, position }) => known.get(middleware_id) !== position)
  if (placed.length === 0) return
  await trx
    .insertInto('payment_profile_middleware')
    .values(placed)
    .onConflict((known) =>
      known
        .columns(['merchant_id', 'payment_profile_id', 'middleware_id'])
        .doUpdateSet(({ ref }) => ({ position: ref('excluded.position') })),
    )
    .execute()
}

/** The same for a profile that exists: what its payments are checked by is the provider's to change. */
export async function changeMiddleware(
  trx: Trx,
  actor: Actor,
  profile: Profile,
  wanted: readonly string[],
): Promise<void> {
  if ((await middlewareOf(trx, profile)).join() === wanted.join()) return
  requireRole(actor, setPaymentProfileMiddlewareEndpoint.access)
  await writeMiddleware(trx, actor, profile, wanted)
}

/**
 * Gives a payment profile whatever its merchant's profiles are checked by, behind what it has. A profile that the merchant
 * makes, or gives another processor, would otherwise take payments past the provider's checks (docs/adr/0096).
 */
export async function keepChecked(trx: Trx, actor: Actor, profile: Profile): Promise<void> {
  const checks = await checksKeptFor(trx, actor, profile.merchant_id)
  const known = await middlewareOf(trx, profile)
  const missing = checks.filter(({ id }) => !known.includes(id))
  if (missing.length === 0) return
  if (known.length + missing.length > mostMiddleware)
    throw new Refusal('invalid_request', { 'body.middleware': 'too_many' })
  const { position } = await trx
    .selectFrom('payment_profile_middleware')
    .select(({ fn }) => fn.max('position').as('position'))
    .where('merchant_id', '=', profile.merchant_id)
    .where('payment_profile_id', '=', profile.id)
    .executeTakeFirstOrThrow()
  const after = (position ?? -1) + 1
  await trx
    .insertInto('payment_profile_middleware')
    .values(
      missing.map(({ id }, index) => ({
        ...{ merchant_id: profile.merchant_id, payment_profile_id: profile.id },
        ...{ middleware_id: id, position: after + index },
      })),
    )
    .execute()
}

/** What the profiles of a merchant are checked by, whoever sees it. Nothing for those who choose middleware themselves. */
export async function checksKeptFor(
  db: Reader,
  actor: Actor,
  merchant: string,
): Promise<readonly { id: string; name: string }[]> {
  if (isAllowed(setPaymentProfileMiddlewareEndpoint.access, actor.roles)) return []
  return db
    .selectFrom('middleware')
    .innerJoin('payment_profile_middleware as chosen', (join) =>
      join
        .onRef('chosen.merchant_id', '=', 'middleware.merchant_id')
        .onRef('chosen.middleware_id', '=', 'middleware.id'),
    )
    .select(['middleware.id', 'middleware.name'])
    .where('middleware.merchant_id', '=', merchant)
    .where('middleware.kind', '=', 'before')
    .groupBy(['middleware.merchant_id', 'middleware.id'])
    .orderBy(({ fn }) => fn.min('chosen.position'))
    .orderBy('middleware.id')
    .execute()
}

async function refuseUnseen(trx: Trx, actor: Actor, merchant: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const seen = await trx
    .selectFrom('middleware')
    .select('id')
    .where('merchant_id', '=', merchant)
    .where('id', 'in', ids)
    .where(visibleTo(actor, 'middleware'))
    .execute()
  if (seen.length < ids.length) throw new Refusal('invalid_request', { 'body.middleware': 'not_found' })
}

const choices = (trx: Trx, { merchant_id, id }: Profile) =>
  trx
    .selectFrom('payment_profile_middleware')
    .select(['middleware_id', 'position'])
    .where('merchant_id', '=', merchant_id)
    .where('payment_profile_id', '=', id)
    .orderBy('position')
    .orderBy('middleware_id')
