import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'

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
 * Gives a payment profile these processors in this order. New ones must be of its merchant and visible to the actor;
 * those that it has already may stay, whoever sees them. Only rows that change are written, because each is a version.
 */
export async function writeProcessors(
  trx: Trx,
  actor: Actor,
  profile: Profile,
  wanted: readonly string[],
): Promise<void> {
  const known = new Map((await choices(trx, profile).execute()).map((row) => [row.processor_id, row.position]))
  const added = wanted.filter((each) => !known.has(each))
  await refuseUnseen(trx, actor, profile.merchant_id, added)
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
      .values({ ...of, processor_id, position })
      .onConflict((known) =>
        known.columns(['merchant_id', 'payment_profile_id', 'processor_id']).doUpdateSet({ position }),
      )
      .execute()
  }
}

async function refuseUnseen(trx: Trx, actor: Actor, merchant: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const seen = await trx
    .selectFrom('processor')
    .select('id')
    .where('merchant_id', '=', merchant)
    .where('id', 'in', ids)
    .where(visibleTo(actor, 'processor'))
    .execute()
  if (seen.length < ids.length) throw new Refusal('invalid_request', { 'body.processors': 'not_found' })
}

const choices = (trx: Trx, { merchant_id, id }: Profile) =>
  trx
    .selectFrom('payment_profile_processor')
    .select(['processor_id', 'position'])
    .where('merchant_id', '=', merchant_id)
    .where('payment_profile_id', '=', id)
    .orderBy('position')
    .orderBy('processor_id')
