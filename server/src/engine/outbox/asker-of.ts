import type { AuthorizeRequest } from '../../processors/gateway.ts'
import { sealPayer } from './asking-payer.ts'
import type { Asker, PaymentJob } from './outbox.ts'
import { openRequest } from './sealed-request.ts'

/** Who asks for a payment. From its first try on, that is in its frozen order alone. */
export function askerOf(masterKey: string, job: PaymentJob): Asker | undefined {
  if (!job.request_sealed) return job.asker ?? undefined
  // The engine sealed it as an order.
  const { request } = JSON.parse(openRequest(masterKey, job, job.request_sealed)) as { request: AuthorizeRequest }
  const { initiative, payer } = request
  return {
    ...(initiative && { initiative }),
    ...(payer && { payer: sealPayer(masterKey, { merchant: job.merchant_id, record: job.id }, payer) }),
  }
}
