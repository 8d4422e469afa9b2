-- What a version of a revenue scheme would have charged for earlier payments (docs/adr/0144).

create table scheme_rehearsal (
  id uuid primary key,
  created_at timestamptz(3) not null default engine_now(),
  version_id uuid not null references scheme_version on delete cascade,
  -- The lines that were rehearsed: a draft that is saved again has another revision.
  revision int not null check (revision > 0),
  -- Business days, whole months.
  first_day date not null,
  last_day date not null check (last_day > first_day),
  -- Whose payments: those that had the scheme then, or chosen ones.
  is_portfolio boolean not null,
  merchant_ids uuid[] not null,
  created_by text not null check (length(created_by) between 1 and 300),
  status text not null default 'PENDING' check (status in ('PENDING', 'PROCESSED')),
  failure text check (failure in ('gave_up')),
  months int not null check (months between 1 and 24),
  months_done int not null default 0 check (months_done between 0 and months),
  -- What was counted pair by pair, and what the ledger has of the same days without any pair.
  captures bigint not null default 0,
  captures_booked bigint not null default 0,
  fees numeric not null default 0,
  fees_booked numeric not null default 0,
  finished_at timestamptz(3),
  lease uuid,
  lease_until timestamptz(3),
  -- Times that a month was begun and not ended.
  tries int not null default 0,
  check ((status = 'PROCESSED') = (finished_at is not null)),
  check (status = 'PENDING' or failure is not null or months_done = months)
);
create index scheme_rehearsal_version on scheme_rehearsal (version_id, created_at desc);
create unique index scheme_rehearsal_under_way on scheme_rehearsal (version_id) where status = 'PENDING';
create index scheme_rehearsal_waiting on scheme_rehearsal (created_at) where status = 'PENDING';

-- What the payments of a merchant that one line priced would have cost by another one. Null: no line priced them.
create table scheme_rehearsal_part (
  merchant_id uuid not null references merchant,
  id bigint generated always as identity,
  rehearsal_id uuid not null references scheme_rehearsal on delete cascade,
  currency_code text not null,
  event text not null check (event in ('capture', 'refund', 'chargeback', 'chargeback_reversed')),
  old_line int,
  new_line int,
  payments bigint not null check (payments > 0),
  volume numeric not null,
  old_fee numeric not null,
  new_fee numeric not null,
  -- What processors were expected to charge.
  cost numeric not null,
  primary key (merchant_id, id),
  unique nulls not distinct (rehearsal_id, merchant_id, currency_code, event, old_line, new_line)
);
alter table scheme_rehearsal_part enable row level security, force row level security;
create policy every_merchant on scheme_rehearsal_part to kontor_provider, kontor_engine using (true) with check (true);
-- The merchant's role has no right to read it.
create policy own_merchant on scheme_rehearsal_part to kontor_merchant using (merchant_id = current_merchant()) with check (false);

grant select, insert on scheme_rehearsal to kontor_provider;
grant update (status, failure, months_done, captures, captures_booked, fees, fees_booked, finished_at, lease, lease_until, tries)
  on scheme_rehearsal to kontor_provider;
grant select, insert, update (payments, volume, old_fee, new_fee, cost) on scheme_rehearsal_part to kontor_provider;

-- Whether a merchant has a scheme on a day or on any later one, by what is known now.
create function has_scheme_from(merchant uuid, of_type text, scheme uuid, day date) returns boolean language sql stable
return exists (
  select from (
    select has_scheme_from.day as at
    union select a.valid_from from scheme_assignment a
      where a.merchant_id = merchant and a.type = of_type and a.valid_from > has_scheme_from.day
    union select d.valid_from from scheme_default d where d.type = of_type and d.valid_from > has_scheme_from.day) x
  where scheme_at(merchant, of_type, x.at) = scheme);
