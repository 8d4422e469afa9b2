-- Organisations have an address, and are created, moved and deleted by people (docs/adr/0078). The tree stays a tree
-- however a row is written, and two moves at once come one after the other.

alter table organisation
  alter column depth set default 0,
  add column street text check (length(street) <= 200),
  add column street_number text check (street_number ~ '^\d{1,10}$'),
  add column extended_address text check (length(extended_address) <= 200),
  add column postal_code text check (length(postal_code) <= 20),
  add column locality text check (length(locality) <= 100),
  add column region text check (length(region) <= 100),
  add column tax_number text check (length(tax_number) <= 50);

-- The depth follows from the parent: in the trail it would repeat each move for everything below.
update recorded_table set noise = '{depth}' where name = 'organisation';

create function place_organisation() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.parent_id is null then
    new.depth := 0;
    return new;
  end if;
  -- Changes of one merchant's tree come one after the other. Commands take this lock before they look at the tree.
  perform pg_advisory_xact_lock(hashtextextended('kontor.organisation/' || new.merchant_id, 0));
  if exists (
    with recursive above as (
      select o.id, o.parent_id from organisation o where o.merchant_id = new.merchant_id and o.id = new.parent_id
      union
      select o.id, o.parent_id from organisation o join above on o.id = above.parent_id
      where o.merchant_id = new.merchant_id
    ) select from above where id = new.id
  ) then
    raise exception 'an organisation below itself' using errcode = '23514', constraint = 'organisation_circle';
  end if;
  -- Without a parent there is no depth, and the foreign key refuses the row.
  new.depth := coalesce((select o.depth + 1 from organisation o
    where o.merchant_id = new.merchant_id and o.id = new.parent_id), 1);
  return new;
end $$;

-- A level at a time: each row that gets another depth tells its children.
create function move_organisations_below() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update organisation set depth = new.depth + 1 where merchant_id = new.merchant_id and parent_id = new.id;
  return null;
end $$;

grant create on schema public to kontor_engine;
alter function place_organisation() owner to kontor_engine;
alter function move_organisations_below() owner to kontor_engine;
revoke create on schema public from kontor_engine;
grant select, update (depth) on organisation to kontor_engine;

create trigger a_place before insert or update of parent_id on organisation
  for each row execute function place_organisation();
create trigger b_below after update of parent_id, depth on organisation
  for each row when (old.depth is distinct from new.depth) execute function move_organisations_below();

grant insert (merchant_id, id, parent_id, created_at, name, email, phone, street, street_number, extended_address, postal_code,
  locality, region, country_code, tax_number) on organisation to kontor_merchant;
grant update (parent_id, name, email, phone, street, street_number, extended_address, postal_code, locality, region,
  country_code, tax_number) on organisation to kontor_merchant, kontor_provider;
grant delete on organisation to kontor_merchant, kontor_provider;
