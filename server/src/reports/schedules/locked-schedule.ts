import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'
import { requireSeenList } from '../require-list.ts'

const schedules = (trx: Trx, actor: Actor, id: string) =>
  trx
    .selectFrom('report_schedule')
    .selectAll('report_schedule')
    .where('id', '=', id)
    .where(visibleTo(actor, 'report_schedule'))

export type StoredSchedule = Awaited<ReturnType<ReturnType<typeof schedules>['executeTakeFirstOrThrow']>>

export async function lockSchedule(trx: Trx, actor: Actor, id: string): Promise<Locked<StoredSchedule>> {
  const found = await lockRow(schedules(trx, actor, id))
  if (!found) throw new Refusal('not_found')
  requireSeenList(actor, found.type)
  return found
}
