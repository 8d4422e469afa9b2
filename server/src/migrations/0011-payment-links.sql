-- Payment links and links to store a card: what is asked of whom, until when, and what came of it.
-- The address of a link is derived from its id with the key outside the database (docs/adr/0030): it is in no table.

create table payment_link (
  merchant_id uuid not null references merchant,
  id uuid not null,
  organisation_id uuid not null,
  payment_profile_id uuid not null,
  currency_code text not null,
  customer_id uuid,
  -- Null: the payer chooses, between the bounds.
  amount bigint check (amount between 1 and 9007199254740991),
  minimum_amount bigint check (minimum_amount between 1 and 9007199254740991),
  maximum_amount bigint check (maximum_amount between 1 and 9007199254740991),
  merchant_reference text collate "C" not null
    check (length(merchant_reference) between 1 and 100 and not contains_card_number(merchant_reference)),
  description text check (length(description) <= 500 and not contains_card_number(description)),
  -- Empty: whatever the shop takes.
  payment_products text[] not null default '{}' check (payment_products <@
    array['card', 'ideal', 'paypal', 'bancontact', 'sepa_debit', 'klarna', 'eps', 'blik']),
  reusable boolean not null default false,
  -- Null: as often as people like.
  max_uses int check (max_uses > 0),
  language text not null default 'nl' check (language in ('nl', 'en-US')),
  email_address text check (length(email_address) <= 254),
  redirect_url text check (redirect_url ~ '^https://' and length(redirect_url) <= 2000),
  status text not null check (status in ('CREATED', 'INITIATED', 'DONE', 'EXPIRED')),
  status_reason text,
  last_status_update timestamptz(3) not null default engine_now(),
  expires_at timestamptz(3) not null,
  -- Moved by the trigger on transaction alone. Reserved: paid, or being paid.
  attempts int not null default 0,
  uses_reserved int not null default 0,
  uses int not null default 0,
  mails_sent int not null default 0,
  last_mailed_at timestamptz(3),
  created_by text,
  created_at timestamptz(3) not null default engine_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  foreign key (merchant_id, payment_profile_id, currency_code)
    references payment_profile (merchant_id, id, currency_code),
  foreign key (merchant_id, customer_id) references customer (merchant_id, id),
  -- What makes a payment of it in another currency impossible.
  unique (merchant_id, id, currency_code),
  check (amount is null or (minimum_amount is null and maximum_amount is null)),
  check (maximum_amount >= minimum_amount),
  check (reusable or max_uses = 1),
  -- Paid no more often than it may be, whoever pays at the same moment.
  constraint payment_link_uses check (uses between 0 and uses_reserved and uses_reserved <= coalesce(max_uses, 2147483647))
);
-- The address of the page holds the id alone.
create unique index payment_link_id on payment_link (id);
create index payment_link_created on payment_link (merchant_id, created_at, id);
create index payment_link_created_all on payment_link (created_at, id);
create index payment_link_reference on payment_link (merchant_reference, merchant_id);
create index payment_link_due on payment_link (expires_at) where status in ('CREATED', 'INITIATED');

create table card_add_link (
  merchant_id uuid not null references merchant,
  id uuid not null,
  organisation_id uuid not null,
  payment_profile_id uuid not null,
  currency_code text not null,
  customer_id uuid not null,
  merchant_reference text collate "C" not null
    check (length(merchant_reference) between 1 and 100 and not contains_card_number(merchant_reference)),
  -- What the customer agrees to.
  description text check (length(description) <= 500 and not contains_card_number(description)),
  purpose text not null check (purpose in ('recurring', 'unscheduled', 'one_click')),
  language text not null default 'nl' check (language in ('nl', 'en-US')),
  email_address text check (length(email_address) <= 254),
  redirect_url text check (redirect_url ~ '^https://' and length(redirect_url) <= 2000),
  status text not null check (status in ('CREATED', 'INITIATED', 'DONE', 'EXPIRED', 'CANCELLED')),
  status_reason text,
  last_status_update timestamptz(3) not null default engine_now(),
  expires_at timestamptz(3) not null,
  attempts int not null default 0,
  uses_reserved int not null default 0 check (uses_reserved between 0 and 1),
  card_id uuid,
  mails_sent int not null default 0,
  last_mailed_at timestamptz(3),
  created_by text,
  created_at timestamptz(3) not null default engine_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  foreign key (merchant_id, payment_profile_id, currency_code)
    references payment_profile (merchant_id, id, currency_code),
  foreign key (merchant_id, customer_id) references customer (merchant_id, id),
  foreign key (merchant_id, card_id) references card (merchant_id, id),
  unique (merchant_id, id, currency_code),
  check ((status = 'DONE') = (card_id is not null))
);
create unique index card_add_link_id on card_add_link (id);
create index card_add_link_created on card_add_link (merchant_id, created_at, id);
create index card_add_link_created_all on card_add_link (created_at, id);
create index card_add_link_customer on card_add_link (merchant_id, customer_id);
create index card_add_link_due on card_add_link (expires_at) where status in ('CREATED', 'INITIATED');

