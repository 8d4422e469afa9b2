import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { createStatusUpdateEndpoint } from '@kontor/contract/status-updates/status-update.endpoints'
import { statusNeedsAnother } from '@kontor/contract/status-updates/status-update.rules'
import type { Actor } from '../platform/db/actor.ts'
import { type Trx, violatedConstraint } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { refuseCardNumber } from '../platform/refuse-card-number.ts'
import { carryOutStatus, onlyTried } from './carry-out-status.ts'
import { type LockedUpdatable, lockUpdatable } from './updatable.ts'

type Input = ReadBody<typeof createStatusUpdateEndpoint> & {
  /** True of a change among others that are together about much money. */
  needs_another?: boolean
}

/** Gives a payment, a refund or a chargeback a status by hand, or keeps that for a second person when it is about much money. */
export async function createStatusUpdate(trx: Trx, actor: Actor, input: Input, now: Date): Promise<string> {
  if (actor.id === null) throw new Refusal('forbidden')
  await refuseCardNumber(trx, 'body.reason', input.reason)
  await refuseCardNumber(trx, 'body.external_reference', input.external_reference ?? undefined)
  const item = await lockUpdatable(trx, actor, input.item)
  const needs_another = input.needs_another || statusNeedsAnother(item.row.amount, item.transaction.currency_code)
  // Nobody is to be asked for what is refused.
  if (needs_another) await onlyTried(trx, () => carryOutStatus(trx, item, input, now))
  else await carryOutStatus(trx, item, input, now)
  return writeUpdate(trx, actor, item, { ...input, needs_another, now })
}

async function writeUpdate(
  trx: Trx,
  actor: Actor,
  { kind, row, transaction }: LockedUpdatable,
  { needs_another, now, ...input }: Input & { needs_another: boolean; now: Date },
): Promise<string> {
  const { from_status, to_status, reason, external_reference, tell } = input
  const { id, created_at } = newId(now)
  const values = {
    ...{ merchant_id: transaction.merchant_id, created_at, id, organisation_id: transaction.organisation_id },
    ...{ kind, item_id: row.id, amount: row.amount, from_status, to_status, told: tell },
    ...{ transaction_created_at: transaction.created_at, transaction_id: transaction.id },
    ...{ reason: reason.trim(), external_reference: external_reference ?? null },
    ...{ created_by: actor.name, created_by_id: actor.id, needs_another, status: needs_another ? 'OPEN' : 'DONE' },
  }
  try {
    await trx.insertInto('status_update').values(values).execute()
  } catch (error) {
    if (violatedConstraint(error) === 'status_update_open') throw new Refusal('status_update_open')
    throw error
  }
  return id
}
