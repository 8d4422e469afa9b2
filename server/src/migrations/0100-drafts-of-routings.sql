-- A routing that is being written, kept for the person who writes it (docs/adr/0117).

create table routing_draft (
  merchant_id uuid not null references merchant,
  user_id uuid not null,
  routing_id uuid not null,
  -- The version that it was made from.
  version int not null check (version > 0),
  -- The fields of the form with the unfinished tree.
  content jsonb not null check (jsonb_typeof(content) = 'object' and octet_length(content::text) <= 262144),
  saved_at timestamptz(3) not null,
  primary key (merchant_id, user_id, routing_id),
  foreign key (merchant_id, routing_id) references routing (merchant_id, id) on delete cascade
);
create index routing_draft_routing on routing_draft (merchant_id, routing_id);

alter table routing_draft enable row level security, force row level security;
create policy own_merchant on routing_draft to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on routing_draft to kontor_provider, kontor_engine using (true) with check (true);
grant select, insert, delete, update (version, content, saved_at) on routing_draft to kontor_merchant, kontor_provider;
