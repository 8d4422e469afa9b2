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
