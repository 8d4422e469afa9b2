-- A middleware may also hear afterwards what became of a payment (docs/adr/0171).

alter table middleware
  -- Before: asked, before the processor is. After: told the outcome, about which it decides nothing.
  add column kind text not null default 'before' check (kind in ('before', 'after')),
  add constraint middleware_after_never_refuses check (kind = 'before' or when_silent = 'go_on');
grant insert (kind) on middleware to kontor_provider;

-- A copy of an outcome for one middleware, which waits here until it was taken or given up.
create table middleware_copy (
  merchant_id uuid not null,
  transaction_created_at timestamptz(3) not null,
  transaction_id uuid not null,
  middleware_id uuid not null,
  name text not null,
  at timestamptz(3) not null default engine_now(),
  -- The outcome, which the body keeps at each try.
  status text not null,
  status_reason text,
  attempts int not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  outcome text check (outcome in ('delivered', 'refused', 'given_up', 'deleted')),
  -- Of the last try. 0: no answer came.
  url text,
  problem text,
  request_body text,
  response_code int,
  response_body text,
  duration_ms int,
  primary key (merchant_id, transaction_created_at, transaction_id, middleware_id),
  foreign key (merchant_id, transaction_created_at, transaction_id) references transaction (merchant_id, created_at, id),
  check ((done_at is null) = (outcome is null))
);
create index middleware_copy_due on middleware_copy (merchant_id, middleware_id, next_attempt_at) where done_at is null;
create index middleware_after on middleware (merchant_id, id) where kind = 'after' and active;

alter table middleware_copy enable row level security, force row level security;
create policy own_merchant on middleware_copy to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on middleware_copy to kontor_provider, kontor_engine using (true) with check (true);
grant select on middleware_copy to kontor_merchant, kontor_provider;
grant update (attempts, next_attempt_at, done_at, outcome, url, problem, request_body, response_code, response_body, duration_ms)
  on middleware_copy to kontor_provider;
grant insert on middleware_copy to kontor_engine;
grant select on middleware, payment_profile_middleware to kontor_engine;

-- The outcome and its copies are written together or not at all, however the status changes.
create function copy_outcome() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into middleware_copy (merchant_id, transaction_created_at, transaction_id, middleware_id, name, status, status_reason)
  select m.merchant_id, new.created_at, new.id, m.id, m.name, new.status, new.status_reason
  from payment_profile_middleware x join middleware m on m.merchant_id = x.merchant_id and m.id = x.middleware_id
  where x.merchant_id = new.merchant_id and x.payment_profile_id = new.payment_profile_id and m.kind = 'after' and m.active
  on conflict do nothing;
  return null;
end $$;
grant create on schema public to kontor_engine;
alter function copy_outcome() owner to kontor_engine;
revoke create on schema public from kontor_engine;
create trigger g_copy after update of status on transaction for each row
  when (old.status in ('INITIATED', 'PENDING', 'UNKNOWN') and new.status not in ('INITIATED', 'PENDING', 'UNKNOWN')
    and current_setting('kontor.untold', true) is distinct from 'on')
  execute function copy_outcome();
