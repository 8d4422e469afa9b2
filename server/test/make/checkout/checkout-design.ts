import type { Insertable } from 'kysely'
import { newId } from '../../../src/platform/db/ids.ts'
import type { Checkout } from '../../../src/schema.ts'
import type { Making } from '../making.ts'

/** A checkout design. */
export async function checkoutDesign(
  { db, next }: Making,
  merchant: string,
  given: Partial<Insertable<Checkout>> & { organisation?: string } = {},
): Promise<string> {
  const { organisation, ...rest } = given
  const { id, created_at } = newId(new Date())
  await db
    .insertInto('checkout')
    .values({
      ...{
        merchant_id: merchant,
        id,
        created_at,
        organisation_id: organisation ?? merchant,
        name: `Design ${next()}`,
      },
      payment_product_order: ['ideal', 'card'],
      ...rest,
    })
    .execute()
  return id
}
