-- The first screen counts what waits for a person, each minute. Few rows wait, whatever the size of the tables.
create index transaction_unknown on transaction (created_at, id) where status = 'UNKNOWN';
create index webhook_not_delivered on webhook (created_at, id)
  where coalesce(upper(outcome), 'WAITING') in ('REFUSED', 'GIVEN_UP');
create index subscription_past_due on subscription (created_at, id) where status = 'PAST_DUE';
