-- The first schema. Roles (kontor_merchant, kontor_provider, kontor_engine) exist: platform/migrate.ts makes them.
--   kontor_merchant  the application on behalf of one merchant: row-level security shows it that merchant alone
--   kontor_provider  the application on behalf of the provider's staff, and its workers: every merchant
--   kontor_engine    owns the trigger functions below; nobody signs in as it
-- Every row of a merchant carries merchant_id, leading its primary key and its foreign keys.

create function current_merchant() returns uuid language sql stable parallel safe
  return nullif(current_setting('kontor.merchant', true), '')::uuid;

-- ---------------------------------------------------------------------------------------------- reference data
-- Filled from the contract at every migration (platform/reference-data.ts).

create table currency (
  code text primary key check (code ~ '^[A-Z]{3}$'),
  exponent smallint not null check (exponent between 0 and 4)
);

create table status_transition (
  entity text not null,
  from_status text not null,
  to_status text not null,
  primary key (entity, from_status, to_status)
);

create table transaction_status (status text primary key, bit int not null unique);

create table role (
  name text primary key,
  scope text not null check (scope in ('merchant', 'provider'))
);

create table installation (
  only_one boolean primary key default true check (only_one),
  base_currency text not null default 'EUR' references currency,
  time_zone text not null default 'Europe/Amsterdam',
  demo boolean not null default false,
  created_at timestamptz(3) not null default now()
);

-- ---------------------------------------------------------------------------------------------- merchants

create table merchant (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  active boolean not null default true,
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  time_zone text not null default 'Europe/Amsterdam',
  language text not null default 'nl' check (language in ('nl', 'en-US')),
  created_at timestamptz(3) not null default now()
);

create table organisation (
  merchant_id uuid not null references merchant,
  id uuid not null,
  parent_id uuid,
  name text not null check (length(name) between 1 and 200),
  email text,
  phone text,
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  depth smallint not null check (depth between 0 and 10),
  created_at timestamptz(3) not null default now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, parent_id) references organisation (merchant_id, id),
  -- The root is the merchant itself, and only the root has no parent.
  check ((parent_id is null) = (id = merchant_id)),
  check ((parent_id is null) = (depth = 0))
);
create index organisation_parent on organisation (merchant_id, parent_id);

-- ---------------------------------------------------------------------------------------------- identity

create table platform_user (
  id uuid primary key,
  merchant_id uuid references merchant,
  organisation_id uuid,
  email text not null check (length(email) <= 254),
  name text not null check (length(name) between 1 and 200),
  password_hash text,
  active boolean not null default true,
  language text not null default 'nl' check (language in ('nl', 'en-US')),
  time_zone text,
  created_at timestamptz(3) not null default now(),
  -- A merchant's user belongs to a node of its tree; the provider's staff to none.
  check ((merchant_id is null) = (organisation_id is null)),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id)
);
create unique index platform_user_email on platform_user (lower(email));
create index platform_user_merchant on platform_user (merchant_id);

create table role_grant (
  user_id uuid not null references platform_user on delete cascade,
  role text not null references role,
  granted_at timestamptz(3) not null default now(),
  primary key (user_id, role)
);

