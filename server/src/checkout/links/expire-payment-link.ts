import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { endLink } from './end-link.ts'

/** Before its time is over. */
export const expirePaymentLink = (trx: Trx, actor: Actor, id: string, now: Date): Promise<void> =>
  endLink(trx, actor, { table: 'payment_link', id }, 'EXPIRED', now)
