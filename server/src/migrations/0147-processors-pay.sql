-- Entries of the bank's statements are matched with what processors say that they paid, or decided by a person; what was earned
-- goes to the provider's own account (docs/adr/0148).

-- ---------------------------------------------------------------------------------------------- ledger

insert into ledger_kind values
  (36, 'processor_charged', 20, 10), (37, 'own_money_added', 10, 12), (38, 'bank_cost', 52, 10);
-- Not valid: the rows before have kinds that were allowed, and are too many to be read under this lock.
alter table ledger_transfer drop constraint ledger_transfer_kind_check;
alter table ledger_transfer add constraint ledger_transfer_kind_check check (kind between 1 and 38) not valid;
-- Both accounts of a transfer may be kept apart: of `processor_paid` one by the bank account, and the other by the processor.
alter table ledger_transfer
  -- What the credited account is kept apart by, where that is not `sub_id`.
  add column credit_sub_id uuid,
  add constraint ledger_transfer_by_hand check (kind not in (37, 38) or (actor is not null and reason is not null))
    not valid;

-- ---------------------------------------------------------------------------------------------- entries of the bank

alter table bank_entry disable trigger written_once;
alter table bank_entry
  add column id uuid not null default gen_random_uuid() unique,
  add column created_at timestamptz(3),
  -- Equal for the same account on the other side.
  add column counterparty_fingerprint bytea check (length(counterparty_fingerprint) = 32),
  add column sweep_id uuid,
  -- Of what a person decided.
  add column decided_by text,
  add column decided_by_id uuid,
  add column decided_at timestamptz(3),
  add column reason text check (length(reason) between 1 and 500 and not contains_card_number(reason));
update bank_entry e set created_at = s.created_at from bank_statement s where s.id = e.statement_id;
alter table bank_entry alter column created_at set not null, alter column id drop default;
alter table bank_entry enable trigger written_once;
create index bank_entry_created on bank_entry (created_at, id);
do $$
declare
  name text;
begin
  for name in select conname from pg_constraint where conrelid = 'bank_entry'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%state%' loop
    execute format('alter table bank_entry drop constraint %I', name);
  end loop;
end $$;
-- PAID: it paid a payout. RETURNED: it brought one back. PROCESSOR: a processor paid, or took. SWEPT: fees that went to the provider's
-- own account. OWN_MONEY: money that the provider put there. BANK_COST: what the bank took for itself. ELSEWHERE: booked by something
-- else, or nobody's to book. UNMATCHED: nobody knows yet.
alter table bank_entry
  add constraint bank_entry_state_check check (state in
    ('PAID', 'RETURNED', 'UNMATCHED', 'PROCESSOR', 'SWEPT', 'OWN_MONEY', 'BANK_COST', 'ELSEWHERE')),
  add constraint bank_entry_payout_check check ((state in ('PAID', 'RETURNED')) = (payout_id is not null)
    and (payout_id is null) = (payout_of is null)),
  add constraint bank_entry_side_check check (case state when 'PAID' then amount < 0 when 'RETURNED' then amount > 0
    when 'OWN_MONEY' then amount > 0 when 'BANK_COST' then amount < 0 else true end),
  add constraint bank_entry_sweep_check check ((state = 'SWEPT') = (sweep_id is not null)),
  add constraint bank_entry_decided_check check ((decided_by is null) = (decided_at is null) and (decided_by is null) = (reason is null)
    and (state not in ('OWN_MONEY', 'BANK_COST', 'ELSEWHERE') or decided_by is not null)
    and (state <> 'UNMATCHED' or decided_by is null));
grant update (state, sweep_id, decided_by, decided_by_id, decided_at, reason) on bank_entry to kontor_provider;
grant select on bank_entry, bank_statement to kontor_engine;

-- What nobody knew is decided once; nothing else of an entry ever changes.
create function keep_bank_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'UNMATCHED' or new.state in ('UNMATCHED', 'PAID', 'RETURNED')
    or (to_jsonb(new) - '{state,sweep_id,decided_by,decided_by_id,decided_at,reason}'::text[])
      <> (to_jsonb(old) - '{state,sweep_id,decided_by,decided_by_id,decided_at,reason}'::text[]) then
    raise exception 'bank statements are written once' using errcode = '42501';
  end if;
  return new;
end $$;
drop trigger written_once on bank_entry;
create trigger written_once before update or delete on bank_entry for each row execute function keep_bank_entry();

-- ---------------------------------------------------------------------------------------------- what processors paid

