-- A reserve may hold up to an amount, and give back what it held of money that was refunded (docs/adr/0192). A program
-- before this one holds above a cap and gives nothing back.

alter table scheme_version
  -- Minor units of the scheme's currency: with this held of a book nothing more is held of its payments. Null: without an end.
  add column hold_cap bigint check (hold_cap between 1 and 1000000000000),
  -- NET: of what is not refunded. Null: GROSS.
  add column hold_base text check (hold_base in ('GROSS', 'NET')),
  add constraint scheme_version_hold_of_reserve check (type = 'RESERVE' or (hold_cap is null and hold_base is null));
grant update (hold_cap, hold_base) on scheme_version to kontor_provider;

create or replace function keep_scheme_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.status = 'DRAFT' or tg_op = 'UPDATE' and old.status <> 'ACTIVE' and (old.status = 'DRAFT'
      or (new.hold_ppm, new.hold_days, new.hold_cap, new.hold_base, new.share_of)
        is not distinct from (old.hold_ppm, old.hold_days, old.hold_cap, old.hold_base, old.share_of)) then
    return coalesce(new, old);
  end if;
  raise exception 'version % of the scheme is frozen', old.number using errcode = '42501', constraint = 'version_frozen';
end $$;

-- What is held with one more payment, of which there is still this room. Null: there is room for all of it.
create function held_with(held bigint, more bigint, room bigint) returns bigint language sql immutable parallel safe
return greatest(held, least(held + more, coalesce(room, held + more)));

-- What payments in their order add to what was held before them, each as far as its own room allows.
create aggregate held_so_far(more bigint, room bigint) (sfunc = held_with, stype = bigint, initcond = '0');
