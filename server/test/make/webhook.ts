import type { WebhookStatus, WebhookType } from '@kontor/contract/webhooks/webhook.rules'
import { sql } from 'kysely'
import { newId } from '../../src/platform/db/ids.ts'
import type { Making } from './making.ts'

interface WebhookInput {
  url?: string
  type?: WebhookType
  item?: string
  status?: WebhookStatus
  outcome?: 'delivered' | 'refused' | 'given_up' | null
  manual?: boolean
  /** True: its address is switched off. */
  address_off?: boolean
  created_at?: Date
  organisation?: string
}

/**
 * A finished webhook. A test may make it wait; its next attempt is then so late that it is not sent during the test.
 */
export async function webhook({ db, next }: Making, merchant: string, given: WebhookInput = {}): Promise<string> {
  const { id, created_at } = newId(given.created_at ?? new Date())
  const outcome = given.outcome === undefined ? 'delivered' : given.outcome
  const status = given.status ?? 'SETTLEMENT_COMPLETED'
  const item_id = given.item ?? newId(new Date()).id
  const isDelivered = outcome === 'delivered'
  await db
    .insertInto('webhook')
    .values({
      merchant_id: merchant,
      id,
      created_at,
      organisation_id: given.organisation ?? merchant,
      type: given.type ?? 'transaction',
      item_id,
      status,
      url: given.url ?? 'https://shop.example/hook',
      payload: JSON.stringify({ type: 'transaction.updated', timestamp: created_at, data: { id: item_id, status } }),
      manual: given.manual ?? false,
      in_line: !given.manual,
      attempts: outcome ? next() : 0,
      outcome,
      done_at: outcome ? created_at : null,
      delivered_on: isDelivered ? created_at : null,
      response_code: outcome ? (isDelivered ? 200 : 404) : null,
      ...(outcome ? {} : { next_attempt_at: '2999-01-01T00:00:00Z' }),
    })
    .execute()
  if (given.address_off)
    await sql`insert into webhook_address (merchant_id, address_key, url, switched_off_at, switched_off_reason)
      select merchant_id, address_key, url, now(), 'gone' from webhook where merchant_id = ${merchant} and id = ${id}
      on conflict do nothing`.execute(db)
  return id
}
