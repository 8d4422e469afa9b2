import { type Contradiction, recordContradiction } from '../engine/contradictions/record-contradiction.ts'
import { applyNotification, type Heard } from '../engine/notifications/apply-notification.ts'
import { noteSent } from '../engine/outbox/outbox.ts'
import { engineActor } from '../platform/db/actor.ts'
import type { Databases, Trx } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/ids.ts'
import { inCommand } from '../platform/db/in-command.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { GatewaySettings } from '../processors/connections.ts'
import type { ListedPayment, Report, Told } from '../processors/gateway.ts'
import type { Account } from './accounts.ts'
import { type Owner, ownerOf } from './owner.ts'
import { lostOrders, tellOfDoubts, writeLostOrder, writeLostPayment } from './write-lost.ts'

export interface House {
  readonly databases: Databases
  readonly gateways: GatewaySettings
  /** The engine's time. */
  readonly clock: Clock
  readonly onContradiction: (contradiction: Contradiction) => void
  /** Called for every refund that is looked at and every payment that is read, because an account may have very many. */
  readonly onProgress?: (progress: Progress) => void
}

/** How far an account was read. */
export interface Progress {
  gateway: string
  processors: readonly string[]
  /** Payments that were read so far. */
  listed: number
  /** Refunds from before that were looked at so far. */
  refunds: number
}

/** What was written of one listed payment. */
export interface Booked {
  is: 'known' | 'lost' | 'elsewhere' | 'unknown'
  payment: boolean
  capture: number
  void: number
  refund: number
}

/**
 * Writes what is missing of a payment that its processor lists, and applies what became of it as notifications would, in one
 * transaction: it may be done again, and by two at once, and comes to the same. No processor is asked for anything.
 */
export async function bookListed(house: House, account: Account, listed: ListedPayment): Promise<Booked> {
  const owner = await ownerOf(house.databases, account, listed)
  if (owner === 'elsewhere') return { is: owner, ...nothing }
  if (owner === 'unknown') {
    await tellOfListed(house, account, listed, 'a payment of no one payment profile')
    return { is: owner, ...nothing }
  }
  return bookOf(house, { account, listed, owner })
}

const nothing = { payment: false, capture: 0, void: 0, refund: 0 }

/** The same of a payment whose owner is known. */
export async function bookOf(house: House, of: Listed): Promise<Booked> {
  const { booked, contradictions } = await inCommand(
    house.databases,
    engineActor(of.owner.merchant, 'processor'),
    (trx) => book(trx, house, of),
    { plans: 'repeated' },
  )
  for (const contradiction of contradictions) house.onContradiction(contradiction)
  return booked
}

interface Listed {
  account: Account
  listed: ListedPayment
  owner: Owner
}

async function book(trx: Trx, { gateways, clock }: House, { account, listed, owner }: Listed) {
  const { merchant } = owner
  const now = clock.now()
  const heardBy = account.filter((each) => each.merchant === merchant).map(({ processor }) => processor)
  // The owner was found among the members of the account.
  const processors = [...new Set(heardBy)] as unknown as Heard['processors']
  const doubts = owner.isKnown ? undefined : await writeLostPayment(trx, owner, now)
  const isLost = doubts !== undefined
  const booked: Booked = { is: isLost ? 'lost' : 'known', payment: isLost, capture: 0, void: 0, refund: 0 }
  const contradictions: Contradiction[] = []
  for (const told of asOrdered(listed.told)) {
    const order = orderIn(told)
    if (order && (await writeLostOrder(trx, owner, order.report, now))) booked[order.kind] += 1
    const notification = { id: idOf(listed), ...told }
    const { operation, contradiction } = await applyNotification(
      trx,
      { merchant, processors, notification },
      now,
      gateways.masterKey,
    )
    if (contradiction) contradictions.push(contradiction)
    // The backup may still have to send it.
    if (operation) await noteSent(trx, operation, instantOf(operation.id) ?? now.toISOString())
  }
  if (doubts && !owner.isKnown) contradictions.push(...(await tellOfDoubts(trx, owner, doubts, now)))
  return { booked, contradictions }
}

/**
 * The payment itself first, then its orders as they were given, whatever the order of the list: one that failed has to give back
 * its part of the money before a later one takes it.
 */
const asOrdered = (told: readonly Told[]): Told[] => {
  const placeOf = (each: Told): number => {
    if (each.about !== 'operation') return Number.MAX_SAFE_INTEGER
    return each.report.operation === 'authorize' ? 0 : Date.parse(instantOf(each.report.reference) ?? '') || 1
  }
  return told.toSorted((one, other) => placeOf(one) - placeOf(other))
}

function orderIn(told: Told): { kind: (typeof lostOrders)[number]; report: Report } | undefined {
  if (told.about !== 'operation') return undefined
  const kind = lostOrders.find((each) => each === told.report.operation)
  return kind && { kind, report: told.report }
}

/** A listed payment that Kontor cannot book is for a person, at the provider's desk, once however often it is listed. */
export async function tellOfListed(
  { databases, clock, onContradiction }: House,
  [{ merchant, processor }]: Account,
  listed: ListedPayment,
  they_say: string,
): Promise<void> {
  const { ordered, payment_id } = listed
  const said = {
    ...{ merchant_id: merchant, processor, kind: 'not_understood' as const, notification: idOf(listed) },
    ...{ about: `listed ${ordered?.reference ?? payment_id}`, they_say, external: payment_id },
    ...(ordered && { their: { amount: ordered.amount, currency_code: ordered.currency_code } }),
  }
  const given = await inCommand(databases, engineActor(merchant, 'processor'), (trx) =>
    recordContradiction(trx, said, clock.now()),
  )
  if (given) onContradiction(given)
}

const idOf = ({ payment_id }: ListedPayment) => `list:${payment_id}`
