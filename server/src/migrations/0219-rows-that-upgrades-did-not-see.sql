-- compatible-with: 0210
-- Upgrades changed rows as the owner of the database. One that neither is a superuser nor inherits the rights of its roles saw none
-- of them, and six upgrades left out what they were for without a word: 0026, 0052, 0080, 0093, 0114 and 0136. It is done now, for what
-- was there before each of them, but for 0093: orders are too many to be read while everybody waits, and go with their days. 0027 did as well, but the engine knows payments without attempts (docs/adr/0059, 0181). The others
-- exempted the owner from the policies, or failed.

-- When an upgrade ran at a database that had been set up before; null: it ran with the first one, when there were no rows.
create function pg_temp.ran(upgrade text) returns timestamptz language sql as $$
  select later.timestamp::timestamptz from migration later, migration earliest
  where later.name = upgrade and earliest.name = '0001-first'
    and later.timestamp::timestamptz > earliest.timestamp::timestamptz + interval '10 minutes'
$$;

do $$
declare
  since timestamptz;
begin
  -- Whoever sees all rows left out none, and spares everybody the locks.
  if (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) then
    return;
  end if;

  -- Tags without spaces around them. Of those that are one without them, people decide.
  if pg_temp.ran('0026-tags') is not null then
    alter table tag no force row level security;
    update tag t set text = btrim(text)
    where text <> btrim(text) and btrim(text) <> '' and not exists (select from tag o
      where o.merchant_id = t.merchant_id and o.organisation_id = t.organisation_id and o.id <> t.id
        and lower(btrim(o.text)) = lower(btrim(t.text)));
    alter table tag force row level security;
  end if;

  -- Who vouches for a second credential that is still there.
  if pg_temp.ran('0052-who-vouches-for-a-credential') is not null then
    -- In the order in which commands lock them: the trail of changes last.
    alter table platform_user no force row level security;
    alter table processor no force row level security;
    alter table change no force row level security;
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
    where p.merchant_id = of.merchant_id and p.id = of.id and p.second_credential is not null and p.second_origin is null;
    alter table processor force row level security;
    alter table change force row level security;
    alter table platform_user force row level security;
  end if;

  -- Files that were compared before are compared again.
  since := pg_temp.ran('0080-passed-batches');
  if since is not null then
    alter table processor_settlement_file no force row level security;
    update processor_settlement_file set compared_at = null where status = 'READ' and is_proof and compared_at < since;
    alter table processor_settlement_file force row level security;
  end if;

  -- Without a version, a payment knows no ruleset of its merchant.
  if pg_temp.ran('0114-versions-of-rulesets') is not null then
    alter table validation_ruleset no force row level security;
    alter table ruleset_version no force row level security;
    insert into ruleset_version (merchant_id) select distinct merchant_id from validation_ruleset on conflict do nothing;
    alter table validation_ruleset force row level security;
    alter table ruleset_version force row level security;
  end if;

  -- A settlement with something to pay has its payout.
  if pg_temp.ran('0136-payouts') is not null then
    alter table settlement no force row level security;
    alter table payout no force row level security;
    insert into payout (merchant_id, id, created_at, number, currency_code, amount, pay_on)
      select merchant_id, id, created_at, number, currency_code, paid, pay_on from settlement where paid > 0
      on conflict do nothing;
    alter table settlement force row level security;
    alter table payout force row level security;
  end if;
end $$;
drop function pg_temp.ran(text);
