-- A settlement profile may leave fees and VAT to the invoice (docs/adr/0214). A program before this one takes them from what is paid.

-- ---------------------------------------------------------------------------------------------- ledger

insert into ledger_code values (32, 'merchant_invoiced', 'D', null);
insert into ledger_kind values (45, 'invoiced', 32, 30), (46, 'invoiced_less', 30, 32), (47, 'invoice_paid', 10, 32),
  (48, 'invoice_taken', 30, 32);
-- Not valid: the rows before have kinds that were allowed, and are too many to be read under this lock.
alter table ledger_transfer drop constraint ledger_transfer_kind_check;
alter table ledger_transfer add constraint ledger_transfer_kind_check check (kind between 1 and 48) not valid;
-- What a merchant owes by invoices is its own account, as what it is owed and what is held of that.
alter policy own_merchant on ledger_transfer
  using (merchant_id = current_merchant()
    and kind in (1, 2, 3, 4, 7, 8, 9, 10, 12, 14, 15, 16, 19, 20, 21, 23, 24, 25, 26, 27, 32, 33, 35, 39, 40, 41, 42, 43, 44,
      45, 46, 47, 48));
alter policy own_merchant on ledger_balance using (merchant_id = current_merchant() and code in (30, 31, 32));

-- What a book was charged in a month on days of GROSS and on all days, and what of that is left to the invoice. More may be given
-- back than was charged so far: that stays with the settlements, so that no invoice asks for less than nothing or more than its total.
create table ledger_invoiced (
  merchant_id uuid not null,
  book_id uuid not null,
  currency_code text not null,
  month date not null check (extract(day from month) = 1),
  charged bigint not null,
  total bigint not null,
  invoiced bigint not null generated always as (greatest(least(charged, total), 0)) stored,
  primary key (merchant_id, book_id, currency_code, month)
) with (fillfactor = 80);
alter table ledger_invoiced enable row level security, force row level security;
create policy own_merchant on ledger_invoiced to kontor_merchant using (merchant_id = current_merchant()) with check (false);
create policy every_merchant on ledger_invoiced to kontor_provider, kontor_engine using (true) with check (true);
grant select, insert, update (charged, total) on ledger_invoiced to kontor_provider;

-- Invoices that were paid are no money that was earned on their day: they are beside payouts that came back (docs/adr/0166).
create or replace function sums_of_days(first date, last date)
returns table (business_day date, code smallint, currency_code text, debit numeric, credit numeric) language sql stable
begin atomic
  select b.business_day, b.code, b.currency_code, sum(b.debit), sum(b.credit)
  from ledger_balance b
  where b.business_day between sums_of_days.first and sums_of_days.last
    and b.merchant_id <> '00000000-0000-0000-0000-000000000000' and b.code <> 10
  group by 1, 2, 3
  union all
  select back.day, 10::smallint, back.currency_code, sum(back.amount), 0
  from (
    select a.available_on as day, a.currency_code, a.amount
    from ledger_available a
    where a.available_on between sums_of_days.first and sums_of_days.last
      and a.kind = (select kind from ledger_kind where name = 'payout_returned')
      and a.merchant_id <> '00000000-0000-0000-0000-000000000000'
    union all
    select t.business_day, t.currency_code, t.amount
    from ledger_balance b join ledger_transfer t using (merchant_id, business_day, book_id, currency_code)
    where b.business_day between sums_of_days.first and sums_of_days.last and b.code = 32 and b.credit > 0
      and t.kind = (select kind from ledger_kind where name = 'invoice_paid') and t.transaction_id is null) back
  group by 1, 3;
end;

-- ---------------------------------------------------------------------------------------------- settlement profiles

-- NET: fees and their VAT are taken from what is paid out. GROSS: the invoice asks for them.
alter table settlement_profile add column method text not null default 'NET' check (method in ('NET', 'GROSS'));
grant update (method) on settlement_profile to kontor_provider;

-- ---------------------------------------------------------------------------------------------- invoices

-- The day by which it is to be paid. Null: it asks for nothing.
alter table invoice add column due_on date, add constraint invoice_due_on check (due_on is null or due > 0);

alter table invoice_book
  -- What is to be paid of it for this book, in minor units.
  add column due bigint not null default 0 check (due >= 0),
  -- Settlements take a part of it. Without one, none is waited for.
  add column is_taken boolean not null default true;

-- ---------------------------------------------------------------------------------------------- what the bank says

-- DEBT: the merchant paid what a settlement carried below zero, or what an invoice asks for.
alter table bank_entry add column invoice_of uuid, add column invoice_id uuid,
  add constraint bank_entry_invoice_fkey foreign key (invoice_of, invoice_id) references invoice (merchant_id, id);
alter table bank_entry drop constraint bank_entry_debt_check;
alter table bank_entry add constraint bank_entry_debt_check check ((state = 'DEBT') = (num_nonnulls(debt_id, invoice_id) = 1)
  and num_nonnulls(debt_id, invoice_id) <= 1 and (debt_id is null) = (debt_of is null) and (invoice_id is null) = (invoice_of is null));
grant update (invoice_of, invoice_id) on bank_entry to kontor_provider;

create or replace function keep_bank_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'UNMATCHED' or new.state in ('UNMATCHED', 'PAID', 'RETURNED')
    or (to_jsonb(new) - '{state,sweep_id,debt_of,debt_id,invoice_of,invoice_id,decided_by,decided_by_id,decided_at,reason}'::text[])
      <> (to_jsonb(old) - '{state,sweep_id,debt_of,debt_id,invoice_of,invoice_id,decided_by,decided_by_id,decided_at,reason}'::text[]) then
    raise exception 'bank statements are written once' using errcode = '42501';
  end if;
  return new;
end $$;
