import type { WebhookSecret } from '@kontor/contract/organisations/webhook-secrets.schemas'
import { sql } from 'kysely'
import { toldName } from '../platform/changes/own-people.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Reader, Trx } from '../platform/db/database.ts'
import { inTurn } from '../platform/db/locked.ts'

/** The secrets that still sign, newest first. A merchant that never changed its secret has the first one. */
export async function listWebhookSecrets(
  db: Reader,
  actor: Actor,
  merchant: string,
  now: Date,
): Promise<WebhookSecret[]> {
  const rows = await db
    .selectFrom('webhook_secret')
    .select(['version', 'created_at', 'expires_at', 'last_revealed_at'])
    .select([
      toldName(actor, 'webhook_secret.created_by').as('created_by'),
      toldName(actor, 'webhook_secret.last_revealed_by').as('last_revealed_by'),
    ])
    .where('merchant_id', '=', merchant)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now.toISOString())]))
    .orderBy('version', 'desc')
    .execute()
  if (rows.length > 0) return rows.map((row) => (row.version === 0 ? { ...row, created_at: null } : row))
  const never = { created_at: null, created_by: null, expires_at: null, last_revealed_at: null, last_revealed_by: null }
  return [{ version: 0, ...never }]
}

/**
 * Locks the secrets of a merchant. The first secret gets a row only now, because it is derived and needs none before.
 */
export async function lockWebhookSecrets(trx: Trx, merchant: string, now: Date): Promise<void> {
  await inTurn(trx, `webhook_secret/${merchant}`)
  await sql`insert into webhook_secret (merchant_id, version, created_at) select ${merchant}, 0, ${now.toISOString()}
    where not exists (select from webhook_secret where merchant_id = ${merchant})`.execute(trx)
}
