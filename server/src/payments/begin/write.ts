import type { Channel } from '@kontor/contract/payments/transaction.rules'
import type { Judgement } from '../../decisions/rulesets/judge.ts'
import { writeHits } from '../../decisions/rulesets/write-hits.ts'
import { deciding } from '../../decisions/write-decision.ts'
import { beginAttempt } from '../../engine/attempts/begin-attempt.ts'
import type { BegunPayment } from '../../engine/outbox/operation.ts'
import type { Asker } from '../../engine/outbox/outbox.ts'
import { blockPayment } from '../../engine/outcome/block-payment.ts'
import { transactionDelta } from '../../engine/records/statistics-delta.ts'
import type { StoredTransaction } from '../../engine/records/stored-transaction.ts'
import type { Trx } from '../../platform/db/database.ts'
import type { newId } from '../../platform/db/ids.ts'
import { insertLocked, type Locked } from '../../platform/db/locked.ts'
import { noteTerminalPayment } from '../../terminals/terminal-payment.ts'
import { payerDevice } from '../payer-device.ts'
import type { Asking, blocked, Decision } from './decide.ts'
import type { ResolvedPayment } from './resolve.ts'

/** The payment's id, what the rulesets say of it, and where it goes. */
interface Chosen {
  key: ReturnType<typeof newId>
  judgement: Judgement
  decision: Decision | typeof blocked
  /** What the routing was asked, if the payment profile uses one. */
  asking: Asking | undefined
}

/**
 * Writes the payment as INITIATED, with the decision, and its first attempt with the statistics and the job that asks the
 * processor. A blocked payment ends at once.
 */
export async function write(trx: Trx, payment: ResolvedPayment, chosen: Chosen, now: Date): Promise<BegunPayment> {
  const { judgement, decision } = chosen
  const { processor, next } = decision
  const transaction = await insertTransaction(trx, payment, chosen)
  if (payment.terminal) await noteTerminalPayment(trx, payment.terminal, transaction)
  const begun = { merchant: transaction.merchant_id, transaction: transaction.id }
  if (processor === null) {
    await trx.insertInto('statistics_delta').values(transactionDelta(transaction, 1)).execute()
    await writeHits(trx, await blockPayment(trx, transaction, 'ruleset'), judgement.hits, now)
    return { ...begun, job: null }
  }
  await writeHits(trx, transaction, judgement.hits, now)
  const first = { processor, order: orderOf(payment, judgement, next), asker: askerOf(payment), after: null }
  const { job } = await beginAttempt(trx, transaction, first, now)
  return { ...begun, job }
}

function insertTransaction(
  trx: Trx,
  { order, terms, profile, customer, terminal, card, agreement, facts, issuer, routing }: ResolvedPayment,
  { key, judgement: { three_d_secure }, decision: { via, processor, route }, asking }: Chosen,
): Promise<Locked<StoredTransaction>> {
  const { described } = order
  const card_problem = described && 'problem' in described ? described.problem : null
  const way = route && routing && asking ? { ...routing, path: route.path, facts: asking.facts } : null
  const decided = { via, processor, facts, issuer, card_problem, three_d_secure, way }
  return insertLocked(
    deciding(trx, { merchant_id: profile.merchant_id, ...key }, decided)
      .insertInto('transaction')
      .values({
        merchant_id: profile.merchant_id,
        ...key,
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
        card_issuer_country: issuer?.issuer_country ?? null,
        card_funding: issuer?.funding ?? null,
        card_holder: issuer?.holder ?? null,
        channel: channelOf(terminal, terms),
        ...payerDevice(order.user_agent),
      })
      .returningAll()
      .$castTo<StoredTransaction>(),
  )
}

/** What follows in a series is taken without its payer. Nobody takes orders by mail or telephone yet. */
function channelOf(terminal: string | null, { recurring_type }: ResolvedPayment['terms']): Channel {
  if (terminal !== null) return 'pos'
  return recurring_type === 'subsequent' ? 'recurring' : 'ecommerce'
}

const askerOf = ({ payer, terms: { initiative } }: ResolvedPayment): Asker => ({
  ...(initiative && { initiative }),
  ...(Object.keys(payer).length > 0 && { payer }),
})

/** The order that the processor gets. */
const orderOf = (
  { order, terms, card, agreement, middleware }: ResolvedPayment,
  { three_d_secure }: Judgement,
  next: string | undefined,
) => ({
  capture: order.capture,
  card_token: card.token,
  payer_present: terms.payer_present,
  return_url: terms.return_url,
  store_card: terms.store_card,
  store_agreement: terms.store_agreement,
  stored_for: terms.stored_for,
  agreement_token: agreement.token,
  descriptor: terms.cycle?.descriptor,
  ...(three_d_secure === 'required' && { three_d_secure }),
  ...(middleware.length > 0 && { middleware: [...middleware] }),
  ...(next !== undefined && { next }),
})
