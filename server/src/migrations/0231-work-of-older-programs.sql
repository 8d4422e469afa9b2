-- compatible-with: 0222
-- works-from: 0231
-- Work in the background by rules of before (docs/adr/0206). The second line of a migration's file may name the oldest program whose
-- work goes on: "-- works-from: 0231". Requests of those before it do, as far as the first line says.
alter table migration add column works_from text check (works_from ~ '^\d{4}$');

-- The number of the newest migration of the program that has the lease. Programs before this migration do not say it.
alter table periodic_lease add column program text check (program ~ '^\d{4}$');

create function refuse_work_of_older_programs() returns trigger language plpgsql as $$
begin
  if exists (select from migration m
    where left(m.name, 4) collate "C" > coalesce(new.program, '')
      and (m.compatible_with is null or greatest(m.compatible_with, m.works_from) collate "C" > coalesce(new.program, ''))) then
    return null;
  end if;
  return new;
end $$;
create trigger a_older_programs before insert on periodic_lease
  for each row execute function refuse_work_of_older_programs();
