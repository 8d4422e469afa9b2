-- compatible-with: 0167
-- What is kept how long (docs/adr/0180). The application removes rows only through these functions, each with a bound of its own:
-- no mistake in a setting or in a program removes what the engine, a dispute or the books still need.

-- What was removed, so that screens can say so: of this kind, everything from before.
create table removed_data (
  kind text primary key check (kind ~ '^[a-z_]{1,40}$'),
  before timestamptz(3) not null
);
grant select on removed_data to kontor_merchant, kontor_provider;

create function note_removal(what text, until timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into removed_data as known (kind, before) values (what, until)
  on conflict (kind) do update set before = excluded.before where known.before < excluded.before
$$;

-- The month of a partition, from its name; null: it is none of a month.
create function month_of(part name) returns date language sql immutable strict
  return to_date(substring(part::text from '_(\d{4}_\d{2})$'), 'YYYY_MM');

create function refuse_younger(until timestamptz, shortest interval) returns void language plpgsql as $$
begin
  if until > engine_now() - shortest then
    raise exception 'what is younger than % is kept', shortest using errcode = '22023';
  end if;
end $$;

-- ---------------------------------------------------------------------------------------------- months of payments

-- The months that were emptied. What came later is removed row by row.
create table emptied_month (
  parent text not null,
  month date not null,
  primary key (parent, month)
);

-- Payments of a month about which something is open: an order, a report, a dispute.
create function open_payments(first timestamptz, until timestamptz)
returns table (merchant_id uuid, transaction_created_at timestamptz, transaction_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.merchant_id, o.transaction_created_at, o.transaction_id from outbox o
  where o.done_at is null and o.transaction_created_at >= first and o.transaction_created_at < until
  union
  select c.merchant_id, c.transaction_created_at, c.transaction_id from contradiction c
  where c.state = 'OPEN' and c.transaction_created_at >= first and c.transaction_created_at < until
  union
  select c.merchant_id, c.transaction_created_at, c.transaction_id from chargeback c
  where c.status in ('OPEN', 'IN_DISPUTE') and c.transaction_created_at >= first and c.transaction_created_at < until
$$;

create function exchanges_of_open_payments(first timestamptz, until timestamptz) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_agg(to_jsonb(c)) from open_payments(first, until) o
  join processor_call c on c.merchant_id = o.merchant_id and c.transaction_created_at = o.transaction_created_at
    and c.transaction_id = o.transaction_id
$$;

-- A payment with one attempt says all about it by itself, once it is over.
create function attempts_to_keep(first timestamptz, until timestamptz) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_agg(to_jsonb(a)) from (
    select merchant_id, transaction_created_at, transaction_id from open_payments(first, until)
    union
    select merchant_id, transaction_created_at, transaction_id from payment_attempt
    where attempt > 1 and transaction_created_at >= first and transaction_created_at < until) o
  join payment_attempt a on a.merchant_id = o.merchant_id and a.transaction_created_at = o.transaction_created_at
    and a.transaction_id = o.transaction_id
$$;

create function put_back(exchanges jsonb, attempts jsonb) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into processor_call overriding system value select * from jsonb_populate_recordset(null::processor_call, exchanges);
  insert into payment_attempt select * from jsonb_populate_recordset(null::payment_attempt, attempts)
$$;

-- Empties the oldest month of payments that lies before. The table itself stays, because an order about a payment of that month
-- may still come; so does what is about an open payment. 0: there is none.
create function empty_month(parent text, until timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first timestamptz;
  part text;
  exchanges jsonb;
  attempts jsonb;
begin
  if parent not in ('processor_call', 'decision', 'payment_attempt') then
    raise exception '% is not emptied', parent using errcode = '22023';
  end if;
  perform refuse_younger(until, case parent when 'payment_attempt' then interval '540 days' else interval '62 days' end);
  select c.relname, month_of(c.relname)::timestamp at time zone 'UTC' into part, first
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = parent::regclass and (month_of(c.relname) + interval '1 month') at time zone 'UTC' <= until
    and not exists (select from emptied_month e
      where e.parent = empty_month.parent and e.month = month_of(c.relname))
  order by c.relname limit 1;
  if part is null then
    return 0;
  end if;
  execute format('lock table only %I in access exclusive mode', part);
  if parent = 'processor_call' then
    exchanges := exchanges_of_open_payments(first, first + interval '1 month');
  elsif parent = 'payment_attempt' then
    attempts := attempts_to_keep(first, first + interval '1 month');
  end if;
  execute format('truncate only %I', part);
  perform put_back(exchanges, attempts);
  insert into emptied_month values (parent, (first at time zone 'UTC')::date) on conflict do nothing;
  return 1;
end $$;

-- Removes what was exchanged about payments of emptied months since, once it is old enough too.
create function forget_late_exchanges(until timestamptz, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  emptied date;
  gone int := 0;
  removed int;
begin
  perform refuse_younger(until, interval '62 days');
  for emptied in select month from emptied_month where parent = 'processor_call' loop
    delete from processor_call c using (
      select x.ctid, x.tableoid from processor_call x
      where x.transaction_created_at >= emptied::timestamp at time zone 'UTC'
        and x.transaction_created_at < (emptied + interval '1 month') at time zone 'UTC' and x.at < until
        and (x.merchant_id, x.transaction_created_at, x.transaction_id) not in (
          select o.merchant_id, o.transaction_created_at, o.transaction_id from open_payments(
            emptied::timestamp at time zone 'UTC', (emptied + interval '1 month') at time zone 'UTC') o)
      limit most - gone) old
    where c.ctid = old.ctid and c.tableoid = old.tableoid
      and c.transaction_created_at >= emptied::timestamp at time zone 'UTC'
      and c.transaction_created_at < (emptied + interval '1 month') at time zone 'UTC';
    get diagnostics removed = row_count;
    gone := gone + removed;
    exit when gone >= most;
  end loop;
  return gone;
end $$;

-- ---------------------------------------------------------------------------------------------- rows of queues

-- The first of all ids (UUIDv7) that can have been made then.
create function first_id_at(at timestamptz) returns uuid language sql immutable strict parallel safe
  return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;

-- Orders by the time inside their id, merchant by merchant, because the key leads there. A scheme allows a dispute for 540 days
-- after the payment: until then every order is found by its reference.
create function forget_orders(until timestamptz, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone int;
begin
  perform refuse_younger(until, interval '540 days');
  with old as materialized (
    select o.* from merchant m cross join lateral (
      select x.merchant_id, x.id from outbox x
      where x.merchant_id = m.id and x.id < first_id_at(until) and x.done_at < until
        -- What a person looked at, or cancelled, stays part of the payment's story.
        and x.overdue_at is null and x.topic <> 'processor.cancel_reference'
        and not exists (select from transaction t
          where t.merchant_id = x.merchant_id and t.created_at = x.transaction_created_at and t.id = x.transaction_id
            and t.status in ('INITIATED', 'PENDING', 'UNKNOWN', 'AUTHORIZED', 'SETTLEMENT_REQUESTED'))
        and not exists (select from refund r where r.merchant_id = x.merchant_id and r.transaction_id = x.transaction_id
          and r.status in ('PENDING', 'HOLD', 'UNKNOWN'))
        and not exists (select from chargeback c where c.merchant_id = x.merchant_id and c.transaction_id = x.transaction_id
          and c.status in ('OPEN', 'IN_DISPUTE'))
        and not exists (select from contradiction c where c.merchant_id = x.merchant_id and c.transaction_id = x.transaction_id
          and c.state = 'OPEN')
        and not exists (select from outbox_resolution r where r.merchant_id = x.merchant_id and r.outbox_id = x.id)
      order by x.id limit most for update of x skip locked) o
    limit most),
  returns as (
    delete from payment_return r using old where r.merchant_id = old.merchant_id and r.operation_id = old.id),
  tries as (
    delete from outbox_attempt a using old where a.merchant_id = old.merchant_id and a.outbox_id = old.id)
  delete from outbox o using old where o.merchant_id = old.merchant_id and o.id = old.id;
  get diagnostics gone = row_count;
  return gone;
end $$;

-- A copy that comes later than this finds its payment, refund or dispute where it ended, and changes nothing.
create function forget_notifications(until timestamptz, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone int;
begin
  perform refuse_younger(until, interval '540 days');
  delete from processor_notification n using (
    select o.* from processor p cross join lateral (
      select x.merchant_id, x.processor_id, x.id from processor_notification x
      where x.merchant_id = p.merchant_id and x.processor_id = p.id and x.received_at < until
        and (x.worked_at is not null or x.next_attempt_at is null)
        and not exists (select from contradiction c
          where c.merchant_id = x.merchant_id and c.notification_id = x.id and c.state = 'OPEN')
      order by x.received_at limit most) o
    limit most) old
  where n.merchant_id = old.merchant_id and n.processor_id = old.processor_id and n.id = old.id;
  get diagnostics gone = row_count;
  return gone;
end $$;

-- The number of uses is in the link itself.
create function forget_link_events(until timestamptz, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone int;
begin
  perform refuse_younger(until, interval '90 days');
  delete from link_event e using (
    select o.* from merchant m cross join lateral (
      -- By the key, because there is no index by time: the first rows of a merchant are its oldest.
      select x.* from (select merchant_id, id, at from link_event where merchant_id = m.id order by id limit most) x
      where x.at < until) o
    limit most) old
  where e.merchant_id = old.merchant_id and e.id = old.id;
  get diagnostics gone = row_count;
  return gone;
end $$;

-- What was asked of middleware about a payment, and of processors about stored cards.
create function forget_other_exchanges(until timestamptz, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone int;
  more int;
begin
  perform refuse_younger(until, interval '62 days');
  delete from middleware_call c using (
    select o.* from merchant m cross join lateral (
      select x.merchant_id, x.transaction_created_at, x.transaction_id, x.middleware_id from middleware_call x
      where x.merchant_id = m.id and x.transaction_created_at < until
      order by x.transaction_created_at limit most) o
    limit most) old
  where c.merchant_id = old.merchant_id and c.transaction_created_at = old.transaction_created_at
    and c.transaction_id = old.transaction_id and c.middleware_id = old.middleware_id;
  get diagnostics gone = row_count;
  delete from card_call where ctid = any(array(select ctid from card_call where at < until limit most));
  get diagnostics more = row_count;
  gone := greatest(gone, more);
  delete from middleware_copy where ctid = any(array(
    select ctid from middleware_copy where transaction_created_at < until limit most));
  get diagnostics more = row_count;
  return greatest(gone, more);
end $$;

create function forget_sign_in_events(until timestamptz, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone int;
begin
  perform refuse_younger(until, interval '180 days');
  -- The key begins with the time.
  delete from sign_in_event where id in (select id from sign_in_event where id < first_id_at(until) order by id limit most);
  get diagnostics gone = row_count;
  return gone;
end $$;

-- What nightly checks found, and fetches of exchange rates; the last of each stays.
create function forget_checks(until timestamptz, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone int;
  more int := 0;
  name text;
begin
  perform refuse_younger(until, interval '30 days');
  foreach name in array array['statistics_check', 'ledger_check', 'exchange_rate_fetch'] loop
    execute format('delete from %1$I where id in (
      select id from %1$I where finished_at < $1 and id < (select max(id) from %1$I) order by id limit $2)', name) using until, most;
    get diagnostics gone = row_count;
    more := greatest(more, gone);
  end loop;
  return more;
end $$;

-- Drops the oldest table of the trail that lies before: items by month, contents by day. 0: there is none.
create function forget_audit_trail(items_until timestamptz, contents_until timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  part text;
begin
  perform refuse_younger(items_until, interval '62 days'), refuse_younger(contents_until, interval '1 day');
  select c.relname into part from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where (i.inhparent = 'audit_trail_item'::regclass
      and (month_of(c.relname) + interval '1 month') at time zone 'UTC' <= items_until)
    or (i.inhparent = 'audit_trail_content'::regclass
      and (to_date(substring(c.relname from '_(\d{4}_\d{2}_\d{2})$'), 'YYYY_MM_DD') + interval '1 day') at time zone 'UTC' <= contents_until)
  order by c.relname limit 1;
  if part is null then
    return 0;
  end if;
  execute format('drop table %I', part);
  return 1;
end $$;

-- ---------------------------------------------------------------------------------------------- who may

grant create on schema public to kontor_engine;
do $$
declare
  name text;
begin
  -- Those that read or remove rows act as a role to which row-level security shows all of them.
  foreach name in array array['open_payments(timestamptz, timestamptz)', 'exchanges_of_open_payments(timestamptz, timestamptz)',
    'attempts_to_keep(timestamptz, timestamptz)', 'put_back(jsonb, jsonb)',
    'forget_late_exchanges(timestamptz, int)', 'forget_orders(timestamptz, int)',
    'forget_notifications(timestamptz, int)', 'forget_link_events(timestamptz, int)',
    'forget_other_exchanges(timestamptz, int)', 'forget_sign_in_events(timestamptz, int)', 'forget_checks(timestamptz, int)',
    'note_removal(text, timestamptz)'] loop
    execute format('alter function %s owner to kontor_engine', name);
  end loop;
  foreach name in array array['open_payments(timestamptz, timestamptz)', 'exchanges_of_open_payments(timestamptz, timestamptz)',
    'attempts_to_keep(timestamptz, timestamptz)', 'put_back(jsonb, jsonb)',
    'forget_late_exchanges(timestamptz, int)', 'forget_orders(timestamptz, int)',
    'forget_notifications(timestamptz, int)', 'forget_link_events(timestamptz, int)',
    'forget_other_exchanges(timestamptz, int)', 'forget_sign_in_events(timestamptz, int)', 'forget_checks(timestamptz, int)',
    'note_removal(text, timestamptz)', 'empty_month(text, timestamptz)', 'forget_audit_trail(timestamptz, timestamptz)'] loop
    execute format('revoke execute on function %s from public', name);
    continue when name ~ '^(open_payments|exchanges_of|attempts_to|put_back)';
    execute format('grant execute on function %s to kontor_provider', name);
  end loop;
end $$;
revoke create on schema public from kontor_engine;
grant select, insert, update on removed_data to kontor_engine;
grant select on emptied_month to kontor_engine;
grant select, update, delete on outbox to kontor_engine;
grant select, delete on outbox_attempt, payment_return, processor_notification, link_event, middleware_call, middleware_copy, card_call,
  sign_in_event, statistics_check, ledger_check, exchange_rate_fetch to kontor_engine;
grant select, insert, delete on processor_call to kontor_engine;
grant select, insert on payment_attempt to kontor_engine;
grant select on transaction, refund, chargeback, contradiction, outbox_resolution, processor, merchant, installation to kontor_engine;
