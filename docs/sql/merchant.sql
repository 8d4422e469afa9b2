-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (
  select merchant.id, merchant.created_at, merchant.name, merchant.legal_name, merchant.active, merchant.country_code, merchant.time_zone,
  merchant.language, merchant.base_currency, merchant.mcc,
  merchant.external_id, merchant.vat_number, merchant.chamber_of_commerce,
  installation.base_currency as currency_code,
  merchant.largest_payment, array_remove(array[
  case when not merchant.has_collecting then 'collecting' end,
  case when not merchant.has_subscriptions then 'subscriptions' end,
  case when not merchant.has_terminals then 'terminals' end], null) as lacks,
  case when revenue.amount > '9007199254740991'::numeric then null else coalesce(revenue.amount, 0)::bigint end as amount,
  case when revenue.amount > '9007199254740991'::numeric then json_build_object('amount', revenue.amount::text) end as too_large,
  coalesce(revenue.count, 0)::bigint as count,
  coalesce(revenue.per_currency, '[]') as revenue
  from merchant
  cross join installation
  left join (
  select merchant_id,
  sum(amount) filter (where currency_code = base_currency) as amount,
  sum(count) filter (where currency_code = base_currency) as count,
  json_agg(jsonb_build_object('currency_code', currency_code, 'amount', case when amount <= '9007199254740991'::numeric then amount end,
  'count', count) || case when amount <= '9007199254740991'::numeric then '{}'
  else jsonb_build_object('too_large', jsonb_build_object('amount', amount::text)) end
  order by count desc) as per_currency
  from (
  select merchant_id, currency_code, sum(amount) as amount, count(*) as count
  from transaction
  where created_at >= now() - interval '28 days' and status in ('SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED')
  group by merchant_id, currency_code
  ) as turnover, installation
  group by merchant_id
  ) as revenue on revenue.merchant_id = merchant.id
  where merchant.id = $1) as row where "row"."created_at" >= ($2::date::timestamp at time zone $3) and "row"."created_at" <= (($4::date + 1)::timestamp at time zone $5) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $6) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (
  select merchant.id, merchant.created_at, merchant.name, merchant.legal_name, merchant.active, merchant.country_code, merchant.time_zone,
  merchant.language, merchant.base_currency, merchant.mcc,
  merchant.external_id, merchant.vat_number, merchant.chamber_of_commerce,
  installation.base_currency as currency_code,
  merchant.largest_payment, array_remove(array[
  case when not merchant.has_collecting then 'collecting' end,
  case when not merchant.has_subscriptions then 'subscriptions' end,
  case when not merchant.has_terminals then 'terminals' end], null) as lacks,
  case when revenue.amount > '9007199254740991'::numeric then null else coalesce(revenue.amount, 0)::bigint end as amount,
  case when revenue.amount > '9007199254740991'::numeric then json_build_object('amount', revenue.amount::text) end as too_large,
  coalesce(revenue.count, 0)::bigint as count,
  coalesce(revenue.per_currency, '[]') as revenue
  from merchant
  cross join installation
  left join (
  select merchant_id,
  sum(amount) filter (where currency_code = base_currency) as amount,
  sum(count) filter (where currency_code = base_currency) as count,
  json_agg(jsonb_build_object('currency_code', currency_code, 'amount', case when amount <= '9007199254740991'::numeric then amount end,
  'count', count) || case when amount <= '9007199254740991'::numeric then '{}'
  else jsonb_build_object('too_large', jsonb_build_object('amount', amount::text)) end
  order by count desc) as per_currency
  from (
  select merchant_id, currency_code, sum(amount) as amount, count(*) as count
  from transaction
  where created_at >= now() - interval '28 days' and status in ('SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED')
  group by merchant_id, currency_code
  ) as turnover, installation
  group by merchant_id
  ) as revenue on revenue.merchant_id = merchant.id
  where merchant.id = $1) as row where "row"."created_at" >= ($2::date::timestamp at time zone $3) and "row"."created_at" <= (($4::date + 1)::timestamp at time zone $5) - interval '1 millisecond';
