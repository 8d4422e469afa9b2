import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockApiKey } from './api-keys.ts'

export async function revokeApiKey(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  const key = await lockApiKey(trx, actor, id)
  if (key.revoked_at === null)
    await trx
      .updateTable('api_key')
      .set({ revoked_at: now.toISOString(), revoker: actor.name })
      .where('merchant_id', '=', key.merchant_id)
      .where('id', '=', id)
      .execute()
}
