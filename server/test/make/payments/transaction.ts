import type { ThreeDSecureDemand, TransactionStatus } from '@kontor/contract/payments/transaction.rules'
import { attemptStates } from '../../../src/engine/records/attempt-state.ts'
import { transactionDelta } from '../../../src/engine/records/statistics-delta.ts'
import type { StoredTransaction } from '../../../src/engine/records/stored-transaction.ts'
import { newId } from '../../../src/platform/db/ids.ts'
import type { Making } from '../making.ts'
import type { MadeMerchant } from '../organisations/merchant.ts'

interface TransactionInput {
  amount?: number
  status?: TransactionStatus
  created_at?: Date
  merchant_reference?: string
  payment_product?: string
  country_code?: string
  customer?: string
  card?: string
  tags?: string[]
  organisation?: string
  blocked?: boolean
  captured_amount?: number
  profile?: string
  /** It reached no processor. */
  isUnrouted?: true
  processor_id_external?: string
  payment_link?: string
  card_add_link?: string
  card_brand?: string
  card_issuer_country?: string
  card_funding?: 'credit' | 'debit' | 'prepaid'
  card_holder?: 'consumer' | 'commercial'
  channel?: 'ecommerce' | 'pos' | 'moto' | 'recurring'
  three_d_secure?: 'AUTHENTICATED' | 'ATTEMPTED' | 'NOT_TRIED' | 'NOT_HONOURED'
  challenged?: boolean
  /** The demand of rulesets for 3-D Secure, which its decision keeps. */
  demand?: ThreeDSecureDemand
  status_reason?: string
  terminal?: string
  /** The subscription whose first cycle it pays. */
  subscription?: string
  platform?: string
  browser?: string
}

/**
 * Inserted directly in its status, as an import does. Settled ones can be refunded (the sandbox trusts ids with
 * `prior_`).
 */
export async function transaction({ db, next }: Making, of: MadeMerchant, given: TransactionInput = {}) {
  const now = given.created_at ?? new Date()
  const { id, created_at } = newId(now)
  const status = given.status ?? 'SETTLEMENT_COMPLETED'
  const amount = given.amount ?? 10_000
  const isSettled = status === 'SETTLEMENT_COMPLETED' || status === 'SETTLEMENT_REQUESTED'
  if (given.subscription)
    await db
      .insertInto('subscription_cycle')
      .values({
        merchant_id: of.merchant,
        subscription_id: given.subscription,
        ...{ cycle: 1, due_date: '2026-01-01', amount, status: 'OPEN' },
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('transaction')
      .values({
        merchant_id: of.merchant,
        created_at,
        id,
        organisation_id: given.organisation ?? of.merchant,
        payment_profile_id: given.profile ?? of.profile,
        processor_id: given.isUnrouted ? null : of.processor,
        customer_id: given.customer ?? null,
        card_id: given.card ?? null,
        payment_link_id: given.payment_link ?? null,
        card_add_link_id: given.card_add_link ?? null,
        amount,
        currency_code: of.currency_code,
        captured_amount: given.captured_amount ?? (isSettled ? amount : 0),
        status,
        status_reason: given.status_reason ?? null,
        blocked: given.blocked ?? false,
        merchant_reference: given.merchant_reference ?? `REF-${next()}`,
        payment_product: given.payment_product ?? 'card',
        country_code: given.country_code ?? 'NL',
        processor_id_external: given.processor_id_external ?? `prior_${id}`,
        three_d_secure: given.three_d_secure ?? null,
        challenged: given.challenged ?? false,
        card_brand: given.card_brand ?? null,
        card_issuer_country: given.card_issuer_country ?? null,
        card_funding: given.card_funding ?? null,
        card_holder: given.card_holder ?? null,
        channel: given.channel ?? null,
        terminal_id: given.terminal ?? null,
        subscription_id: given.subscription ?? null,
        subscription_cycle: given.subscription ? 1 : null,
        platform: given.platform ?? null,
        browser: given.browser ?? null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('statistics_delta')
      .values(transactionDelta({ ...row, status }, 1))
      .execute()
    const key = { merchant_id: of.merchant, transaction_created_at: created_at, transaction_id: id }
    if (given.demand)
      await trx
        .insertInto('decision')
        .values({ ...key, via: 'position', processor_id: of.processor, facts: '{}', three_d_secure: given.demand })
        .execute()
    if (given.isUnrouted) return
    const state = attemptStates[status]
    const first = { transaction_id: id, id, attempt: 1, processor_id: of.processor }
    const at = { transaction_created_at: created_at, began_at: created_at }
    await trx
      .insertInto('payment_attempt')
      .values({ merchant_id: of.merchant, ...first, ...at, state, ended_at: state === 'OPEN' ? null : created_at })
      .execute()
  })
  for (const tag_id of given.tags ?? []) {
    await db
      .insertInto('transaction_tag')
      .values({ merchant_id: of.merchant, transaction_created_at: created_at, transaction_id: id, tag_id })
      .execute()
  }
  return { id, created_at, amount }
}

export async function authorize({ db }: Making, { id }: { id: string }): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom('transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const after = await trx
      .updateTable('transaction')
      .set({ status: 'AUTHORIZED' })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    // CHECK constraints allow only these statuses in both.
    const deltas = [transactionDelta(before as StoredTransaction, -1), transactionDelta(after as StoredTransaction, 1)]
    await trx.insertInto('statistics_delta').values(deltas).execute()
    await trx
      .updateTable('payment_attempt')
      .set({ state: 'APPROVED', ended_at: new Date().toISOString() })
      .where('transaction_id', '=', id)
      .where('state', '=', 'OPEN')
      .execute()
  })
}
