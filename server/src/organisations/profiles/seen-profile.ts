import { Refusal } from '@kontor/contract/refusal'
import type { Selectable } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Reader, Trx } from '../../platform/db/database.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'
import type { PaymentProfile } from '../../schema.ts'

type StoredProfile = Selectable<PaymentProfile>

/** A payment profile that the actor may see. */
export async function seenProfile(db: Reader, actor: Actor, id: string): Promise<StoredProfile> {
  const found = await seen(db, actor, id).executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found
}

/**
 * The same, which nobody else changes until the transaction ends. Payments go on, unless the lock is for `update`: then
 * it waits for those under way, and later ones wait for it.
 */
export async function lockProfile(
  trx: Trx,
  actor: Actor,
  id: string,
  strength: 'update' | 'no key update' = 'no key update',
): Promise<Locked<StoredProfile>> {
  const found = await lockRow(seen(trx, actor, id), { strength })
  if (!found) throw new Refusal('not_found')
  return found
}

const seen = (db: Reader, actor: Actor, id: string) =>
  db.selectFrom('payment_profile').selectAll().where('id', '=', id).where(visibleTo(actor, 'payment_profile'))
