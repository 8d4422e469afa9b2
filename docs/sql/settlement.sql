-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (select row.*, merchant.name as merchant_name from (select
  s.id, s.created_at, s.number, s.currency_code, lower(s.covers) as covers_from, upper(s.covers) - 1 as covers_through,
  s.opening,
  (select coalesce(sum(line.amount), 0)::bigint from settlement_line line where line.merchant_id = s.merchant_id
  and line.settlement_id = s.id and line.kind in (1,32)) as "captured",
  (select coalesce(sum(line.amount), 0)::bigint from settlement_line line where line.merchant_id = s.merchant_id
  and line.settlement_id = s.id and line.kind in (7,33)) as "refunds",
  (select coalesce(sum(line.amount), 0)::bigint from settlement_line line where line.merchant_id = s.merchant_id
  and line.settlement_id = s.id and line.kind in (8,9)) as "chargebacks",
  (select coalesce(sum(line.amount), 0)::bigint from settlement_line line where line.merchant_id = s.merchant_id
  and line.settlement_id = s.id and line.kind in (2,19,20,39,40,41,42,43,44)) as "fees",
  (select coalesce(sum(line.amount), 0)::bigint from settlement_line line where line.merchant_id = s.merchant_id
  and line.settlement_id = s.id and line.kind in (16,35)) as "vat",
  (select coalesce(sum(line.amount), 0)::bigint from settlement_line line where line.merchant_id = s.merchant_id
  and line.settlement_id = s.id and line.kind in (45,46,48)) as "invoiced",
  (select coalesce(sum(line.amount), 0)::bigint from settlement_line line where line.merchant_id = s.merchant_id
  and line.settlement_id = s.id and line.kind in (3)) as "reserve_held",
  (select coalesce(sum(line.amount), 0)::bigint from settlement_line line where line.merchant_id = s.merchant_id
  and line.settlement_id = s.id and line.kind in (4,25)) as "reserve_released",
  (select coalesce(sum(line.amount), 0)::bigint from settlement_line line where line.merchant_id = s.merchant_id
  and line.settlement_id = s.id and line.kind in (14,15)) as "one_offs",
  (select coalesce(sum(line.amount), 0)::bigint from settlement_line line where line.merchant_id = s.merchant_id
  and line.settlement_id = s.id and line.kind in (12,21,23,24,49,26,27)) as "other", s.total, s.held_back, s.paid, s.carried, s.pay_on,
  coalesce(s.payout_currency_code, s.currency_code) as payout_currency_code, coalesce(s.payout_amount, s.paid) as payout_amount, s.exchanged, s.fx_margin,
  nullif(concat_ws(', ',
  case when s.currency_code <> 'EUR' then 'EUR/' || s.currency_code || ' ' || s.sold_per_euro end,
  case when s.payout_currency_code <> 'EUR' then 'EUR/' || s.payout_currency_code || ' ' || s.bought_per_euro end), '') as exchange_rate,
  s.rate_on, s.rate_source, s.unpaid_because, s.status, s.last_status_update, payout.paid_on,
  payout.bank_reference,
  profile.bank_account_id as bank_account, s.organisation_id as organisation, s.merchant_id as merchant from settlement s
  left join settlement_profile profile on profile.merchant_id = s.merchant_id and profile.id = s.settlement_profile_id
  left join payout on payout.merchant_id = s.merchant_id and payout.id = s.id where "s"."merchant_id" = $1 and "s"."organisation_id" = any($2::uuid[])) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($3::date::timestamp at time zone $4) and "row"."created_at" <= (($5::date + 1)::timestamp at time zone $6) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $7) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (select row.*, merchant.name as merchant_name from (select
  s.id, s.created_at, s.number, s.currency_code, lower(s.covers) as covers_from, upper(s.covers) - 1 as covers_through,
  s.opening,
  (select coalesce(sum(line.amount), 0)::bigint from settlement_line line where line.merchant_id = s.merchant_id
  and line.settlement_id = s.id and line.kind in (1,32)) as "captured",
  (select coalesce(sum(line.amount), 0)::bigint from settlement_line line where line.merchant_id = s.merchant_id
  and line.settlement_id = s.id and line.kind in (7,33)) as "refunds",
  (select coalesce(sum(line.amount), 0)::bigint from settlement_line line where line.merchant_id = s.merchant_id
  and line.settlement_id = s.id and line.kind in (8,9)) as "chargebacks",
  (select coalesce(sum(line.amount), 0)::bigint from settlement_line line where line.merchant_id = s.merchant_id
  and line.settlement_id = s.id and line.kind in (2,19,20,39,40,41,42,43,44)) as "fees",
  (select coalesce(sum(line.amount), 0)::bigint from settlement_line line where line.merchant_id = s.merchant_id
  and line.settlement_id = s.id and line.kind in (16,35)) as "vat",
  (select coalesce(sum(line.amount), 0)::bigint from settlement_line line where line.merchant_id = s.merchant_id
  and line.settlement_id = s.id and line.kind in (45,46,48)) as "invoiced",
  (select coalesce(sum(line.amount), 0)::bigint from settlement_line line where line.merchant_id = s.merchant_id
  and line.settlement_id = s.id and line.kind in (3)) as "reserve_held",
  (select coalesce(sum(line.amount), 0)::bigint from settlement_line line where line.merchant_id = s.merchant_id
  and line.settlement_id = s.id and line.kind in (4,25)) as "reserve_released",
  (select coalesce(sum(line.amount), 0)::bigint from settlement_line line where line.merchant_id = s.merchant_id
  and line.settlement_id = s.id and line.kind in (14,15)) as "one_offs",
  (select coalesce(sum(line.amount), 0)::bigint from settlement_line line where line.merchant_id = s.merchant_id
  and line.settlement_id = s.id and line.kind in (12,21,23,24,49,26,27)) as "other", s.total, s.held_back, s.paid, s.carried, s.pay_on,
  coalesce(s.payout_currency_code, s.currency_code) as payout_currency_code, coalesce(s.payout_amount, s.paid) as payout_amount, s.exchanged, s.fx_margin,
  nullif(concat_ws(', ',
  case when s.currency_code <> 'EUR' then 'EUR/' || s.currency_code || ' ' || s.sold_per_euro end,
  case when s.payout_currency_code <> 'EUR' then 'EUR/' || s.payout_currency_code || ' ' || s.bought_per_euro end), '') as exchange_rate,
  s.rate_on, s.rate_source, s.unpaid_because, s.status, s.last_status_update, payout.paid_on,
  payout.bank_reference,
  profile.bank_account_id as bank_account, s.organisation_id as organisation, s.merchant_id as merchant from settlement s
  left join settlement_profile profile on profile.merchant_id = s.merchant_id and profile.id = s.settlement_profile_id
  left join payout on payout.merchant_id = s.merchant_id and payout.id = s.id where "s"."merchant_id" = $1 and "s"."organisation_id" = any($2::uuid[])) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($3::date::timestamp at time zone $4) and "row"."created_at" <= (($5::date + 1)::timestamp at time zone $6) - interval '1 millisecond';
