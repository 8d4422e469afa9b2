-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (select row.*, merchant.name as merchant_name from ((select "tag"."id", "tag"."created_at", "tag"."text", "tag"."color", "tag"."description", "tag"."organisation_id" as "organisation", "tag"."merchant_id" as "merchant", (select count(*) from transaction_tag x join transaction t on t.merchant_id = x.merchant_id
  and t.created_at = x.transaction_created_at and t.id = x.transaction_id
  where x.merchant_id = tag.merchant_id and x.tag_id = tag.id
  and x.transaction_created_at >= day_before($1, $2) and "t"."merchant_id" = $3 and "t"."organisation_id" = any($4::uuid[]))::int as "recent_transactions" from "tag" where "tag"."merchant_id" = $5 and "tag"."organisation_id" = any($6::uuid[]))) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($7::date::timestamp at time zone $8) and "row"."created_at" <= (($9::date + 1)::timestamp at time zone $10) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $11) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (select row.*, merchant.name as merchant_name from ((select "tag"."id", "tag"."created_at", "tag"."text", "tag"."color", "tag"."description", "tag"."organisation_id" as "organisation", "tag"."merchant_id" as "merchant", (select count(*) from transaction_tag x join transaction t on t.merchant_id = x.merchant_id
  and t.created_at = x.transaction_created_at and t.id = x.transaction_id
  where x.merchant_id = tag.merchant_id and x.tag_id = tag.id
  and x.transaction_created_at >= day_before($1, $2) and "t"."merchant_id" = $3 and "t"."organisation_id" = any($4::uuid[]))::int as "recent_transactions" from "tag" where "tag"."merchant_id" = $5 and "tag"."organisation_id" = any($6::uuid[]))) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($7::date::timestamp at time zone $8) and "row"."created_at" <= (($9::date + 1)::timestamp at time zone $10) - interval '1 millisecond';
