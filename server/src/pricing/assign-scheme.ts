import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Trx } from '../platform/db/database.ts'
import { requireApplicable } from './applicable.ts'
import { requireOpenDay } from './business-days.ts'
import { lockScheme } from './locked-scheme.ts'

interface Assigned {
  type: SchemeType
  merchants: string[]
  valid_from: string
}

/** An assignment that was to begin on the same day is replaced; earlier and later ones stay. */
export async function assignScheme(trx: Trx, id: string, { type, merchants, valid_from }: Assigned): Promise<void> {
  const scheme = await lockScheme(trx, type, id)
  await requireOpenDay(trx, valid_from)
  await requireApplicable(trx, scheme, valid_from)
  // In one order, so that two at once wait for each other and not in a circle.
  const known = await trx.selectFrom('merchant').select('id').where('id', 'in', merchants).orderBy('id').execute()
  const unknown = merchants.filter((merchant) => !known.some((each) => each.id === merchant))
  if (unknown.length > 0) throw new Refusal('invalid_request', { 'body.merchants': 'not_found' })
  await trx
    .insertInto('scheme_assignment')
    .values(known.map((merchant) => ({ merchant_id: merchant.id, type, valid_from, scheme_id: id })))
    .onConflict((taken) =>
      taken.columns(['merchant_id', 'type', 'valid_from']).doUpdateSet({ scheme_id: sql`excluded.scheme_id` }),
    )
    .execute()
}
