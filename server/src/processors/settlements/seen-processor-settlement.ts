import type { ProcessorMode } from '@kontor/contract/processors/processor.rules'
import type { ProcessorSettlementType } from '@kontor/contract/processors/processor-settlement.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Selectable } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Reader, Trx } from '../../platform/db/database.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'
import type { ProcessorSettlement } from '../../schema.ts'

/** CHECKs allow the contract's words only. */
interface Words {
  mode: ProcessorMode
  processor_settlement_type: ProcessorSettlementType
}
export type StoredProcessorSettlement = Omit<Selectable<ProcessorSettlement>, keyof Words> & Words

/** A processor settlement that the actor may see. */
export async function seenProcessorSettlement(
  db: Reader,
  actor: Actor,
  id: string,
): Promise<StoredProcessorSettlement> {
  const found = await seen(db, actor, id).executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found
}

/** The same, which nobody else changes until the transaction ends. */
export async function lockProcessorSettlement(
  trx: Trx,
  actor: Actor,
  id: string,
): Promise<Locked<StoredProcessorSettlement>> {
  const found = await lockRow(seen(trx, actor, id), { strength: 'no key update' })
  if (!found) throw new Refusal('not_found')
  return found
}

const seen = (db: Reader, actor: Actor, id: string) =>
  db
    .selectFrom('processor_settlement')
    .selectAll()
    .$narrowType<Words>()
    .where('id', '=', id)
    .where(visibleTo(actor, 'processor_settlement'))
