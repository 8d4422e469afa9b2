-- Tiers by the month before: a line may apply from a volume on, which the merchant captured in the month before (docs/adr/0151).

-- tier_from <= captured in the month before < tier_until, in minor units of the line's currency or of the scheme's.
alter table scheme_line
  add column tier_from bigint check (tier_from between 0 and 1000000000000),
  add column tier_until bigint check (tier_until between 0 and 1000000000000);
create index scheme_line_tiered on scheme_line (version_id) where tier_from is not null or tier_until is not null;
grant update (tier_from, tier_until) on scheme_line to kontor_provider;

-- What a merchant captured on the business days of a month, less what was taken back on them. Written once, when the month is closed,
-- for its days never change afterwards. At most what a JSON number holds exactly, which is far beyond the highest tier.
create table ledger_volume (
  merchant_id uuid not null,
  month date not null check (extract(day from month) = 1),
  currency_code text not null check (length(currency_code) = 3),
  volume bigint not null check (volume between 0 and 9007199254740991),
  primary key (merchant_id, month, currency_code)
);
alter table ledger_volume enable row level security, force row level security;
create policy every_merchant on ledger_volume to kontor_provider, kontor_engine using (true) with check (true);
create policy own_merchant on ledger_volume to kontor_merchant
  using (merchant_id = current_merchant()) with check (false);
grant select on ledger_volume to kontor_merchant, kontor_provider;
grant insert on ledger_volume to kontor_provider;

create function keep_ledger_volume() returns trigger language plpgsql as $$
begin
  raise exception 'the volume of a closed month stays' using errcode = '23514', constraint = 'ledger_volume_kept';
end $$;
create trigger kept before update or delete on ledger_volume for each row execute function keep_ledger_volume();
create trigger kept_whole before truncate on ledger_volume for each statement execute function keep_ledger_volume();

-- The volumes of the business days of a month, as rows to write.
create function volumes_of_month(month date)
returns table (merchant_id uuid, currency_code text, volume bigint) language sql stable
begin atomic
  select l.merchant_id, l.currency_code,
    least(greatest(sum(case when l.kind = 1 then l.amount else -l.amount end), 0), 9007199254740991)::bigint
  from ledger_transfer l
  where l.kind in (1, 32) and l.business_day >= volumes_of_month.month
    and l.business_day < (volumes_of_month.month + interval '1 month')::date
  group by 1, 2;
end;

-- The months that are closed as a whole already.
insert into ledger_volume (merchant_id, month, currency_code, volume)
select v.merchant_id, m.month, v.currency_code, v.volume
from ledger_day d
  cross join lateral (
    select x::date as month from generate_series(date_trunc('month', d.opened_on), d.closed_through, '1 month') x
    where (x + interval '1 month')::date - 1 <= d.closed_through) m
  cross join lateral volumes_of_month(m.month) v;

-- What a merchant captured in the month before a day. Nothing before that month is closed.
create function volume_before(merchant uuid, currency text, day date) returns bigint language sql stable
return coalesce((select v.volume from ledger_volume v
  where v.merchant_id = merchant and v.month = (date_trunc('month', day) - interval '1 month')::date
    and v.currency_code = currency), 0);

-- Whether an event has to wait: its price has tiers, and the month before its day is not closed yet.
create function waits_for_volume(merchant uuid, day date, closed_through date) returns boolean language sql stable
return date_trunc('month', day) > closed_through + 1 and exists (select from scheme_line l
  where l.version_id = scheme_version_at(merchant, 'REVENUE', day) and (l.tier_from is not null or l.tier_until is not null));
