-- Exchange rates: the provider's reference data, and the currency in which each merchant reads its totals (docs/adr/0042).

-- Units of a currency for one euro, as published for a day. The euro is 1 and has no rows.
create table exchange_rate (
  currency_code text not null references currency check (currency_code <> 'EUR'),
  day date not null,
  rate numeric not null check (rate > 0 and rate < 1000000000000 and scale(rate) <= 10),
  -- Who published it, in its own words.
  source text not null check (length(source) between 1 and 100),
  fetched_at timestamptz(3) not null,
  primary key (currency_code, day)
);

-- What became of every time that rates were asked for.
create table exchange_rate_fetch (
  id bigint generated always as identity primary key,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3) not null,
  -- New or changed ones.
  rates int not null check (rates >= 0),
  problem text check (length(problem) between 1 and 500)
);

alter table merchant add column base_currency text references currency;
update merchant set base_currency = (select base_currency from installation);
alter table merchant alter column base_currency set not null, alter column base_currency set default 'EUR';

grant select on exchange_rate to kontor_merchant, kontor_provider;
grant insert, update (rate, source, fetched_at) on exchange_rate to kontor_provider;
grant select, insert on exchange_rate_fetch to kontor_provider;
grant update (base_currency) on merchant to kontor_provider;
