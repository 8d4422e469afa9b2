import { refundableAmount } from '@kontor/contract/payments/refund.rules'
import { statusNeedsAnother } from '@kontor/contract/status-updates/status-update.rules'
import type { StatusUpdateEffects } from '@kontor/contract/status-updates/status-update.schemas'
import { findTransaction, type StoredTransaction } from '../engine/records/stored-transaction.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { carryOutStatus, onlyTried } from './carry-out-status.ts'
import { findUpdatable, lockUpdatable } from './updatable.ts'

interface Asked {
  item: string
  to_status: string
  /** The status that the person saw. Default: the present one. */
  from_status?: string | undefined
  tell: boolean
}

/** What the change would do: it is made, looked at, and undone before anybody else sees it. */
export async function statusUpdateEffects(
  trx: Trx,
  actor: Actor,
  { item, to_status, from_status, tell }: Asked,
  now: Date,
): Promise<StatusUpdateEffects> {
  const { transaction, row } = await findUpdatable(trx, actor, item)
  const before = await stateOf(trx, transaction, row.id)
  const after = await onlyTried(trx, async () => {
    const asked = { from_status: from_status ?? row.status, to_status, tell }
    await carryOutStatus(trx, await lockUpdatable(trx, actor, item), asked, now)
    const changed = await findTransaction(trx, actor, transaction.id)
    return stateOf(trx, changed ?? transaction, row.id)
  })
  return {
    currency_code: transaction.currency_code,
    needs_another: statusNeedsAnother(row.amount, transaction.currency_code),
    ...{ refundable_before: before.refundable, refundable_after: after.refundable },
    link:
      before.link && after.link
        ? {
            ...{ uses_before: before.link.uses, uses_after: after.link.uses },
            ...{ status_before: before.link.status, status_after: after.link.status },
          }
        : null,
    cycle:
      before.cycle && after.cycle
        ? { cycle: before.cycle.number, pays_before: before.cycle.pays, pays_after: after.cycle.pays }
        : null,
    webhooks: after.webhooks - before.webhooks,
  }
}

async function stateOf(trx: Trx, transaction: StoredTransaction, item: string) {
  const refundable = Math.max(0, refundableAmount({ ...transaction, refunded_amount: transaction.refund_reserved }))
  const [link, cycle, webhooks] = [
    await linkOf(trx, transaction),
    await cycleOf(trx, transaction),
    await webhooksAbout(trx, transaction, item),
  ]
  return { refundable, link, cycle, webhooks }
}

async function linkOf(trx: Trx, { merchant_id, payment_link_id, card_add_link_id }: StoredTransaction) {
  const id = payment_link_id ?? card_add_link_id
  if (id === null) return undefined
  return trx
    .selectFrom(payment_link_id === null ? 'card_add_link' : 'payment_link')
    .select(['status', 'uses_reserved as uses'])
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirst()
}

async function cycleOf(trx: Trx, { merchant_id, id, subscription_id, subscription_cycle }: StoredTransaction) {
  if (subscription_id === null || subscription_cycle === null) return undefined
  const cycle = await trx
    .selectFrom('subscription_cycle')
    .select(['cycle as number', 'living', 'transaction_id'])
    .where('merchant_id', '=', merchant_id)
    .where('subscription_id', '=', subscription_id)
    .where('cycle', '=', subscription_cycle)
    .executeTakeFirst()
  return cycle && { number: cycle.number, pays: cycle.living > 0 && cycle.transaction_id === id }
}

async function webhooksAbout(
  trx: Trx,
  { merchant_id, payment_link_id, card_add_link_id }: StoredTransaction,
  item: string,
): Promise<number> {
  const about = [item, payment_link_id, card_add_link_id].filter((id) => id !== null)
  const { count } = await trx
    .selectFrom('webhook')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('merchant_id', '=', merchant_id)
    .where('item_id', 'in', about)
    .executeTakeFirstOrThrow()
  return Number(count)
}
