import type { QueryCreator } from 'kysely'
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

const said = (topic: string, exchange: Exchange) => ({
  operation: exchange.operation ?? topic.replace('processor.', ''),
  method: exchange.method,
  url: maskedUrl(exchange.url),
  request_body: storableBody(exchange.request_body),
  response_code: exchange.response_code,
  response_body: storableBody(exchange.response_body),
  duration_ms: Math.round(exchange.duration_ms),
})
