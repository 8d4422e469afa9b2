-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (
  select e.id, e.created_at, e.booked_on, e.amount, a.currency_code, e.state, e.provider_bank_account_id as psp_bank_account,
  e.counterparty, e.remittance, e.end_to_end, e.bank_reference, e.return_reason, coalesce(e.payout_id, e.debt_id) as settlement, e.invoice_id as invoice, e.decided_by,
  e.decided_at, e.reason
  from bank_entry e join provider_bank_account a on a.id = e.provider_bank_account_id) as row where "row"."created_at" >= ($1::date::timestamp at time zone $2) and "row"."created_at" <= (($3::date + 1)::timestamp at time zone $4) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $5) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (
  select e.id, e.created_at, e.booked_on, e.amount, a.currency_code, e.state, e.provider_bank_account_id as psp_bank_account,
  e.counterparty, e.remittance, e.end_to_end, e.bank_reference, e.return_reason, coalesce(e.payout_id, e.debt_id) as settlement, e.invoice_id as invoice, e.decided_by,
  e.decided_at, e.reason
  from bank_entry e join provider_bank_account a on a.id = e.provider_bank_account_id) as row where "row"."created_at" >= ($1::date::timestamp at time zone $2) and "row"."created_at" <= (($3::date + 1)::timestamp at time zone $4) - interval '1 millisecond';
