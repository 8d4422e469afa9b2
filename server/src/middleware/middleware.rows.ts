import { middleware } from '@kontor/contract/middleware/middleware.entity'
import { visibleTo } from '../platform/db/actor.ts'
import type { Source } from '../platform/rows/list.ts'

export const middlewareSource: Source = {
  entity: middleware,
  rows: (db, actor) =>
    db
      .selectFrom('middleware')
      .where(visibleTo(actor, 'middleware'))
      .select([
        'middleware.id',
        'middleware.created_at',
        'middleware.name',
        'middleware.description',
        'middleware.provider',
        'middleware.kind',
        'middleware.url',
        'middleware.time_limit_ms',
        'middleware.when_silent',
        'middleware.active',
        'middleware.organisation_id as organisation',
        'middleware.merchant_id as merchant',
      ]),
}
