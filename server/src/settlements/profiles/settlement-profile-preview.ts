import { plusDays } from '@kontor/contract/dates'
import type { ReplyOf } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { settlementProfilePreviewEndpoint } from '@kontor/contract/settlements/profiles/settlement-profile.endpoints'
import { settlingDays } from '@kontor/contract/settlements/schedules/settlement-days.rules'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import type { Exact } from '../../platform/sums.ts'
import { firstOpenDay } from '../../pricing/business-days.ts'
import { closingOf, reckon } from '../runs/reckon.ts'
import { keptSchedules } from '../schedules/kept-schedules.ts'
import { skippedDays } from '../schedules/settlement-schedule-dates.ts'

/** When the next settlement of a profile closes, and what is known of it by now. */
export async function settlementProfilePreview(
  trx: Trx,
  actor: Actor,
  id: string,
): Promise<Exact<ReplyOf<typeof settlementProfilePreviewEndpoint>>> {
  const profile = await trx
    .selectFrom('settlement_profile')
    .select(['merchant_id', 'book_id', 'currency_code', 'schedule_id'])
    .select(sql<string>`minimum::text`.as('minimum'))
    .where('id', '=', id)
    .where(visibleTo(actor, 'settlement_profile'))
    .executeTakeFirst()
  if (!profile) throw new Refusal('not_found')
  const { merchant_id, book_id, currency_code, schedule_id, minimum } = profile
  const schedules = await keptSchedules(trx)
  const schedule = schedules.find((one) => (schedule_id === null ? one.default : one.id === schedule_id))
  if (!schedule) throw new Error('a settlement profile without a schedule')
  const open = await firstOpenDay(trx)
  const asked = { from: plusDays(open, 1), uncovered: open, count: 20 }
  const skipped = [...(await skippedDays(trx, schedule.id)).keys()]
  const next = settlingDays(schedule, { ...asked, skipped }).find(({ isSkipped }) => !isSkipped)
  // One by hand would cover the days that are closed.
  const through = next?.covers_through ?? plusDays(open, -1)
  const reckoned = await reckon(trx, { merchant_id, book_id, currency_code }, through)
  const { paid, carried } = closingOf(reckoned, BigInt(minimum))
  return {
    schedule: { id: schedule.id, name: schedule.name, is_default: schedule.default },
    day: next?.day ?? null,
    covers_from: reckoned.from,
    covers_through: next?.covers_through ?? null,
    currency_code,
    opening: reckoned.opening,
    total: reckoned.total,
    held_back: reckoned.held_back,
    ...{ paid, carried },
  }
}