create table session (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references platform_user on delete cascade,
  created_at timestamptz(3) not null default now(),
  last_activity_at timestamptz(3) not null default now(),
  idle_expires_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index session_by_user on session (user_id);

create table user_token (
  token_hash bytea primary key check (length(token_hash) = 32),
  -- Null: for a user who does not exist yet (the first one of the provider).
  user_id uuid references platform_user on delete cascade,
  purpose text not null check (purpose in ('set_up', 'set_password', 'reset_password', 'change_email')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
-- One live token per user and purpose.
create unique index user_token_live on user_token (purpose, coalesce(user_id, '00000000-0000-0000-0000-000000000000'))
  where used_at is null;

create table api_key (
  merchant_id uuid not null references merchant,
  id uuid not null,
  organisation_id uuid not null,
  name text not null check (length(name) between 1 and 100),
  -- What is shown to recognise it by; the secret itself is only known to its holder.
  prefix text not null,
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  roles text[] not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  primary key (merchant_id, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id)
);

-- ---------------------------------------------------------------------------------------------- processors and shops

create table processor (
  merchant_id uuid not null references merchant,
  id uuid not null,
  organisation_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  gateway text not null check (gateway in ('sandbox')),
  payment_product text not null,
  url text not null,
  -- AES-256-GCM under a key outside the database; bound to merchant and processor (platform/sealed.ts).
  credential bytea not null,
  active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id)
);
-- A notification names its processor alone.
create unique index processor_id on processor (id);

create table payment_profile (
  merchant_id uuid not null references merchant,
  id uuid not null,
  organisation_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  display_name text not null,
  website text,
  description text,
  currency_code text not null references currency,
  created_at timestamptz(3) not null default now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  -- What makes a transaction in another currency than its shop's impossible.
  unique (merchant_id, id, currency_code)
);

create table payment_profile_processor (
  merchant_id uuid not null,
  payment_profile_id uuid not null,
  processor_id uuid not null,
  position smallint not null default 0,
  primary key (merchant_id, payment_profile_id, processor_id),
  foreign key (merchant_id, payment_profile_id) references payment_profile (merchant_id, id),
  foreign key (merchant_id, processor_id) references processor (merchant_id, id)
);

-- ---------------------------------------------------------------------------------------------- customers

create function passes_luhn(digits text) returns boolean
language plpgsql immutable parallel safe as $$
declare
  total int := 0;
  digit int;
begin
  for i in 1 .. length(digits) loop
    digit := substr(digits, length(digits) - i + 1, 1)::int;
    if i % 2 = 0 then
      digit := digit * 2 - case when digit > 4 then 9 else 0 end;
    end if;
    total := total + digit;
  end loop;
  return total % 10 = 0;
end $$;

-- True when a text holds a card number: digits of a brand's length and beginning that pass the Luhn check, in one piece or
-- in the groups that are printed on cards. contract/src/card-number.ts says the same to forms and imports.
create function contains_card_number(value text) returns boolean
language plpgsql immutable parallel safe as $$
declare
  run text;
  part text[];
  stretch text;
  digits text;
begin
  if value is null or value !~ '\d(?:[ -]?\d){12}' then
    return false;
  end if;
  for run in select hit[1] from regexp_matches(value, '\d(?:[ -]?\d){12,}', 'g') hit loop
    part := regexp_split_to_array(run, '[ -]');
    for i in 1 .. cardinality(part) loop
      for j in i .. least(i + 4, cardinality(part)) loop
        stretch := array_to_string(part[i:j], '-');
        digits := replace(stretch, '-', '');
        if (i = j or stretch ~ '^\d{4}-(\d{4}-\d{4}-\d{1,4}(-\d{1,3})?|\d{6}-\d{4,5})$')
          and digits ~ '^(4(\d{12}|\d{15}|\d{18})|(5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[068]\d{12}|(6\d|5[06-9])\d{11,17})$'
          and passes_luhn(digits) then
          return true;
        end if;
      end loop;
    end loop;
  end loop;
  return false;
end $$;

create table customer (
  merchant_id uuid not null references merchant,
  id uuid not null,
  organisation_id uuid not null,
  reference text collate "C",
  email_address text,
  first_name text,
  last_name text,
  city text,
  postal_code text,
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  phone_number text,
  status text not null default 'UNKNOWN'
    check (status in ('UNKNOWN', 'AUTO_UNVERIFIED', 'UNVERIFIED', 'AUTO_VERIFIED', 'VERIFIED')),
  status_reason text,
  created_at timestamptz(3) not null default now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id)
);
create unique index customer_reference on customer (merchant_id, reference) where reference is not null;
create index customer_created on customer (merchant_id, created_at, id);
create index customer_created_all on customer (created_at, id);
create index customer_email on customer (merchant_id, email_address);

create table card (
  merchant_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  processor_id uuid not null,
  -- The gateway's word for the card: never a number.
  token text not null check (not contains_card_number(token)),
  brand text not null,
  bin text not null check (bin ~ '^\d{6,8}$'),
  last_four text not null check (last_four ~ '^\d{4}$'),
  expiry_month smallint not null check (expiry_month between 1 and 12),
  expiry_year smallint not null check (expiry_year between 2000 and 2199),
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  primary key (merchant_id, id),
  foreign key (merchant_id, customer_id) references customer (merchant_id, id),
  foreign key (merchant_id, processor_id) references processor (merchant_id, id)
);
create index card_customer on card (merchant_id, customer_id);

create table tag (
  merchant_id uuid not null references merchant,
  id uuid not null,
  organisation_id uuid not null,
  text text not null check (length(text) between 1 and 40),
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz(3) not null default now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  unique (merchant_id, organisation_id, text)
);

-- ---------------------------------------------------------------------------------------------- transactions

create table transaction (
  merchant_id uuid not null references merchant,
  -- The instant inside the id (UUIDv7), so that an id leads to its partition and index entry.
  created_at timestamptz(3) not null,
  id uuid not null,
  organisation_id uuid not null,
  payment_profile_id uuid not null,
  processor_id uuid,
  customer_id uuid,
  card_id uuid,
  amount bigint not null check (amount between 0 and 9007199254740991),
  currency_code text not null,
  captured_amount bigint not null default 0,
  -- Refunds under way or done. Moved by the trigger on refund alone.
  refund_reserved bigint not null default 0,
  -- Never index status or last_status_update: an update of them then stays within its page (HOT).
  status text not null check (status in ('INITIATED', 'AUTHORIZED', 'PENDING', 'AUTHORIZATION_VOIDED', 'CANCELLED',
    'ABANDONED', 'SETTLEMENT_REQUESTED', 'DECLINED', 'UNKNOWN', 'FAILED', 'SETTLEMENT_COMPLETED')),
  status_reason text check (not contains_card_number(status_reason)),
  -- Every status it has passed, one bit each (transaction_status).
  visited int not null default 0,
  last_status_update timestamptz(3) not null default now(),
  blocked boolean not null default false,
  tagged boolean not null default false,
  merchant_reference text collate "C" not null
    check (length(merchant_reference) between 1 and 100 and not contains_card_number(merchant_reference)),
  payment_product text not null check (payment_product in
    ('card', 'ideal', 'paypal', 'bancontact', 'sepa_debit', 'klarna', 'eps', 'blik')),
  payment_product_type text,
  recurring_type text check (recurring_type in ('initial', 'subsequent')),
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  platform text,
  browser text,
  processor_id_external text collate "C",
  redirect_url text,
  card_brand text,
  card_bin text check (card_bin ~ '^\d{6,8}$'),
  card_last_four text check (card_last_four ~ '^\d{4}$'),
  primary key (merchant_id, created_at, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  foreign key (merchant_id, payment_profile_id, currency_code)
    references payment_profile (merchant_id, id, currency_code),
  foreign key (merchant_id, processor_id) references processor (merchant_id, id),
  foreign key (merchant_id, customer_id) references customer (merchant_id, id),
  foreign key (merchant_id, card_id) references card (merchant_id, id),
  constraint transaction_captured check (captured_amount between 0 and amount),
  constraint transaction_refund_ceiling check (refund_reserved between 0 and captured_amount)
) partition by range (created_at);
create index transaction_created on transaction (created_at, id);
create index transaction_reference on transaction (merchant_reference, merchant_id);
create index transaction_customer on transaction (customer_id, created_at desc) where customer_id is not null;

create table transaction_tag (
  merchant_id uuid not null,
  transaction_created_at timestamptz(3) not null,
  transaction_id uuid not null,
  tag_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (merchant_id, transaction_created_at, transaction_id, tag_id),
  foreign key (merchant_id, transaction_created_at, transaction_id) references transaction (merchant_id, created_at, id),
  foreign key (merchant_id, tag_id) references tag (merchant_id, id)
);
create index transaction_tag_tag on transaction_tag (merchant_id, tag_id, transaction_created_at desc);

create table refund (
  merchant_id uuid not null,
  created_at timestamptz(3) not null,
  id uuid not null,
  organisation_id uuid not null,
  transaction_created_at timestamptz(3) not null,
  transaction_id uuid not null,
  processor_id uuid not null,
  -- In the transaction's currency: it has no other (docs/adr/0010).
  amount bigint not null check (amount > 0),
  reason text check (length(reason) <= 500 and not contains_card_number(reason)),
  status text not null check (status in ('PENDING', 'PROCESSED', 'FAILED', 'CANCELLED', 'UNKNOWN', 'HOLD')),
  status_reason text check (not contains_card_number(status_reason)),
  last_status_update timestamptz(3) not null default now(),
  processor_id_external text collate "C",
  created_by text,
  primary key (merchant_id, created_at, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  foreign key (merchant_id, transaction_created_at, transaction_id) references transaction (merchant_id, created_at, id),
  foreign key (merchant_id, processor_id) references processor (merchant_id, id)
);
create index refund_created on refund (created_at, id);
create index refund_transaction on refund (merchant_id, transaction_id);
create index refund_amount on refund (merchant_id, amount desc, created_at);
create unique index refund_external on refund (processor_id, processor_id_external) where processor_id_external is not null;

create table chargeback (
  merchant_id uuid not null,
  created_at timestamptz(3) not null,
  id uuid not null,
  organisation_id uuid not null,
  transaction_created_at timestamptz(3) not null,
  transaction_id uuid not null,
  processor_id uuid not null,
  amount bigint not null check (amount > 0),
  reason text check (not contains_card_number(reason)),
  reason_code text,
  status text not null check (status in ('OPEN', 'IN_DISPUTE', 'WON', 'LOST', 'CANCELLED')),
  last_status_update timestamptz(3) not null default now(),
  respond_by date,
  processor_id_external text collate "C" not null,
  primary key (merchant_id, created_at, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  foreign key (merchant_id, transaction_created_at, transaction_id) references transaction (merchant_id, created_at, id),
  foreign key (merchant_id, processor_id) references processor (merchant_id, id)
);
create index chargeback_created on chargeback (created_at, id);
create index chargeback_transaction on chargeback (merchant_id, transaction_id);
create unique index chargeback_external on chargeback (processor_id, processor_id_external);

-- Every change of status of a transaction, its refunds and its chargebacks: written by trigger, changed by nobody.
create table transaction_event (
  merchant_id uuid not null,
  transaction_created_at timestamptz(3) not null,
  transaction_id uuid not null,
  id bigint generated always as identity,
  at timestamptz(3) not null default clock_timestamp(),
  entity text not null check (entity in ('transaction', 'refund', 'chargeback')),
  -- The refund or chargeback; null for the transaction itself.
  subject_id uuid,
  from_status text,
  to_status text not null,
  amount bigint,
  reason text,
  actor_kind text not null check (actor_kind in ('user', 'api_key', 'processor', 'system', 'import')),
  actor_id uuid,
  actor_name text,
  primary key (merchant_id, transaction_created_at, transaction_id, id),
  foreign key (merchant_id, transaction_created_at, transaction_id) references transaction (merchant_id, created_at, id)
) partition by range (transaction_created_at);

-- ---------------------------------------------------------------------------------------------- the engine

-- What still has to be told to the outside world: written in the transaction that decided it, done by a worker.
create table outbox (
  merchant_id uuid not null,
  -- For captures and voids also the reference that the processor gets.
  id uuid not null,
  topic text not null check (topic in ('processor.authorize', 'processor.capture', 'processor.void', 'processor.refund')),
  transaction_created_at timestamptz(3) not null,
  transaction_id uuid not null,
  refund_id uuid,
  payload jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  next_attempt_at timestamptz(3) not null default now(),
  leased_until timestamptz(3),
  attempts int not null default 0,
  -- The call may have been made: ask the processor before making it once more.
  uncertain boolean not null default false,
  done_at timestamptz(3),
  primary key (merchant_id, id),
  foreign key (merchant_id, transaction_created_at, transaction_id) references transaction (merchant_id, created_at, id),
  check ((topic = 'processor.refund') = (refund_id is not null))
);
create index outbox_due on outbox (next_attempt_at) where done_at is null;
create index outbox_capture on outbox (merchant_id, transaction_id) where topic = 'processor.capture';
-- One job per refund, and one authorization, capture or void of a transaction at a time.
create unique index outbox_refund on outbox (merchant_id, refund_id) where refund_id is not null;
create unique index outbox_operation on outbox (merchant_id, transaction_id) where done_at is null and refund_id is null;

create table outbox_attempt (
  merchant_id uuid not null,
  outbox_id uuid not null,
  attempt int not null,
  at timestamptz(3) not null default clock_timestamp(),
  result text not null,
  primary key (merchant_id, outbox_id, attempt, result),
  foreign key (merchant_id, outbox_id) references outbox (merchant_id, id)
);

-- Every exchange with a processor, bodies masked before they get here.
create table processor_call (
  merchant_id uuid not null,
  transaction_created_at timestamptz(3) not null,
  transaction_id uuid not null,
  id bigint generated always as identity,
  at timestamptz(3) not null default clock_timestamp(),
  refund_id uuid,
  processor_id uuid not null,
  operation text not null,
  method text not null,
  url text not null,
  request_body text,
  -- 0: no answer came.
  response_code int not null,
  response_body text,
  duration_ms int not null,
  primary key (merchant_id, transaction_created_at, transaction_id, id),
  foreign key (merchant_id, transaction_created_at, transaction_id) references transaction (merchant_id, created_at, id)
) partition by range (transaction_created_at);

-- Notifications that were taken in: the same one a second time changes nothing.
create table processor_notification (
  merchant_id uuid not null,
  processor_id uuid not null,
  id text not null collate "C",
  kind text not null,
  received_at timestamptz(3) not null default clock_timestamp(),
  primary key (merchant_id, processor_id, id),
  foreign key (merchant_id, processor_id) references processor (merchant_id, id)
);

create table idempotency_key (
  -- The merchant, or the all-zero id for the provider's own commands.
  merchant_id uuid not null,
  key text not null collate "C" check (length(key) between 1 and 255),
  request_hash bytea not null check (length(request_hash) = 32),
  response_status smallint not null,
  response_body text not null,
  -- While the outcome is awaited: until then a second request is told to come back.
  in_use_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (merchant_id, key)
);
create index idempotency_key_created on idempotency_key (created_at);

-- One narrow row per change, written by the functions that change transactions, refunds and chargebacks; the roll-ups
-- are made from them. n is +1 or -1: a changed row leaves its old place and enters its new one.
create table statistics_delta (
  merchant_id uuid not null,
  seq bigint generated always as identity,
  entity text not null check (entity in ('transaction', 'refund', 'chargeback')),
  organisation_id uuid not null,
  created_at timestamptz(3) not null,
  status text not null,
  visited int not null default 0,
  payment_product text not null,
  country_code text,
  payment_profile_id uuid not null,
  processor_id uuid,
  platform text,
  browser text,
  currency_code text not null,
  customer_id uuid,
  n smallint not null check (n in (-1, 1)),
  amount bigint not null,
  primary key (merchant_id, seq)
);

create table import_run (
  merchant_id uuid not null,
  id uuid not null,
  payment_profile_id uuid not null,
  file_name text not null,
  mapping jsonb not null,
  rows_read bigint not null default 0,
  rows_new bigint not null default 0,
  rows_known bigint not null default 0,
  rows_rejected bigint not null default 0,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (merchant_id, id),
  foreign key (merchant_id, payment_profile_id) references payment_profile (merchant_id, id)
);

-- ---------------------------------------------------------------------------------------------- partitions

-- Makes the monthly partitions from the month of `first` to the month of `last`, where they are missing.
create function ensure_partitions(first date, last date) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month date;
  parent text;
  part text;
  made int := 0;
begin
  if last - first > 366 * 100 then
    raise exception 'a range of more than a hundred years is a mistake' using errcode = '22023';
  end if;
  month := date_trunc('month', first)::date;
  while month <= last loop
    foreach parent in array array['transaction', 'transaction_event', 'processor_call'] loop
      part := parent || to_char(month, '_YYYY_MM');
      if to_regclass(part) is null then
        -- One at a time: two servers may start together.
        perform pg_advisory_xact_lock(hashtext('kontor.partitions'));
        continue when to_regclass(part) is not null;
        execute format('create table %I partition of %I for values from (%L) to (%L)', part, parent,
          to_char(month, 'YYYY-MM-DD') || ' 00:00:00+00',
          to_char(month + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00');
        execute format('alter table %I enable row level security, force row level security', part);
        if parent = 'transaction' then
          execute format('alter table %I set (fillfactor = 85)', part);
        end if;
        made := made + 1;
      end if;
    end loop;
    month := (month + interval '1 month')::date;
  end loop;
  return made;
end $$;

-- ---------------------------------------------------------------------------------------------- rules by trigger

-- Refuses a change of status that the table of transitions does not know, and notes when it changed.
create function check_status_transition() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.status = old.status then
    return new;
  end if;
  if not exists (select from status_transition t
      where t.entity = tg_argv[0] and t.from_status = old.status and t.to_status = new.status) then
    raise exception '% may not go from % to %', tg_argv[0], old.status, new.status
      using errcode = '23514', constraint = 'status_transition';
  end if;
  new.last_status_update := clock_timestamp();
  return new;
end $$;

create function note_visited_status() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.visited := new.visited | (select bit from transaction_status s where s.status = new.status);
  return new;
end $$;

-- Moves the refund ceiling with the refunds themselves, so that no path can forget it.
create function move_refund_reserved() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before bigint := 0;
  after bigint := 0;
begin
  if tg_op = 'UPDATE' and old.status not in ('FAILED', 'CANCELLED') then before := old.amount; end if;
  if new.status not in ('FAILED', 'CANCELLED') then after := new.amount; end if;
  if after <> before then
    update transaction t set refund_reserved = refund_reserved + after - before
      where t.merchant_id = new.merchant_id and t.created_at = new.transaction_created_at and t.id = new.transaction_id;
  end if;
  return new;
end $$;

-- At the end of the transaction: what is reserved is what the refunds say.
create function check_refund_reserved() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  reserved bigint;
  counted bigint;
begin
  select refund_reserved into reserved from transaction t
    where t.merchant_id = new.merchant_id and t.created_at = new.transaction_created_at and t.id = new.transaction_id;
  select coalesce(sum(amount), 0) into counted from refund r
    where r.merchant_id = new.merchant_id and r.transaction_id = new.transaction_id
      and r.status not in ('FAILED', 'CANCELLED');
  if reserved is distinct from counted then
    raise exception 'refunds of transaction % add up to %, reserved are %', new.transaction_id, counted, reserved
      using errcode = '23514', constraint = 'refund_reserved_is_sum';
  end if;
  return null;
end $$;

create function record_transaction_event() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor jsonb := coalesce(nullif(current_setting('kontor.actor', true), ''), '{"kind":"system"}')::jsonb;
begin
  if tg_op = 'UPDATE' and new.status = old.status then
    return new;
  end if;
  if tg_argv[0] = 'transaction' then
    insert into transaction_event (merchant_id, transaction_created_at, transaction_id, entity, from_status, to_status,
        amount, reason, actor_kind, actor_id, actor_name)
      values (new.merchant_id, new.created_at, new.id, 'transaction', case when tg_op = 'UPDATE' then old.status end,
        new.status, null, new.status_reason, actor->>'kind', (actor->>'id')::uuid, actor->>'name');
  else
    insert into transaction_event (merchant_id, transaction_created_at, transaction_id, entity, subject_id, from_status,
        to_status, amount, reason, actor_kind, actor_id, actor_name)
      values (new.merchant_id, (to_jsonb(new)->>'transaction_created_at')::timestamptz,
        (to_jsonb(new)->>'transaction_id')::uuid, tg_argv[0], new.id, case when tg_op = 'UPDATE' then old.status end,
        new.status, new.amount, coalesce(to_jsonb(new)->>'status_reason', to_jsonb(new)->>'reason'), actor->>'kind',
        (actor->>'id')::uuid, actor->>'name');
  end if;
  return new;
end $$;

-- The first event of transactions, for a whole statement at once: an import inserts thousands.
create function record_new_transactions() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor jsonb := coalesce(nullif(current_setting('kontor.actor', true), ''), '{"kind":"system"}')::jsonb;
begin
  insert into transaction_event (merchant_id, transaction_created_at, transaction_id, entity, to_status, reason, actor_kind,
      actor_id, actor_name)
    select merchant_id, created_at, id, 'transaction', status, status_reason, actor->>'kind', (actor->>'id')::uuid,
      actor->>'name'
    from new_row;
  return null;
end $$;

create function note_tagged() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  touched transaction_tag := case when tg_op = 'DELETE' then old else new end;
begin
  update transaction t set tagged = exists (select from transaction_tag x where x.merchant_id = t.merchant_id
      and x.transaction_created_at = t.created_at and x.transaction_id = t.id)
    where t.merchant_id = touched.merchant_id and t.created_at = touched.transaction_created_at
      and t.id = touched.transaction_id;
  return null;
end $$;

grant create on schema public to kontor_engine;
alter function check_status_transition() owner to kontor_engine;
alter function note_visited_status() owner to kontor_engine;
alter function move_refund_reserved() owner to kontor_engine;
alter function check_refund_reserved() owner to kontor_engine;
alter function record_transaction_event() owner to kontor_engine;
alter function record_new_transactions() owner to kontor_engine;
alter function note_tagged() owner to kontor_engine;
revoke create on schema public from kontor_engine;

create trigger a_status_transition before update of status on transaction
  for each row execute function check_status_transition('transaction');
create trigger b_visited before insert or update of status on transaction
  for each row execute function note_visited_status();
create trigger c_first_event after insert on transaction referencing new table as new_row
  for each statement execute function record_new_transactions();
create trigger c_event after update of status on transaction
  for each row execute function record_transaction_event('transaction');
create trigger a_status_transition before update of status on refund
  for each row execute function check_status_transition('refund');
create trigger b_reserved after insert or update of status, amount on refund
  for each row execute function move_refund_reserved();
create constraint trigger d_reserved_is_sum after insert or update of status, amount on refund
  deferrable initially deferred for each row execute function check_refund_reserved();
create trigger c_event after insert or update of status on refund
  for each row execute function record_transaction_event('refund');
create trigger a_status_transition before update of status on chargeback
  for each row execute function check_status_transition('chargeback');
create trigger c_event after insert or update of status on chargeback
  for each row execute function record_transaction_event('chargeback');
create trigger tagged after insert or delete on transaction_tag
  for each row execute function note_tagged();

-- ---------------------------------------------------------------------------------------------- row-level security

do $$
declare
  name text;
begin
  foreach name in array array['organisation', 'api_key', 'processor', 'payment_profile', 'payment_profile_processor',
      'customer', 'card', 'tag', 'transaction', 'transaction_tag', 'refund', 'chargeback', 'transaction_event', 'outbox',
      'outbox_attempt', 'processor_call', 'processor_notification', 'idempotency_key', 'statistics_delta', 'import_run',
      'platform_user'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_merchant on %I to kontor_merchant using (merchant_id = current_merchant())
      with check (merchant_id = current_merchant())', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)', name);
  end loop;
  foreach name in array array['merchant'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_merchant on %I to kontor_merchant using (id = current_merchant())', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)', name);
  end loop;
end $$;

-- ---------------------------------------------------------------------------------------------- privileges

grant usage on schema public to kontor_merchant, kontor_provider, kontor_engine;
grant select on currency, status_transition, transaction_status, role, installation to kontor_merchant, kontor_provider, kontor_engine;
grant select on merchant, organisation, processor, payment_profile, payment_profile_processor, customer, card, tag,
  transaction, transaction_tag, refund, chargeback, transaction_event, outbox, outbox_attempt, processor_call,
  processor_notification, idempotency_key to kontor_merchant, kontor_provider;
grant select on platform_user, role_grant, session, user_token, api_key, statistics_delta, import_run to kontor_provider;

-- Both: what the engine does on behalf of whoever asked. refund_reserved, visited, amounts and keys are not among it.
grant insert on customer, card, tag, transaction_tag, refund, chargeback, outbox, outbox_attempt,
  processor_call, processor_notification, idempotency_key, statistics_delta to kontor_merchant, kontor_provider;
grant insert (merchant_id, created_at, id, organisation_id, payment_profile_id, processor_id, customer_id, card_id, amount,
  currency_code, captured_amount, status, status_reason, blocked, merchant_reference, payment_product,
  payment_product_type, recurring_type, country_code, platform, browser, processor_id_external, card_brand, card_bin,
  card_last_four) on transaction to kontor_merchant, kontor_provider;
grant update (status, status_reason, captured_amount, processor_id_external, redirect_url, card_brand, card_bin,
  card_last_four, payment_product_type, processor_id) on transaction to kontor_merchant, kontor_provider;
grant update (status, status_reason, processor_id_external) on refund to kontor_merchant, kontor_provider;
grant update (status, respond_by) on chargeback to kontor_merchant, kontor_provider;
grant update (next_attempt_at, leased_until, attempts, uncertain, done_at) on outbox to kontor_merchant, kontor_provider;
grant update (response_status, response_body, in_use_until) on idempotency_key to kontor_merchant, kontor_provider;
grant update (email_address, first_name, last_name, city, postal_code, country_code, phone_number, status, status_reason)
  on customer to kontor_merchant, kontor_provider;
grant delete on transaction_tag to kontor_merchant, kontor_provider;

-- The provider alone: who may sign in, and what merchants there are.
grant insert on merchant, organisation, platform_user, role_grant, session, user_token, api_key, processor,
  payment_profile, payment_profile_processor, import_run to kontor_provider;
grant update (active, name, country_code, time_zone, language) on merchant to kontor_provider;
grant update (name, password_hash, active, language, time_zone, email) on platform_user to kontor_provider;
grant update (last_activity_at, idle_expires_at, ended_at) on session to kontor_provider;
grant update (used_at) on user_token to kontor_provider;
grant update (last_used_at, revoked_at) on api_key to kontor_provider;
grant update (rows_read, rows_new, rows_known, rows_rejected, finished_at) on import_run to kontor_provider;
grant delete on role_grant, session, idempotency_key to kontor_provider;

-- The triggers.
grant select, update (refund_reserved, tagged) on transaction to kontor_engine;
grant select on transaction_tag, refund to kontor_engine;
grant insert on transaction_event to kontor_engine;

revoke execute on function ensure_partitions(date, date) from public;
grant execute on function ensure_partitions(date, date) to kontor_provider;
