import type { ReadBody } from '@kontor/contract/endpoint'
import type { forwardClockEndpoint } from '@kontor/contract/platform/clock.endpoints'
import { longestMove_days } from '@kontor/contract/platform/clock.schemas'
import { Refusal } from '@kontor/contract/refusal'
import type { Reader, Trx } from './platform/db/database.ts'

/** Sets the engine's clock going to a moment in the future. Only in a demo, where no money is real. */
export async function forwardClock(trx: Trx, input: ReadBody<typeof forwardClockEndpoint>, now: Date) {
  if (!(await isDemo(trx))) throw new Refusal('not_a_demo')
  const to = new Date(input.to)
  if (to <= now) throw new Refusal('not_in_the_future', { 'body.to': 'not_in_the_future' })
  if (to.getTime() - now.getTime() > longestMove_days * 86_400_000)
    throw new Refusal('too_far', { 'body.to': 'too_far' })
  await trx.updateTable('installation').set({ clock_target: to.toISOString() }).execute()
  return { now: now.toISOString(), is_moved: true, moving_to: to.toISOString(), may_move: true }
}

const isDemo = async (db: Reader): Promise<boolean> =>
  (await db.selectFrom('installation').select('demo').executeTakeFirst())?.demo === true
