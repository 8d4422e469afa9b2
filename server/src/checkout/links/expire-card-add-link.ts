import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { endLink } from './end-link.ts'
import { lockActiveLink } from './locked-link.ts'

/** Before its time is over. */
export const expireCardAddLink = async (trx: Trx, actor: Actor, id: string, now: Date): Promise<void> =>
  endLink(trx, await lockActiveLink(trx, actor, { table: 'card_add_link', id }, now), 'EXPIRED')
