-- Roles that are given together, under a name. A bundle is a template: it fills in roles and grants none (docs/adr/0095).

create table role_bundle (
  -- The merchant, or the all-zero id for the provider's staff.
  merchant_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 80 and name !~ '[[:cntrl:]]'),
  description text check (length(description) between 1 and 300),
  roles text[] not null check (cardinality(roles) between 1 and 400),
  created_at timestamptz(3) not null default now(),
  primary key (merchant_id, id)
);
create unique index role_bundle_name on role_bundle (merchant_id, lower(name));

alter table role_bundle enable row level security, force row level security;
create policy own_merchant on role_bundle to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on role_bundle to kontor_provider, kontor_engine using (true) with check (true);

grant select, insert, delete on role_bundle to kontor_merchant, kontor_provider;
grant update (name, description, roles) on role_bundle to kontor_merchant, kontor_provider;

select record_changes_of('role_bundle', 'role_bundle');
