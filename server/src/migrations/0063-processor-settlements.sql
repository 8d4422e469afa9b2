-- What gateways say that they paid out: where its files come from, the files, and their lines (docs/adr/0093).

create table processor_settlement (
  merchant_id uuid not null references merchant,
  id uuid not null,
  organisation_id uuid not null,
  user_id uuid not null,
  created_at timestamptz(3) not null default now(),
  name text not null check (length(name) between 1 and 200),
  description text not null check (length(description) between 1 and 500),
  gateway text not null check (gateway ~ '^[a-z][a-z0-9_]{1,39}$'),
  mode text not null check (mode in ('test', 'live')),
  -- UPLOAD: people hand in its files. API: Kontor fetches them.
  processor_settlement_type text not null check (processor_settlement_type in ('UPLOAD', 'API')),
  url text,
  -- Sealed as the credential of a processor.
  credential bytea not null,
  active boolean not null default true,
  -- What the gateway said of the credential, and when.
  account text,
  tested_at timestamptz(3),
  test_problem text,
  test_field text,
  -- By the wall clock: when files are fetched again, and what was wrong the last time.
  fetch_due_at timestamptz(3) not null default now(),
  fetched_at timestamptz(3),
  fetch_problem text check (length(fetch_problem) <= 100),
  -- The number of a batch that the gateway announced.
  announced_batch text check (length(announced_batch) <= 100),
  primary key (merchant_id, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  foreign key (merchant_id, user_id) references platform_user (merchant_id, id)
);
create index processor_settlement_due on processor_settlement (fetch_due_at)
  where active and processor_settlement_type = 'API';

create table processor_settlement_file (
  merchant_id uuid not null,
  id uuid not null,
  processor_settlement_id uuid not null,
  received_at timestamptz(3) not null,
  name text not null check (length(name) between 1 and 150),
  sha256 bytea not null check (length(sha256) = 32),
  content bytea not null check (length(content) between 1 and 16777216),
  -- Who handed it in; null: it was fetched.
  uploaded_by text,
  -- False: whoever handed it in may not say what became of payments.
  is_proof boolean not null,
  status text not null default 'RECEIVED' check (status in ('RECEIVED', 'READ', 'FAILED')),
  batch text check (length(batch) <= 100),
  period_from timestamptz(3),
  period_to timestamptz(3),
  lines int not null default 0,
  -- Lines that were kept without being understood.
  unclear_lines int not null default 0,
  -- Per currency, as texts, because sums may exceed what a JSON number holds: [{currency_code, gross, net, fees}].
  totals jsonb not null default '[]',
  failed_line int,
  failed_column text check (length(failed_column) <= 100),
  failed_why text check (length(failed_why) <= 100),
  -- What it shows of orders was compared with what we have.
  compared_at timestamptz(3),
  primary key (merchant_id, id),
  -- The same file twice adds nothing.
  unique (merchant_id, processor_settlement_id, sha256),
  foreign key (merchant_id, processor_settlement_id) references processor_settlement (merchant_id, id),
  check ((status = 'FAILED') = (failed_why is not null))
);
create index processor_settlement_file_newest
  on processor_settlement_file (merchant_id, processor_settlement_id, received_at);
create index processor_settlement_file_unread on processor_settlement_file (received_at) where status = 'RECEIVED';
create index processor_settlement_file_uncompared on processor_settlement_file (received_at)
  where status = 'READ' and is_proof and compared_at is null;

create table processor_settlement_line (
  merchant_id uuid not null,
  file_id uuid not null,
  -- Its line in the file.
  line int not null,
  kind text not null check (kind in ('payment', 'refund', 'refund_reversed', 'chargeback', 'chargeback_reversed', 'fee',
    'payout', 'transfer', 'correction', 'other')),
  -- The gateway's own word for the kind.
  type text not null check (length(type) <= 100),
  -- The reference of the order that the line names, as it stands there, and the same where it has the form of ours.
  reference text check (length(reference) <= 255),
  order_id uuid,
  -- The gateway's ids of the operation and of its payment.
  gateway_reference text check (length(gateway_reference) <= 255),
  gateway_payment text check (length(gateway_payment) <= 255),
  booked_at timestamptz(3),
  batch text check (length(batch) <= 100),
  currency_code text not null check (length(currency_code) <= 10),
  gross bigint,
  net bigint,
  interchange bigint,
  scheme_fees bigint,
  markup bigint,
  commission bigint,
  -- The amount of the payment or refund itself, in its own currency. Never negative.
  amount bigint check (amount >= 0),
  amount_currency_code text check (length(amount_currency_code) <= 10),
  -- What could not be understood. The line's own words are then in `source`.
  problem text check (problem in ('amount_unreadable', 'currency_unknown', 'does_not_add_up', 'type_unknown',
    'other_account')),
  source jsonb not null default '{}',
  -- What it is of, where that is ours.
  transaction_created_at timestamptz(3),
  transaction_id uuid,
  refund_id uuid,
  -- What came of it as a proof; null: it was not needed as one, or not yet.
  said text check (said in ('applied', 'not_ours', 'not_understood', 'contradicts')),
  primary key (merchant_id, file_id, line),
  foreign key (merchant_id, file_id) references processor_settlement_file (merchant_id, id),
  foreign key (merchant_id, transaction_created_at, transaction_id) references transaction (merchant_id, created_at, id),
  check (problem is not null or gross is not null),
  check (gross is null or problem is not null or gross = net + interchange + scheme_fees + markup + commission),
  check (num_nulls(gross, net, interchange, scheme_fees, markup, commission) in (0, 6)),
  check ((transaction_id is null) = (transaction_created_at is null)),
  check ((amount is null) = (amount_currency_code is null))
);
create index processor_settlement_line_order on processor_settlement_line (merchant_id, order_id) where order_id is not null;
create index processor_settlement_line_transaction on processor_settlement_line (merchant_id, transaction_id)
  where transaction_id is not null;

do $$
declare
  name text;
begin
  foreach name in array array['processor_settlement', 'processor_settlement_file', 'processor_settlement_line'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_merchant on %I to kontor_merchant using (merchant_id = current_merchant())
      with check (merchant_id = current_merchant())', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)',
      name);
    execute format('grant select on %I to kontor_merchant, kontor_provider', name);
  end loop;
end $$;
grant insert, update (name, organisation_id, description, user_id, active, credential, account, tested_at, test_problem,
  test_field, fetch_due_at, fetched_at, fetch_problem, announced_batch) on processor_settlement to kontor_provider;
-- A notification announces files.
grant update (fetch_due_at, announced_batch) on processor_settlement to kontor_merchant;
grant insert, update (uploaded_by, is_proof, status, batch, period_from, period_to, lines, unclear_lines, totals,
  failed_line, failed_column, failed_why, compared_at) on processor_settlement_file to kontor_provider;
-- A proof keeps its file from being read once more meanwhile, which is a lock that needs a right to change it.
grant update (compared_at) on processor_settlement_file to kontor_merchant;
grant insert, delete, update (transaction_created_at, transaction_id, refund_id, said) on processor_settlement_line
  to kontor_provider;
grant update (said) on processor_settlement_line to kontor_merchant;

select record_changes_of('processor_settlement', 'processor_settlement', secret => '{credential}',
  noise => '{account,tested_at,test_problem,test_field,fetch_due_at,fetched_at,fetch_problem,announced_batch}');
