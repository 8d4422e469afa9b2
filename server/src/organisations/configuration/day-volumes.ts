import { isUuid } from '@kontor/contract/uuid'
import { sql } from 'kysely'
import type { StoredCache } from '../../platform/caches/caches.ts'
import { forgetVolume } from './forget-volume.ts'

/** What the payments of a day add up to, of merchants with a daily limit. The key is the merchant's id. */
export const dayVolumes: StoredCache = {
  async use(db) {
    const { rows } = await sql<{ count: number; oldest_at: string | null }>`
      select count(*) as count, min(made_at) as oldest_at from merchant_volume`.execute(db)
    return rows[0] ?? { count: 0, oldest_at: null }
  },
  async remove(trx, key) {
    if (!isUuid(key)) return false
    const merchant = key.toLowerCase()
    const { rows } = await sql<{ is: boolean }>`
      select exists (select from merchant_volume where merchant_id = ${merchant}) as is`.execute(trx)
    await forgetVolume(trx, merchant)
    return rows[0]?.is ?? false
  },
}
