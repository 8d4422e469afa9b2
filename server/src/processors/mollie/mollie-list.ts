import { z } from 'zod'
import { type Connection, FetchRefused, type ListedOrder, type ListedPayment, ListRefused } from '../gateway.ts'
import { readAs } from '../http.ts'
import { mollieManifest } from './mollie.manifest.ts'
import { getPayment } from './mollie-find.ts'
import { toldOf } from './mollie-news.ts'
import { listed } from './mollie-payouts.ts'
import { keptIn, moneyIn, type Payment, readPayment } from './mollie-replies.ts'

const day_ms = 86_400_000
/** A payer has so long at Mollie's page, and a capture after an authorization. */
const longestOpen_ms = 31 * day_ms

const part = z.object({ paymentId: z.string().regex(/^tr_\w{1,60}$/), createdAt: z.string() })

/**
 * The payments in which something happened since a moment, newest first. Mollie lists payments, refunds and chargebacks by when
 * they were made; each payment is then asked for with all of them.
 */
export async function* changedSince(connection: Connection, since: Date): AsyncGenerator<ListedPayment> {
  const ids = new Set<string>()
  try {
    for await (const each of listed(connection, '/payments', 'payments', { more: '&sort=desc' })) {
      const payment = readPayment(connection, each)
      if (Date.parse(payment.createdAt) < since.getTime() - longestOpen_ms) break
      if (momentsOf(payment).some((at) => Date.parse(at) >= since.getTime())) ids.add(payment.id)
    }
    for (const kind of ['refunds', 'chargebacks'])
      for await (const each of listed(connection, `/${kind}`, kind)) {
        const { paymentId, createdAt } = readAs(part, each)
        if (Date.parse(createdAt) < since.getTime()) break
        ids.add(paymentId)
      }
  } catch (error) {
    throw error instanceof FetchRefused ? new ListRefused(error.why) : error
  }
  for (const id of ids) {
    const payment = await getPayment(connection, id)
    if (!payment) continue
    const ordered = orderedIn(payment)
    yield { payment_id: id, ...(ordered && { ordered }), told: await toldOf(connection, payment) }
  }
}

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
