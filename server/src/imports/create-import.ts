import { createHash } from 'node:crypto'
import type { ReadQuery } from '@kontor/contract/endpoint'
import type { createImportEndpoint } from '@kontor/contract/imports/import.endpoints'
import { importPlaces } from '@kontor/contract/imports/import.rules'
import { Refusal } from '@kontor/contract/refusal'
import { visibleOrganisation } from '../identity/access/visible-organisation.ts'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId, providerId } from '../platform/db/ids.ts'
import { refuseCardNumber } from '../platform/refuse-card-number.ts'
import type { SeenFile } from './file/look-at-file.ts'
import { keepFile } from './kept-file.ts'
import { requireRoleFor } from './stored-import.ts'

type Given = ReadQuery<typeof createImportEndpoint> & { file: SeenFile & { name: string; content: Buffer } }

/** Keeps a file that was looked at. Nothing of it is imported yet. */
export async function createImport(
  trx: Trx,
  actor: Actor,
  { file, ...given }: Given,
  now: Date,
  masterKey: string,
): Promise<string> {
  const { name, content, format, encoding } = file
  await refuseCardNumber(trx, 'headers.x-file-name', name)
  requireRoleFor(actor, given.type, 'create')
  const place = await placeOf(trx, actor, given)
  const { id, created_at } = newId(now)
  await trx
    .insertInto('import')
    .values({
      ...place,
      ...{ id, created_at, type: given.type, status: 'UPLOADED', file_name: name },
      created_by: actor.name,
      created_by_id: actor.id,
      sha256: createHash('sha256').update(content).digest('hex'),
      bytes: content.length,
      ...{ format, encoding },
    })
    .execute()
  await keepFile(trx, { merchant_id: place.merchant_id, id }, content, masterKey)
  return id
}

/** Whose rows they are. */
async function placeOf(trx: Trx, actor: Actor, given: Omit<Given, 'file'>) {
  const { payment_profile, into } = given
  switch (importPlaces[given.type]) {
    case 'payment_profile':
      return shopOf(trx, actor, given)
    case 'organisation':
      return organisationOf(trx, actor, given)
    case 'provider':
      if (payment_profile !== undefined || into !== undefined)
        throw new Refusal('invalid_request', {
          [into === undefined ? 'query.payment_profile' : 'query.into']: 'unknown',
        })
      return { merchant_id: providerId, organisation_id: null }
  }
}

/** Payments belong to the organisation of the shop that took them. */
async function shopOf(trx: Trx, actor: Actor, { payment_profile, into }: Omit<Given, 'file'>) {
  if (into !== undefined) throw new Refusal('invalid_request', { 'query.into': 'unknown' })
  if (payment_profile === undefined) throw new Refusal('invalid_request', { 'query.payment_profile': 'required' })
  const found = await trx
    .selectFrom('payment_profile')
    .select(['merchant_id', 'organisation_id', 'id as payment_profile_id'])
    .where('id', '=', payment_profile)
    .where(visibleTo(actor, 'payment_profile'))
    .executeTakeFirst()
  if (!found) throw new Refusal('invalid_request', { 'query.payment_profile': 'not_found' })
  return found
}

async function organisationOf(trx: Trx, actor: Actor, { payment_profile, into }: Omit<Given, 'file'>) {
  if (payment_profile !== undefined) throw new Refusal('invalid_request', { 'query.payment_profile': 'unknown' })
  if (into === undefined) throw new Refusal('invalid_request', { 'query.into': 'required' })
  const { merchant: merchant_id, id: organisation_id } = await visibleOrganisation(trx, actor, into, {
    field: 'query.into',
  })
  return { merchant_id, organisation_id }
}
