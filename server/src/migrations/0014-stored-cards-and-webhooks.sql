-- A stored card that is revoked here is revoked where it is kept: the processor is told through the outbox.

alter table card
  -- When the processor said that it keeps the card no more, or why it did not do so.
  add column revocation_confirmed_at timestamptz(3),
  add column revocation_problem text check (length(revocation_problem) <= 200 and not contains_card_number(revocation_problem)),
  add constraint card_revocation check (revoked_at is not null or num_nonnulls(revocation_confirmed_at, revocation_problem) = 0);
grant update (revocation_confirmed_at, revocation_problem) on card to kontor_merchant, kontor_provider;

alter table outbox
  add column card_id uuid,
  add foreign key (merchant_id, card_id) references card (merchant_id, id),
  alter column transaction_created_at drop not null,
  alter column transaction_id drop not null,
  drop constraint outbox_topic_check,
  add constraint outbox_topic_check check (topic in ('processor.authorize', 'processor.capture', 'processor.void',
    'processor.refund', 'processor.accept', 'processor.dispute', 'processor.revoke_card')),
  add constraint outbox_of_card check ((topic = 'processor.revoke_card') = (card_id is not null)),
  -- About a payment, or about a card.
  add constraint outbox_of_one check ((card_id is null) = (transaction_id is not null)
    and (transaction_id is null) = (transaction_created_at is null));
-- Revoked once, whoever asks.
create unique index outbox_card on outbox (merchant_id, card_id) where card_id is not null;

-- The link through which a card came says that it was revoked, wherever that was done.
create function record_card_revoked() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into link_event (merchant_id, card_add_link_id, kind)
    select merchant_id, id, 'card_revoked' from card_add_link
    where merchant_id = new.merchant_id and card_id = new.id;
  return null;
end $$;
grant create on schema public to kontor_engine;
alter function record_card_revoked() owner to kontor_engine;
revoke create on schema public from kontor_engine;
create trigger record_card_revoked after update of revoked_at on card
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function record_card_revoked();
create index card_add_link_card on card_add_link (merchant_id, card_id) where card_id is not null;

-- ---------------------------------------------------------------------------------------------- webhooks

-- What merchants' systems are told: of subscriptions, and of links that say where.
alter table subscription_notification rename to notification;
alter index subscription_notification_due rename to notification_due;
drop index subscription_notification_of;
alter table notification
  alter column subscription_id drop not null,
  add column payment_link_id uuid,
  add column card_add_link_id uuid,
  add column subject_id uuid not null
    generated always as (coalesce(subscription_id, payment_link_id, card_add_link_id)) stored,
  add foreign key (merchant_id, payment_link_id) references payment_link (merchant_id, id),
  add foreign key (merchant_id, card_add_link_id) references card_add_link (merchant_id, id),
  add constraint notification_of_one check (num_nonnulls(subscription_id, payment_link_id, card_add_link_id) = 1);
-- Those of one thing leave in order.
create index notification_of on notification (merchant_id, subject_id, created_at, id);

alter table payment_link add column webhook_url text check (webhook_url ~ '^https?://' and length(webhook_url) <= 2000);
alter table card_add_link add column webhook_url text check (webhook_url ~ '^https?://' and length(webhook_url) <= 2000);
grant insert (webhook_url) on payment_link, card_add_link to kontor_merchant, kontor_provider;

-- Written with the status itself, whichever way it comes about: paid, expired, ended by hand.
create function tell_link_status() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_payment boolean := tg_argv[0] = 'payment_link';
  at timestamptz(3) := engine_now();
  link jsonb := to_jsonb(new);
begin
  insert into notification (merchant_id, id, payment_link_id, card_add_link_id, url, created_at, payload)
    values (new.merchant_id, gen_random_uuid(), case when of_payment then new.id end,
      case when not of_payment then new.id end, new.webhook_url, at,
      jsonb_build_object(
        'type', case when of_payment then 'paymentlink.' else 'cardlink.' end || lower(new.status),
        'timestamp', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'data', jsonb_build_object(
            'id', new.id, 'status', new.status, 'status_reason', new.status_reason,
            'merchant_reference', new.merchant_reference, 'customer', new.customer_id,
            'transaction', (select e.transaction_id from link_event e where e.merchant_id = new.merchant_id
              and case when of_payment then e.payment_link_id else e.card_add_link_id end = new.id and e.kind = 'paid'
              order by e.id desc limit 1))
          || case when of_payment
            then jsonb_build_object('amount', link -> 'amount', 'currency_code', new.currency_code, 'uses', link -> 'uses')
            else jsonb_build_object('card', link -> 'card_id') end));
  return null;
