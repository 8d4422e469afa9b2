import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import { lockSettlementSchedule } from './locked-settlement-schedule.ts'

/** Refused while something uses it. The details say what: profiles, packages, the default, settlements that it closed. */
export async function deleteSettlementSchedule(trx: Trx, id: string): Promise<void> {
  const schedule = await lockSettlementSchedule(trx, id)
  const used = await trx
    .selectNoFrom((select) => [
      select
        .selectFrom('settlement_profile')
        .select((profile) => profile.fn.countAll<number>().as('count'))
        .where('schedule_id', '=', id)
        .as('profiles'),
      select
        .selectFrom('settlement')
        .select((settlement) => settlement.fn.countAll<number>().as('count'))
        .where('schedule_id', '=', id)
        .as('settlements'),
      select
        .selectFrom('package')
        .select((each) => each.fn.countAll<number>().as('count'))
        .where('schedule_id', '=', id)
        .as('packages'),
    ])
    .executeTakeFirstOrThrow()
  const uses = {
    ...(used.profiles && { profiles: used.profiles }),
    ...(used.settlements && { settlements: used.settlements }),
    ...(used.packages && { packages: used.packages }),
  }
  if (schedule.default) throw new Refusal('settlement_schedule_default', uses)
  if (Object.keys(uses).length > 0) throw new Refusal('settlement_schedule_in_use', uses)
  await trx.deleteFrom('settlement_schedule').where('id', '=', id).execute()
}
