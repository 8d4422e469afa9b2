import { routing } from '@kontor/contract/decisions/routings/routing.entity'
import { sql } from 'kysely'
import { visibleTo } from '../../platform/db/actor.ts'
import type { Source } from '../../platform/rows/list.ts'

/** Routings with their trees, which are no field that a list filters or sorts by. */
export const routingSource: Source = {
  entity: routing,
  rows: (db, actor) =>
    db
      .selectFrom('routing')
      .where(visibleTo(actor, 'routing'))
      .select([
        'routing.id',
        'routing.created_at',
        'routing.updated_at',
        'routing.name',
        'routing.payment_product',
        'routing.currency_code',
        'routing.details',
        'routing.version',
        sql<string[]>`array(select x.processor_id from routing_processor x
          where x.merchant_id = routing.merchant_id and x.routing_id = routing.id
          order by x.position)`.as('processors'),
        sql<number>`(select count(*)::int from payment_profile_routing x
          where x.merchant_id = routing.merchant_id and x.routing_id = routing.id)`.as('uses'),
        'routing.organisation_id as organisation',
        'routing.merchant_id as merchant',
      ]),
}
