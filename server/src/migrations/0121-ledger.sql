-- The ledger: what is owed to merchants and why (docs/adr/0128). A row is one transfer with two sides; its kind says which
-- account is debited and which is credited, so that an unbalanced booking cannot be written. Days of the installation's zone.
-- The all-zero merchant is the provider's own book.

-- ---------------------------------------------------------------------------------------------- what a price may look at

alter table transaction
  add column card_issuer_country text,
  add column card_funding text,
  add column card_holder text,
  add column channel text;
alter table transaction
  add constraint transaction_card_issuer_country_check check (card_issuer_country ~ '^[A-Z]{2}$') not valid,
  add constraint transaction_card_funding_check check (card_funding in ('credit', 'debit', 'prepaid')) not valid,
  add constraint transaction_card_holder_check check (card_holder in ('consumer', 'commercial')) not valid,
  add constraint transaction_channel_check check (channel in ('ecommerce', 'pos', 'moto', 'recurring')) not valid;
grant insert (card_issuer_country, card_funding, card_holder, channel),
  update (card_issuer_country, card_funding, card_holder) on transaction to kontor_merchant, kontor_provider;
alter table card add column holder text check (holder in ('consumer', 'commercial'));

-- ---------------------------------------------------------------------------------------------- accounts and posting rules
-- contract/src/ledger/ledger.rules.ts has the same; a test compares them.

create table ledger_code (
  code smallint primary key,
  name text not null unique,
  -- D: it grows by debit.
  side text not null check (side in ('D', 'C')),
  -- What `sub_id` of its transfers is, if the account is kept apart by it.
  sub text check (sub in ('processor', 'partner', 'bank_account'))
);
insert into ledger_code values
  (10, 'client_money', 'D', 'bank_account'), (11, 'payout_in_transit', 'C', null), (12, 'own_bank', 'D', 'bank_account'),
  (20, 'processor_receivable', 'D', 'processor'), (21, 'reconciliation_difference', 'D', 'processor'),
  (30, 'merchant_payable', 'C', null), (31, 'merchant_reserve', 'C', null),
  (40, 'fee_revenue', 'C', null), (41, 'vat_payable', 'C', null), (42, 'volume_rebate', 'D', null),
  (50, 'processor_cost', 'D', null), (51, 'partner_cost', 'D', null), (52, 'loss', 'D', null),
  (60, 'partner_payable', 'C', 'partner'), (70, 'fx_position', 'D', null), (71, 'one_off_result', 'C', null);

-- A rule is never changed: another rule is another kind.
create table ledger_kind (
  kind smallint primary key,
  name text not null unique,
  debit smallint not null references ledger_code,
  credit smallint not null references ledger_code check (credit <> debit)
);
insert into ledger_kind values
  (1, 'capture', 20, 30), (2, 'fee', 30, 40), (3, 'reserve_hold', 30, 31), (4, 'reserve_release', 31, 30),
  (5, 'cost_expected', 50, 20), (6, 'partner_share', 51, 60), (7, 'refund', 30, 20), (8, 'chargeback', 30, 20),
  (9, 'chargeback_reversed', 20, 30), (10, 'payout', 30, 11), (11, 'payout_booked', 11, 10), (12, 'payout_returned', 10, 30),
  (13, 'processor_paid', 10, 20), (14, 'one_off_credit', 71, 30), (15, 'one_off_debit', 30, 71), (16, 'vat', 30, 41),
  (17, 'cost_more', 50, 20), (18, 'cost_less', 20, 50), (19, 'fee_more', 30, 40), (20, 'fee_less', 40, 30),
  (21, 'volume_rebate', 42, 30), (22, 'difference_loss', 52, 21), (23, 'fx_out', 30, 70), (24, 'fx_in', 70, 30),
  (25, 'reserve_used', 31, 30), (26, 'debt_collected', 10, 30), (27, 'written_off', 52, 30), (28, 'fees_swept', 12, 10),
  (29, 'difference_more', 20, 21), (30, 'difference_less', 21, 20), (31, 'difference_gain', 21, 71),
  (32, 'capture_undone', 30, 20), (33, 'refund_undone', 20, 30), (34, 'partner_share_undone', 60, 51),
  (35, 'vat_less', 41, 30);

