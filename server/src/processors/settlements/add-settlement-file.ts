import { createHash } from 'node:crypto'
import { resolveStuckOperationEndpoint } from '@kontor/contract/payments/stuck-operation.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { isAllowed } from '@kontor/contract/roles'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuseCardNumber } from '../../platform/refuse-card-number.ts'
import type { FetchedFile } from '../gateway.ts'
import { lockProcessorSettlement } from './seen-processor-settlement.ts'

/**
 * Keeps a file that a person hands in, to be read after the commit. The same file again is refused with the one that is there, unless
 * it proves something now.
 */
export async function addSettlementFile(
  trx: Trx,
  actor: Actor,
  id: string,
  file: { name: string; content: Buffer },
  now: Date,
): Promise<{ merchant_id: string; id: string }> {
  if (file.content.length === 0) throw new Refusal('invalid_request', { body: 'required' })
  await refuseCardNumber(trx, 'headers.x-file-name', file.name)
  const of = await lockProcessorSettlement(trx, actor, id)
  if (!of.active) throw new Refusal('settlement_inactive')
  // A file may end orders, as the word of a person may: it needs the same rights.
  const is_proof = isAllowed(resolveStuckOperationEndpoint.access, actor.roles)
  const { known, ...kept } = await keepSettlementFile(trx, of, { ...file, uploaded_by: actor.name, is_proof }, now)
  if (known) throw new Refusal('file_known', { file: kept.id, known_as: known.name, received_at: known.received_at })
  return kept
}

interface KeptFile extends Omit<FetchedFile, 'batch'> {
  /** As the gateway numbers it, where it was fetched. */
  batch?: string
  /** Null: it was fetched. */
  uploaded_by: string | null
  is_proof: boolean
}

/**
 * Keeps a file once per settlement, however often and by however many it comes. It is of who may prove something with it, and of
 * the gateway before a person. `known`: it was there, and nothing about it changed.
 */
export async function keepSettlementFile(
  trx: Trx,
  of: { merchant_id: string; id: string },
  { name, content, batch, uploaded_by, is_proof }: KeptFile,
  now: Date,
): Promise<{ merchant_id: string; id: string; known?: { name: string; received_at: string } }> {
  const sha256 = createHash('sha256').update(content).digest()
  const { id, created_at: received_at } = newId(now)
  const { merchant_id } = of
  const kept = await trx
    .insertInto('processor_settlement_file')
    .values({
      ...{ merchant_id, id, processor_settlement_id: of.id, received_at },
      ...{ name: name.slice(0, 150), content, sha256, uploaded_by, is_proof, batch: batch ?? null },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'processor_settlement_id', 'sha256'])
        .doUpdateSet(({ ref, fn }) => ({
          ...{ is_proof: true, compared_at: null, uploaded_by: ref('excluded.uploaded_by') },
          batch: fn.coalesce('excluded.batch', 'processor_settlement_file.batch'),
        }))
        .where('excluded.is_proof', '=', true)
        .where(({ or, eb, and }) =>
          or([
            eb('processor_settlement_file.is_proof', '=', false),
            and([eb('excluded.uploaded_by', 'is', null), eb('processor_settlement_file.uploaded_by', 'is not', null)]),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst()
  if (kept) return { merchant_id, id: kept.id }
  const known = await trx
    .selectFrom('processor_settlement_file')
    .select(['id', 'name', 'received_at'])
    .where('merchant_id', '=', merchant_id)
    .where('processor_settlement_id', '=', of.id)
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow()
  return { merchant_id, id: known.id, known }
}
