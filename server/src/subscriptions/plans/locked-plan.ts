import { Refusal } from '@kontor/contract/refusal'
import type { Selectable } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'
import type { Plan } from '../../schema.ts'

export type LockedPlan = Locked<Selectable<Plan>>

export async function lockPlan(trx: Trx, actor: Actor, id: string): Promise<LockedPlan> {
  const plan = await lockRow(
    trx
      .selectFrom('plan')
      .selectAll()
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where(visibleTo(actor, 'plan')),
  )
  if (!plan) throw new Refusal('not_found')
  return plan
}

export async function isSubscribedTo(trx: Trx, { merchant_id, id }: LockedPlan): Promise<boolean> {
  const one = await trx
    .selectFrom('subscription')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('plan_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}
