-- What super users removed from caches. Every process reads it and removes the same from its own memory (docs/adr/0101).
create table cache_removal (
  id uuid primary key,
  at timestamptz(3) not null default now(),
  cache text not null check (length(cache) between 1 and 50),
  key text not null check (length(key) between 1 and 200),
  removed_by text not null check (length(removed_by) between 1 and 300)
);
create index cache_removal_at on cache_removal (at);
grant select, insert on cache_removal to kontor_provider;
