-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (
  with of_merchant as materialized (select scheme_at(m.id, 'REVENUE', (select (engine_now() at time zone time_zone)::date from installation)) as scheme_id from merchant m)
  select s.id, s.created_at, s.name, s.description, s.currency_code,
  current.number as version, current.valid_from, upcoming.valid_from as valid_until,
  (select count(*) from scheme_line l where l.version_id = coalesce(current.id, latest.id)) as lines,
  coalesce(current.hold_ppm, latest.hold_ppm) as hold_ppm, coalesce(current.hold_days, latest.hold_days) as hold_days,
  under_way.status as under_way,
  (select count(*) from of_merchant o where o.scheme_id = s.id) as merchants,
  coalesce(s.id = scheme_at(null, s.type, (select (engine_now() at time zone time_zone)::date from installation)), false) as "default", s.active, s.visible
  from scheme s
  left join lateral (select v.* from scheme_version v
  where v.scheme_id = s.id and v.status = 'ACTIVE' and v.valid_from <= (select (engine_now() at time zone time_zone)::date from installation)
  order by v.valid_from desc limit 1) current on true
  left join lateral (select v.valid_from from scheme_version v
  where v.scheme_id = s.id and v.status = 'ACTIVE' and v.valid_from > (select (engine_now() at time zone time_zone)::date from installation)
  order by v.valid_from limit 1) upcoming on true
  left join lateral (select v.* from scheme_version v where v.scheme_id = s.id order by v.number desc limit 1) latest on true
  left join scheme_version under_way on under_way.scheme_id = s.id and under_way.status in ('DRAFT', 'SUBMITTED')
  where s.type = 'REVENUE') as row where "row"."created_at" >= ($1::date::timestamp at time zone $2) and "row"."created_at" <= (($3::date + 1)::timestamp at time zone $4) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $5) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (
  with of_merchant as materialized (select scheme_at(m.id, 'REVENUE', (select (engine_now() at time zone time_zone)::date from installation)) as scheme_id from merchant m)
  select s.id, s.created_at, s.name, s.description, s.currency_code,
  current.number as version, current.valid_from, upcoming.valid_from as valid_until,
  (select count(*) from scheme_line l where l.version_id = coalesce(current.id, latest.id)) as lines,
  coalesce(current.hold_ppm, latest.hold_ppm) as hold_ppm, coalesce(current.hold_days, latest.hold_days) as hold_days,
  under_way.status as under_way,
  (select count(*) from of_merchant o where o.scheme_id = s.id) as merchants,
  coalesce(s.id = scheme_at(null, s.type, (select (engine_now() at time zone time_zone)::date from installation)), false) as "default", s.active, s.visible
  from scheme s
  left join lateral (select v.* from scheme_version v
  where v.scheme_id = s.id and v.status = 'ACTIVE' and v.valid_from <= (select (engine_now() at time zone time_zone)::date from installation)
  order by v.valid_from desc limit 1) current on true
  left join lateral (select v.valid_from from scheme_version v
  where v.scheme_id = s.id and v.status = 'ACTIVE' and v.valid_from > (select (engine_now() at time zone time_zone)::date from installation)
  order by v.valid_from limit 1) upcoming on true
  left join lateral (select v.* from scheme_version v where v.scheme_id = s.id order by v.number desc limit 1) latest on true
  left join scheme_version under_way on under_way.scheme_id = s.id and under_way.status in ('DRAFT', 'SUBMITTED')
  where s.type = 'REVENUE') as row where "row"."created_at" >= ($1::date::timestamp at time zone $2) and "row"."created_at" <= (($3::date + 1)::timestamp at time zone $4) - interval '1 millisecond';
