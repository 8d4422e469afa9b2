-- Webhooks of payments: where a shop wants to be told, what was told and how each attempt went, which addresses are off.

alter table payment_profile
  add column webhook_transaction_update text check (webhook_transaction_update ~ '^https?://' and length(webhook_transaction_update) <= 2000),
  add column webhook_refund_update text check (webhook_refund_update ~ '^https?://' and length(webhook_refund_update) <= 2000),
  add column webhook_chargeback_update text check (webhook_chargeback_update ~ '^https?://' and length(webhook_chargeback_update) <= 2000),
  add column webhook_failed_email text check (webhook_failed_email ~ '^[^@\s]+@[^@\s]+$' and length(webhook_failed_email) <= 254);
grant update (webhook_transaction_update, webhook_refund_update, webhook_chargeback_update, webhook_failed_email)
  on payment_profile to kontor_merchant, kontor_provider;

-- ---------------------------------------------------------------------------------------------- webhooks

-- A UUIDv7 of an instant: the id alone leads to the row (docs/adr/0014).
create function id_at(at timestamptz) returns uuid language sql volatile
  return encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from at) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid;

-- What an address is known by, whatever its length: a number that JSON can hold.
create function address_key(url text, by_hand boolean default false) returns bigint language sql immutable
  return hashtextextended(url, case when by_hand then 1 else 0 end) & 9007199254740991;

-- One name for one thing: what is told is a webhook, from here to the screen.
alter table notification rename to webhook;
drop index notification_due;
drop index notification_of;
alter table webhook
  add column seq bigint generated always as identity,
  add column organisation_id uuid,
  add column type text check (type in
    ('transaction', 'refund', 'chargeback', 'validationruleset', 'cardlink', 'paymentlink', 'subscription')),
  add column item_id uuid,
  -- The one that was told.
  add column status text,
  -- Sent by hand, to try an address.
  add column manual boolean not null default false,
  add column created_by text check (length(created_by) <= 500),
  -- Of one thing, those in line leave one after the other. One by hand, or once more, does not hold up the others.
  add column in_line boolean not null default true,
  -- As many attempts as it gets.
  add column tries int not null default 10 check (tries >= 0),
  add column delivered_on timestamptz(3),
  -- Where it waits. Those by hand have a place of their own: they are to find out how an address does.
  add column address_key bigint not null generated always as (address_key(url, manual)) stored;

alter table webhook no force row level security;
alter table subscription no force row level security;
alter table payment_link no force row level security;
alter table card_add_link no force row level security;
update webhook w set
  organisation_id = coalesce(s.organisation_id, p.organisation_id, c.organisation_id),
  type = case when s.id is not null then 'subscription' when p.id is not null then 'paymentlink' else 'cardlink' end,
  item_id = w.subject_id,
  status = w.payload -> 'data' ->> 'status',
  delivered_on = case when w.outcome = 'delivered' then w.done_at end,
  id = case when substr(w.id::text, 15, 1) = '7' then w.id else id_at(w.created_at) end
from webhook x
left join subscription s on s.merchant_id = x.merchant_id and s.id = x.subscription_id
left join payment_link p on p.merchant_id = x.merchant_id and p.id = x.payment_link_id
left join card_add_link c on c.merchant_id = x.merchant_id and c.id = x.card_add_link_id
where x.merchant_id = w.merchant_id and x.id = w.id;
alter table webhook force row level security;
alter table subscription force row level security;
alter table payment_link force row level security;
alter table card_add_link force row level security;

alter table webhook
  alter column organisation_id set not null,
  alter column type set not null,
  alter column item_id set not null,
  alter column status set not null,
  -- Of which thing: by type and id. Written by triggers on the thing itself, or by whoever has just looked it up.
  drop column subject_id,
  drop column subscription_id,
  drop column payment_link_id,
  drop column card_add_link_id,
  -- Of each attempt, by now.
  drop column response_body,
  drop column last_error,
  add foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  add constraint webhook_by_hand check (manual or created_by is null),
  add constraint webhook_delivered check ((outcome is not distinct from 'delivered') <= (delivered_on is not null));

-- What waits, by address: none of them stands behind another.
create index webhook_waiting on webhook (merchant_id, address_key, next_attempt_at) where done_at is null;
create index webhook_under_way on webhook (merchant_id, address_key) where leased_until is not null;
create index webhook_line on webhook (merchant_id, item_id, seq) where done_at is null and in_line;
create index webhook_item on webhook (merchant_id, item_id);
create index webhook_created on webhook (merchant_id, created_at, id);
create index webhook_created_all on webhook (created_at, id);
alter table webhook rename constraint subscription_notification_pkey to webhook_pkey;

