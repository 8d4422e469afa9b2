-- A second credential proves notifications only where somebody vouches for it (docs/adr/0083). `used`: it was in use.
-- `staff`: whoever may put it to use prepared it. `merchant`: a merchant's user did, so it proves nothing until it is put to use.
-- Null: a process of the version before prepared it.

alter table processor add column second_origin text check (second_origin in ('used', 'staff', 'merchant'));

grant update (second_origin) on processor to kontor_provider;

update recorded_table set noise = noise || '{second_origin}'::text[] where name = 'processor';

update processor p set second_origin = case
  when last.command = 'switch-processor-credential' then 'used'
  when last.is_staff then 'staff'
  else 'merchant' end
from processor of
left join lateral (
  select c.command, c.actor_kind = 'user' and exists (
    select from platform_user u where u.id = c.actor_id and u.merchant_id is null) as is_staff
  from change c
  where c.merchant_id = of.merchant_id and c.entity = 'processor' and c.item_id = of.id
    and 'second_credential' = any (c.secrets)
  order by c.version desc limit 1) last on true
where p.merchant_id = of.merchant_id and p.id = of.id and p.second_credential is not null;
