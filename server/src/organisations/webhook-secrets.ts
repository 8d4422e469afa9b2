import type { WebhookSecret } from '@kontor/contract/organisations/webhook-secrets.schemas'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Reader, Trx } from '../platform/db/database.ts'
import { type LivingSecret, livingSecrets } from '../platform/webhooks/secrets.ts'

/** The secrets that still sign, newest first. A merchant that never changed its secret has the first one. */
export async function listWebhookSecrets(db: Reader, merchant: string, now: Date): Promise<WebhookSecret[]> {
  const rows = await db
    .selectFrom('webhook_secret')
    .select(['version', 'created_at', 'created_by', 'expires_at', 'last_revealed_at', 'last_revealed_by'])
    .where('merchant_id', '=', merchant)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now.toISOString())]))
    .orderBy('version', 'desc')
    .execute()
  if (rows.length > 0) return rows.map((row) => (row.version === 0 ? { ...row, created_at: null } : row))
  const never = { created_at: null, created_by: null, expires_at: null, last_revealed_at: null, last_revealed_by: null }
  return [{ version: 0, ...never }]
}

/**
 * Replaces a merchant's secret. Rotations of one merchant run one after the other: the second replaces the secret of
 * the first.
 */
export async function rotateWebhookSecret(
  trx: Trx,
  actor: Actor,
  merchant: string,
  overlap_hours: number,
  now: Date,
): Promise<WebhookSecret[]> {
  await lock(trx, merchant, now)
  const { version } = await trx
    .selectFrom('webhook_secret')
    .select((row) => row.fn.max('version').as('version'))
    .where('merchant_id', '=', merchant)
    .executeTakeFirstOrThrow()
  const until = new Date(now.getTime() + overlap_hours * 3_600_000).toISOString()
  await trx
    .updateTable('webhook_secret')
    .set({ expires_at: sql<string>`least(expires_at, ${until}::timestamptz)` })
    .where('merchant_id', '=', merchant)
    .execute()
  await trx
    .insertInto('webhook_secret')
    .values({ merchant_id: merchant, version: version + 1, created_at: now.toISOString(), created_by: actor.name })
    .execute()
  return listWebhookSecrets(trx, merchant, now)
}

export async function revealWebhookSecrets(
  trx: Trx,
  actor: Actor,
  masterKey: string,
  merchant: string,
  now: Date,
): Promise<LivingSecret[]> {
  await lock(trx, merchant, now)
  const secrets = await livingSecrets(trx, masterKey, merchant, now)
  await trx
    .updateTable('webhook_secret')
    .set({ last_revealed_at: now.toISOString(), last_revealed_by: actor.name })
    .where('merchant_id', '=', merchant)
    .where(
      'version',
      'in',
      secrets.map(({ version }) => version),
    )
    .execute()
  return secrets
}

/**
 * Locks the secrets of a merchant. The first secret gets a row only now, because it is derived and needs none before.
 */
async function lock(trx: Trx, merchant: string, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('kontor.webhook_secret'), hashtext(${merchant}))`.execute(trx)
  await sql`insert into webhook_secret (merchant_id, version, created_at) select ${merchant}, 0, ${now.toISOString()}
    where not exists (select from webhook_secret where merchant_id = ${merchant})`.execute(trx)
}