-- By hand, or once more.
grant update (next_attempt_at, done_at, outcome, in_line, tries) on webhook to kontor_merchant;
revoke update on webhook from kontor_provider;
grant update (next_attempt_at, leased_until, attempts, done_at, outcome, delivered_on, response_code, in_line, tries)
  on webhook to kontor_provider;
grant delete on webhook to kontor_provider;

-- Every attempt, and the beginning of what came back: that is for the provider's staff alone, lest an address inside be
-- read through us.
create table webhook_attempt (
  merchant_id uuid not null,
  webhook_id uuid not null,
  attempt int not null,
  at timestamptz(3) not null default engine_now(),
  duration_ms int not null check (duration_ms >= 0),
  -- 0: there was no answer.
  response_code int not null,
  problem text check (problem in ('address_refused', 'no_answer', 'timeout')),
  response_body text check (length(response_body) <= 10000),
  error text check (length(error) <= 500),
  primary key (merchant_id, webhook_id, attempt),
  foreign key (merchant_id, webhook_id) references webhook (merchant_id, id) on delete cascade,
  check ((response_code = 0) = (problem is not null))
);

-- What is remembered of an address that fails. One without a row is well.
create table webhook_address (
  merchant_id uuid not null references merchant,
  address_key bigint not null,
  url text not null,
  -- Since the last one that was delivered.
  failures int not null default 0 check (failures >= 0),
  failing_since timestamptz(3),
  last_failed_at timestamptz(3),
  response_code int,
  -- Nothing goes there until somebody switches it on again; what is told waits.
  switched_off_at timestamptz(3),
  switched_off_reason text check (switched_off_reason in ('failing', 'gone')),
  primary key (merchant_id, address_key),
  check ((switched_off_at is null) = (switched_off_reason is null)),
  check ((failures = 0) = (failing_since is null))
);

do $$
declare
  name text;
begin
  foreach name in array array['webhook_attempt', 'webhook_address'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_merchant on %I to kontor_merchant using (merchant_id = current_merchant())
      with check (merchant_id = current_merchant())', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)', name);
  end loop;
end $$;
grant select (merchant_id, webhook_id, attempt, at, duration_ms, response_code, problem) on webhook_attempt to kontor_merchant;
grant select, insert on webhook_attempt to kontor_provider;
grant select on webhook_address to kontor_merchant, kontor_provider;
grant insert, delete on webhook_address to kontor_provider;
grant update (failures, failing_since, last_failed_at, response_code, switched_off_at, switched_off_reason)
  on webhook_address to kontor_provider;
grant update (failures, failing_since, switched_off_at, switched_off_reason) on webhook_address to kontor_merchant;

-- ---------------------------------------------------------------------------------------------- what is told

create function webhook_instant(at timestamptz) returns text language sql stable
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- What a receiver needs to know of a thing, from its row: ids, amounts and statuses, and nothing about the person who paid.
create function webhook_data(kind text, item jsonb) returns jsonb
language plpgsql stable set search_path = public, pg_temp as $$
declare
  of_payment jsonb := '{}';
