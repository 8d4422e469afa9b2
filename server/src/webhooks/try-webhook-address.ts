import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import { bodyOf } from '@kontor/contract/webhooks/body'
import type { PayloadData } from '@kontor/contract/webhooks/payloads'
import type { tryWebhookAddressEndpoint } from '@kontor/contract/webhooks/webhook-trial.endpoints'
import { type TriedField, triedTypes } from '@kontor/contract/webhooks/webhook-trial.rules'
import { countOrRefuse } from '../identity/guessing/attempts.ts'
import { seenProfile } from '../organisations/profiles/seen-profile.ts'
import type { Actor } from '../platform/db/actor.ts'
import { type Databases, inTransaction } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { guardedPost } from '../platform/outgoing/guarded-post.ts'
import { postWebhook } from '../platform/webhooks/post-webhook.ts'
import type { TrialsUnderWay } from './trials-under-way.ts'

export interface TrialSettings {
  readonly masterKey: string
  readonly allowPrivate: boolean
  readonly timeout_ms: number
}

interface House extends TrialSettings {
  readonly databases: Databases
  readonly trials: TrialsUnderWay
}

/** Of one merchant: trying is for an address, not for bothering somebody in a merchant's name. */
const limit = { tries: 30, window_ms: 60_000 }

/**
 * Sends an example to an address of a payment profile, signed as every webhook and marked as a test. The answer is its
 * status and its time: what else an address says stays with it.
 */
export async function tryWebhookAddress(
  actor: Actor,
  id: string,
  { field }: ReadBody<typeof tryWebhookAddressEndpoint>,
  now: Date,
  house: House,
): Promise<ReplyOf<typeof tryWebhookAddressEndpoint>> {
  const { databases, masterKey } = house
  const profile = await inTransaction(databases, actor, (trx) => seenProfile(trx, actor, id))
  const url = profile[field]
  if (url === null) throw new Refusal('invalid_request', { 'body.field': 'required' })
  const example = exampleOf(field, { profile: id, currency_code: profile.currency_code }, now)
  const message = { merchant: profile.merchant_id, id: newId(now).id, url, body: JSON.stringify(example) }
  const end = house.trials.begin(profile.merchant_id)
  const sender = guardedPost(house)
  try {
    await countOrRefuse(databases.provider, 'webhook.try', profile.merchant_id, limit, now)
    const { status, duration_ms, problem } = await postWebhook(databases.provider, sender, message, masterKey)
    return { response_code: status, duration_ms, problem }
  } finally {
    await sender.close()
    void sender.lookedUp().then(end)
  }
}

interface Shop {
  profile: string
  currency_code: string
}

/** The body of a webhook of this kind about something that does not exist. */
function exampleOf(field: TriedField, { profile, currency_code }: Shop, now: Date) {
  const { id, created_at } = newId(now)
  const shared = {
    ...{ id, created_at, amount: 1_000, currency_code, merchant_reference: 'Example' },
    ...{ payment_profile: profile },
  }
  const transaction = newId(now).id
  const examples: { [F in TriedField]: PayloadData<(typeof triedTypes)[F]> } = {
    webhook_transaction_update: {
      ...{ ...shared, status: 'SETTLEMENT_COMPLETED', status_reason: null, captured_amount: 1_000 },
      ...{ payment_product: 'card', recurring_type: null, blocked: false, customer: null, subscription: null },
      ...{ subscription_cycle: null, payment_link: null, card_add_link: null },
    },
    webhook_refund_update: { ...shared, status: 'PROCESSED', status_reason: null, transaction },
    webhook_chargeback_update: {
      ...{ ...shared, status: 'OPEN', reason: null, reason_code: null, respond_by: null, transaction },
    },
  }
  return bodyOf(triedTypes[field], examples[field] as PayloadData<'transaction'>, created_at, { isTest: true })
}
