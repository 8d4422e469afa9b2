-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (select row.*, merchant.name as merchant_name from (
  select p.id, p.created_at, p.name, case when b.bank_account_id is null then 'DEFAULT' else 'BANK_ACCOUNT' end as book,
  p.currency_code, p.bank_account_id as bank_account, coalesce(p.schedule_id, k.schedule_id) as settlement_schedule,
  t.delay_days, t.minimum, t.negative, p.method, p.payout_currency_code, p.fx_margin_ppm, p.status, p.hold_reason, p.statement_text,
  p.webhook_url, p.recipients, p.language,
  array_remove(array[case when p.schedule_id is not null then 'settlement_schedule' end,
  case when p.delay_days is not null then 'delay_days' end, case when p.minimum is not null then 'minimum' end,
  case when p.negative is not null then 'negative' end], null) as own_values,
  k.name as package_name,
  array_remove(array[case when p.schedule_id is null and k.schedule_id is not null then 'settlement_schedule' end,
  case when p.delay_days is null and k.delay_days is not null then 'delay_days' end,
  case when p.minimum is null and k.minimum is not null and k.currency_code = p.currency_code then 'minimum' end,
  case when p.negative is null and k.negative is not null then 'negative' end], null) as package_values,
  p.organisation_id as organisation, p.merchant_id as merchant
  from settlement_profile p join ledger_book b on b.merchant_id = p.merchant_id and b.id = p.book_id
  left join package k on k.id = package_at(p.merchant_id, (select (engine_now() at time zone time_zone)::date from installation))
  cross join lateral settlement_terms(p.merchant_id, p.book_id, p.currency_code, (select (engine_now() at time zone time_zone)::date from installation)) t
  where "p"."merchant_id" = $1 and "p"."organisation_id" = any($2::uuid[])) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($3::date::timestamp at time zone $4) and "row"."created_at" <= (($5::date + 1)::timestamp at time zone $6) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $7) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (select row.*, merchant.name as merchant_name from (
  select p.id, p.created_at, p.name, case when b.bank_account_id is null then 'DEFAULT' else 'BANK_ACCOUNT' end as book,
  p.currency_code, p.bank_account_id as bank_account, coalesce(p.schedule_id, k.schedule_id) as settlement_schedule,
  t.delay_days, t.minimum, t.negative, p.method, p.payout_currency_code, p.fx_margin_ppm, p.status, p.hold_reason, p.statement_text,
  p.webhook_url, p.recipients, p.language,
  array_remove(array[case when p.schedule_id is not null then 'settlement_schedule' end,
  case when p.delay_days is not null then 'delay_days' end, case when p.minimum is not null then 'minimum' end,
  case when p.negative is not null then 'negative' end], null) as own_values,
  k.name as package_name,
  array_remove(array[case when p.schedule_id is null and k.schedule_id is not null then 'settlement_schedule' end,
  case when p.delay_days is null and k.delay_days is not null then 'delay_days' end,
  case when p.minimum is null and k.minimum is not null and k.currency_code = p.currency_code then 'minimum' end,
  case when p.negative is null and k.negative is not null then 'negative' end], null) as package_values,
  p.organisation_id as organisation, p.merchant_id as merchant
  from settlement_profile p join ledger_book b on b.merchant_id = p.merchant_id and b.id = p.book_id
  left join package k on k.id = package_at(p.merchant_id, (select (engine_now() at time zone time_zone)::date from installation))
  cross join lateral settlement_terms(p.merchant_id, p.book_id, p.currency_code, (select (engine_now() at time zone time_zone)::date from installation)) t
  where "p"."merchant_id" = $1 and "p"."organisation_id" = any($2::uuid[])) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($3::date::timestamp at time zone $4) and "row"."created_at" <= (($5::date + 1)::timestamp at time zone $6) - interval '1 millisecond';
