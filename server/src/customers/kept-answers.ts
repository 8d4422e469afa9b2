import { sql } from 'kysely'
import type { Reader } from '../platform/db/database.ts'
import { providerId } from '../platform/db/ids.ts'

/**
 * Removes a customer's data from answers kept for repeated requests, also those of the provider's staff, which only the provider's
 * role may change. Only the id stays in them.
 */
export async function forgetAnswers(db: Reader, merchant: string, id: string): Promise<void> {
  await sql`update idempotency_key
    set response_body = json_build_object('id', response_body::jsonb -> 'id')::text
    where merchant_id = any(${[merchant, providerId]}::uuid[]) and strpos(response_body, ${id}) > 0`.execute(db)
}
