import { beginAttempt } from '../../engine/attempts/begin-attempt.ts'
import type { BegunOperation } from '../../engine/outbox/operation.ts'
import type { Asker } from '../../engine/outbox/outbox.ts'
import type { StoredTransaction } from '../../engine/records/stored-transaction.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { insertLocked, type Locked } from '../../platform/db/locked.ts'
import { noteTerminalPayment } from '../../terminals/terminal-payment.ts'
import { payerDevice } from '../payer-device.ts'
import type { Decision } from './decide.ts'
import type { ResolvedPayment } from './resolve.ts'

/** Writes the payment as INITIATED, and its first attempt with the statistics and the job that asks the processor. */
export async function write(
  trx: Trx,
  payment: ResolvedPayment,
  { processors: [processor] }: Decision,
  now: Date,
): Promise<BegunOperation> {
  const transaction = await insertTransaction(trx, payment, processor, now)
  if (payment.terminal) await noteTerminalPayment(trx, payment.terminal, transaction)
  const first = { processor, order: orderOf(payment), asker: askerOf(payment), after: null }
  const { job } = await beginAttempt(trx, transaction, first, now)
  return { merchant: transaction.merchant_id, transaction: transaction.id, job }
}

function insertTransaction(
  trx: Trx,
  { order, terms, profile, customer, terminal, card, agreement }: ResolvedPayment,
  processor: string,
  now: Date,
): Promise<Locked<StoredTransaction>> {
  return insertLocked(
    trx
      .insertInto('transaction')
      .values({
        merchant_id: profile.merchant_id,
        ...newId(now),
        organisation_id: profile.organisation_id,
        payment_profile_id: profile.id,
        processor_id: processor,
        customer_id: customer,
        card_id: card.id,
        agreement_id: agreement.id,
        terminal_id: terminal,
        amount: order.amount,
        currency_code: profile.currency_code,
        status: 'INITIATED',
        merchant_reference: order.merchant_reference,
        payment_product: order.payment_product,
        payment_product_type: null,
        recurring_type: terms.recurring_type,
        payment_link_id: terms.payment_link ?? null,
        card_add_link_id: terms.card_add_link ?? null,
        subscription_id: terms.cycle?.subscription ?? null,
        subscription_cycle: terms.cycle?.cycle ?? null,
        country_code: order.country_code ?? null,
        ...payerDevice(order.user_agent),
      })
      .returningAll()
      .$castTo<StoredTransaction>(),
  )
}

const askerOf = ({ payer, terms: { initiative } }: ResolvedPayment): Asker => ({
  ...(initiative && { initiative }),
  ...(Object.keys(payer).length > 0 && { payer }),
})

/** The order that the processor gets. */
const orderOf = ({ order, terms, card, agreement, middleware }: ResolvedPayment) => ({
  capture: order.capture,
  card_token: card.token,
  payer_present: terms.payer_present,
  return_url: terms.return_url,
  store_card: terms.store_card,
  store_agreement: terms.store_agreement,
  agreement_token: agreement.token,
  descriptor: terms.cycle?.descriptor,
  ...(middleware.length > 0 && { middleware: [...middleware] }),
})
