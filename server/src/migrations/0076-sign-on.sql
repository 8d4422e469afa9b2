-- Single sign-on: people sign in at an issuer of OpenID Connect that their organisation chose (docs/adr/0102). As with
-- everything about signing in, only kontor_provider reads and writes it.

create table sign_on (
  -- The merchant, or the all-zero id for the provider's staff.
  merchant_id uuid primary key,
  active boolean not null,
  issuer text not null check (issuer ~ '^https?://' and length(issuer) <= 500),
  client_id text not null check (length(client_id) between 1 and 300),
  -- Sealed under the key outside the database, bound to the merchant.
  client_secret bytea not null,
  -- Mail domains in lower case. No two rows have one in common: the command sees to it, in its turn.
  domains text[] not null check (cardinality(domains) <= 20),
  -- False: whoever has an address of these domains signs in at the issuer alone.
  password_allowed boolean not null,
  -- Values of amr or acr that stand for a second factor.
  factor_values text[] not null default '{}' check (cardinality(factor_values) <= 10),
  -- The claim that names a person's groups; null: roles are given here.
  groups_claim text check (length(groups_claim) between 1 and 100),
  -- [{"group": text, "roles": [text]}]
  groups jsonb not null default '[]' check (jsonb_typeof(groups) = 'array'),
  check (cardinality(domains) > 0 or not active),
  check ((groups_claim is null) = (groups = '[]'))
);
create index sign_on_domains on sign_on using gin (domains);

alter table sign_on enable row level security, force row level security;
create policy own_merchant on sign_on to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on sign_on to kontor_provider, kontor_engine using (true) with check (true);
grant select, insert on sign_on to kontor_provider;
grant update (active, issuer, client_id, client_secret, domains, password_allowed, factor_values, groups_claim, groups)
  on sign_on to kontor_provider;

select record_changes_of('sign_on', 'merchant', item => 'merchant_id', part => 'merchant_id', secret => '{client_secret}');

-- How a merchant's people sign in is the provider's to read, as their password policy is (0024).
alter policy own_merchant on change
  using (merchant_id = current_merchant() and entity not in ('user', 'api_key')
    and (part is null or part not in ('password_policy', 'sign_on')));

-- Whom an issuer means by its subject. `house` is the merchant, or the all-zero id: two merchants may use one issuer.
create table linked_identity (
  id uuid primary key,
  user_id uuid not null references platform_user on delete cascade,
  house uuid not null,
  issuer text not null,
  -- To another client an issuer may name the same person by another subject.
  client_id text not null,
  subject text not null check (length(subject) between 1 and 255),
  -- The address that the issuer vouched for when the identity was linked.
  email text not null check (length(email) <= 254),
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  unique (house, issuer, client_id, subject),
  -- A colleague who inherits an address at the issuer does not inherit the account here.
  unique (user_id, issuer, client_id)
);
grant select, insert, delete on linked_identity to kontor_provider;
grant update (last_used_at) on linked_identity to kontor_provider;

-- Sessions that were begun by an issuer, which is asked again while they last.
create table sign_on_session (
  session_id uuid primary key references session (id) on delete cascade,
  identity_id uuid not null references linked_identity on delete cascade,
  -- Sealed, bound to the session; null: the issuer gave none.
  refresh_token bytea,
  -- When the issuer last said that the person is still there.
  confirmed_at timestamptz(3) not null
);
create index sign_on_session_identity on sign_on_session (identity_id);
grant select, insert, delete on sign_on_session to kontor_provider;
grant update (refresh_token, confirmed_at) on sign_on_session to kontor_provider;

alter table session add column ask_issuer_at timestamptz(3);
grant update (ask_issuer_at) on session to kontor_provider;

alter table challenge
  -- At whose issuer the sign-in goes on: the merchant, or the all-zero id.
  add column house uuid,
  -- What the issuer said, for the session at the end of the sign-in. Sealed, bound to the user.
  add column sign_on bytea,
  drop constraint challenge_purpose_check,
  add constraint challenge_purpose_check
    check (purpose in ('mfa', 'mfa_setup', 'profile_mfa', 'passkey', 'add_passkey', 'sign_on')),
  -- Nobody is known before the issuer has answered.
  drop constraint challenge_check,
  add constraint challenge_user check ((user_id is null) = (purpose in ('passkey', 'sign_on'))),
  add constraint challenge_house check ((house is null) = (purpose <> 'sign_on'));
