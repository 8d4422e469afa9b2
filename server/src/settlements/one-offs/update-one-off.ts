import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { updateOneOffEndpoint } from '@kontor/contract/settlements/one-offs/one-off.endpoints'
import { oneOffCan } from '@kontor/contract/settlements/one-offs/one-off.rules'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { checkedOneOff, type OneOffValues } from './checked-one-off.ts'
import { changeOneOff, lockOneOff } from './locked-one-off.ts'

/** Changes a one-off before its approval. Whoever changes it is one of its authors. */
export async function updateOneOff(
  trx: Trx,
  actor: Actor,
  id: string,
  changes: ReadBody<typeof updateOneOffEndpoint>,
  now: Date,
): Promise<void> {
  const before = await lockOneOff(trx, actor, id)
  if (!oneOffCan.change(before)) throw new Refusal('one_off_not_open')
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const values: OneOffValues = { ...before, transaction: before.transaction_id, ...Object.fromEntries(given) }
  const of = { merchant: before.merchant_id, organisation: before.organisation_id }
  const authors = actor.id === null ? before.authors : [...new Set([...before.authors, actor.id])]
  await changeOneOff(trx, before, {
    ...(await checkedOneOff(trx, actor, of, values, now)),
    ...{ authors, version: before.version + 1 },
  })
}
