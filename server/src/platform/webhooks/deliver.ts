import type { WebhookProblem } from '@kontor/contract/webhooks/webhook.rules'
import { Webhook } from 'standardwebhooks'
import type { Databases, Reader, Trx } from '../db/database.ts'
import { type Queue, startQueue } from '../jobs/queue.ts'
import { type Claimed, claim } from './claim.ts'
import { type Attempted, finish, type SwitchedOff } from './finish.ts'
import { AddressRefused, guardedPost } from './guarded-post.ts'
import { retryAfter, retryWaits_ms } from './schedule.ts'
import { livingSecrets, signedByKey } from './secrets.ts'

export interface WebhookSettings {
  databases: Databases
  masterKey: string
  /** Private addresses may be called: for a demo or tests on one machine. */
  allowPrivate: boolean
  poll_ms: number
  timeout_ms: number
  /** The waits after the first failure, the second, and so on, in milliseconds. */
  waits_ms: readonly number[]
  /** Makes the bodies of webhooks told since the last look: a webhook without a body is not sent. */
  makeBodies: (db: Reader) => Promise<void>
  /** Runs in the transaction that switches an address off. */
  onSwitchedOff: (trx: Trx, address: SwitchedOff) => Promise<void>
  onError: (error: unknown) => void
}

export const webhookDefaults = {
  allowPrivate: false,
  poll_ms: 1_000,
  timeout_ms: 10_000,
  waits_ms: retryWaits_ms,
}

const atOnce = 64
/** The part of them for failing addresses, which may be slow. */
const failingAtOnce = 32
const gather_ms = 20

export type WebhookWorker = Pick<Queue<Claimed>, 'nudge' | 'stop'>

/** Sends waiting webhooks, those of one item one after the other. */
export function startWebhookWorker(settings: WebhookSettings): WebhookWorker {
  const { databases, poll_ms, timeout_ms, onError } = settings
  const sender = guardedPost(settings)
  const queue = startQueue<Claimed>({
    total: atOnce,
    poll_ms,
    gather_ms,
    claim: async ({ free, inHand }) => {
      await settings.makeBodies(databases.provider).catch(onError)
      const failing = [...inHand].filter(({ is_failing }) => is_failing).length
      const room = { slots: free, failing: Math.max(0, failingAtOnce - failing) }
      return claim(databases.provider, { ...room, lease_ms: 4 * timeout_ms })
    },
    perform: (claimed) => deliver(settings, sender, claimed),
    // The end of one may release the next of its item or its address.
    endMakesDue: true,
    onError,
  })
  return {
    nudge: queue.nudge,
    async stop() {
      await queue.stop()
      await sender.close()
    },
  }
}

type Sender = ReturnType<typeof guardedPost>

async function deliver(settings: WebhookSettings, sender: Sender, claimed: Claimed): Promise<void> {
  const body = JSON.stringify(claimed.payload)
  const at = new Date()
  // While one secret replaces another, the webhook is signed with both: a receiver with either one can verify it.
  const secrets = await livingSecrets(settings.databases.provider, settings.masterKey, claimed.merchant_id, at)
  const bySecret = secrets.map(({ secret }) => new Webhook(secret).sign(claimed.id, at, body))
  const byKey = signedByKey(settings.masterKey, claimed.merchant_id, claimed.id, at, body)
  const signature = [...bySecret, byKey].join(' ')
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Kontor',
    'webhook-id': claimed.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signature,
  }
  const begun = performance.now()
  const duration = () => ({ duration_ms: Math.round(performance.now() - begun) })
  const attempted: Attempted = await sender.post(claimed.url, headers, body).then(
    (reply) => ({
      ...{ status: reply.status, body: reply.body, problem: null, error: null },
      ...{ retryAfter_ms: retryAfter(reply.retryAfter, new Date()), ...duration() },
    }),
    (error) => ({ status: 0, body: '', ...problemOf(error), ...duration() }),
  )
  await finish(settings, claimed, attempted)
}

function problemOf(error: unknown): Pick<Attempted, 'problem' | 'error'> {
  const causes = [error, error instanceof Error ? error.cause : undefined]
  const text = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
  if (causes.some((each) => each instanceof AddressRefused)) return { problem: 'address_refused', error: text }
  const isTimeout = causes.some((each) => each instanceof Error && /timeout/i.test(`${each.name} ${each.message}`))
  if (isTimeout) return { problem: 'timeout', error: text }
  return { problem: causes.map(problemOfCode).find((each) => each !== undefined) ?? 'no_answer', error: text }
}

/** What the shop can repair, by the code of Node.js or OpenSSL. */
function problemOfCode(error: unknown): WebhookProblem | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown_host'
  if (['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code)) return 'connection_refused'
  return /CERT|ERR_TLS|ERR_SSL|UNABLE_TO_VERIFY/.test(code) ? 'certificate' : undefined
}
