import { type MiddlewareProblem, pause_s, silentUntilPause } from '@kontor/contract/middleware/middleware.rules'
import { type Selectable, sql } from 'kysely'
import type { Trx } from '../platform/db/database.ts'
import type { Middleware } from '../schema.ts'
import { unpaused } from './unpaused.ts'

/** Counts silence until an answer comes. Enough of it in a row, also of several payments at once, pauses the middleware. */
export async function noteHealth(
  trx: Trx,
  { merchant_id, id, silent_in_row }: Pick<Selectable<Middleware>, 'merchant_id' | 'id' | 'silent_in_row'>,
  problem: MiddlewareProblem | null,
): Promise<void> {
  const isBack = silent_in_row > 0
  // An answer is noted once a minute: the payments of a busy shop must not queue at one row.
  const answered = sql<string>`clock_timestamp()`
  const update = trx.updateTable('middleware').where('merchant_id', '=', merchant_id).where('id', '=', id)
  if (problem === null) {
    const recently = sql<boolean>`last_answer_at > clock_timestamp() - interval '1 minute'`
    await update
      .set({ ...unpaused, last_answer_at: answered })
      .$if(!isBack, (each) => each.where(sql<boolean>`${recently} is not true`))
      .execute()
    return
  }
  await update
    .set({
      silent_in_row: sql<number>`silent_in_row + 1`,
      last_silent_at: answered,
      last_problem: problem,
      paused_until: sql<string | null>`case when silent_in_row + 1 >= ${silentUntilPause}
        then clock_timestamp() + make_interval(secs => ${pause_s}) end`,
    })
    .execute()
}
