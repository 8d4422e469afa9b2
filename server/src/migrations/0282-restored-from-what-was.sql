-- compatible-with: 0231
-- A change says that it puts back a version only where it does (docs/adr/0111).
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
  asked int;
  earlier jsonb;
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
  -- A command may change several items; the one of its address is put back. It says so itself, so what it writes is compared
  -- with what the item was at that version: each column that changes must be as it was then. Its number of changes goes on.
  asked := case when doing ->> 'item' = entry.item_id::text and entry.part is null and entry.operation = 'updated'
    then (doing ->> 'restored_from')::int end;
  if asked < entry.version then
    earlier := coalesce(
      (select c.after from change c where c.merchant_id = entry.merchant_id and c.entity = entry.entity
        and c.item_id = entry.item_id and c.part is null and c.version <= asked order by c.version desc limit 1),
      (select c.before from change c where c.merchant_id = entry.merchant_id and c.entity = entry.entity
        and c.item_id = entry.item_id and c.part is null and c.version > asked order by c.version limit 1));
    entry.restored_from := case when not exists (select from jsonb_each(entry.after) as written
      where written.key <> 'version' and written.value is distinct from coalesce(entry.before -> written.key, 'null')
        and written.value is distinct from coalesce(earlier -> written.key, 'null')) then asked end;
  end if;
  entry.hash := change_hash(entry, last.hash);
  insert into change select entry.*;
  return null;
end $$;
