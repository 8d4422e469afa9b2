import { hkdfSync } from 'node:crypto'
import type { Reader } from '../database.ts'

/**
 * What a merchant's webhooks are signed with (standardwebhooks). It follows from the key outside the database, the
 * merchant and a version: whoever reads the database can sign nothing.
 */
export function webhookSecret(masterKey: string, merchant: string, version: number): string {
  const purpose = `kontor notification signature${version === 0 ? '' : ` ${version}`}`
  const key = hkdfSync('sha256', Buffer.from(masterKey, 'base64'), merchant, purpose, 32)
  return `whsec_${Buffer.from(key).toString('base64')}`
}

export interface LivingSecret {
  version: number
  secret: string
  expires_at: string | null
}

/** The newest first; one that was replaced as long as it goes on. */
export async function livingSecrets(
  db: Reader,
  masterKey: string,
  merchant: string,
  now: Date,
): Promise<LivingSecret[]> {
  const rows = await db
    .selectFrom('webhook_secret')
    .select(['version', 'expires_at'])
    .where('merchant_id', '=', merchant)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now.toISOString())]))
    .orderBy('version', 'desc')
    .execute()
  const living = rows.length > 0 ? rows : [{ version: 0, expires_at: null }]
  return living.map((row) => ({ ...row, secret: webhookSecret(masterKey, merchant, row.version) }))
}
