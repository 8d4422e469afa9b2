import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { endLink } from './end-link.ts'

/** Its customer is to store no card after all. */
export const cancelCardAddLink = (trx: Trx, actor: Actor, id: string, now: Date): Promise<void> =>
  endLink(trx, actor, { table: 'card_add_link', id }, 'CANCELLED', now)
