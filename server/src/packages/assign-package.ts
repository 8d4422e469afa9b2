import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../platform/db/database.ts'
import { requireOpenDay } from '../pricing/business-days.ts'
import { lockPackage } from './locked-package.ts'

interface Assigned {
  merchants: string[]
  valid_from: string
}

/** Moves merchants to a package. One that was to begin on the same day is replaced; earlier and later ones stay. */
export async function assignPackage(trx: Trx, id: string, { merchants, valid_from }: Assigned): Promise<void> {
  const { active } = await lockPackage(trx, id)
  if (!active) throw new Refusal('package_inactive')
  await requireOpenDay(trx, valid_from)
  // In one order, so that two at once wait for each other and not in a circle.
  const known = await trx.selectFrom('merchant').select('id').where('id', 'in', merchants).orderBy('id').execute()
  if (known.length < new Set(merchants).size) throw new Refusal('invalid_request', { 'body.merchants': 'not_found' })
  await trx
    .insertInto('package_assignment')
    .values(known.map((merchant) => ({ merchant_id: merchant.id, valid_from, package_id: id })))
    .onConflict((taken) => taken.columns(['merchant_id', 'valid_from']).doUpdateSet({ package_id: id }))
    .execute()
}
