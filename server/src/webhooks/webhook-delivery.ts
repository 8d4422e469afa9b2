import { Refusal } from '@kontor/contract/refusal'
import type { WebhookAttempt, WebhookDeliveryDetails } from '@kontor/contract/webhooks/webhook.schemas'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Reader } from '../platform/db/database.ts'
import { madeBody } from './make-bodies.ts'
import type { ToldThing } from './said-of.ts'
import { mayReadTold } from './told-item.ts'

/** The payload and the attempts of a webhook. The caller has already checked that the actor may see the webhook. */
export async function webhookDeliveryOf(
  db: Reader,
  actor: Actor,
  merchant: string,
  id: string,
): Promise<WebhookDeliveryDetails> {
  const { rows } = await sql<Stored>`
    select w.type, w.created_at, w.told, w.payload, a.switched_off_at from webhook w
    left join webhook_address a on a.merchant_id = w.merchant_id and a.address_key = w.address_key
    where w.merchant_id = ${merchant} and w.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Refusal('not_found')
  // The payload that will be sent is shown even when its body has not been made yet.
  const payload = row.payload ?? madeBody(row)
  const mayRead = mayReadTold(actor, row.type, payload.data)
  return { payload: mayRead ? payload : null, switched_off_at: row.switched_off_at, attempts: [] }
}

type Stored = ToldThing & {
  created_at: string
  payload: ReturnType<typeof madeBody> | null
  switched_off_at: string | null
}

const most = 100

/**
 * The latest attempts, oldest first. Answers of receivers are only for the provider's staff: with them others could
 * read an internal address through us, and their database role may not read them.
 */
export async function webhookAttempts(
  db: Reader,
  merchant: string,
  id: string,
  { withAnswers }: { withAnswers: boolean },
): Promise<WebhookAttempt[]> {
  const answers = withAnswers ? sql`response_body, error` : sql`null::text as response_body, null::text as error`
  const { rows } = await sql<WebhookAttempt>`
    select attempt, at, duration_ms, response_code, problem, ${answers} from webhook_attempt
    where merchant_id = ${merchant} and webhook_id = ${id} order by attempt desc limit ${most}`.execute(db)
  return rows.reverse()
}
