-- Plans, subscriptions and discounts, and what keeps a cycle from being paid twice (docs/adr/0033).

create table plan (
  merchant_id uuid not null references merchant,
  id uuid not null,
  organisation_id uuid not null,
  payment_profile_id uuid not null,
  currency_code text not null,
  name text not null check (length(name) between 1 and 200),
  description text check (length(description) <= 500 and not contains_card_number(description)),
  dynamic_descriptor text check (length(dynamic_descriptor) <= 22),
  amount bigint not null check (amount between 1 and 9007199254740991),
  interval text not null check (interval in ('day', 'week', 'month', 'year')),
  interval_count int not null default 1 check (interval_count between 1 and 1000),
  max_billing_cycle int check (max_billing_cycle between 1 and 100000),
  statuses_subscription_update text[] not null default '{}' check (statuses_subscription_update <@
    array['CREATED', 'ACTIVE', 'PAST_DUE', 'EXPIRED', 'CANCELLED', 'COMPLETED']),
  webhook_subscription_update text check (webhook_subscription_update ~ '^https?://' and length(webhook_subscription_update) <= 2000),
  email_subscription_update text check (length(email_subscription_update) <= 254),
  redirect_url text check (redirect_url ~ '^https?://' and length(redirect_url) <= 2000),
  created_at timestamptz(3) not null default engine_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  foreign key (merchant_id, payment_profile_id, currency_code)
    references payment_profile (merchant_id, id, currency_code),
  -- What keeps a subscription in its plan's shop and currency.
  unique (merchant_id, id, payment_profile_id, currency_code),
  check (statuses_subscription_update = '{}'
    or webhook_subscription_update is not null or email_subscription_update is not null)
);
create index plan_created on plan (merchant_id, created_at, id);
create index plan_created_all on plan (created_at, id);

create table subscription (
  merchant_id uuid not null references merchant,
  id uuid not null,
  organisation_id uuid not null,
  customer_id uuid not null,
  plan_id uuid not null,
  payment_profile_id uuid not null,
  currency_code text not null,
  status text not null
    check (status in ('CREATED', 'ACTIVE', 'PAST_DUE', 'EXPIRED', 'CANCELLED', 'COMPLETED')),
  status_reason text check (not contains_card_number(status_reason)),
  last_status_update timestamptz(3) not null default engine_now(),
  -- The day of the first cycle, from which all others are counted. Null: the day of the first payment, when it comes.
  starts_on date,
  billing_cycle int not null default 1 check (billing_cycle >= 1),
  due_date date,
  max_billing_cycle int check (max_billing_cycle between 1 and 100000),
  payment_product text check (payment_product in ('card', 'paypal')),
  card_id uuid,
  last_paid_cycle int,
  last_paid_date date,
  -- The day, in the merchant's zone, on which the engine has something to do with it: bill, try again, or let it expire.
  act_on date,
  created_by text,
  created_at timestamptz(3) not null default engine_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  foreign key (merchant_id, customer_id) references customer (merchant_id, id),
  foreign key (merchant_id, plan_id, payment_profile_id, currency_code)
    references plan (merchant_id, id, payment_profile_id, currency_code),
  foreign key (merchant_id, card_id) references card (merchant_id, id),
  unique (merchant_id, id, currency_code),
  check ((act_on is null) = (status in ('EXPIRED', 'CANCELLED', 'COMPLETED'))),
  check (status in ('CREATED', 'EXPIRED', 'CANCELLED') or starts_on is not null)
);
-- The address of the page holds the id alone.
create unique index subscription_id on subscription (id);
create index subscription_created on subscription (merchant_id, created_at, id);
create index subscription_created_all on subscription (created_at, id);
create index subscription_plan on subscription (merchant_id, plan_id);
create index subscription_customer on subscription (merchant_id, customer_id);
create index subscription_due on subscription (act_on) where act_on is not null;