-- ---------------------------------------------------------------------------------------------- books

-- What is settled together. The one without a bank account is the merchant's default book.
create table ledger_book (
  merchant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  bank_account_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (merchant_id, id),
  unique nulls not distinct (merchant_id, bank_account_id)
);

-- The book of this bank account, if it has one, else the default book, which is made when it is missing.
create function book_of(merchant uuid, bank_account uuid) returns uuid
language plpgsql as $$
declare
  found uuid;
begin
  select id into found from ledger_book where merchant_id = merchant and bank_account_id = bank_account;
  if found is null then
    select id into found from ledger_book where merchant_id = merchant and bank_account_id is null;
  end if;
  if found is null then
    insert into ledger_book (merchant_id) values (merchant) on conflict do nothing;
    select id into strict found from ledger_book where merchant_id = merchant and bank_account_id is null;
  end if;
  return found;
end $$;

-- ---------------------------------------------------------------------------------------------- business days

-- Without its row the ledger is not open: nothing is queued and nothing is booked.
create table ledger_day (
  only_one boolean primary key default true check (only_one),
  -- The first day of the ledger.
  opened_on date not null,
  opened_at timestamptz(3) not null,
  -- Nothing is booked on this day or before it.
  closed_through date not null check (closed_through >= opened_on - 1),
  -- While what there was before is being queued: transactions that began before this transaction id may have queued nothing,
  -- and the payments of this instant and later are still to come. Both are null once everything is queued.
  history_after xid8,
  history_from timestamptz(3)
);

create function keep_ledger_day() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'the ledger stays open' using errcode = '23514', constraint = 'ledger_day_kept';
  end if;
  if (new.opened_on, new.opened_at) is distinct from (old.opened_on, old.opened_at) or new.closed_through < old.closed_through
    or (new.closed_through > old.closed_through and old.history_from is not null) then
    raise exception 'a closed day stays closed' using errcode = '23514', constraint = 'ledger_day_kept';
  end if;
  return new;
end $$;
create trigger kept before update or delete on ledger_day for each row execute function keep_ledger_day();
create trigger kept_whole before truncate on ledger_day for each statement execute function keep_ledger_day();

-- Closed days are days of this zone.
create function keep_time_zone_of_ledger() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.time_zone <> old.time_zone and exists (select from ledger_day where closed_through >= opened_on) then
    raise exception 'days of the ledger are closed in the zone %', old.time_zone
      using errcode = '23514', constraint = 'ledger_time_zone';
  end if;
  return new;
end $$;

-- ---------------------------------------------------------------------------------------------- the queue

-- What happened to money, written in the transaction in which it happened; the poster books it and deletes it.
create table ledger_event (
  merchant_id uuid not null,
  seq bigint generated always as identity,
  kind smallint not null check (kind in (1, 7, 8, 9, 32, 33)),
  transaction_created_at timestamptz(3) not null,
  transaction_id uuid not null,
  -- The transaction, the refund or the chargeback.
  subject_id uuid not null,
  amount bigint not null check (amount > 0),
  occurred_at timestamptz(3) not null,
  primary key (merchant_id, seq)
);
-- They are booked between what is older and what is newer of the same.
create index ledger_event_undone on ledger_event (merchant_id, subject_id, seq) where kind in (32, 33);

-- What could not be booked. It counts nowhere until somebody puts it back.
create table ledger_event_aside (
  merchant_id uuid not null,
  id bigint generated always as identity,
  set_aside_at timestamptz(3) not null default now(),
  reason text not null,
  event jsonb not null,
  primary key (merchant_id, id)
);

-- ---------------------------------------------------------------------------------------------- transfers

