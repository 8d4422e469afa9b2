-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (
  select
  platform_user.id, platform_user.created_at, platform_user.name, platform_user.email,
  case
  when not platform_user.active then 'DISABLED'
  when platform_user.locked_at is not null then 'LOCKED'
  when platform_user.password_hash is not null or exists (select from linked_identity i where i.user_id = platform_user.id) then 'ACTIVE'
  when link.expires_at > now() then 'INVITED'
  else 'EXPIRED' end as status,
  coalesce(platform_user.mfa_type, 'none') as mfa, platform_user.mfa_required, platform_user.language,
  (select e.created_at from sign_in_event e where e.user_id = platform_user.id and e.kind = 'signed_in'
  order by e.id desc limit 1) as last_sign_in_at,
  platform_user.invited_at, link.expires_at as link_expires_at,
  array(select g.role from role_grant g where g.user_id = platform_user.id order by g.role) as roles from platform_user
  left join lateral (
  select greatest(platform_user.invited_at + interval '24 hours',
  (select max(t.expires_at) from user_token t where t.user_id = platform_user.id and t.purpose = 'set_password'
  and t.used_at is null)) as expires_at
  where platform_user.password_hash is null and platform_user.active and not exists (select from linked_identity i where i.user_id = platform_user.id)) link on true where platform_user.merchant_id is null and $1::boolean) as row where "row"."created_at" >= ($2::date::timestamp at time zone $3) and "row"."created_at" <= (($4::date + 1)::timestamp at time zone $5) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $6) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (
  select
  platform_user.id, platform_user.created_at, platform_user.name, platform_user.email,
  case
  when not platform_user.active then 'DISABLED'
  when platform_user.locked_at is not null then 'LOCKED'
  when platform_user.password_hash is not null or exists (select from linked_identity i where i.user_id = platform_user.id) then 'ACTIVE'
  when link.expires_at > now() then 'INVITED'
  else 'EXPIRED' end as status,
  coalesce(platform_user.mfa_type, 'none') as mfa, platform_user.mfa_required, platform_user.language,
  (select e.created_at from sign_in_event e where e.user_id = platform_user.id and e.kind = 'signed_in'
  order by e.id desc limit 1) as last_sign_in_at,
  platform_user.invited_at, link.expires_at as link_expires_at,
  array(select g.role from role_grant g where g.user_id = platform_user.id order by g.role) as roles from platform_user
  left join lateral (
  select greatest(platform_user.invited_at + interval '24 hours',
  (select max(t.expires_at) from user_token t where t.user_id = platform_user.id and t.purpose = 'set_password'
  and t.used_at is null)) as expires_at
  where platform_user.password_hash is null and platform_user.active and not exists (select from linked_identity i where i.user_id = platform_user.id)) link on true where platform_user.merchant_id is null and $1::boolean) as row where "row"."created_at" >= ($2::date::timestamp at time zone $3) and "row"."created_at" <= (($4::date + 1)::timestamp at time zone $5) - interval '1 millisecond';