create table subscription_discount (
  merchant_id uuid not null references merchant,
  id uuid not null,
  organisation_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  type text not null default 'fixed_cents' check (type in ('percentage', 'fixed_cents')),
  -- A fraction, or minor units of the plan's currency.
  amount numeric(20, 4) not null check (amount > 0),
  duration int check (duration between 1 and 100000),
  minimum_amount bigint check (minimum_amount between 0 and 9007199254740991),
  limit_to_first_order boolean not null default false,
  created_at timestamptz(3) not null default engine_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  constraint subscription_discount_amount check (case type when 'percentage' then amount <= 1
    else amount = trunc(amount) and amount <= 9007199254740991 end)
);
create index subscription_discount_created on subscription_discount (merchant_id, created_at, id);
create index subscription_discount_created_all on subscription_discount (created_at, id);

create table subscription_discount_attached (
  merchant_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  subscription_discount_id uuid not null,
  active boolean not null default true,
  -- Cycles that were paid with it.
  applied_duration int not null default 0 check (applied_duration >= 0),
  created_at timestamptz(3) not null default engine_now(),
  created_by text,
  primary key (merchant_id, id),
  foreign key (merchant_id, subscription_id) references subscription (merchant_id, id),
  foreign key (merchant_id, subscription_discount_id) references subscription_discount (merchant_id, id)
);
create unique index subscription_one_active_discount on subscription_discount_attached (merchant_id, subscription_id)
  where active;
create index subscription_discounts on subscription_discount_attached (subscription_id, created_at);
create index subscription_discount_uses on subscription_discount_attached (merchant_id, subscription_discount_id);

-- One row for each cycle that was to be paid. Tries that failed leave their transactions; of those that are under way or
-- paid there is one at most, whoever pays at the same moment.
create table subscription_cycle (
  merchant_id uuid not null,
  subscription_id uuid not null,
  cycle int not null check (cycle >= 1),
  due_date date not null,
  -- Of the plan, less the discount.
  amount bigint not null check (amount between 0 and 9007199254740991),
  discount_attached_id uuid,
  -- PAYING: a transaction is under way, and what becomes of it has not been acted on.
  status text not null check (status in ('OPEN', 'PAYING', 'PAID', 'FAILED')),
  first_failed_on date,
  tries int not null default 0,
  paid_at timestamptz(3),
  -- Moved by the trigger on transaction alone. Living: under way or paid.
  living int not null default 0,
  transaction_created_at timestamptz(3),
  transaction_id uuid,
  created_at timestamptz(3) not null default engine_now(),
  primary key (merchant_id, subscription_id, cycle),
  foreign key (merchant_id, subscription_id) references subscription (merchant_id, id),
  foreign key (merchant_id, discount_attached_id) references subscription_discount_attached (merchant_id, id),
  foreign key (merchant_id, transaction_created_at, transaction_id) references transaction (merchant_id, created_at, id),
  constraint subscription_cycle_paid_once check (living between 0 and 1)
);
create index subscription_cycle_paying on subscription_cycle (merchant_id, subscription_id) where status = 'PAYING';
-- Said to be paid, and then not.
create index subscription_cycle_reversed on subscription_cycle (merchant_id, subscription_id)
  where status = 'PAID' and living = 0 and transaction_id is not null;

-- Webhooks about subscriptions that have to leave, oldest first for each subscription.
create table subscription_notification (
  merchant_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  url text not null,
  payload jsonb not null,
  created_at timestamptz(3) not null default engine_now(),
  -- By the wall clock: the other side lives by no other.
  next_attempt_at timestamptz(3) not null default clock_timestamp(),
  leased_until timestamptz(3),
  attempts int not null default 0,
  done_at timestamptz(3),
  outcome text check (outcome in ('delivered', 'refused', 'given_up')),
  -- Of the last attempt; 0: there was no answer.
  response_code int,
  response_body text,
  last_error text,
  primary key (merchant_id, id),
  foreign key (merchant_id, subscription_id) references subscription (merchant_id, id),
  check ((done_at is null) = (outcome is null))
);
create index subscription_notification_due on subscription_notification (next_attempt_at) where done_at is null;
create index subscription_notification_of on subscription_notification (merchant_id, subscription_id, created_at, id);

