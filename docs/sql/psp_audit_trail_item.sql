-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.merchant, row.created_at, row.id from (select row.*, merchant.name as merchant_name from (select
  item.id, item.created_at, item.route, item.url, item.type, item.authentication, item.user_id as "user", item.api_key_id as api_key,
  item.user_name, item.response_code, item.refusal, item.origin, item.destination, item.duration_ms, item.request_bytes,
  item.response_bytes, item.transaction_id as transaction, item.payment_profile_id as payment_profile, item.parent_id as parent,
  exists (select from audit_trail_item child where child.parent_id = item.id and child.created_at >= item.created_at) as has_children,
  item.gap, item.missing, item.missing_until, item.organisation_id as organisation, item.merchant_id as merchant, item.psp from audit_trail_item item where "item"."merchant_id" = $1 and "item"."organisation_id" = any($2::uuid[])) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($3::date::timestamp at time zone $4) and "row"."created_at" <= (($5::date + 1)::timestamp at time zone $6) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $7) as page
  join (select row.*, merchant.name as merchant_name from (select
  item.id, item.created_at, item.route, item.url, item.type, item.authentication, item.user_id as "user", item.api_key_id as api_key,
  item.user_name, item.response_code, item.refusal, item.origin, item.destination, item.duration_ms, item.request_bytes,
  item.response_bytes, item.transaction_id as transaction, item.payment_profile_id as payment_profile, item.parent_id as parent,
  exists (select from audit_trail_item child where child.parent_id = item.id and child.created_at >= item.created_at) as has_children,
  item.gap, item.missing, item.missing_until, item.organisation_id as organisation, item.merchant_id as merchant, item.psp from audit_trail_item item where "item"."merchant_id" = $8 and "item"."organisation_id" = any($9::uuid[])) as row
  left join merchant on merchant.id = row.merchant) as row
  on row.merchant = page.merchant and row.created_at = page.created_at and row.id = page.id
  order by "row"."created_at" desc, row.id desc;

select count(*) as count from (select row.*, merchant.name as merchant_name from (select
  item.id, item.created_at, item.route, item.url, item.type, item.authentication, item.user_id as "user", item.api_key_id as api_key,
  item.user_name, item.response_code, item.refusal, item.origin, item.destination, item.duration_ms, item.request_bytes,
  item.response_bytes, item.transaction_id as transaction, item.payment_profile_id as payment_profile, item.parent_id as parent,
  exists (select from audit_trail_item child where child.parent_id = item.id and child.created_at >= item.created_at) as has_children,
  item.gap, item.missing, item.missing_until, item.organisation_id as organisation, item.merchant_id as merchant, item.psp from audit_trail_item item where "item"."merchant_id" = $1 and "item"."organisation_id" = any($2::uuid[])) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($3::date::timestamp at time zone $4) and "row"."created_at" <= (($5::date + 1)::timestamp at time zone $6) - interval '1 millisecond';
