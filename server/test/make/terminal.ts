import { newId } from '../../src/platform/db/ids.ts'
import type { Making } from './making.ts'
import type { MadeMerchant } from './organisations/merchant.ts'

/** A terminal in the merchant's shop. */
export async function terminal(
  { db, next }: Making,
  of: MadeMerchant,
  given: { organisation?: string; name?: string; model?: string; status?: string; last_seen_at?: Date } = {},
): Promise<string> {
  const { id } = newId(new Date())
  const number = next()
  await db
    .insertInto('terminal')
    .values({
      merchant_id: of.merchant,
      id,
      organisation_id: given.organisation ?? of.merchant,
      payment_profile_id: of.profile,
      name: given.name ?? `Till ${number}`,
      terminal_id: `T${String(number).padStart(7, '0')}`,
      model: given.model ?? 'V400c',
      serial_number: `S-${number}`,
      status: given.status ?? 'ACTIVE',
      last_seen_at: given.last_seen_at?.toISOString() ?? null,
    })
    .execute()
  return id
}
