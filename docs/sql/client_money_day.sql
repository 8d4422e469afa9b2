-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (
  select d.id, d.created_at, d.business_day, d.currency_code, case when d.surplus < 0 then 'SHORT' else 'COVERED' end as state,
  d.bank, d.receivable, d.payable, d.reserve, d.in_transit, d.surplus, d.owed_by_merchants, d.unexplained
  from client_money_day d) as row where "row"."created_at" >= ($1::date::timestamp at time zone $2) and "row"."created_at" <= (($3::date + 1)::timestamp at time zone $4) - interval '1 millisecond' order by "row"."business_day" desc, row.id desc limit 25 offset $5) as row order by "row"."business_day" desc, row.id desc;

select count(*) as count from (
  select d.id, d.created_at, d.business_day, d.currency_code, case when d.surplus < 0 then 'SHORT' else 'COVERED' end as state,
  d.bank, d.receivable, d.payable, d.reserve, d.in_transit, d.surplus, d.owed_by_merchants, d.unexplained
  from client_money_day d) as row where "row"."created_at" >= ($1::date::timestamp at time zone $2) and "row"."created_at" <= (($3::date + 1)::timestamp at time zone $4) - interval '1 millisecond';
