-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (select row.*, merchant.name as merchant_name from ((select "checkout"."id", "checkout"."created_at", "checkout"."name", "checkout"."description", "checkout"."header_payment_description", "checkout"."background_color", "checkout"."background_image_url", "checkout"."logo_url", "checkout"."header_color", "checkout"."header_text_color", "checkout"."button_color", "checkout"."button_text_color", "checkout"."show_language_switch", "checkout"."payment_product_order", "checkout"."number_format", "checkout"."css", (
  (select count(*) from plan p where p.merchant_id = checkout.merchant_id and p.checkout_id = checkout.id
  and p.deleted_at is null)
  + (select count(*) from payment_link l where l.merchant_id = checkout.merchant_id and l.checkout_id = checkout.id
  and l.status in ('CREATED', 'INITIATED') and l.expires_at > (select engine_now()))
  + (select count(*) from card_add_link l where l.merchant_id = checkout.merchant_id and l.checkout_id = checkout.id
  and l.status in ('CREATED', 'INITIATED') and l.expires_at > (select engine_now())))::int as "uses", "checkout"."deleted_at", "checkout"."organisation_id" as "organisation", "checkout"."merchant_id" as "merchant" from "checkout" where "checkout"."merchant_id" = $1 and "checkout"."organisation_id" = any($2::uuid[]))) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($3::date::timestamp at time zone $4) and "row"."created_at" <= (($5::date + 1)::timestamp at time zone $6) - interval '1 millisecond' and row.deleted_at is null order by "row"."created_at" desc, row.id desc limit 25 offset $7) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (select row.*, merchant.name as merchant_name from ((select "checkout"."id", "checkout"."created_at", "checkout"."name", "checkout"."description", "checkout"."header_payment_description", "checkout"."background_color", "checkout"."background_image_url", "checkout"."logo_url", "checkout"."header_color", "checkout"."header_text_color", "checkout"."button_color", "checkout"."button_text_color", "checkout"."show_language_switch", "checkout"."payment_product_order", "checkout"."number_format", "checkout"."css", (
  (select count(*) from plan p where p.merchant_id = checkout.merchant_id and p.checkout_id = checkout.id
  and p.deleted_at is null)
  + (select count(*) from payment_link l where l.merchant_id = checkout.merchant_id and l.checkout_id = checkout.id
  and l.status in ('CREATED', 'INITIATED') and l.expires_at > (select engine_now()))
  + (select count(*) from card_add_link l where l.merchant_id = checkout.merchant_id and l.checkout_id = checkout.id
  and l.status in ('CREATED', 'INITIATED') and l.expires_at > (select engine_now())))::int as "uses", "checkout"."deleted_at", "checkout"."organisation_id" as "organisation", "checkout"."merchant_id" as "merchant" from "checkout" where "checkout"."merchant_id" = $1 and "checkout"."organisation_id" = any($2::uuid[]))) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($3::date::timestamp at time zone $4) and "row"."created_at" <= (($5::date + 1)::timestamp at time zone $6) - interval '1 millisecond' and row.deleted_at is null;
