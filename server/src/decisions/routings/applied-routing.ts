import type { Branch } from '@kontor/contract/decisions/routings/tree.rules'
import { type Expression, type RawBuilder, sql } from 'kysely'

/** The routing that a payment profile uses for a product. */
export interface AppliedRouting {
  id: string
  version: number
  /** Of the amounts in its conditions. */
  currency_code: string
  details: Branch
}

/** The same, in a SELECT; null: it uses none. */
export const appliedRouting = (of: {
  merchant: Expression<string>
  profile: Expression<string>
  product: string
}): RawBuilder<AppliedRouting | null> => sql`(
  select jsonb_build_object('id', r.id, 'version', r.version, 'currency_code', r.currency_code, 'details', r.details)
  from payment_profile_routing c join routing r on r.merchant_id = c.merchant_id and r.id = c.routing_id
  where c.merchant_id = ${of.merchant} and c.payment_profile_id = ${of.profile} and c.payment_product = ${of.product})`
