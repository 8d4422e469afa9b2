import { pricePackage } from '@kontor/contract/packages/package.entity'
import { sql } from 'kysely'
import type { Source } from '../platform/rows/list.ts'
import { today } from '../pricing/business-days.ts'

/** They are the provider's own, the same in the view of any merchant. */
export const packageSource: Source = {
  entity: pricePackage,
  as: 'provider',
  rows: () => sql`
    with of_merchant as materialized (select package_at(m.id, ${today}) as package_id from merchant m)
    select k.id, k.created_at, k.name, k.description,
      package_scheme_at(k.id, 'REVENUE', ${today}) as revenue_scheme, package_scheme_at(k.id, 'COST', ${today}) as cost_scheme,
      package_scheme_at(k.id, 'RESERVE', ${today}) as reserve_scheme, package_scheme_at(k.id, 'PARTNER', ${today}) as partner_scheme,
      k.schedule_id as settlement_schedule, k.delay_days, k.minimum, k.currency_code, k.negative,
      (select count(*) from of_merchant o where o.package_id = k.id) as merchants, k.active
    from package k`,
}
