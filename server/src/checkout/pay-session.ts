import type { CheckoutOrder } from '@kontor/contract/checkout/checkout.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { describeCard } from '../decisions/facts/describe-card.ts'
import type { AskingPayer } from '../engine/outbox/asking-payer.ts'
import type { HeldJob, OutboxWorker } from '../engine/outbox/outbox-worker.ts'
import { tooLargeIn } from '../payments/largest-payment.ts'
import { engineActor } from '../platform/db/actor.ts'
import type { Databases, Trx } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/ids.ts'
import { inCommand } from '../platform/db/in-command.ts'
import { refuseCardNumber } from '../platform/refuse-card-number.ts'
import type { GatewaySettings } from '../processors/connections.ts'
import type { CheckoutKind, CheckoutSession, SessionKey } from './kind.ts'

export interface PresentPayer {
  user_agent: string | undefined
  /** The address to which the payer comes back from a page of the bank. */
  return_url: string
  payer: AskingPayer
  /** The payer's call in the trail. */
  cause?: string
}

/**
 * Begins a payment of a session. The lock of the session lets payments begin one at a time: a second tab is refused while
 * a payment is under way. Undefined: there is nothing to wait for, because this press of the button has already begun its
 * payment, or because a ruleset blocks it.
 */
export async function paySession(
  house: { databases: Databases; worker: OutboxWorker; gateways: GatewaySettings },
  kind: CheckoutKind,
  key: SessionKey,
  order: CheckoutOrder & PresentPayer,
  now: Date,
): Promise<HeldJob | undefined> {
  const { databases, worker } = house
  const actor = engineActor(key.merchant, 'payer')
  const profileOf = async (trx: Trx) => (await kind.read(trx, key, now))?.payment_profile
  const described = await describeCard(house, actor, { ...order, profileOf })
  const begin = async (trx: Trx) => {
    const session = await kind.lock(trx, key, now)
    if (!session) throw new Refusal('not_found')
    if (await paymentOfAttempt(trx, session, order.attempt)) return undefined
    if (session.state === 'in_doubt') throw new Refusal('payment_in_doubt')
    if (session.state !== 'open') throw new Refusal('link_not_active')
    await refuseCardNumber(trx, 'body.payer_name', order.payer_name)
    if (session.payment) throw new Refusal('payment_in_progress')
    if (session.products.length > 0 && !session.products.includes(order.payment_product))
      throw new Refusal('no_processor_for_product', { 'body.payment_product': 'not_allowed' })
    const amount = amountOf(session, order)
    await kind.open(trx, session)
    const { payment_product, card_token, language, agreed_terms, user_agent, return_url, payer } = order
    const paid = {
      payment_product,
      card_token,
      language,
      agreed_terms,
      amount,
      user_agent,
      return_url,
      payer,
      described,
    }
    const begun = await kind.pay(trx, session, paid, now)
    await trx
      .insertInto('checkout_payment')
      .values({
        merchant_id: session.merchant,
        session_id: session.id,
        attempt: order.attempt,
        transaction_created_at: instantOf(begun.transaction) ?? '',
        transaction_id: begun.transaction,
      })
      .execute()
    return begun.job === null ? undefined : worker.hold(trx, begun.merchant, begun.job)
  }
  return inCommand(databases, actor, begin, { cause: order.cause })
}

function amountOf({ amount, minimum_amount, maximum_amount }: CheckoutSession, order: CheckoutOrder): number {
  if (amount !== null) {
    // A page that shows another amount than the session has must not charge.
    if (order.amount !== undefined && order.amount !== amount)
      throw new Refusal('invalid_request', { 'body.amount': 'changed' })
    return amount
  }
  if (order.amount === undefined) throw new Refusal('invalid_request', { 'body.amount': 'required' })
  if (order.amount < (minimum_amount ?? 1)) throw new Refusal('invalid_request', { 'body.amount': 'too_small' })
  if (maximum_amount !== null && order.amount > maximum_amount) throw tooLargeIn('amount', maximum_amount)
  return order.amount
}

/** The transaction of an attempt. An attempt is one press of the button. */
export async function paymentOfAttempt(
  trx: Trx,
  session: Pick<CheckoutSession, 'merchant' | 'id'>,
  attempt: string | undefined,
): Promise<string | undefined> {
  if (attempt === undefined) return undefined
  const row = await trx
    .selectFrom('checkout_payment')
    .select('transaction_id')
    .where('merchant_id', '=', session.merchant)
    .where('session_id', '=', session.id)
    .where('attempt', '=', attempt)
    .executeTakeFirst()
  return row?.transaction_id
}
