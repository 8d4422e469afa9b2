-- What feeds the ledger (docs/adr/0128), and VAT (docs/adr/0129).

-- ---------------------------------------------------------------------------------------------- what happened to money

-- Payments of an import were settled elsewhere: nobody here owes their money to the merchant. Their first event says so.
create function is_imported(merchant uuid, created timestamptz, transaction uuid) returns boolean
language sql stable as $$
  select exists (select from transaction_event e
    where e.merchant_id = merchant and e.transaction_created_at = created and e.transaction_id = transaction
      and e.entity = 'transaction' and e.from_status is null and e.actor_kind = 'import')
$$;

-- One event per change of what a payment, a refund or a chargeback moves, written in the transaction of the change, and only
-- while the ledger is open. A processor may take back what it did, and a person may take that over: so it is the difference.
create function queue_ledger_event() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before bigint := 0;
  after bigint := 0;
  row_of jsonb;
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
  if after = before or not exists (select from ledger_day) then
    return null;
  end if;
  row_of := to_jsonb(new);
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

-- What there was before the ledger was opened, of payments, refunds and chargebacks that began in this time. Those that changed
-- after it was opened have events of their own: only what is missing of them is added. An hour is more than a statement takes
-- from the instant that it writes to its event.
create function queue_ledger_history(first timestamptz, until timestamptz, opened timestamptz) returns bigint
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
    union all
    select c.merchant_id, c.transaction_created_at, c.transaction_id, c.id,
      case when c.status not in ('WON', 'CANCELLED') then c.amount else 0 end, c.created_at, c.last_status_update, 8, 9
    from chargeback c where c.created_at >= first and c.created_at < until),
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
    where c.created_at >= first and c.created_at < until and c.status in ('WON', 'CANCELLED')
      and c.last_status_update < opened - interval '1 hour'
    order by 7, 5;
  get diagnostics added = row_count;
  return added;
end $$;

grant create on schema public to kontor_engine;
alter function queue_ledger_event() owner to kontor_engine;
alter function queue_ledger_history(timestamptz, timestamptz, timestamptz) owner to kontor_engine;
revoke create on schema public from kontor_engine;
revoke execute on function queue_ledger_history(timestamptz, timestamptz, timestamptz) from public;
grant execute on function queue_ledger_history(timestamptz, timestamptz, timestamptz) to kontor_provider;
grant select, delete on ledger_event to kontor_engine;
grant select on ledger_transfer, transaction_event to kontor_engine;

create trigger l_ledger_new after insert on transaction for each row
  when (new.status = 'SETTLEMENT_COMPLETED') execute function queue_ledger_event('transaction');
create trigger l_ledger after update of status, captured_amount on transaction for each row
  when (new.status = 'SETTLEMENT_COMPLETED' or old.status = 'SETTLEMENT_COMPLETED')
  execute function queue_ledger_event('transaction');
create trigger l_ledger_new after insert on refund for each row
  when (new.status = 'PROCESSED') execute function queue_ledger_event('refund');
create trigger l_ledger after update of status on refund for each row
  when ((new.status = 'PROCESSED') <> (old.status = 'PROCESSED')) execute function queue_ledger_event('refund');
create trigger l_ledger_new after insert on chargeback for each row
  when (new.status not in ('WON', 'CANCELLED')) execute function queue_ledger_event('chargeback');
create trigger l_ledger after update of status on chargeback for each row
  when ((new.status in ('WON', 'CANCELLED')) <> (old.status in ('WON', 'CANCELLED')))
  execute function queue_ledger_event('chargeback');

-- ---------------------------------------------------------------------------------------------- VAT

-- The provider's own country decides the rate.
alter table installation add column country_code text not null default 'NL' check (country_code ~ '^[A-Z]{2}$');
alter table merchant add column vat_number text check (vat_number ~ '^[A-Z]{2}[A-Z0-9]{2,13}$');
grant update (vat_number) on merchant to kontor_provider;

create table vat_rate (
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  valid_from date not null,
  -- Millionths: 21 % is 210000.
  ppm int not null check (ppm between 0 and 1000000),
  primary key (country_code, valid_from)
);
insert into vat_rate values ('NL', '2012-10-01', 210000), ('NL', '2001-01-01', 190000);
grant select on vat_rate to kontor_merchant, kontor_provider;

-- Fees of closed days and the VAT that was booked for them, by month and rate. What a day adds brings the VAT of the month to
-- the right total, so that no cent of rounding is left over.
create table ledger_vat (
  merchant_id uuid not null,
  book_id uuid not null,
  currency_code text not null,
  month date not null check (extract(day from month) = 1),
  ppm int not null,
  fees bigint not null,
  vat bigint not null,
  primary key (merchant_id, book_id, currency_code, month, ppm)
) with (fillfactor = 80);
alter table ledger_vat enable row level security, force row level security;
create policy own_merchant on ledger_vat to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on ledger_vat to kontor_provider, kontor_engine using (true) with check (true);
grant select on ledger_vat to kontor_merchant, kontor_provider;
grant insert, update (fees, vat) on ledger_vat to kontor_provider;

-- ---------------------------------------------------------------------------------------------- booked without a price

create index ledger_transfer_unpriced on ledger_transfer (business_day) where kind = 1 and scheme_line is null;
