-- compatible-with: 0231
-- works-from: 0250
-- A migration may be merged after others with higher numbers (docs/adr/0219). A program that lacks it has a higher number than its own,
-- so with its lease it says as well how many migrations it has up to its number.
alter table periodic_lease add column migrations int;

-- True: a later migration has ended the work in the background of the program with this number and so many migrations up to it.
create function is_work_over(program text, migrations int) returns boolean language sql stable as $$
  select exists (select from migration m
      where left(m.name, 4) collate "C" > coalesce(program, '')
        and (m.compatible_with is null or greatest(m.compatible_with, m.works_from) collate "C" > coalesce(program, '')))
    or (select count(*) from migration m where left(m.name, 4) collate "C" <= coalesce(program, '')) > coalesce(migrations, 0)
$$;

create or replace function refuse_work_of_older_programs() returns trigger language plpgsql as $$
begin
  if is_work_over(new.program, new.migrations) then
    return null;
  end if;
  return new;
end $$;
