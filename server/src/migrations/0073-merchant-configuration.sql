-- What the provider allows a merchant, and what happens to money that is held for too long (docs/adr/0100).

-- Amounts are minor units of whatever currency, as `largest_payment` is (docs/adr/0048). Null: no limit of its own.
alter table merchant
  add column daily_volume bigint check (daily_volume between 1 and 9007199254740991),
  add column largest_refund bigint check (largest_refund between 1 and 1000000000000),
  add column refund_days int check (refund_days between 1 and 3650),
  add column partial_capture boolean not null default true,
  -- Days of 24 hours since a payment was made. Null: only people and programs decide.
  add column capture_after_days int check (capture_after_days between 1 and 30),
  add column release_after_days int check (release_after_days between 1 and 30),
  -- Why a part of this was changed the last time. The trail of changes has the reason of each change.
  add column configuration_reason text
    check (length(configuration_reason) between 1 and 500 and not contains_card_number(configuration_reason)),
  add constraint merchant_release_after_capture check (release_after_days > capture_after_days);
grant update (daily_volume, largest_refund, refund_days, partial_capture, capture_after_days, release_after_days,
  configuration_reason) on merchant to kontor_provider;

-- ---------------------------------------------------------------------------------------------- the volume of a day

-- What the payments of one business day and currency add up to. Only merchants with a limit have rows.
create table merchant_volume (
  merchant_id uuid not null references merchant,
  currency_code text not null references currency,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  -- There was no limit when the first payments of the day were taken: it may be more than any limit.
  amount numeric not null check (amount >= 0),
  made_at timestamptz(3) not null default now(),
  primary key (merchant_id, currency_code, starts_at),
  check (starts_at < ends_at)
);
create index merchant_volume_ends_at on merchant_volume (ends_at);

alter table merchant_volume enable row level security, force row level security;
create policy own_merchant on merchant_volume to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on merchant_volume to kontor_provider, kontor_engine using (true) with check (true);
grant select, insert, update (amount), delete on merchant_volume to kontor_merchant, kontor_provider;
grant select, update (amount) on merchant_volume to kontor_engine;

-- A payment that comes to nothing gives its amount back to its day; one that a person takes over takes it again.
create function move_merchant_volume() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Whoever makes the row of a day adds up what is committed, and waits for this transaction first.
  perform pg_advisory_xact_lock_shared(hashtext('kontor.volume'), hashtext(new.merchant_id::text));
  update merchant_volume v set amount = greatest(0, v.amount + case
      when new.status in ('DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED', 'AUTHORIZATION_VOIDED') then -new.amount
      else new.amount end)
    where v.merchant_id = new.merchant_id and v.currency_code = new.currency_code
      and v.starts_at <= new.created_at and v.ends_at > new.created_at;
  return null;
end $$;
grant create on schema public to kontor_engine;
alter function move_merchant_volume() owner to kontor_engine;
revoke create on schema public from kontor_engine;
-- After the triggers that lock links and cycles, because a payment begins under these locks and counts its volume last.
create trigger e_volume after update of status on transaction for each row
  when ((new.status in ('DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED', 'AUTHORIZATION_VOIDED'))
    <> (old.status in ('DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED', 'AUTHORIZATION_VOIDED'))
    -- Payments from before (docs/adr/0015) never counted.
    and new.processor_id_external is distinct from 'prior_' || new.id)
  execute function move_merchant_volume();

-- ---------------------------------------------------------------------------------------------- money that is held

-- An order that time gave. Each payment gets each of the two at most once: a processor that refuses is not asked every hour.
create table uncaptured_order (
  merchant_id uuid not null references merchant,
  transaction_created_at timestamptz(3) not null,
  transaction_id uuid not null,
  kind text not null check (kind in ('capture', 'void')),
  ordered_at timestamptz(3) not null default engine_now(),
  primary key (merchant_id, transaction_created_at, transaction_id, kind),
  foreign key (merchant_id, transaction_created_at, transaction_id) references transaction (merchant_id, created_at, id)
);
alter table uncaptured_order enable row level security, force row level security;
create policy own_merchant on uncaptured_order to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on uncaptured_order to kontor_provider, kontor_engine using (true) with check (true);
grant select, insert on uncaptured_order to kontor_merchant, kontor_provider;
