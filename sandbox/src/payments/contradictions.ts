import { v7 as newId } from 'uuid'
import type { Trx } from '../database.ts'
import { enqueueNotification } from '../notifications.ts'
import type { Services } from '../services.ts'
import { advance, approvedStatus } from './advance.ts'
import type { Kind } from './behaviour/behaviour.ts'
import { type Operation, type Payment, viewOf } from './operation.ts'

/** What failed succeeds all the same, unless its money went another way meanwhile. */
export async function succeedLate(services: Services, trx: Trx, operation: Operation, payment: Payment) {
  const { kind, account, payment_id, amount } = operation
  const claim = claims[kind]
  if (claim) {
    const { set, when } = claim
    const claimed = await trx.query(
      `update payment set ${set} where account = $1 and id = $2 and $3::bigint >= 0 and ${when}`,
      [account, payment_id, amount],
    )
    if (!claimed.rowCount) return
  }
  await advance(services, trx, operation, approvedStatus(kind, payment))
}

const isUntouched = "status = 'AUTHORIZED' and captured_amount is null and not void_requested"

/** The SQL of what an operation takes again: its failure had given that back. `$3` is its amount. */
const claims: Partial<Record<Kind, { set: string; when: string }>> = {
  capture: { set: 'captured_amount = $3', when: isUntouched },
  void: { set: 'void_requested = true', when: isUntouched },
  refund: {
    set: 'refunded_amount = refunded_amount + $3',
    when: `status in ('SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED') and refunded_amount + $3 <= captured_amount`,
  },
}

/** Makes the amount of a pending operation less than was asked for, where its rule says so. */
export async function fallShort(trx: Trx, operation: Operation) {
  const { kind, account, id, payment_id, behaviour } = operation
  const by = behaviour.falls_short_by
  if (by === undefined) return
  operation.amount -= by
  await trx.query('update operation set amount = $3 where account = $1 and id = $2', [account, id, operation.amount])
  const shrink = shrinks[kind]
  if (shrink) await trx.query(`update payment set ${shrink} where account = $1 and id = $2`, [account, payment_id, by])
}

/** The SQL that makes what an operation holds of its payment less by `$3`. */
const shrinks: Partial<Record<Kind, string>> = {
  payment: 'amount = amount - $3',
  capture: 'captured_amount = captured_amount - $3',
  refund: 'refunded_amount = refunded_amount - $3',
}

/** Sends one more notification, authentic and of a type or with a status that no caller knows, where the rule says so. */
export async function notifyStrangely(services: Services, trx: Trx, operation: Operation) {
  const { kind, reference, payment_id, amount, currency_code, behaviour } = operation
  if (!behaviour.strange_notification) return
  const payout = { id: `pot_${newId()}`, reference, payment_id, amount, currency_code, status: 'PAID' }
  const news =
    behaviour.strange_notification === 'type'
      ? { type: 'payout' as const, data: payout }
      : {
          type: kind === 'refund' ? ('refund' as const) : ('payment' as const),
          data: { ...(await viewOf(trx, services.publicUrl(), operation)), status: 'PARTIALLY_AUTHORIZED' },
        }
  await enqueueNotification(services.settings, trx, { ...news, about: operation, timing: undefined })
}
