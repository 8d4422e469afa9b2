-- Second factors, passkeys, remembered devices, counters against guessing, mails, and the record of every sign-in.
-- Only kontor_provider signs people in: kontor_merchant reads nothing of this.

-- ---------------------------------------------------------------------------------------------- users

alter table platform_user
  add column theme text not null default 'auto' check (theme in ('light', 'dark', 'auto')),
  -- The kind that is in use; null: none.
  add column mfa_type text check (mfa_type in ('email', 'google')),
  add column mfa_required text not null default 'none' check (mfa_required in ('none', 'choice', 'email', 'google')),
  add column password_changed_at timestamptz(3),
  -- Too many wrong second factors: somebody has the password. A reset link unlocks.
  add column locked_at timestamptz(3),
  -- A name goes into the head of mails.
  add constraint platform_user_name_one_line check (name !~ '[[:cntrl:]]');

alter table merchant
  add column mfa_required text not null default 'none' check (mfa_required in ('none', 'choice', 'email', 'google'));
-- Of the provider's staff.
alter table installation
  add column mfa_required text not null default 'none' check (mfa_required in ('none', 'choice', 'google'));

-- Without a row the default of the contract holds.
create table password_policy (
  merchant_id uuid primary key references merchant,
  length smallint not null check (length between 8 and 64),
  number boolean not null,
  uppercase boolean not null,
  lowercase boolean not null,
  special boolean not null
);

-- ---------------------------------------------------------------------------------------------- second factors

create table totp (
  user_id uuid primary key references platform_user on delete cascade,
  -- Sealed under the key outside the database, bound to the user.
  secret bytea not null,
  -- The 30 seconds of the last code that was taken: none is taken twice.
  last_step bigint not null default 0,
  created_at timestamptz(3) not null default now()
);

