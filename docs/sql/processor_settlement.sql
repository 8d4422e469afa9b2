-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (select row.*, merchant.name as merchant_name from ((select "processor_settlement"."id", "processor_settlement"."created_at", "processor_settlement"."name", "processor_settlement"."description", "processor_settlement"."gateway", "processor_settlement"."mode", "processor_settlement"."processor_settlement_type", "processor_settlement"."account", "processor_settlement"."active", case when "processor_settlement"."test_problem" in ('credential_refused', 'unreadable', 'not_permitted', 'wrong_account', 'wrong_mode', 'incomplete', 'unreachable')
  then "processor_settlement"."test_problem" end as "test_problem", "processor_settlement"."expected_every_days", "processor_settlement"."organisation_id" as "organisation", "processor_settlement"."merchant_id" as "merchant", "found"."last_file_at", "found"."open_differences", case when processor_settlement.active then found.expected_at end as "expected_at", case when processor_settlement.active and found.expected_at < engine_now() then 'MISSING'
  when found.open_differences > 0 then 'DIFFERENCE' when found.is_compared then 'OK' end as "reconciliation" from "processor_settlement" inner join lateral (
  select f.last_file_at, f.is_compared, d.open_differences, coalesce(f.last_file_at, processor_settlement.created_at)
  + processor_settlement.expected_every_days * interval '1 day' as expected_at
  from (select max(received_at) as last_file_at, coalesce(bool_or(reconciled_at is not null), false) as is_compared
  from processor_settlement_file
  where merchant_id = processor_settlement.merchant_id and processor_settlement_id = processor_settlement.id) f
  cross join (select count(*)::int as open_differences from reconciliation_difference
  where merchant_id = processor_settlement.merchant_id and processor_settlement_id = processor_settlement.id
  and status = 'OPEN') d) as "found" on true where "processor_settlement"."merchant_id" = $1 and "processor_settlement"."organisation_id" = any($2::uuid[]))) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($3::date::timestamp at time zone $4) and "row"."created_at" <= (($5::date + 1)::timestamp at time zone $6) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $7) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (select row.*, merchant.name as merchant_name from ((select "processor_settlement"."id", "processor_settlement"."created_at", "processor_settlement"."name", "processor_settlement"."description", "processor_settlement"."gateway", "processor_settlement"."mode", "processor_settlement"."processor_settlement_type", "processor_settlement"."account", "processor_settlement"."active", case when "processor_settlement"."test_problem" in ('credential_refused', 'unreadable', 'not_permitted', 'wrong_account', 'wrong_mode', 'incomplete', 'unreachable')
  then "processor_settlement"."test_problem" end as "test_problem", "processor_settlement"."expected_every_days", "processor_settlement"."organisation_id" as "organisation", "processor_settlement"."merchant_id" as "merchant", "found"."last_file_at", "found"."open_differences", case when processor_settlement.active then found.expected_at end as "expected_at", case when processor_settlement.active and found.expected_at < engine_now() then 'MISSING'
  when found.open_differences > 0 then 'DIFFERENCE' when found.is_compared then 'OK' end as "reconciliation" from "processor_settlement" inner join lateral (
  select f.last_file_at, f.is_compared, d.open_differences, coalesce(f.last_file_at, processor_settlement.created_at)
  + processor_settlement.expected_every_days * interval '1 day' as expected_at
  from (select max(received_at) as last_file_at, coalesce(bool_or(reconciled_at is not null), false) as is_compared
  from processor_settlement_file
  where merchant_id = processor_settlement.merchant_id and processor_settlement_id = processor_settlement.id) f
  cross join (select count(*)::int as open_differences from reconciliation_difference
  where merchant_id = processor_settlement.merchant_id and processor_settlement_id = processor_settlement.id
  and status = 'OPEN') d) as "found" on true where "processor_settlement"."merchant_id" = $1 and "processor_settlement"."organisation_id" = any($2::uuid[]))) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($3::date::timestamp at time zone $4) and "row"."created_at" <= (($5::date + 1)::timestamp at time zone $6) - interval '1 millisecond';
