-- What processors report is kept with what became of it, and what could not be worked is worked again (docs/adr/0082).

alter table processor_notification
  -- Masked, and removed after 400 days. The row stays: by its id a repetition is recognized.
  add column body text,
  -- Rows from before have the moment of this migration, and no result.
  add column worked_at timestamptz(3) default now(),
  add column result text,
  -- Until it is worked: what the adapter read, sealed, because the masked body has no tokens.
  add column sealed bytea,
  add column attempts smallint not null default 0,
  -- The name of the error of the last try.
  add column error text,
  -- Null: it is worked, or no longer kept.
  add column next_attempt_at timestamptz(3),
  -- The columns are empty in the rows of before, which need not be read for the checks.
  add constraint processor_notification_body_check check (length(body) <= 10000) not valid,
  add constraint processor_notification_result_check
    check (result in ('applied', 'not_ours', 'not_understood', 'contradicts')) not valid,
  add constraint processor_notification_error_check check (length(error) <= 100) not valid,
  add constraint processor_notification_worked
    check (worked_at is null or num_nonnulls(sealed, next_attempt_at) = 0) not valid;
alter table processor_notification alter column worked_at drop default;
create index processor_notification_due on processor_notification (next_attempt_at) where worked_at is null;
create index processor_notification_body on processor_notification (received_at) where body is not null;
grant update (worked_at, result, sealed, attempts, error, next_attempt_at) on processor_notification
  to kontor_merchant, kontor_provider;
grant update (body) on processor_notification to kontor_provider;

-- The last part of the address for the processor's notifications, which is a secret: 128 random bits.
alter table processor add column notification_key text not null
  default left(encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'hex'), 32)
  check (length(notification_key) >= 32);
update recorded_table set secret = secret || '{notification_key}'::text[] where name = 'processor';

-- The requests to a processor about a card, and its replies: `processor_call` belongs to payments.
create table card_call (
  merchant_id uuid not null,
  card_id uuid not null,
  id bigint generated always as identity,
  at timestamptz(3) not null default clock_timestamp(),
  processor_id uuid not null,
  operation text not null,
  method text not null,
  url text not null,
  request_body text,
  -- 0: no answer came.
  response_code int not null,
  response_body text,
  duration_ms int not null,
  primary key (merchant_id, card_id, id),
  foreign key (merchant_id, card_id) references card (merchant_id, id)
);
alter table card_call enable row level security, force row level security;
create policy own_merchant on card_call to kontor_merchant
  using (merchant_id = current_merchant()) with check (merchant_id = current_merchant());
create policy every_merchant on card_call to kontor_provider, kontor_engine using (true) with check (true);
grant select, insert on card_call to kontor_merchant, kontor_provider;
