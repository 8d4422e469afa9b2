import { Webhook } from 'standardwebhooks'
import type { Database } from './database.ts'
import type { Services } from './services.ts'

interface Attempt {
  id: string
  body: string
  copies_left: number
  attempts: number
  notification_url: string
  notification_secret: string
}

const LONGEST_WAIT_MS = 5 * 60_000

/** Sends one notification that is due. Gives false when none was due. */
export async function sendDueNotification(services: Services): Promise<boolean> {
  const attempt = await takeDueNotification(services)
  if (!attempt) return false
  const failure = await send(services, attempt)
  if (failure === undefined) await recordDelivery(services.db, attempt)
  else await recordFailure(services, attempt, failure)
  return true
}

/**
 * Takes the notification by a lease: its next attempt is set after the end of this one. No transaction stays open
 * during the call. If the process dies here, the notification is due again later.
 */
async function takeDueNotification({ db, settings }: Services): Promise<Attempt | undefined> {
  const taken = await db.query<Attempt>(
    `update notification
     set attempts = attempts + 1, next_attempt_at = clock_timestamp() + ($1 + 1000) * interval '1 millisecond'
     from account
     where account.name = notification.account and id = (
       select id from notification
       where next_attempt_at <= clock_timestamp() and delivered_at is null and given_up_at is null
       order by next_attempt_at, created_at limit 1 for update skip locked
     )
     returning id, body, copies_left, attempts, notification_url, notification_secret`,
    [settings.notify_timeout_ms],
  )
  return taken.rows[0]
}

/** Sends the notification. Gives the reason when it was not delivered. */
async function send({ settings, stopping }: Services, attempt: Attempt): Promise<string | undefined> {
  const now = new Date()
  try {
    const response = await fetch(attempt.notification_url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'webhook-id': attempt.id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': new Webhook(attempt.notification_secret).sign(attempt.id, now, attempt.body),
      },
      body: attempt.body,
      signal: AbortSignal.any([AbortSignal.timeout(settings.notify_timeout_ms), stopping]),
    })
    await response.body?.cancel()
    return response.ok ? undefined : `answered ${response.status}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function recordDelivery(db: Database, { id, copies_left }: Attempt) {
  await db.query(
    `update notification
     set copies_left = $2, next_attempt_at = clock_timestamp(), attempts = 0, last_failure = null,
         delivered_at = case when $2 = 0 then clock_timestamp() end
     where id = $1`,
    [id, copies_left - 1],
  )
  // Notifications that were held back until a later one arrived may go now: those about the same operation, and the
  // first notification of a payment after one about its capture. The order of creation is the order of the changes,
  // because changes of one payment never overlap.
  await db.query(
    `update notification as held set is_held = false, next_attempt_at = clock_timestamp()
     from notification as delivered
     where delivered.id = $1 and held.is_held and held.created_at < delivered.created_at
       and held.account = delivered.account and held.payment_id = delivered.payment_id
       and (held.reference = delivered.reference or exists (
         select from payment where account = held.account and id = held.payment_id and reference = held.reference))`,
    [id],
  )
}

async function recordFailure({ db, settings }: Services, { id, attempts }: Attempt, failure: string) {
  const wait_ms = Math.min(settings.notify_retry_ms * 2 ** (attempts - 1), LONGEST_WAIT_MS)
  await db.query(
    `update notification
     set last_failure = $2, next_attempt_at = clock_timestamp() + $3 * interval '1 millisecond',
         given_up_at = case when attempts >= $4 then clock_timestamp() end
     where id = $1`,
    [id, failure, wait_ms, settings.notify_attempts],
  )
}
