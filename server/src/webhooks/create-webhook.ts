import { Refusal } from '@kontor/contract/refusal'
import { bodyOf } from '@kontor/contract/webhooks/body'
import type { PayloadData } from '@kontor/contract/webhooks/payloads'
import type { SendableType, WebhookStatus } from '@kontor/contract/webhooks/webhook.rules'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { toldItem } from './told-item.ts'

interface Input {
  url: string
  type: SendableType
  item_id: string
  status: WebhookStatus
}

const mostAMinute = 30

/**
 * Sends a webhook by hand: the one that the item would send if it had that status now, marked as a test. It is tried
 * once.
 */
export async function createWebhook(trx: Trx, actor: Actor, input: Input, now: Date): Promise<string> {
  const { type, item_id, status, url } = input
  const item = await toldItem(trx, actor, type, item_id)
  if (!item) throw new Refusal('invalid_request', { 'body.item_id': 'not_found' })
  await refuseFlood(trx, item.merchant, now)
  const { id, created_at } = newId(now)
  // The command's schema has checked that items of the type can have the status.
  const data = { ...item.data, status } as PayloadData
  const payload = bodyOf(type, data, created_at, { isTest: true })
  await trx
    .insertInto('webhook')
    .values({
      ...{ merchant_id: item.merchant, id, created_at, organisation_id: item.organisation },
      ...{ type, item_id, status, url, payload: JSON.stringify(payload) },
      ...{ manual: true, created_by: actor.name, in_line: false, tries: 1 },
    })
    .execute()
  return id
}

/** Limits webhooks by hand: they are for trying an address, not for bothering somebody in a merchant's name. */
async function refuseFlood(trx: Trx, merchant: string, now: Date): Promise<void> {
  const { made } = await trx
    .selectFrom('webhook')
    .select((row) => row.fn.countAll<number>().as('made'))
    .where('merchant_id', '=', merchant)
    .where('manual', '=', true)
    .where('created_at', '>', new Date(now.getTime() - 60_000).toISOString())
    .executeTakeFirstOrThrow()
  if (made >= mostAMinute) throw new Refusal('too_many_attempts', { retry_after: 60 })
}
