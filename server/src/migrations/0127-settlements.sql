-- Settlements: the account to a merchant of closed business days, in one currency (docs/adr/0131).

-- The constraint on ranges compares a uuid, a currency and a range in one index.
create extension if not exists btree_gist;

-- ---------------------------------------------------------------------------------------------- when

-- The provider's own. A settlement closes at the start of a day of its schedule and covers the days until then.
create table settlement_schedule (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  name text not null unique check (length(name) between 1 and 80 and name !~ '[[:cntrl:]]'),
  frequency text not null check (frequency in ('DAILY', 'WEEKLY', 'HALF_MONTHLY', 'MONTHLY', 'MANUAL')),
  -- Monday is 1.
  weekdays text[] not null default '{}' check (weekdays <@ '{1,2,3,4,5,6,7}'),
  month_day int check (month_day between 1 and 31),
  -- Where a day is no banking day.
  shift text not null default 'NEXT' check (shift in ('NEXT', 'PREVIOUS')),
  -- Settles what no settlement profile names.
  "default" boolean not null default false,
  check ((frequency = 'WEEKLY') = (cardinality(weekdays) > 0)),
  check ((frequency = 'MONTHLY') = (month_day is not null))
);
create unique index settlement_schedule_default on settlement_schedule ("default") where "default";
create index settlement_schedule_created on settlement_schedule (created_at, id);
insert into settlement_schedule (id, name, frequency, weekdays, "default")
  values (gen_random_uuid(), 'Weekly', 'WEEKLY', '{1}', true);
grant select, insert, delete on settlement_schedule to kontor_provider;
grant update (name, frequency, weekdays, month_day, shift, "default") on settlement_schedule to kontor_provider;
select record_changes_of('settlement_schedule', 'settlement_schedule');

-- Days on which a schedule does not settle although it would; what they would cover is in the next settlement.
create table settlement_skip (
  schedule_id uuid not null references settlement_schedule on delete cascade,
  day date not null,
  reason text not null check (length(reason) between 1 and 500 and reason !~ '[[:cntrl:]]'),
  created_at timestamptz(3) not null default now(),
  primary key (schedule_id, day)
);
grant select, insert on settlement_skip to kontor_provider;
select record_changes_of('settlement_skip', 'settlement_schedule', item => 'schedule_id', part => 'day');

-- The business day through which every schedule has been carried out. A change of a schedule counts from the next day on.
create table settlement_progress (
  only_one boolean primary key default true check (only_one),
  settled_through date not null
);
grant select, insert, update (settled_through) on settlement_progress to kontor_provider;

-- ---------------------------------------------------------------------------------------------- how

