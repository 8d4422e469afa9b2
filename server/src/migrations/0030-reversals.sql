-- What refunds and chargebacks made of a payment, as a list shows and filters it (docs/adr/0072).

alter table transaction add column reversals text[] not null default '{}'
  check (reversals <@ array['REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED', 'DISPUTED', 'DISPUTE_LOST', 'DISPUTE_WON']);
-- Few payments have any, so a list of them is short however many payments there are. The merchant stands in the index to be
-- compared there.
create index transaction_reversals_some on transaction (created_at, id, merchant_id) where reversals <> '{}';

-- Read for one payment or for all: the keys of a condition reach the indexes of refunds and chargebacks.
create view transaction_reversals with (security_invoker = true) as
  select x.merchant_id, x.transaction_created_at, x.transaction_id, array_remove(array[
      case when bool_or(x.refund in ('PENDING', 'HOLD', 'UNKNOWN')) then 'REFUND_PENDING' end,
      case when sum(x.amount) filter (where x.refund = 'PROCESSED') >= t.captured_amount then 'REFUNDED'
        when bool_or(x.refund = 'PROCESSED') then 'PARTIALLY_REFUNDED' end,
      case when bool_or(x.chargeback in ('OPEN', 'IN_DISPUTE')) then 'DISPUTED' end,
      case when bool_or(x.chargeback = 'LOST') then 'DISPUTE_LOST' end,
      case when bool_or(x.chargeback = 'WON') then 'DISPUTE_WON' end], null) as reversals
    from (
      select merchant_id, transaction_created_at, transaction_id, amount, status as refund, null as chargeback from refund
      union all
      select merchant_id, transaction_created_at, transaction_id, amount, null, status from chargeback) x
    join transaction t
      on t.merchant_id = x.merchant_id and t.created_at = x.transaction_created_at and t.id = x.transaction_id
    group by x.merchant_id, x.transaction_created_at, x.transaction_id, t.captured_amount;

-- The owner of the tables may be subject to row-level security.
alter table transaction no force row level security;
alter table refund no force row level security;
alter table chargeback no force row level security;
update transaction t set reversals = r.reversals from transaction_reversals r
  where t.merchant_id = r.merchant_id and t.created_at = r.transaction_created_at and t.id = r.transaction_id
    and r.reversals <> '{}';
alter table transaction force row level security;
alter table refund force row level security;
alter table chargeback force row level security;

create function mark_reversals() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Locked first: the next statement then sees what another change of the same payment has committed.
  perform from transaction t
    where t.merchant_id = new.merchant_id and t.created_at = new.transaction_created_at and t.id = new.transaction_id
    for no key update;
  update transaction t set reversals = r.reversals from transaction_reversals r
    where t.merchant_id = new.merchant_id and t.created_at = new.transaction_created_at and t.id = new.transaction_id
      and r.merchant_id = new.merchant_id and r.transaction_created_at = new.transaction_created_at
      and r.transaction_id = new.transaction_id and t.reversals <> r.reversals;
  return null;
end $$;
grant create on schema public to kontor_engine;
alter function mark_reversals() owner to kontor_engine;
revoke create on schema public from kontor_engine;

-- After b_reserved, and before the trail and the webhooks.
create trigger b_reversals after insert or update of status, amount on refund
  for each row execute function mark_reversals();
create trigger b_reversals after insert or update of status on chargeback
  for each row execute function mark_reversals();

grant select on transaction_reversals, chargeback to kontor_engine;
grant update (reversals) on transaction to kontor_engine;
