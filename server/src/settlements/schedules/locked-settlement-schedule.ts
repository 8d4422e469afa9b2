import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'

const schedules = (trx: Trx, id: string) => trx.selectFrom('settlement_schedule').selectAll().where('id', '=', id)

export type StoredSettlementSchedule = Awaited<ReturnType<ReturnType<typeof schedules>['executeTakeFirstOrThrow']>>

export async function lockSettlementSchedule(trx: Trx, id: string): Promise<Locked<StoredSettlementSchedule>> {
  const found = await lockRow(schedules(trx, id))
  if (!found) throw new Refusal('not_found')
  return found
}
