-- Which processors a payment was taken to, and what became of it there: a row for each. The id is the reference at the
-- processor and the id of the job in the outbox; of the first attempt it is the payment's own (docs/adr/0059).

create table payment_attempt (
  merchant_id uuid not null,
  transaction_created_at timestamptz(3) not null,
  transaction_id uuid not null,
  id uuid not null,
  attempt smallint not null check (attempt between 1 and 3),
  processor_id uuid not null,
  -- APPROVED: the money is held or taken, or was. REFUSED: the processor did not do it, and no issuer was asked.
  state text not null check (state in ('OPEN', 'APPROVED', 'DECLINED', 'REFUSED', 'CANCELLED')),
  reason text check (not contains_card_number(reason)),
  began_at timestamptz(3) not null,
  ended_at timestamptz(3),
  constraint payment_attempt_first check ((attempt = 1) = (id = transaction_id)),
  constraint payment_attempt_end check ((state = 'OPEN') = (ended_at is null))
) partition by range (transaction_created_at);

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
    foreach parent in array array['transaction', 'transaction_event', 'processor_call', 'payment_attempt'] loop
      part := parent || to_char(month, '_YYYY_MM');
      if to_regclass(part) is null then
        -- One at a time: two servers may start together.
        perform pg_advisory_xact_lock(hashtext('kontor.partitions'));
        continue when to_regclass(part) is not null;
        execute format('create table %I partition of %I for values from (%L) to (%L)', part, parent,
          to_char(month, 'YYYY-MM-DD') || ' 00:00:00+00',
          to_char(month + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00');
        execute format('alter table %I enable row level security, force row level security', part);
        if parent = 'transaction' then
          execute format('alter table %I set (fillfactor = 85)', part);
        end if;
        made := made + 1;
      end if;
    end loop;
    month := (month + interval '1 month')::date;
  end loop;
  return made;
end $$;

-- The months that there are, and no others: an import may have made one of long ago.
select ensure_partitions(month, month) from (
  select to_date(right(c.relname, 7), 'YYYY_MM') as month from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'transaction'::regclass) existing;

alter table payment_attempt enable row level security, force row level security;
create policy own_merchant on payment_attempt to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on payment_attempt to kontor_provider, kontor_engine using (true) with check (true);

-- The payments from before: one attempt each, at their processor. A payment that was approved once stays approved here,
-- whatever came after; one that a rule blocked was taken to no processor. Keys and indexes follow, which is quicker than to keep them up row by row.
insert into payment_attempt (merchant_id, transaction_created_at, transaction_id, id, attempt, processor_id, state, reason,
    began_at, ended_at)
  select t.merchant_id, t.created_at, t.id, t.id, 1, t.processor_id, s.state,
    case when s.state not in ('OPEN', 'APPROVED') then t.status_reason end, t.created_at,
    case when s.state <> 'OPEN' then coalesce(e.at, t.last_status_update) end
  from transaction t
  cross join (select coalesce(bit_or(bit), 0) as approved from transaction_status
    where status in ('AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED', 'AUTHORIZATION_VOIDED')) b
  cross join lateral (select case
    when t.visited & b.approved <> 0 then 'APPROVED'
    when t.status = 'DECLINED' then 'DECLINED'
    when t.status = 'FAILED' then 'REFUSED'
    when t.status in ('CANCELLED', 'ABANDONED') then 'CANCELLED'
    else 'OPEN' end as state) s
  left join (select merchant_id, transaction_created_at, transaction_id, min(at) as at from transaction_event
      where entity = 'transaction' and to_status not in ('INITIATED', 'PENDING', 'UNKNOWN') group by 1, 2, 3) e
    on (e.merchant_id, e.transaction_created_at, e.transaction_id) = (t.merchant_id, t.created_at, t.id)
  where t.processor_id is not null;

-- A payment asks each processor once.
alter table payment_attempt add primary key (merchant_id, transaction_created_at, transaction_id, processor_id);
-- Nobody is charged twice: no attempt begins while another may take the money, or has.
create unique index payment_attempt_live on payment_attempt (merchant_id, transaction_created_at, transaction_id)
  where state in ('OPEN', 'APPROVED');
create unique index payment_attempt_number on payment_attempt (merchant_id, transaction_created_at, transaction_id, attempt)
  where attempt > 1;
alter table payment_attempt
  add foreign key (merchant_id, transaction_created_at, transaction_id) references transaction (merchant_id, created_at, id),
  add foreign key (merchant_id, processor_id) references processor (merchant_id, id);

-- The index is worth as much as the states beneath it: what has ended has ended.
create function keep_attempt_ended() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.state <> 'OPEN' then
    raise exception 'the attempt % of payment % has ended', old.attempt, old.transaction_id
      using errcode = '23514', constraint = 'payment_attempt_ended';
  end if;
  return new;
end $$;
grant create on schema public to kontor_engine;
alter function keep_attempt_ended() owner to kontor_engine;
revoke create on schema public from kontor_engine;
create trigger a_ended before update on payment_attempt for each row execute function keep_attempt_ended();

grant select, insert, update (state, reason, ended_at) on payment_attempt to kontor_merchant, kontor_provider;
