-- The sums of closed days over all merchants, so that reports of the provider need not add up the balances of each (docs/adr/0166).

-- Written once, when a day is closed, for its balances never change afterwards. Without the provider's own book. Of account 10, the
-- bank, only payouts that came back: what processors pay in is no money of merchants.
create table ledger_day_sum (
  business_day date not null,
  code smallint not null references ledger_code,
  currency_code text not null check (length(currency_code) = 3),
  debit numeric not null,
  credit numeric not null,
  primary key (business_day, code, currency_code)
);
-- The rows of some days.
create function sums_of_days(first date, last date)
returns table (business_day date, code smallint, currency_code text, debit numeric, credit numeric) language sql stable
begin atomic
  select b.business_day, b.code, b.currency_code, sum(b.debit), sum(b.credit)
  from ledger_balance b
  where b.business_day between sums_of_days.first and sums_of_days.last
    and b.merchant_id <> '00000000-0000-0000-0000-000000000000' and b.code <> 10
  group by 1, 2, 3
  union all
  select a.available_on, 10::smallint, a.currency_code, sum(a.amount), 0
  from ledger_available a
  where a.available_on between sums_of_days.first and sums_of_days.last
    and a.kind = (select kind from ledger_kind where name = 'payout_returned')
    and a.merchant_id <> '00000000-0000-0000-0000-000000000000'
  group by 1, 3;
end;
revoke execute on function sums_of_days(date, date) from public;
grant execute on function sums_of_days(date, date) to kontor_provider;

-- The days that are closed already. An owner that is no superuser is exempted from the policies meanwhile.
alter table ledger_balance no force row level security;
alter table ledger_available no force row level security;
insert into ledger_day_sum (business_day, code, currency_code, debit, credit)
select s.* from ledger_day d cross join lateral sums_of_days(d.opened_on, d.closed_through) s;
alter table ledger_balance force row level security;
alter table ledger_available force row level security;

alter table ledger_day_sum enable row level security, force row level security;
create policy every_merchant on ledger_day_sum to kontor_provider using (true) with check (true);
grant select, insert on ledger_day_sum to kontor_provider;