create table ledger_transfer (
  merchant_id uuid not null,
  business_day date not null,
  seq bigint generated always as identity,
  book_id uuid not null,
  -- Of the payment; of the merchant itself where there is none.
  organisation_id uuid not null,
  -- No reference: it would cost a fifth of the posting rate, and the rules are only added to.
  kind smallint not null check (kind between 1 and 35),
  currency_code text not null check (length(currency_code) = 3),
  amount bigint not null check (amount > 0),
  -- The processor, partner or bank account that one of its accounts is kept apart by.
  sub_id uuid,
  -- The transaction, refund, chargeback, one-off, settlement; of a sum of a day its book.
  subject_id uuid not null,
  transaction_id uuid,
  -- Why this fee, cost or share.
  scheme_line int,
  -- From this day on it is part of what is paid out; null: it never is.
  available_on date,
  -- Of a hold: the banking day on which it is released.
  release_on date,
  -- Of a release: the business day of its holds.
  of_day date,
  -- The `seq` of the transfer that it takes back.
  reverses bigint,
  -- Of a booking by hand.
  actor jsonb,
  reason text check (length(reason) <= 500),
  primary key (merchant_id, business_day, seq),
  check (available_on between business_day and business_day + 60),
  check (release_on >= business_day),
  check (kind not in (14, 15, 22, 27, 31) or (actor is not null and reason is not null))
) partition by range (business_day);
create index ledger_transfer_transaction on ledger_transfer (merchant_id, transaction_id) where transaction_id is not null;
create index ledger_transfer_subject on ledger_transfer (merchant_id, subject_id) where transaction_id is null;

-- Bound to the owner of the tables too, and to loads without triggers.
create function refuse_rewriting_ledger() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is written once' using errcode = '23514', constraint = 'ledger_written_once';
end $$;
create trigger written_once before update or delete on ledger_transfer
  for each row execute function refuse_rewriting_ledger();
alter table ledger_transfer enable always trigger written_once;
create trigger written_once_whole before truncate on ledger_transfer
  for each statement execute function refuse_rewriting_ledger();
alter table ledger_transfer enable always trigger written_once_whole;

-- For share: whoever closes a day waits for bookings under way, and a later booking sees the day closed.
create function refuse_closed_day() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  through date;
begin
  select closed_through into through from ledger_day for share;
  if through is null then
    raise exception 'the ledger is not open' using errcode = '23514', constraint = 'ledger_not_open';
  end if;
  if exists (select from new_row where business_day <= through) then
    raise exception 'the days through % are closed', through using errcode = '23514', constraint = 'ledger_day_closed';
  end if;
  return null;
end $$;
create trigger closed_day after insert on ledger_transfer referencing new table as new_row
  for each statement execute function refuse_closed_day();
alter table ledger_transfer enable always trigger closed_day;

-- ---------------------------------------------------------------------------------------------- sums of them

-- By day, moved in the statement that writes the transfers. sub_id: all zeros where the account is not kept apart.
create table ledger_balance (
  merchant_id uuid not null,
  book_id uuid not null,
  code smallint not null references ledger_code,
  sub_id uuid not null default '00000000-0000-0000-0000-000000000000',
  currency_code text not null,
  business_day date not null,
  debit bigint not null,
  credit bigint not null,
  n bigint not null,
  primary key (merchant_id, book_id, code, sub_id, currency_code, business_day)
) with (fillfactor = 80);
create index ledger_balance_day on ledger_balance (business_day, code);

-- What is held by the day on which it was and the day on which it is released, less what was given back before.
create table ledger_hold (
  merchant_id uuid not null,
  book_id uuid not null,
  currency_code text not null,
  release_on date not null,
  business_day date not null,
  amount bigint not null check (amount >= 0),
  primary key (merchant_id, book_id, currency_code, release_on, business_day)
) with (fillfactor = 80);
create index ledger_hold_release on ledger_hold (release_on);

-- What becomes part of what is paid out, by the day on which it does and by kind. A transfer is booked on that day or before it,
-- so that the sums of closed days no longer change.
create table ledger_available (
  merchant_id uuid not null,
  book_id uuid not null,
  currency_code text not null,
  available_on date not null,
  kind smallint not null,
  amount bigint not null,
  n bigint not null,
  primary key (merchant_id, book_id, currency_code, available_on, kind)
) with (fillfactor = 80);

