import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Trx } from '../platform/db/database.ts'
import { requireOpenDay } from '../pricing/business-days.ts'
import { lockPackage } from './locked-package.ts'

interface Leaving {
  merchants: string[]
  valid_from: string
}

/** Merchants that would have the package on that day have none from then on, and do not come back to it by themselves. */
export async function leavePackage(trx: Trx, id: string, { merchants, valid_from }: Leaving): Promise<void> {
  await lockPackage(trx, id)
  await requireOpenDay(trx, valid_from)
  const { rows } = await sql<{ merchant_id: string }>`
    select m.id as merchant_id from merchant m
    where m.id = any(${merchants}::uuid[]) and package_at(m.id, ${valid_from}) = ${id} order by 1`.execute(trx)
  if (rows.length < new Set(merchants).size) throw new Refusal('invalid_request', { 'body.merchants': 'not_found' })
  await trx
    .insertInto('package_assignment')
    .values(rows.map(({ merchant_id }) => ({ merchant_id, valid_from, package_id: null })))
    .onConflict((taken) => taken.columns(['merchant_id', 'valid_from']).doUpdateSet({ package_id: null }))
    .execute()
  await trx
    .updateTable('package_assignment')
    .set({ package_id: null })
    .where('merchant_id', 'in', merchants)
    .where('package_id', '=', id)
    .where('valid_from', '>', valid_from)
    .execute()
}
