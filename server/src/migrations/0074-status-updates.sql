-- A status that a person gave to a payment, a refund or a chargeback by hand (docs/adr/0101).

create table status_update (
  merchant_id uuid not null references merchant,
  -- The instant inside the id (UUIDv7), so that an id leads to its row.
  created_at timestamptz(3) not null,
  id uuid not null,
  -- That of the payment, which holds its organisation already.
  organisation_id uuid not null,
  kind text not null check (kind in ('transaction', 'refund', 'chargeback')),
  item_id uuid not null,
  transaction_created_at timestamptz(3) not null,
  transaction_id uuid not null,
  from_status text not null,
  to_status text not null check (to_status <> from_status),
  reason text not null check (length(reason) between 10 and 1000 and not contains_card_number(reason)),
  external_reference text check (length(external_reference) between 1 and 100 and not contains_card_number(external_reference)),
  -- False: no webhook told the merchant's system.
  told boolean not null,
  created_by text not null check (length(created_by) between 1 and 300),
  primary key (merchant_id, created_at, id),
  foreign key (merchant_id, transaction_created_at, transaction_id) references transaction (merchant_id, created_at, id)
);
create index status_update_created on status_update (created_at, id);
create index status_update_item on status_update (item_id);

alter table status_update enable row level security, force row level security;
create policy own_merchant on status_update to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on status_update to kontor_provider, kontor_engine using (true) with check (true);
-- Written once: nobody takes back what somebody said.
grant select, insert on status_update to kontor_merchant, kontor_provider;

-- ---------------------------------------------------------------------------------------------- who is told

-- Whoever gives a status by hand may keep the webhooks of that change back, for this transaction alone.
drop trigger f_tell on transaction;
create trigger f_tell after update of status on transaction
  for each row when (new.status <> old.status and current_setting('kontor.untold', true) is distinct from 'on')
  execute function tell_transaction_status();
drop trigger f_tell on refund;
create trigger f_tell after update of status on refund
  for each row when (new.status <> old.status and current_setting('kontor.untold', true) is distinct from 'on')
  execute function tell_follow_up_status('refund');
drop trigger f_tell on chargeback;
create trigger f_tell after update of status on chargeback
  for each row when (new.status <> old.status and current_setting('kontor.untold', true) is distinct from 'on')
  execute function tell_follow_up_status('chargeback');
drop trigger f_tell on payment_link;
create trigger f_tell after update of status on payment_link
  for each row when (new.webhook_url is not null and new.status <> old.status and new.status in ('DONE', 'EXPIRED')
    and current_setting('kontor.untold', true) is distinct from 'on')
  execute function tell_link_status('payment_link');
drop trigger f_tell on card_add_link;
create trigger f_tell after update of status on card_add_link
  for each row when (new.webhook_url is not null and new.status <> old.status
    and new.status in ('DONE', 'EXPIRED', 'CANCELLED')
    and current_setting('kontor.untold', true) is distinct from 'on')
  execute function tell_link_status('card_add_link');
