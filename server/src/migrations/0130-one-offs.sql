-- Charges, credits and corrections that people of the provider make by hand (docs/adr/0132).

create table one_off (
  merchant_id uuid not null references merchant,
  id uuid not null,
  created_at timestamptz(3) not null,
  organisation_id uuid not null,
  date date not null,
  kind text not null check (kind in ('CHARGE', 'CREDIT', 'CORRECTION', 'GUARANTEE')),
  description_nl text not null check (length(description_nl) between 1 and 140 and not contains_card_number(description_nl)),
  description_en text not null check (length(description_en) between 1 and 140 and not contains_card_number(description_en)),
  -- Negative: taken from the merchant. The bound is that of a payment, within which the ledger reckons in bigint.
  amount bigint not null check (amount <> 0 and amount between -1000000000000 and 1000000000000),
  vat boolean not null,
  currency_code text not null references currency,
  transaction_created_at timestamptz(3),
  transaction_id uuid,
  repeat text not null check (repeat in ('NONE', 'MONTHLY')),
  repeat_until date,
  -- The first of its repetitions, whose date gives theirs.
  series_id uuid not null,
  series_date date not null,
  occurrence int not null default 1 check (occurrence between 1 and 1000),
  status text not null default 'OPEN' check (status in ('OPEN', 'APPROVED', 'BOOKED', 'CANCELLED')),
  last_status_update timestamptz(3) not null default engine_now(),
  version int not null default 1,
  -- Everybody who wrote what is approved.
  authors uuid[] not null check (cardinality(authors) > 0),
  created_by text not null check (length(created_by) between 1 and 300),
  -- True: none of its authors may approve it.
  needs_another boolean not null,
  approved_by_id uuid,
  approved_by text,
  approved_at timestamptz(3),
  cancelled_by text,
  -- The business day and the book of its transfers.
  booked_on date,
  book_id uuid,
  primary key (merchant_id, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  foreign key (merchant_id, transaction_created_at, transaction_id) references transaction (merchant_id, created_at, id),
  check ((transaction_id is null) = (transaction_created_at is null)),
  check ((repeat = 'MONTHLY') = (repeat_until is not null)),
  check (kind <> 'CHARGE' or amount < 0),
  check (kind <> 'CREDIT' or amount > 0),
  check (status not in ('APPROVED', 'BOOKED') or approved_by_id is not null),
  check (amount < 0 or needs_another),
  constraint one_off_two_persons check (approved_by_id is null or not needs_another or approved_by_id <> all (authors)),
  check ((status = 'BOOKED') = (booked_on is not null and book_id is not null))
);
-- A repetition is made once.
create unique index one_off_occurrence on one_off (merchant_id, series_id, occurrence);
create index one_off_date on one_off (date, id);
create index one_off_due on one_off (date, id) where status = 'APPROVED';
create index one_off_organisation on one_off (merchant_id, organisation_id);
create index one_off_transaction on one_off (merchant_id, transaction_id) where transaction_id is not null;

alter table one_off enable row level security, force row level security;
create policy own_merchant on one_off to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on one_off to kontor_provider, kontor_engine using (true) with check (true);
grant select, insert, update (organisation_id, date, kind, description_nl, description_en, amount, vat, currency_code,
  transaction_created_at, transaction_id, repeat, repeat_until, series_date, status, version, authors, needs_another,
  approved_by_id, approved_by, approved_at, cancelled_by, booked_on, book_id) on one_off to kontor_merchant, kontor_provider;
grant select on one_off to kontor_engine;
select record_changes_of('one_off', 'one_off', noise => '{last_status_update,authors,series_id,series_date,book_id}');

create trigger a_status_transition before update of status on one_off
  for each row execute function check_status_transition('one_off');

-- What somebody approved stays what it was.
create function keep_one_off_approved() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.status <> 'OPEN' and (new.organisation_id, new.date, new.kind, new.description_nl, new.description_en, new.amount, new.vat,
      new.currency_code, new.transaction_id, new.repeat, new.repeat_until, new.authors, new.needs_another, new.approved_by_id)
    is distinct from (old.organisation_id, old.date, old.kind, old.description_nl, old.description_en, old.amount, old.vat,
      old.currency_code, old.transaction_id, old.repeat, old.repeat_until, old.authors, old.needs_another, old.approved_by_id) then
    raise exception 'the one-off % is no longer open', old.id using errcode = '23514', constraint = 'one_off_approved';
  end if;
  return new;
end $$;
grant create on schema public to kontor_engine;
alter function keep_one_off_approved() owner to kontor_engine;
revoke create on schema public from kontor_engine;
create trigger a_approved before update on one_off for each row execute function keep_one_off_approved();
