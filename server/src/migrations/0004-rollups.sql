-- Roll-ups: sums of transactions, refunds and chargebacks that statistics and counts are read from, and what keeps them right
-- (docs/adr/0024). merchant_id: the merchant, or the all-zero id in rows that are the sum over all merchants. n and amount
-- count rows and minor units; a currency is part of every key. The absence of a value is the empty text.

-- ---------------------------------------------------------------------------------------------- what they are made from

alter table statistics_delta add column payment_product_type text;

-- What was written until now does not know it: said anew from the rows themselves. The owner has no policy of its own.
alter table transaction no force row level security;
alter table refund no force row level security;
alter table chargeback no force row level security;
alter table statistics_delta no force row level security;
delete from statistics_delta;
insert into statistics_delta (merchant_id, entity, organisation_id, created_at, status, visited, payment_product,
    payment_product_type, country_code, payment_profile_id, processor_id, platform, browser, currency_code, customer_id, n, amount)
  select merchant_id, 'transaction', organisation_id, created_at, status, visited, payment_product, payment_product_type,
    country_code, payment_profile_id, processor_id, platform, browser, currency_code, customer_id, 1, amount
  from transaction;
insert into statistics_delta (merchant_id, entity, organisation_id, created_at, status, payment_product,
    payment_product_type, country_code, payment_profile_id, processor_id, platform, browser, currency_code, customer_id, n, amount)
  select x.merchant_id, x.entity, x.organisation_id, x.created_at, x.status, t.payment_product, t.payment_product_type,
    t.country_code, t.payment_profile_id, x.processor_id, t.platform, t.browser, t.currency_code, t.customer_id, 1, x.amount
  from (
    select 'refund' as entity, merchant_id, organisation_id, created_at, status, transaction_created_at, transaction_id,
      processor_id, amount from refund
    union all
    select 'chargeback', merchant_id, organisation_id, created_at, status, transaction_created_at, transaction_id,
      processor_id, amount from chargeback) x
  join transaction t on t.merchant_id = x.merchant_id and t.created_at = x.transaction_created_at and t.id = x.transaction_id;
alter table transaction force row level security;
alter table refund force row level security;
alter table chargeback force row level security;
alter table statistics_delta force row level security;

-- ---------------------------------------------------------------------------------------------- roll-ups

-- Hours since 1970: any zone of whole hours is cut exactly.
create table statistics_hour (
  merchant_id uuid not null,
  organisation_id uuid not null,
  entity text not null,
  hour int not null,
  currency_code text not null,
  n bigint not null,
  amount bigint not null,
  primary key (merchant_id, entity, hour, currency_code, organisation_id)
) with (fillfactor = 80);

-- Days of the installation's zone, here and below. dimension 'all': the whole day, with an empty value.
create table statistics_day (
  merchant_id uuid not null,
  organisation_id uuid not null,
  entity text not null,
  dimension text not null check (dimension in
    ('all', 'status', 'payment_product', 'payment_product_type', 'country_code', 'platform', 'browser', 'visited')),
  day date not null,
  value text collate "C" not null,
  currency_code text not null,
  n bigint not null,
  amount bigint not null,
  primary key (merchant_id, entity, dimension, day, value, currency_code, organisation_id)
) with (fillfactor = 80);

create table statistics_day_cube (
  merchant_id uuid not null,
  organisation_id uuid not null,
  entity text not null,
  day date not null,
  status text not null,
  payment_product text not null,
  country_code text not null,
  currency_code text not null,
  n bigint not null,
  amount bigint not null,
  primary key (merchant_id, entity, day, status, payment_product, country_code, currency_code, organisation_id)
) with (fillfactor = 80);

create table statistics_day_processor (
  merchant_id uuid not null,
  organisation_id uuid not null,
  entity text not null,
  processor_id uuid not null,
  day date not null,
  status text not null,
  currency_code text not null,
  n bigint not null,
  amount bigint not null,
  primary key (merchant_id, entity, processor_id, day, status, currency_code, organisation_id)
) with (fillfactor = 80);

-- What every comparison of the roll-ups with the rows themselves has found.
create table statistics_check (
  id bigint generated always as identity primary key,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3) not null,
  -- Days of the installation's zone; null: there was nothing.
  first_day date,
  last_day date,
  -- Keys whose sum is not what the rows say; and the first of them.
  differences bigint not null,
  examples jsonb not null default '[]'
);

-- ---------------------------------------------------------------------------------------------- what does not roll up

-- Best customers, from the index alone: of columns that never change, so that a change of status stays within its page.
create index transaction_of_customers on transaction (merchant_id, created_at)
  include (organisation_id, customer_id, currency_code, amount);
create index refund_amount_all on refund (amount desc, created_at);
create index customer_statistics on customer (merchant_id, created_at) include (organisation_id, status);

-- ---------------------------------------------------------------------------------------------- who may

do $$
declare
  name text;
begin
  foreach name in array array['statistics_hour', 'statistics_day', 'statistics_day_cube', 'statistics_day_processor'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_merchant on %I to kontor_merchant using (merchant_id = current_merchant())
      with check (merchant_id = current_merchant())', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)', name);
    execute format('grant select on %I to kontor_merchant, kontor_provider', name);
    execute format('grant insert, update (n, amount), delete on %I to kontor_provider', name);
  end loop;
end $$;

-- What is not yet in the roll-ups is read with them.
grant select on statistics_delta to kontor_merchant;
grant delete on statistics_delta to kontor_provider;
grant select, insert on statistics_check to kontor_provider;
