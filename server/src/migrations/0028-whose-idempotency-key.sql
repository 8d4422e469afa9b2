-- An answer is kept for whoever asked: two shops of a merchant that number alike do not meet, and nobody is told what another
-- was answered. A key that was rotated is still the same program: what it began it may repeat with its new secret.
alter table api_key
  -- The first key of the line that rotating made; null: this one.
  add column program_id uuid,
  add foreign key (merchant_id, program_id) references api_key (merchant_id, id);

-- It follows from `successor_id`, which is in the trail.
update recorded_table set noise = noise || '{program_id}' where name = 'api_key';
alter table api_key no force row level security;
with recursive line as (
  select merchant_id, id, successor_id, id as first_id from api_key k
    where not exists (select from api_key b where b.merchant_id = k.merchant_id and b.successor_id = k.id)
  union all
  select k.merchant_id, k.id, k.successor_id, line.first_id from line
    join api_key k on k.merchant_id = line.merchant_id and k.id = line.successor_id)
update api_key k set program_id = line.first_id from line
  where k.merchant_id = line.merchant_id and k.id = line.id and line.id <> line.first_id;
alter table api_key force row level security;

-- The all-zero id: from the version before, which kept no caller. Such rows are gone after seven days.
alter table idempotency_key add column caller_id uuid not null default '00000000-0000-0000-0000-000000000000';
alter table idempotency_key drop constraint idempotency_key_pkey;
alter table idempotency_key add constraint idempotency_key_pkey primary key (merchant_id, key, caller_id);
