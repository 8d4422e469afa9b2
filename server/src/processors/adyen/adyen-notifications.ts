import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import {
  type Connection,
  type Money,
  type Notification,
  NotificationRefused,
  type Outcome,
  type RawNotification,
  type ReportedChargeback,
} from '../gateway.ts'
import { ourMoney } from '../reading/gateway-money.ts'
import { lastWholeDay } from '../reading/last-whole-day.ts'
import { adyenManifest } from './adyen.manifest.ts'
import { learntFrom } from './adyen-learnt.ts'
import { approvedStatus, saysCaptured } from './adyen-payments.ts'
import { batchOfReport } from './adyen-settlements.ts'
import { chargebackEvents, orderEvents, refusalReasons, refusalTexts, uselessEvents } from './adyen-words.ts'

/** Several of Adyen's own examples do not fit its own schema: what is not a text is none. */
const text = z.string().catch('')

const item = z.object({
  ...{
    eventCode: text,
    pspReference: text,
    originalReference: text,
    merchantAccountCode: text,
    merchantReference: text,
  },
  success: z.union([z.string(), z.boolean()]).transform(String).catch(''),
  amount: z.object({ value: z.number().int(), currency: text }).optional().catch(undefined),
  ...{ paymentMethod: text, reason: text },
  additionalData: z.record(z.string(), z.unknown()).catch({}),
})
export type Item = z.infer<typeof item>

const message = z.object({
  live: z.union([z.string(), z.boolean()]).transform(String).catch(''),
  notificationItems: z.array(z.object({ NotificationRequestItem: z.record(z.string(), z.unknown()) })).min(1),
})

/**
 * Several items may come at once. Most are signed, but only eight of their fields and no date, so the password has to be right
 * as well. Throws `NotificationRefused` for a wrong proof, and for nothing else: a refused one holds up all that follow it. What
 * has another form, from somebody who knows the password, is for a person.
 */
export function readNotifications(connection: Connection, { headers, body }: RawNotification): Notification[] {
  const { credential, mode } = connection
  const { webhook_user = '', webhook_password = '', hmac_keys = '', merchant_account } = credential
  const expected = `Basic ${Buffer.from(`${webhook_user}:${webhook_password}`).toString('base64')}`
  if (webhook_password === '' || !isEqual(headers['authorization'] ?? '', expected))
    throw new NotificationRefused('the user name or the password is wrong')
  const read = message.safeParse(parsed(body))
  if (!read.success)
    return [{ id: createHash('sha256').update(body).digest('hex'), about: 'unknown', type: 'unreadable' }]
  const given = read.data.notificationItems.map(({ NotificationRequestItem }) => NotificationRequestItem)
  const items = given.map((each) => item.parse(each))
  const keys = hmac_keys.split(',').filter(Boolean)
  // Signed is what was sent, whether it can be read or not.
  if (!items.every((each, at) => isUnsigned(each) || isSigned(each, given[at] ?? {}, keys)))
    throw new NotificationRefused('a signature is wrong')
  // An address may be entered at Adyen for all accounts of a company.
  const ours = items.filter(({ merchantAccountCode }) => merchantAccountCode === merchant_account)
  const isOfMode = read.data.live === String(mode === 'live')
  return ours.flatMap((each) => (isOfMode ? toldBy(each) : [{ ...idOf(each), about: 'unknown', type: 'other mode' }]))
}

/** Adyen says the same event again with the same of these. A chargeback's event comes again with another status. */
function idOf(told: Item): { id: string } {
  const { eventCode, pspReference, success } = told
  const status = chargebackEvents[eventCode] ? disputeStatusOf(told).slice(0, 40) : ''
  return { id: [eventCode, pspReference, success, ...(status ? [status] : [])].join(':') }
}

const disputeStatusOf = ({ additionalData }: Item): string => wordIn(additionalData, 'disputeStatus')

/** What is no text is a word that nobody knows, and not left out. */
const wordIn = (more: Item['additionalData'], name: string): string => {
  const value = more[name]
  return value === undefined ? '' : String(value).trim()
}

function toldBy(told: Item): Notification[] {
  const { eventCode, merchantReference: reference } = told
  if (uselessEvents.includes(eventCode)) return []
  // It moves nothing, and Adyen does not sign it.
  const batch = eventCode === 'REPORT_AVAILABLE' ? batchOfReport(told.pspReference) : undefined
  if (batch !== undefined) return [{ ...idOf(told), about: 'settlement', batch }]
  if (isUnsigned(told)) return [{ id: `unsigned:${idOf(told).id}`, about: 'unknown', type: `${eventCode}, not signed` }]
  const money = told.amount && ourMoney(adyenManifest.money, told.amount.value, told.amount.currency)
  const chargeback = reference && money ? chargebackOf(told, money) : undefined
  if (chargeback) return [{ ...idOf(told), about: 'chargeback', chargeback }]
  const outcome = reference ? outcomeOf(told) : undefined
  if (!outcome || !hasItsMoney(told, money)) {
    const success = told.success === 'true' ? '' : ` ${told.success}`
    const known = { ...(reference && { reference, external: told.pspReference }), ...(money && { money }) }
    return [{ ...idOf(told), about: 'unknown', type: `${eventCode}${success}`, ...known }]
  }
  const { operation } = orderEvents[eventCode] as NonNullable<(typeof orderEvents)[string]>
  const { pspReference: id, originalReference, additionalData } = told
  const report = {
    ...{ reference, operation, id, payment_id: originalReference || (operation === 'authorize' ? id : ''), outcome },
    ...(money && movesMoney(operation) && !decidesNothing(told) && { money }),
    ...(operation === 'authorize' && outcome.is === 'done' && { learnt: learntFrom(additionalData) }),
  }
  return [{ ...idOf(told), about: 'operation', report }]
}

