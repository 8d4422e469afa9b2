import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'

export async function lockDesign(trx: Trx, actor: Actor, id: string) {
  const design = await trx
    .selectFrom('checkout')
    .select('merchant_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(visibleTo(actor, 'checkout'))
    .forUpdate()
    .executeTakeFirst()
  if (!design) throw new Refusal('not_found')
  return design
}
