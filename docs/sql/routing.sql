-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (select row.*, merchant.name as merchant_name from ((select "routing"."id", "routing"."created_at", "routing"."updated_at", "routing"."name", "routing"."payment_product", "routing"."currency_code", "routing"."details", "routing"."version", array(select x.processor_id from routing_processor x
  where x.merchant_id = routing.merchant_id and x.routing_id = routing.id
  order by x.position) as "processors", (select count(*)::int from payment_profile_routing x
  where x.merchant_id = routing.merchant_id and x.routing_id = routing.id) as "uses", "routing"."organisation_id" as "organisation", "routing"."merchant_id" as "merchant" from "routing" where "routing"."merchant_id" = $1 and "routing"."organisation_id" = any($2::uuid[]))) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($3::date::timestamp at time zone $4) and "row"."created_at" <= (($5::date + 1)::timestamp at time zone $6) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $7) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (select row.*, merchant.name as merchant_name from ((select "routing"."id", "routing"."created_at", "routing"."updated_at", "routing"."name", "routing"."payment_product", "routing"."currency_code", "routing"."details", "routing"."version", array(select x.processor_id from routing_processor x
  where x.merchant_id = routing.merchant_id and x.routing_id = routing.id
  order by x.position) as "processors", (select count(*)::int from payment_profile_routing x
  where x.merchant_id = routing.merchant_id and x.routing_id = routing.id) as "uses", "routing"."organisation_id" as "organisation", "routing"."merchant_id" as "merchant" from "routing" where "routing"."merchant_id" = $1 and "routing"."organisation_id" = any($2::uuid[]))) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($3::date::timestamp at time zone $4) and "row"."created_at" <= (($5::date + 1)::timestamp at time zone $6) - interval '1 millisecond';
