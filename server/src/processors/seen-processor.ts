import type { ProcessorMode } from '@kontor/contract/processors/processor.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Selectable } from 'kysely'
import { editableBy } from '../organisations/shared-processors.ts'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Reader, Trx } from '../platform/db/database.ts'
import { inTurn, type Locked, lockRow } from '../platform/db/locked.ts'
import type { Processor } from '../schema.ts'
import { ordersOf } from './hold-processor.ts'

/** A CHECK allows the contract's modes only. */
export type StoredProcessor = Omit<Selectable<Processor>, 'mode'> & { mode: ProcessorMode }

/** A processor that the actor may see, which nobody else changes until the transaction ends. Payments with it go on. */
export async function lockProcessor(trx: Trx, actor: Actor, id: string): Promise<Locked<StoredProcessor>> {
  const found = await lockRow(seen(trx, actor, id), { strength: 'no key update' })
  if (!found) throw new Refusal('not_found')
  return found
}

/** A processor that the actor may see. */
export async function seenProcessor(db: Reader, actor: Actor, id: string): Promise<StoredProcessor> {
  const found = await seen(db, actor, id).executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found
}

/** A processor of which the actor may prepare the credential, seen or shared for that. */
export async function editedProcessor(db: Reader, actor: Actor, id: string): Promise<StoredProcessor> {
  const found = await edited(db, actor, id).executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found
}

/** The same, which nobody else changes until the transaction ends. */
export async function lockEditedProcessor(trx: Trx, actor: Actor, id: string): Promise<Locked<StoredProcessor>> {
  const found = await lockRow(edited(trx, actor, id), { strength: 'no key update' })
  if (!found) throw new Refusal('not_found')
  return found
}

/** False for a processor that others share with the actor. */
export const isSeenBy = async (db: Reader, actor: Actor, id: string): Promise<boolean> =>
  (await seen(db, actor, id).executeTakeFirst()) !== undefined

/** Locks a processor for a moment at which no payment begins with it: whoever refers to it has done so, or waits. */
export async function lockProcessorWhole(trx: Trx, actor: Actor, id: string): Promise<void> {
  await inTurn(trx, ordersOf(id))
  if (!(await lockRow(seen(trx, actor, id)))) throw new Refusal('not_found')
}

const seen = (db: Reader, actor: Actor, id: string) => stored(db, id).where(visibleTo(actor, 'processor'))
const edited = (db: Reader, actor: Actor, id: string) => stored(db, id).where(editableBy(actor))

const stored = (db: Reader, id: string) =>
  db.selectFrom('processor').selectAll().$narrowType<{ mode: ProcessorMode }>().where('id', '=', id)
