-- Packages: schemes, values of settlement profiles and a schedule under a name, for merchants from a day on (docs/adr/0143).

create table package (
  id uuid primary key,
  created_at timestamptz(3) not null default engine_now(),
  name text not null check (length(name) between 1 and 100 and name !~ '[[:cntrl:]]'),
  description text check (length(description) between 1 and 1000),
  -- Of the minimum, which says nothing of other currencies.
  currency_code text not null references currency,
  -- Null: the package says nothing of it, and what holds for everybody holds.
  schedule_id uuid references settlement_schedule,
  delay_days int check (delay_days between 0 and 25),
  minimum bigint check (minimum between 0 and 1000000000000),
  negative text check (negative in ('CARRY', 'RESERVE')),
  -- Whether merchants may be given it. Those who have it keep it.
  active boolean not null default true
);
create unique index package_name on package (lower(name));
create index package_created on package (created_at, id);
create index package_schedule on package (schedule_id);

-- Its schemes from a day on, until the next one of the same type. Null: from then on it says nothing of this type.
create table package_scheme (
  package_id uuid not null references package on delete cascade,
  type text not null check (type in ('REVENUE', 'COST', 'RESERVE', 'PARTNER')),
  valid_from date not null,
  scheme_id uuid,
  primary key (package_id, type, valid_from),
  foreign key (scheme_id, type) references scheme (id, type)
);
create index package_scheme_scheme on package_scheme (scheme_id);

-- From its day on, until the next one. Null: from then on the merchant has none.
create table package_assignment (
  merchant_id uuid not null references merchant,
  valid_from date not null,
  package_id uuid references package,
  primary key (merchant_id, valid_from)
);
create index package_assignment_package on package_assignment (package_id);

alter table package_assignment enable row level security, force row level security;
create policy every_merchant on package_assignment to kontor_provider, kontor_engine using (true) with check (true);
create policy own_merchant on package_assignment to kontor_merchant using (merchant_id = current_merchant()) with check (false);
alter table package_scheme enable row level security, force row level security;
create policy every_merchant on package_scheme to kontor_provider, kontor_engine using (true) with check (true);
create policy own_merchant on package_scheme to kontor_merchant
  using (type = 'REVENUE' and package_id in (select package_id from package_assignment)) with check (false);
grant select on package_assignment, package_scheme to kontor_merchant, kontor_provider, kontor_engine;
grant select, insert, delete on package to kontor_provider;
grant select on package to kontor_engine;
grant update (name, description, schedule_id, delay_days, minimum, negative, active) on package to kontor_provider;
grant insert, update (scheme_id) on package_scheme to kontor_provider;
grant insert, update (package_id) on package_assignment to kontor_provider;

-- A merchant reads the prices that it pays by its package, as those of its own assignment.
drop policy own_merchant on scheme;
create policy own_merchant on scheme to kontor_merchant
  using (type = 'REVENUE' and (id in (select scheme_id from scheme_assignment)
    or id in (select scheme_id from package_scheme)
    or id in (select scheme_id from scheme_default))) with check (false);

do $$
begin
  perform record_changes_of('package', 'package');
  perform record_changes_of('package_scheme', 'package', item => 'package_id', part => 'type');
  perform record_changes_of('package_assignment', 'merchant', item => 'merchant_id', part => 'valid_from');
end $$;
-- Which package a merchant has, and what is in it, is the provider's.
alter policy own_merchant on change
  using (merchant_id = current_merchant() and entity not in ('user', 'api_key', 'import', 'scheme', 'package')
    and (part is null or part not in ('password_policy', 'sign_on', 'scheme_assignment', 'payout', 'package_assignment')));

-- ---------------------------------------------------------------------------------------------- where a value comes from

-- Without a scheme an assignment ends: from then on the package's scheme or the default applies.
alter table scheme_assignment alter column scheme_id drop not null;

create function package_at(merchant uuid, day date) returns uuid language sql stable
return (select a.package_id from package_assignment a
  where a.merchant_id = merchant and a.valid_from <= day order by a.valid_from desc limit 1);

create function package_scheme_at(package uuid, of_type text, day date) returns uuid language sql stable
return (select s.scheme_id from package_scheme s
  where s.package_id = package and s.type = of_type and s.valid_from <= day order by s.valid_from desc limit 1);

create or replace function scheme_at(merchant uuid, of_type text, day date) returns uuid language sql stable
return coalesce(
  (select a.scheme_id from scheme_assignment a
    where a.merchant_id = merchant and a.type = of_type and a.valid_from <= day order by a.valid_from desc limit 1),
  package_scheme_at(package_at(merchant, day), of_type, day),
  (select d.scheme_id from scheme_default d where d.type = of_type and d.valid_from <= day order by d.valid_from desc limit 1));

-- Whether a merchant has a scheme on a day or on any later one, by what is known now.
create or replace function has_scheme_from(merchant uuid, of_type text, scheme uuid, day date) returns boolean
language sql stable
return exists (
  select from (
    select has_scheme_from.day as at
    union select a.valid_from from scheme_assignment a
      where a.merchant_id = merchant and a.type = of_type and a.valid_from > has_scheme_from.day
    union select p.valid_from from package_assignment p where p.merchant_id = merchant and p.valid_from > has_scheme_from.day
    union select s.valid_from from package_scheme s join package_assignment p on p.package_id = s.package_id
      where p.merchant_id = merchant and s.type = of_type and s.valid_from > has_scheme_from.day
    union select d.valid_from from scheme_default d where d.type = of_type and d.valid_from > has_scheme_from.day) x
  where scheme_at(merchant, of_type, x.at) = scheme);

-- Null: the profile says nothing of it, and its value is that of the merchant's package, or what holds for everybody.
alter table settlement_profile
  alter column delay_days drop not null, alter column delay_days drop default,
  alter column minimum drop not null, alter column minimum drop default,
  alter column negative drop not null, alter column negative drop default;

-- How a book is settled in a currency on a day. The usual values are those of profileDefaults in the contract; a test compares.
create function settlement_terms(merchant uuid, book uuid, currency text, day date)
returns table (schedule_id uuid, delay_days int, minimum bigint, negative text) language sql stable
begin atomic
  select coalesce(p.schedule_id, k.schedule_id, (select s.id from settlement_schedule s where s."default")),
    coalesce(p.delay_days, k.delay_days, 2),
    coalesce(p.minimum, case when k.currency_code = currency then k.minimum end,
      (select 10 * (10 ^ c.exponent)::bigint from currency c where c.code = currency)),
    coalesce(p.negative, k.negative, 'CARRY')
  from (select) x
    left join settlement_profile p
      on p.merchant_id = settlement_terms.merchant and p.book_id = settlement_terms.book and p.currency_code = settlement_terms.currency
    left join package k on k.id = package_at(settlement_terms.merchant, settlement_terms.day);
end;
