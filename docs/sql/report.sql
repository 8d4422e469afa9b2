-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (select row.*, merchant.name as merchant_name from (
  select report.id, report.created_at, report.name, report.type, report.status, report.failure, report.rows as count,
  case when report.status = 'PENDING' and report.rows_expected > 0
  then least(99, report.rows * 100 / report.rows_expected)::int end as progress,
  report.filters, report.sort, report.columns, report.format as file_format, report.time_zone,
  case when "report"."created_by" = any((select staff_names($1::uuid))::text[])
  then 'provider' else "report"."created_by" end as created_by,
  report.started_at, report.finished_at, report.as_of, report.expires_at, report.bytes, report.sha256,
  report.schedule_id as schedule, report.due_at, report.organisation_id as organisation, report.merchant_id as merchant
  from report
  where "report"."merchant_id" = $2 and "report"."organisation_id" = any($3::uuid[]) and report.type = any($4::text[])) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($5::date::timestamp at time zone $6) and "row"."created_at" <= (($7::date + 1)::timestamp at time zone $8) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $9) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (select row.*, merchant.name as merchant_name from (
  select report.id, report.created_at, report.name, report.type, report.status, report.failure, report.rows as count,
  case when report.status = 'PENDING' and report.rows_expected > 0
  then least(99, report.rows * 100 / report.rows_expected)::int end as progress,
  report.filters, report.sort, report.columns, report.format as file_format, report.time_zone,
  case when "report"."created_by" = any((select staff_names($1::uuid))::text[])
  then 'provider' else "report"."created_by" end as created_by,
  report.started_at, report.finished_at, report.as_of, report.expires_at, report.bytes, report.sha256,
  report.schedule_id as schedule, report.due_at, report.organisation_id as organisation, report.merchant_id as merchant
  from report
  where "report"."merchant_id" = $2 and "report"."organisation_id" = any($3::uuid[]) and report.type = any($4::text[])) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($5::date::timestamp at time zone $6) and "row"."created_at" <= (($7::date + 1)::timestamp at time zone $8) - interval '1 millisecond';
