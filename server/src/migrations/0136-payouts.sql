-- Payouts of settlements, the orders that carry them to the bank, and what the bank's statements say (docs/adr/0140, 0141).

alter table settlement drop constraint settlement_status_check;
alter table settlement add constraint settlement_status_check
  check (status in ('CLOSED', 'ON_HOLD', 'CARRIED', 'APPROVED', 'PAID', 'RETURNED'));

-- ---------------------------------------------------------------------------------------------- orders

-- One file of payouts for the bank. The provider's own, because it pays many merchants.
create table payment_order (
  id uuid primary key,
  created_at timestamptz(3) not null,
  -- The debit account.
  provider_bank_account_id uuid not null references provider_bank_account,
  currency_code text not null check (currency_code = 'EUR'),
  execution_day date not null,
  count int not null check (count between 1 and 10000),
  sum bigint not null check (sum > 0),
  -- Of the file, which is sealed for this row and never changes.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  status text not null default 'CREATED'
    check (status in ('CREATED', 'APPROVED', 'EXPORTED', 'PARTLY_BOOKED', 'BOOKED', 'WITHDRAWN')),
  last_status_update timestamptz(3) not null default engine_now(),
  created_by text not null,
  created_by_id uuid not null,
  approved_by text,
  approved_by_id uuid,
  approved_at timestamptz(3),
  exported_by text,
  exported_at timestamptz(3),
  withdrawn_by text,
  withdrawal_reason text check (length(withdrawal_reason) between 1 and 500 and not contains_card_number(withdrawal_reason)),
  constraint payment_order_two_persons check (approved_by_id <> created_by_id),
  check (status not in ('APPROVED', 'EXPORTED', 'PARTLY_BOOKED', 'BOOKED') or (approved_by_id is not null and approved_at is not null)),
  check (status not in ('EXPORTED', 'PARTLY_BOOKED', 'BOOKED') or (exported_by is not null and exported_at is not null)),
  check ((status = 'WITHDRAWN') = (withdrawn_by is not null and withdrawal_reason is not null))
);
create index payment_order_created on payment_order (created_at, id);
create index payment_order_account on payment_order (provider_bank_account_id);
-- Apart, so that the trail of changes reads the rows above and no file.
create table payment_order_file (
  order_id uuid primary key references payment_order,
  content bytea not null
);
alter table payment_order_file alter column content set storage external;
-- Each time that the file left: the first without a reason, each later one with it.
create table payment_order_download (
  order_id uuid not null references payment_order,
  number int not null check (number > 0),
  at timestamptz(3) not null,
  by_name text not null,
  by_id uuid not null,
  reason text check (length(reason) between 1 and 500 and not contains_card_number(reason)),
  primary key (order_id, number),
  check ((number = 1) = (reason is null))
);
grant select, insert, update (status, approved_by, approved_by_id, approved_at, exported_by, exported_at, withdrawn_by,
  withdrawal_reason) on payment_order to kontor_provider;
grant select, insert on payment_order_file, payment_order_download to kontor_provider;
grant select on payment_order to kontor_engine;
select record_changes_of('payment_order', 'payment_order',
  noise => '{created_by_id,approved_by_id,last_status_update}');

-- As check_status_transition, for what belongs to no merchant.
create function check_order_transition() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.status <> old.status and not exists (select from status_transition t where t.entity = 'payment_order'
      and t.from_status = old.status and t.to_status = new.status) then
    raise exception 'a payment order may not go from % to %', old.status, new.status
      using errcode = '23514', constraint = 'status_transition';
  end if;
  new.last_status_update := engine_now();
  return new;
end $$;
grant create on schema public to kontor_engine;
alter function check_order_transition() owner to kontor_engine;
revoke create on schema public from kontor_engine;
create trigger a_status_transition before update of status on payment_order
  for each row execute function check_order_transition();

create function refuse_rewriting_order() returns trigger language plpgsql as $$
begin
  raise exception 'payment orders are written once' using errcode = '42501';
end $$;
create trigger written_once before delete or update of id, created_at, provider_bank_account_id, currency_code, execution_day,
  count, sum, sha256, created_by, created_by_id on payment_order for each row execute function refuse_rewriting_order();
create trigger written_once before update or delete on payment_order_file
  for each row execute function refuse_rewriting_order();
