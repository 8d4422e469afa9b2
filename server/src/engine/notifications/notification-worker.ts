import { engineActor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction } from '../../platform/db/database.ts'
import { type Queue, startQueue } from '../../platform/jobs/queue.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { GatewaySettings } from '../../processors/connections.ts'
import {
  type Contradicting,
  type Contradiction,
  recordContradiction,
  withdrawContradictions,
} from '../outcome/record-contradiction.ts'
import { applyNotification } from './apply-notification.ts'
import {
  claimUnworked,
  heardIn,
  holdUnworked,
  setFailed,
  setWorked,
  triesUntilTold,
  type Unworked,
} from './kept-notification.ts'

export interface NotificationSettings {
  poll_ms: number
  /** The pause after the first try; each further one is twice as long, up to an hour, and a day once a person was told. */
  pause_ms: number
}

export const notificationDefaults: NotificationSettings = { poll_ms: 2_000, pause_ms: 2_000 }

interface Working {
  databases: Databases
  gateways: GatewaySettings
  clock: Clock
  settings: NotificationSettings
  onContradiction: (contradiction: Contradiction) => void
  onError: (error: unknown) => void
}

/** Works the notifications that were kept because they could not be applied when they came. */
export function startNotificationWorker(working: Working): Queue<Unworked> {
  const { databases, settings, onError } = working
  return startQueue<Unworked>({
    total: 4,
    poll_ms: settings.poll_ms,
    gather_ms: 50,
    claim: ({ free }) => claimUnworked(databases.provider, free, settings.pause_ms),
    perform: (row) => work(working, row),
    onError,
  })
}

async function work({ databases, gateways, clock, onContradiction }: Working, row: Unworked): Promise<void> {
  const engine = engineActor(row.merchant_id, 'processor')
  try {
    const applied = await inTransaction(databases, engine, async (trx) => {
      if (!(await holdUnworked(trx, row))) return undefined
      const written = await applyNotification(trx, heardIn(gateways.masterKey, row), clock.now())
      await setWorked(trx, row, written.result)
      if (row.attempts > triesUntilTold) await withdrawContradictions(trx, { ...aboutIt(row), kind: 'not_understood' })
      return written
    })
    if (applied?.contradiction) onContradiction(applied.contradiction)
  } catch (error) {
    const given = await inTransaction(databases, engine, async (trx) =>
      (await setFailed(trx, row, error)) ? recordContradiction(trx, notWorked(row, error), clock.now()) : undefined,
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
