import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import { schemeEntities } from '@kontor/contract/pricing/scheme.entity'
import { sql } from 'kysely'
import type { Source } from '../platform/rows/list.ts'
import { today } from './business-days.ts'

/** They are the provider's own, the same in the view of any merchant. */
const sourceOf = (type: SchemeType): Source => ({
  entity: schemeEntities[type],
  as: 'provider',
  rows: () => sql`
    with of_merchant as materialized (select scheme_at(m.id, ${sql.lit(type)}, ${today}) as scheme_id from merchant m)
    select s.id, s.created_at, s.name, s.description, s.currency_code,
      current.number as version, current.valid_from, upcoming.valid_from as valid_until,
      (select count(*) from scheme_line l where l.version_id = coalesce(current.id, latest.id)) as lines,
      coalesce(current.hold_ppm, latest.hold_ppm) as hold_ppm, coalesce(current.hold_days, latest.hold_days) as hold_days,
      under_way.status as under_way,
      (select count(*) from of_merchant o where o.scheme_id = s.id) as merchants,
      coalesce(s.id = scheme_at(null, s.type, ${today}), false) as "default", s.active, s.visible
    from scheme s
    left join lateral (select v.* from scheme_version v
      where v.scheme_id = s.id and v.status = 'ACTIVE' and v.valid_from <= ${today}
      order by v.valid_from desc limit 1) current on true
    left join lateral (select v.valid_from from scheme_version v
      where v.scheme_id = s.id and v.status = 'ACTIVE' and v.valid_from > ${today}
      order by v.valid_from limit 1) upcoming on true
    left join lateral (select v.* from scheme_version v where v.scheme_id = s.id order by v.number desc limit 1) latest on true
    left join scheme_version under_way on under_way.scheme_id = s.id and under_way.status in ('DRAFT', 'SUBMITTED')
    where s.type = ${sql.lit(type)}`,
})

export const schemeSources: Readonly<Record<SchemeType, Source>> = {
  REVENUE: sourceOf('REVENUE'),
  COST: sourceOf('COST'),
  RESERVE: sourceOf('RESERVE'),
  PARTNER: sourceOf('PARTNER'),
}
