-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (select row.*, merchant.name as merchant_name from (
  select s.id, s.created_at, s.name, s.type, s.filters, s.columns, s.format as file_format, s.time_zone, s.frequency, s.weekdays,
  s.month_day, s.at_time, s.period, s.recipients, s.webhook_url, s.active, s.paused_reason, s.next_due_at, s.last_due_at,
  (select case when r.failure is null then r.status else 'FAILED' end from report r
  where r.merchant_id = s.merchant_id and r.schedule_id = s.id and r.due_at = s.last_due_at) as last_run,
  case when "s"."created_by" = any((select staff_names($1::uuid))::text[])
  then 'provider' else "s"."created_by" end as owner, s.organisation_id as organisation, s.merchant_id as merchant
  from report_schedule s
  where "s"."merchant_id" = $2 and "s"."organisation_id" = any($3::uuid[]) and s.type = any($4::text[])) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($5::date::timestamp at time zone $6) and "row"."created_at" <= (($7::date + 1)::timestamp at time zone $8) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $9) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (select row.*, merchant.name as merchant_name from (
  select s.id, s.created_at, s.name, s.type, s.filters, s.columns, s.format as file_format, s.time_zone, s.frequency, s.weekdays,
  s.month_day, s.at_time, s.period, s.recipients, s.webhook_url, s.active, s.paused_reason, s.next_due_at, s.last_due_at,
  (select case when r.failure is null then r.status else 'FAILED' end from report r
  where r.merchant_id = s.merchant_id and r.schedule_id = s.id and r.due_at = s.last_due_at) as last_run,
  case when "s"."created_by" = any((select staff_names($1::uuid))::text[])
  then 'provider' else "s"."created_by" end as owner, s.organisation_id as organisation, s.merchant_id as merchant
  from report_schedule s
  where "s"."merchant_id" = $2 and "s"."organisation_id" = any($3::uuid[]) and s.type = any($4::text[])) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($5::date::timestamp at time zone $6) and "row"."created_at" <= (($7::date + 1)::timestamp at time zone $8) - interval '1 millisecond';
