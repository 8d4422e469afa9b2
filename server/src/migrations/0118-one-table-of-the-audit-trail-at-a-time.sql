-- A table of the trail is made and dropped in a transaction of its own: everybody who calls waits behind each of them.

-- Makes the first table that is missing for these days: items by month, contents by day. 0: there is none.
create function make_audit_trail_partition(first date, last date) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parent text;
  step interval;
  at date;
  part text;
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
          return 1;
        end if;
      end if;
      at := (at + step)::date;
    end loop;
  end loop;
  return 0;
end $$;

create or replace function ensure_audit_trail_partitions(first date, last date) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  made int := 0;
begin
  while make_audit_trail_partition(first, last) > 0 loop
    made := made + 1;
  end loop;
  return made;
end $$;
revoke execute on function make_audit_trail_partition(date, date) from public;
grant execute on function make_audit_trail_partition(date, date) to kontor_provider;

-- Items are kept for thirteen months, contents for thirty days. Drops the oldest table that is out of time. 0: there is none.
create or replace function forget_old_audit_trail() returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  part text;
begin
  select c.relname into part from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where (i.inhparent = 'audit_trail_item'::regclass
      and to_date(right(c.relname, 7), 'YYYY_MM') < date_trunc('month', engine_now()) - interval '13 months')
    or (i.inhparent = 'audit_trail_content'::regclass
      and to_date(right(c.relname, 10), 'YYYY_MM_DD') < (engine_now() - interval '31 days')::date)
  order by c.relname limit 1;
  if part is null then
    return 0;
  end if;
  execute format('drop table %I', part);
  return 1;
end $$;