create table settlement_profile (
  merchant_id uuid not null references merchant,
  id uuid not null,
  created_at timestamptz(3) not null default now(),
  organisation_id uuid not null,
  name text not null check (length(name) between 1 and 80 and name !~ '[[:cntrl:]]'),
  book_id uuid not null,
  currency_code text not null references currency,
  -- Where it is paid to.
  bank_account_id uuid not null,
  -- Null: the default one, whichever that is.
  schedule_id uuid references settlement_schedule,
  -- Banking days until what was booked on a day may be paid out. Thirty of them are never more than 45 days.
  delay_days int not null default 2 check (delay_days between 0 and 25),
  -- Less is not paid but carried to the next settlement, in minor units.
  minimum bigint not null default 1000 check (minimum between 0 and 1000000000000),
  -- What becomes of a negative closing. CARRY: into the next settlement. RESERVE: the merchant's reserve pays it first.
  negative text not null default 'CARRY' check (negative in ('CARRY', 'RESERVE')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'ON_HOLD')),
  hold_reason text check (length(hold_reason) between 1 and 500 and hold_reason !~ '[[:cntrl:]]'),
  -- What the merchant reads on its bank statement: only characters of SEPA.
  statement_text text check (statement_text ~ '^[A-Za-z0-9/?:().,''+ -]{1,35}$'),
  primary key (merchant_id, id),
  unique (merchant_id, book_id, currency_code),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  foreign key (merchant_id, book_id) references ledger_book (merchant_id, id),
  foreign key (merchant_id, bank_account_id) references bank_account (merchant_id, id),
  check ((status = 'ON_HOLD') = (hold_reason is not null))
);
create index settlement_profile_created on settlement_profile (created_at, id);
create index settlement_profile_schedule on settlement_profile (schedule_id);
create index settlement_profile_bank_account on settlement_profile (merchant_id, bank_account_id);
create index settlement_profile_organisation on settlement_profile (merchant_id, organisation_id);
alter table settlement_profile enable row level security, force row level security;
create policy own_merchant on settlement_profile to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on settlement_profile to kontor_provider, kontor_engine using (true) with check (true);
grant select on settlement_profile to kontor_merchant, kontor_provider, kontor_engine;
-- A bank account that takes the place of another one does so here too, also when the merchant changes it.
grant update (bank_account_id) on settlement_profile to kontor_merchant;
grant insert, delete on settlement_profile to kontor_provider;
grant update (organisation_id, name, bank_account_id, schedule_id, delay_days, minimum, negative, status, hold_reason, statement_text)
  on settlement_profile to kontor_provider;
select record_changes_of('settlement_profile', 'settlement_profile');

-- ---------------------------------------------------------------------------------------------- what

-- The numbers of a merchant's settlements, without gaps. The code tells merchants apart, and says nothing of them.
create table settlement_number (
  merchant_id uuid primary key references merchant,
  code text not null unique check (code ~ '^[A-HJ-NP-Z2-9]{6}$'),
  last int not null default 0
);
alter table settlement_number enable row level security, force row level security;
create policy own_merchant on settlement_number to kontor_merchant using (merchant_id = current_merchant()) with check (false);
create policy every_merchant on settlement_number to kontor_provider using (true) with check (true);
grant select, insert, update (last) on settlement_number to kontor_provider;

