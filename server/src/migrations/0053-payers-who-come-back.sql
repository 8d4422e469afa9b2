-- Payers who come back from the page of a bank, and what the processor is told of them (docs/adr/0087).

alter table outbox
  drop constraint outbox_topic_check,
  add constraint outbox_topic_check check (topic in ('processor.authorize', 'processor.capture', 'processor.void',
    'processor.refund', 'processor.accept', 'processor.dispute', 'processor.revoke_card', 'processor.resume')) not valid;

-- Who asks for a payment, and what is known of its payer. Empty once it is part of the frozen order, which is sealed.
alter table outbox add column asker jsonb;
grant update (asker) on outbox to kontor_merchant, kontor_provider;

-- The form that a payer's browser sends to the page of the bank; redirect_url is then an address of ours that sends it.
alter table transaction add column redirect_sealed bytea;
grant update (redirect_sealed) on transaction to kontor_merchant, kontor_provider;

-- A resumption runs while its authorization is open, one at a time. Both indexes have open orders alone.
create unique index outbox_resume on outbox (merchant_id, transaction_id)
  where done_at is null and topic = 'processor.resume';
drop index outbox_operation;
create unique index outbox_operation on outbox (merchant_id, transaction_id)
  where done_at is null and refund_id is null and chargeback_id is null
    and topic <> 'processor.resume';

-- What a payer brought back from a page of the bank: each content once, known by a keyed digest.
create table payment_return (
  merchant_id uuid not null,
  -- The authorization whose processor sent the payer there.
  operation_id uuid not null,
  digest bytea not null check (length(digest) = 32),
  returned_at timestamptz(3) not null default engine_now(),
  -- Empty once it is part of an order, which keeps it sealed until its end.
  sealed bytea,
  primary key (merchant_id, operation_id, digest),
  foreign key (merchant_id, operation_id) references outbox (merchant_id, id)
);
alter table payment_return enable row level security, force row level security;
create policy own_merchant on payment_return to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on payment_return to kontor_provider, kontor_engine using (true) with check (true);
grant select, insert on payment_return to kontor_merchant, kontor_provider;
grant update (sealed) on payment_return to kontor_merchant, kontor_provider;
