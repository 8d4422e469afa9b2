import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { AppliedRuleset } from './applied-rulesets.ts'

interface HitPayment {
  merchant_id: string
  organisation_id: string
  created_at: string
  id: string
  /** Of this moment: a blocked payment has ended. */
  status: string
}

/**
 * Writes which rulesets hit a payment, with their effects on it: its tags, and the notices by webhook and by mail. All of it is
 * in the payment's database transaction. Mails are made of these rows (`hit-mails.ts`).
 */
export async function writeHits(
  trx: Trx,
  payment: HitPayment,
  hits: readonly AppliedRuleset[],
  now: Date,
): Promise<void> {
  if (hits.length === 0) return
  const key = {
    merchant_id: payment.merchant_id,
    transaction_created_at: payment.created_at,
    transaction_id: payment.id,
  }
  await trx
    .insertInto('validation_ruleset_hit')
    .values(
      hits.map(({ id, version, name, action, tag_id, email }) => ({
        ...{ ...key, ruleset_id: id, version, name, action, tag_id },
        mail_due: email !== null,
      })),
    )
    .execute()
  await putTags(trx, key, hits)
  await tell(trx, payment, hits, now)
}

interface Key {
  merchant_id: string
  transaction_created_at: string
  transaction_id: string
}

/** A tag that was replaced and deleted since the ruleset was read is not put on. */
async function putTags(trx: Trx, key: Key, hits: readonly AppliedRuleset[]): Promise<void> {
  const tags = [...new Set(hits.flatMap(({ tag_id }) => tag_id ?? []))]
  if (tags.length === 0) return
  await sql`
    with known as materialized (select id from tag where merchant_id = ${key.merchant_id} and id = any(${tags}::uuid[])
      order by id for key share)
    insert into transaction_tag (merchant_id, transaction_created_at, transaction_id, tag_id)
    select ${key.merchant_id}::uuid, ${key.transaction_created_at}::timestamptz, ${key.transaction_id}::uuid, id from known
    on conflict do nothing`.execute(trx)
}

/** Keeps what the webhooks are made of (`webhooks/said-of.ts`). */
async function tell(
  trx: Trx,
  { merchant_id, organisation_id, created_at, id, status }: HitPayment,
  hits: readonly AppliedRuleset[],
  now: Date,
): Promise<void> {
  const told = hits.flatMap(({ id: ruleset, name, action, tag_id: tag, webhook_url: url }) =>
    url === null ? [] : [{ url, ruleset: JSON.stringify({ id: ruleset, name, action, tag }) }],
  )
  if (told.length === 0) return
  await trx
    .insertInto('webhook')
    .values(
      told.map(({ url, ruleset }) => ({
        ...{ merchant_id, organisation_id, ...newId(now), type: 'validationruleset', item_id: id, status, url },
        told: sql<string>`(select jsonb_build_object('item', to_jsonb(t), 'ruleset', ${ruleset}::jsonb)
          from transaction t where t.merchant_id = ${merchant_id} and t.created_at = ${created_at} and t.id = ${id})`,
      })),
    )
    .execute()
}
