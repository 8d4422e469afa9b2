-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (select row.*, merchant.name as merchant_name from (
  select u.id, u.created_at, u.kind, u.status, u.last_status_update, u.settlement_id as settlement,
  s.number as settlement_number, u.from_status, coalesce(u.amount, s.payout_amount, s.paid) as amount,
  case when u.amount is null then coalesce(s.payout_currency_code, s.currency_code) else s.currency_code end as currency_code, u.reason,
  u.provider_bank_account_id as psp_bank_account, u.paid_on, u.bank_reference, u.created_by, u.created_by_id,
  u.approved_by, u.cancelled_by, u.cancellation_reason,
  u.organisation_id as organisation, u.merchant_id as merchant
  from settlement_update u join settlement s on s.merchant_id = u.merchant_id and s.id = u.settlement_id
  where "u"."merchant_id" = $1 and "u"."organisation_id" = any($2::uuid[])) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($3::date::timestamp at time zone $4) and "row"."created_at" <= (($5::date + 1)::timestamp at time zone $6) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $7) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (select row.*, merchant.name as merchant_name from (
  select u.id, u.created_at, u.kind, u.status, u.last_status_update, u.settlement_id as settlement,
  s.number as settlement_number, u.from_status, coalesce(u.amount, s.payout_amount, s.paid) as amount,
  case when u.amount is null then coalesce(s.payout_currency_code, s.currency_code) else s.currency_code end as currency_code, u.reason,
  u.provider_bank_account_id as psp_bank_account, u.paid_on, u.bank_reference, u.created_by, u.created_by_id,
  u.approved_by, u.cancelled_by, u.cancellation_reason,
  u.organisation_id as organisation, u.merchant_id as merchant
  from settlement_update u join settlement s on s.merchant_id = u.merchant_id and s.id = u.settlement_id
  where "u"."merchant_id" = $1 and "u"."organisation_id" = any($2::uuid[])) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($3::date::timestamp at time zone $4) and "row"."created_at" <= (($5::date + 1)::timestamp at time zone $6) - interval '1 millisecond';
