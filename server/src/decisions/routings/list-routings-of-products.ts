import type { profileRoutingsEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import type { ReplyOf } from '@kontor/contract/endpoint'
import { paymentProducts } from '@kontor/contract/payments/transaction.rules'
import { sql } from 'kysely'
import { merchantInView } from '../../organisations/merchants/merchant-in-view.ts'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Reader } from '../../platform/db/database.ts'

/** The routings of a merchant that the actor sees, by payment product, each list by name. Products without one are left out. */
export async function listRoutingsOfProducts(
  db: Reader,
  actor: Actor,
): Promise<ReplyOf<typeof profileRoutingsEndpoint>> {
  const found = await db
    .selectFrom('routing')
    .select(['routing.id', 'routing.name', 'routing.payment_product'])
    .select(
      sql<string[]>`array(select x.processor_id from routing_processor x
        where x.merchant_id = routing.merchant_id and x.routing_id = routing.id order by x.position)`.as('processors'),
    )
    .where('merchant_id', '=', merchantInView(actor))
    .where(visibleTo(actor, 'routing'))
    .orderBy('routing.name')
    .orderBy('routing.id')
    .limit(mostRoutings)
    .execute()
  return paymentProducts.flatMap((payment_product) => {
    const routings = found.filter((each) => each.payment_product === payment_product)
    return routings.length === 0
      ? []
      : [{ payment_product, routings: routings.map(({ id, name, processors }) => ({ id, name, processors })) }]
  })
}

/** As many as the longest list of processors. */
const mostRoutings = 2_000
