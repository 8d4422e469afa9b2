-- The trail of calls (docs/adr/0118): each call to Kontor, from Kontor to processors and shops, and from processors. Lists read
-- the narrow rows; headers and bodies have a table of their own, which is kept for a shorter time.

create table audit_trail_item (
  -- The merchant, or the all-zero id for the provider's own and for callers that are not known.
  merchant_id uuid not null,
  created_at timestamptz(3) not null,
  id uuid not null,
  -- The call that caused this one, possibly hours before.
  parent_id uuid,
  organisation_id uuid,
  type text not null check (type in ('request', 'processor_call', 'notification', 'webhook', 'gap')),
  -- The method and the pattern of the address, or what the call was for: `POST /v1/transaction/:id/refund`, `authorize`.
  route text not null check (length(route) <= 200),
  -- Masked.
  url text not null check (length(url) <= 2000),
  authentication text not null check (authentication in ('api', 'jwt', 'none')),
  user_id uuid,
  api_key_id uuid,
  user_name text check (length(user_name) <= 200),
  -- By the provider's staff.
  psp boolean not null,
  -- The address of the caller, or `kontor`.
  origin text check (length(origin) <= 100),
  -- The host that was called, or `kontor`.
  destination text check (length(destination) <= 300),
  -- 0: there was no answer.
  response_code smallint not null,
  -- The code of a refusal.
  refusal text check (length(refusal) <= 100),
  duration_ms int not null,
  request_bytes int,
  response_bytes int,
  transaction_id uuid,
  payment_profile_id uuid,
  -- What is missing: the answer of a call that changes something, or several calls.
  gap text check (gap in ('no_answer', 'overload', 'crash', 'flood')),
  missing int,
  missing_until timestamptz(3),
  primary key (merchant_id, created_at, id),
  constraint audit_trail_item_gap check (type <> 'gap' or gap is not null)
) partition by range (created_at);
create index audit_trail_item_created on audit_trail_item (created_at desc, id desc);
create index audit_trail_item_transaction on audit_trail_item (transaction_id, created_at) where transaction_id is not null;
create index audit_trail_item_parent on audit_trail_item (parent_id) where parent_id is not null;
create index audit_trail_item_failed on audit_trail_item (created_at desc, id desc) where response_code >= 400 or response_code = 0;
create index audit_trail_item_api_key on audit_trail_item (api_key_id, created_at desc) where api_key_id is not null;

create table audit_trail_content (
  merchant_id uuid not null,
  created_at timestamptz(3) not null,
  id uuid not null,
  -- [[name, value]]: the values of those that are known to be harmless, masks of the others.
  request_headers jsonb not null,
  -- Masked, and cut.
  request_body text,
  response_headers jsonb not null,
  response_body text,
  primary key (merchant_id, created_at, id)
) partition by range (created_at);

-- A command by a person or a program leaves its row in its own transaction. The row goes when the item of the call is
-- written: what stays is a call whose item was lost.
create table audit_trail_intent (
  merchant_id uuid not null,
  id uuid not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  organisation_id uuid,
  route text not null,
  authentication text not null,
  actor_id uuid,
  actor_name text,
  psp boolean not null,
  origin text,
  primary key (merchant_id, id)
);
create index audit_trail_intent_created on audit_trail_intent (created_at);

-- The processes that write the trail. One that ended in order removes its row.
create table audit_trail_process (
  id uuid primary key,
  seen_at timestamptz(3) not null default clock_timestamp()
);

do $$
declare
  name text;
begin
  foreach name in array array['audit_trail_item', 'audit_trail_content', 'audit_trail_intent'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_merchant on %I to kontor_merchant using (merchant_id = current_merchant())
      with check (merchant_id = current_merchant())', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)', name);
  end loop;
end $$;
grant select, insert on audit_trail_item, audit_trail_content to kontor_provider;
grant insert on audit_trail_intent to kontor_merchant;
grant select, insert, delete on audit_trail_intent to kontor_provider;
grant select, insert, update, delete on audit_trail_process to kontor_provider;

create function refuse_rewriting_audit_trail() returns trigger language plpgsql as $$
begin
  raise exception 'the trail of calls is written once' using errcode = '42501';
end $$;
create trigger written_once before update or delete or truncate on audit_trail_item
  for each statement execute function refuse_rewriting_audit_trail();
create trigger written_once before update or delete or truncate on audit_trail_content
  for each statement execute function refuse_rewriting_audit_trail();

-- Items by month, contents by day.
create function ensure_audit_trail_partitions(first date, last date) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parent text;
  step interval;
  at date;
  part text;
  made int := 0;
begin
  if last - first > 400 then
    raise exception 'a range of more than a year is a mistake' using errcode = '22023';
  end if;
  foreach parent in array array['audit_trail_item', 'audit_trail_content'] loop
    step := case parent when 'audit_trail_item' then interval '1 month' else interval '1 day' end;
    at := case parent when 'audit_trail_item' then date_trunc('month', first)::date else first end;
    while at <= last loop
      part := parent || to_char(at, case parent when 'audit_trail_item' then '_YYYY_MM' else '_YYYY_MM_DD' end);
      if to_regclass(part) is null then
        -- One at a time: two servers may start together.
        perform pg_advisory_xact_lock(hashtext('kontor.partitions'));
        if to_regclass(part) is null then
          execute format('create table %I partition of %I for values from (%L) to (%L)', part, parent,
            to_char(at, 'YYYY-MM-DD') || ' 00:00:00+00', to_char(at + step, 'YYYY-MM-DD') || ' 00:00:00+00');
          execute format('alter table %I enable row level security, force row level security', part);
          made := made + 1;
        end if;
      end if;
      at := (at + step)::date;
    end loop;
  end loop;
  return made;
end $$;

-- Items are kept for thirteen months, contents for thirty days.
create function forget_old_audit_trail() returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  part record;
  gone int := 0;
begin
  for part in
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where (i.inhparent = 'audit_trail_item'::regclass
        and to_date(right(c.relname, 7), 'YYYY_MM') < date_trunc('month', engine_now()) - interval '13 months')
      or (i.inhparent = 'audit_trail_content'::regclass
        and to_date(right(c.relname, 10), 'YYYY_MM_DD') < (engine_now() - interval '31 days')::date)
  loop
    execute format('drop table %I', part.name);
    gone := gone + 1;
  end loop;
  return gone;
end $$;
revoke execute on function ensure_audit_trail_partitions(date, date), forget_old_audit_trail() from public;
grant execute on function ensure_audit_trail_partitions(date, date), forget_old_audit_trail() to kontor_provider;

select ensure_audit_trail_partitions(current_date, current_date + 1);

-- The call whose transaction wrote the row. What is sent because of the row hours later is its child in the trail.
alter table outbox add column cause uuid;
alter table outbox alter column cause set default nullif(current_setting('kontor.cause', true), '')::uuid;
alter table webhook add column cause uuid;
alter table webhook alter column cause set default nullif(current_setting('kontor.cause', true), '')::uuid;
