-- compatible-with: 0199
-- A month is made as a table of its own and attached. That waits for writers of payments for a moment, and for no reader:
-- a partition that is made in its place would wait for every export, with all payments behind it.

create or replace function ensure_partitions(first date, last date) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month date;
  parent text;
  part text;
  made int := 0;
begin
  if last - first > 366 * 100 then
    raise exception 'a range of more than a hundred years is a mistake' using errcode = '22023';
  end if;
  month := date_trunc('month', first)::date;
  while month <= last loop
    foreach parent in array array['transaction', 'transaction_event', 'processor_call', 'payment_attempt', 'decision',
        'ledger_transfer'] loop
      part := parent || to_char(month, '_YYYY_MM');
      if to_regclass(part) is null then
        -- One at a time: two servers may start together.
        perform pg_advisory_xact_lock(hashtext('kontor.partitions'));
        continue when to_regclass(part) is not null;
        execute format('create table %I (like %I including defaults including constraints including generated '
          'including storage including compression)', part, parent);
        execute format('alter table %I enable row level security, force row level security', part);
        if parent = 'transaction' then
          execute format('alter table %I set (fillfactor = 85)', part);
        end if;
        execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
          to_char(month, 'YYYY-MM-DD') || ' 00:00:00+00',
          to_char(month + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00');
        if parent = 'ledger_transfer' then
          perform protect_ledger_partition(part);
        end if;
        made := made + 1;
      end if;
    end loop;
    month := (month + interval '1 month')::date;
  end loop;
  return made;
end $$;
