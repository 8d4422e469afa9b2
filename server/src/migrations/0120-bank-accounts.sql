-- The bank accounts to which merchants are paid, and those of the provider itself (docs/adr/0127).

create table bank_account (
  merchant_id uuid not null references merchant,
  id uuid not null,
  created_at timestamptz(3) not null default engine_now(),
  organisation_id uuid not null,
  holder text not null check (length(holder) between 1 and 140 and holder !~ '[[:cntrl:]]' and not contains_card_number(holder)),
  -- Sealed for this merchant and row. What people see of it are its country and its last four characters.
  iban bytea not null,
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  iban_end text not null check (iban_end ~ '^[A-Z0-9]{4}$'),
  -- HMAC-SHA-256 under a key outside the database: equal for the same IBAN, and says nothing else.
  iban_fingerprint bytea not null check (length(iban_fingerprint) = 32),
  bic text check (bic ~ '^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  currency_code text not null references currency,
  status text not null default 'UNVERIFIED' check (status in ('UNVERIFIED', 'PENDING', 'VERIFIED', 'REJECTED', 'DISABLED')),
  -- The account in whose place it came: an IBAN is never edited.
  replaces uuid,
  -- Nothing is paid to it earlier, even when it is verified.
  usable_from timestamptz(3) not null default engine_now() + interval '72 hours',
  -- What the bank said the last time about holder and IBAN, and the name that it suggested.
  name_check text check (name_check in ('MATCH', 'CLOSE', 'NO_MATCH', 'UNAVAILABLE')),
  name_suggested text check (length(name_suggested) between 1 and 140 and not contains_card_number(name_suggested)),
  name_checked_at timestamptz(3),
  -- A member of the provider has no name here and below: the merchant reads the row.
  created_by text,
  created_by_id uuid,
  -- Who verified or rejected it, and why.
  decided_at timestamptz(3),
  decided_by text,
  decided_by_id uuid,
  reason text check (length(reason) between 1 and 500 and not contains_card_number(reason)),
  disabled_at timestamptz(3),
  disabled_by text,
  primary key (merchant_id, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  foreign key (merchant_id, replaces) references bank_account (merchant_id, id),
  check ((name_check is null) = (name_checked_at is null)),
  check (name_suggested is null or name_check = 'CLOSE'),
  check (status not in ('VERIFIED', 'REJECTED') or decided_at is not null),
  check (status <> 'DISABLED' or disabled_at is not null),
  check (status <> 'VERIFIED' or (name_check is not null and name_check <> 'NO_MATCH')),
  -- Whoever added an account does not verify it.
  check (status <> 'VERIFIED' or decided_by_id is distinct from created_by_id)
);
create index bank_account_created on bank_account (merchant_id, created_at, id);
create index bank_account_all_created on bank_account (created_at, id);
create index bank_account_organisation on bank_account (merchant_id, organisation_id);
create index bank_account_waiting on bank_account (created_at) where status = 'PENDING';
-- An account is replaced once, also when two people do it at the same time.
create unique index bank_account_replaced_once on bank_account (merchant_id, replaces) where replaces is not null;
create unique index bank_account_once on bank_account (merchant_id, organisation_id, iban_fingerprint, currency_code)
  where status in ('UNVERIFIED', 'PENDING', 'VERIFIED');

alter table bank_account enable row level security, force row level security;
-- Only the provider verifies and rejects: a merchant's connection cannot leave a row in these states.
create policy own_merchant on bank_account to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant() and status not in ('VERIFIED', 'REJECTED'));
create policy every_merchant on bank_account to kontor_provider, kontor_engine using (true) with check (true);
grant select, insert on bank_account to kontor_merchant, kontor_provider;
-- Holder, IBAN and the rest stay as they were added.
grant update (status, disabled_at, disabled_by) on bank_account to kontor_merchant, kontor_provider;
grant update (name_check, name_suggested, name_checked_at, decided_at, decided_by, decided_by_id, reason) on bank_account
  to kontor_provider;
grant select on bank_account to kontor_engine;
select record_changes_of('bank_account', 'bank_account', secret => '{iban,name_suggested}',
  noise => '{iban_fingerprint,created_by_id,decided_by_id}');

-- True when money may be paid to the account at that moment of the engine.
create function bank_account_usable(merchant uuid, account uuid, moment timestamptz) returns boolean
language sql stable set search_path = public, pg_temp
return exists (select from bank_account b
  where b.merchant_id = merchant and b.id = account and b.status = 'VERIFIED' and b.usable_from <= moment);
grant execute on function bank_account_usable(uuid, uuid, timestamptz) to kontor_merchant, kontor_provider, kontor_engine;

-- The account to which a shop is paid. Null: that of its merchant.
alter table payment_profile add column bank_account_id uuid,
  add foreign key (merchant_id, bank_account_id) references bank_account (merchant_id, id);
create index payment_profile_bank_account on payment_profile (merchant_id, bank_account_id) where bank_account_id is not null;
grant insert (bank_account_id), update (bank_account_id) on payment_profile to kontor_merchant, kontor_provider;

-- ---------------------------------------------------------------------------------------------- the provider's own

create table provider_bank_account (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  name text not null check (length(name) between 1 and 100 and not contains_card_number(name)),
  holder text not null check (length(holder) between 1 and 140 and not contains_card_number(holder)),
  iban bytea not null,
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  iban_end text not null check (iban_end ~ '^[A-Z0-9]{4}$'),
  iban_fingerprint bytea not null check (length(iban_fingerprint) = 32),
  bic text check (bic ~ '^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  currency_code text not null references currency,
  -- Money of merchants is kept apart from the provider's own.
  kind text not null check (kind in ('CLIENT_MONEY', 'OWN')),
  "default" boolean not null default false,
  unique (iban_fingerprint, currency_code)
);
create index provider_bank_account_created on provider_bank_account (created_at, id);
-- The one that is used for its kind and currency unless somebody chooses another.
create unique index provider_bank_account_default on provider_bank_account (kind, currency_code) where "default";
grant select, delete, insert (id, created_at, name, holder, iban, country_code, iban_end, iban_fingerprint, bic, currency_code,
  kind, "default"), update (name, holder, bic, "default") on provider_bank_account to kontor_provider;
grant select on provider_bank_account to kontor_engine;
do $$
begin
  perform record_changes_of('provider_bank_account', 'psp_bank_account', secret => '{iban}', noise => '{iban_fingerprint}');
end $$;

-- Whether an IBAN is the provider's own is all that a merchant learns of these accounts.
create function is_provider_iban(fingerprint bytea) returns boolean
language sql stable security definer set search_path = public, pg_temp
return exists (select from provider_bank_account a where a.iban_fingerprint = fingerprint);
revoke execute on function is_provider_iban(bytea) from public;
grant execute on function is_provider_iban(bytea) to kontor_merchant, kontor_provider;
grant create on schema public to kontor_engine;
alter function is_provider_iban(bytea) owner to kontor_engine;
revoke create on schema public from kontor_engine;
