import { type EvidenceType, evidenceLimits } from '@kontor/contract/disputes/chargeback.rules'
import type { Evidence } from '@kontor/contract/disputes/chargeback.schemas'
import { Refusal } from '@kontor/contract/refusal'
import type { StoredChargeback } from '../engine/records/stored-chargeback.ts'
import { listEvidence } from '../engine/records/stored-evidence.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { typeOfDocument } from '../platform/http/document-file.ts'
import { refuseCardNumber } from '../platform/refuse-card-number.ts'
import { lockChargeback, requireUnanswered } from './locked-chargeback.ts'

/** Adds a file. Its bytes decide its type; the same file again gives the existing one. */
export async function addEvidence(
  trx: Trx,
  actor: Actor,
  id: string,
  file: { name: string; content: Buffer },
  now: Date,
): Promise<Evidence> {
  const content_type = typeOfDocument(file.content)
  if (!content_type) throw new Refusal('evidence_refused', { body: 'not_pdf_jpeg_png' })
  await refuseCardNumber(trx, 'headers.x-file-name', file.name)
  const { chargeback } = await lockChargeback(trx, actor, id)
  requireUnanswered(chargeback)
  const before = await trx
    .selectFrom('chargeback_evidence')
    .select(['id', 'position', 'content'])
    .where('merchant_id', '=', chargeback.merchant_id)
    .where('chargeback_id', '=', chargeback.id)
    .execute()
  const same = before.find(({ content }) => content.equals(file.content))
  const made = same?.id ?? (await insert(trx, actor, chargeback, before, { ...file, content_type }, now))
  const all = await listEvidence(trx, actor, chargeback)
  const found = all.find((one) => one.id === made)
  if (!found) throw new Error(`evidence ${made} is not there`)
  return found
}

async function insert(
  trx: Trx,
  actor: Actor,
  chargeback: StoredChargeback,
  before: readonly { position: number }[],
  file: { name: string; content: Buffer; content_type: EvidenceType },
  now: Date,
): Promise<string> {
  const places = Array.from({ length: evidenceLimits.files }, (_, index) => index + 1)
  const position = places.find((place) => !before.some((one) => one.position === place))
  if (!position) throw new Refusal('evidence_full', { most: evidenceLimits.files })
  const { id, created_at } = newId(now)
  await trx
    .insertInto('chargeback_evidence')
    .values({
      merchant_id: chargeback.merchant_id,
      id,
      chargeback_created_at: chargeback.created_at,
      chargeback_id: chargeback.id,
      position,
      ...file,
      created_at,
      created_by: actor.name,
    })
    .execute()
  return id
}
