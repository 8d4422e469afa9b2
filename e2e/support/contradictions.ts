import type { APIRequestContext } from '@playwright/test'
import pg from 'pg'
import { type Paid, pay } from './payments.ts'

/** A payment that was found after a restore, and that may be the one of the first cycle of a subscription. */
export async function newDoubt(api: APIRequestContext, subscription: string): Promise<{ id: string; payment: Paid }> {
  const client = new pg.Client(process.env.KONTOR_E2E_DATABASE_URL)
  await client.connect()
  try {
    const priced = await client.query<{ amount: string }>(
      'select p.amount from subscription s join plan p on p.merchant_id = s.merchant_id and p.id = s.plan_id where s.id = $1',
      [subscription],
    )
    const reference = `SUB-${subscription.slice(-12).toUpperCase()}-1`
    const payment = await pay(api, { shop: 'Bloom Nederland', amount: Number(priced.rows[0]?.amount), reference })
    const { rows } = await client.query<{ id: string }>(
      `insert into contradiction (merchant_id, created_at, id, organisation_id, processor_id, transaction_created_at,
          transaction_id, kind, about, we_say, they_say, our_amount, currency_code)
        select t.merchant_id, now.at, id_at(now.at), t.organisation_id, t.processor_id, t.created_at, t.id, 'not_understood',
          'subscription ' || $2 || ' by ' || t.id, t.status, 'MAY_BE_CHARGED', t.amount, t.currency_code
        from transaction t, (select date_trunc('milliseconds', engine_now()) as at) now where t.id = $1 returning id`,
      [payment.id, subscription],
    )
    return { id: rows[0]?.id ?? '', payment }
  } finally {
    await client.end()
  }
}

/** A declined payment, of which its processor then says that it took the money. */
export async function newContradiction(api: APIRequestContext): Promise<{ id: string; payment: Paid }> {
  const payment = await pay(api, { shop: 'Bloom Nederland', amount: 4_250, card: 'test_declined_insufficient_funds' })
  const client = new pg.Client(process.env.KONTOR_E2E_DATABASE_URL)
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      `insert into contradiction (merchant_id, created_at, id, organisation_id, processor_id, transaction_created_at,
          transaction_id, operation_id, kind, about, we_say, they_say, our_amount, currency_code, their_amount,
          their_currency_code, processor_id_external)
        select t.merchant_id, now.at, id_at(now.at), t.organisation_id, t.processor_id, t.created_at, t.id, t.id, 'payment', t.id,
          t.status, 'SETTLEMENT_COMPLETED', t.amount, t.currency_code, t.amount, t.currency_code, 'pay_of_the_processor'
        from transaction t, (select date_trunc('milliseconds', engine_now()) as at) now where t.id = $1 returning id`,
      [payment.id],
    )
    return { id: rows[0]?.id ?? '', payment }
  } finally {
    await client.end()
  }
}
