import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Reader } from '../platform/db/database.ts'
import type { Source } from '../platform/rows/list.ts'

export const paymentProfileSource: Source = {
  entity: paymentProfile,
  rows: (db, actor) => visibleProfiles(db, actor).select(routings),
  // Every list of payments shows profiles: which routings one uses is for those who look at it.
  related: visibleProfiles,
  conditions: {
    processors: (ids) => sql`exists (select from payment_profile_processor x where x.merchant_id = row.merchant
      and x.payment_profile_id = row.id and x.processor_id = any(${ids}::uuid[]))`,
  },
}

/** From payment product to the id of a routing. */
const routings = sql<Record<string, string>>`coalesce((select jsonb_object_agg(x.payment_product, x.routing_id)
  from payment_profile_routing x
  where x.merchant_id = payment_profile.merchant_id and x.payment_profile_id = payment_profile.id), '{}')`.as('routing')

function visibleProfiles(db: Reader, actor: Actor) {
  return db
    .selectFrom('payment_profile')
    .where(visibleTo(actor, 'payment_profile'))
    .select([
      'payment_profile.id',
      'payment_profile.created_at',
      'payment_profile.name',
      'payment_profile.display_name',
      'payment_profile.website',
      'payment_profile.description',
      'payment_profile.currency_code',
      'payment_profile.mcc',
      sql<string[]>`array(select x.processor_id from payment_profile_processor x
          where x.merchant_id = payment_profile.merchant_id and x.payment_profile_id = payment_profile.id
          order by x.position, x.processor_id)`.as('processors'),
      sql<string[]>`array(select x.middleware_id from payment_profile_middleware x
          where x.merchant_id = payment_profile.merchant_id and x.payment_profile_id = payment_profile.id
          order by x.position, x.middleware_id)`.as('middleware'),
      'payment_profile.webhook_transaction_update',
      'payment_profile.webhook_refund_update',
      'payment_profile.webhook_chargeback_update',
      'payment_profile.webhook_failed_email',
      'payment_profile.largest_payment',
      'payment_profile.failover',
      'payment_profile.bank_account_id as bank_account',
      'payment_profile.organisation_id as organisation',
      'payment_profile.merchant_id as merchant',
    ])
}
