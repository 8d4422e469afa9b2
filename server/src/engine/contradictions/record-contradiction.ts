import { type ContradictionKind, madeTwice } from '@kontor/contract/contradictions/contradiction.rules'
import { approvedStatuses } from '@kontor/contract/payments/transaction.rules'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { lockRow } from '../../platform/db/locked.ts'
import { refusals } from '../outbox/found.ts'
import { processorText } from '../records/processor-text.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'

/** A contradiction that was just recorded, for the log. */
export interface Contradiction {
  processor: string
  /** The id of the order, or what else the report is about. */
  reference: string
  kind: ContradictionKind
  status: string
}

/** A report of a processor that contradicts what we have, or that we do not understand. */
export interface Contradicting {
  merchant_id: string
  processor: string
  kind: ContradictionKind
  /**
   * What makes two reports the same: the id of the order, of the chargeback, or the word that is not understood, with what it tells
   * of where that is known.
   */
  about: string
  /** Absent when the report belongs to nothing that we know. */
  transaction?: Pick<StoredTransaction, 'created_at' | 'id' | 'organisation_id' | 'currency_code'>
  operation?: string
  refund?: string
  /** The payment has gone on to another processor. */
  superseded?: boolean
  /** The other one has ended: nothing more is held, taken or paid back by it. */
  is_end?: boolean
  /** We ended the payment by ourselves, because its payer stayed away. */
  given_up?: boolean
  we_say?: string
  they_say: string
  our_amount?: number
  their?: { amount?: number | undefined; currency_code?: string | undefined } | undefined
  /** The other payment of the same, where the payment may be one too many. */
  other?: string
  /** The processor's id of what it reports: of the payment, for a payment. */
  external?: string | undefined
  /** The processor's id of the notification. */
  notification?: string | undefined
  /** True: another notification of the same opens it again after a person ended it. */
  opensAgain?: boolean
}

/**
 * Keeps a contradiction until a person ends it (docs/adr/0080). A repetition is not kept again, and a further status of the
 * same order moves the open one on. Returns what is new, for the log.
 */
export async function recordContradiction(
  trx: Trx,
  said: Contradicting,
  now: Date,
): Promise<Contradiction | undefined> {
  const row = rowOf(said)
  const mail_due = isIncident(said)
  const inserted = await trx
    .insertInto('contradiction')
    .values({ ...newId(now), reported_at: now.toISOString(), ...row, mail_due })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  const isNew = inserted !== undefined || (await goesOn(trx, { ...row, mail_due }, said.opensAgain === true, now))
  if (!isNew) return undefined
  return { processor: said.processor, reference: row.about, kind: said.kind, status: row.they_say }
}

/**
 * Ends what is open of an order, because its processor took the report back, as it had also said before where it called the order
 * refused; or of a notification, because it was worked.
 */
export async function withdrawContradictions(
  trx: Trx,
  {
    merchant_id,
    processor,
    about,
    kind,
  }: Pick<Contradicting, 'merchant_id' | 'processor' | 'about'> & {
    kind?: 'not_understood'
  },
): Promise<void> {
  await trx
    .updateTable('contradiction')
    .set({ state: 'WITHDRAWN', resolved_at: sql<string>`engine_now()` })
    .where('merchant_id', '=', merchant_id)
    .where('processor_id', '=', processor)
    .where('about', 'in', [
      short(about, 100),
      ...(kind ? [] : refusals.map((status) => short(`${about} ${status}`, 100))),
    ])
    .where('kind', kind ? '=' : '<>', 'not_understood')
    .where('state', '=', 'OPEN')
    .execute()
}

/**
 * Ends the open report of a success of an order by this id, because its processor has released that money since. Of one that was
 * paid out, a release says nothing.
 */
export async function withdrawReleased(
  trx: Trx,
  { merchant_id, processor, about, external }: Pick<Contradicting, 'merchant_id' | 'processor' | 'about' | 'external'>,
): Promise<void> {
  await trx
    .updateTable('contradiction')
    .set({ state: 'WITHDRAWN', resolved_at: sql<string>`engine_now()` })
    .where('merchant_id', '=', merchant_id)
    .where('processor_id', '=', processor)
    .where('about', '=', about)
    .where('they_say', 'in', ['AUTHORIZED', 'SETTLEMENT_REQUESTED'])
    .where('processor_id_external', '=', external ?? '')
    .where('state', '=', 'OPEN')
    .execute()
}

/** True: a person ended what was reported of a chargeback. The rows are locked, so that nobody ends one meanwhile. */
export async function isEndedByPerson(
  trx: Trx,
  { merchant_id, processor, about }: Pick<Contradicting, 'merchant_id' | 'processor' | 'about'>,
): Promise<boolean> {
  const told = await trx
    .selectFrom('contradiction')
    .select('state')
    .where('merchant_id', '=', merchant_id)
    .where('processor_id', '=', processor)
    .where('kind', '=', 'chargeback')
    .where('about', '=', short(about, 100))
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute()
  return told.some(({ state }) => state === 'CLOSED')
}

