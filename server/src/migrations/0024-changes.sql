-- The trail of changes: every change of configuration and of money rules, with who, when, from where, by which command, what
-- before and what after (docs/adr/0055). Written by one trigger, in the transaction of the change itself.

-- ---------------------------------------------------------------------------------------------- what is recorded

-- The one list: which tables are recorded, under which word, and what is left out.
create table recorded_table (
  name text primary key,
  -- The contract's word for the item, where the contract has one.
  entity text not null,
  -- The column with the item's id. Null: there is one item only.
  item text,
  -- Rows that belong to an item, such as the processors of a payment profile: the column that tells them apart.
  part text,
  -- Columns whose change is recorded and whose content never is.
  secret text[] not null default '{}',
  -- Columns that the system moves by itself: a change of them alone is none.
  noise text[] not null default '{}'
);

create table change (
  -- The merchant, or the all-zero id for the provider's own.
  merchant_id uuid not null,
  entity text not null,
  item_id uuid not null,
  -- Of the item with its parts: 1, 2, 3, without a gap.
  version int not null check (version > 0),
  id uuid not null,
  at timestamptz(3) not null,
  -- The table of a row that belongs to the item, and which of its rows.
  part text,
  part_id text,
  operation text not null check (operation in ('created', 'updated', 'deleted')),
  before jsonb,
  after jsonb,
  -- Columns that were set or changed, and are shown to nobody.
  secrets text[] not null,
  -- Null: not by a command of the API, but by a script, an import or the engine.
  command text,
  ip text,
  actor_kind text not null,
  actor_id uuid,
  actor_name text,
  -- By the provider's staff in the merchant's view.
  acted_as_merchant boolean not null,
  -- SHA-256 of all of this and of the hash of the version before.
  hash bytea not null check (length(hash) = 32),
  primary key (merchant_id, entity, item_id, version),
  check ((operation = 'created') = (before is null)),
  check ((operation = 'deleted') = (after is null)),
  check ((part is null) = (part_id is null))
);

-- Fields without a value are left out, so that a column that comes later leaves the hashes as they are.
create function change_hash(entry change, previous bytea) returns bytea
language sql stable set timezone = 'UTC'
return sha256(coalesce(previous, '') || convert_to(jsonb_strip_nulls(to_jsonb(entry) - 'hash')::text, 'UTF8'));

create function record_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  how recorded_table;
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  known jsonb := coalesce(new_row, old_row);
  actor jsonb := coalesce(nullif(current_setting('kontor.actor', true), ''), '{"kind":"system"}')::jsonb;
  doing jsonb := nullif(current_setting('kontor.doing', true), '')::jsonb;
  entry change;
  last change;
begin
  select * into strict how from recorded_table where name = tg_table_name;
  entry.before := old_row - how.secret - how.noise;
  entry.after := new_row - how.secret - how.noise;
  entry.secrets := array(select name from unnest(how.secret) name
    where new_row is not null and old_row ->> name is distinct from new_row ->> name);
  if entry.before is not distinct from entry.after and entry.secrets = '{}' then
    return null;
  end if;

  entry.entity := how.entity;
  entry.item_id := coalesce((known ->> how.item)::uuid, '00000000-0000-0000-0000-000000000000');
  entry.merchant_id := coalesce(case tg_table_name
      when 'merchant' then entry.item_id
      when 'role_grant' then (select merchant_id from platform_user where id = entry.item_id)
      else (known ->> 'merchant_id')::uuid end, '00000000-0000-0000-0000-000000000000');
  -- Parts of an item have rows of their own to lock. A thousand locks, however many items one transaction changes.
  perform pg_advisory_xact_lock(hashtext('kontor.change'), hashtext(entry.item_id::text) & 1023);
  select * into last from change c
    where c.merchant_id = entry.merchant_id and c.entity = entry.entity and c.item_id = entry.item_id
    order by c.version desc limit 1;

  entry.version := coalesce(last.version, 0) + 1;
  entry.at := engine_now();
  entry.id := id_at(entry.at);
  entry.part := case when how.part is not null then how.name end;
  entry.part_id := known ->> how.part;
  entry.operation := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end;
  entry.command := doing ->> 'command';
  entry.ip := doing ->> 'from';
  entry.actor_kind := actor ->> 'kind';
  entry.actor_id := (actor ->> 'id')::uuid;
  entry.actor_name := actor ->> 'name';
  entry.acted_as_merchant := entry.actor_kind = 'user' and current_merchant() is not null
    and exists (select from platform_user u where u.id = entry.actor_id and u.merchant_id is null);
  entry.hash := change_hash(entry, last.hash);
  insert into change select entry.*;
  return null;
