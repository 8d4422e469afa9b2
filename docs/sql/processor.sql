-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (select row.*, merchant.name as merchant_name from ((select "processor"."id", "processor"."created_at", "processor"."name", case when "processor"."merchant_id" = $1 and "processor"."organisation_id" = any($2::uuid[]) then "processor"."description" end as "description", "processor"."gateway", "processor"."gateway" as "provider", "processor"."mode", "processor"."payment_product", case when "processor"."merchant_id" = $3 and "processor"."organisation_id" = any($4::uuid[]) then "processor"."account" end as "account", "processor"."active", case when "processor"."merchant_id" = $5 and "processor"."organisation_id" = any($6::uuid[]) then case when "processor"."test_problem" in ('credential_refused', 'unreadable', 'not_permitted', 'wrong_account', 'wrong_mode', 'incomplete', 'unreachable')
  then "processor"."test_problem" end end as "test_problem", not ("processor"."merchant_id" = $7 and "processor"."organisation_id" = any($8::uuid[])) as "shared", "processor"."organisation_id" as "organisation", "processor"."merchant_id" as "merchant" from "processor" where ("processor"."merchant_id" = $9 and "processor"."organisation_id" = any($10::uuid[]) or processor.merchant_id = $11 and exists (select share.id from share where share.merchant_id = processor.merchant_id and share.processor_id = processor.id
  and share.status = 'ACCEPTED' and (
  share.to_organisation_id = any($12::uuid[]) or share.to_organisation_id in (
  with recursive above as (
  select id, parent_id from organisation where merchant_id = $13 and id = any($14::uuid[])
  union
  select o.id, o.parent_id from above join organisation o on o.merchant_id = $15 and o.id = above.parent_id)
  select id from above)))))) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($16::date::timestamp at time zone $17) and "row"."created_at" <= (($18::date + 1)::timestamp at time zone $19) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $20) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (select row.*, merchant.name as merchant_name from ((select "processor"."id", "processor"."created_at", "processor"."name", case when "processor"."merchant_id" = $1 and "processor"."organisation_id" = any($2::uuid[]) then "processor"."description" end as "description", "processor"."gateway", "processor"."gateway" as "provider", "processor"."mode", "processor"."payment_product", case when "processor"."merchant_id" = $3 and "processor"."organisation_id" = any($4::uuid[]) then "processor"."account" end as "account", "processor"."active", case when "processor"."merchant_id" = $5 and "processor"."organisation_id" = any($6::uuid[]) then case when "processor"."test_problem" in ('credential_refused', 'unreadable', 'not_permitted', 'wrong_account', 'wrong_mode', 'incomplete', 'unreachable')
  then "processor"."test_problem" end end as "test_problem", not ("processor"."merchant_id" = $7 and "processor"."organisation_id" = any($8::uuid[])) as "shared", "processor"."organisation_id" as "organisation", "processor"."merchant_id" as "merchant" from "processor" where ("processor"."merchant_id" = $9 and "processor"."organisation_id" = any($10::uuid[]) or processor.merchant_id = $11 and exists (select share.id from share where share.merchant_id = processor.merchant_id and share.processor_id = processor.id
  and share.status = 'ACCEPTED' and (
  share.to_organisation_id = any($12::uuid[]) or share.to_organisation_id in (
  with recursive above as (
  select id, parent_id from organisation where merchant_id = $13 and id = any($14::uuid[])
  union
  select o.id, o.parent_id from above join organisation o on o.merchant_id = $15 and o.id = above.parent_id)
  select id from above)))))) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($16::date::timestamp at time zone $17) and "row"."created_at" <= (($18::date + 1)::timestamp at time zone $19) - interval '1 millisecond';
