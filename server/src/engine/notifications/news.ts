import { sql } from 'kysely'
import type { AuditTrail } from '../../platform/audit-trail/audit-trail.ts'
import type { Databases, Trx } from '../../platform/db/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { connect, type GatewaySettings } from '../../processors/connections.ts'
import type { Exchange, Told } from '../../processors/gateway.ts'
import type { PaymentOperation } from '../outbox/operation.ts'
import { lookingUp, recordExchanges, recordingCalls } from '../outbox/record-calls.ts'
import type { Contradiction } from '../outcome/record-contradiction.ts'
import { applyNotification, type Heard, type NotificationResult } from './apply-notification.ts'

interface Asking {
  databases: Databases
  gateways: GatewaySettings
  clock: Clock
  auditTrail?: AuditTrail
  place: Place
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
  { databases, gateways }: Pick<Asking, 'databases' | 'gateways'>,
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

/** What became of what a gateway told of one payment. */
export interface AppliedNews {
  result: NotificationResult
  /** The reports of which each changed something here. */
  changes: number
  /** What it is about; undefined: nothing of ours. */
  operation: PaymentOperation | undefined
  /** Those that are new. */
  contradictions: readonly Contradiction[]
}

/**
 * Makes a place for what a gateway tells and we do not know, in the transaction that applies it. `all` is everything that the gateway
 * told of the payment. Gives what cannot be placed.
 */
export type Place = (
  trx: Trx,
  heard: Omit<Heard, 'notification'>,
  told: Told,
  all: readonly Told[],
  now: Date,
) => Promise<Placed>

export interface Placed {
  /** True: it is under a reference that may be ours, and is nowhere here. */
  isUnknown: boolean
  /** True: it is here from now on. */
  isPlaced: boolean
  contradiction?: Contradiction | undefined
}

/**
 * Applies each report as a notification of its kind, in a transaction of its own: none of them moves a status back, so that the
 * same ones may be applied again, and an answer that comes after a newer one changes nothing. `within` runs such a transaction.
 */
export async function applyNews(
  { gateways, clock, auditTrail, place }: Omit<Asking, 'databases'>,
  { heard, asked, told, exchanges }: News,
  within: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>,
): Promise<AppliedNews> {
  const results = new Set<NotificationResult>()
  const contradictions: Contradiction[] = []
  let changes = 0
  let about: PaymentOperation | undefined
  for (const each of told) {
    const notification = { id: heard.notification.id, ...each }
    const { operation, placed, isChange, ...applied } = await within(async (trx) => {
      const placed = await place(trx, heard, each, told, clock.now())
      const written = await applyNotification(trx, { ...heard, notification }, clock.now(), gateways.masterKey)
      const { operation } = written
      if (operation && !about)
        await recordingCalls(trx, { operation, processor: asked }, exchanges).selectNoFrom(sql`1`.as('one')).execute()
      return { ...written, placed, isChange: operation !== undefined && (await isChanged(trx, operation)) }
    })
    if (operation && !about) recordExchanges(auditTrail, clock.now(), operation, exchanges)
    about ??= operation
    if (isChange || placed.isPlaced) changes += 1
    results.add(placed.isUnknown ? 'contradicts' : applied.result)
    for (const one of [placed.contradiction, applied.contradiction]) if (one) contradictions.push(one)
  }
  const result = byWeight.find((each) => results.has(each)) ?? 'not_ours'
  return { result, changes, operation: about, contradictions }
}

/** True: this transaction wrote an event of the payment. Triggers do that for every change of a status. */
async function isChanged(trx: Trx, { merchant_id, transaction_created_at, transaction_id }: PaymentOperation) {
  const { rows } = await sql`
    select 1 from transaction_event where merchant_id = ${merchant_id} and transaction_id = ${transaction_id}
      and transaction_created_at = ${transaction_created_at} and xmin = pg_current_xact_id()::xid limit 1`.execute(trx)
  return rows.length > 0
}

/** The result of several reports is the one that a person has to look at, if there is one. */
const byWeight: readonly NotificationResult[] = ['contradicts', 'not_understood', 'applied']
