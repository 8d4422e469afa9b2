import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockRow } from '../platform/db/locked.ts'

/**
 * Sends a webhook once more, with the same id and content, so that a receiver can recognise it. It does not hold up
 * others.
 */
export async function sendWebhookAgain(trx: Trx, actor: Actor, id: string): Promise<void> {
  const found = await lockRow(
    trx
      .selectFrom('webhook')
      .select(['merchant_id', 'done_at'])
      .where('id', '=', id)
      .where(visibleTo(actor, 'webhook')),
  )
  if (!found) throw new Refusal('not_found')
  if (found.done_at === null) throw new Refusal('webhook_waiting')
  await trx
    .updateTable('webhook')
    .set({
      done_at: null,
      outcome: null,
      in_line: false,
      tries: sql<number>`attempts + 1`,
      next_attempt_at: sql<string>`now()`,
    })
    .where('merchant_id', '=', found.merchant_id)
    .where('id', '=', id)
    .execute()
}
