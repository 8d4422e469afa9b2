import { type Branch, endpointsOf } from '@kontor/contract/decisions/routings/tree.rules'
import { newId } from '../../src/platform/db/ids.ts'
import type { Making } from './making.ts'

/** A routing whose tree sends amounts above 100.00 to the last of its processors, and others to the first. */
export async function routing(
  { db, next }: Making,
  merchant: string,
  given: {
    processors: readonly [string, ...string[]]
    organisation?: string
    name?: string
    payment_product?: string
    currency_code?: string
    details?: Branch
    /** The payment profiles that use it. Their processors must fit. */
    profiles?: readonly string[]
  },
): Promise<string> {
  const { id, created_at } = newId(new Date())
  const { organisation = merchant, profiles = [], processors, details: tree, ...values } = given
  const [first] = processors
  const details: Branch = tree ?? {
    id: 'top',
    if: [{ name: 'amount', operator: '>', value: 10_000 }],
    // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
    then: processors.at(-1) ?? first,
    else: first,
  }
  const row = { payment_product: 'card', currency_code: 'EUR', name: `Routing ${next()}`, ...values }
  const of = { merchant_id: merchant, routing_id: id, payment_product: row.payment_product }
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('routing')
      .values({
        ...{ ...row, merchant_id: merchant, id, created_at, updated_at: created_at, organisation_id: organisation },
        details: JSON.stringify(details),
      })
      .execute()
    await trx
      .insertInto('routing_processor')
      .values(endpointsOf(details).map((processor_id, position) => ({ ...of, processor_id, position })))
      .execute()
    for (const payment_profile_id of profiles)
      await trx
        .insertInto('payment_profile_routing')
        .values({ ...of, payment_profile_id })
        .execute()
  })
  return id
}
