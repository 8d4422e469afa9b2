-- Payments that are to be taken later from a stored card.

create table scheduled_transaction (
  merchant_id uuid not null,
  created_at timestamptz(3) not null,
  id uuid not null,
  organisation_id uuid not null,
  payment_profile_id uuid not null,
  customer_id uuid not null,
  card_id uuid not null,
  amount bigint not null check (amount between 1 and 9007199254740991),
  currency_code text not null,
  merchant_reference text collate "C" not null
    check (length(merchant_reference) between 1 and 100 and not contains_card_number(merchant_reference)),
  due_at timestamptz(3) not null,
  retry_policy text not null check (retry_policy in ('NONE', 'AFTER_1_3_5_DAYS')),
  status text not null default 'CREATED' check (status in ('CREATED', 'DONE', 'FAILED')),
  status_reason text check (not contains_card_number(status_reason)),
  last_status_update timestamptz(3) not null default engine_now(),
  attempts smallint not null default 0 check (attempts between 0 and 15),
  -- When it is tried (again). Null while an attempt is under way, and when it is over.
  next_attempt_at timestamptz(3),
  cancelled_at timestamptz(3),
  created_by text,
  primary key (merchant_id, created_at, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  foreign key (merchant_id, payment_profile_id, currency_code) references payment_profile (merchant_id, id, currency_code),
  foreign key (merchant_id, customer_id) references customer (merchant_id, id),
  foreign key (merchant_id, card_id) references card (merchant_id, id),
  constraint scheduled_transaction_over check (status = 'CREATED' or next_attempt_at is null),
  constraint scheduled_transaction_cancelled check (cancelled_at is null or status = 'FAILED')
);
create index scheduled_transaction_due_at on scheduled_transaction (due_at, id);
create index scheduled_transaction_next on scheduled_transaction (next_attempt_at, id) where next_attempt_at is not null;
create index scheduled_transaction_customer on scheduled_transaction (merchant_id, customer_id);

-- Each try to take it: written together with its transaction, or with the reason why there is none.
create table scheduled_attempt (
  merchant_id uuid not null,
  scheduled_created_at timestamptz(3) not null,
  scheduled_id uuid not null,
  attempt smallint not null check (attempt between 1 and 15),
  transaction_created_at timestamptz(3),
  transaction_id uuid,
  status text not null check (status in ('OPEN', 'PAID', 'FAILED')),
  reason text check (not contains_card_number(reason)),
  started_at timestamptz(3) not null,
  started_by text,
  ended_at timestamptz(3),
  primary key (merchant_id, scheduled_id, attempt),
  foreign key (merchant_id, scheduled_created_at, scheduled_id) references scheduled_transaction (merchant_id, created_at, id),
  foreign key (merchant_id, transaction_created_at, transaction_id) references transaction (merchant_id, created_at, id),
  check ((status = 'OPEN') = (ended_at is null)),
  check (status = 'FAILED' or transaction_id is not null)
);
create unique index scheduled_attempt_transaction on scheduled_attempt (merchant_id, transaction_id) where transaction_id is not null;
-- Exactly once: no second try while the first may succeed, and none after one that did.
create unique index scheduled_attempt_once on scheduled_attempt (merchant_id, scheduled_id) where status in ('OPEN', 'PAID');
create index scheduled_attempt_open on scheduled_attempt (started_at) where status = 'OPEN';

create trigger a_status_transition before update of status on scheduled_transaction
  for each row execute function check_status_transition('scheduled_transaction');

do $$
declare
  name text;
begin
  foreach name in array array['scheduled_transaction', 'scheduled_attempt'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_merchant on %I to kontor_merchant using (merchant_id = current_merchant())
      with check (merchant_id = current_merchant())', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)', name);
  end loop;
end $$;

grant select, insert on scheduled_transaction, scheduled_attempt to kontor_merchant, kontor_provider;
grant update (organisation_id, payment_profile_id, customer_id, card_id, amount, currency_code, merchant_reference, due_at,
  retry_policy, status, status_reason, attempts, next_attempt_at, cancelled_at) on scheduled_transaction
  to kontor_merchant, kontor_provider;
grant update (status, reason, ended_at) on scheduled_attempt to kontor_merchant, kontor_provider;
