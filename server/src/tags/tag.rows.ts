import { tag } from '@kontor/contract/tags/tag.entity'
import { recentDays } from '@kontor/contract/tags/tag.rules'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Reader } from '../platform/db/database.ts'
import type { Source } from '../platform/rows/list.ts'

export const tagSource: Source = {
  entity: tag,
  rows: (db, actor) => visibleTags(db, actor).select(recentTransactions(actor).as('recent_transactions')),
  // Every list of payments shows tags, so the row of a related tag leaves out the count.
  related: (db, actor) => visibleTags(db, actor).select(sql<null>`null::int`.as('recent_transactions')),
}

const visibleTags = (db: Reader, actor: Actor) =>
  db
    .selectFrom('tag')
    .where(visibleTo(actor, 'tag'))
    .select([
      'tag.id',
      'tag.created_at',
      'tag.text',
      'tag.color',
      'tag.description',
      'tag.organisation_id as organisation',
      'tag.merchant_id as merchant',
    ])

/** Counts recent payments by the viewer's days, as in the list that the number leads to. */
function recentTransactions(actor: Actor) {
  const { scope, time_zone } = actor
  const sinceThen = sql`x.merchant_id = tag.merchant_id and x.tag_id = tag.id
    and x.transaction_created_at >= day_before(${time_zone}, ${recentDays - 1})`
  // An actor who sees the whole merchant sees every payment, so the tags alone are counted.
  if (scope.merchant === null || scope.organisations === null)
    return sql<number>`(select count(*) from transaction_tag x where ${sinceThen})::int`
  return sql<number>`(select count(*) from transaction_tag x join transaction t on t.merchant_id = x.merchant_id
    and t.created_at = x.transaction_created_at and t.id = x.transaction_id
    where ${sinceThen} and ${visibleTo(actor, 't')})::int`
}