alter table transaction
  add column subscription_id uuid,
  add column subscription_cycle int,
  add constraint transaction_subscription_cycle check ((subscription_id is null) = (subscription_cycle is null)),
  add foreign key (merchant_id, subscription_id, currency_code) references subscription (merchant_id, id, currency_code),
  add foreign key (merchant_id, subscription_id, subscription_cycle)
    references subscription_cycle (merchant_id, subscription_id, cycle);
create index transaction_subscription on transaction (subscription_id, created_at desc) where subscription_id is not null;

-- ---------------------------------------------------------------------------------------------- rules by trigger

-- A payment takes its cycle when it begins and gives it back when it comes to nothing, also when that is learnt late.
create function move_subscription_cycle() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  nothing text[] := array['DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED', 'AUTHORIZATION_VOIDED'];
  before int := case when tg_op = 'UPDATE' and old.status <> all (nothing) then 1 else 0 end;
  after int := case when new.status <> all (nothing) then 1 else 0 end;
begin
  if tg_op = 'INSERT' then
    update subscription_cycle c set living = living + after, tries = tries + 1, status = 'PAYING',
        transaction_created_at = new.created_at, transaction_id = new.id
      where c.merchant_id = new.merchant_id and c.subscription_id = new.subscription_id and c.cycle = new.subscription_cycle;
  elsif after <> before then
    update subscription_cycle c set living = living + after - before
      where c.merchant_id = new.merchant_id and c.subscription_id = new.subscription_id and c.cycle = new.subscription_cycle;
  end if;
  return null;
end $$;

grant create on schema public to kontor_engine;
alter function move_subscription_cycle() owner to kontor_engine;
revoke create on schema public from kontor_engine;

create trigger a_status_transition before update of status on subscription
  for each row execute function check_status_transition('subscription');
create trigger e_subscription after insert or update of status on transaction
  for each row when (new.subscription_id is not null) execute function move_subscription_cycle();

-- ---------------------------------------------------------------------------------------------- row-level security

do $$
declare
  name text;
begin
  foreach name in array array['plan', 'subscription', 'subscription_discount', 'subscription_discount_attached',
      'subscription_cycle', 'subscription_notification'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_merchant on %I to kontor_merchant using (merchant_id = current_merchant())
      with check (merchant_id = current_merchant())', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)', name);
  end loop;
end $$;

-- ---------------------------------------------------------------------------------------------- privileges

grant select, insert on plan, subscription, subscription_discount, subscription_discount_attached,
  subscription_notification to kontor_merchant, kontor_provider;
grant select on subscription_cycle to kontor_merchant, kontor_provider;
grant insert (merchant_id, subscription_id, cycle, due_date, amount, discount_attached_id, status, paid_at)
  on subscription_cycle to kontor_merchant, kontor_provider;
grant update (due_date, amount, discount_attached_id, status, first_failed_on, paid_at)
  on subscription_cycle to kontor_merchant, kontor_provider;
grant update (name, description, dynamic_descriptor, payment_profile_id, organisation_id, currency_code, amount, interval,
  interval_count, max_billing_cycle, statuses_subscription_update, webhook_subscription_update,
  email_subscription_update, redirect_url) on plan to kontor_merchant, kontor_provider;
grant update (status, status_reason, starts_on, billing_cycle, due_date, max_billing_cycle, payment_product, card_id,
  last_paid_cycle, last_paid_date, act_on) on subscription to kontor_merchant, kontor_provider;
grant update (name, organisation_id, type, amount, duration, minimum_amount, limit_to_first_order)
  on subscription_discount to kontor_merchant, kontor_provider;
grant delete on subscription_discount to kontor_merchant, kontor_provider;
grant update (active, applied_duration) on subscription_discount_attached to kontor_merchant, kontor_provider;
grant update (next_attempt_at, leased_until, attempts, done_at, outcome, response_code, response_body, last_error)
  on subscription_notification to kontor_provider;
grant insert (subscription_id, subscription_cycle) on transaction to kontor_merchant, kontor_provider;
-- The engine, on behalf of one merchant, tells by mail as well.
grant insert on mail to kontor_merchant;

grant select, update (living, tries, status, transaction_created_at, transaction_id) on subscription_cycle to kontor_engine;
