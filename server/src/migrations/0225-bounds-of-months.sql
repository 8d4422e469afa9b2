-- The fees of a month may have a minimum and a maximum (docs/adr/0201). A program before this one closes months without them.

-- ---------------------------------------------------------------------------------------------- ledger

insert into ledger_kind values (43, 'month_minimum_fee', 30, 40), (44, 'month_maximum_less', 40, 30);
-- Not valid: the rows before have kinds that were allowed, and are too many to be read under this lock.
alter table ledger_transfer drop constraint ledger_transfer_kind_check;
alter table ledger_transfer add constraint ledger_transfer_kind_check check (kind between 1 and 44) not valid;
alter policy own_merchant on ledger_transfer
  using (merchant_id = current_merchant()
    and kind in (1, 2, 3, 4, 7, 8, 9, 10, 12, 14, 15, 16, 19, 20, 21, 23, 24, 25, 26, 27, 32, 33, 35, 39, 40, 41, 42, 43, 44));

-- ---------------------------------------------------------------------------------------------- prices

alter table scheme_line drop constraint scheme_line_event_check;
alter table scheme_line add constraint scheme_line_event_check check (event in ('capture', 'refund', 'chargeback',
  'chargeback_reversed', 'authorisation', 'decline', 'payout', 'month', 'month_minimum', 'month_maximum'));
drop index scheme_line_ancillary;
create index scheme_line_ancillary on scheme_line (version_id)
  where event in ('authorisation', 'decline', 'payout', 'month', 'month_minimum', 'month_maximum');

-- Whether anybody may pay for this event. Without such a price nothing is queued and nothing looked up.
create or replace function has_price(of_event text) returns boolean language sql stable
return exists (select from scheme_line l join scheme_version v on v.id = l.version_id
  where l.event in ('authorisation', 'decline', 'payout', 'month', 'month_minimum', 'month_maximum') and l.event = of_event
    and v.status = 'ACTIVE');

alter table scheme_rehearsal_part drop constraint scheme_rehearsal_part_event_check;
alter table scheme_rehearsal_part add constraint scheme_rehearsal_part_event_check check (event in ('capture', 'refund', 'chargeback',
  'chargeback_reversed', 'authorisation', 'decline', 'payout', 'month', 'month_minimum', 'month_maximum'));
