-- How people look at lists, under names. A view is its owner's; a shared one is shown to everybody of the same merchant, or
-- of the provider's staff, and changed by its owner alone.

create table saved_view (
  -- The merchant, or the all-zero id for the provider's staff.
  merchant_id uuid not null,
  id uuid not null,
  -- No reference: a shared view outlives its owner.
  owner_id uuid not null,
  owner_name text not null check (length(owner_name) between 1 and 200),
  list text not null check (list ~ '^/[[:alnum:]_/-]{1,99}$'),
  name text not null check (length(name) between 1 and 80 and name !~ '[[:cntrl:]]'),
  -- As text, so that an address keeps the order of its filters.
  content json not null check (json_typeof(content) = 'object' and length(content::text) <= 100000),
  shared boolean not null default false,
  created_at timestamptz(3) not null default now(),
  changed_at timestamptz(3) not null default now(),
  primary key (merchant_id, id)
);
create unique index saved_view_name on saved_view (merchant_id, owner_id, list, lower(name));
create index saved_view_shared on saved_view (merchant_id, list) where shared;

alter table saved_view enable row level security, force row level security;
create policy own_merchant on saved_view to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on saved_view to kontor_provider, kontor_engine using (true) with check (true);

grant select, insert, delete on saved_view to kontor_merchant, kontor_provider;
grant update (name, content, shared, changed_at) on saved_view to kontor_merchant, kontor_provider;
