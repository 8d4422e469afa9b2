import type { closeContradictionEndpoint } from '@kontor/contract/contradictions/contradiction.endpoints'
import type { ReadBody } from '@kontor/contract/endpoint'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { endContradiction, lockOpenContradiction } from './locked-contradiction.ts'

/** Ends a contradiction that changes nothing here. The note says what a person saw. */
export async function closeContradiction(
  trx: Trx,
  actor: Actor,
  id: string,
  { note }: ReadBody<typeof closeContradictionEndpoint>,
): Promise<void> {
  const contradiction = await lockOpenContradiction(trx, actor, id)
  await endContradiction(trx, actor, contradiction, { state: 'CLOSED', we_say: contradiction.we_say, note })
}
