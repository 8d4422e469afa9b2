-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (select row.*, merchant.name as merchant_name from (
  select api_key.id, api_key.created_at, case when "api_key"."created_by" = any((select staff_names($1::uuid))::text[])
  then 'provider' else "api_key"."created_by" end as created_by, api_key.name, api_key.prefix, case
  when api_key.revoked_at is not null then 'REVOKED'
  when api_key.expires_at <= now() then 'EXPIRED'
  when api_key.successor_id is not null then 'ROTATING'
  when api_key.expires_at < now() + interval '14 days' then 'EXPIRING'
  else 'ACTIVE' end as status,
  api_key.roles, api_key.organisation_id as organisation, api_key.allowed_ips::text[] as allowed_ips,
  api_key.last_used_at, host(api_key.last_used_ip) as last_used_ip, api_key.expires_at, api_key.revoked_at,
  case when "api_key"."revoker" = any((select staff_names($2::uuid))::text[])
  then 'provider' else "api_key"."revoker" end as revoker, api_key.successor_id as successor, api_key.merchant_id as merchant
  from api_key
  where "api_key"."merchant_id" = $3 and "api_key"."organisation_id" = any($4::uuid[])) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($5::date::timestamp at time zone $6) and "row"."created_at" <= (($7::date + 1)::timestamp at time zone $8) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $9) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (select row.*, merchant.name as merchant_name from (
  select api_key.id, api_key.created_at, case when "api_key"."created_by" = any((select staff_names($1::uuid))::text[])
  then 'provider' else "api_key"."created_by" end as created_by, api_key.name, api_key.prefix, case
  when api_key.revoked_at is not null then 'REVOKED'
  when api_key.expires_at <= now() then 'EXPIRED'
  when api_key.successor_id is not null then 'ROTATING'
  when api_key.expires_at < now() + interval '14 days' then 'EXPIRING'
  else 'ACTIVE' end as status,
  api_key.roles, api_key.organisation_id as organisation, api_key.allowed_ips::text[] as allowed_ips,
  api_key.last_used_at, host(api_key.last_used_ip) as last_used_ip, api_key.expires_at, api_key.revoked_at,
  case when "api_key"."revoker" = any((select staff_names($2::uuid))::text[])
  then 'provider' else "api_key"."revoker" end as revoker, api_key.successor_id as successor, api_key.merchant_id as merchant
  from api_key
  where "api_key"."merchant_id" = $3 and "api_key"."organisation_id" = any($4::uuid[])) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($5::date::timestamp at time zone $6) and "row"."created_at" <= (($7::date + 1)::timestamp at time zone $8) - interval '1 millisecond';
