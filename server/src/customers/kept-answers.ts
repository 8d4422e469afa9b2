import { sql } from 'kysely'
import type { Trx } from '../platform/db/database.ts'
import { providerId } from '../platform/db/ids.ts'

/** Removes a customer's data from answers kept for repeated requests. Only the id stays in them. */
export async function forgetAnswers(trx: Trx, merchant: string, id: string): Promise<void> {
  await sql`update idempotency_key
    set response_body = json_build_object('id', response_body::jsonb -> 'id')::text
    where merchant_id = any(${[merchant, providerId]}::uuid[]) and strpos(response_body, ${id}) > 0`.execute(trx)
}
