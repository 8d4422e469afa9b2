-- compatible-with: 0261
-- An update of a settlement that waits ends as a status by hand does (docs/adr/0239). A program before this one cancels without a reason.

alter table settlement_update
  add column cancellation_reason text
    check (length(cancellation_reason) between 10 and 500 and not contains_card_number(cancellation_reason)),
  add check (cancellation_reason is null or status = 'CANCELLED'),
  -- OVERTAKEN: the second person came when the settlement or its payout had changed in another way.
  drop constraint settlement_update_status_check,
  add constraint settlement_update_status_check check (status in ('OPEN', 'DONE', 'CANCELLED', 'OVERTAKEN'));
grant update (cancellation_reason) on settlement_update to kontor_provider;
