-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from ((select "payment_profile"."id", "payment_profile"."created_at", "payment_profile"."name", "payment_profile"."display_name", "payment_profile"."website", "payment_profile"."description", "payment_profile"."currency_code", array(select x.processor_id from payment_profile_processor x
  where x.merchant_id = payment_profile.merchant_id and x.payment_profile_id = payment_profile.id
  order by x.position, x.processor_id) as "processors", "payment_profile"."organisation_id" as "organisation", "payment_profile"."merchant_id" as "merchant" from "payment_profile" where "payment_profile"."merchant_id" = $1 and "payment_profile"."organisation_id" = any($2::uuid[]))) as row where "row"."created_at" >= ($3::date::timestamp at time zone $4) and "row"."created_at" <= (($5::date + 1)::timestamp at time zone $6) - interval '1 millisecond'
  order by "row"."created_at" desc, row.id desc limit $7 offset $8;

select count(*) as count from ((select "payment_profile"."id", "payment_profile"."created_at", "payment_profile"."name", "payment_profile"."display_name", "payment_profile"."website", "payment_profile"."description", "payment_profile"."currency_code", array(select x.processor_id from payment_profile_processor x
  where x.merchant_id = payment_profile.merchant_id and x.payment_profile_id = payment_profile.id
  order by x.position, x.processor_id) as "processors", "payment_profile"."organisation_id" as "organisation", "payment_profile"."merchant_id" as "merchant" from "payment_profile" where "payment_profile"."merchant_id" = $1 and "payment_profile"."organisation_id" = any($2::uuid[]))) as row where "row"."created_at" >= ($3::date::timestamp at time zone $4) and "row"."created_at" <= (($5::date + 1)::timestamp at time zone $6) - interval '1 millisecond';
