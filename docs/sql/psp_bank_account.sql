-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (
  select a.id, a.created_at, a.name, a.holder, a.country_code || '•• •••• ' || a.iban_end as iban, a.bic, a.country_code,
  a.currency_code, a.kind, a."default", l.balance as ledger_balance, s.closing as statement_balance,
  s.closing_on as statement_on, s.closing - l.balance as difference
  from provider_bank_account a
  cross join lateral (select coalesce(sum(b.debit - b.credit), 0)::bigint as balance from ledger_balance b
  where b.sub_id = a.id and b.code in (10, 12) and b.currency_code = a.currency_code) l
  left join lateral (select closing, closing_on from bank_statement s where s.provider_bank_account_id = a.id
  order by s.number desc limit 1) s on true) as row where "row"."created_at" >= ($1::date::timestamp at time zone $2) and "row"."created_at" <= (($3::date + 1)::timestamp at time zone $4) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $5) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (
  select a.id, a.created_at, a.name, a.holder, a.country_code || '•• •••• ' || a.iban_end as iban, a.bic, a.country_code,
  a.currency_code, a.kind, a."default", l.balance as ledger_balance, s.closing as statement_balance,
  s.closing_on as statement_on, s.closing - l.balance as difference
  from provider_bank_account a
  cross join lateral (select coalesce(sum(b.debit - b.credit), 0)::bigint as balance from ledger_balance b
  where b.sub_id = a.id and b.code in (10, 12) and b.currency_code = a.currency_code) l
  left join lateral (select closing, closing_on from bank_statement s where s.provider_bank_account_id = a.id
  order by s.number desc limit 1) s on true) as row where "row"."created_at" >= ($1::date::timestamp at time zone $2) and "row"."created_at" <= (($3::date + 1)::timestamp at time zone $4) - interval '1 millisecond';