-- What happened to a link: written by triggers, changed by nobody.
create table link_event (
  merchant_id uuid not null,
  id bigint generated always as identity,
  at timestamptz(3) not null default engine_now(),
  payment_link_id uuid,
  card_add_link_id uuid,
  kind text not null check (kind in
    ('created', 'opened', 'mailed', 'attempted', 'paid', 'failed', 'done', 'expired', 'cancelled', 'card_revoked')),
  -- Why it failed or expired; where it was mailed to.
  detail text,
  transaction_created_at timestamptz(3),
  transaction_id uuid,
  actor_kind text not null
    default coalesce(nullif(current_setting('kontor.actor', true), '')::jsonb ->> 'kind', 'system'),
  actor_id uuid default (nullif(current_setting('kontor.actor', true), '')::jsonb ->> 'id')::uuid,
  actor_name text default nullif(current_setting('kontor.actor', true), '')::jsonb ->> 'name',
  primary key (merchant_id, id),
  foreign key (merchant_id, payment_link_id) references payment_link (merchant_id, id),
  foreign key (merchant_id, card_add_link_id) references card_add_link (merchant_id, id),
  foreign key (merchant_id, transaction_created_at, transaction_id) references transaction (merchant_id, created_at, id),
  check (num_nonnulls(payment_link_id, card_add_link_id) = 1)
);
create index link_event_payment_link on link_event (merchant_id, payment_link_id, id) where payment_link_id is not null;
create index link_event_card_add_link on link_event (merchant_id, card_add_link_id, id) where card_add_link_id is not null;

-- One payment per press of the button: the page names each of them, and names it again when it hears nothing.
create table checkout_payment (
  merchant_id uuid not null,
  -- The link, or whatever else is paid on the page.
  session_id uuid not null,
  attempt uuid not null,
  transaction_created_at timestamptz(3) not null,
  transaction_id uuid not null,
  created_at timestamptz(3) not null default engine_now(),
  primary key (merchant_id, session_id, attempt),
  foreign key (merchant_id, transaction_created_at, transaction_id) references transaction (merchant_id, created_at, id)
);

alter table transaction
  add column payment_link_id uuid,
  add column card_add_link_id uuid,
  add constraint transaction_one_link check (payment_link_id is null or card_add_link_id is null),
  add foreign key (merchant_id, payment_link_id, currency_code) references payment_link (merchant_id, id, currency_code),
  add foreign key (merchant_id, card_add_link_id, currency_code) references card_add_link (merchant_id, id, currency_code);
create index transaction_payment_link on transaction (payment_link_id, created_at desc) where payment_link_id is not null;
create index transaction_card_add_link on transaction (card_add_link_id, created_at desc)
  where card_add_link_id is not null;

-- Whoever pays on a page of ours.
alter table transaction_event
  drop constraint transaction_event_actor_kind_check,
  add constraint transaction_event_actor_kind_check
    check (actor_kind in ('user', 'api_key', 'processor', 'system', 'import', 'payer'));

-- ---------------------------------------------------------------------------------------------- rules by trigger

create function record_link_event() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.status = old.status then
    return null;
  end if;
  insert into link_event (merchant_id, payment_link_id, card_add_link_id, kind, detail)
    values (new.merchant_id, case when tg_argv[0] = 'payment_link' then new.id end,
      case when tg_argv[0] = 'card_add_link' then new.id end,
      case new.status when 'CREATED' then 'created' when 'INITIATED' then 'opened' else lower(new.status) end,
      new.status_reason);
  return null;
end $$;

-- A payment takes a use of its link when it begins and gives it back when it comes to nothing; when it is paid, the link
-- may be done. So a link is done with its payment or not at all, whichever way the outcome comes.
create function move_link_uses() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  what text;
  is_open boolean := tg_op = 'UPDATE' and old.status in ('INITIATED', 'PENDING', 'UNKNOWN');
