import type { ShareShop } from '@kontor/contract/shares/share.schemas'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Reader, Trx } from '../platform/db/database.ts'
import { organisationsAbove } from '../platform/db/organisations-above.ts'
import { isOnlyProcessor } from '../processors/active-processors.ts'

/** A share, by its values or by columns of a row. */
interface ShareOf<Value = string> {
  merchant_id: Value
  id: Value
  processor_id: Value
}

/**
 * The payment profiles that use the processor by a share, with what they lose without it. `told` limits them to those that a
 * reader is told of (`toldOf`).
 */
export async function shareShops(
  db: Reader,
  share: ShareOf & { payment_product: string },
  told = sql<SqlBool>`true`,
): Promise<ShareShop[]> {
  const { merchant_id, processor_id, payment_product } = share
  const of = { merchant: sql.ref<string>('p.merchant_id'), profile: sql.ref<string>('p.id') }
  const { rows } = await sql<ShareShop>`
    with recursive ${given(share)}, ${used(share, told)}
    select p.id, p.name, o.name as organisation, ${isOnlyProcessor(db, of, { id: processor_id, payment_product })} as is_only,
      array(select r.name from payment_profile_routing used
        join routing r on r.merchant_id = used.merchant_id and r.id = used.routing_id
        where used.merchant_id = p.merchant_id and used.payment_profile_id = p.id and exists (
          select from routing_processor named where named.merchant_id = r.merchant_id and named.routing_id = r.id
            and named.processor_id = ${processor_id})
        order by r.name, r.id) as routings
    from used_by
    join payment_profile p on p.merchant_id = ${merchant_id} and p.id = used_by.id
    join organisation o on o.merchant_id = p.merchant_id and o.id = p.organisation_id
    order by p.name, p.id`.execute(db)
  return rows
}

/** A subquery: how many payment profiles use the processor by a share that is in force, of those that a reader is told of. */
export const countShops = (share: ShareOf<Expression<string>>, told: RawBuilder<SqlBool>): RawBuilder<number> =>
  sql`(with recursive ${given(share)}, ${used(share, told)} select count(*)::int from used_by)`

/** The giver is told of every payment profile that loses its processor, the receiver of those that it sees. */
export const toldOf = (actor: Actor, isGiver: Expression<SqlBool>): RawBuilder<SqlBool> =>
  sql`(${isGiver} or (${visibleTo(actor, 'p')}))`

/** Says of the payment profiles that keep the processor after a share ended by which of the other shares they have it, if any. */
export async function passToOthers(trx: Trx, share: ShareOf): Promise<void> {
  await sql`
    with recursive ${given(share)}
    update payment_profile_processor choice set share_id = (
      select of_share.id from of_share join payment_profile p on p.organisation_id = of_share.organisation
      where p.merchant_id = choice.merchant_id and p.id = choice.payment_profile_id and of_share.id <> ${share.id}
        and not exists (select from seen_in where seen_in.id = p.organisation_id)
      order by of_share.id limit 1)
    where choice.merchant_id = ${share.merchant_id} and choice.share_id = ${share.id}`.execute(trx)
}

type AnyShare = ShareOf | ShareOf<Expression<string>>

/** The organisations to which each share gives the processor, and those whose people see it: its own, and those above. */
const given = ({ merchant_id, id, processor_id }: AnyShare) => sql`
  of_share as (
    select s.id, s.to_organisation_id as organisation from share s
      where s.merchant_id = ${merchant_id} and s.processor_id = ${processor_id} and (s.status = 'ACCEPTED' or s.id = ${id})
    union
    select of_share.id, o.id from of_share
      join organisation o on o.merchant_id = ${merchant_id} and o.parent_id = of_share.organisation
  ), seen_in as (${organisationsAbove(
    merchant_id,
    sql`select organisation_id from processor where merchant_id = ${merchant_id} and id = ${processor_id}`,
  )})`

/**
 * The payment profiles that use the processor by the share: those of the receiving organisation and below it, and those that got
 * it there and moved; without those to which another share gives it too, and those whose people see it.
 */
const used = ({ merchant_id, id, processor_id }: AnyShare, told: RawBuilder<SqlBool>) => sql`
  used_by as (
    select p.id from payment_profile_processor choice
    join payment_profile p on p.merchant_id = choice.merchant_id and p.id = choice.payment_profile_id
    where choice.merchant_id = ${merchant_id} and choice.processor_id = ${processor_id}
      and (choice.share_id = ${id}
        or exists (select from of_share where of_share.id = ${id} and of_share.organisation = p.organisation_id))
      and not exists (select from of_share where of_share.id <> ${id} and of_share.organisation = p.organisation_id)
      and not exists (select from seen_in where seen_in.id = p.organisation_id) and ${told})`
