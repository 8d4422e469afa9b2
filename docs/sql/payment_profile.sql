-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (select row.*, merchant.name as merchant_name from ((select "payment_profile"."id", "payment_profile"."created_at", "payment_profile"."name", "payment_profile"."display_name", "payment_profile"."website", "payment_profile"."description", "payment_profile"."currency_code", "payment_profile"."mcc", array(select x.processor_id from payment_profile_processor x
  where x.merchant_id = payment_profile.merchant_id and x.payment_profile_id = payment_profile.id
  order by x.position, x.processor_id) as "processors", array(select x.middleware_id from payment_profile_middleware x
  where x.merchant_id = payment_profile.merchant_id and x.payment_profile_id = payment_profile.id
  order by x.position, x.middleware_id) as "middleware", "payment_profile"."webhook_transaction_update", "payment_profile"."webhook_refund_update", "payment_profile"."webhook_chargeback_update", "payment_profile"."webhook_failed_email", "payment_profile"."largest_payment", "payment_profile"."failover", "payment_profile"."bank_account_id" as "bank_account", "payment_profile"."organisation_id" as "organisation", "payment_profile"."merchant_id" as "merchant", coalesce((select jsonb_object_agg(x.payment_product, x.routing_id)
  from payment_profile_routing x
  where x.merchant_id = payment_profile.merchant_id and x.payment_profile_id = payment_profile.id), '{}') as "routing" from "payment_profile" where "payment_profile"."merchant_id" = $1 and "payment_profile"."organisation_id" = any($2::uuid[]))) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($3::date::timestamp at time zone $4) and "row"."created_at" <= (($5::date + 1)::timestamp at time zone $6) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $7) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (select row.*, merchant.name as merchant_name from ((select "payment_profile"."id", "payment_profile"."created_at", "payment_profile"."name", "payment_profile"."display_name", "payment_profile"."website", "payment_profile"."description", "payment_profile"."currency_code", "payment_profile"."mcc", array(select x.processor_id from payment_profile_processor x
  where x.merchant_id = payment_profile.merchant_id and x.payment_profile_id = payment_profile.id
  order by x.position, x.processor_id) as "processors", array(select x.middleware_id from payment_profile_middleware x
  where x.merchant_id = payment_profile.merchant_id and x.payment_profile_id = payment_profile.id
  order by x.position, x.middleware_id) as "middleware", "payment_profile"."webhook_transaction_update", "payment_profile"."webhook_refund_update", "payment_profile"."webhook_chargeback_update", "payment_profile"."webhook_failed_email", "payment_profile"."largest_payment", "payment_profile"."failover", "payment_profile"."bank_account_id" as "bank_account", "payment_profile"."organisation_id" as "organisation", "payment_profile"."merchant_id" as "merchant", coalesce((select jsonb_object_agg(x.payment_product, x.routing_id)
  from payment_profile_routing x
  where x.merchant_id = payment_profile.merchant_id and x.payment_profile_id = payment_profile.id), '{}') as "routing" from "payment_profile" where "payment_profile"."merchant_id" = $1 and "payment_profile"."organisation_id" = any($2::uuid[]))) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($3::date::timestamp at time zone $4) and "row"."created_at" <= (($5::date + 1)::timestamp at time zone $6) - interval '1 millisecond';
