import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { carryOutUpdate, lockForUpdate } from './carry-out-update.ts'
import { changeUpdate, lockOpenUpdate, type StoredUpdate, seenUpdate } from './locked-settlement-update.ts'

/**
 * Carries out an update that somebody else asked for. The result is a refusal to give after the commit: the settlement or its payout
 * is no longer as that person saw it, which ends the update.
 */
export async function approveSettlementUpdate(trx: Trx, actor: Actor, id: string): Promise<Refusal | undefined> {
  const seen = await seenUpdate(trx, actor, id)
  if (seen.status !== 'OPEN') throw new Refusal('settlement_update_over', { status: seen.status })
  if (actor.id === null || actor.id === seen.created_by_id) throw new Refusal('same_person')
  const as = { ...seen, payout: seen, debt: debtOf(seen) }
  const settlement = await lockForUpdate(trx, actor, seen.settlement_id, as).catch(overtaken)
  const update = await lockOpenUpdate(trx, actor, id)
  if (settlement instanceof Refusal) {
    await changeUpdate(trx, update, { status: 'OVERTAKEN' })
    return settlement
  }
  await carryOutUpdate(trx, actor, settlement, {
    ...{ kind: update.kind, from_status: update.from_status, reason: update.reason, debt: debtOf(update) },
    paid:
      update.provider_bank_account_id !== null && update.paid_on !== null && update.bank_reference !== null
        ? { account: update.provider_bank_account_id, on: update.paid_on, reference: update.bank_reference }
        : undefined,
  })
  await changeUpdate(trx, update, { status: 'DONE', approved_by: actor.name, approved_by_id: actor.id })
  return undefined
}

function overtaken(error: unknown): Refusal {
  if (error instanceof Refusal && error.code === 'status_overtaken') return error
  throw error
}

const debtOf = ({ amount }: Pick<StoredUpdate, 'amount'>): string | undefined =>
  amount === null ? undefined : String(amount)
