import { differenceCan } from '@kontor/contract/reconciliation/reconciliation.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockDifference } from './locked-difference.ts'
import { resolveAs } from './resolve-difference.ts'

/** Writes off what another person wants to write off, for that person's reason. */
export async function approveWriteOff(
  trx: Trx,
  actor: Actor,
  id: string,
  { difference }: { difference: string },
): Promise<void> {
  const before = await lockDifference(trx, actor, id, { difference })
  const { proposed_by_id, reason } = before
  if (!differenceCan.writeOff(before) || proposed_by_id === null || reason === null)
    throw new Refusal('difference_over')
  if (actor.id === null || actor.id === proposed_by_id) throw new Refusal('same_person')
  await resolveAs(trx, actor, before, { status: 'WRITTEN_OFF', reason })
}
