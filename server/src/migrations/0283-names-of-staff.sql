-- compatible-with: 0231
-- The names by which the provider's staff may stand in rows of a merchant: those of today, and those of before, of which the
-- trail of changes knows. A name that the merchant's own people or keys have, or had, is not among them (docs/adr/0250).
create index change_of_name on change (merchant_id, item_id)
  where entity = 'user' and part is null and before is not null and (before ->> 'name') is distinct from (after ->> 'name');

create function staff_names(of_merchant uuid) returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  with former as (
    select merchant_id, before ->> 'name' as name from change
    where merchant_id in ('00000000-0000-0000-0000-000000000000', of_merchant) and entity = 'user' and part is null
      and before is not null and (before ->> 'name') is distinct from (after ->> 'name')),
  staff as (
    select name from platform_user where merchant_id is null
    union select name from former where merchant_id = '00000000-0000-0000-0000-000000000000')
  select coalesce(array_agg(name), '{}') from staff where name is not null
    and not exists (select from platform_user own where own.merchant_id = of_merchant and own.name = staff.name)
    and not exists (select from former own where own.merchant_id = of_merchant and own.name = staff.name)
    and not exists (select from api_key own where own.merchant_id = of_merchant and own.name = staff.name)
$$;
grant select on api_key to kontor_engine;
grant create on schema public to kontor_engine;
alter function staff_names(uuid) owner to kontor_engine;
revoke create on schema public from kontor_engine;
revoke execute on function staff_names(uuid) from public;
grant execute on function staff_names(uuid) to kontor_merchant, kontor_provider;
