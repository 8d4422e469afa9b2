import { newId } from '../../../src/platform/db/ids.ts'
import type { Making } from '../making.ts'

export async function customer(
  { db, next }: Making,
  merchant: string,
  given: {
    organisation?: string
    first_name?: string
    last_name?: string
    email_address?: string
    reference?: string
    country_code?: string
    status?: string
  } = {},
): Promise<string> {
  const { id } = newId(new Date())
  const number = next()
  await db
    .insertInto('customer')
    .values({
      merchant_id: merchant,
      id,
      organisation_id: given.organisation ?? merchant,
      reference: given.reference ?? `C-${number}`,
      first_name: given.first_name ?? 'Zoë',
      last_name: given.last_name ?? `Jansen ${number}`,
      email_address: given.email_address ?? `zoe${number}@test.example`,
      country_code: given.country_code ?? 'NL',
      status: given.status ?? 'UNKNOWN',
    })
    .execute()
  return id
}
