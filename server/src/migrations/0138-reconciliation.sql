-- What the lines of processors' files are of in the ledger, and what differs from it (docs/adr/0142). The provider's alone.

alter table processor_settlement
  -- What is in no file is looked for among the money of the days after this one.
  add column missing_through date,
  -- The next file comes within so many days; null: nobody expects it.
  add column expected_every_days int check (expected_every_days between 1 and 62);
grant insert (expected_every_days), update (missing_through, expected_every_days) on processor_settlement to kontor_provider;
update recorded_table set noise = noise || '{missing_through}'::text[] where name = 'processor_settlement';

alter table processor_settlement_file
  -- Every line of it is decided.
  add column reconciled_at timestamptz(3),
  -- Until this business day is closed, lines of payments that are not booked yet wait.
  add column waits_until date,
  add column closed_at timestamptz(3),
  add column closed_by text,
  -- What arrived at the bank, as its person says who closed it.
  add column bank_reference text check (length(bank_reference) between 1 and 140);
alter table processor_settlement_file
  add constraint processor_settlement_file_closed check ((closed_at is null) = (closed_by is null)
    and (closed_at is null) = (bank_reference is null));
grant update (reconciled_at, waits_until, closed_at, closed_by, bank_reference) on processor_settlement_file to kontor_provider;
create index processor_settlement_file_undecided on processor_settlement_file (received_at)
  where status = 'READ' and reconciled_at is null;

-- A line is decided once, however often its file is read: its number stays the same, because the file does.
create table reconciled_line (
  merchant_id uuid not null,
  file_id uuid not null,
  line int not null,
  kind text not null,
  -- HAND: a person said what it is of. TWICE: of what another line is of. NONE: of nothing in our books.
  matched text not null check (matched in ('EXACT', 'FUZZY', 'HAND', 'TWICE', 'NONE')),
  -- The transaction, refund or chargeback.
  subject_id uuid,
  transaction_id uuid,
  -- The first open business day when it was decided.
  decided_on date not null,
  currency_code text not null,
  -- Fees in minor units: as the ledger expected them, null without a price; and as the line has them.
  expected_cost bigint,
  charged_cost bigint,
  -- The line of the cost scheme.
  scheme_line int,
  primary key (merchant_id, file_id, line),
  foreign key (merchant_id, file_id) references processor_settlement_file (merchant_id, id),
  check ((matched = 'NONE') = (subject_id is null))
);
-- What is of the same twice is a difference.
create unique index reconciled_line_once on reconciled_line (merchant_id, subject_id, kind)
  where matched in ('EXACT', 'FUZZY', 'HAND');

create table reconciliation_difference (
  merchant_id uuid not null,
  id uuid not null,
  created_at timestamptz(3) not null,
  processor_settlement_id uuid not null,
  type text not null check (type in ('AMOUNT', 'CURRENCY', 'COST', 'UNKNOWN', 'MISSING', 'TWICE', 'LATE')),
  -- Null: it is of no line.
  file_id uuid,
  line int,
  line_kind text not null,
  subject_id uuid,
  transaction_id uuid,
  book_id uuid not null,
  -- By which accounts 20 and 21 are kept apart.
  processor_id uuid,
  -- What the file says and what the ledger does, in minor units. What takes away is negative. Of COST: fees.
  -- Null: the file has no amount that can be booked.
  said bigint,
  currency_code text not null check (length(currency_code) <= 10),
  expected bigint not null,
  expected_currency_code text not null,
  booked_on date not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'LINKED', 'CLAIMED', 'CORRECTED', 'WRITTEN_OFF')),
  last_status_update timestamptz(3) not null default engine_now(),
  -- True: two persons write it off.
  needs_another boolean not null,
  reason text check (length(reason) between 1 and 500 and not contains_card_number(reason)),
  resolved_by text,
  resolved_by_id uuid,
  -- Who wants to write it off.
  proposed_at timestamptz(3),
  proposed_by text,
  proposed_by_id uuid,
  primary key (merchant_id, id),
  foreign key (merchant_id, processor_settlement_id) references processor_settlement (merchant_id, id),
  foreign key (merchant_id, file_id) references processor_settlement_file (merchant_id, id),
  check ((file_id is null) = (line is null)),
  check ((file_id is null) = (type = 'MISSING')),
  -- Null where it resolved itself: the line came.
  check (resolved_by is null or reason is not null),
  check ((proposed_by_id is null) = (proposed_at is null) and (proposed_by_id is null) = (proposed_by is null)),
  check (proposed_by_id is null or reason is not null),
  constraint reconciliation_difference_two_persons check (status <> 'WRITTEN_OFF' or not needs_another
    or (proposed_by_id is not null and resolved_by_id is not null and resolved_by_id <> proposed_by_id))
);
create unique index reconciliation_difference_of_line on reconciliation_difference (merchant_id, file_id, line, type)
  where file_id is not null;
create unique index reconciliation_difference_missing on reconciliation_difference (merchant_id, subject_id, line_kind)
  where type = 'MISSING';
create index reconciliation_difference_settlement on reconciliation_difference
  (merchant_id, processor_settlement_id, created_at desc, id);
create index reconciliation_difference_open on reconciliation_difference (merchant_id, processor_settlement_id)
  where status = 'OPEN';

create trigger a_status_transition before update of status on reconciliation_difference
  for each row execute function check_status_transition('reconciliation_difference');

-- What it is about stays as it was: transfers were booked by it.
create function refuse_rewriting_difference() returns trigger language plpgsql as $$
begin
  raise exception 'differences are written once' using errcode = '42501';
end $$;
create trigger written_once before delete or update of merchant_id, id, created_at, processor_settlement_id, type, file_id, line,
  line_kind, book_id, processor_id, said, currency_code, expected, expected_currency_code, booked_on, needs_another
  on reconciliation_difference for each row execute function refuse_rewriting_difference();

do $$
declare
  name text;
begin
  foreach name in array array['reconciled_line', 'reconciliation_difference'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)', name);
    -- No role of a merchant may read them, and none would see a row.
    execute format('create policy own_merchant on %I to kontor_merchant using (false) with check (false)', name);
  end loop;
end $$;
grant select, insert, update (matched, subject_id, transaction_id, expected_cost, charged_cost, scheme_line) on reconciled_line to kontor_provider;
grant select, insert, update (subject_id, transaction_id, status, reason, resolved_by, resolved_by_id, proposed_at, proposed_by,
  proposed_by_id) on reconciliation_difference to kontor_provider;
grant select on reconciliation_difference to kontor_engine;
