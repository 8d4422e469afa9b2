-- compatible-with: 0250
-- A person may give a payment that was found after a restore to the cycle or scheduled payment that it was of (docs/adr/0225).

-- A lost payment may be of a scheduled one that is over since. First, because what follows locks all payments.
create index scheduled_transaction_updated on scheduled_transaction (merchant_id, last_status_update);

alter table contradiction
  -- The other payment of the same cycle or scheduled payment. Null: there is none, or the row is from before.
  add column other_transaction_id uuid,
  drop constraint contradiction_state_check,
  -- Not valid: the rows before have states that were allowed.
  add constraint contradiction_state_check
    check (state in ('OPEN', 'TAKEN_OVER', 'PAID_BACK', 'ATTACHED', 'WITHDRAWN', 'CLOSED')) not valid;
grant update (subscription_id, subscription_cycle, recurring_type) on transaction to kontor_merchant, kontor_provider;

-- The captures that failed, perhaps after a success, at a gateway that has one word for both. Null: none.
alter table transaction add column maybe_undone_orders uuid[];
grant update (maybe_undone_orders) on transaction to kontor_merchant, kontor_provider;

-- A payment that gets a cycle takes it as one that begins for it does.
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

create or replace trigger e_subscription after insert or update of status, subscription_id on transaction
  for each row when (new.subscription_id is not null) execute function move_subscription_cycle();
