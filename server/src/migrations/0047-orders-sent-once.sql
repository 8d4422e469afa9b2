-- What an order to a processor needs so that it is carried out once, whatever becomes of its replies (docs/adr/0081). A process of
-- the version before leaves the new columns empty: its jobs go on with what their rows say.

alter table outbox
  -- The first try that may have reached the processor, by the engine's time.
  add column first_sent_at timestamptz(3),
  -- The request as every try sends it. Sealed with the installation's key, because it may hold tokens; removed with the job's end.
  add column request_sealed bytea,
  -- The processor said that it has the order, so that it is not sent once more.
  add column acknowledged_at timestamptz(3),
  -- From then on a person is told that the outcome is missing. Empty again when the job ends before.
  add column overdue_at timestamptz(3),
  -- Nothing is sent under this reference any more: a notification or a person ends the job.
  add column parked_at timestamptz(3),
  add column parked_why text,
  -- The columns are empty in the rows of before, which need not be read for the checks.
  add constraint outbox_parked_why_check check (parked_why in ('key_expired', 'no_key')) not valid,
  add constraint outbox_parked
    check ((parked_at is null) = (parked_why is null) and (parked_at is null or overdue_at is not null)) not valid;
grant update (first_sent_at, request_sealed, acknowledged_at, overdue_at, parked_at, parked_why) on outbox
  to kontor_merchant, kontor_provider;
-- Few rows: those whose first try gave no outcome. No update of an ordinary payment touches the columns.
create index outbox_overdue on outbox (overdue_at) where overdue_at is not null;
create index outbox_of_payment on outbox (merchant_id, transaction_id) where overdue_at is not null;

-- What a person saw at the gateway of an order whose outcome was missing, and where. Written once.
create table outbox_resolution (
  merchant_id uuid not null,
  outbox_id uuid not null,
  at timestamptz(3) not null default engine_now(),
  outcome text not null check (outcome in ('done', 'not_done')),
  seen_where text not null check (length(seen_where) between 1 and 500 and not contains_card_number(seen_where)),
  actor_kind text not null check (actor_kind in ('user', 'api_key')),
  actor_id uuid,
  actor_name text not null,
  primary key (merchant_id, outbox_id),
  foreign key (merchant_id, outbox_id) references outbox (merchant_id, id)
);
alter table outbox_resolution enable row level security, force row level security;
create policy own_merchant on outbox_resolution to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on outbox_resolution to kontor_provider, kontor_engine using (true) with check (true);
grant select on outbox_resolution to kontor_merchant, kontor_provider;
-- Only the provider can look at the gateway.
grant insert on outbox_resolution to kontor_provider;