-- An entry that pays a file of a processor in one of its currencies. Each file and currency is paid by one entry; an entry may pay
-- several. What was claimed of a file comes with an entry of its own, once for each difference.
create table processor_receipt (
  merchant_id uuid not null,
  file_id uuid not null,
  currency_code text not null references currency,
  bank_entry_id uuid not null references bank_entry (id),
  -- What came, in minor units; below zero: the processor took it. The net amount of the file where a difference says no other.
  amount bigint not null check (amount <> 0),
  received_on date not null,
  -- Of what was claimed.
  difference_id uuid,
  primary key (merchant_id, file_id, currency_code, bank_entry_id),
  unique (merchant_id, difference_id),
  foreign key (merchant_id, file_id) references processor_settlement_file (merchant_id, id),
  foreign key (merchant_id, difference_id) references reconciliation_difference (merchant_id, id)
);
create unique index processor_receipt_of_file on processor_receipt (merchant_id, file_id, currency_code) where difference_id is null;
create index processor_receipt_entry on processor_receipt (bank_entry_id);
alter table processor_receipt enable row level security, force row level security;
create policy every_merchant on processor_receipt to kontor_provider, kontor_engine using (true) with check (true);
create policy own_merchant on processor_receipt to kontor_merchant using (false) with check (false);
grant select, insert on processor_receipt to kontor_provider;
create function refuse_rewriting_receipt() returns trigger language plpgsql as $$
begin
  raise exception 'receipts of processors are written once' using errcode = '42501';
end $$;
create trigger written_once before update or delete on processor_receipt
  for each row execute function refuse_rewriting_receipt();

-- Statements name the batch of a file among other words, with other signs.
create index processor_settlement_file_batch on processor_settlement_file (lower(regexp_replace(batch, '[^A-Za-z0-9]', '', 'g')))
  where status = 'READ';
-- RECEIVED: the bank received another amount than the net one of the file.
alter table reconciliation_difference drop constraint reconciliation_difference_type_check;
alter table reconciliation_difference add constraint reconciliation_difference_type_check
  check (type in ('AMOUNT', 'CURRENCY', 'COST', 'UNKNOWN', 'MISSING', 'TWICE', 'LATE', 'RECEIVED'));

-- ---------------------------------------------------------------------------------------------- fees that are swept

create table fee_sweep (
  id uuid primary key,
  created_at timestamptz(3) not null,
  -- What the bank is told, and what its statement says.
  reference text not null unique check (reference ~ '^SWEEP-[0-9]{4}-[0-9]{6}$'),
  from_account_id uuid not null references provider_bank_account,
  to_account_id uuid not null references provider_bank_account check (to_account_id <> from_account_id),
  currency_code text not null references currency,
  amount bigint not null check (amount > 0),
  status text not null default 'CREATED' check (status in ('CREATED', 'APPROVED', 'BOOKED', 'CANCELLED')),
  created_by text not null,
  created_by_id uuid not null,
  approved_by text,
  approved_by_id uuid,
  approved_at timestamptz(3),
  booked_on date,
  cancelled_by text,
  constraint fee_sweep_two_persons check (approved_by_id <> created_by_id),
  check ((approved_by_id is null) = (approved_by is null) and (approved_by_id is null) = (approved_at is null)),
  check (status not in ('APPROVED', 'BOOKED') or approved_by_id is not null),
  check ((status = 'BOOKED') = (booked_on is not null)),
  -- One that was canceled after its approval is booked all the same when the bank carried it out.
  check (status <> 'CANCELLED' or cancelled_by is not null),
  check (cancelled_by is null or status in ('CANCELLED', 'BOOKED'))
);
create index fee_sweep_created on fee_sweep (created_at, id);
create index fee_sweep_open on fee_sweep (currency_code) where status in ('CREATED', 'APPROVED');
alter table bank_entry add constraint bank_entry_sweep_fkey foreign key (sweep_id) references fee_sweep;
grant select, insert, update (status, approved_by, approved_by_id, approved_at, booked_on, cancelled_by) on fee_sweep to kontor_provider;

create function keep_fee_sweep() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (to_jsonb(new) - '{status,approved_by,approved_by_id,approved_at,booked_on,cancelled_by}'::text[])
      <> (to_jsonb(old) - '{status,approved_by,approved_by_id,approved_at,booked_on,cancelled_by}'::text[])
    or not ((old.status, new.status) in (('CREATED', 'APPROVED'), ('CREATED', 'CANCELLED'), ('APPROVED', 'BOOKED'),
      ('APPROVED', 'CANCELLED'), ('CANCELLED', 'BOOKED')) or old.status = new.status) then
    raise exception 'sweeps are written once' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger written_once before update or delete on fee_sweep for each row execute function keep_fee_sweep();
