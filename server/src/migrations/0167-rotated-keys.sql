-- compatible-with: 0146
-- A new master key (docs/adr/0160): its command changes the wrapped key of each sealed value, as kontor_engine and without a trace in
-- what the tables say.
alter table installation
  -- While a rotation goes on: the fingerprint of the key that comes. A process that does not know it is not ready.
  add column next_key_fingerprint bytea check (length(next_key_fingerprint) = 32),
  -- What addresses, signatures and fingerprints are derived from, sealed. Null: the master key itself, because it was never changed.
  add column derivation_key bytea;
update recorded_table set secret = secret || '{next_key_fingerprint,derivation_key}' where name = 'installation';

-- How far a rotation has come, column by column: a killed one goes on from here.
create table key_rotation (
  sealed_column text primary key,
  -- The key of the last row that was looked at.
  after text[] not null
);

do $$
declare
  each record;
begin
  for each in select * from (values
    ('processor', 'credential'), ('processor', 'second_credential'), ('processor_settlement', 'credential'),
    ('customer', 'date_of_birth'), ('customer', 'social_security_number'), ('sign_on', 'client_secret'), ('totp', 'secret'),
    ('challenge', 'secret'), ('challenge', 'sign_on'), ('sign_on_session', 'refresh_token'), ('mail', 'sealed'),
    ('outbox', 'request_sealed'), ('processor_notification', 'sealed'), ('transaction', 'redirect_sealed'),
    ('payment_return', 'sealed'), ('bank_account', 'iban'), ('provider_bank_account', 'iban'), ('bank_account_file', 'content'),
    ('import_piece', 'content'), ('report_piece', 'content'), ('payment_order_file', 'content')) as x(t, c)
  loop
    execute format('grant select on %I to kontor_engine', each.t);
    execute format('grant update (%I) on %I to kontor_engine', each.c, each.t);
  end loop;
end $$;
grant select, insert, update on key_rotation to kontor_engine;

-- True when the one who rotates the key replaced the wrapped key of a sealed value (a version, 60 bytes, the content), and nothing else.
-- Nobody signs in as kontor_engine, and no role of the application may become it.
create function is_only_rewrapped(was text, is_now text) returns boolean language sql stable as $$
  select current_setting('role') = 'kontor_engine' and was like '\\x01%' and is_now like '\\x01%' and length(is_now) = length(was)
    and substr(was, 125) = substr(is_now, 125)
$$;

create or replace function record_change() returns trigger
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
    where new_row is not null and old_row ->> name is distinct from new_row ->> name
      and not is_only_rewrapped(old_row ->> name, new_row ->> name));
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
  -- A command may change several items; the one of its address is put back.
  entry.restored_from := case when doing ->> 'item' = entry.item_id::text and (doing ->> 'restored_from')::int < entry.version
    then (doing ->> 'restored_from')::int end;
  entry.hash := change_hash(entry, last.hash);
  insert into change select entry.*;
  return null;
end $$;

create function keep_order_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.order_id = old.order_id and is_only_rewrapped(old.content::text, new.content::text) then
    return new;
  end if;
  raise exception 'payment orders are written once' using errcode = '42501';
end $$;
drop trigger written_once on payment_order_file;
create trigger written_once before update or delete on payment_order_file
  for each row execute function keep_order_file();
