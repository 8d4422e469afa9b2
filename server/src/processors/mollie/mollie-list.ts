import { z } from 'zod'
import {
  type Connection,
  FetchRefused,
  type ListedOrder,
  type ListedPayment,
  type ListedRefund,
  ListRefused,
} from '../gateway.ts'
import { readAs, readListed } from '../http.ts'
import { mollieManifest } from './mollie.manifest.ts'
import { getPayment } from './mollie-find.ts'
import { toldOf } from './mollie-news.ts'
import { listed } from './mollie-payouts.ts'
import { keptIn, moneyIn, type Payment, readPayment } from './mollie-replies.ts'
import { refundStatuses } from './mollie-words.ts'

const day_ms = 86_400_000
/** A payer has so long at Mollie's page, and a capture after an authorization. */
const longestOpen_ms = 31 * day_ms

const part = z.object({
  paymentId: z.string().regex(/^tr_\w{1,60}$/),
  createdAt: z.string().catch(''),
  status: z.string().catch(''),
})
const named = z.object({ id: z.string().min(1).max(200) })
const idOf = (row: unknown): string => readAs(named, row).id

/**
 * The payments in which something happened since a moment, newest first. Mollie lists payments, refunds and chargebacks by when
 * they were made; each payment is then asked for with all of them.
 */
export async function* changedSince(connection: Connection, since: Date): AsyncGenerator<ListedPayment> {
  const ids = new Set<string>()
  const nameless: ListedPayment[] = []
  try {
    for await (const each of listed(connection, '/payments', 'payments', { more: '&sort=desc' })) {
      const payment = await readListed(idOf(each), async () => readPayment(connection, each))
      if ('told' in payment) {
        ids.add(payment.payment_id)
        continue
      }
      if (Date.parse(payment.createdAt) < since.getTime() - longestOpen_ms) break
      if (momentsOf(payment).some((at) => Date.parse(at) >= since.getTime())) ids.add(payment.id)
    }
    for (const kind of ['refunds', 'chargebacks'])
      for await (const each of listed(connection, `/${kind}`, kind)) {
        const read = await readListed(idOf(each), async () => readAs(part, each))
        if ('told' in read) {
          nameless.push(read)
          continue
        }
        if (Date.parse(read.createdAt) < since.getTime()) break
        ids.add(read.paymentId)
      }
  } catch (error) {
    throw asListRefused(error)
  }
  yield* nameless
  for (const id of ids) {
    const read = await readListed(id, async () => {
      const payment = await getPayment(connection, id)
      if (!payment) return undefined
      const ordered = orderedIn(payment)
      return { payment_id: id, ...(ordered && { ordered }), told: await toldOf(connection, payment) }
    })
    if (read) yield read
  }
}

/** The refunds that were made in a time, newest first. */
export async function* refundsMade(
  connection: Connection,
  { from, before }: { from: Date; before: Date },
): AsyncGenerator<ListedRefund | ListedPayment> {
  try {
    for await (const each of listed(connection, '/refunds', 'refunds')) {
      const refund = await readListed(idOf(each), async () => readAs(part, each))
      if ('told' in refund) {
        yield refund
        continue
      }
      const made = Date.parse(refund.createdAt)
      if (made < from.getTime()) return
      // A status without a meaning is unknown to us, and its payment is asked for.
      const meaning = refundStatuses[refund.status]
      if (!(made >= before.getTime()))
        yield { payment_id: refund.paymentId, mayBeUndone: meaning !== 'done' && meaning !== 'later' }
    }
  } catch (error) {
    throw asListRefused(error)
  }
}

const asListRefused = (error: unknown): unknown => (error instanceof FetchRefused ? new ListRefused(error.why) : error)

const momentsOf = ({ createdAt, authorizedAt, paidAt, canceledAt, expiredAt, failedAt }: Payment): string[] =>
  [createdAt, authorizedAt, paidAt, canceledAt, expiredAt, failedAt].flatMap((at) => at ?? [])

function orderedIn(payment: Payment): ListedOrder | undefined {
  const kept = keptIn(payment)
  if (!kept) return undefined
  const { kontor: reference, payment_profile, payment_product = productOf(payment), merchant_reference } = kept
  return {
    ...{ reference, ...moneyIn(payment), merchant_reference: merchant_reference ?? payment.description },
    capture: payment.captureMode !== 'manual',
    ...(payment_product && { payment_product }),
    ...(payment_profile && { payment_profile }),
  }
}

/** Payments of the version before have no note of their product. */
const productOf = ({ method }: Payment): string | undefined =>
  Object.entries(mollieManifest.products).find(([, { name }]) => name === method)?.[0]
