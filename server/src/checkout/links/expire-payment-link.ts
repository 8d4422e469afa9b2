import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { endLink } from './end-link.ts'
import { lockActiveLink } from './locked-link.ts'

/** Before its time is over. */
export const expirePaymentLink = async (trx: Trx, actor: Actor, id: string, now: Date): Promise<void> =>
  endLink(trx, await lockActiveLink(trx, actor, { table: 'payment_link', id }, now), 'EXPIRED')
