-- The time that payments live by. In a demo it can be moved forward; people and their sessions keep to the wall clock.

alter table installation
  add column clock_offset_ms bigint not null default 0 check (clock_offset_ms >= 0),
  -- Where the clock is being moved to, while it is: a restart goes on from there.
  add column clock_target timestamptz(3),
  add constraint installation_clock_only_in_demo check (demo or (clock_offset_ms = 0 and clock_target is null));

grant update (clock_offset_ms, clock_target) on installation to kontor_provider;

create function engine_now() returns timestamptz language sql volatile
  return clock_timestamp() + coalesce((select clock_offset_ms from public.installation), 0) * interval '1 millisecond';
grant execute on function engine_now() to kontor_merchant, kontor_provider, kontor_engine;

create or replace function check_status_transition() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.status = old.status then
    return new;
  end if;
  if not exists (select from status_transition t
      where t.entity = tg_argv[0] and t.from_status = old.status and t.to_status = new.status) then
    raise exception '% may not go from % to %', tg_argv[0], old.status, new.status
      using errcode = '23514', constraint = 'status_transition';
  end if;
  new.last_status_update := engine_now();
  return new;
end $$;

alter table transaction alter column last_status_update set default engine_now();
alter table refund alter column last_status_update set default engine_now();
alter table chargeback alter column last_status_update set default engine_now();
alter table transaction_event alter column at set default engine_now();
