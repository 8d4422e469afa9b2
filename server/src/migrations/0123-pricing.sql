-- What merchants pay and what payments cost: named price lists in versions with dates, and which list applies to whom (docs/adr/0130).

create table scheme (
  id uuid primary key,
  created_at timestamptz(3) not null default engine_now(),
  type text not null check (type in ('REVENUE', 'COST', 'RESERVE', 'PARTNER')),
  name text not null check (length(name) between 1 and 100),
  description text check (length(description) between 1 and 1000),
  -- Of all its amounts, and then it prices no other currency. Null: each line with an amount names a currency.
  currency_code text references currency,
  -- Whether it may be assigned. Merchants who have it keep it.
  active boolean not null default true,
  -- Whether people may choose it.
  visible boolean not null default true,
  unique (id, type)
);
create unique index scheme_name on scheme (type, lower(name));
create index scheme_created on scheme (created_at, id);

-- An activated version applies until the day on which the next one begins, so that two can neither overlap nor leave a hole.
create table scheme_version (
  id uuid primary key,
  scheme_id uuid not null,
  type text not null,
  number int not null check (number > 0),
  created_at timestamptz(3) not null default engine_now(),
  created_by text not null check (length(created_by) between 1 and 300),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'SUBMITTED', 'ACTIVE')),
  -- Counts the times that it was saved, so that nobody saves over or approves what they have not seen.
  revision int not null default 1 check (revision > 0),
  -- Everybody who wrote it: none of them may activate it.
  author_ids uuid[] not null check (cardinality(author_ids) > 0),
  submitted_at timestamptz(3),
  submitted_by text check (length(submitted_by) between 1 and 300),
  activated_at timestamptz(3),
  activated_by text check (length(activated_by) between 1 and 300),
  valid_from date,
  -- Of a RESERVE scheme: millionths of a capture that are held, and for how many days.
  hold_ppm int check (hold_ppm between 0 and 1000000),
  hold_days int check (hold_days between 0 and 365),
  -- Of a PARTNER scheme: the amount that the percentages of its lines are of.
  share_of text check (share_of in ('MARGIN', 'FEE', 'VOLUME')),
  unique (scheme_id, number),
  unique (id, scheme_id),
  foreign key (scheme_id, type) references scheme (id, type),
  check ((type = 'RESERVE') = (hold_ppm is not null) and (type = 'RESERVE') = (hold_days is not null)),
  check ((type = 'PARTNER') = (share_of is not null)),
  check ((status = 'DRAFT') = (submitted_at is null) and (submitted_at is null) = (submitted_by is null)),
  check ((status = 'ACTIVE') = (valid_from is not null) and (valid_from is null) = (activated_at is null)
    and (activated_at is null) = (activated_by is null))
);
create unique index scheme_version_from on scheme_version (scheme_id, valid_from) where status = 'ACTIVE';
create unique index scheme_version_under_way on scheme_version (scheme_id) where status in ('DRAFT', 'SUBMITTED');

-- Null in a dimension: any value. Amounts are minor units of the line's currency or of the scheme's.
create table scheme_line (
  id int generated always as identity primary key,
  scheme_id uuid not null,
  version_id uuid not null,
  -- The number that people know the line by: 1, 2, 3 within the version.
  position int not null check (position > 0),
  event text not null check (event in ('capture', 'refund', 'chargeback', 'chargeback_reversed')),
  product text check (product in ('card', 'ideal', 'paypal', 'bancontact', 'sepa_debit', 'klarna', 'eps', 'blik')),
  brand text check (brand in ('visa', 'mastercard', 'maestro', 'amex')),
  holder text check (holder in ('consumer', 'commercial')),
  funding text check (funding in ('credit', 'debit', 'prepaid')),
  region text check (region in ('EEA', 'UK', 'OTHER')),
  domestic boolean,
  channel text check (channel in ('ecommerce', 'pos', 'moto', 'recurring')),
  currency_code text references currency,
  -- amount_from <= amount < amount_until
  amount_from bigint check (amount_from between 0 and 1000000000000),
  amount_until bigint check (amount_until between 0 and 1000000000000),
  fixed bigint not null check (fixed between 0 and 1000000000000),
  -- Millionths: 1.4 % is 14000.
  ppm int not null check (ppm between 0 and 1000000),
  minimum bigint check (minimum between 0 and 1000000000000),
  maximum bigint check (maximum between 0 and 1000000000000),
  unique (version_id, position),
  foreign key (version_id, scheme_id) references scheme_version (id, scheme_id)
);

-- From its day on, until the next one of the same type.
create table scheme_assignment (
  merchant_id uuid not null references merchant,
  type text not null,
  valid_from date not null,
  scheme_id uuid not null,
  primary key (merchant_id, type, valid_from),
  foreign key (scheme_id, type) references scheme (id, type)
);
create index scheme_assignment_scheme on scheme_assignment (scheme_id);

-- Of merchants without an assignment of the type.
create table scheme_default (
  type text not null,
  valid_from date not null,
  scheme_id uuid not null,
  primary key (type, valid_from),
  foreign key (scheme_id, type) references scheme (id, type)
);
create index scheme_default_scheme on scheme_default (scheme_id);

