import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { type LivingSecret, livingSecrets } from '../platform/webhooks/secrets.ts'
import { merchantInView } from './merchants/merchant-in-view.ts'
import { lockWebhookSecrets } from './webhook-secrets.ts'

export async function revealWebhookSecret(
  trx: Trx,
  actor: Actor,
  now: Date,
  masterKey: string,
): Promise<LivingSecret[]> {
  const merchant = merchantInView(actor)
  await lockWebhookSecrets(trx, merchant, now)
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
