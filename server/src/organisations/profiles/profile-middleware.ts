import { setPaymentProfileMiddlewareEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { mostMiddleware } from '@kontor/contract/organisations/payment-profile.rules'
import { Refusal } from '@kontor/contract/refusal'
import { isAllowed } from '@kontor/contract/roles'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Reader, Trx } from '../../platform/db/database.ts'
import { inTurn } from '../../platform/db/locked.ts'
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
  await letGo(trx, of.merchant_id, gone)
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
 * Lets nobody else change what the profiles of a merchant are checked by until the transaction ends: a profile made at the same
 * moment would not know of it. It comes after the locks of profiles, and before those of processors.
 */
export const holdChecks = (trx: Trx, merchant: string): Promise<void> => inTurn(trx, `checks/${merchant}`)

/** Takes out what a profile that is deleted is asked by. The merchant stays checked by it where a person of the merchant deletes the profile. */
export async function takeOutMiddleware(trx: Trx, actor: Actor, { merchant_id, id }: Profile): Promise<void> {
  await holdChecks(trx, merchant_id)
  const gone = await trx
    .deleteFrom('payment_profile_middleware')
    .where('merchant_id', '=', merchant_id)
    .where('payment_profile_id', '=', id)
    .returning('middleware_id')
    .execute()
  if (choosesChecks(actor))
    await letGo(
      trx,
      merchant_id,
      gone.map(({ middleware_id }) => middleware_id),
    )
}

/** What the provider takes out of the last profile, the merchant is not checked by any more. Only the provider takes anything out. */
async function letGo(trx: Trx, merchant: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('middleware')
    .set({ is_kept: false })
    .where('merchant_id', '=', merchant)
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_profile_middleware as choice')
            .select('choice.middleware_id')
            .whereRef('choice.merchant_id', '=', 'middleware.merchant_id')
            .whereRef('choice.middleware_id', '=', 'middleware.id'),
        ),
      ),
    )
    .execute()
}

/**
 * Gives a payment profile whatever its merchant is checked by, behind what it has, unless the actor chooses that. A profile
 * that the merchant makes, or gives another processor, would otherwise take payments past the provider's checks
 * (docs/adr/0096). The caller holds the checks.
 */
export async function keepChecked(trx: Trx, actor: Actor, profile: Profile): Promise<void> {
  if (!choosesChecks(actor)) await addChecks(trx, profile)
}

/** The same, whoever does it. */
export async function addChecks(trx: Trx, profile: Profile): Promise<void> {
  const checks = await checksOf(trx, profile.merchant_id).select('middleware.id').execute()
  const known = await middlewareOf(trx, profile)
  const missing = checks.filter(({ id }) => !known.includes(id))
  if (missing.length === 0) return
  if (known.length + missing.length > mostMiddleware) throw new Refusal('too_many_checks', { most: mostMiddleware })
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

/** What a profile gets that the actor makes: the names of those that the actor sees, and how many there are besides. */
export async function checksKeptFor(
  db: Reader,
  actor: Actor,
  merchant: string,
): Promise<{ names: string[]; unseen: number }> {
  if (choosesChecks(actor)) return { names: [], unseen: 0 }
  const checks = await checksOf(db, merchant)
    .select(['middleware.name', visibleTo(actor, 'middleware').as('is_seen')])
    .execute()
  const names = checks.flatMap(({ name, is_seen }) => (is_seen ? [name] : []))
  return { names, unseen: checks.length - names.length }
}

const choosesChecks = (actor: Actor): boolean => isAllowed(setPaymentProfileMiddlewareEndpoint.access, actor.roles)

/** What a merchant is checked by, in the order in which its profiles ask, whoever sees it. */
const checksOf = (db: Reader, merchant: string) =>
  db
    .selectFrom('middleware')
    .leftJoin('payment_profile_middleware as chosen', (join) =>
      join
        .onRef('chosen.merchant_id', '=', 'middleware.merchant_id')
        .onRef('chosen.middleware_id', '=', 'middleware.id'),
    )
    .where('middleware.merchant_id', '=', merchant)
    .where('middleware.is_kept', '=', true)
    .groupBy(['middleware.merchant_id', 'middleware.id'])
    .orderBy(({ fn }) => fn.min('chosen.position'))
    .orderBy('middleware.id')

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
