-- What is charged for although it moves no money of a payment: an authorisation, a decline, a payout, a month (docs/adr/0184).

-- ---------------------------------------------------------------------------------------------- ledger

insert into ledger_kind values
  (39, 'authorisation_fee', 30, 40), (40, 'decline_fee', 30, 40), (41, 'payout_fee', 30, 40), (42, 'month_fee', 30, 40);
-- Not valid: the rows before have kinds that were allowed, and are too many to be read under this lock.
alter table ledger_transfer drop constraint ledger_transfer_kind_check;
alter table ledger_transfer add constraint ledger_transfer_kind_check check (kind between 1 and 42) not valid;
alter policy own_merchant on ledger_transfer
  using (merchant_id = current_merchant()
    and kind in (1, 2, 3, 4, 7, 8, 9, 10, 12, 14, 15, 16, 19, 20, 21, 23, 24, 25, 26, 27, 32, 33, 35, 39, 40, 41, 42));

-- 39 and 40: an attempt was approved or declined. A check of a card may be of no amount.
alter table ledger_event drop constraint ledger_event_kind_check, drop constraint ledger_event_amount_check;
alter table ledger_event
  add constraint ledger_event_kind_check check (kind in (1, 7, 8, 9, 32, 33, 39, 40)),
  add constraint ledger_event_amount_check check (amount > 0 or (amount = 0 and kind in (39, 40)));

-- ---------------------------------------------------------------------------------------------- prices

alter table scheme_line drop constraint scheme_line_event_check;
alter table scheme_line add constraint scheme_line_event_check check (event in ('capture', 'refund', 'chargeback',
  'chargeback_reversed', 'authorisation', 'decline', 'payout', 'month'));
create index scheme_line_beside on scheme_line (version_id) where event in ('authorisation', 'decline', 'payout', 'month');

/* Whether anybody may pay for this event. Without such a price nothing is queued and nothing looked up. */
create function is_charged_beside(of_event text) returns boolean language sql stable
return exists (select from scheme_line l join scheme_version v on v.id = l.version_id
  where l.event in ('authorisation', 'decline', 'payout', 'month') and l.event = of_event and v.status = 'ACTIVE');

-- An attempt ends once, and a person may take over once that it was approved after all.
create function queue_ended_attempt() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not is_charged_beside(case new.state when 'APPROVED' then 'authorisation' else 'decline' end)
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
grant create on schema public to kontor_engine;
alter function queue_ended_attempt() owner to kontor_engine;
revoke create on schema public from kontor_engine;
create trigger l_ledger after update of state on payment_attempt for each row
  when (old.state <> new.state and new.state in ('APPROVED', 'DECLINED')) execute function queue_ended_attempt();