create function scheme_at(merchant uuid, of_type text, day date) returns uuid language sql stable
return coalesce(
  (select a.scheme_id from scheme_assignment a
    where a.merchant_id = merchant and a.type = of_type and a.valid_from <= day order by a.valid_from desc limit 1),
  (select d.scheme_id from scheme_default d where d.type = of_type and d.valid_from <= day order by d.valid_from desc limit 1));

/* The version by which a merchant's events of a business day are priced; null: there is none, and the event is unpriced. */
create function scheme_version_at(merchant uuid, of_type text, day date) returns uuid language sql stable
return (select v.id from scheme_version v
  where v.scheme_id = scheme_at(merchant, of_type, day) and v.status = 'ACTIVE' and v.valid_from <= day
  order by v.valid_from desc limit 1);

/* Fixed amount and share of the amount, half away from zero, within minimum and maximum. The amount is taken apart because
   amount * ppm may exceed a bigint. feeOf of the contract is the same rule. */
create function fee_of(amount bigint, fixed bigint, ppm int, minimum bigint, maximum bigint) returns bigint
language sql immutable parallel safe
return least(greatest(
  fixed + amount / 1000000 * ppm + (amount % 1000000 * ppm + 500000) / 1000000,
  minimum), maximum);

-- What is submitted or active stays as it is, and so does the history of what applied to whom.
create function keep_scheme_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.status = 'DRAFT' or tg_op = 'UPDATE' and old.status <> 'ACTIVE' and (old.status = 'DRAFT'
      or (new.hold_ppm, new.hold_days, new.share_of) is not distinct from (old.hold_ppm, old.hold_days, old.share_of)) then
    return coalesce(new, old);
  end if;
  raise exception 'version % of the scheme is frozen', old.number using errcode = '42501', constraint = 'version_frozen';
end $$;
create trigger a_frozen before update or delete on scheme_version
  for each row execute function keep_scheme_version();

create function keep_scheme_line() returns trigger language plpgsql as $$
begin
  perform from scheme_version where id = coalesce(new.version_id, old.version_id) and status <> 'DRAFT';
  if found or new.version_id <> old.version_id then
    raise exception 'the version of the line is frozen' using errcode = '42501', constraint = 'version_frozen';
  end if;
  return coalesce(new, old);
end $$;
create trigger a_frozen before insert or update or delete on scheme_line
  for each row execute function keep_scheme_line();

do $$
declare
  name text;
begin
  foreach name in array array['scheme', 'scheme_version', 'scheme_line', 'scheme_assignment', 'scheme_default'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)', name);
    execute format('grant select on %I to kontor_provider, kontor_engine', name);
  end loop;
end $$;
grant insert, delete on scheme, scheme_version, scheme_line, scheme_assignment, scheme_default to kontor_provider;
grant update (name, description, active, visible) on scheme to kontor_provider;
grant update (status, revision, author_ids, submitted_at, submitted_by, activated_at, activated_by, valid_from, hold_ppm, hold_days,
  share_of) on scheme_version to kontor_provider;
grant update (event, product, brand, holder, funding, region, domestic, channel, currency_code, amount_from, amount_until,
  fixed, ppm, minimum, maximum) on scheme_line to kontor_provider;
grant update (scheme_id) on scheme_assignment, scheme_default to kontor_provider;

-- A merchant may know the prices that it pays: active versions of its own REVENUE schemes, and nothing of the other types.
create policy own_merchant on scheme_assignment to kontor_merchant
  using (merchant_id = current_merchant() and type = 'REVENUE') with check (false);
create policy own_merchant on scheme_default to kontor_merchant using (type = 'REVENUE') with check (false);
create policy own_merchant on scheme to kontor_merchant
  using (type = 'REVENUE' and (id in (select scheme_id from scheme_assignment)
    or id in (select scheme_id from scheme_default))) with check (false);
create policy own_merchant on scheme_version to kontor_merchant
  using (type = 'REVENUE' and status = 'ACTIVE' and scheme_id in (select id from scheme)) with check (false);
create policy own_merchant on scheme_line to kontor_merchant
  using (version_id in (select id from scheme_version)) with check (false);
grant select (id, type, name, currency_code) on scheme to kontor_merchant;
grant select (id, scheme_id, type, number, status, valid_from, share_of) on scheme_version to kontor_merchant;
grant select on scheme_line, scheme_assignment, scheme_default to kontor_merchant;

do $$
begin
  perform record_changes_of('scheme', 'scheme');
  perform record_changes_of('scheme_version', 'scheme', item => 'scheme_id', part => 'number');
  perform record_changes_of('scheme_line', 'scheme', item => 'scheme_id', part => 'id');
  perform record_changes_of('scheme_default', 'scheme', item => 'scheme_id', part => 'type');
  perform record_changes_of('scheme_assignment', 'merchant', item => 'merchant_id', part => 'type');
end $$;
alter policy own_merchant on change
  using (merchant_id = current_merchant() and entity not in ('user', 'api_key', 'import', 'scheme')
    and (part is null or part not in ('password_policy', 'sign_on', 'scheme_assignment')));
