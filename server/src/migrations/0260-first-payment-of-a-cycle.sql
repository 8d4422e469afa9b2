-- compatible-with: 0231
-- A payment that is attached to a cycle (docs/adr/0225) may be of any time before the cycle was written. Another payment of the
-- cycle that fails has to find it: else the cycle would be charged once more.
alter table subscription_cycle
  -- The instant of its earliest payment. Null: none began since this migration.
  add column first_payment_at timestamptz(3);

grant update (first_payment_at) on subscription_cycle to kontor_engine;

alter table subscription_cycle no force row level security;
update subscription_cycle set first_payment_at = transaction_created_at
  where transaction_created_at < created_at - interval '40 days';
alter table subscription_cycle force row level security;

create or replace function move_subscription_cycle() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  nothing text[] := array['DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED', 'AUTHORIZATION_VOIDED'];
  begins boolean := tg_op = 'INSERT' or old.subscription_id is null;
  before int := case when not begins and old.status <> all (nothing) then 1 else 0 end;
  after int := case when new.status <> all (nothing) then 1 else 0 end;
begin
  if begins then
    update subscription_cycle c set living = living + after, tries = tries + 1, status = 'PAYING',
        transaction_created_at = new.created_at, transaction_id = new.id,
        first_payment_at = least(c.first_payment_at, new.created_at)
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
            -- A cycle may be written a moment after the instant of its payment, or long after that of one that was attached. The
            -- bound leaves out the months before.
            and t.created_at >= least(x.created_at - interval '40 days', x.first_payment_at)
            and t.status <> all (nothing) and t.id <> new.id
          order by t.created_at desc limit 1) other on true
        where x.merchant_id = new.merchant_id and x.subscription_id = new.subscription_id and x.cycle = new.subscription_cycle) found
      where c.merchant_id = new.merchant_id and c.subscription_id = new.subscription_id and c.cycle = new.subscription_cycle;
  end if;
  return null;
end $$;