create trigger written_once before update or delete on payment_order_download
  for each row execute function refuse_rewriting_order();

-- ---------------------------------------------------------------------------------------------- payouts

-- One for each settlement with something to pay, with its id: two payouts of a settlement cannot be written.
create table payout (
  merchant_id uuid not null,
  id uuid not null,
  created_at timestamptz(3) not null,
  -- The number of the settlement, which is also the end-to-end id at the banks.
  number text not null unique,
  currency_code text not null references currency,
  amount bigint not null check (amount > 0),
  pay_on date not null,
  status text not null default 'CREATED' check (status in ('CREATED', 'APPROVED', 'EXPORTED', 'PAID', 'RETURNED')),
  last_status_update timestamptz(3) not null default engine_now(),
  -- The account of the moment of the approval. Rows of bank_account keep their IBAN and holder.
  bank_account_id uuid,
  approved_by text,
  approved_by_id uuid,
  approved_at timestamptz(3),
  -- What was unusual about it, as the approver read it.
  remarks text[] not null default '{}',
  payment_order_id uuid references payment_order,
  -- A file with it has left. When the bank says that it paid, that counts, also after the order was withdrawn.
  was_exported boolean not null default false,
  paid_on date,
  bank_reference text check (length(bank_reference) <= 140),
  returned_on date,
  return_reason text check (length(return_reason) <= 35),
  primary key (merchant_id, id),
  foreign key (merchant_id, id) references settlement (merchant_id, id),
  foreign key (merchant_id, bank_account_id) references bank_account (merchant_id, id),
  check ((status = 'CREATED') = (bank_account_id is null)),
  check ((bank_account_id is null) = (approved_by_id is null) and (bank_account_id is null) = (approved_at is null)),
  check (status <> 'CREATED' or payment_order_id is null),
  check (status <> 'EXPORTED' or (payment_order_id is not null and was_exported)),
  check ((status in ('PAID', 'RETURNED')) = (paid_on is not null)),
  check ((status = 'RETURNED') = (returned_on is not null))
);
create index payout_order on payout (payment_order_id) where payment_order_id is not null;
create index payout_approved on payout (currency_code, pay_on) where status = 'APPROVED';
create index payout_account on payout (merchant_id, bank_account_id, created_at);
alter table payout enable row level security, force row level security;
create policy own_merchant on payout to kontor_merchant using (merchant_id = current_merchant()) with check (false);
create policy every_merchant on payout to kontor_provider, kontor_engine using (true) with check (true);
grant select, insert, update (status, bank_account_id, approved_by, approved_by_id, approved_at, remarks, payment_order_id,
  was_exported, paid_on, bank_reference, returned_on, return_reason) on payout to kontor_provider;
grant select on payout to kontor_engine;
select record_changes_of('payout', 'settlement', part => 'number', events => 'update',
  noise => '{approved_by_id,last_status_update,was_exported}');
-- Who approved a payout, and what was unusual about it, are the provider's.
alter policy own_merchant on change
  using (merchant_id = current_merchant() and entity not in ('user', 'api_key', 'import', 'scheme')
    and (part is null or part not in ('password_policy', 'sign_on', 'scheme_assignment', 'payout')));
create trigger a_status_transition before update of status on payout
  for each row execute function check_status_transition('payout');

-- No payout is approved or leaves for an account that may not be paid to, and nobody approves what they closed themselves.
create function guard_payout() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.status in ('APPROVED', 'EXPORTED') and old.status <> new.status and not (old.status = 'EXPORTED')
    and not bank_account_usable(new.merchant_id, new.bank_account_id, engine_now()) then
    raise exception 'the account of payout % may not be paid to', new.number
      using errcode = '23514', constraint = 'payout_account_usable';
  end if;
  if new.approved_by_id is not null and exists (select from settlement s where s.merchant_id = new.merchant_id
      and s.id = new.id and s.closed_by_id = new.approved_by_id) then
    raise exception 'who closed settlement % approves it', new.number using errcode = '23514', constraint = 'payout_two_persons';
  end if;
  if old.bank_account_id is not null and new.bank_account_id is not null
    and new.bank_account_id <> old.bank_account_id then
    raise exception 'the account of payout % is decided', new.number using errcode = '23514', constraint = 'payout_account_kept';
  end if;
  return new;
