import { type Expression, isExpression, type RawBuilder, sql } from 'kysely'

/**
 * A subquery: the ids of some organisations of a merchant, and of those above them up to the root. `some` are ids, or a
 * subquery of ids.
 */
export function organisationsAbove(
  merchant: string | Expression<string>,
  some: readonly (string | null)[] | RawBuilder<unknown>,
): RawBuilder<string> {
  const isSome = isExpression(some) ? sql`in (${some})` : sql`= any(${[...some]}::uuid[])`
  return sql`
    with recursive above as (
      select id, parent_id from organisation where merchant_id = ${merchant} and id ${isSome}
      union
      select o.id, o.parent_id from above join organisation o on o.merchant_id = ${merchant} and o.id = above.parent_id)
    select id from above`
}
