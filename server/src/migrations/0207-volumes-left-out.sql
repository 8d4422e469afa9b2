-- compatible-with: 0199
-- 0153 added up the closed months as the owner of the database. One that neither is a superuser nor inherits the rights of its roles
-- saw no transfers: the months that have nothing are added up once more.

alter table ledger_transfer no force row level security;
alter table ledger_volume no force row level security;
insert into ledger_volume (merchant_id, month, currency_code, volume)
select v.merchant_id, m.month, v.currency_code, v.volume
from ledger_day d
  cross join lateral (
    select x::date as month from generate_series(date_trunc('month', d.opened_on), d.closed_through, '1 month') x
    where (x + interval '1 month')::date - 1 <= d.closed_through) m
  cross join lateral volumes_of_month(m.month) v
where not exists (select from ledger_volume known where known.month = m.month);
alter table ledger_transfer force row level security;
alter table ledger_volume force row level security;
