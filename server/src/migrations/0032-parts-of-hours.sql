-- Zones whose hours begin at a half or a quarter of an hour of UTC (Asia/Kolkata, Asia/Kathmandu): what an hour of the
-- roll-up counts from its quarter and its half on, so that their days and hours are cut exactly (docs/adr/0069).
alter table statistics_hour
  add column n_15 bigint not null default 0,
  add column amount_15 numeric not null default 0,
  add column n_30 bigint not null default 0,
  add column amount_30 numeric not null default 0;
grant update (n_15, amount_15, n_30, amount_30) on statistics_hour to kontor_provider;

-- From the rows that are there; what is still pending is folded into it later.
alter table transaction no force row level security;
alter table refund no force row level security;
alter table chargeback no force row level security;
alter table statistics_delta no force row level security;
alter table statistics_hour no force row level security;
with counted as (
  select merchant_id, organisation_id, 'transaction' as entity, created_at, currency_code, 1 as n, amount from transaction
  union all
  select x.merchant_id, x.organisation_id, x.entity, x.created_at, t.currency_code, 1, x.amount
  from (
    select 'refund' as entity, merchant_id, organisation_id, created_at, transaction_created_at, transaction_id, amount
      from refund
    union all
    select 'chargeback', merchant_id, organisation_id, created_at, transaction_created_at, transaction_id, amount
      from chargeback) x
  join transaction t on t.merchant_id = x.merchant_id and t.created_at = x.transaction_created_at and t.id = x.transaction_id
  union all
  select merchant_id, organisation_id, entity, created_at, currency_code, -n, -n * amount from statistics_delta),
within as (
  select *, floor(extract(epoch from created_at))::bigint as second from counted),
own as (
  select merchant_id, organisation_id, entity, (second / 3600)::int as hour, currency_code,
    sum(n) filter (where second % 3600 >= 900) as n_15, sum(amount) filter (where second % 3600 >= 900) as amount_15,
    sum(n) filter (where second % 3600 >= 1800) as n_30, sum(amount) filter (where second % 3600 >= 1800) as amount_30
  from within group by 1, 2, 3, 4, 5),
everything as (
  select * from own
  union all
  select '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', entity, hour, currency_code,
    sum(n_15), sum(amount_15), sum(n_30), sum(amount_30) from own group by entity, hour, currency_code)
update statistics_hour s
set n_15 = coalesce(e.n_15, 0), amount_15 = coalesce(e.amount_15, 0), n_30 = coalesce(e.n_30, 0),
  amount_30 = coalesce(e.amount_30, 0)
from everything e
where s.merchant_id = e.merchant_id and s.organisation_id = e.organisation_id and s.entity = e.entity and s.hour = e.hour
  and s.currency_code = e.currency_code and e.n_15 <> 0;
alter table transaction force row level security;
alter table refund force row level security;
alter table chargeback force row level security;
alter table statistics_delta force row level security;
alter table statistics_hour force row level security;
