import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Trx } from '../platform/db/database.ts'
import { requireOpenDay } from './business-days.ts'
import { lockScheme } from './locked-scheme.ts'

interface Unassigned {
  type: SchemeType
  merchants: string[]
  valid_from: string
}

/** From that day on these merchants follow their package, or the default. */
export async function unassignScheme(trx: Trx, id: string, { type, merchants, valid_from }: Unassigned): Promise<void> {
  await lockScheme(trx, type, id)
  await requireOpenDay(trx, valid_from)
  const { rows } = await sql<{ merchant_id: string }>`
    select m.id as merchant_id from merchant m
      cross join lateral (select a.scheme_id from scheme_assignment a
        where a.merchant_id = m.id and a.type = ${type} and a.valid_from <= ${valid_from} order by a.valid_from desc limit 1) own
    where m.id = any(${merchants}::uuid[]) and own.scheme_id = ${id} order by 1`.execute(trx)
  if (rows.length < new Set(merchants).size) throw new Refusal('invalid_request', { 'body.merchants': 'not_found' })
  await trx
    .insertInto('scheme_assignment')
    .values(rows.map(({ merchant_id }) => ({ merchant_id, type, valid_from, scheme_id: null })))
    .onConflict((taken) => taken.columns(['merchant_id', 'type', 'valid_from']).doUpdateSet({ scheme_id: null }))
    .execute()
}
