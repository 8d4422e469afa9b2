-- Rulesets put tags on payments, block them or ask for 3-D Secure (docs/adr/0107), and what was decided about each payment
-- before it went to a processor is kept (docs/adr/0108).

create table validation_ruleset (
  merchant_id uuid not null references merchant,
  id uuid not null,
  organisation_id uuid not null,
  -- Null: every payment profile of the organisation and of those below it.
  payment_profile_id uuid,
  created_at timestamptz(3) not null default now(),
  name text not null check (length(name) between 1 and 200),
  action text not null check (action in ('tag', 'block', '3dSecure')),
  tag_id uuid,
  webhook_url text check (length(webhook_url) between 1 and 2000),
  email text check (length(email) between 1 and 254),
  -- The amounts of its rules are in minor units of this currency.
  currency_code text not null references currency,
  active boolean not null default true,
  -- [{name, operator, value}]: a payment is hit when all of them hold.
  rules jsonb not null check (octet_length(rules::text) <= 65536),
  -- Raised by each change. Hits name it.
  version int not null default 1 check (version > 0),
  -- When its last mail was made.
  mailed_at timestamptz(3),
  primary key (merchant_id, id),
  unique (id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  foreign key (merchant_id, payment_profile_id) references payment_profile (merchant_id, id),
  -- A tag that a ruleset puts on is not deleted.
  foreign key (merchant_id, tag_id) references tag (merchant_id, id),
  constraint validation_ruleset_tag check ((action = 'tag') = (tag_id is not null)),
  constraint validation_ruleset_webhook check (action <> '3dSecure' or webhook_url is null),
  constraint validation_ruleset_rules check (jsonb_typeof(rules) = 'array' and jsonb_array_length(rules) between 1 and 50)
);
create index validation_ruleset_created on validation_ruleset (merchant_id, created_at desc, id);
create index validation_ruleset_organisation on validation_ruleset (merchant_id, organisation_id);
create index validation_ruleset_profile on validation_ruleset (merchant_id, payment_profile_id)
  where payment_profile_id is not null;
create index validation_ruleset_tag_used on validation_ruleset (merchant_id, tag_id) where tag_id is not null;

-- A payment that a ruleset hit. The row outlives the ruleset, and has its name of that moment.
create table validation_ruleset_hit (
  merchant_id uuid not null,
  transaction_created_at timestamptz(3) not null,
  transaction_id uuid not null,
  ruleset_id uuid not null,
  version int not null,
  name text not null,
  action text not null check (action in ('tag', 'block', '3dSecure')),
  tag_id uuid,
  -- It is in no mail yet.
  mail_due boolean not null default false,
  primary key (merchant_id, transaction_created_at, transaction_id, ruleset_id),
  foreign key (merchant_id, transaction_created_at, transaction_id) references transaction (merchant_id, created_at, id)
);
create index validation_ruleset_hit_ruleset on validation_ruleset_hit (merchant_id, ruleset_id, transaction_created_at desc);
create index validation_ruleset_hit_mail on validation_ruleset_hit (merchant_id, ruleset_id) where mail_due;

-- What was decided about a payment when it began, and from which facts. Written once.
create table decision (
  merchant_id uuid not null,
  transaction_created_at timestamptz(3) not null,
  transaction_id uuid not null,
  via text not null check (via in ('tree', 'position', 'keeper', 'fallback', 'blocked')),
  -- The processor that was chosen first; null: the payment was blocked.
  processor_id uuid,
  routing_id uuid,
  routing_version int check (routing_version > 0),
  -- The way through the tree.
  path text check (octet_length(path) <= 350),
  -- What was known of the payment. A fact that is missing is left out.
  facts jsonb not null check (jsonb_typeof(facts) = 'object' and octet_length(facts::text) <= 1000),
  -- Why the brand and BIN of a new card are missing.
  card_problem text check (card_problem in ('no_answer', 'not_known')),
  three_d_secure text check (three_d_secure in ('required', 'impossible')),
  constraint decision_routing check ((routing_id is null) = (routing_version is null)),
  constraint decision_blocked check ((via = 'blocked') = (processor_id is null))
) partition by range (transaction_created_at);

create or replace function ensure_partitions(first date, last date) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month date;
  parent text;
  part text;
  made int := 0;
begin
  if last - first > 366 * 100 then
    raise exception 'a range of more than a hundred years is a mistake' using errcode = '22023';
  end if;
  month := date_trunc('month', first)::date;
  while month <= last loop
    foreach parent in array array['transaction', 'transaction_event', 'processor_call', 'payment_attempt', 'decision'] loop
      part := parent || to_char(month, '_YYYY_MM');
      if to_regclass(part) is null then
        -- One at a time: two servers may start together.
        perform pg_advisory_xact_lock(hashtext('kontor.partitions'));
        continue when to_regclass(part) is not null;
        execute format('create table %I partition of %I for values from (%L) to (%L)', part, parent,
          to_char(month, 'YYYY-MM-DD') || ' 00:00:00+00',
          to_char(month + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00');
        execute format('alter table %I enable row level security, force row level security', part);
        if parent = 'transaction' then
          execute format('alter table %I set (fillfactor = 85)', part);
        end if;
        made := made + 1;
      end if;
    end loop;
    month := (month + interval '1 month')::date;
  end loop;
  return made;
end $$;

-- The months that there are, and no others: an import may have made one of long ago.
select ensure_partitions(month, month) from (
  select to_date(right(c.relname, 7), 'YYYY_MM') as month from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'transaction'::regclass) existing;

alter table decision
  add primary key (merchant_id, transaction_created_at, transaction_id),
  add foreign key (merchant_id, transaction_created_at, transaction_id) references transaction (merchant_id, created_at, id);

do $$
declare
  name text;
begin
  foreach name in array array['validation_ruleset', 'validation_ruleset_hit', 'decision'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_merchant on %I to kontor_merchant using (merchant_id = current_merchant())
      with check (merchant_id = current_merchant())', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)', name);
  end loop;
end $$;

grant select on validation_ruleset, validation_ruleset_hit, decision to kontor_merchant, kontor_provider;
grant insert (merchant_id, id, organisation_id, payment_profile_id, created_at, name, action, tag_id, webhook_url, email,
  currency_code, active, rules), delete on validation_ruleset to kontor_merchant, kontor_provider;
-- What a ruleset does and whose it is stays.
grant update (payment_profile_id, name, tag_id, webhook_url, email, currency_code, active, rules, version) on validation_ruleset
  to kontor_merchant, kontor_provider;
grant update (mailed_at) on validation_ruleset to kontor_provider;
grant insert on validation_ruleset_hit, decision to kontor_merchant, kontor_provider;
grant update (mail_due) on validation_ruleset_hit to kontor_provider;

select record_changes_of('validation_ruleset', 'validation_ruleset', noise => '{mailed_at}');