-- What every comparison of the ledger with payments and with itself has found.
create table ledger_check (
  id bigint generated always as identity primary key,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3) not null,
  keys bigint not null,
  differences bigint not null,
  examples jsonb not null default '[]'
);

-- ---------------------------------------------------------------------------------------------- partitions

-- A statement on one partition alone fires no statement trigger of the whole table.
create function protect_ledger_partition(part text) returns void language plpgsql as $$
begin
  execute format('create trigger closed_day_of_part after insert on %I referencing new table as new_row
    for each statement execute function refuse_closed_day()', part);
  execute format('alter table %I enable always trigger closed_day_of_part', part);
  execute format('create trigger written_once_part before truncate on %I
    for each statement execute function refuse_rewriting_ledger()', part);
  execute format('alter table %I enable always trigger written_once_part', part);
  execute format('alter table %I enable always trigger written_once', part);
end $$;
revoke execute on function protect_ledger_partition(text) from public;

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
        execute format('create table %I partition of %I for values from (%L) to (%L)', part, parent,
          to_char(month, 'YYYY-MM-DD') || ' 00:00:00+00',
          to_char(month + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00');
        execute format('alter table %I enable row level security, force row level security', part);
        if parent = 'transaction' then
          execute format('alter table %I set (fillfactor = 85)', part);
        end if;
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

-- The months that there are, and no others: an import may have made one of long ago.
select ensure_partitions(month, month) from (
  select to_date(right(c.relname, 7), 'YYYY_MM') as month from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'transaction'::regclass) existing;

-- ---------------------------------------------------------------------------------------------- who may

do $$
declare
  name text;
begin
  foreach name in array array['ledger_book', 'ledger_event', 'ledger_event_aside', 'ledger_hold', 'ledger_available'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_merchant on %I to kontor_merchant using (merchant_id = current_merchant())
      with check (merchant_id = current_merchant())', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)', name);
  end loop;
  foreach name in array array['ledger_transfer', 'ledger_balance'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)', name);
  end loop;
end $$;
-- A merchant sees what moves the two accounts that are its own, 30 and 31, and nothing of costs, shares, differences and banks.
create policy own_merchant on ledger_transfer to kontor_merchant
  using (merchant_id = current_merchant()
    and kind in (1, 2, 3, 4, 7, 8, 9, 10, 12, 14, 15, 16, 19, 20, 21, 23, 24, 25, 26, 27, 32, 33, 35))
  with check (false);
create policy own_merchant on ledger_balance to kontor_merchant
  using (merchant_id = current_merchant() and code in (30, 31)) with check (false);

grant select on ledger_code, ledger_kind, ledger_day, ledger_book, ledger_transfer, ledger_balance, ledger_hold, ledger_available
  to kontor_merchant, kontor_provider;
grant insert, update (bank_account_id) on ledger_book to kontor_provider;
grant insert, update (closed_through, history_after, history_from) on ledger_day to kontor_provider;
grant insert on ledger_transfer to kontor_provider;
grant insert, update (debit, credit, n) on ledger_balance to kontor_provider;
grant insert, update (amount) on ledger_hold to kontor_provider;
grant insert, update (amount, n) on ledger_available to kontor_provider;
grant select, delete on ledger_event to kontor_provider;
grant select, insert, delete on ledger_event_aside to kontor_provider;
grant select, insert on ledger_check to kontor_provider;
-- The triggers. A lock of the day's row needs a right to change it.
grant select, update (closed_through) on ledger_day to kontor_engine;
grant insert on ledger_event to kontor_engine;

grant create on schema public to kontor_engine;
alter function refuse_closed_day() owner to kontor_engine;
alter function keep_time_zone_of_ledger() owner to kontor_engine;
revoke create on schema public from kontor_engine;
revoke execute on function book_of(uuid, uuid) from public;
grant execute on function book_of(uuid, uuid) to kontor_provider;

create trigger a_time_zone_of_ledger before update of time_zone on installation
  for each row execute function keep_time_zone_of_ledger();
