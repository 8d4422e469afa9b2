import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { approveOneOffEndpoint } from '@kontor/contract/settlements/one-offs/one-off.endpoints'
import { oneOffCan } from '@kontor/contract/settlements/one-offs/one-off.rules'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { changeOneOff, lockOneOff } from './locked-one-off.ts'

/** Approves what the actor read. Nobody approves alone what they wrote, when it is large or gives money. */
export async function approveOneOff(
  trx: Trx,
  actor: Actor,
  id: string,
  { version }: ReadBody<typeof approveOneOffEndpoint>,
  now: Date,
): Promise<void> {
  const before = await lockOneOff(trx, actor, id)
  if (!oneOffCan.approve(before)) throw new Refusal('one_off_not_open')
  if (before.version !== version) throw new Refusal('one_off_changed')
  if (actor.id === null || (before.needs_another && before.authors.includes(actor.id))) throw new Refusal('same_person')
  await changeOneOff(trx, before, {
    status: 'APPROVED',
    ...{ approved_by_id: actor.id, approved_by: actor.name, approved_at: now.toISOString() },
  })
}
