import { Refusal } from '@kontor/contract/refusal'
import { oneOffCan } from '@kontor/contract/settlements/one-offs/one-off.rules'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { changeOneOff, lockOneOff } from './locked-one-off.ts'

/** Cancels a one-off that is not booked. The next of a series is made when one is booked, so the series ends too. */
export async function cancelOneOff(trx: Trx, actor: Actor, id: string): Promise<void> {
  const before = await lockOneOff(trx, actor, id)
  if (!oneOffCan.cancel(before)) throw new Refusal('one_off_over')
  await changeOneOff(trx, before, { status: 'CANCELLED', cancelled_by: actor.name })
}
