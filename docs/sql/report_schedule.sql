-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (select row.*, merchant.name as merchant_name from (
  select s.id, s.created_at, s.name, s.type, s.filters, s.columns, s.format as file_format, s.time_zone, s.frequency, s.weekdays,
  s.month_day, s.at_time, s.period, s.recipients, s.webhook_url, s.active, s.paused_reason, s.next_due_at, s.last_due_at,
  s.created_by as owner, s.organisation_id as organisation, s.merchant_id as merchant
  from report_schedule s
  where "s"."merchant_id" = $1 and "s"."organisation_id" = any($2::uuid[]) and s.type = any($3::text[])) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($4::date::timestamp at time zone $5) and "row"."created_at" <= (($6::date + 1)::timestamp at time zone $7) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $8) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (select row.*, merchant.name as merchant_name from (
  select s.id, s.created_at, s.name, s.type, s.filters, s.columns, s.format as file_format, s.time_zone, s.frequency, s.weekdays,
  s.month_day, s.at_time, s.period, s.recipients, s.webhook_url, s.active, s.paused_reason, s.next_due_at, s.last_due_at,
  s.created_by as owner, s.organisation_id as organisation, s.merchant_id as merchant
  from report_schedule s
  where "s"."merchant_id" = $1 and "s"."organisation_id" = any($2::uuid[]) and s.type = any($3::text[])) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($4::date::timestamp at time zone $5) and "row"."created_at" <= (($6::date + 1)::timestamp at time zone $7) - interval '1 millisecond';
