import type { Evidence } from '@kontor/contract/disputes/chargeback.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { toldName } from '../../platform/changes/own-people.ts'
import { type Actor, engineActor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction, type Reader, type Trx } from '../../platform/db/database.ts'
import type { EvidenceFile } from '../../processors/gateway.ts'
import type { StoredChargeback } from './stored-chargeback.ts'

type Key = Pick<StoredChargeback, 'merchant_id' | 'id'>

/**
 * The files that are sent with a dispute. `read` reads one file in a transaction of its own, which ends before the file is
 * sent.
 */
export async function evidenceOf(databases: Databases, trx: Trx, of: Key): Promise<EvidenceFile[]> {
  const engine = engineActor(of.merchant_id, 'processor')
  return (await listEvidence(trx, engine, of)).map(({ id, name, content_type }) => ({
    reference: id,
    name,
    content_type,
    read: () => inTransaction(databases, engine, async (own) => (await readEvidence(own, of, id)).content),
  }))
}

/** Lists the files without their contents. */
export async function listEvidence(db: Reader, actor: Actor, of: Key): Promise<Evidence[]> {
  const rows = await db
    .selectFrom('chargeback_evidence')
    .select(['id', 'name', 'content_type', 'size', 'created_at'])
    .select(toldName<string>(actor, 'chargeback_evidence.created_by').as('created_by'))
    .where('merchant_id', '=', of.merchant_id)
    .where('chargeback_id', '=', of.id)
    .orderBy('position')
    .execute()
  // The type is safe: a CHECK constraint allows only these content types, and the generated column is never null.
  return rows as Evidence[]
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
