import type { QueryCreator } from 'kysely'
import type { AuditTrail } from '../../platform/audit-trail/audit-trail.ts'
import { recordSent } from '../../platform/audit-trail/record-sent.ts'
import type { Trx } from '../../platform/db/database.ts'
import { maskedUrl, storableBody } from '../../platform/secrets/mask.ts'
import type { Connection, Exchange } from '../../processors/gateway.ts'
import type { DB } from '../../schema.ts'
import type { PaymentOperation } from './operation.ts'
import type { CardJob } from './outbox.ts'

/** Marks the exchanges of a question about an order. Without a mark they are those of the order itself. */
export const lookingUp = (connection: Connection): Connection => ({
  ...connection,
  onExchange: (exchange) => connection.onExchange({ ...exchange, operation: 'look_up' }),
})

/** Begins a statement that also stores the requests to a processor and its replies, without secrets and card numbers. */
export function recordingCalls(
  trx: Trx,
  { operation, processor }: { operation: PaymentOperation; processor: string },
  exchanges: readonly Exchange[],
): QueryCreator<DB> {
  if (exchanges.length === 0) return trx
  return trx.with('called', (db) =>
    db.insertInto('processor_call').values(
      exchanges.map((exchange) => ({
        merchant_id: operation.merchant_id,
        transaction_created_at: operation.transaction_created_at,
        transaction_id: operation.transaction_id,
        refund_id: 'refund_id' in operation ? operation.refund_id : null,
        chargeback_id: 'chargeback_id' in operation ? operation.chargeback_id : null,
        processor_id: processor,
        ...said(operation.topic, exchange),
      })),
    ),
  )
}

/** The same for a job about a card. */
export function recordingCardCalls(
  trx: Trx,
  { merchant_id, card_id, topic }: CardJob,
  processor_id: string,
  exchanges: readonly Exchange[],
): QueryCreator<DB> {
  if (exchanges.length === 0) return trx
  const calls = exchanges.map((exchange) => ({ merchant_id, card_id, processor_id, ...said(topic, exchange) }))
  return trx.with('called', (db) => db.insertInto('card_call').values(calls))
}

/** Puts the exchanges into the trail of calls too, below the call that ordered them. `now` is when the last one ended. */
export function recordExchanges(
  trail: AuditTrail | undefined,
  now: Date,
  { merchant_id, id, topic }: Pick<PaymentOperation | CardJob, 'merchant_id' | 'id' | 'topic'>,
  exchanges: readonly Exchange[],
): void {
  if (!trail) return
  let ended_ms = now.getTime()
  for (const exchange of exchanges.toReversed()) {
    const { operation, request_body, response_body, ...call } = said(topic, exchange)
    recordSent(trail, new Date(ended_ms), {
      ...{ type: 'processor_call', merchant: merchant_id, order: id, route: operation, ...call, url: exchange.url },
      content: { request_headers: [], request_body, response_headers: [], response_body },
    })
    ended_ms -= call.duration_ms
  }
}

const known = new WeakMap<Exchange, ReturnType<typeof masked>>()

/** Masked once, though it is written down in two places. */
function said(topic: string, exchange: Exchange) {
  const before = known.get(exchange) ?? masked(topic, exchange)
  known.set(exchange, before)
  return before
}

const masked = (topic: string, exchange: Exchange) => ({
  operation: exchange.operation ?? topic.replace('processor.', ''),
  method: exchange.method,
  url: maskedUrl(exchange.url),
  request_body: storableBody(exchange.request_body),
  response_code: exchange.response_code,
  response_body: storableBody(exchange.response_body),
  duration_ms: Math.round(exchange.duration_ms),
})
