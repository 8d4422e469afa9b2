import type { AuditTrail } from '../../platform/audit-trail/audit-trail.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction, type Trx } from '../../platform/db/database.ts'
import { type Queue, startQueue } from '../../platform/jobs/queue.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { GatewaySettings } from '../../processors/connections.ts'
import {
  type Contradicting,
  type Contradiction,
  recordContradiction,
  withdrawContradictions,
} from '../contradictions/record-contradiction.ts'
import { applyNotification, type NotificationResult } from './apply-notification.ts'
import {
  claimUnworked,
  heardIn,
  holdUnworked,
  setFailed,
  setWorked,
  triesUntilTold,
  type Unworked,
} from './kept-notification.ts'
import { applyNews, askForNews } from './news.ts'

export interface NotificationSettings {
  poll_ms: number
  /** The pause after the first try; each further one is twice as long, up to an hour, and a day once a person was told. */
  pause_ms: number
}

/** A question takes some calls, each as long as a gateway may take. */
const lease_ms = 60_000

export const notificationDefaults: NotificationSettings = { poll_ms: 2_000, pause_ms: 2_000 }

interface Working {
  databases: Databases
  gateways: GatewaySettings
  clock: Clock
  auditTrail?: AuditTrail
  settings: NotificationSettings
  onContradiction: (contradiction: Contradiction) => void
  onError: (error: unknown) => void
}

type NotificationWorker = Queue<Unworked>

/** Works the notifications that were not applied when they came: what failed, and news of which the gateway is asked. */
export function startNotificationWorker(working: Working): NotificationWorker {
  const { databases, settings, onError } = working
  return startQueue<Unworked>({
    // A merchant's slow gateway does not hold up the others.
    ...{ total: 16, each: 4, ownerOf: ({ merchant_id }) => merchant_id },
    poll_ms: settings.poll_ms,
    gather_ms: 50,
    claim: (room) => claimUnworked(databases.provider, room, lease_ms),
    perform: (row) => work(working, row),
    aboutOf: ({ id, merchant_id, processor_id }) => ({
      notification: id,
      merchant: merchant_id,
      processor: processor_id,
    }),
    onError,
  })
}

async function work(working: Working, row: Unworked): Promise<void> {
  const { databases, gateways, clock, settings, onContradiction } = working
  const engine = engineActor(row.merchant_id, 'processor')
  const finish = async (trx: Trx, result: NotificationResult) => {
    await setWorked(trx, row, result)
    if (row.attempts > triesUntilTold) await withdrawContradictions(trx, { ...aboutIt(row), kind: 'not_understood' })
  }
  try {
    const heard = heardIn(gateways.masterKey, row)
    const news = await askForNews(working, heard, row.attempts)
    const result = news && (await applyNews(working, news))
    const applied = await inTransaction(databases, engine, async (trx) => {
      if (!(await holdUnworked(trx, row))) return undefined
      if (result !== undefined) return void (await finish(trx, result))
      const written = await applyNotification(trx, heard, clock.now(), gateways.masterKey)
      await finish(trx, written.result)
      return written
    })
    if (applied?.contradiction) onContradiction(applied.contradiction)
  } catch (error) {
    const given = await inTransaction(databases, engine, async (trx) =>
      (await setFailed(trx, row, error, settings.pause_ms))
        ? recordContradiction(trx, notWorked(row, error), clock.now())
        : undefined,
    )
    if (given) onContradiction(given)
    throw error
  }
}

const aboutIt = ({ merchant_id, processor_id, id }: Unworked) => ({ merchant_id, processor: processor_id, about: id })

/** What the provider's desk shows of a notification that could not be worked so often. */
const notWorked = (row: Unworked, error: unknown): Contradicting => ({
  ...{ ...aboutIt(row), kind: 'not_understood', notification: row.id },
  they_say: `not worked: ${error instanceof Error ? error.name : 'error'}`,
})
