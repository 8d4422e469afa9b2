-- When a business day was closed, for whoever reads the figures of days.
alter table ledger_day add column closed_at timestamptz(3);

create function note_day_closed() returns trigger language plpgsql as $$
begin
  new.closed_at := engine_now();
  return new;
end $$;
create trigger l_closed_at before update of closed_through on ledger_day
  for each row when (new.closed_through > old.closed_through) execute function note_day_closed();
