-- A new routing that is being written, kept for the person who writes it: one per person and merchant (docs/adr/0138).

create table new_routing_draft (
  merchant_id uuid not null references merchant,
  user_id uuid not null,
  -- The fields of the form with the unfinished tree.
  content jsonb not null check (jsonb_typeof(content) = 'object' and octet_length(content::text) <= 262144),
  saved_at timestamptz(3) not null,
  primary key (merchant_id, user_id)
);

alter table new_routing_draft enable row level security, force row level security;
create policy own_merchant on new_routing_draft to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on new_routing_draft to kontor_provider, kontor_engine using (true) with check (true);
grant select, insert, delete, update (content, saved_at) on new_routing_draft to kontor_merchant, kontor_provider;
