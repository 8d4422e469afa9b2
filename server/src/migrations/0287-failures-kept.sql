-- compatible-with: 0231
-- The processor answered an order with a failure, and answers a repetition with the same one for as long as it keeps the key: the
-- order is asked for, and not sent again (docs/adr/0254).
alter table outbox add column failure_kept boolean not null default false;
grant update (failure_kept) on outbox to kontor_merchant, kontor_provider;