/** Undoing an authorization moves nothing, and its amount is the authorized one or what was left of it. */
const movesMoney = (operation: string) => ['authorize', 'capture', 'refund'].includes(operation)

/** An amount that we cannot read would let another operation's outcome pass for ours. */
const hasItsMoney = (told: Item, money: Money | undefined) =>
  money !== undefined || decidesNothing(told) || !movesMoney(orderEvents[told.eventCode]?.operation ?? '')

/** No money moved, so that an amount would say nothing. */
const decidesNothing = ({ eventCode }: Item) => orderEvents[eventCode]?.yes === 'later'

export function outcomeOf({ eventCode, success, reason, paymentMethod, additionalData }: Item): Outcome | undefined {
  const event = orderEvents[eventCode]
  const meaning = success === 'true' ? event?.yes : success === 'false' ? event?.no : undefined
  const because = reason && reason !== 'null' ? reason : eventCode
  switch (meaning) {
    case undefined:
      return undefined
    case 'approved':
      // An account may leave our note out of its notifications.
      return {
        is: 'done',
        status: approvedStatus(paymentMethod, saysCaptured(additionalData) ? 'CAPTURED' : 'APPROVED'),
      }
    case 'not_done':
      return eventCode === 'AUTHORISATION' ? refusedFor(because) : { is: 'not_done', by: 'gateway', reason: because }
    case 'undone':
      return { is: 'undone', reason: because }
    case 'later':
      return { is: 'later' }
    default:
      return { is: 'done', status: done[meaning] }
  }
}

/** A text that Adyen does not document may be of the issuer, of the payer or of Adyen itself. */
function refusedFor(text: string): Outcome {
  const code = refusalTexts[text.trim().toLowerCase()]
  if (code === undefined) return { is: 'not_done', by: 'gateway', reason: text }
  const { by = 'issuer', reason = text } = refusalReasons[code] ?? {}
  return { is: 'not_done', by, reason }
}

const done = { captured: 'CAPTURED', voided: 'VOIDED', refunded: 'REFUNDED' } as const

export function chargebackOf(told: Item, money: Money): ReportedChargeback | undefined {
  const { eventCode, success, pspReference, merchantReference, reason, additionalData } = told
  const means = chargebackEvents[eventCode]
  if (means === undefined || success !== 'true') return undefined
  const word = (name: string) => wordIn(additionalData, name)
  const status = typeof means === 'string' ? means : means[disputeStatusOf(told)]
  if (!status) return undefined
  const respond_by = lastWholeDay(Date.parse(word('defensePeriodEndsAt')))
  const reason_code = word('chargebackReasonCode')
  return {
    ...{ id: pspReference, reference: merchantReference, money, reason: reason || reason_code, reason_code, status },
    ...(respond_by && status === 'OPEN' && { respond_by }),
  }
}

/** Adyen's signature of an item: eight of its fields, and no date. */
export function signatureOf(signed: Signed, key: string): string {
  const { pspReference, originalReference, merchantAccountCode, merchantReference, amount, eventCode, success } = signed
  const { value = '', currency = '' } = amount ?? {}
  const fields = [pspReference, originalReference, merchantAccountCode, merchantReference]
  const payload = [...fields, value, currency, eventCode, success].join(':')
  return createHmac('sha256', Buffer.from(key, 'hex')).update(payload, 'utf8').digest('base64')
}
type Signed = Omit<Item, 'reason' | 'paymentMethod' | 'additionalData'>

/** Adyen does not sign every event. One that is not signed moves nothing. */
const isUnsigned = ({ additionalData }: Item): boolean => additionalData['hmacSignature'] === undefined

/** Two keys are good while one replaces the other. */
const isSigned = (told: Item, sent: object, keys: readonly string[]): boolean =>
  keys.some((key) =>
    isEqual(String(told.additionalData['hmacSignature'] ?? ''), signatureOf({ ...told, ...sent }, key)),
  )

function isEqual(one: string, other: string): boolean {
  const [mine, theirs] = [Buffer.from(one), Buffer.from(other)]
  return mine.length === theirs.length && timingSafeEqual(mine, theirs)
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
