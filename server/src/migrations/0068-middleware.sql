-- An outside service that is asked about a payment before its processor is (docs/adr/0096).

create table middleware (
  merchant_id uuid not null references merchant,
  id uuid not null,
  organisation_id uuid not null,
  created_at timestamptz(3) not null default now(),
  name text not null check (length(name) between 1 and 200),
  description text check (length(description) between 1 and 500),
  provider text not null,
  active boolean not null default true,
  url text not null check (length(url) between 1 and 2000),
  time_limit_ms int not null check (time_limit_ms between 100 and 5000),
  when_silent text not null check (when_silent in ('go_on', 'refuse')),
  -- The secret follows from the master key, this row and this number: a reader of the database has none of it.
  secret_version int not null default 1 check (secret_version > 0),
  secret_changed_at timestamptz(3) not null default now(),
  -- Until then the secret before signs as well.
  previous_until timestamptz(3),
  -- How often it was silent since its last answer, and until when it is not asked for that.
  silent_in_row int not null default 0 check (silent_in_row >= 0),
  paused_until timestamptz(3),
  last_answer_at timestamptz(3),
  last_silent_at timestamptz(3),
  last_problem text,
  primary key (merchant_id, id),
  unique (id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id)
);
create index middleware_created on middleware (merchant_id, created_at desc, id);
create index middleware_organisation on middleware (merchant_id, organisation_id);

create table payment_profile_middleware (
  merchant_id uuid not null,
  payment_profile_id uuid not null,
  middleware_id uuid not null,
  position int not null,
  primary key (merchant_id, payment_profile_id, middleware_id),
  foreign key (merchant_id, payment_profile_id) references payment_profile (merchant_id, id),
  foreign key (merchant_id, middleware_id) references middleware (merchant_id, id)
);
create index payment_profile_middleware_middleware on payment_profile_middleware (merchant_id, middleware_id);

-- What a middleware decided about a payment, written once: asked again, it may not overrule itself. The row has what was said
-- and outlives the middleware.
create table middleware_call (
  merchant_id uuid not null,
  transaction_created_at timestamptz(3) not null,
  transaction_id uuid not null,
  middleware_id uuid not null,
  name text not null,
  at timestamptz(3) not null default engine_now(),
  decision text not null check (decision in ('none', 'tag', 'block', 'silent', 'skipped')),
  -- The payment went on, or was refused: by the decision, or because nothing was said.
  refused boolean not null,
  reason text check (length(reason) between 1 and 200 and not contains_card_number(reason)),
  -- The word that was to be put on the payment, whether the merchant has such a tag or not.
  tag text check (length(tag) between 1 and 40 and not contains_card_number(tag)),
  problem text,
  url text not null,
  request_body text,
  -- 0: no answer came.
  response_code int not null,
  response_body text,
  duration_ms int not null,
  primary key (merchant_id, transaction_created_at, transaction_id, middleware_id),
  foreign key (merchant_id, transaction_created_at, transaction_id) references transaction (merchant_id, created_at, id)
);

do $$
declare
  name text;
begin
  foreach name in array array['middleware', 'payment_profile_middleware', 'middleware_call'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_merchant on %I to kontor_merchant using (merchant_id = current_merchant())
      with check (merchant_id = current_merchant())', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)', name);
  end loop;
end $$;

grant select on middleware, payment_profile_middleware, middleware_call to kontor_merchant, kontor_provider;
-- Only the provider makes them; the payments of a merchant write down how they answer.
grant insert (merchant_id, id, organisation_id, created_at, name, description, provider, active, url, time_limit_ms, when_silent,
  secret_changed_at), delete on middleware to kontor_provider;
grant update (organisation_id, name, description, active, url, time_limit_ms, when_silent, secret_version, secret_changed_at,
  previous_until) on middleware to kontor_provider;
grant update (silent_in_row, paused_until, last_answer_at, last_silent_at, last_problem) on middleware
  to kontor_merchant, kontor_provider;
grant insert, update (position), delete on payment_profile_middleware to kontor_merchant, kontor_provider;
grant insert on middleware_call to kontor_merchant, kontor_provider;
-- A payment that a middleware blocks.
grant update (blocked) on transaction to kontor_merchant, kontor_provider;

-- A new secret is a change; its number says nothing to people.
select record_changes_of('middleware', 'middleware', secret => '{secret_version,secret_changed_at}',
  noise => '{silent_in_row,paused_until,last_answer_at,last_silent_at,last_problem}');
select record_changes_of('payment_profile_middleware', 'payment_profile', item => 'payment_profile_id',
  part => 'middleware_id');
