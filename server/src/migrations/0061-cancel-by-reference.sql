-- An authorization whose outcome stays unknown is cancelled by our reference (docs/adr/0091).

alter table outbox
  drop constraint outbox_topic_check,
  add constraint outbox_topic_check check (topic in ('processor.authorize', 'processor.capture', 'processor.void',
    'processor.refund', 'processor.accept', 'processor.dispute', 'processor.revoke_card', 'processor.resume',
    'processor.cancel_reference')) not valid;

-- A cancellation runs while its authorization is open, one at a time.
create unique index outbox_cancel_open on outbox (merchant_id, transaction_id)
  where done_at is null and topic = 'processor.cancel_reference';
drop index outbox_operation;
create unique index outbox_operation on outbox (merchant_id, transaction_id)
  where done_at is null and refund_id is null and chargeback_id is null
    and topic <> 'processor.resume' and topic <> 'processor.cancel_reference';
-- Few rows: one for an authorization that was parked.
create index outbox_cancel on outbox (merchant_id, transaction_id) where topic = 'processor.cancel_reference';
