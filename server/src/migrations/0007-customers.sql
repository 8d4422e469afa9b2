-- Everything that is known of customers, the record of what people did with it, and the segments that follow from what
-- customers bought.

-- ---------------------------------------------------------------------------------------------- customers

alter table customer
  add column initials text,
  add column title text,
  add column gender text check (gender in ('female', 'male', 'other')),
  add column street_address text,
  add column house_number text,
  add column house_number_suffix text,
  add column region text,
  add column fax_number text,
  -- Sealed under the key outside the database, bound to merchant and customer (platform/sealed.ts).
  add column date_of_birth bytea,
  add column social_security_number bytea,
  add column erased_at timestamptz(3),
  add constraint customer_erased check (erased_at is null or num_nonnulls(reference, email_address, title, initials,
    first_name, last_name, gender, street_address, house_number, house_number_suffix, postal_code, city, region,
    country_code, phone_number, fax_number, date_of_birth, social_security_number, status_reason) = 0);

-- What people did with a customer. It stays when the customer goes, so it names fields and never says what was in them.
create table customer_event (
  merchant_id uuid not null references merchant,
  customer_id uuid not null,
  id bigint generated always as identity,
  at timestamptz(3) not null default engine_now(),
  kind text not null check (kind in ('created', 'updated', 'status', 'revealed', 'card_revoked', 'erased', 'deleted')),
  fields text[] not null default '{}',
  from_status text,
  to_status text,
  actor_kind text not null check (actor_kind in ('user', 'api_key', 'system')),
  actor_id uuid,
  actor_name text,
  primary key (merchant_id, customer_id, id)
);

-- ---------------------------------------------------------------------------------------------- segments

-- What a customer bought, and the scores and segment that follow (docs/adr/0040).
create table customer_rfm (
  merchant_id uuid not null,
  customer_id uuid not null,
  last_purchase_at timestamptz(3) not null,
  purchases int not null check (purchases > 0),
  -- The currency in which most was bought, and what was spent in it.
  currency_code text not null references currency,
  amount bigint not null check (amount > 0),
  recency smallint not null default 1 check (recency between 1 and 5),
  frequency smallint not null default 1 check (frequency between 1 and 5),
  monetary smallint not null default 1 check (monetary between 1 and 5),
  segment text,
  -- When time alone lowers the recency.
  ages_at timestamptz(3),
  changed_at timestamptz(3) not null,
  primary key (merchant_id, customer_id),
  foreign key (merchant_id, customer_id) references customer (merchant_id, id)
);
create index customer_rfm_ages on customer_rfm (ages_at) where ages_at is not null;
create index customer_rfm_changed on customer_rfm (merchant_id, changed_at);

-- What parts the fifths of a merchant's customers by what they spent, in each currency.
create table customer_rfm_scale (
  merchant_id uuid not null references merchant,
  currency_code text not null references currency,
  breaks bigint[] not null check (cardinality(breaks) = 4),
  made_at timestamptz(3) not null,
  primary key (merchant_id, currency_code)
);

-- Customers who bought something, or whose purchase changed: nobody waits for anybody here, a row may be there twice.
create table customer_rfm_due (
  merchant_id uuid not null references merchant,
  id bigint generated always as identity,
  customer_id uuid not null,
  primary key (merchant_id, id)
);

create function note_purchase() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into customer_rfm_due (merchant_id, customer_id) values (new.merchant_id, new.customer_id);
  return null;
end $$;

create function note_new_purchases() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into customer_rfm_due (merchant_id, customer_id)
    select distinct merchant_id, customer_id from new_row where customer_id is not null and captured_amount > 0;
  return null;
end $$;

grant create on schema public to kontor_engine;
alter function note_purchase() owner to kontor_engine;
alter function note_new_purchases() owner to kontor_engine;
revoke create on schema public from kontor_engine;

create trigger d_new_purchases after insert on transaction referencing new table as new_row
  for each statement execute function note_new_purchases();
create trigger d_purchase after update on transaction for each row
  when (new.customer_id is not null and (old.captured_amount <> new.captured_amount
    or old.refund_reserved <> new.refund_reserved or (new.captured_amount > 0 and old.status <> new.status)))
  execute function note_purchase();

-- ---------------------------------------------------------------------------------------------- row-level security

do $$
declare
  name text;
begin
  foreach name in array array['customer_event', 'customer_rfm', 'customer_rfm_scale', 'customer_rfm_due'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_merchant on %I to kontor_merchant using (merchant_id = current_merchant())
      with check (merchant_id = current_merchant())', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)', name);
  end loop;
end $$;

-- ---------------------------------------------------------------------------------------------- privileges

grant select on customer_event, customer_rfm to kontor_merchant, kontor_provider;
grant insert on customer_event to kontor_merchant, kontor_provider;
grant update (organisation_id, reference, initials, title, gender, street_address, house_number, house_number_suffix,
  region, fax_number, date_of_birth, social_security_number, erased_at) on customer to kontor_merchant, kontor_provider;
grant delete on customer to kontor_merchant, kontor_provider;
grant update (revoked_at) on card to kontor_merchant, kontor_provider;
-- An erased customer leaves its segment.
grant delete on customer_rfm to kontor_merchant, kontor_provider;
grant insert, update on customer_rfm to kontor_provider;
grant select, insert, update on customer_rfm_scale to kontor_provider;
grant select, delete on customer_rfm_due to kontor_provider;
grant insert on customer_rfm_due to kontor_engine;
