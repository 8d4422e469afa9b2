import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { createShareEndpoint } from '@kontor/contract/shares/share.endpoints'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import { type Trx, violatedConstraint } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { organisationsAbove } from '../platform/db/organisations-above.ts'
import { refuseCardNumber } from '../platform/refuse-card-number.ts'
import { shownName } from './locked-share.ts'
import { isExpired, seesProcessor } from './share.rows.ts'

/** Offers a processor to another organisation. An organisation above that of the processor has the use of it anyway. */
export async function createShare(
  trx: Trx,
  actor: Actor,
  { processor: processorId, to_organisation, access, message, expires_in_days }: ReadBody<typeof createShareEndpoint>,
  now: Date,
): Promise<string> {
  await refuseCardNumber(trx, 'body.message', message ?? undefined)
  const processor = await trx
    .selectFrom('processor')
    .select(['merchant_id', 'id', 'organisation_id'])
    .where('id', '=', processorId)
    .where(seesProcessor(actor))
    .executeTakeFirst()
  if (!processor) throw new Refusal('invalid_request', { 'body.processor': 'not_found' })
  await requireReceiver(trx, actor, processor.merchant_id, to_organisation)
  if (await isAbove(trx, processor, to_organisation)) throw new Refusal('share_not_needed')
  const of = { merchant_id: processor.merchant_id, processor_id: processor.id, to_organisation_id: to_organisation }
  await trx
    .updateTable('share')
    .set({ status: 'EXPIRED' })
    .where('merchant_id', '=', of.merchant_id)
    .where('processor_id', '=', of.processor_id)
    .where('to_organisation_id', '=', of.to_organisation_id)
    .where(isExpired)
    .execute()
  const { id, created_at } = newId(now)
  const expires_at = new Date(now.getTime() + expires_in_days * 86_400_000).toISOString()
  await trx
    .insertInto('share')
    .values({
      ...of,
      id,
      created_at,
      expires_at,
      access,
      message: message?.trim() || null,
      requested_by: shownName(actor),
    })
    .execute()
    .catch((error) => {
      throw violatedConstraint(error) === 'share_under_way' ? new Refusal('share_exists') : error
    })
  return id
}

async function requireReceiver(trx: Trx, actor: Actor, merchant: string, id: string): Promise<void> {
  const found = await trx
    .selectFrom('organisation')
    .select('id')
    .where('merchant_id', '=', merchant)
    .where('id', '=', id)
    .where(visibleTo(actor, 'organisation', 'organisation.id'))
    .executeTakeFirst()
  if (!found) throw new Refusal('invalid_request', { 'body.to_organisation': 'not_found' })
}

/** True for the organisation of a processor, and for those above it. */
async function isAbove(
  trx: Trx,
  { merchant_id, organisation_id }: { merchant_id: string; organisation_id: string },
  id: string,
): Promise<boolean> {
  const above = organisationsAbove(merchant_id, [organisation_id])
  const { rows } = await sql`select from (${above}) as above where id = ${id}`.execute(trx)
  return rows.length > 0
}
