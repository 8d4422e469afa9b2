import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import { type Run, settleNow } from '../runs/run-settlements.ts'

/** Settles everything of a schedule through the last closed business day, under the name of whoever asks. */
export async function runSettlementSchedule(actor: Actor, id: string, run: Run) {
  const found = await run.databases.provider
    .selectFrom('settlement_schedule')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return settleNow(run, id, actor)
}
