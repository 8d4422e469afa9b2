import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import pg from 'pg'
import { type Paid, pay } from './payments.ts'

/** A held payment with a capture whose outcome nobody knows. */
export async function newStuckOperation(api: APIRequestContext): Promise<{ id: string; payment: Paid }> {
  const payment = await pay(api, { shop: 'Bloom Nederland', amount: 4_250, capture: false })
  const id = randomUUID()
  const client = new pg.Client(process.env.KONTOR_E2E_DATABASE_URL)
  await client.connect()
  await client.query(
    `insert into outbox (merchant_id, id, topic, transaction_created_at, transaction_id, payload, created_at, attempts, uncertain,
      first_sent_at, overdue_at, parked_at, parked_why, next_attempt_at)
     select merchant_id, $2, 'processor.capture', created_at, id, '{"amount": 4250}', engine_now(), 14, true,
      engine_now(), engine_now(), engine_now(), 'key_expired', '9999-12-31' from transaction where id = $1`,
    [payment.id, id],
  )
  await client.end()
  return { id, payment }
}
