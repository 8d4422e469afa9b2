-- Processes keep a merchant's active rulesets in memory, by a version that every payment reads (docs/adr/0126).

create table ruleset_version (
  merchant_id uuid primary key references merchant,
  -- Another one after each change of a ruleset. It is drawn, so that no two contents ever have the same.
  version uuid not null default gen_random_uuid()
);

alter table ruleset_version enable row level security, force row level security;
create policy own_merchant on ruleset_version to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on ruleset_version to kontor_provider, kontor_engine using (true) with check (true);
grant select, insert (merchant_id), update (version) on ruleset_version to kontor_merchant, kontor_provider;

create function draw_ruleset_version() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into ruleset_version (merchant_id) values (coalesce(new.merchant_id, old.merchant_id))
  on conflict (merchant_id) do update set version = gen_random_uuid();
  return null;
end $$;

create trigger y_draw_version after insert or delete
  or update of payment_profile_id, name, action, tag_id, webhook_url, email, currency_code, active, rules, version
  on validation_ruleset for each row execute function draw_ruleset_version();

insert into ruleset_version (merchant_id) select distinct merchant_id from validation_ruleset;