end $$;

-- For this migration and those to come: a table of configuration or of money rules is recorded by one line.
create function record_changes_of(
  table_name text, entity text, item text default 'id', part text default null,
  secret text[] default '{}', noise text[] default '{}', events text default 'insert or update or delete'
) returns void language plpgsql as $$
begin
  insert into recorded_table values (table_name, entity, item, part, secret, noise);
  execute format('create trigger z_change after %s on %I for each row execute function record_change()', events, table_name);
end $$;
revoke execute on function record_changes_of(text, text, text, text, text[], text[], text) from public;

create function refuse_rewriting_changes() returns trigger language plpgsql as $$
begin
  raise exception 'changes are written once' using errcode = '42501';
end $$;
create trigger written_once before update or delete or truncate on change
  for each statement execute function refuse_rewriting_changes();

grant create on schema public to kontor_engine;
alter function record_change() owner to kontor_engine;
revoke create on schema public from kontor_engine;

-- ---------------------------------------------------------------------------------------------- who reads it

alter table change enable row level security, force row level security;
-- Who signs in and how is the provider's role's to read (0001, 0002), and so is what became of that.
create policy own_merchant on change to kontor_merchant
  using (merchant_id = current_merchant() and entity not in ('user', 'api_key') and part is distinct from 'password_policy')
  with check (false);
create policy every_merchant on change to kontor_provider, kontor_engine using (true) with check (true);
grant select on change to kontor_merchant, kontor_provider;
grant select, insert on change to kontor_engine;
grant select on recorded_table to kontor_engine;

-- ---------------------------------------------------------------------------------------------- the tables

do $$
begin
  perform record_changes_of('installation', 'installation', item => null, secret => '{key_fingerprint}', noise => '{clock_offset_ms}');
  perform record_changes_of('merchant', 'merchant');
  perform record_changes_of('password_policy', 'merchant', item => 'merchant_id', part => 'merchant_id');
  perform record_changes_of('organisation', 'organisation');
  perform record_changes_of('platform_user', 'user', secret => '{password_hash}', noise => '{language,time_zone,theme}');
  perform record_changes_of('role_grant', 'user', item => 'user_id', part => 'role');
  perform record_changes_of('api_key', 'api_key', secret => '{secret_hash}', noise => '{last_used_at}');
  perform record_changes_of('webhook_secret', 'webhook_secret', item => 'merchant_id', part => 'version');
  -- Addresses come and go as they fail; what somebody decides is that one is switched on again.
  perform record_changes_of('webhook_address', 'webhook_address', item => 'merchant_id', part => 'address_key',
    noise => '{failures,failing_since,last_failed_at,response_code}',
    events => 'update of switched_off_at, switched_off_reason');
  perform record_changes_of('processor', 'processor', secret => '{credential}');
  perform record_changes_of('payment_profile', 'payment_profile');
  perform record_changes_of('payment_profile_processor', 'payment_profile', item => 'payment_profile_id', part => 'processor_id');
  perform record_changes_of('terminal', 'terminal', noise => '{last_seen_at,last_transaction_at,last_transaction_id}');
  perform record_changes_of('tag', 'tag');
  perform record_changes_of('checkout', 'checkout');
  perform record_changes_of('plan', 'plan');
  perform record_changes_of('subscription_discount', 'subscription_discount');
  -- What is going to be charged, of whom and when. Where the engine has got to with it is no change of that.
  perform record_changes_of('subscription', 'subscription',
    noise => '{last_status_update,starts_on,billing_cycle,due_date,last_paid_cycle,last_paid_date,act_on}');
  perform record_changes_of('subscription_discount_attached', 'subscription', item => 'subscription_id', part => 'id',
    noise => '{applied_duration}');
  perform record_changes_of('scheduled_transaction', 'scheduled_transaction',
    noise => '{last_status_update,attempts,next_attempt_at}');
end $$;

-- ---------------------------------------------------------------------------------------------- events of terminals

-- They follow from the trail now; these are from before it, and go with nothing any more.
alter table terminal_event drop constraint terminal_event_merchant_id_terminal_id_fkey;
revoke insert, delete on terminal_event from kontor_merchant, kontor_provider;