end $$;
grant create on schema public to kontor_engine;
alter function tell_link_status() owner to kontor_engine;
revoke create on schema public from kontor_engine;
grant insert on notification to kontor_engine;
grant select on link_event to kontor_engine;
create trigger f_tell after update of status on payment_link
  for each row when (new.webhook_url is not null and new.status <> old.status and new.status in ('DONE', 'EXPIRED'))
  execute function tell_link_status('payment_link');
create trigger f_tell after update of status on card_add_link
  for each row when (new.webhook_url is not null and new.status <> old.status
    and new.status in ('DONE', 'EXPIRED', 'CANCELLED'))
  execute function tell_link_status('card_add_link');

-- With which secrets a merchant's webhooks are signed. The secrets follow from the key outside the database and their
-- version: none is in a table. No row: version 0, since always.
create table webhook_secret (
  merchant_id uuid not null references merchant,
  version int not null check (version >= 0),
  created_at timestamptz(3) not null,
  created_by text,
  -- Another took its place, and it goes on beside that one for a while.
  expires_at timestamptz(3),
  last_revealed_at timestamptz(3),
  last_revealed_by text,
  primary key (merchant_id, version)
);
-- One that goes on without an end.
create unique index webhook_secret_current on webhook_secret (merchant_id) where expires_at is null;
alter table webhook_secret enable row level security, force row level security;
create policy own_merchant on webhook_secret to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on webhook_secret to kontor_provider, kontor_engine using (true) with check (true);
grant select, insert on webhook_secret to kontor_merchant, kontor_provider;
grant update (expires_at, last_revealed_at, last_revealed_by) on webhook_secret to kontor_merchant, kontor_provider;

-- ---------------------------------------------------------------------------------------------- plans

-- One that nobody ever subscribed to goes; another is kept for those who once did, and offered to nobody.
grant delete on plan to kontor_merchant, kontor_provider;
alter table plan add column deleted_at timestamptz(3);
grant update (deleted_at) on plan to kontor_merchant, kontor_provider;

-- A device that was added by mistake, with what was noted of it. One that took a payment stays, by its foreign key.
grant delete on terminal, terminal_event to kontor_merchant, kontor_provider;

-- ---------------------------------------------------------------------------------------------- agreements

-- What a payer agreed to at a wallet, for payments to come: kept by its token, as a card is.
create table agreement (
  merchant_id uuid not null references merchant,
  id uuid not null,
  customer_id uuid not null,
  processor_id uuid not null,
  payment_product text not null check (payment_product = 'paypal'),
  token text not null check (not contains_card_number(token)),
  created_at timestamptz(3) not null,
  -- Nothing is charged by it any more.
  revoked_at timestamptz(3),
  primary key (merchant_id, id),
  foreign key (merchant_id, customer_id) references customer (merchant_id, id),
  foreign key (merchant_id, processor_id) references processor (merchant_id, id)
);
create index agreement_customer on agreement (merchant_id, customer_id);
alter table agreement enable row level security, force row level security;
create policy own_merchant on agreement to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on agreement to kontor_provider, kontor_engine using (true) with check (true);
grant select, insert on agreement to kontor_merchant, kontor_provider;
grant update (revoked_at) on agreement to kontor_merchant, kontor_provider;

alter table transaction
  add column agreement_id uuid,
  add foreign key (merchant_id, agreement_id) references agreement (merchant_id, id);
grant insert (agreement_id), update (agreement_id) on transaction to kontor_merchant, kontor_provider;
alter table subscription
  add column agreement_id uuid,
  add foreign key (merchant_id, agreement_id) references agreement (merchant_id, id);
grant update (agreement_id) on subscription to kontor_merchant, kontor_provider;
