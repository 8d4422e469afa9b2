-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from ((select "tag"."id", "tag"."created_at", "tag"."text", "tag"."color", "tag"."organisation_id" as "organisation", "tag"."merchant_id" as "merchant" from "tag" where "tag"."merchant_id" = $1 and "tag"."organisation_id" = any($2::uuid[]))) as row where "row"."created_at" >= ($3::date::timestamp at time zone $4) and "row"."created_at" <= (($5::date + 1)::timestamp at time zone $6) - interval '1 millisecond'
  order by "row"."created_at" desc, row.id desc limit $7 offset $8;

select count(*) as count from ((select "tag"."id", "tag"."created_at", "tag"."text", "tag"."color", "tag"."organisation_id" as "organisation", "tag"."merchant_id" as "merchant" from "tag" where "tag"."merchant_id" = $1 and "tag"."organisation_id" = any($2::uuid[]))) as row where "row"."created_at" >= ($3::date::timestamp at time zone $4) and "row"."created_at" <= (($5::date + 1)::timestamp at time zone $6) - interval '1 millisecond';
