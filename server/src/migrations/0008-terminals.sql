-- Payment terminals in shops, and what people see of their API keys.

-- ---------------------------------------------------------------------------------------------- terminals

create table terminal (
  merchant_id uuid not null references merchant,
  id uuid not null,
  organisation_id uuid not null,
  -- Without one it takes payments of any shop of the merchant.
  payment_profile_id uuid,
  name text not null check (length(name) between 1 and 100),
  -- What is printed on the device.
  terminal_id text collate "C" not null check (length(terminal_id) between 1 and 50),
  model text not null check (length(model) between 1 and 100),
  serial_number text collate "C" not null check (length(serial_number) between 1 and 100),
  software_version text,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  last_seen_at timestamptz(3),
  last_transaction_at timestamptz(3),
  last_transaction_id uuid,
  created_at timestamptz(3) not null default engine_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  foreign key (merchant_id, payment_profile_id) references payment_profile (merchant_id, id),
  foreign key (merchant_id, last_transaction_at, last_transaction_id) references transaction (merchant_id, created_at, id),
  check ((last_transaction_at is null) = (last_transaction_id is null))
);
create unique index terminal_terminal_id on terminal (merchant_id, terminal_id);
create index terminal_created on terminal (created_at, id);

-- What people did with a terminal.
create table terminal_event (
  merchant_id uuid not null,
  terminal_id uuid not null,
  id bigint generated always as identity,
  at timestamptz(3) not null default engine_now(),
  kind text not null check (kind in ('created', 'renamed', 'assigned', 'activated', 'deactivated')),
  -- Names, or of an assignment the names of the payment profiles.
  before text,
  after text,
  actor_kind text not null check (actor_kind in ('user', 'api_key', 'system')),
  actor_id uuid,
  actor_name text,
  primary key (merchant_id, terminal_id, id),
  foreign key (merchant_id, terminal_id) references terminal (merchant_id, id)
);

alter table transaction
  add column terminal_id uuid,
  add foreign key (merchant_id, terminal_id) references terminal (merchant_id, id);
create index transaction_terminal on transaction (terminal_id, created_at desc) where terminal_id is not null;

do $$
declare
  name text;
begin
  foreach name in array array['terminal', 'terminal_event'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_merchant on %I to kontor_merchant using (merchant_id = current_merchant())
      with check (merchant_id = current_merchant())', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)', name);
  end loop;
end $$;

grant select on terminal, terminal_event to kontor_merchant, kontor_provider;
grant insert on terminal_event to kontor_merchant, kontor_provider;
grant update (name, organisation_id, payment_profile_id, status, last_seen_at, last_transaction_at, last_transaction_id)
  on terminal to kontor_merchant, kontor_provider;
grant insert (terminal_id) on transaction to kontor_merchant, kontor_provider;
-- Devices come from the provider: the command asks for its role, whichever merchant it is viewing.
grant insert on terminal to kontor_merchant, kontor_provider;

-- ---------------------------------------------------------------------------------------------- API keys

alter table api_key
  add column created_by text,
  add column revoker text,
  -- The key that took its place.
  add column successor_id uuid,
  -- Null: from anywhere.
  add column allowed_ips inet[] check (cardinality(allowed_ips) between 1 and 50),
  add foreign key (merchant_id, successor_id) references api_key (merchant_id, id);
grant update (expires_at, successor_id, revoker, allowed_ips) on api_key to kontor_provider;
