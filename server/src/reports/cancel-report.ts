import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockReport } from './seen-report.ts'

/** Ends a report that waits or is being made. Whoever makes it finds that out with the next look, a second later. */
export async function cancelReport(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  const { merchant_id, status } = await lockReport(trx, actor, id)
  if (status !== 'PENDING') throw new Refusal('report_over')
  await trx
    .updateTable('report')
    .set({
      ...{ status: 'PROCESSED', failure: 'cancelled', finished_at: now.toISOString() },
      ...{ lease: null, lease_until: null },
    })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}
