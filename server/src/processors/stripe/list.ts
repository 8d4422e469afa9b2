import {
  type Connection,
  type ListedOrder,
  type ListedPayment,
  type ListedRefund,
  ListRefused,
  OutcomeUnknown,
} from '../gateway.ts'
import { readListed } from '../http.ts'
import { call, type Form, Refusal } from './client.ts'
import { disputeIn, disputesOf, paymentById, refundIn, refundsOf, rows } from './find.ts'
import { toldOf } from './news.ts'
import {
  type Dispute,
  moneyOf,
  OUR_PRODUCT,
  OUR_PROFILE,
  OURS,
  type Payment,
  paymentIn,
  type Refund,
  refundOutcome,
} from './objects.ts'
import { stripeManifest } from './stripe.manifest.ts'

/**
 * The payments that were made since a moment, newest first, and those of which a refund or dispute was. A capture or void of an
 * earlier payment is in no list: the payment itself has to be asked for.
 */
export async function* changedSince(connection: Connection, since: Date): AsyncGenerator<ListedPayment> {
  const created = { gte: Math.floor(since.getTime() / 1_000) }
  const refunds = new Map<string, Refund[]>()
  for await (const each of listed(connection, '/v1/refunds', { created })) {
    const refund = await readListed(idIn(each), async () => refundIn(each))
    if ('told' in refund) yield refund
    else if (refund.payment_intent)
      refunds.set(refund.payment_intent, [...(refunds.get(refund.payment_intent) ?? []), refund])
  }
  const disputes = new Map<string, Dispute[]>()
  for await (const each of listed(connection, '/v1/disputes', { created })) {
    const dispute = await readListed(idIn(each), async () => disputeIn(each))
    if ('told' in dispute) yield dispute
    else if (dispute.payment_intent)
      disputes.set(dispute.payment_intent, [...(disputes.get(dispute.payment_intent) ?? []), dispute])
  }
  const seen = new Set<string>()
  const expand = ['data.latest_charge']
  for await (const each of listed(connection, '/v1/payment_intents', { created, expand })) {
    const payment_id = idIn(each)
    seen.add(payment_id)
    // What was made of it was made since then as well.
    const parts = { refunds: refunds.get(payment_id) ?? [], disputes: disputes.get(payment_id) ?? [] }
    yield await readListed(payment_id, async () => {
      const payment = paymentIn(connection, each)
      return { payment_id, ...orderedIn(payment), told: toldOf(payment, parts) }
    })
  }
  for (const payment_id of new Set([...refunds.keys(), ...disputes.keys()])) {
    if (seen.has(payment_id)) continue
    yield await readListed(payment_id, async () => {
      const payment = await paymentById(connection, payment_id)
      const parts = {
        refunds: await refundsOf(connection, payment_id),
        disputes: await disputesOf(connection, payment_id),
      }
      return { payment_id, ...orderedIn(payment), told: toldOf(payment, parts) }
    })
  }
}

/** The refunds that were made in a time. Those without a payment were made of something else than Kontor's payments. */
export async function* refundsMade(
  connection: Connection,
  { from, before }: { from: Date; before: Date },
): AsyncGenerator<ListedRefund | ListedPayment> {
  const created = { gte: Math.floor(from.getTime() / 1_000), lt: Math.floor(before.getTime() / 1_000) }
  for await (const each of listed(connection, '/v1/refunds', { created })) {
    const refund = await readListed(idIn(each), async () => refundIn(each))
    if ('told' in refund) yield refund
    else if (refund.payment_intent) yield { payment_id: refund.payment_intent, mayBeUndone: mayBeUndone(refund) }
  }
}

function mayBeUndone(refund: Refund): boolean {
  try {
    const { is } = refundOutcome(refund)
    return is !== 'done' && is !== 'later'
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error
    return true
  }
}

function orderedIn(payment: Payment): { ordered?: ListedOrder } {
  const { metadata, amount, currency, description, capture_method } = payment
  const reference = metadata[OURS]
  if (!reference) return {}
  const payment_product = metadata[OUR_PRODUCT] ?? productOf(payment)
  const payment_profile = metadata[OUR_PROFILE]
  return {
    ordered: {
      ...{ reference, ...moneyOf(amount, currency), merchant_reference: description ?? '' },
      capture: capture_method !== 'manual',
      ...(payment_product && { payment_product }),
      ...(payment_profile && { payment_profile }),
    },
  }
}

/** Payments of the version before have no note of their product. */
function productOf({ latest_charge: charge }: Payment): string | undefined {
  const type = charge && typeof charge === 'object' ? charge.payment_method_details?.type : undefined
  return Object.entries(stripeManifest.products).find(([, { name }]) => name === type)?.[0]
}

const perPage = 100

async function* listed(connection: Connection, path: string, form: Form): AsyncGenerator<unknown> {
  let starting_after: string | undefined
  for (;;) {
    const asked = { ...form, limit: perPage, ...(starting_after !== undefined && { starting_after }) }
    const body = await call(connection, { method: 'GET', path, form: asked })
    if (body instanceof Refusal) throw new ListRefused(body.outcome.reason)
    const { data, has_more } = rows(body)
    yield* data
    if (!has_more) return
    starting_after = idIn(data.at(-1))
  }
}

function idIn(row: unknown): string {
  if (typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string') return row.id
  throw new OutcomeUnknown('the reply is no list')
}