begin
  if tg_op = 'INSERT' then
    what := 'attempted';
  elsif is_open and new.status in ('DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED') then
    what := 'failed';
  elsif is_open and new.status in ('AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED') then
    what := 'paid';
  else
    return null;
  end if;
  insert into link_event (merchant_id, payment_link_id, card_add_link_id, kind, detail, transaction_created_at, transaction_id)
    values (new.merchant_id, new.payment_link_id, new.card_add_link_id, what,
      case when what = 'failed' then coalesce(new.status_reason, lower(new.status)) end, new.created_at, new.id);
  update payment_link link set
      attempts = attempts + (what = 'attempted')::int,
      uses_reserved = uses_reserved + (what = 'attempted')::int - (what = 'failed')::int,
      uses = uses + (what = 'paid')::int,
      status = case
        when what = 'paid' and status = 'INITIATED' and uses + 1 = max_uses then 'DONE'
        when what = 'failed' and status = 'INITIATED' and not reusable and attempts >= 10 then 'EXPIRED'
        else status end,
      status_reason = case
        when what = 'failed' and status = 'INITIATED' and not reusable and attempts >= 10 then 'maximum_attempts'
        else status_reason end
    where link.merchant_id = new.merchant_id and link.id = new.payment_link_id;
  update card_add_link link set
      attempts = attempts + (what = 'attempted')::int,
      uses_reserved = uses_reserved + (what = 'attempted')::int - (what = 'failed')::int,
      card_id = case when what = 'paid' and status = 'INITIATED' then new.card_id else card_id end,
      status = case
        when what = 'paid' and status = 'INITIATED' and new.card_id is not null then 'DONE'
        when what = 'failed' and status = 'INITIATED' and attempts >= 10 then 'EXPIRED'
        else status end,
      status_reason = case
        when what = 'failed' and status = 'INITIATED' and attempts >= 10 then 'maximum_attempts'
        else status_reason end
    where link.merchant_id = new.merchant_id and link.id = new.card_add_link_id;
  return null;
end $$;

grant create on schema public to kontor_engine;
alter function record_link_event() owner to kontor_engine;
alter function move_link_uses() owner to kontor_engine;
revoke create on schema public from kontor_engine;

create trigger a_status_transition before update of status on payment_link
  for each row execute function check_status_transition('payment_link');
create trigger a_status_transition before update of status on card_add_link
  for each row execute function check_status_transition('card_add_link');
create trigger c_event after insert or update of status on payment_link
  for each row execute function record_link_event('payment_link');
create trigger c_event after insert or update of status on card_add_link
  for each row execute function record_link_event('card_add_link');
create trigger d_link after insert or update of status on transaction
  for each row when (new.payment_link_id is not null or new.card_add_link_id is not null)
  execute function move_link_uses();

-- ---------------------------------------------------------------------------------------------- row-level security

do $$
declare
  name text;
begin
  foreach name in array array['payment_link', 'card_add_link', 'link_event', 'checkout_payment'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_merchant on %I to kontor_merchant using (merchant_id = current_merchant())
      with check (merchant_id = current_merchant())', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)', name);
  end loop;
end $$;

-- ---------------------------------------------------------------------------------------------- privileges

grant select on payment_link, card_add_link, link_event, checkout_payment to kontor_merchant, kontor_provider;
grant insert (merchant_id, id, organisation_id, payment_profile_id, currency_code, customer_id, amount, minimum_amount,
  maximum_amount, merchant_reference, description, payment_products, reusable, max_uses, language, email_address,
  redirect_url, status, expires_at, created_by, created_at) on payment_link to kontor_merchant, kontor_provider;
grant insert (merchant_id, id, organisation_id, payment_profile_id, currency_code, customer_id, merchant_reference,
  description, purpose, language, email_address, redirect_url, status, expires_at, created_by, created_at)
  on card_add_link to kontor_merchant, kontor_provider;
grant update (status, status_reason, email_address, mails_sent, last_mailed_at) on payment_link, card_add_link
  to kontor_merchant, kontor_provider;
grant insert (merchant_id, payment_link_id, card_add_link_id, kind, detail) on link_event
  to kontor_merchant, kontor_provider;
grant insert on checkout_payment to kontor_merchant, kontor_provider;
grant insert (payment_link_id, card_add_link_id) on transaction to kontor_merchant, kontor_provider;
-- A card that was stored by a payment; one that is revoked.
grant update (card_id) on transaction to kontor_merchant, kontor_provider;
grant update (revoked_at) on card to kontor_merchant, kontor_provider;
-- A merchant's own commands may put a mail into the outbox, and read none.
grant insert on mail to kontor_merchant;

grant select, update (attempts, uses_reserved, uses, status, status_reason, last_status_update) on payment_link to kontor_engine;
grant select, update (attempts, uses_reserved, card_id, status, status_reason, last_status_update) on card_add_link to kontor_engine;
grant insert on link_event to kontor_engine;

-- Where a link was mailed to is forgotten with its customer.
create function forget_mailed_addresses() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update link_event e set detail = null
    where e.merchant_id = new.merchant_id and e.kind = 'mailed' and e.detail is not null and (
      e.payment_link_id in (select id from payment_link where merchant_id = new.merchant_id and customer_id = new.id)
      or e.card_add_link_id in (select id from card_add_link where merchant_id = new.merchant_id and customer_id = new.id));
  return null;
end $$;
grant create on schema public to kontor_engine;
alter function forget_mailed_addresses() owner to kontor_engine;
revoke create on schema public from kontor_engine;
grant select, update (detail) on link_event to kontor_engine;
create trigger forget_mailed_addresses after update of erased_at on customer
  for each row when (new.erased_at is not null) execute function forget_mailed_addresses();
