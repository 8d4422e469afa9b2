-- Which order took the money of a payment, and which ones were undone, when a payment had more than one (docs/adr/0086).

alter table transaction
  -- The order that took the money, if it was not the payment's own. Null also in rows from before.
  add column capture_id uuid,
  -- The orders of which the processor took back what they had done. Null in rows from before: `undone_at` is of all of them.
  add column undone_orders uuid[];
grant update (capture_id, undone_orders) on transaction to kontor_merchant, kontor_provider;

-- A payment takes its cycle when it begins and gives it back when it comes to nothing. One that a person takes over may find
-- the cycle paid by another: then the cycle stays as it is, and is paid once. When the payment that had the cycle comes to
-- nothing after that, the cycle is the other's.
create or replace function move_subscription_cycle() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  nothing text[] := array['DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED', 'AUTHORIZATION_VOIDED'];
  before int := case when tg_op = 'UPDATE' and old.status <> all (nothing) then 1 else 0 end;
  after int := case when new.status <> all (nothing) then 1 else 0 end;
begin
  if tg_op = 'INSERT' then
    update subscription_cycle c set living = living + after, tries = tries + 1, status = 'PAYING',
        transaction_created_at = new.created_at, transaction_id = new.id
      where c.merchant_id = new.merchant_id and c.subscription_id = new.subscription_id and c.cycle = new.subscription_cycle;
  elsif after <> before then
    -- Locked first: the next statement then sees what another payment of the cycle has committed.
    perform from subscription_cycle c
      where c.merchant_id = new.merchant_id and c.subscription_id = new.subscription_id and c.cycle = new.subscription_cycle
      for update;
    update subscription_cycle c set
        living = (found.other_id is not null or after = 1)::int,
        status = case when found.takes_it and c.status = 'OPEN' then 'PAYING' else c.status end,
        transaction_created_at = case when found.takes_it then new.created_at when found.leaves_it then found.other_created_at
          else c.transaction_created_at end,
        transaction_id = case when found.takes_it then new.id when found.leaves_it then found.other_id
          else c.transaction_id end
      -- The failure of the payment before may not have been acted on.
      from (select after > before and x.status <> 'FAILED' and x.living = 0
            and s.status in ('CREATED', 'ACTIVE', 'PAST_DUE') as takes_it,
          after < before and x.transaction_id = new.id and other.id is not null as leaves_it,
          other.id as other_id, other.created_at as other_created_at
        from subscription_cycle x
        join subscription s on s.merchant_id = x.merchant_id and s.id = x.subscription_id
        left join lateral (select t.created_at, t.id from transaction t
          where t.merchant_id = x.merchant_id and t.subscription_id = x.subscription_id and t.subscription_cycle = x.cycle
            -- A cycle may be written a moment after the instant of its payment. The bound leaves out the months before.
            and t.created_at >= x.created_at - interval '40 days' and t.status <> all (nothing) and t.id <> new.id
          order by t.created_at desc limit 1) other on true
        where x.merchant_id = new.merchant_id and x.subscription_id = new.subscription_id and x.cycle = new.subscription_cycle) found
      where c.merchant_id = new.merchant_id and c.subscription_id = new.subscription_id and c.cycle = new.subscription_cycle;
  end if;
  return null;
end $$;

-- Cycles that were left with the payment that came to nothing. The owner of the tables may be subject to row-level security.
alter table subscription no force row level security;
alter table subscription_cycle no force row level security;
alter table transaction no force row level security;
update subscription_cycle c set status = 'PAYING', transaction_created_at = other.created_at, transaction_id = other.id
  from subscription s, transaction other, transaction mine
  where c.living = 1 and c.status in ('OPEN', 'PAYING')
    and (s.merchant_id, s.id) = (c.merchant_id, c.subscription_id) and s.status in ('CREATED', 'ACTIVE', 'PAST_DUE')
    and (mine.merchant_id, mine.created_at, mine.id) = (c.merchant_id, c.transaction_created_at, c.transaction_id)
    and mine.status in ('DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED', 'AUTHORIZATION_VOIDED')
    and (other.merchant_id, other.subscription_id, other.subscription_cycle) = (c.merchant_id, c.subscription_id, c.cycle)
    and other.status not in ('DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED', 'AUTHORIZATION_VOIDED');
alter table subscription force row level security;
alter table subscription_cycle force row level security;
alter table transaction force row level security;

-- What could not be worked is tried once a day as long as it is kept (docs/adr/0082), also what was given up before.
alter table processor_notification no force row level security;
update processor_notification set next_attempt_at = now() where worked_at is null and next_attempt_at is null and sealed is not null;
alter table processor_notification force row level security;
