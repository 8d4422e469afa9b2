import type { ReadBody } from '@kontor/contract/endpoint'
import type { rotateWebhookSecretEndpoint } from '@kontor/contract/organisations/webhook-secrets.endpoints'
import type { WebhookSecret } from '@kontor/contract/organisations/webhook-secrets.schemas'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { merchantInView } from './merchants/merchant-in-view.ts'
import { listWebhookSecrets, lockWebhookSecrets } from './webhook-secrets.ts'

/**
 * Replaces a merchant's secret. Rotations of one merchant run one after the other: the second replaces the secret of
 * the first.
 */
export async function rotateWebhookSecret(
  trx: Trx,
  actor: Actor,
  { overlap_hours }: ReadBody<typeof rotateWebhookSecretEndpoint>,
  now: Date,
): Promise<WebhookSecret[]> {
  const merchant = merchantInView(actor)
  await lockWebhookSecrets(trx, merchant, now)
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
  return listWebhookSecrets(trx, actor, merchant, now)
}
