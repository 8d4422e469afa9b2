import { Refusal } from '@kontor/contract/refusal'
import type { Selectable } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { type Locked, lockRow } from '../platform/db/locked.ts'
import type { Customer } from '../schema.ts'

type LockedCustomer = Locked<Selectable<Customer>>

/** Locks the customer of a command. Refuses a customer that the actor may not see as not found. */
export async function lockCustomer(trx: Trx, actor: Actor, id: string): Promise<LockedCustomer> {
  const found = await lockRow(
    trx.selectFrom('customer').selectAll().where('id', '=', id).where(visibleTo(actor, 'customer')),
    { strength: 'no key update' },
  )
  if (!found) throw new Refusal('not_found')
  return found
}

/** The same for a customer who has not been erased. */
export async function lockKnownCustomer(trx: Trx, actor: Actor, id: string): Promise<LockedCustomer> {
  const found = await lockCustomer(trx, actor, id)
  if (found.erased_at !== null) throw new Refusal('customer_erased')
  return found
}