create table recovery_code (
  user_id uuid not null references platform_user on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

create table passkey (
  id uuid primary key,
  user_id uuid not null references platform_user on delete cascade,
  name text not null check (length(name) between 1 and 100 and name !~ '[[:cntrl:]]'),
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkey_by_user on passkey (user_id);

-- A sign-in or a set-up that is half done. Its token opens nothing but its own next step.
create table challenge (
  token_hash bytea primary key check (length(token_hash) = 32),
  purpose text not null check (purpose in ('mfa', 'mfa_setup', 'profile_mfa', 'passkey', 'add_passkey')),
  -- Null: a passkey says itself whose it is.
  user_id uuid references platform_user on delete cascade,
  type text check (type in ('email', 'google')),
  -- The mailed code, keyed with the token: this table alone does not tell it.
  code_hash bytea check (length(code_hash) = 32),
  code_expires_at timestamptz(3),
  -- The secret of an authenticator that is being set up, sealed.
  secret bytea,
  -- What a passkey has to sign.
  webauthn text,
  tries smallint not null default 0,
  mails smallint not null default 0,
  mailed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  check ((user_id is null) = (purpose = 'passkey'))
);
create index challenge_expires on challenge (expires_at);
create index challenge_by_user on challenge (user_id);

-- ---------------------------------------------------------------------------------------------- remembered devices

create table remembered_device (
  id uuid primary key,
  user_id uuid not null references platform_user on delete cascade,
  ip text,
  browser text,
  platform text,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index remembered_device_by_user on remembered_device (user_id);

-- Every secret that a device ever held. Each use retires one: whoever shows a retired one holds a copy.
create table remembered_device_secret (
  secret_hash bytea primary key check (length(secret_hash) = 32),
  device_id uuid not null references remembered_device on delete cascade,
  created_at timestamptz(3) not null default now(),
  retired_at timestamptz(3)
);
-- A device holds one that is good.
create unique index remembered_device_secret_live on remembered_device_secret (device_id) where retired_at is null;

-- ---------------------------------------------------------------------------------------------- guessing

-- Counted before the check, in one statement: guesses at the same moment stand in line here.
create table attempt_counter (
  scope text not null,
  -- SHA-256 of whose: nobody's address is kept for having been tried.
  key bytea not null check (length(key) = 32),
  count int not null,
  -- How often it came to its limit since it was last set back.
  locks int not null default 0,
  ends_at timestamptz(3) not null,
  primary key (scope, key)
);
create index attempt_counter_ends on attempt_counter (ends_at);

-- ---------------------------------------------------------------------------------------------- sessions and links

alter table session
  add column id uuid not null default gen_random_uuid(),
  add column ip text,
  add column browser text,
  add column platform text,
  add column device_id uuid references remembered_device on delete set null;
create unique index session_id on session (id);

-- The address that a link to change it was sent to.
alter table user_token add column email text check (length(email) <= 254);
alter table user_token add constraint user_token_email check ((email is null) or purpose = 'change_email');

-- ---------------------------------------------------------------------------------------------- the record

create table sign_in_event (
  id uuid primary key,
  created_at timestamptz(3) not null,
  user_id uuid references platform_user on delete set null,
  kind text not null,
  method text,
  ip text,
  browser text,
  platform text
);
create index sign_in_event_by_user on sign_in_event (user_id, id desc);

-- No application role can delete from the record. A year and a month is kept.
create function forget_old_sign_in_events() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from sign_in_event where created_at < now() - interval '13 months'
$$;

-- ---------------------------------------------------------------------------------------------- mails

create table mail (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  -- What it is about: the template, or what has to be looked up before there is a mail at all.
  template text not null,
  -- Recipient, language and values, sealed: among them are codes and links. Gone once the mail has left.
  sealed bytea,
  next_attempt_at timestamptz(3) not null default now(),
  leased_until timestamptz(3),
  attempts int not null default 0,
  -- After this it would be of no use.
  expires_at timestamptz(3) not null,
  done_at timestamptz(3),
  outcome text check (outcome in ('sent', 'caught', 'nobody', 'expired', 'refused')),
  last_error text,
  check ((done_at is null) = (outcome is null)),
  check (outcome is null or outcome = 'caught' or sealed is null)
);
create index mail_due on mail (next_attempt_at) where done_at is null;
create index mail_created on mail (created_at);

-- ---------------------------------------------------------------------------------------------- rules by trigger

-- A merchant's user holds a merchant's roles alone.
create function check_role_scope() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from platform_user u join role r on r.name = new.role
      where u.id = new.user_id and u.merchant_id is not null and r.scope <> 'merchant') then
    raise exception '% is not a role for a user of a merchant', new.role
      using errcode = '23514', constraint = 'role_scope';
  end if;
  return new;
end $$;

-- Whoever takes the last super user away is refused at the commit. One at a time: two may not each leave it to the other.
create function check_super_user_left() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'platform_user' then
    if not exists (select from role_grant g where g.user_id = new.id and g.role = 'PSP_SUPER') then
      return null;
    end if;
  end if;
  perform pg_advisory_xact_lock(hashtext('kontor.super_user'));
  if not exists (select from role_grant g join platform_user u on u.id = g.user_id
      where g.role = 'PSP_SUPER' and u.active) then
    raise exception 'at least one active user has to hold PSP_SUPER'
      using errcode = '23514', constraint = 'super_user_left';
  end if;
  return null;
end $$;

grant create on schema public to kontor_engine;
alter function forget_old_sign_in_events() owner to kontor_engine;
alter function check_role_scope() owner to kontor_engine;
alter function check_super_user_left() owner to kontor_engine;
revoke create on schema public from kontor_engine;

create trigger a_role_scope before insert or update on role_grant
  for each row execute function check_role_scope();
create constraint trigger super_user_left after delete or update on role_grant deferrable initially deferred
  for each row when (old.role = 'PSP_SUPER') execute function check_super_user_left();
create constraint trigger super_user_left after update on platform_user deferrable initially deferred
  for each row when (old.active and not new.active and new.merchant_id is null) execute function check_super_user_left();

-- ---------------------------------------------------------------------------------------------- row-level security

alter table password_policy enable row level security, force row level security;
create policy own_merchant on password_policy to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on password_policy to kontor_provider, kontor_engine using (true) with check (true);

-- ---------------------------------------------------------------------------------------------- privileges

grant select on password_policy, totp, recovery_code, passkey, challenge, remembered_device, remembered_device_secret,
  attempt_counter, sign_in_event, mail to kontor_provider;
grant insert on password_policy, totp, recovery_code, passkey, challenge, remembered_device, remembered_device_secret,
  attempt_counter, sign_in_event, mail to kontor_provider;
grant update (theme, mfa_type, mfa_required, password_changed_at, locked_at) on platform_user to kontor_provider;
grant update (mfa_required) on merchant to kontor_provider;
grant update on password_policy, attempt_counter to kontor_provider;
grant update (secret, last_step, created_at) on totp to kontor_provider;
grant update (used_at) on recovery_code to kontor_provider;
grant update (counter, last_used_at) on passkey to kontor_provider;
grant update (type, code_hash, code_expires_at, secret, webauthn, tries, mails, mailed_at, used_at) on challenge to kontor_provider;
grant update (last_used_at, expires_at, revoked_at) on remembered_device to kontor_provider;
grant update (retired_at) on remembered_device_secret to kontor_provider;
grant update (sealed, next_attempt_at, leased_until, attempts, done_at, outcome, last_error) on mail to kontor_provider;
grant delete on totp, recovery_code, passkey, challenge, remembered_device, attempt_counter, mail to kontor_provider;

grant select on platform_user, role_grant to kontor_engine;
grant select, delete on sign_in_event to kontor_engine;
revoke execute on function forget_old_sign_in_events() from public;
grant execute on function forget_old_sign_in_events() to kontor_provider;
