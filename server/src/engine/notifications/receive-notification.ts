import { Refusal } from '@kontor/contract/refusal'
import { isUuid } from '@kontor/contract/uuid'
import { engineActor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction, type Trx } from '../../platform/db/database.ts'
import { measure } from '../../platform/measuring.ts'
import { storableBody } from '../../platform/secrets/mask.ts'
import {
  type Connected,
  connectAddressed,
  connectAll,
  type GatewaySettings,
  processorsOfAccount,
} from '../../processors/connections.ts'
import { type Notification, NotificationRefused, type RawNotification } from '../../processors/gateway.ts'
import type { WebhookFacts } from '../../processors/manifest.ts'
import type { Contradiction } from '../contradictions/contradiction.ts'
import { type Applied, applyNotification, type Heard } from './apply-notification.ts'
import { type Kept, keepUnasked, keepUnworked, keepWorked, setResult } from './kept-notification.ts'

/** The address at which a notification arrived: that of one processor, or that of all of a merchant. */
export type NotificationAddress = { processor: string; token: string } | { merchant: string }

export interface Receiving {
  databases: Databases
  gateways: GatewaySettings
  /** The pause before what could not be applied is tried again. */
  pause_ms: number
  /** The item of the call in the trail. */
  cause?: string
  /** Is told what could not be applied. */
  onError: (error: unknown, kept: Kept) => void
}

export interface Received {
  contradictions: Contradiction[]
  /** Another answer would make the gateway send it again. */
  answer: WebhookFacts['answer']
  /** True: the worker has to ask what the news is. */
  mustAsk: boolean
  merchant: string
  /** The order that it is about, if it names one. */
  order: string | undefined
}

/**
 * Takes in what a processor reports (docs/adr/0082). Only a wrong address and a failed proof are refused. Everything else is
 * kept, once per id of the processor, and applied in the transaction that keeps it. What cannot be applied is kept all the
 * same, for the worker, and so is news of a payment, of which the gateway has to be asked.
 */
export async function receiveNotification(
  receiving: Receiving,
  address: NotificationAddress,
  raw: RawNotification,
  now: Date,
): Promise<Received> {
  const { notifications, answer, canAsk, ...from } = await verified(receiving, address, raw)
  const body = storableBody(raw.body)
  const contradictions: (Contradiction | undefined)[] = []
  const isToBeAsked = ({ about }: Notification) => canAsk && about === 'payment'
  for (const notification of notifications) {
    const heard = { ...from, notification }
    if (isToBeAsked(notification)) await keepNews(receiving, heard, body)
    else contradictions.push(await receive(receiving, heard, body, now))
  }
  const mustAsk = notifications.some(isToBeAsked)
  return {
    ...{ contradictions: contradictions.filter((each) => each !== undefined), answer, mustAsk },
    ...{ merchant: from.merchant, order: notifications.map(referenceIn).find((each) => each !== undefined) },
  }
}

function referenceIn(notification: Notification): string | undefined {
  const { about } = notification
  const named =
    about === 'operation'
      ? notification.report.reference
      : about === 'chargeback'
        ? notification.chargeback.reference
        : undefined
  return named !== undefined && isUuid(named) ? named : undefined
}

const keepNews = ({ databases, gateways, cause }: Receiving, heard: Heard, body: string | null) =>
  inTransaction(
    databases,
    engineActor(heard.merchant, 'processor'),
    (trx) => keepUnasked(trx, keptOf(heard, body), heard, gateways.masterKey),
    { cause },
  )

async function receive(
  { databases, gateways, pause_ms, cause, onError }: Receiving,
  heard: Heard,
  body: string | null,
  now: Date,
): Promise<Contradiction | undefined> {
  const kept = keptOf(heard, body)
  const within = <T>(work: (trx: Trx) => Promise<T>) =>
    inTransaction(databases, engineActor(heard.merchant, 'processor'), work, { plans: 'repeated', cause })
  try {
    return (await within((trx) => keepAndApply(trx, kept, heard, { now, masterKey: gateways.masterKey })))
      ?.contradiction
  } catch (error) {
    // Nothing of that transaction is left. A savepoint in it would cost every payment a message.
    const tried = { masterKey: gateways.masterKey, pause_ms, error }
    await within((trx) => keepUnworked(trx, kept, heard, tried))
    onError(error, kept)
    return undefined
  }
}

/** Undefined: it was taken in before. */
async function keepAndApply(
  trx: Trx,
  kept: Kept,
  heard: Heard,
  { now, masterKey }: { now: Date; masterKey: string },
): Promise<Applied | undefined> {
  if (!(await keepWorked(trx, kept))) return undefined
  const applied = await applyNotification(trx, heard, now, masterKey)
  if (applied.result !== 'applied') await setResult(trx, kept, applied.result)
  return applied
}

const keptOf = ({ merchant, processors, notification }: Heard, body: string | null): Kept => ({
  merchant,
  // The same for every address of the account.
  processor: processors[0],
  id: notification.id,
  kind: notification.about === 'operation' ? notification.report.operation : notification.about,
  body,
})

interface Verified extends Omit<Heard, 'notification'>, FactsOfGateway {
  notifications: readonly Notification[]
}

/** The connections are read before any transaction, so that a forged notification costs one statement. */
async function verified(
  { databases: { provider }, gateways }: Receiving,
  address: NotificationAddress,
  raw: RawNotification,
): Promise<Verified> {
  if ('processor' in address) {
    const { merchant, connected, account } = await connectAddressed(provider, gateways, address)
    const [first] = signedOf(connected, raw)
    if (!first) throw refused()
    return { merchant, processors: account, notifications: first.notifications, ...factsOf(first) }
  }
  // Processors of one account share a secret.
  const everyone = await connectAll(provider, gateways, address.merchant)
  // A processor whose notifications are proved by a secret address alone takes none at this common address.
  const all = everyone.filter(({ gateway }) => gateway.manifest.webhook.proof !== 'none_fetch')
  const signed = signedOf(all, raw)
  const [first] = signed
  if (!first) throw refused()
  const account = processorsOfAccount(
    all,
    signed.map(({ connected }) => connected),
  )
  const [one = first.connected.processor, ...others] = account
  const processors: Heard['processors'] = [one, ...others]
  return { merchant: address.merchant, processors, notifications: first.notifications, ...factsOf(first) }
}

function refused(): Refusal {
  measure('notification_refused', {})
  return new Refusal('notification_refused')
}

interface Signed {
  connected: Connected
  notifications: readonly Notification[]
}

const signedOf = (all: readonly Connected[], raw: RawNotification): Signed[] =>
  all.flatMap((connected) => {
    const notifications = readBy(connected, raw)
    return notifications ? [{ connected, notifications }] : []
  })

interface FactsOfGateway extends Pick<Received, 'answer'> {
  /** True: it can be asked what the news of a payment is. */
  canAsk: boolean
}

const factsOf = ({ connected: { gateway } }: Signed): FactsOfGateway => ({
  answer: gateway.manifest.webhook.answer,
  canAsk: gateway.news !== undefined,
})

/** Undefined: it is not this processor's. */
function readBy({ gateway, connection }: Connected, raw: RawNotification): Notification[] | undefined {
  try {
    return gateway.readNotification(connection, raw)
  } catch (error) {
    if (error instanceof NotificationRefused) return undefined
    throw error
  }
}
