-- compatible-with: 0231
-- What a merchant's payments are checked by belongs to the merchant, also after the payment profile that was asked by it is gone
-- (docs/adr/0096). A trigger fills it, so that processes of the version before need not.
update recorded_table set noise = noise || '{is_kept}' where name = 'middleware';
alter table middleware add column is_kept boolean not null default false;
-- Profiles that the merchant deleted with their checks count, unless somebody took the check out of one since.
update middleware m set is_kept = true where kind = 'before' and (
  exists (select from payment_profile_middleware x where x.merchant_id = m.merchant_id and x.middleware_id = m.id)
  or (select c.command = 'delete-payment-profile'
      and not exists (select from platform_user u where u.id = c.actor_id and u.merchant_id is null) from change c
    where c.merchant_id = m.merchant_id and c.entity = 'payment_profile' and c.part = 'payment_profile_middleware'
      and c.part_id = m.id::text and c.operation = 'deleted'
    order by c.at desc, c.id desc limit 1));
grant update (is_kept) on middleware to kontor_merchant, kontor_provider;

create function keep_check() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update middleware m set is_kept = true
    where m.merchant_id = new.merchant_id and m.id = new.middleware_id and m.kind = 'before' and not m.is_kept;
  return new;
end $$;
grant update (is_kept) on middleware to kontor_engine;
grant create on schema public to kontor_engine;
alter function keep_check() owner to kontor_engine;
revoke create on schema public from kontor_engine;
create trigger a_kept before insert on payment_profile_middleware for each row execute function keep_check();
