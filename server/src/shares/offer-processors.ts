import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { visibleOrganisation } from '../identity/access/visible-organisation.ts'
import { inTurnOfPlace } from '../organisations/shared-processors.ts'
import { type Actor, shownName } from '../platform/db/actor.ts'
import { type Trx, violatedConstraint } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { organisationsAbove } from '../platform/db/organisations-above.ts'
import { refuseCardNumber } from '../platform/refuse-card-number.ts'
import { isExpired, seesProcessor } from './share.rows.ts'

interface Offer {
  /** Ids, of which none comes twice. */
  processors: readonly string[]
  /** The field that a processor which is not there is the fault of. */
  field: string
  to_organisation: string
  access: 'USE' | 'USE_AND_EDIT'
  message?: string | null | undefined
  expires_in_days: number
}

interface Offered {
  merchant_id: string
  id: string
  organisation_id: string
  name: string
}

/**
 * Offers processors to another organisation, each by a request of its own. An organisation above that of a processor has the use
 * of it anyway.
 */
export async function offerProcessors(trx: Trx, actor: Actor, offer: Offer, now: Date): Promise<string[]> {
  const { to_organisation, access, message, expires_in_days } = offer
  await refuseCardNumber(trx, 'body.message', message ?? undefined)
  for (const id of [...offer.processors].sort()) await inTurnOfPlace(trx, id)
  const processors = await offeredOf(trx, actor, offer)
  await refuseUnneeded(trx, processors, to_organisation)
  const expires_at = new Date(now.getTime() + expires_in_days * 86_400_000).toISOString()
  const requested_by = shownName(actor)
  const made: string[] = []
  for (const { merchant_id, id: processor_id, name } of processors) {
    const of = { merchant_id, processor_id, to_organisation_id: to_organisation }
    await trx
      .updateTable('share')
      .set({ status: 'EXPIRED' })
      .where('merchant_id', '=', merchant_id)
      .where('processor_id', '=', processor_id)
      .where('to_organisation_id', '=', to_organisation)
      .where(isExpired)
      .execute()
    const { id, created_at } = newId(now)
    await trx
      .insertInto('share')
      .values({ ...of, id, created_at, expires_at, access, message: message?.trim() || null, requested_by })
      .execute()
      .catch((error) => {
        throw violatedConstraint(error) === 'share_under_way'
          ? new Refusal('share_exists', { processors: [name] })
          : error
      })
    made.push(id)
  }
  return made
}

/** In the order of their ids: two who offer the same ones at once wait for each other at the first of them. */
async function offeredOf(trx: Trx, actor: Actor, { processors, field, to_organisation }: Offer): Promise<Offered[]> {
  const found = await trx
    .selectFrom('processor')
    .select(['merchant_id', 'id', 'organisation_id', 'name'])
    .where('id', 'in', [...processors])
    .where(seesProcessor(actor))
    .orderBy('id')
    .execute()
  const [first] = found
  if (!first || found.length < processors.length) throw new Refusal('invalid_request', { [field]: 'not_found' })
  // The provider sees processors of every merchant, and the organisation is of one.
  await visibleOrganisation(trx, actor, to_organisation, { field: 'body.to_organisation', of: first.merchant_id })
  if (found.some(({ merchant_id }) => merchant_id !== first.merchant_id))
    throw new Refusal('invalid_request', { [field]: 'not_found' })
  return found
}

/** The organisation of a processor, and those above it, need no share. */
async function refuseUnneeded(trx: Trx, processors: readonly Offered[], id: string): Promise<void> {
  const unneeded: string[] = []
  for (const { merchant_id, organisation_id, name } of processors) {
    const above = organisationsAbove(merchant_id, [organisation_id])
    const { rows } = await sql`select from (${above}) as above where id = ${id}`.execute(trx)
    if (rows.length > 0) unneeded.push(name)
  }
  if (unneeded.length > 0) throw new Refusal('share_not_needed', { processors: unneeded })
}
