-- Fees for what moves no money: who was active on a day, in which book a month is charged, and from which day on the nightly check
-- looks for fees that are missing (docs/adr/0190). A program before this one charges a month by who is active when it closes it.

-- Whether anybody may pay for this event. Without such a price nothing is queued and nothing looked up.
create function has_price(of_event text) returns boolean language sql stable
return exists (select from scheme_line l join scheme_version v on v.id = l.version_id
  where l.event in ('authorisation', 'decline', 'payout', 'month') and l.event = of_event and v.status = 'ACTIVE');
alter index scheme_line_beside rename to scheme_line_ancillary;

create or replace function queue_ended_attempt() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not has_price(case new.state when 'APPROVED' then 'authorisation' else 'decline' end)
    or not exists (select from ledger_day where counts_from <= new.transaction_created_at)
    or is_imported(new.merchant_id, new.transaction_created_at, new.transaction_id) then
    return null;
  end if;
  insert into ledger_event (merchant_id, kind, transaction_created_at, transaction_id, subject_id, amount, occurred_at)
    select t.merchant_id, case new.state when 'APPROVED' then 39 else 40 end, t.created_at, t.id, new.id, t.amount, engine_now()
    from transaction t
    where t.merchant_id = new.merchant_id and t.created_at = new.transaction_created_at and t.id = new.transaction_id;
  return null;
end $$;

-- The programs before this one close days by its name.
create or replace function is_charged_beside(of_event text) returns boolean language sql stable
return has_price(of_event);

-- Whether a merchant was active when a business day ended: what it was before the first change after that day, by the trail.
create function was_active(merchant uuid, day date) returns boolean language sql stable
return coalesce(
  (select (c.before ->> 'active')::boolean from change c
    where c.merchant_id = was_active.merchant and c.entity = 'merchant' and c.item_id = was_active.merchant and c.part is null
      and c.at >= (was_active.day + 1)::timestamp at time zone (select i.time_zone from installation i)
      and c.before ->> 'active' <> c.after ->> 'active'
    order by c.version limit 1),
  (select m.active from merchant m where m.id = was_active.merchant));

-- The book that is charged for a month which ends on this day, in a currency: the one that took most of the merchant's payments in
-- it, else the one that took its latest payments, else the default book.
create function book_of_month(merchant uuid, currency text, last date) returns uuid language plpgsql as $$
declare
  found uuid;
begin
  if (select count(*) from ledger_book k where k.merchant_id = merchant) > 1 then
    select b.book_id into found from ledger_balance b
    where b.merchant_id = merchant and b.code = 20 and b.currency_code = currency and b.business_day <= last and b.debit > 0
    group by b.book_id
    order by sum(b.debit) filter (where b.business_day >= date_trunc('month', last)) desc nulls last,
      max(b.business_day) desc, b.book_id
    limit 1;
  end if;
  return coalesce(found, book_of(merchant, null));
end $$;
revoke execute on function book_of_month(uuid, text, date) from public;
grant execute on function book_of_month(uuid, text, date) to kontor_provider;

-- Fees of days before this one were charged by other rules.
alter table ledger_day add column ancillary_from date not null default '-infinity';
update ledger_day set ancillary_from = closed_through + 1;
