-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (select row.*, merchant.name as merchant_name from (
  select import.id, import.created_at, import.type, import.file_name, import.status, import.rows_read,
  import.rows_new + import.rows_known as rows_ok, import.rows_known, import.rows_rejected, import.rows_reverted,
  import.created_by, import.started_at, import.finished_at, import.problem, import.task,
  coalesce(import.unfinished <> 'revert' and import.problem <> 'too_many_rejections', false) as can_go_on,
  case when import.task is not null and import.lines > 0
  then least(100, import.checkpoint::bigint * 100 / import.lines)::int end as progress,
  coalesce(import.file_deleted_at, case when import.sha256 is null then import.created_at end) as file_deleted_at,
  import.organisation_id as organisation, import.payment_profile_id as payment_profile,
  nullif(import.merchant_id, $1) as merchant
  from import
  where "import"."merchant_id" = $2 and "import"."organisation_id" = any($3::uuid[])) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($4::date::timestamp at time zone $5) and "row"."created_at" <= (($6::date + 1)::timestamp at time zone $7) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $8) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (select row.*, merchant.name as merchant_name from (
  select import.id, import.created_at, import.type, import.file_name, import.status, import.rows_read,
  import.rows_new + import.rows_known as rows_ok, import.rows_known, import.rows_rejected, import.rows_reverted,
  import.created_by, import.started_at, import.finished_at, import.problem, import.task,
  coalesce(import.unfinished <> 'revert' and import.problem <> 'too_many_rejections', false) as can_go_on,
  case when import.task is not null and import.lines > 0
  then least(100, import.checkpoint::bigint * 100 / import.lines)::int end as progress,
  coalesce(import.file_deleted_at, case when import.sha256 is null then import.created_at end) as file_deleted_at,
  import.organisation_id as organisation, import.payment_profile_id as payment_profile,
  nullif(import.merchant_id, $1) as merchant
  from import
  where "import"."merchant_id" = $2 and "import"."organisation_id" = any($3::uuid[])) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($4::date::timestamp at time zone $5) and "row"."created_at" <= (($6::date + 1)::timestamp at time zone $7) - interval '1 millisecond';
