import { sql } from 'kysely'
import type { Heard } from '../engine/notifications/apply-notification.ts'
import type { Place, Placed } from '../engine/notifications/news.ts'
import { findOperation } from '../engine/outbox/find-operation.ts'
import type { PaymentOperation } from '../engine/outbox/operation.ts'
import { enqueueWith } from '../engine/outbox/outbox.ts'
import { readNote } from '../engine/outbox/payment-note.ts'
import { findSubject } from '../engine/outbox/subject.ts'
import { recordContradiction, withdrawContradictions } from '../engine/outcome/record-contradiction.ts'
import { findTransaction } from '../engine/records/stored-transaction.ts'
import { engineActor } from '../platform/db/actor.ts'
import type { Reader, Trx } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/ids.ts'
import type { Money, Outcome, Report, ReportedChargeback, Told } from '../processors/gateway.ts'
import type { Tell } from '../subscriptions/tell-update.ts'
import { restorePayment } from './restore-payment.ts'
import { restoreRefund } from './restore-refund.ts'

interface House {
  /** Reads every merchant. */
  provider: Reader
  tell: Tell
}

type Account = Omit<Heard, 'notification'>
type Reported = Report & { reference: string }

/**
 * Makes places for payments, captures, releases and refunds that a gateway has under references of ours, and that this database
 * does not have: after a restore to an earlier moment they are lost here (docs/adr/0178). What cannot be placed is for a person.
 */
export const placeIn =
  (house: House): Place =>
  async (trx, account, told, all, now) => {
    const of = referenceIn(told)
    if (of === undefined || instantOf(of) === undefined) return nothing
    const isKnown = (await findKnown(trx, account.merchant, of)) !== undefined
    if (told.about === 'operation' && told.report.operation === 'authorize') {
      return isKnown ? nothing : placePayment(house, trx, { account, report: told.report, now })
    }
    if (isKnown) return nothing
    if (told.about === 'chargeback')
      return notKnown(house, trx, account, { ...saidOf(told.chargeback), reference: of }, now)
    if (told.about !== 'operation' || !isPlaceable(told.report)) return nothing
    if (await placeOrder(trx, account, told.report, all, now)) return placed
    return notKnown(house, trx, account, saidIn(told.report), now)
  }

const nothing: Placed = { isUnknown: false, isPlaced: false }
const placed: Placed = { isUnknown: false, isPlaced: true }

function referenceIn(told: Told): string | undefined {
  if (told.about === 'operation') return told.report.reference
  return told.about === 'chargeback' ? told.chargeback.reference : undefined
}

/** What became of other orders is told by the payment or the chargeback that they are of. */
const isPlaceable = ({ operation, outcome }: Reported): boolean =>
  operation === 'refund' || ((operation === 'capture' || operation === 'void') && outcome.is !== 'not_done')

async function findKnown(trx: Trx, merchant: string, reference: string): Promise<PaymentOperation | undefined> {
  const told = await findOperation(trx, merchant, reference)
  return told && (await findSubject(trx, told.operation)) ? told.operation : undefined
}

interface PaymentReport {
  account: Account
  report: Reported
  now: Date
}

async function placePayment(house: House, trx: Trx, { account, report, now }: PaymentReport): Promise<Placed> {
  const { reference } = report
  const note = readNote(report.note)
  const restored = note && (await restorePayment(trx, account, { note, report }, { tell: house.tell, now }))
  if (restored === undefined) {
    // Nothing was taken, and nobody waits for it.
    if (report.outcome.is === 'not_done') return nothing
    return notKnown(house, trx, account, saidIn(report), now)
  }
  await withdrawContradictions(trx, {
    merchant_id: account.merchant,
    processor: account.processors[0],
    about: reference,
  })
  if (restored.isWhole) return placed
  const { transaction } = restored
  const said = { kind: 'not_known' as const, transaction, we_say: transaction.status, about: reference }
  const contradiction = await recordContradiction(
    trx,
    { ...said, ...ofAccount(account), operation: reference, ...moneyOf(report), they_say: wordOf(report.outcome) },
    now,
  )
  return { ...placed, contradiction }
}

/** False: its payment is not known, or cannot have it. */
async function placeOrder(
  trx: Trx,
  account: Account,
  report: Reported,
  all: readonly Told[],
  now: Date,
): Promise<boolean> {
  const { merchant } = account
  if (await findKnown(trx, merchant, report.reference)) return true
  const ordered_at = instantOf(report.reference)
  const operation = await paymentOf(trx, merchant, all)
  const transaction =
    operation && (await findTransaction(trx, engineActor(merchant, 'processor'), operation.transaction_id))
  if (!transaction || ordered_at === undefined || !account.processors.includes(transaction.processor_id ?? ''))
    return false
  if (report.operation === 'refund') return restoreRefund(trx, transaction, report, now)
  if (report.money && report.money.amount > transaction.amount) return false
  const of = { merchant_id: merchant, id: report.reference, transaction_id: transaction.id }
  const known = { ordered_at, isOver: report.outcome.is !== 'later' }
  const order = { ...of, transaction_created_at: transaction.created_at }
  await enqueueWith(
    trx,
    report.operation === 'capture'
      ? { ...order, topic: 'processor.capture', payload: { ...(report.money && { amount: report.money.amount }) } }
      : { ...order, topic: 'processor.void', payload: {} },
    { known },
    now,
  )
  return true
}

async function paymentOf(trx: Trx, merchant: string, all: readonly Told[]): Promise<PaymentOperation | undefined> {
  for (const told of all)
    if (told.about === 'operation' && told.report.operation === 'authorize')
      return findKnown(trx, merchant, told.report.reference)
  return undefined
}

interface Said {
  reference: string
  they_say: string
  money?: Money
  external?: string
}

const wordOf = (outcome: Outcome): string => ('status' in outcome ? outcome.status : outcome.is)
const saidIn = (report: Reported): Said => ({
  ...{ reference: report.reference, they_say: `${report.operation} ${wordOf(report.outcome)}` },
  ...{ external: report.payment_id, ...(report.money && { money: report.money }) },
})
const saidOf = ({ id, status, money }: ReportedChargeback) => ({
  they_say: `chargeback ${status}`,
  external: id,
  money,
})
const moneyOf = ({ money }: { money?: Money }) => ({ ...(money && { their: money }) })
const ofAccount = ({ merchant, processors }: Account) => ({ merchant_id: merchant, processor: processors[0] })

/** Keeps for a person what has no place here. One account may be another merchant's as well, and what is his is not asked about. */
async function notKnown(
  { provider }: House,
  trx: Trx,
  account: Account,
  { reference, they_say, external, money }: Said,
  now: Date,
): Promise<Placed> {
  const { rows } = await sql`
    select 1 from outbox where id = ${reference} and merchant_id <> ${account.merchant}
    union all select 1 from transaction where id = ${reference} and created_at = ${instantOf(reference)}
      and merchant_id <> ${account.merchant} limit 1`.execute(provider)
  if (rows.length > 0) return nothing
  const said = {
    kind: 'not_known' as const,
    about: reference,
    they_say,
    external,
    ...moneyOf({ ...(money && { money }) }),
  }
  return {
    ...nothing,
    isUnknown: true,
    contradiction: await recordContradiction(trx, { ...ofAccount(account), ...said }, now),
  }
}
