import type { MerchantModule, Module } from '@kontor/contract/modules'
import { sql } from 'kysely'
import type { Scope } from './actor.ts'
import type { Reader } from './database.ts'

/** The parts that a row of `merchant` lacks; none of them where a join found no merchant. */
export const lackedModules = sql<MerchantModule[]>`array_remove(array[
  case when not merchant.has_collecting then 'collecting' end,
  case when not merchant.has_subscriptions then 'subscriptions' end,
  case when not merchant.has_terminals then 'terminals' end], null)`

/** The parts that the merchant of a scope lacks. */
export async function lacksOf(db: Reader, { merchant }: Scope): Promise<readonly Module[]> {
  if (merchant === null) return []
  const query = db.selectFrom('merchant').select(lackedModules.as('lacks'))
  return (await query.where('id', '=', merchant).executeTakeFirst())?.lacks ?? []
}
