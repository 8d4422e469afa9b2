-- Invoices of what merchants were charged (docs/adr/0145).

-- ---------------------------------------------------------------------------------------------- who is on them

-- What the law wants on an invoice besides the country; null: no invoice is issued yet.
alter table installation
  add column legal_name text check (length(legal_name) between 1 and 200),
  add column address text check (length(address) between 1 and 200),
  add column postal_code text check (length(postal_code) between 1 and 20),
  add column locality text check (length(locality) between 1 and 100),
  add column chamber_of_commerce text check (length(chamber_of_commerce) between 1 and 30),
  add column vat_number text check (vat_number ~ '^[A-Z]{2}[A-Z0-9]{2,13}$');
grant update (legal_name, address, postal_code, locality, chamber_of_commerce, vat_number) on installation to kontor_provider;
alter table merchant add column chamber_of_commerce text check (length(chamber_of_commerce) between 1 and 30);
grant update (chamber_of_commerce) on merchant to kontor_provider;

-- ---------------------------------------------------------------------------------------------- invoices

-- The last number of each year. It is taken in the transaction that uses it, so that none is left out.
create table invoice_number (
  year int primary key check (year between 2000 and 2200),
  last int not null check (last > 0)
);
grant select, insert, update (last) on invoice_number to kontor_provider;

create table invoice (
  merchant_id uuid not null references merchant,
  id uuid not null,
  created_at timestamptz(3) not null,
  organisation_id uuid not null,
  number text not null unique check (number ~ '^KF-[0-9]{4}-[0-9]{6,}$'),
  kind text not null check (kind in ('INVOICE', 'CREDIT_NOTE')),
  currency_code text not null references currency,
  -- Its first day. Business days count.
  month date not null check (extract(day from month) = 1),
  -- 1, and one more each time that the month was credited and invoiced again.
  edition int not null check (edition > 0),
  issued_on date not null,
  net bigint not null,
  vat bigint not null,
  total bigint not null check (total = net + vat),
  -- What settlements do not take.
  due bigint not null,
  credits uuid,
  reason text check (length(reason) between 1 and 500 and not contains_card_number(reason)),
  credited_by text,
  -- What it says, as JSON: it is shown and printed from here alone.
  content text not null,
  sha256 text not null check (sha256 = encode(sha256(convert_to(content, 'UTF8')), 'hex')),
  primary key (merchant_id, id),
  -- A month is invoiced once, and credited once before it is invoiced again.
  constraint invoice_once unique (merchant_id, currency_code, month, kind, edition),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  foreign key (merchant_id, credits) references invoice (merchant_id, id),
  check ((kind = 'CREDIT_NOTE') = (credits is not null) and (credits is null) = (reason is null)
    and (credits is null) = (credited_by is null))
);
create index invoice_created on invoice (merchant_id, created_at, id);
create index invoice_all_created on invoice (created_at, id);
create index invoice_organisation on invoice (merchant_id, organisation_id);
create index invoice_credits on invoice (merchant_id, credits) where credits is not null;

-- The books that it is of, and the days on which what it charges becomes part of their settlements.
create table invoice_book (
  merchant_id uuid not null,
  invoice_id uuid not null,
  book_id uuid not null,
  available daterange not null check (not isempty(available)),
  primary key (merchant_id, invoice_id, book_id),
  foreign key (merchant_id, invoice_id) references invoice (merchant_id, id),
  foreign key (merchant_id, book_id) references ledger_book (merchant_id, id)
);

do $$
declare
  name text;
begin
  foreach name in array array['invoice', 'invoice_book'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_merchant on %I to kontor_merchant using (merchant_id = current_merchant())
      with check (false)', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)', name);
  end loop;
end $$;
grant select on invoice, invoice_book to kontor_merchant, kontor_provider;
grant insert on invoice, invoice_book to kontor_provider;

-- This binds even the owner of the database.
create function refuse_rewriting_invoice() returns trigger language plpgsql as $$
begin
  raise exception 'invoices are written once' using errcode = '42501';
end $$;
create trigger written_once before update or delete or truncate on invoice
  for each statement execute function refuse_rewriting_invoice();
create trigger written_once before update or delete or truncate on invoice_book
  for each statement execute function refuse_rewriting_invoice();

-- The months of which everything is invoiced.
create table invoice_progress (
  only_one boolean primary key default true check (only_one),
  invoiced_through date not null
);
grant select, insert, update (invoiced_through) on invoice_progress to kontor_provider;
