-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (
  with of_merchant as materialized (select package_at(m.id, (select (engine_now() at time zone time_zone)::date from installation)) as package_id from merchant m)
  select k.id, k.created_at, k.name, k.description,
  package_scheme_at(k.id, 'REVENUE', (select (engine_now() at time zone time_zone)::date from installation)) as revenue_scheme, package_scheme_at(k.id, 'COST', (select (engine_now() at time zone time_zone)::date from installation)) as cost_scheme,
  package_scheme_at(k.id, 'RESERVE', (select (engine_now() at time zone time_zone)::date from installation)) as reserve_scheme, package_scheme_at(k.id, 'PARTNER', (select (engine_now() at time zone time_zone)::date from installation)) as partner_scheme,
  k.schedule_id as settlement_schedule, k.delay_days, k.minimum, k.currency_code, k.negative,
  (select count(*) from of_merchant o where o.package_id = k.id) as merchants, k.active
  from package k) as row where "row"."created_at" >= ($1::date::timestamp at time zone $2) and "row"."created_at" <= (($3::date + 1)::timestamp at time zone $4) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $5) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (
  with of_merchant as materialized (select package_at(m.id, (select (engine_now() at time zone time_zone)::date from installation)) as package_id from merchant m)
  select k.id, k.created_at, k.name, k.description,
  package_scheme_at(k.id, 'REVENUE', (select (engine_now() at time zone time_zone)::date from installation)) as revenue_scheme, package_scheme_at(k.id, 'COST', (select (engine_now() at time zone time_zone)::date from installation)) as cost_scheme,
  package_scheme_at(k.id, 'RESERVE', (select (engine_now() at time zone time_zone)::date from installation)) as reserve_scheme, package_scheme_at(k.id, 'PARTNER', (select (engine_now() at time zone time_zone)::date from installation)) as partner_scheme,
  k.schedule_id as settlement_schedule, k.delay_days, k.minimum, k.currency_code, k.negative,
  (select count(*) from of_merchant o where o.package_id = k.id) as merchants, k.active
  from package k) as row where "row"."created_at" >= ($1::date::timestamp at time zone $2) and "row"."created_at" <= (($3::date + 1)::timestamp at time zone $4) - interval '1 millisecond';