end $$;
create trigger b_guard before update on payout for each row execute function guard_payout();

create function refuse_rewriting_payout() returns trigger language plpgsql as $$
begin
  raise exception 'payouts are written once' using errcode = '42501';
end $$;
create trigger written_once before delete or update of merchant_id, id, created_at, number, currency_code, amount, pay_on
  on payout for each row execute function refuse_rewriting_payout();

create function make_payout() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into payout (merchant_id, id, created_at, number, currency_code, amount, pay_on)
    values (new.merchant_id, new.id, new.created_at, new.number, new.currency_code, new.paid, new.pay_on);
  return null;
end $$;
create trigger c_payout after insert on settlement for each row when (new.paid > 0) execute function make_payout();
insert into payout (merchant_id, id, created_at, number, currency_code, amount, pay_on)
  select merchant_id, id, created_at, number, currency_code, paid, pay_on from settlement where paid > 0;

-- ---------------------------------------------------------------------------------------------- what the bank says

create table bank_statement (
  id uuid primary key,
  created_at timestamptz(3) not null,
  provider_bank_account_id uuid not null references provider_bank_account,
  -- 1, 2, 3 for each account: a statement begins with the balance at which the one before it ended.
  number int not null check (number > 0),
  -- The bank's own name of it.
  statement_id text not null check (length(statement_id) between 1 and 35),
  currency_code text not null references currency,
  opening bigint not null,
  closing bigint not null,
  opening_on date not null,
  closing_on date not null,
  count int not null check (count >= 0),
  -- Of the file that it came in.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  created_by text not null,
  created_by_id uuid,
  unique (provider_bank_account_id, number),
  unique (provider_bank_account_id, statement_id)
);
create index bank_statement_file on bank_statement (sha256);

create table bank_entry (
  statement_id uuid not null references bank_statement,
  number int not null check (number > 0),
  provider_bank_account_id uuid not null references provider_bank_account,
  -- Equal for the same entry of the account.
  fingerprint bytea not null check (length(fingerprint) = 32),
  -- Below zero: a debit.
  amount bigint not null check (amount <> 0),
  booked_on date not null,
  bank_reference text check (length(bank_reference) <= 140),
  end_to_end text check (length(end_to_end) <= 35),
  return_reason text check (length(return_reason) <= 35),
  counterparty text check (length(counterparty) <= 140),
  remittance text check (length(remittance) <= 500),
  -- PAID: it paid a payout. RETURNED: it brought one back. UNMATCHED: nobody knows yet.
  state text not null check (state in ('PAID', 'RETURNED', 'UNMATCHED')),
  payout_of uuid,
  payout_id uuid,
  primary key (statement_id, number),
  unique (provider_bank_account_id, fingerprint),
  foreign key (payout_of, payout_id) references payout (merchant_id, id),
  check ((state = 'UNMATCHED') = (payout_id is null) and (payout_id is null) = (payout_of is null)),
  check (state <> 'PAID' or amount < 0),
  check (state <> 'RETURNED' or amount > 0)
);
-- A payout is paid once, and comes back once.
create unique index bank_entry_payout on bank_entry (payout_of, payout_id, state) where payout_id is not null;
create index bank_entry_unmatched on bank_entry (provider_bank_account_id) where state = 'UNMATCHED';
grant select, insert on bank_statement, bank_entry to kontor_provider;

create function refuse_rewriting_statement() returns trigger language plpgsql as $$
begin
  raise exception 'bank statements are written once' using errcode = '42501';
end $$;
create trigger written_once before update or delete on bank_statement
  for each row execute function refuse_rewriting_statement();
create trigger written_once before update or delete on bank_entry
  for each row execute function refuse_rewriting_statement();

create function follow_statement() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare before bank_statement;
begin
  select * into before from bank_statement b where b.provider_bank_account_id = new.provider_bank_account_id
    order by b.number desc limit 1;
  if new.number <> coalesce(before.number, 0) + 1 or new.opening <> coalesce(before.closing, new.opening) then
    raise exception 'a statement begins where the one before it ended' using errcode = '23514', constraint = 'statement_follows';
  end if;
  return new;
end $$;
create trigger b_follows before insert on bank_statement for each row execute function follow_statement();

-- The ledger's balance of an account of the provider.
create index ledger_balance_bank on ledger_balance (sub_id) where code in (10, 12);
