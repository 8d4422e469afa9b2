import { tag } from '@kontor/contract/tags/tag.entity'
import { visibleTo } from '../platform/db/actor.ts'
import type { Source } from '../platform/rows/list.ts'

export const tagSource: Source = {
  entity: tag,
  rows: (db, actor) =>
    db
      .selectFrom('tag')
      .where(visibleTo(actor, 'tag'))
      .select([
        'tag.id',
        'tag.created_at',
        'tag.text',
        'tag.color',
        'tag.organisation_id as organisation',
        'tag.merchant_id as merchant',
      ]),
}
