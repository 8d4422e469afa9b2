import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockSharesOf, shareOf, usableBy } from '../shared-processors.ts'

interface Profile {
  merchant_id: string
  id: string
}

/** The ids of a payment profile's processors, the preferred one first. */
export async function processorsOf(trx: Trx, { merchant_id, id }: Profile): Promise<string[]> {
  const rows = await choices(trx, { merchant_id, id }).execute()
  return rows.map(({ processor_id }) => processor_id)
}

/**
 * Gives a payment profile these processors in this order. New ones must be of its merchant, and the actor's to use;
 * those that it has already may stay, whoever sees them. One that the actor has by a share only names the share, which may
 * take it back (docs/adr/0099). Only rows that change are written, because each is a version. Answers the new ones.
 */
export async function writeProcessors(
  trx: Trx,
  actor: Actor,
  profile: Profile,
  wanted: readonly string[],
): Promise<readonly string[]> {
  const known = new Map((await choices(trx, profile).execute()).map((row) => [row.processor_id, row.position]))
  const added = wanted.filter((each) => !known.has(each))
  const shares = await sharesOfUsable(trx, actor, profile.merchant_id, added)
  const of = { merchant_id: profile.merchant_id, payment_profile_id: profile.id }
  for (const gone of [...known.keys()].filter((each) => !wanted.includes(each)))
    await trx
      .deleteFrom('payment_profile_processor')
      .where('merchant_id', '=', of.merchant_id)
      .where('payment_profile_id', '=', of.payment_profile_id)
      .where('processor_id', '=', gone)
      .execute()
  for (const [position, processor_id] of wanted.entries()) {
    if (known.get(processor_id) === position) continue
    await trx
      .insertInto('payment_profile_processor')
      .values({ ...of, processor_id, position, share_id: shares.get(processor_id) ?? null })
      .onConflict((known) =>
        known.columns(['merchant_id', 'payment_profile_id', 'processor_id']).doUpdateSet({ position }),
      )
      .execute()
  }
  return added
}

/** The shares by which alone the actor has processors. Refuses those that are not the actor's to use. */
async function sharesOfUsable(
  trx: Trx,
  actor: Actor,
  merchant: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (ids.length === 0) return new Map()
  // Whoever takes a share back waits, and then sees the choice.
  await lockSharesOf(trx, merchant, ids)
  const usable = await trx
    .selectFrom('processor')
    .select(['id', shareOf(actor).as('share_id')])
    .where('merchant_id', '=', merchant)
    .where('id', 'in', ids)
    .where(usableBy(actor))
    .execute()
  if (usable.length < ids.length) throw new Refusal('invalid_request', { 'body.processors': 'not_found' })
  return new Map(usable.map(({ id, share_id }) => [id, share_id]))
}

const choices = (trx: Trx, { merchant_id, id }: Profile) =>
  trx
    .selectFrom('payment_profile_processor')
    .select(['processor_id', 'position'])
    .where('merchant_id', '=', merchant_id)
    .where('payment_profile_id', '=', id)
    .orderBy('position')
    .orderBy('processor_id')
