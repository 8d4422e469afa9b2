import { plusDays } from '@kontor/contract/dates'
import type { RulesetAction } from '@kontor/contract/decisions/decision.rules'
import type { PayloadData } from '@kontor/contract/webhooks/payloads'
import type { SendableType } from '@kontor/contract/webhooks/webhook.rules'
import type { Selectable } from 'kysely'
import type {
  CardAddLink,
  Chargeback,
  PaymentLink,
  Refund,
  Report,
  Settlement,
  Subscription,
  Transaction,
} from '../schema.ts'

/** The data of an item at a change of its status: rows as `to_jsonb` writes them. */
export interface Told {
  transaction: { item: Kept<Transaction, 'transaction', 'status' | 'payment_product' | 'recurring_type'> }
  refund: OfPayment<Kept<Refund, 'refund', 'status'>>
  chargeback: OfPayment<Kept<Chargeback, 'chargeback', 'status'>>
  validationruleset: {
    /** The payment that was hit. */
    item: Kept<Transaction, 'validationruleset', 'status'>
    ruleset: { id: string; name: string; action: RulesetAction; tag: string | null }
  }
  paymentlink: Paid<Kept<PaymentLink, 'paymentlink', 'status'>>
  cardlink: Paid<Kept<CardAddLink, 'cardlink', 'status'>>
  subscription: { item: Kept<Subscription, 'subscription', 'status'> }
  settlement: { item: Kept<Settlement, 'settlement', 'status'> }
  report: { item: Kept<Report, 'report', 'status'> }
}
export type ToldType = keyof Told
/** An item of any of the types. */
export type ToldThing<T extends ToldType = ToldType> = { [K in T]: { type: K; told: Told[K] } }[T]

// CHECK constraints allow only the contract's values in these columns.
type Kept<Row, T extends SendableType, Checked extends keyof PayloadData<T>> = Selectable<Row> &
  Pick<PayloadData<T>, Checked>
interface OfPayment<Item> {
  item: Item
  transaction: Selectable<Transaction>
}
interface Paid<Item> {
  item: Item
  /** The last payment that used it. */
  paid_by: string | null
}

/** The payload about an item: ids, amounts and statuses, and nothing about the payer. */
export const saidOf = <T extends ToldType>({ type, told }: ToldThing<T>): PayloadData<T> => says[type](told)

const says: { readonly [T in ToldType]: (told: Told[T]) => PayloadData<T> } = {
  transaction: ({ item }) => ({
    id: item.id,
    created_at: instant(item.created_at),
    status: item.status,
    status_reason: item.status_reason,
    amount: item.amount,
    captured_amount: item.captured_amount,
    currency_code: item.currency_code,
    merchant_reference: item.merchant_reference,
    payment_product: item.payment_product,
    recurring_type: item.recurring_type,
    blocked: item.blocked,
    payment_profile: item.payment_profile_id,
    customer: item.customer_id,
    subscription: item.subscription_id,
    subscription_cycle: item.subscription_cycle,
    payment_link: item.payment_link_id,
    card_add_link: item.card_add_link_id,
  }),
  refund: ({ item, transaction }) => ({
    id: item.id,
    created_at: instant(item.created_at),
    status: item.status,
    status_reason: item.status_reason,
    amount: item.amount,
    ...ofPayment(transaction),
  }),
  chargeback: ({ item, transaction }) => ({
    id: item.id,
    created_at: instant(item.created_at),
    status: item.status,
    amount: item.amount,
    reason: item.reason,
    reason_code: item.reason_code,
    respond_by: item.respond_by,
    ...ofPayment(transaction),
  }),
  validationruleset: ({ item, ruleset: { id: ruleset, name, action, tag } }) => ({
    id: item.id,
    created_at: instant(item.created_at),
    status: item.status,
    ...{ ruleset, name, action, tag },
    amount: item.amount,
    currency_code: item.currency_code,
    merchant_reference: item.merchant_reference,
    payment_profile: item.payment_profile_id,
    customer: item.customer_id,
  }),
  paymentlink: ({ item, paid_by }) => ({
    id: item.id,
    created_at: instant(item.created_at),
    status: item.status,
    status_reason: item.status_reason,
    merchant_reference: item.merchant_reference,
    customer: item.customer_id,
    amount: item.amount,
    currency_code: item.currency_code,
    uses: item.uses,
    transaction: paid_by,
  }),
  cardlink: ({ item, paid_by }) => ({
    id: item.id,
    created_at: instant(item.created_at),
    status: item.status,
    status_reason: item.status_reason,
    merchant_reference: item.merchant_reference,
    customer: item.customer_id,
    card: item.card_id,
    transaction: paid_by,
  }),
  subscription: ({ item }) => ({
    id: item.id,
    status: item.status,
    status_reason: item.status_reason,
    plan: item.plan_id,
    customer: item.customer_id,
    // Cycle 0 only stores a card.
    billing_cycle: Math.max(item.billing_cycle, 1),
    due_date: item.due_date,
    max_billing_cycle: item.max_billing_cycle,
    last_paid_cycle: item.last_paid_cycle,
    last_paid_date: item.last_paid_date,
  }),
  settlement: ({ item }) => ({
    id: item.id,
    created_at: instant(item.created_at),
    number: item.number,
    status: item.status,
    currency_code: item.currency_code,
    ...daysOf(item.covers),
    opening: item.opening,
    total: item.total,
    paid: item.paid,
    payout_currency_code: item.payout_currency_code ?? item.currency_code,
    payout_amount: item.payout_amount ?? item.paid,
    carried: item.carried,
    pay_on: item.pay_on,
    organisation: item.organisation_id,
  }),
  report: ({ item }) => ({
    id: item.id,
    created_at: instant(item.created_at),
    status: item.status,
    failure: item.failure,
    name: item.name,
    list: item.type,
    count: item.rows,
    file_format: item.format,
    bytes: item.bytes,
    sha256: item.sha256,
    expires_at: item.expires_at && instant(item.expires_at),
    schedule: item.schedule_id,
    due_at: item.due_at && instant(item.due_at),
    organisation: item.organisation_id,
  }),
}

/** Of a range of days as PostgreSQL writes it, whose last day is the one after: `[2026-10-01,2026-11-01)`. */
function daysOf(covers: string) {
  const [covers_from = '', until = ''] = covers.slice(1, -1).split(',')
  return { covers_from, covers_through: plusDays(until, -1) }
}

const ofPayment = (transaction: Selectable<Transaction>) => ({
  transaction: transaction.id,
  currency_code: transaction.currency_code,
  merchant_reference: transaction.merchant_reference,
  payment_profile: transaction.payment_profile_id,
})

/** `to_jsonb` drops trailing zeros of the decimals; this gives always three. */
const instant = (text: string) => new Date(text).toISOString()
