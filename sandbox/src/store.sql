-- The tables of the sandbox. This file runs at every start, so every statement can be repeated.

create table if not exists account (
  name text primary key,
  api_key_hash bytea not null unique,
  notification_url text not null,
  notification_secret text not null
);

-- Replies say only that a request was received, and references live only for a time.
alter table account add column if not exists is_told_later boolean not null default false;

create table if not exists payment (
  account text not null references account,
  id text not null,
  -- The caller's reference of the payment. A payment from before the sandbox has its id here.
  reference text not null,
  merchant_reference text not null,
  payment_product text not null,
  card_token text,
  amount bigint not null check (amount >= 0),
  currency_code text not null,
  capture_at_once boolean not null,
  status text not null,
  -- Null until a capture is requested. A pending capture sets it already, which prevents a second one.
  captured_amount bigint check (captured_amount between 0 and amount),
  -- Pending refunds included.
  refunded_amount bigint not null default 0 check (refunded_amount between 0 and coalesce(captured_amount, 0)),
  void_requested boolean not null default false,
  charge_back_after_settlement boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (account, id)
);

alter table payment add column if not exists store_card boolean not null default false;

-- The text on the payer's statement.
alter table payment add column if not exists descriptor text;
-- The token by which an absent payer may be charged again, once this payment was approved.
alter table payment add column if not exists agreement_token text;
create unique index if not exists payment_agreement on payment (agreement_token) where agreement_token is not null;

-- The address to which the payer comes back from the page of the bank.
alter table payment add column if not exists return_url text;

-- What the caller wants kept beside its reference.
alter table payment add column if not exists metadata jsonb not null default '{}';

-- A resumed payment has the payer's decision and the result that his browser brought back.
alter table payment add column if not exists payer_choice text;
alter table payment add column if not exists redirect_result text;
create unique index if not exists payment_redirect_result on payment (redirect_result) where redirect_result is not null;

-- Tokens that can no longer be charged.
create table if not exists revoked_token (
  account text not null references account,
  token text not null,
  reference text not null,
  created_at timestamptz not null default now(),
  primary key (account, token),
  unique (account, reference)
);

create table if not exists operation (
  account text not null references account,
  reference text not null,
  kind text not null check (kind in ('payment', 'capture', 'void', 'refund')),
  id text not null,
  -- No foreign key: a refused operation may name a payment that does not exist.
  payment_id text not null,
  amount bigint not null,
  currency_code text not null,
  status text not null,
  reason text,
  behaviour jsonb not null,
  request_hash bytea not null,
  -- Null only inside the transaction that does the work.
  answer_code integer,
  answer text,
  created_at timestamptz not null default now()
);
create unique index if not exists operation_id on operation (account, id);

-- References whose first request failed before any work, as their rule demands.
create table if not exists first_fault (
  account text not null references account,
  reference text not null,
  primary key (account, reference)
);

create table if not exists chargeback (
  account text not null,
  id text not null,
  payment_id text not null,
  amount bigint not null,
  currency_code text not null,
  reason text not null,
  reason_code text not null,
  status text not null check (status in ('OPEN', 'IN_DISPUTE', 'WON', 'LOST', 'CANCELLED')),
  respond_by date not null,
  primary key (account, id),
  unique (account, payment_id),
  foreign key (account, payment_id) references payment
);

-- Answers to chargebacks came later than the tables.
alter table chargeback add column if not exists reference text;
alter table operation add column if not exists chargeback_id text;
alter table operation drop constraint if exists operation_kind_check;
alter table operation add constraint operation_kind_check
  check (kind in ('payment', 'capture', 'void', 'refund', 'accept', 'dispute', 'cancel', 'resume'));
-- What a cancellation is of. Its payment_id is empty until a payment is found.
alter table operation add column if not exists payment_reference text;

-- Evidence for disputes. The sandbox never reads it, so a digest is enough.
create table if not exists evidence (
  account text not null references account,
  reference text not null,
  chargeback_id text not null,
  name text not null,
  content_type text not null,
  size integer not null,
  sha256 bytea not null,
  created_at timestamptz not null default now(),
  primary key (account, reference)
);

-- The time that callers have let pass. It moves the dates that the sandbox gives.
create table if not exists clock (
  only_one boolean primary key default true check (only_one),
  passed_ms bigint not null default 0
);
insert into clock default values on conflict do nothing;

create table if not exists due_change (
  id bigint generated always as identity primary key,
  account text not null,
  operation_id text not null,
  change text not null,
  due_at timestamptz not null,
  foreign key (account, operation_id) references operation (account, id)
);

-- Changes once belonged to a reference. Since a reference may begin a second operation, they belong to an operation.
do $$
begin
  if exists (select from information_schema.columns
             where table_schema = current_schema() and table_name = 'due_change' and column_name = 'reference') then
    alter table due_change add column operation_id text;
    update due_change set operation_id =
      (select id from operation where account = due_change.account and reference = due_change.reference);
    alter table due_change drop column reference;
    alter table due_change alter column operation_id set not null;
    alter table due_change add foreign key (account, operation_id) references operation (account, id);
  end if;
end
$$;
alter table operation drop constraint if exists operation_pkey;
-- Null: the reference lives for ever.
alter table operation add column if not exists key_ends_at timestamptz;
-- True: the reference has begun another operation since.
alter table operation add column if not exists is_key_over boolean not null default false;
create unique index if not exists operation_reference on operation (account, reference) where not is_key_over;
create index if not exists operation_every_reference on operation (account, reference);
create index if not exists operation_payment on operation (account, payment_id);
create index if not exists payment_reference on payment (account, reference);

alter table due_change drop constraint if exists due_change_change_check;
alter table due_change add constraint due_change_change_check
  check (change in ('CONCLUDE', 'SETTLE', 'ABANDON', 'CHARGE_BACK', 'EXPIRE', 'DECIDE', 'SUCCEED_LATE', 'UNDO'));
create index if not exists due_change_due_at on due_change (due_at);

create table if not exists notification (
  id text primary key,
  account text not null references account,
  payment_id text not null,
  reference text not null,
  body text not null,
  copies_left integer not null,
  -- Waits until a later notification about the same payment was delivered.
  is_held boolean not null default false,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  delivered_at timestamptz,
  given_up_at timestamptz,
  last_failure text
);
create index if not exists notification_next_attempt_at on notification (next_attempt_at)
  where delivered_at is null and given_up_at is null;
create index if not exists notification_payment on notification (account, payment_id);

-- What was paid out, and which operations and chargebacks were in it.
create table if not exists settlement (
  account text not null references account,
  batch integer not null,
  csv text not null,
  closed_at timestamptz not null default now(),
  primary key (account, batch)
);
create table if not exists settled (
  account text not null,
  id text not null,
  type text not null,
  batch integer not null,
  primary key (account, id, type),
  foreign key (account, batch) references settlement
);

-- The time that callers have let pass counts for the day on which something is paid out.
create or replace function sandbox_now() returns timestamptz language sql volatile as
  'select now() + passed_ms * interval ''1 millisecond'' from clock';
alter table operation add column if not exists happened_at timestamptz;
alter table operation alter column happened_at set default sandbox_now();
alter table chargeback add column if not exists happened_at timestamptz;
alter table chargeback alter column happened_at set default sandbox_now();

-- What is to be wrong in the next settlements of the account, in this order.
alter table account add column if not exists settlement_mischief text[] not null default '{}';