begin
  if kind in ('refund', 'chargeback') then
    select jsonb_build_object('transaction', t.id, 'merchant_reference', t.merchant_reference,
        'currency_code', t.currency_code, 'payment_profile', t.payment_profile_id)
      into of_payment from transaction t
      where t.merchant_id = (item ->> 'merchant_id')::uuid
        and t.created_at = (item ->> 'transaction_created_at')::timestamptz and t.id = (item ->> 'transaction_id')::uuid;
  end if;
  return jsonb_build_object('id', item -> 'id', 'status', item -> 'status',
      'created_at', webhook_instant((item ->> 'created_at')::timestamptz))
    || of_payment
    || case kind
      when 'transaction' then jsonb_build_object('status_reason', item -> 'status_reason', 'amount', item -> 'amount',
        'captured_amount', item -> 'captured_amount', 'currency_code', item -> 'currency_code',
        'merchant_reference', item -> 'merchant_reference', 'payment_product', item -> 'payment_product',
        'recurring_type', item -> 'recurring_type', 'blocked', item -> 'blocked',
        'payment_profile', item -> 'payment_profile_id', 'customer', item -> 'customer_id',
        'subscription', item -> 'subscription_id', 'subscription_cycle', item -> 'subscription_cycle',
        'payment_link', item -> 'payment_link_id', 'card_add_link', item -> 'card_add_link_id')
      when 'refund' then jsonb_build_object('status_reason', item -> 'status_reason', 'amount', item -> 'amount')
      when 'chargeback' then jsonb_build_object('amount', item -> 'amount', 'reason', item -> 'reason',
        'reason_code', item -> 'reason_code', 'respond_by', item -> 'respond_by')
      when 'paymentlink' then jsonb_build_object('status_reason', item -> 'status_reason',
        'merchant_reference', item -> 'merchant_reference', 'customer', item -> 'customer_id',
        'amount', item -> 'amount', 'currency_code', item -> 'currency_code', 'uses', item -> 'uses',
        'transaction', (select e.transaction_id from link_event e
          where e.merchant_id = (item ->> 'merchant_id')::uuid and e.payment_link_id = (item ->> 'id')::uuid
            and e.kind = 'paid' order by e.id desc limit 1))
      when 'cardlink' then jsonb_build_object('status_reason', item -> 'status_reason',
        'merchant_reference', item -> 'merchant_reference', 'customer', item -> 'customer_id',
        'card', item -> 'card_id',
        'transaction', (select e.transaction_id from link_event e
          where e.merchant_id = (item ->> 'merchant_id')::uuid and e.card_add_link_id = (item ->> 'id')::uuid
            and e.kind = 'paid' order by e.id desc limit 1))
      else '{}' end;
end $$;

create function webhook_kind(type text, status text) returns text language sql immutable
  return type || '.' || case when type in ('paymentlink', 'cardlink') then lower(status) else 'updated' end;

-- Written with the status itself, whichever way it comes about.
create function tell_status(item_type text, item jsonb, address text) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  at timestamptz(3) := engine_now();
begin
  insert into webhook (merchant_id, id, organisation_id, type, item_id, status, url, created_at, payload)
    values ((item ->> 'merchant_id')::uuid, id_at(at), (item ->> 'organisation_id')::uuid, item_type, (item ->> 'id')::uuid,
      item ->> 'status', address, at, jsonb_build_object('type', webhook_kind(item_type, item ->> 'status'),
        'timestamp', webhook_instant(at), 'data', webhook_data(item_type, item)));
end $$;

create or replace function tell_link_status() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform tell_status(case tg_argv[0] when 'payment_link' then 'paymentlink' else 'cardlink' end, to_jsonb(new), new.webhook_url);
  return null;
end $$;

create function tell_transaction_status() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  address text;
begin
  select webhook_transaction_update into address from payment_profile
    where merchant_id = new.merchant_id and id = new.payment_profile_id;
  if address is not null then
    perform tell_status('transaction', to_jsonb(new), address);
  end if;
  return null;
end $$;

-- Of a refund, and of a chargeback. What an import brings has happened long ago.
create function tell_follow_up_status() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  address text;
begin
  if tg_op = 'INSERT' and current_setting('kontor.actor', true) like '%"kind":"import"%' then
    return null;
  end if;
  select case tg_argv[0] when 'refund' then p.webhook_refund_update else p.webhook_chargeback_update end into address
    from transaction t join payment_profile p on p.merchant_id = t.merchant_id and p.id = t.payment_profile_id
    where t.merchant_id = new.merchant_id and t.created_at = new.transaction_created_at and t.id = new.transaction_id;
  if address is not null then
    perform tell_status(tg_argv[0], to_jsonb(new), address);
  end if;
  return null;
end $$;

grant create on schema public to kontor_engine;
alter function tell_transaction_status() owner to kontor_engine;
alter function tell_follow_up_status() owner to kontor_engine;
revoke create on schema public from kontor_engine;
grant select (merchant_id, id, webhook_transaction_update, webhook_refund_update, webhook_chargeback_update)
  on payment_profile to kontor_engine;

-- A payment's first status tells nobody anything: whoever began it knows, and what becomes of it is told.
create trigger f_tell after update of status on transaction
  for each row when (new.status <> old.status) execute function tell_transaction_status();
create trigger f_tell_new after insert on refund for each row execute function tell_follow_up_status('refund');
create trigger f_tell after update of status on refund
  for each row when (new.status <> old.status) execute function tell_follow_up_status('refund');
create trigger f_tell_new after insert on chargeback for each row execute function tell_follow_up_status('chargeback');
create trigger f_tell after update of status on chargeback
  for each row when (new.status <> old.status) execute function tell_follow_up_status('chargeback');
