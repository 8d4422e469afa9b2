import { newId } from '../../../src/platform/db/ids.ts'
import type { Making } from '../making.ts'

export async function profile(
  { db, next }: Making,
  merchant: string,
  given: {
    organisation?: string
    currency_code?: string
    processors?: string[]
    name?: string
    failover?: boolean
    bank_account?: string
  } = {},
): Promise<string> {
  const { id } = newId(new Date())
  const name = given.name ?? `Shop ${next()}`
  await db
    .insertInto('payment_profile')
    .values({
      merchant_id: merchant,
      id,
      organisation_id: given.organisation ?? merchant,
      name,
      display_name: name,
      currency_code: given.currency_code ?? 'EUR',
      failover: given.failover ?? false,
      bank_account_id: given.bank_account ?? null,
    })
    .execute()
  for (const [position, processor_id] of (given.processors ?? []).entries()) {
    await db
      .insertInto('payment_profile_processor')
      .values({ merchant_id: merchant, payment_profile_id: id, processor_id, position })
      .execute()
  }
  return id
}
