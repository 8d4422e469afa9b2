-- What protects a bank account that was changed (docs/adr/0127): a fresh second factor, proofs, and a way to say "not me".

-- When the person showed a second factor the last time in this session, on the wall clock.
alter table session add column factor_at timestamptz(3);
grant update (factor_at) on session to kontor_provider;
alter table challenge
  drop constraint challenge_purpose_check,
  add constraint challenge_purpose_check
    check (purpose in ('mfa', 'mfa_setup', 'profile_mfa', 'passkey', 'add_passkey', 'sign_on', 'fresh_factor'));

-- A bank account that takes the place of another one does so for the book too.
grant update (bank_account_id) on ledger_book to kontor_merchant;

-- ---------------------------------------------------------------------------------------------- proofs

create table bank_account_document (
  merchant_id uuid not null,
  id uuid not null,
  bank_account_id uuid not null,
  created_at timestamptz(3) not null default engine_now(),
  name text not null check (length(name) between 1 and 200 and not contains_card_number(name)),
  content_type text not null check (content_type in ('application/pdf', 'image/jpeg', 'image/png')),
  size int not null check (size between 1 and 5242880),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  created_by text,
  primary key (merchant_id, id),
  unique (merchant_id, bank_account_id, sha256),
  foreign key (merchant_id, bank_account_id) references bank_account (merchant_id, id)
);
-- The file, sealed for its place. It is apart, so that the trail of changes reads the rows above and no file.
create table bank_account_file (
  merchant_id uuid not null,
  document_id uuid not null,
  content bytea not null,
  primary key (merchant_id, document_id),
  foreign key (merchant_id, document_id) references bank_account_document (merchant_id, id) on delete cascade
);
alter table bank_account_file alter column content set storage external;

-- Who read a whole IBAN or a document.
create table bank_account_reading (
  merchant_id uuid not null,
  id uuid not null,
  bank_account_id uuid not null,
  at timestamptz(3) not null default engine_now(),
  what text not null check (what in ('iban', 'document')),
  document text,
  -- Null: a member of the provider, whom the merchant does not get to know.
  by_name text,
  by_id uuid,
  primary key (merchant_id, id),
  foreign key (merchant_id, bank_account_id) references bank_account (merchant_id, id)
);
create index bank_account_reading_of on bank_account_reading (merchant_id, bank_account_id, at desc);

-- ---------------------------------------------------------------------------------------------- "this was not me"

-- The links of the mails about a changed account. Each opens once, and only until it expires.
create table bank_account_alarm (
  merchant_id uuid not null,
  id uuid not null,
  token_hash bytea not null check (length(token_hash) = 32),
  bank_account_id uuid not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- To whom it was mailed; null: the address of the organisation.
  user_id uuid,
  used_at timestamptz(3),
  used_from text,
  primary key (merchant_id, id),
  unique (token_hash),
  foreign key (merchant_id, bank_account_id) references bank_account (merchant_id, id)
);
create index bank_account_alarm_of on bank_account_alarm (merchant_id, bank_account_id);
create index bank_account_alarm_expires on bank_account_alarm (expires_at);

do $$
declare
  name text;
begin
  foreach name in array array['bank_account_document', 'bank_account_file', 'bank_account_reading', 'bank_account_alarm'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_merchant on %I to kontor_merchant using (merchant_id = current_merchant())
      with check (merchant_id = current_merchant())', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)', name);
  end loop;
end $$;
grant select, insert, delete on bank_account_document to kontor_merchant, kontor_provider;
grant select, insert on bank_account_file to kontor_merchant, kontor_provider;
grant select, insert on bank_account_reading to kontor_merchant, kontor_provider;
-- A link is written by the mail and opened by the page of it: both are the provider's.
grant select, insert, update (used_at, used_from) on bank_account_alarm to kontor_provider;
grant select on bank_account_document, bank_account_alarm to kontor_engine;
select record_changes_of('bank_account_document', 'bank_account', item => 'bank_account_id', part => 'id',
  noise => '{sha256}');

-- Who is told that an account was added: the merchant's people who may do so, and the provider's who decide about accounts.
-- A merchant's connection reads no users; of these it learns the ids.
create function told_of_bank_account(merchant uuid) returns table (user_id uuid, psp boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.merchant_id is null from platform_user u
  where u.active and (u.merchant_id = merchant or u.merchant_id is null)
    and (current_merchant() is null or current_merchant() = merchant)
    and exists (select from role_grant g where g.user_id = u.id and g.role = any(
      case when u.merchant_id is null then array['PSP_ALL', 'PSP_BANK_ACCOUNT_ALL']
        else array['USER_ALL', 'BANK_ACCOUNT_ALL'] end))
  order by u.id
$$;
revoke execute on function told_of_bank_account(uuid) from public;
grant execute on function told_of_bank_account(uuid) to kontor_merchant, kontor_provider;
grant create on schema public to kontor_engine;
alter function told_of_bank_account(uuid) owner to kontor_engine;
revoke create on schema public from kontor_engine;
