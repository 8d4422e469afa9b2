import { sql } from 'kysely'
import type { AuditTrail } from '../../platform/audit-trail/audit-trail.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction } from '../../platform/db/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { connect, type GatewaySettings } from '../../processors/connections.ts'
import type { Exchange, Told } from '../../processors/gateway.ts'
import type { Contradiction } from '../contradictions/record-contradiction.ts'
import { lookingUp, recordExchanges, recordingCalls } from '../outbox/record-calls.ts'
import { applyNotification, type Heard, type NotificationResult } from './apply-notification.ts'

interface Asking {
  databases: Databases
  gateways: GatewaySettings
  clock: Clock
  auditTrail?: AuditTrail
  onContradiction: (contradiction: Contradiction) => void
}

/** What a gateway answered when it was asked for the news of a payment. */
interface News {
  heard: Heard
  /** The processor by whose connection it was asked. */
  asked: string
  told: readonly Told[]
  exchanges: readonly Exchange[]
}

/**
 * Asks the gateway what the news is, outside any transaction. Undefined: the notification says itself what it reports. Each try
 * asks by another processor of the account, because one of them may still have a credential that was replaced.
 */
export async function askForNews(
  { databases, gateways }: Asking,
  heard: Heard,
  attempts: number,
): Promise<News | undefined> {
  const { merchant, processors, notification } = heard
  if (notification.about !== 'payment') return undefined
  const exchanges: Exchange[] = []
  const asked = processors[(attempts - 1) % processors.length] ?? processors[0]
  const note = (exchange: Exchange) => void exchanges.push(exchange)
  const { gateway, connection } = await connect(databases.provider, gateways, merchant, asked, note)
  const told = await gateway.news?.(lookingUp(connection), notification.payment_id)
  return told && { heard, asked, told: told === 'unseen' ? [] : told, exchanges }
}

/**
 * Applies each report as a notification of its kind, in a transaction of its own: none of them moves a status back, so that the
 * same ones may be applied again, and an answer that comes after a newer one changes nothing.
 */
export async function applyNews(
  { databases, gateways, clock, auditTrail, onContradiction }: Asking,
  { heard, asked, told, exchanges }: News,
): Promise<NotificationResult> {
  const results = new Set<NotificationResult>()
  let isRecorded = false
  for (const each of told) {
    const notification = { id: heard.notification.id, ...each }
    const applied = await inTransaction(databases, engineActor(heard.merchant, 'processor'), async (trx) => {
      const written = await applyNotification(trx, { ...heard, notification }, clock.now(), gateways.masterKey)
      const { operation } = written
      if (operation && !isRecorded)
        await recordingCalls(trx, { operation, processor: asked }, exchanges).selectNoFrom(sql`1`.as('one')).execute()
      return written
    })
    if (applied.operation && !isRecorded) recordExchanges(auditTrail, clock.now(), applied.operation, exchanges)
    isRecorded ||= applied.operation !== undefined
    results.add(applied.result)
    if (applied.contradiction) onContradiction(applied.contradiction)
  }
  return byWeight.find((result) => results.has(result)) ?? 'not_ours'
}

/** The result of several reports is the one that a person has to look at, if there is one. */
const byWeight: readonly NotificationResult[] = ['contradicts', 'not_understood', 'applied']
