-- compatible-with: 0231
-- A chargeback that was there before its payment was imported was settled elsewhere, as the payment was: a merchant that moves
-- here does not pay it a second time (docs/adr/0128).
create function was_settled_elsewhere(merchant uuid, payment_created timestamptz, payment uuid, opened timestamptz)
returns boolean language sql stable as $$
  select exists (select from transaction_event e
    where e.merchant_id = merchant and e.transaction_created_at = payment_created and e.transaction_id = payment
      and e.entity = 'transaction' and e.from_status is null and e.actor_kind = 'import' and e.at > opened)
$$;

create or replace function queue_ledger_event() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before bigint := 0;
  after bigint := 0;
  row_of jsonb;
  since timestamptz;
begin
  case tg_argv[0]
    when 'transaction' then
      if new.status = 'SETTLEMENT_COMPLETED' then after := new.captured_amount; end if;
      if tg_op = 'UPDATE' and old.status = 'SETTLEMENT_COMPLETED' then before := old.captured_amount; end if;
      if tg_op = 'INSERT' and coalesce(nullif(current_setting('kontor.actor', true), ''), '{}')::jsonb ->> 'kind' = 'import' then
        return null;
      end if;
    when 'refund' then
      if new.status = 'PROCESSED' then after := new.amount; end if;
      if tg_op = 'UPDATE' and old.status = 'PROCESSED' then before := old.amount; end if;
    when 'chargeback' then
      if new.status not in ('WON', 'CANCELLED') then after := new.amount; end if;
      if tg_op = 'UPDATE' and old.status not in ('WON', 'CANCELLED') then before := old.amount; end if;
  end case;
  if after = before then
    return null;
  end if;
  row_of := to_jsonb(new);
  if tg_argv[0] = 'chargeback' and was_settled_elsewhere(new.merchant_id, (row_of ->> 'transaction_created_at')::timestamptz,
      (row_of ->> 'transaction_id')::uuid, new.created_at)
    -- What was booked before this migration goes on being booked.
    and not exists (select from ledger_event e where e.merchant_id = new.merchant_id and e.subject_id = new.id and e.kind = 8)
    and not exists (select from ledger_transfer l where l.merchant_id = new.merchant_id
      and l.transaction_id = (row_of ->> 'transaction_id')::uuid and l.subject_id = new.id and l.kind = 8) then
    return null;
  end if;
  -- Without a ledger this is null.
  select counts_from into since from ledger_day;
  if since is null or coalesce((row_of ->> 'transaction_created_at')::timestamptz, new.created_at) < since then
    return null;
  end if;
  insert into ledger_event (merchant_id, kind, transaction_created_at, transaction_id, subject_id, amount, occurred_at)
    values (new.merchant_id,
      case tg_argv[0]
        when 'transaction' then case when after > before then 1 else 32 end
        when 'refund' then case when after > before then 7 else 33 end
        else case when after > before then 8 else 9 end end,
      coalesce((row_of ->> 'transaction_created_at')::timestamptz, new.created_at),
      coalesce((row_of ->> 'transaction_id')::uuid, new.id), new.id, abs(after - before), new.last_status_update);
  return null;
end $$;

create or replace function queue_ledger_history(first timestamptz, until timestamptz, opened timestamptz) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  added bigint;
begin
  with wanted as (
    select t.merchant_id, t.created_at as transaction_created_at, t.id as transaction_id, t.id as subject_id,
      case when t.status = 'SETTLEMENT_COMPLETED' then t.captured_amount else 0 end as amount,
      t.last_status_update as at, t.last_status_update as changed_at, 1 as more, 32 as less
    from transaction t
    where t.created_at >= first and t.created_at < until
      and (t.status = 'SETTLEMENT_COMPLETED' or t.last_status_update >= opened - interval '1 hour')
      -- As is_imported, of all of them at once.
      and not exists (select from transaction_event e
        where e.merchant_id = t.merchant_id and e.transaction_created_at = t.created_at and e.transaction_id = t.id
          and e.transaction_created_at >= first and e.transaction_created_at < until
          and e.entity = 'transaction' and e.from_status is null and e.actor_kind = 'import')
    union all
    select r.merchant_id, r.transaction_created_at, r.transaction_id, r.id,
      case when r.status = 'PROCESSED' then r.amount else 0 end, r.last_status_update, r.last_status_update, 7, 33
    from refund r where r.created_at >= first and r.created_at < until
      and r.transaction_created_at >= (select counts_from from ledger_day)
    union all
    select c.merchant_id, c.transaction_created_at, c.transaction_id, c.id,
      case when c.status not in ('WON', 'CANCELLED') then c.amount else 0 end, c.created_at, c.last_status_update, 8, 9
    from chargeback c where c.created_at >= first and c.created_at < until
      and c.transaction_created_at >= (select counts_from from ledger_day)
      and not was_settled_elsewhere(c.merchant_id, c.transaction_created_at, c.transaction_id, c.created_at)),
  -- The events of those that changed are replaced by what is missing in all: what took back a payment from before would
  -- stand before that payment.
  replaced as (
    delete from ledger_event e using wanted w
    where w.changed_at >= opened - interval '1 hour' and e.merchant_id = w.merchant_id and e.subject_id = w.subject_id
      and e.kind in (w.more, w.less)),
  missing as (
    select w.*, w.amount - coalesce(b.amount, 0) as difference
    from wanted w left join lateral (
      select sum(case when l.kind = w.more then l.amount else -l.amount end) as amount from ledger_transfer l
      where l.merchant_id = w.merchant_id and l.transaction_id = w.transaction_id and l.subject_id = w.subject_id
        and l.kind in (w.more, w.less)) b on w.changed_at >= opened - interval '1 hour')
  insert into ledger_event (merchant_id, kind, transaction_created_at, transaction_id, subject_id, amount, occurred_at)
    select merchant_id, case when difference > 0 then more else less end, transaction_created_at, transaction_id, subject_id,
      abs(difference), at
    from missing where difference <> 0
    union all
    -- Chargebacks that were won: taken and given back.
    select c.merchant_id, x.kind, c.transaction_created_at, c.transaction_id, c.id, c.amount, x.at
    from chargeback c cross join lateral (values (8, c.created_at), (9, c.last_status_update)) x(kind, at)
    where c.created_at >= first and c.created_at < until and c.transaction_created_at >= (select counts_from from ledger_day)
      and c.status in ('WON', 'CANCELLED')
      and not was_settled_elsewhere(c.merchant_id, c.transaction_created_at, c.transaction_id, c.created_at)
      and c.last_status_update < opened - interval '1 hour'
    order by 7, 5;
  get diagnostics added = row_count;
  return added;
end $$;
