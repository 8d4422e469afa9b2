import { Refusal } from '@kontor/contract/refusal'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { inTurn } from '../platform/db/locked.ts'
import { organisationsAbove } from '../platform/db/organisations-above.ts'

/**
 * The condition for processors with which an actor's payment profiles may take payments: those that the actor sees, and those
 * that other organisations share with the actor's part of the tree (docs/adr/0099).
 */
export function usableBy(actor: Actor): RawBuilder<SqlBool> {
  const own = visibleTo(actor, 'processor')
  const given = sharedWith(actor)
  return given ? sql`(${own} or ${given})` : own
}

/** The condition for processors that others share with the actor; undefined for who sees every processor of the merchant. */
export function sharedWith(actor: Actor): RawBuilder<SqlBool> | undefined {
  const given = sharesWith(actor)
  return given && sql`processor.merchant_id = ${actor.scope.merchant} and exists (${given})`
}

/**
 * The condition for processors of which an actor may prepare credentials, as far as the actor's roles go: those that the actor
 * sees, and those that others share for that (docs/adr/0110).
 */
export function editableBy(actor: Actor): RawBuilder<SqlBool> {
  const own = visibleTo(actor, 'processor')
  const given = sharesWith(actor)
  return given
    ? sql`(${own} or processor.merchant_id = ${actor.scope.merchant} and exists (${given} and share.access = 'USE_AND_EDIT'))`
    : own
}

/** The share by which alone an actor has the use of a processor; null for processors that the actor sees. */
export function shareOf(actor: Actor): RawBuilder<string | null> {
  const given = sharesWith(actor)
  if (!given) return sql`null::uuid`
  return sql`case when not (${visibleTo(actor, 'processor')}) then (${given} order by share.id limit 1) end`
}

function sharesWith({ scope }: Actor): RawBuilder<string> | undefined {
  if (scope.merchant === null || scope.organisations === null) return undefined
  return sql`select share.id from share where share.merchant_id = processor.merchant_id and share.processor_id = processor.id
    and ${isUsedIn(scope.merchant, scope.below, scope.organisations)}`
}

/** The condition for shares of which nodes have the use: those given to a node that they see, or to one above it. */
export const isUsedIn = (
  merchant: string,
  below: readonly string[],
  organisations: readonly string[],
): RawBuilder<SqlBool> => sql`share.status = 'ACCEPTED' and (
    share.to_organisation_id = any(${organisations}::uuid[]) or share.to_organisation_id in (${organisationsAbove(merchant, below)}))`

/** Offers of a processor, and moves of it, come one after the other. */
export const inTurnOfPlace = (trx: Trx, processor: string): Promise<void> => inTurn(trx, `processor-place/${processor}`)

/** Refuses a move of a processor that is lent or offered: its receivers would be shown to people who never lent them anything. */
export async function refuseWhileShared(
  trx: Trx,
  { merchant_id, id }: { merchant_id: string; id: string },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct o.name from share join organisation o on o.merchant_id = share.merchant_id and o.id = share.to_organisation_id
    where share.merchant_id = ${merchant_id} and share.processor_id = ${id}
      and (share.status = 'ACCEPTED' or share.status = 'PENDING' and share.expires_at > engine_now())
    order by o.name`.execute(trx)
  if (rows.length > 0) throw new Refusal('processor_shared', { organisations: rows.map(({ name }) => name) })
}

/** Holds the shares of processors as they are until the transaction ends. */
export async function lockSharesOf(trx: Trx, merchant: string, processors: readonly string[]): Promise<void> {
  await trx
    .selectFrom('share')
    .select('id')
    .where('merchant_id', '=', merchant)
    .where('processor_id', 'in', processors)
    .where('status', '=', 'ACCEPTED')
    .orderBy('id')
    .forShare()
    .execute()
}
