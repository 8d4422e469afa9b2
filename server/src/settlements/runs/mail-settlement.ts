import { Refusal } from '@kontor/contract/refusal'
import { settlementMailPause_min } from '@kontor/contract/settlements/settlement.rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockSettlement } from './locked-settlement.ts'

/** Mails a settlement once more, to those who are recipients now. */
export async function mailSettlement(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  const { merchant_id } = await lockSettlement(trx, actor, id)
  const { rows } = await sql<{ is_mailed: boolean; wait_s: number }>`
    select coalesce(cardinality(p.recipients), 0) > 0 as is_mailed,
      ceil(extract(epoch from s.mailed_again_at + make_interval(mins => ${settlementMailPause_min}) - ${now.toISOString()}::timestamptz))::int as wait_s
    from settlement s
      left join settlement_profile p on p.merchant_id = s.merchant_id and p.id = s.settlement_profile_id
    where s.merchant_id = ${merchant_id} and s.id = ${id}`.execute(trx)
  const [found] = rows
  if (!found?.is_mailed) throw new Refusal('settlement_without_recipients')
  if (found.wait_s > 0) throw new Refusal('too_many_attempts', { retry_after: found.wait_s })
  await trx
    .updateTable('settlement')
    .set({ mail_due: true, mailed_again_at: now.toISOString() })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}
