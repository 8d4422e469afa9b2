import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { mergeTagEndpoint } from '@kontor/contract/tags/tag.endpoints'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockTag, removeInTurn, takeOffAndDelete, visibleTag } from './locked-tag.ts'

/** Merges a tag into another: its payments get the other one, and payments with both keep one, and rulesets put on the other. */
export async function mergeTag(
  trx: Trx,
  actor: Actor,
  id: string,
  { into }: ReadBody<typeof mergeTagEndpoint>,
): Promise<void> {
  const { merchant_id } = await visibleTag(trx, actor, id)
  if (into === id) throw new Refusal('tag_into_itself')
  await removeInTurn(trx, merchant_id)
  const tag = await lockTag(trx, actor, id)
  const stays = await trx
    .selectFrom('tag')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', into)
    .where(visibleTo(actor, 'tag'))
    .forKeyShare()
    .executeTakeFirst()
  if (!stays) throw new Refusal('invalid_request', { 'body.into': 'not_found' })
  await sql`update transaction_tag as x set tag_id = ${into} where x.merchant_id = ${merchant_id} and x.tag_id = ${id}
    and not exists (select from transaction_tag y where y.merchant_id = x.merchant_id
      and y.transaction_created_at = x.transaction_created_at and y.transaction_id = x.transaction_id
      and y.tag_id = ${into})`.execute(trx)
  await sql`update validation_ruleset set tag_id = ${into}, version = version + 1
    where merchant_id = ${merchant_id} and tag_id = ${id}`.execute(trx)
  await takeOffAndDelete(trx, tag)
}