type OfAnother = Pick<Contradicting, 'merchant_id' | 'processor' | 'about'>

/** Ends what is open of another payment or refund under our reference. False: nothing was ever recorded of it. */
export async function withdrawAnother(trx: Trx, { merchant_id, processor, about }: OfAnother): Promise<boolean> {
  await withdrawContradictions(trx, { merchant_id, processor, about: `${about} ${madeTwice}` })
  return isAnotherKnown(trx, { merchant_id, processor, about })
}

/** True: another payment or refund was recorded under our reference by this id. */
export async function isAnotherKnown(trx: Trx, { merchant_id, processor, about }: OfAnother): Promise<boolean> {
  const recorded = await trx
    .selectFrom('contradiction')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('processor_id', '=', processor)
    .where('about', '=', short(`${about} ${madeTwice}`, 100))
    .executeTakeFirst()
  return recorded !== undefined
}

const rowOf = ({ transaction, their, ...said }: Contradicting) => ({
  merchant_id: said.merchant_id,
  // The root of a merchant's tree has the merchant's id.
  organisation_id: transaction?.organisation_id ?? said.merchant_id,
  processor_id: said.processor,
  transaction_created_at: transaction?.created_at ?? null,
  transaction_id: transaction?.id ?? null,
  refund_id: said.refund ?? null,
  other_transaction_id: said.other ?? null,
  operation_id: said.operation ?? null,
  kind: said.kind,
  about: aboutOf(said),
  superseded: said.superseded ?? false,
  we_say: said.we_say ?? null,
  they_say: short(said.they_say, 100),
  our_amount: said.our_amount ?? null,
  currency_code: transaction?.currency_code ?? null,
  their_amount: their?.amount ?? null,
  their_currency_code: their?.currency_code === undefined ? null : short(their.currency_code, 10),
  processor_id_external: said.external ? short(said.external, 255) : null,
  notification_id: said.notification === undefined ? null : short(said.notification, 255),
})

/**
 * True: a processor says that it took the money of a payment that had gone on to another one, or that we had given up, or that it
 * carried out twice what we ordered once.
 */
const isIncident = ({ superseded, given_up, is_end, kind, they_say }: Contradicting): boolean =>
  (they_say === madeTwice && is_end !== true) ||
  ((superseded === true || given_up === true) && kind === 'payment' && isSuccess(they_say))

const short = (text: string, length: number) => processorText(text).slice(0, length) || '-'

/**
 * The successes of one order are one contradiction, as are the statuses of one chargeback. Any other report is a contradiction of
 * its own, so that a person who ended the one still sees the other.
 */
const aboutOf = ({ kind, about, they_say }: Contradicting) =>
  short(kind === 'chargeback' || kind === 'not_understood' || isSuccess(they_say) ? about : `${about} ${they_say}`, 100)

/** Moves the same contradiction on to a later status, or opens it again: it may have been taken back, or ended by a person. */
async function goesOn(
  trx: Trx,
  row: ReturnType<typeof rowOf> & { mail_due: boolean },
  opensAgain: boolean,
  now: Date,
): Promise<boolean> {
  const same = await lockRow(
    trx
      .selectFrom('contradiction')
      .select(['id', 'created_at', 'state', 'they_say', 'notification_id'])
      .where('merchant_id', '=', row.merchant_id)
      .where('processor_id', '=', row.processor_id)
      .where('kind', '=', row.kind)
      .where('about', '=', row.about)
      .where('their_amount', 'is not distinct from', row.their_amount)
      .where('their_currency_code', 'is not distinct from', row.their_currency_code),
  )
  if (!same) return false
  // A person ended what was known then. What the processor says since, that it has taken the money, nobody has seen yet.
  const isTold = opensAgain && same.state !== 'OPEN' && same.notification_id !== row.notification_id
  const isOpenAgain = same.state === 'WITHDRAWN' || isTold
  if (!isOpenAgain && !isNewer(row, same)) return false
  await trx
    .updateTable('contradiction')
    .set({
      ...{ state: 'OPEN', resolved_at: null, resolved_by: null, note: null },
      ...{ we_say: row.we_say, they_say: row.they_say, our_amount: row.our_amount },
      ...{ notification_id: row.notification_id, reported_at: now.toISOString() },
      // One that was open all the time is in a mail already, or in the next one.
      ...(same.state !== 'OPEN' && { mail_due: row.mail_due }),
    })
    .where('merchant_id', '=', row.merchant_id)
    .where('created_at', '=', same.created_at)
    .where('id', '=', same.id)
    .execute()
  return true
}

/** The statuses that say that money is held, taken or paid back. */
export const successes: readonly string[] = [...approvedStatuses, 'PROCESSED']
export const isSuccess = (status: string) => successes.includes(status)

const isNewer = (row: { kind: string; they_say: string }, same: { they_say: string }) =>
  row.kind === 'chargeback'
    ? row.they_say !== same.they_say
    : successes.indexOf(row.they_say) > successes.indexOf(same.they_say)
