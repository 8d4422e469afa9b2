import { possibleUpdates, type SettlementUpdateKind } from '@kontor/contract/payouts/updates/settlement-update.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { book } from '../../ledger/book.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { bookInTurn } from '../../platform/db/book-in-turn.ts'
import type { Trx } from '../../platform/db/database.ts'
import { inForm, inTurn, type Locked } from '../../platform/db/locked.ts'
import { holdSettlement } from '../../settlements/runs/hold-settlement.ts'
import { lockSettlement } from '../../settlements/runs/locked-settlement.ts'
import { releaseSettlement } from '../../settlements/runs/release-settlement.ts'
import { lockPayout } from '../locked-payout.ts'
import { ordersInTurn } from '../orders/locked-payment-order.ts'
import { writePaid } from '../paid-payouts.ts'
import { takeBackPayout } from '../take-back-payout.ts'
import { inRules, type UpdatableSettlement, updatableSettlement } from './updatable-settlement.ts'

/** What a person says at the bank has happened. */
interface PaidByHand {
  account: string
  on: string
  reference: string
}

export interface AskedUpdate {
  kind: SettlementUpdateKind
  /** The status that the person saw. */
  from_status: string
  reason: string
  /** Of PAID. */
  paid: PaidByHand | undefined
  /** Of WRITE_OFF: what is given up, in minor units. Default: what is owed. */
  debt?: string | undefined
}

/** How an update finds a settlement; of one that waited, also how its payout was, and what was owed, when it was asked for. */
type Seen = Pick<AskedUpdate, 'kind' | 'from_status'> & { payout?: SeenPayout; debt?: string | undefined }
type SeenPayout = Record<'payout_status' | 'payment_order_id', string | null>

/**
 * Locks a settlement, its payout, and the turn of its orders, as the commands do that this one is made of. Refuses with
 * `status_overtaken` one that is no longer as it was seen, and an update that it does not allow any more.
 */
export async function lockForUpdate(
  trx: Trx,
  actor: Actor,
  id: string,
  { kind, from_status, payout, debt }: Seen,
): Promise<Locked<UpdatableSettlement>> {
  const seen = await updatableSettlement(trx, actor, id)
  // What merchants pay of their debts is decided in the same turns.
  if (kind === 'REORDER' || kind === 'PAID' || kind === 'WRITE_OFF') await ordersInTurn(trx)
  if (kind === 'RELEASE' || kind === 'WRITE_OFF') await inTurn(trx, bookInTurn(seen))
  const settlement = await lockSettlement(trx, actor, id)
  await lockPayout(trx, settlement)
  const now = inForm(settlement, await updatableSettlement(trx, actor, id))
  const isLess = debt !== undefined && BigInt(now.debt) < BigInt(debt)
  if (now.status !== from_status || (payout && isAnother(payout, now)) || isLess)
    throw new Refusal('status_overtaken', { status: now.status })
  const next = possibleUpdates(inRules(now))
  if (!next.includes(kind)) throw new Refusal('status_not_possible', { 'body.kind': 'not_possible', next })
  return now
}

const isAnother = (seen: SeenPayout, now: SeenPayout): boolean =>
  seen.payout_status !== now.payout_status || seen.payment_order_id !== now.payment_order_id

/** Carries out an update, once: the status that it starts from is gone afterwards. */
export async function carryOutUpdate(
  trx: Trx,
  actor: Actor,
  settlement: Locked<UpdatableSettlement>,
  { kind, reason, paid, debt }: AskedUpdate,
): Promise<void> {
  const { id } = settlement
  switch (kind) {
    case 'HOLD':
      if (settlement.status === 'APPROVED') await takeBackPayout(trx, actor, id)
      await holdSettlement(trx, actor, id, { reason })
      return
    case 'RELEASE':
      await releaseSettlement(trx, actor, id)
      return
    case 'REORDER':
      await leaveOrder(trx, actor, settlement, reason)
      return
    case 'PAID':
      if (!paid) throw new RangeError('a payment without an account')
      await payByHand(trx, settlement, paid)
      return
    case 'WRITE_OFF':
      await writeOff(trx, actor, settlement, { amount: BigInt(debt ?? settlement.debt), reason })
  }
}

/** At once, so that the next settlement has it. */
async function writeOff(
  trx: Trx,
  { kind, id, name }: Actor,
  { merchant_id, book_id, organisation_id, currency_code, id: subject_id }: Locked<UpdatableSettlement>,
  { amount, reason }: { amount: bigint; reason: string },
): Promise<void> {
  const of = { merchant_id, book_id, organisation_id, currency_code, subject_id }
  await book(trx, [{ ...of, kind: 'written_off', amount, available: 'at once', actor: { kind, id, name }, reason }])
}

/** As a statement of the bank does it. */
async function payByHand(trx: Trx, settlement: Locked<UpdatableSettlement>, paid: PaidByHand): Promise<void> {
  const { payout_status: status } = settlement
  if (status === null) throw new RangeError('a settlement without a payout')
  const payout = { ...settlement, status, currency_code: settlement.payout_currency_code }
  await writePaid(trx, { id: paid.account }, [{ payout, on: paid.on, reference: paid.reference, by_hand: true }])
}

/** An order that nothing is left of is over: all of it was booked, or it is withdrawn. */
async function leaveOrder(
  trx: Trx,
  actor: Actor,
  { merchant_id, id, payment_order_id }: Locked<UpdatableSettlement>,
  reason: string,
): Promise<void> {
  await sql`update payout set status = 'APPROVED', payment_order_id = null
    where merchant_id = ${merchant_id} and id = ${id} and status = 'EXPORTED'`.execute(trx)
  await sql`update payment_order o set
      status = case when o.status = 'EXPORTED' then 'WITHDRAWN' else 'BOOKED' end,
      withdrawn_by = case when o.status = 'EXPORTED' then ${actor.name ?? ''} end,
      withdrawal_reason = case when o.status = 'EXPORTED' then ${reason} end
    where o.id = ${payment_order_id} and o.status in ('EXPORTED', 'PARTLY_BOOKED')
      and not exists (select from payout p where p.payment_order_id = o.id and p.status = 'EXPORTED')`.execute(trx)
}
