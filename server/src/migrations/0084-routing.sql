-- Trees of conditions that choose the processor of a payment, and the payment profiles that use them (docs/adr/0105).

-- Foreign keys with the product keep a routing among processors of its product.
alter table processor add unique (merchant_id, id, payment_product);

create table routing (
  merchant_id uuid not null references merchant,
  id uuid not null,
  organisation_id uuid not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  name text not null check (length(name) between 1 and 200),
  payment_product text not null check (length(payment_product) between 1 and 40),
  -- Of the amounts in its conditions.
  currency_code text not null references currency,
  details jsonb not null check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 131072),
  -- Decisions name it. The trail of changes has the tree of each.
  version int not null default 1 check (version > 0),
  primary key (merchant_id, id),
  unique (id),
  unique (merchant_id, id, payment_product),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id)
);
create unique index routing_name on routing (merchant_id, organisation_id, name);
create index routing_created on routing (merchant_id, created_at desc, id);

-- The processors at the ends of the tree, so that the database can compare them with those of payment profiles.
create table routing_processor (
  merchant_id uuid not null,
  routing_id uuid not null,
  processor_id uuid not null,
  payment_product text not null,
  position int not null,
  primary key (merchant_id, routing_id, processor_id),
  foreign key (merchant_id, routing_id, payment_product) references routing (merchant_id, id, payment_product),
  foreign key (merchant_id, processor_id, payment_product) references processor (merchant_id, id, payment_product)
);
create index routing_processor_processor on routing_processor (merchant_id, processor_id);

create table payment_profile_routing (
  merchant_id uuid not null,
  payment_profile_id uuid not null,
  payment_product text not null,
  routing_id uuid not null,
  primary key (merchant_id, payment_profile_id, payment_product),
  foreign key (merchant_id, payment_profile_id) references payment_profile (merchant_id, id),
  foreign key (merchant_id, routing_id, payment_product) references routing (merchant_id, id, payment_product)
);
create index payment_profile_routing_routing on payment_profile_routing (merchant_id, routing_id);

do $$
declare
  name text;
begin
  foreach name in array array['routing', 'routing_processor', 'payment_profile_routing'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_merchant on %I to kontor_merchant using (merchant_id = current_merchant())
      with check (merchant_id = current_merchant())', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)', name);
  end loop;
end $$;

grant select, insert, delete on routing, routing_processor, payment_profile_routing to kontor_merchant, kontor_provider;
grant update (organisation_id, updated_at, name, payment_product, currency_code, details, version) on routing
  to kontor_merchant, kontor_provider;
grant update (routing_id) on payment_profile_routing to kontor_merchant, kontor_provider;

-- A payment profile has every processor that its routings name, and each processor of a product with a routing is named by it,
-- unless it is the only one. Whoever changes one of the three tables holds the routing and then the profile, so that the other
-- one's change is waited for and then seen.
create function profile_routes_fit() returns trigger language plpgsql as $$
declare
  merchant uuid := coalesce(new.merchant_id, old.merchant_id);
  profiles uuid[];
  problem record;
begin
  if tg_table_name = 'routing_processor' then
    profiles := array(select payment_profile_id from payment_profile_routing
      where merchant_id = merchant and routing_id = coalesce(new.routing_id, old.routing_id));
  else
    profiles := array[coalesce(new.payment_profile_id, old.payment_profile_id)];
    if tg_table_name = 'payment_profile_routing' and tg_op <> 'DELETE' then
      perform from routing where merchant_id = merchant and id = new.routing_id for share;
    end if;
  end if;
  perform from payment_profile where merchant_id = merchant and id = any (profiles) order by id for no key update;

  for problem in
    with chosen as (
      select c.payment_profile_id as profile, c.payment_product as product, c.routing_id
      from payment_profile_routing c where c.merchant_id = merchant and c.payment_profile_id = any (profiles)
    ), owned as (
      select x.payment_profile_id as profile, p.payment_product as product, p.id
      from payment_profile_processor x join processor p on p.merchant_id = x.merchant_id and p.id = x.processor_id
      where x.merchant_id = merchant and x.payment_profile_id = any (profiles)
    ), named as (
      select c.profile, c.product, n.processor_id as id
      from chosen c join routing_processor n on n.merchant_id = merchant and n.routing_id = c.routing_id
    )
    select 'invalid_route' as code, profile, id from named
      where not exists (select from owned o where o.profile = named.profile and o.id = named.id)
    union all
    select 'unroutable', o.profile, o.id from owned o join chosen c using (profile, product)
      where not exists (select from named n where n.profile = o.profile and n.id = o.id)
        and (select count(*) from owned x where x.profile = o.profile and x.product = o.product) > 1
  loop
    raise exception '% in payment profile %: processor %', problem.code, problem.profile, problem.id
      using errcode = '23514', constraint = problem.code;
  end loop;
  return null;
end $$;

-- The profile is held before its change is numbered, as by whoever changes the profile itself.
create function hold_payment_profile() returns trigger language plpgsql as $$
begin
  perform from payment_profile where merchant_id = coalesce(new.merchant_id, old.merchant_id)
    and id = coalesce(new.payment_profile_id, old.payment_profile_id) for no key update;
  return coalesce(new, old);
end $$;

create trigger a_hold_profile before insert or delete on payment_profile_processor
  for each row execute function hold_payment_profile();

create constraint trigger profile_routes_fit after insert or update or delete on payment_profile_routing
  deferrable initially deferred for each row execute function profile_routes_fit();
create constraint trigger profile_routes_fit after insert or delete on payment_profile_processor
  deferrable initially deferred for each row execute function profile_routes_fit();
create constraint trigger profile_routes_fit after insert or delete on routing_processor
  deferrable initially deferred for each row execute function profile_routes_fit();

select record_changes_of('routing', 'routing', noise => '{updated_at}');
select record_changes_of('payment_profile_routing', 'payment_profile', item => 'payment_profile_id',
  part => 'payment_product');
