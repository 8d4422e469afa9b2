import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import type { Databases } from '../database.ts'
import { AddressRefused, guardedPost } from './guarded-post.ts'
import { livingSecrets, signedByKey } from './secrets.ts'

export interface NotificationSettings {
  databases: Databases
  masterKey: string
  /** Private addresses may be called: for a demo, or tests, on one machine. */
  allowPrivate: boolean
  poll_ms: number
  timeout_ms: number
  /** The wait after the first failure; it doubles, up to some hours. */
  retry_ms: number
  onError: (error: unknown) => void
}

export const notificationDefaults = { allowPrivate: false, poll_ms: 1_000, timeout_ms: 10_000, retry_ms: 5_000 }

const tries = 16
const longestRetry_ms = 6 * 3_600_000
const atOnce = 16

interface Waiting {
  merchant_id: string
  id: string
  url: string
  payload: object
  attempts: number
}

/** Sends what the outbox of notifications holds, those of one thing one after the other. */
export function startNotificationWorker(settings: NotificationSettings) {
  const stopping = new AbortController()
  const sender = guardedPost(settings)
  const poll = async () => {
    while (!stopping.signal.aborted) {
      const waiting = await claim(settings).catch((error) => {
        settings.onError(error)
        return []
      })
      await Promise.all(waiting.map((each) => deliver(settings, sender, each).catch(settings.onError)))
      if (waiting.length === 0) await sleep(settings.poll_ms, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const polling = poll()
  return {
    async stop(): Promise<void> {
      stopping.abort()
      await polling
      await sender.close()
    },
  }
}

/** The oldest of each thing that is due. Two workers never take the same one, nor the one after it. */
async function claim({ databases, timeout_ms }: NotificationSettings): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    with due as (
      select n.merchant_id, n.id from notification n
      where n.done_at is null and n.next_attempt_at <= clock_timestamp()
        and (n.leased_until is null or n.leased_until < clock_timestamp())
        and not exists (select from notification earlier
          where earlier.merchant_id = n.merchant_id and earlier.subject_id = n.subject_id
            and earlier.done_at is null and (earlier.created_at, earlier.id) < (n.created_at, n.id))
      order by n.next_attempt_at limit ${atOnce} for update skip locked)
    update notification n set attempts = attempts + 1,
      leased_until = clock_timestamp() + make_interval(secs => ${(4 * timeout_ms) / 1000})
    from due where n.merchant_id = due.merchant_id and n.id = due.id
    returning n.merchant_id, n.id, n.url, n.payload, n.attempts`.execute(databases.provider)
  return rows
}

type Sender = ReturnType<typeof guardedPost>

async function deliver(settings: NotificationSettings, sender: Sender, waiting: Waiting): Promise<void> {
  const body = JSON.stringify(waiting.payload)
  const at = new Date()
  // While one takes the place of another, by both: whoever has either can tell that it is ours.
  const secrets = await livingSecrets(settings.databases.provider, settings.masterKey, waiting.merchant_id, at)
  const bySecret = secrets.map(({ secret }) => new Webhook(secret).sign(waiting.id, at, body))
  const byKey = signedByKey(settings.masterKey, waiting.merchant_id, waiting.id, at, body)
  const signature = [...bySecret, byKey].join(' ')
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Kontor',
    'webhook-id': waiting.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signature,
  }
  try {
    const reply = await sender.post(waiting.url, headers, body)
    await finish(settings, waiting, outcomeOf(reply.status, waiting.attempts), reply, null)
  } catch (error) {
    const isRefused =
      error instanceof AddressRefused || (error instanceof Error && error.cause instanceof AddressRefused)
    const outcome = isRefused ? 'refused' : outcomeOf(0, waiting.attempts)
    const text = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
    await finish(settings, waiting, outcome, { status: 0, body: '' }, text)
  }
}

/** What the other side will not take it will not take later; only "too early", "too often" and the like are tried again. */
function outcomeOf(status: number, attempts: number): 'delivered' | 'refused' | 'given_up' | undefined {
  if (status >= 200 && status < 300) return 'delivered'
  if (status >= 300 && status < 500 && ![408, 425, 429].includes(status)) return 'refused'
  return attempts >= tries ? 'given_up' : undefined
}

async function finish(
  { databases, retry_ms }: NotificationSettings,
  { merchant_id, id, attempts }: Waiting,
  outcome: ReturnType<typeof outcomeOf>,
  reply: { status: number; body: string },
  last_error: string | null,
): Promise<void> {
  const wait_ms = Math.min(retry_ms * 2 ** (attempts - 1), longestRetry_ms)
  await databases.provider
    .updateTable('notification')
    .set({
      leased_until: null,
      response_code: reply.status,
      response_body: reply.body || null,
      last_error,
      ...(outcome
        ? { outcome, done_at: sql<string>`clock_timestamp()` }
        : { next_attempt_at: sql<string>`clock_timestamp() + make_interval(secs => ${wait_ms / 1000})` }),
    })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    // Whoever was slower than his lease leaves it to the one who took over.
    .where('attempts', '=', attempts)
    .where('done_at', 'is', null)
    .execute()
}