create table settlement (
  merchant_id uuid not null references merchant,
  id uuid not null,
  created_at timestamptz(3) not null,
  organisation_id uuid not null,
  -- Also the reference of the payout, so it has only characters of SEPA.
  number text not null unique check (number ~ '^[A-HJ-NP-Z2-9]{6}-[0-9]{6,}$'),
  book_id uuid not null,
  currency_code text not null references currency,
  -- It holds what became available on these business days. A closed day never changes, so no list of transfers is kept.
  covers daterange not null check (not isempty(covers) and not lower_inf(covers) and not upper_inf(covers)),
  opening bigint not null,
  total bigint not null,
  -- Refunds under way when it closed, which are not paid out.
  held_back bigint not null check (held_back >= 0),
  paid bigint not null check (paid >= 0),
  carried bigint not null,
  -- By the profile of that moment.
  minimum bigint not null,
  settlement_profile_id uuid,
  schedule_id uuid not null references settlement_schedule,
  -- The banking day on which the payout is due; null: there is none.
  pay_on date,
  -- CLOSED: it waits for its payout. ON_HOLD: and must not be paid out yet. CARRIED: there is nothing to pay.
  status text not null check (status in ('CLOSED', 'ON_HOLD', 'CARRIED')),
  last_status_update timestamptz(3) not null default engine_now(),
  hold_reason text check (length(hold_reason) between 1 and 500 and hold_reason !~ '[[:cntrl:]]'),
  -- It waits because its profile was on hold, and goes on when the profile does.
  held_with_profile boolean not null default false,
  -- Who closed it by hand; null: its schedule did.
  closed_by text,
  closed_by_id uuid,
  primary key (merchant_id, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  foreign key (merchant_id, book_id) references ledger_book (merchant_id, id),
  foreign key (merchant_id, settlement_profile_id) references settlement_profile (merchant_id, id),
  check (opening + total = paid + carried),
  check ((paid > 0) = (pay_on is not null)),
  check ((status = 'CARRIED') = (paid = 0)),
  check ((status = 'ON_HOLD') = (hold_reason is not null)),
  check (not held_with_profile or status = 'ON_HOLD'),
  exclude using gist (merchant_id with =, book_id with =, currency_code with =, covers with &&)
);
create index settlement_created on settlement (merchant_id, created_at, id);
create index settlement_all_created on settlement (created_at, id);
create index settlement_organisation on settlement (merchant_id, organisation_id);
create index settlement_latest on settlement (merchant_id, book_id, currency_code, upper(covers));
create index settlement_profile_held on settlement (merchant_id, settlement_profile_id) where status in ('CLOSED', 'ON_HOLD');
create index settlement_schedule_used on settlement (schedule_id, created_at);

-- What it consists of, per kind of transfer. An amount below zero is the provider's.
create table settlement_line (
  merchant_id uuid not null,
  settlement_id uuid not null,
  kind smallint not null,
  count bigint not null check (count > 0),
  amount bigint not null,
  primary key (merchant_id, settlement_id, kind),
  foreign key (merchant_id, settlement_id) references settlement (merchant_id, id)
);

alter table settlement enable row level security, force row level security;
alter table settlement_line enable row level security, force row level security;
create policy own_merchant on settlement to kontor_merchant using (merchant_id = current_merchant()) with check (false);
create policy every_merchant on settlement to kontor_provider, kontor_engine using (true) with check (true);
create policy own_merchant on settlement_line to kontor_merchant using (merchant_id = current_merchant()) with check (false);
create policy every_merchant on settlement_line to kontor_provider, kontor_engine using (true) with check (true);
grant select on settlement, settlement_line to kontor_merchant, kontor_provider, kontor_engine;
grant insert on settlement, settlement_line to kontor_provider;
grant update (status, hold_reason, held_with_profile) on settlement to kontor_provider;
select record_changes_of('settlement', 'settlement', events => 'update');

create trigger a_status_transition before update of status on settlement
  for each row execute function check_status_transition('settlement');

-- A settlement begins where the one before it ended, with what that one carried, and holds closed days alone.
create function follow_settlement() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare before settlement; closed date;
begin
  select closed_through into closed from ledger_day for share;
  if closed is null or upper(new.covers) > closed + 1 then
    raise exception 'day % is still open', upper(new.covers) - 1 using errcode = '55000', constraint = 'day_open';
  end if;
  select * into before from settlement s
    where s.merchant_id = new.merchant_id and s.book_id = new.book_id and s.currency_code = new.currency_code
    order by upper(s.covers) desc limit 1;
  if lower(new.covers) <> coalesce(upper(before.covers), lower(new.covers)) or new.opening <> coalesce(before.carried, 0) then
    raise exception 'a settlement begins where the one before it ended' using errcode = '23514', constraint = 'settlement_follows';
  end if;
  return new;
end $$;
create trigger b_follows before insert on settlement for each row execute function follow_settlement();

-- What a settlement says never changes. This binds even the owner of the database.
create function refuse_rewriting_settlement() returns trigger language plpgsql as $$
begin
  raise exception 'settlements are written once' using errcode = '42501';
end $$;
create trigger written_once before delete or update of merchant_id, id, organisation_id, number, book_id, currency_code, covers,
  opening, total, held_back, paid, carried, minimum, pay_on, settlement_profile_id, schedule_id,
  closed_by, closed_by_id
  on settlement for each row execute function refuse_rewriting_settlement();
create trigger written_once before update or delete on settlement_line
  for each row execute function refuse_rewriting_settlement();

-- What is under way of a book is not paid out.
create index refund_under_way on refund (merchant_id, transaction_id) where status in ('PENDING', 'HOLD', 'UNKNOWN');
