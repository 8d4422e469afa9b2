-- What every customer ever began to pay, each currency for itself: nobody can have paid more in any range, so the best of a
-- range are found among the few who paid that much at all (docs/adr/0024).

create table statistics_customer (
  merchant_id uuid not null,
  customer_id uuid not null,
  currency_code text not null,
  n bigint not null,
  amount bigint not null,
  primary key (merchant_id, customer_id, currency_code)
) with (fillfactor = 80);

alter table transaction no force row level security;
alter table statistics_delta no force row level security;
-- What is still pending is folded into it later.
insert into statistics_customer (merchant_id, customer_id, currency_code, n, amount)
  select merchant_id, customer_id, currency_code, sum(n), sum(amount) from (
    select merchant_id, customer_id, currency_code, 1 as n, amount from transaction
    union all
    select merchant_id, customer_id, currency_code, -n, -n * amount from statistics_delta where entity = 'transaction') counted
  where customer_id is not null
  group by merchant_id, customer_id, currency_code having sum(n) <> 0 or sum(amount) <> 0
  order by merchant_id, customer_id, currency_code;
alter table transaction force row level security;
alter table statistics_delta force row level security;

create index statistics_customer_count on statistics_customer (merchant_id, currency_code, n desc);
create index statistics_customer_volume on statistics_customer (merchant_id, currency_code, amount desc);

alter table statistics_customer enable row level security, force row level security;
create policy own_merchant on statistics_customer to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on statistics_customer to kontor_provider, kontor_engine using (true) with check (true);
grant select on statistics_customer to kontor_merchant, kontor_provider;
grant insert, update (n, amount), delete on statistics_customer to kontor_provider;

-- Counts name status, product and country, and ask for a range of days: the days come last.
alter table statistics_day_cube drop constraint statistics_day_cube_pkey;
alter table statistics_day_cube add primary key
  (merchant_id, entity, status, payment_product, country_code, currency_code, day, organisation_id);
