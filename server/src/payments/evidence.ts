import type { Evidence } from '@kontor/contract/payments/chargeback.commands'
import { type ChargebackStatus, type EvidenceType, evidenceLimits } from '@kontor/contract/payments/chargeback.rules'
import { Refusal } from '@kontor/contract/refusal'
import { type Actor, engineActor } from '../platform/actor.ts'
import { type Databases, inTransaction, type Reader, type Trx } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import type { EvidenceFile } from '../processors/gateway.ts'
import { typeOfFile } from './file-type.ts'
import { lockChargeback } from './locked-chargeback.ts'
import { refuseCardNumber } from './refuse-card-number.ts'
import type { StoredChargeback } from './stored-chargeback.ts'

type Key = Pick<StoredChargeback, 'merchant_id' | 'id'>

/** Without the contents. */
export async function listEvidence(db: Reader, of: Key): Promise<Evidence[]> {
  const rows = await db
    .selectFrom('chargeback_evidence')
    .select(['id', 'name', 'content_type', 'size', 'created_at', 'created_by'])
    .where('merchant_id', '=', of.merchant_id)
    .where('chargeback_id', '=', of.id)
    .orderBy('position')
    .execute()
  // A CHECK keeps the type to these; a generated column is never null.
  return rows as Evidence[]
}

/** Adds a file. What it is, its bytes say; the same one again is the one that is there. */
export async function addEvidence(
  trx: Trx,
  actor: Actor,
  id: string,
  file: { name: string; content: Buffer },
  now: Date,
): Promise<Evidence> {
  const content_type = typeOfFile(file.content)
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
  const all = await listEvidence(trx, chargeback)
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

/** As long as nothing was decided. */
export async function removeEvidence(trx: Trx, actor: Actor, id: string, evidence: string): Promise<void> {
  const { chargeback } = await lockChargeback(trx, actor, id)
  requireUnanswered(chargeback)
  const { numDeletedRows } = await trx
    .deleteFrom('chargeback_evidence')
    .where('merchant_id', '=', chargeback.merchant_id)
    .where('chargeback_id', '=', chargeback.id)
    .where('id', '=', evidence)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('not_found')
}

export async function readEvidence(db: Reader, of: Key, evidence: string) {
  const row = await db
    .selectFrom('chargeback_evidence')
    .select(['name', 'content_type', 'content'])
    .where('merchant_id', '=', of.merchant_id)
    .where('chargeback_id', '=', of.id)
    .where('id', '=', evidence)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** What is sent with a dispute. Contents are read one by one, each in a transaction that ends before it is sent. */
export async function evidenceOf(databases: Databases, trx: Trx, of: Key): Promise<EvidenceFile[]> {
  const engine = engineActor(of.merchant_id, 'processor')
  return (await listEvidence(trx, of)).map(({ id, name, content_type }) => ({
    reference: id,
    name,
    content_type,
    read: () => inTransaction(databases, engine, async (own) => (await readEvidence(own, of, id)).content),
  }))
}

function requireUnanswered({ status, answer }: { status: ChargebackStatus; answer: string | null }): void {
  if (status !== 'OPEN' || answer !== null) throw new Refusal('chargeback_not_open')
}
