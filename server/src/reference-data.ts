import { cardAddLinkTransitions, paymentLinkTransitions } from '@kontor/contract/checkout/link.rules'
import { currencyExponents } from '@kontor/contract/codes/currencies'
import { chargebackTransitions } from '@kontor/contract/disputes/chargeback.rules'
import { refundSteps } from '@kontor/contract/payments/refund.rules'
import { transactionStatuses, transactionSteps, visitedBit } from '@kontor/contract/payments/transaction.rules'
import { paymentOrderTransitions, payoutTransitions } from '@kontor/contract/payouts/payout.rules'
import { settlementUpdateTransitions } from '@kontor/contract/payouts/updates/settlement-update.rules'
import { differenceTransitions } from '@kontor/contract/reconciliation/reconciliation.rules'
import { merchantRoles, providerRoles } from '@kontor/contract/roles'
import { sapBatchTransitions } from '@kontor/contract/sap/sap.rules'
import { scheduledTransitions } from '@kontor/contract/scheduled/scheduled-transaction.rules'
import { oneOffTransitions } from '@kontor/contract/settlements/one-offs/one-off.rules'
import { settlementTransitions } from '@kontor/contract/settlements/settlement.rules'
import { statusUpdateTransitions } from '@kontor/contract/status-updates/status-update.rules'
import type { Transitions } from '@kontor/contract/statuses/transitions'
import { subscriptionTransitions } from '@kontor/contract/subscriptions/subscription.rules'
import { type Kysely, sql } from 'kysely'

const transitionTables: Record<string, Transitions<string>> = {
  transaction: transactionSteps,
  refund: refundSteps,
  chargeback: chargebackTransitions,
  scheduled_transaction: scheduledTransitions,
  subscription: subscriptionTransitions,
  one_off: oneOffTransitions,
  payment_order: paymentOrderTransitions,
  payout: payoutTransitions,
  settlement_update: settlementUpdateTransitions,
  status_update: statusUpdateTransitions,
  sap_batch: sapBatchTransitions,
  payment_link: paymentLinkTransitions,
  card_add_link: cardAddLinkTransitions,
  settlement: settlementTransitions,
  reconciliation_difference: differenceTransitions,
}

/** Writes the contract's lists into the database: currencies, transitions, roles. The contract is their only source. */
export async function syncReferenceData(db: Kysely<unknown>): Promise<void> {
  const currencies = Object.entries(currencyExponents).map(([code, exponent]) => ({ code, exponent }))
  const transitions = Object.entries(transitionTables).flatMap(([entity, table]) =>
    Object.entries(table).flatMap(([from, tos]) => tos.map((to) => ({ entity, from_status: from, to_status: to }))),
  )
  const statuses = transactionStatuses.map((status) => ({ status, bit: visitedBit(status) }))
  const roles = [
    ...merchantRoles.map((name) => ({ name, scope: 'merchant' })),
    ...providerRoles.map((name) => ({ name, scope: 'provider' })),
  ]
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('kontor.reference'))`.execute(trx)
    await sql`
      insert into currency select * from json_to_recordset(${JSON.stringify(currencies)}) as x(code text, exponent smallint)
      on conflict (code) do update set exponent = excluded.exponent where currency.exponent <> excluded.exponent`.execute(
      trx,
    )
    await sql`
      insert into transaction_status select * from json_to_recordset(${JSON.stringify(statuses)}) as x(status text, bit int)
      on conflict (status) do nothing`.execute(trx)
    await sql`delete from status_transition`.execute(trx)
    await sql`
      insert into status_transition select * from json_to_recordset(${JSON.stringify(transitions)})
      as x(entity text, from_status text, to_status text)`.execute(trx)
    await sql`
      insert into role select * from json_to_recordset(${JSON.stringify(roles)}) as x(name text, scope text)
      on conflict (name) do update set scope = excluded.scope`.execute(trx)
    await sql`insert into installation default values on conflict do nothing`.execute(trx)
  })
}
