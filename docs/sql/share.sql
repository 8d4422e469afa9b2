-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (select row.*, merchant.name as merchant_name from ((select "share"."id", "share"."created_at", case when share.status = 'PENDING' and share.expires_at <= engine_now() then 'EXPIRED' else share.status end as "status", case when not ("share"."merchant_id" = $1 and "share"."to_organisation_id" = any($2::uuid[])) then 'sent' when not ("share"."merchant_id" = $3 and "share"."from_organisation_id" = any($4::uuid[])) then 'received'
  else 'within' end as "side", "share"."access", "share"."processor_id" as "processor", "processor"."name" as "processor_name", "processor"."gateway", "processor"."payment_product", "from"."id" as "organisation", "from"."name" as "organisation_name", "share"."to_organisation_id" as "to_organisation", "to"."name" as "to_organisation_name", "share"."message", "share"."requested_by", "share"."expires_at", "share"."answered_at", "share"."answered_by", "share"."reason", "share"."ended_at", "share"."ended_by", case when share.status = 'ACCEPTED' then (with recursive
  of_share as (
  select s.id, s.to_organisation_id as organisation from share s
  where s.merchant_id = "share"."merchant_id" and s.processor_id = "share"."processor_id" and (s.status = 'ACCEPTED' or s.id = "share"."id")
  union
  select of_share.id, o.id from of_share
  join organisation o on o.merchant_id = "share"."merchant_id" and o.parent_id = of_share.organisation
  ), seen_in as (
  with recursive above as (
  select id, parent_id from organisation where merchant_id = "share"."merchant_id" and id in (select organisation_id from processor where merchant_id = "share"."merchant_id" and id = "share"."processor_id")
  union
  select o.id, o.parent_id from above join organisation o on o.merchant_id = "share"."merchant_id" and o.id = above.parent_id)
  select id from above),
  used_by as (
  select p.id from payment_profile_processor choice
  join payment_profile p on p.merchant_id = choice.merchant_id and p.id = choice.payment_profile_id
  where choice.merchant_id = "share"."merchant_id" and choice.processor_id = "share"."processor_id"
  and (choice.share_id = "share"."id"
  or exists (select from of_share where of_share.id = "share"."id" and of_share.organisation = p.organisation_id))
  and not exists (select from of_share where of_share.id <> "share"."id" and of_share.organisation = p.organisation_id)
  and not exists (select from seen_in where seen_in.id = p.organisation_id) and ("share"."merchant_id" = $5 and "share"."from_organisation_id" = any($6::uuid[]) or ("p"."merchant_id" = $7 and "p"."organisation_id" = any($8::uuid[])))) select count(*)::int from used_by) end as "profiles", "share"."merchant_id" as "merchant" from "share" inner join "processor" on "processor"."merchant_id" = "share"."merchant_id" and "processor"."id" = "share"."processor_id" inner join "organisation" as "from" on "from"."merchant_id" = "share"."merchant_id" and "from"."id" = "share"."from_organisation_id" inner join "organisation" as "to" on "to"."merchant_id" = "share"."merchant_id" and "to"."id" = "share"."to_organisation_id" where ("share"."merchant_id" = $9 and "share"."from_organisation_id" = any($10::uuid[]) or "share"."merchant_id" = $11 and "share"."to_organisation_id" = any($12::uuid[])))) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($13::date::timestamp at time zone $14) and "row"."created_at" <= (($15::date + 1)::timestamp at time zone $16) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $17) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (select row.*, merchant.name as merchant_name from ((select "share"."id", "share"."created_at", case when share.status = 'PENDING' and share.expires_at <= engine_now() then 'EXPIRED' else share.status end as "status", case when not ("share"."merchant_id" = $1 and "share"."to_organisation_id" = any($2::uuid[])) then 'sent' when not ("share"."merchant_id" = $3 and "share"."from_organisation_id" = any($4::uuid[])) then 'received'
  else 'within' end as "side", "share"."access", "share"."processor_id" as "processor", "processor"."name" as "processor_name", "processor"."gateway", "processor"."payment_product", "from"."id" as "organisation", "from"."name" as "organisation_name", "share"."to_organisation_id" as "to_organisation", "to"."name" as "to_organisation_name", "share"."message", "share"."requested_by", "share"."expires_at", "share"."answered_at", "share"."answered_by", "share"."reason", "share"."ended_at", "share"."ended_by", case when share.status = 'ACCEPTED' then (with recursive
  of_share as (
  select s.id, s.to_organisation_id as organisation from share s
  where s.merchant_id = "share"."merchant_id" and s.processor_id = "share"."processor_id" and (s.status = 'ACCEPTED' or s.id = "share"."id")
  union
  select of_share.id, o.id from of_share
  join organisation o on o.merchant_id = "share"."merchant_id" and o.parent_id = of_share.organisation
  ), seen_in as (
  with recursive above as (
  select id, parent_id from organisation where merchant_id = "share"."merchant_id" and id in (select organisation_id from processor where merchant_id = "share"."merchant_id" and id = "share"."processor_id")
  union
  select o.id, o.parent_id from above join organisation o on o.merchant_id = "share"."merchant_id" and o.id = above.parent_id)
  select id from above),
  used_by as (
  select p.id from payment_profile_processor choice
  join payment_profile p on p.merchant_id = choice.merchant_id and p.id = choice.payment_profile_id
  where choice.merchant_id = "share"."merchant_id" and choice.processor_id = "share"."processor_id"
  and (choice.share_id = "share"."id"
  or exists (select from of_share where of_share.id = "share"."id" and of_share.organisation = p.organisation_id))
  and not exists (select from of_share where of_share.id <> "share"."id" and of_share.organisation = p.organisation_id)
  and not exists (select from seen_in where seen_in.id = p.organisation_id) and ("share"."merchant_id" = $5 and "share"."from_organisation_id" = any($6::uuid[]) or ("p"."merchant_id" = $7 and "p"."organisation_id" = any($8::uuid[])))) select count(*)::int from used_by) end as "profiles", "share"."merchant_id" as "merchant" from "share" inner join "processor" on "processor"."merchant_id" = "share"."merchant_id" and "processor"."id" = "share"."processor_id" inner join "organisation" as "from" on "from"."merchant_id" = "share"."merchant_id" and "from"."id" = "share"."from_organisation_id" inner join "organisation" as "to" on "to"."merchant_id" = "share"."merchant_id" and "to"."id" = "share"."to_organisation_id" where ("share"."merchant_id" = $9 and "share"."from_organisation_id" = any($10::uuid[]) or "share"."merchant_id" = $11 and "share"."to_organisation_id" = any($12::uuid[])))) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($13::date::timestamp at time zone $14) and "row"."created_at" <= (($15::date + 1)::timestamp at time zone $16) - interval '1 millisecond';
