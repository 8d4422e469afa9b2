import type { AuditTrail } from '../audit-trail/audit-trail.ts'
import { recordSent } from '../audit-trail/record-sent.ts'
import type { Databases, Reader, Trx } from '../db/database.ts'
import { type Queue, startQueue } from '../jobs/queue.ts'
import { guardedPost, type Sender } from '../outgoing/guarded-post.ts'
import type { Attempted } from '../outgoing/post-signed.ts'
import { storableBody } from '../secrets/mask.ts'
import { maskedJson } from '../secrets/masked-json.ts'
import { mask } from '../secrets/secret-forms.ts'
import type { Clock } from '../time/clock.ts'
import { type Claimed, claim } from './claim.ts'
import { finish, type SwitchedOff } from './finish.ts'
import { postWebhook } from './post-webhook.ts'
import { retryWaits_ms } from './schedule.ts'

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
  auditTrail: AuditTrail
  /** The engine's. */
  clock: Clock
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
    aboutOf: ({ id, merchant_id }) => ({ webhook: id, merchant: merchant_id }),
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

async function deliver(settings: WebhookSettings, sender: Sender, claimed: Claimed): Promise<void> {
  const { id, url, merchant_id } = claimed
  const signed = { merchant: merchant_id, id, url, body: JSON.stringify(claimed.payload) }
  const attempted = await postWebhook(settings.databases.provider, sender, signed, settings.masterKey)
  recordAttempt(settings, claimed, attempted)
  await finish(settings, claimed, attempted)
}

/** Puts the attempt into the trail of calls, below the call because of which the webhook was told. */
function recordAttempt(
  { auditTrail, clock }: WebhookSettings,
  { id, merchant_id, url, payload }: Claimed,
  { status, body, duration_ms, problem }: Attempted,
): void {
  recordSent(auditTrail, clock.now(), {
    ...{ type: 'webhook', merchant: merchant_id, webhook: id, route: typeIn(payload), url },
    ...{ response_code: status, refusal: problem ?? undefined, duration_ms },
    content: {
      request_headers: [...sentHeaders, ['webhook-id', id], ['webhook-signature', mask]],
      request_body: maskedJson(payload, longestPayload),
      response_headers: [],
      response_body: storableBody(body),
    },
  })
}

const longestPayload = 65_536
const sentHeaders = [
  ['content-type', 'application/json'],
  ['user-agent', 'Kontor'],
] as const

const typeIn = (payload: object): string => ('type' in payload ? String(payload.type) : 'webhook')
