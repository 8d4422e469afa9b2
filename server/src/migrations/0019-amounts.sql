-- How much one payment may be, and sums of any number of payments (docs/adr/0048).

-- Minor units of whatever currency. A payment is held to the lowest of the three; without a number of its own, to the others.
alter table installation
  add column largest_payment bigint not null default 1000000000000 check (largest_payment between 1 and 1000000000000);
alter table merchant add column largest_payment bigint check (largest_payment between 1 and 1000000000000);
alter table payment_profile add column largest_payment bigint check (largest_payment between 1 and 1000000000000);
grant update (largest_payment) on merchant to kontor_provider;
grant update (largest_payment) on payment_profile to kontor_merchant, kontor_provider;

-- Payments from before the bound are up to 2^53-1 each, of which a bigint holds a thousand. What could not be added up waits in
-- statistics_delta and is folded now.
alter table statistics_hour alter column amount type numeric;
alter table statistics_day alter column amount type numeric;
alter table statistics_day_cube alter column amount type numeric;
alter table statistics_day_processor alter column amount type numeric;
alter table statistics_customer alter column amount type numeric;

-- Deltas that the roll-ups cannot take, kept until they are made anew: nothing else waits for them.
create table statistics_delta_aside (
  id bigint generated always as identity primary key,
  set_aside_at timestamptz(3) not null default now(),
  reason text not null,
  delta jsonb not null
);
grant select, insert, delete on statistics_delta_aside to kontor_provider;
