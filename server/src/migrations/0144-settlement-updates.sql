-- What super users do with settlements by hand (docs/adr/0146).

-- The account of the provider from which a person said that the bank had paid. What the bank says of it later books nothing.
alter table payout add column paid_by_hand_from uuid references provider_bank_account;
alter table payout add constraint payout_paid_by_hand
  check (paid_by_hand_from is null or (status in ('PAID', 'RETURNED') and bank_reference is not null));
create index payout_paid_by_hand on payout (paid_by_hand_from) where paid_by_hand_from is not null;
grant update (paid_by_hand_from) on payout to kontor_provider;

create table settlement_update (
  merchant_id uuid not null references merchant,
  id uuid not null,
  created_at timestamptz(3) not null,
  organisation_id uuid not null,
  settlement_id uuid not null,
  kind text not null check (kind in ('HOLD', 'RELEASE', 'REORDER', 'PAID')),
  -- OPEN: it waits for a second person.
  status text not null check (status in ('OPEN', 'DONE', 'CANCELLED')),
  last_status_update timestamptz(3) not null default engine_now(),
  from_status text not null,
  -- Those of the payout when it was asked for. The settlement's status is the same in no order, in one, and with the bank.
  payout_status text,
  payment_order_id uuid references payment_order,
  reason text not null check (length(reason) between 10 and 500 and not contains_card_number(reason)),
  provider_bank_account_id uuid references provider_bank_account,
  paid_on date,
  bank_reference text check (length(bank_reference) between 1 and 140 and not contains_card_number(bank_reference)),
  needs_another boolean not null,
  created_by text not null check (length(created_by) between 1 and 300),
  created_by_id uuid not null,
  approved_by text,
  approved_by_id uuid,
  cancelled_by text,
  primary key (merchant_id, id),
  foreign key (merchant_id, settlement_id) references settlement (merchant_id, id),
  check ((kind = 'PAID') = (provider_bank_account_id is not null)),
  check ((kind = 'PAID') = (paid_on is not null) and (kind = 'PAID') = (bank_reference is not null)),
  constraint settlement_update_two_persons check (approved_by_id <> created_by_id),
  check ((approved_by_id is not null) = (needs_another and status = 'DONE')),
  check ((cancelled_by is not null) = (status = 'CANCELLED')),
  check (needs_another or status = 'DONE')
);
create index settlement_update_created on settlement_update (created_at, id);
create index settlement_update_of on settlement_update (merchant_id, settlement_id);
-- One at a time waits.
create unique index settlement_update_open on settlement_update (merchant_id, settlement_id) where status = 'OPEN';

alter table settlement_update enable row level security, force row level security;
create policy own_merchant on settlement_update to kontor_merchant using (merchant_id = current_merchant()) with check (false);
create policy every_merchant on settlement_update to kontor_provider, kontor_engine using (true) with check (true);
-- The provider's own: a merchant reads none of it.
grant select, insert, update (status, approved_by, approved_by_id, cancelled_by) on settlement_update to kontor_provider;
grant select on settlement_update to kontor_engine;
create trigger a_status_transition before update of status on settlement_update
  for each row execute function check_status_transition('settlement_update');

create function refuse_rewriting_settlement_update() returns trigger language plpgsql as $$
begin
  raise exception 'updates of settlements are written once' using errcode = '42501';
end $$;
create trigger written_once before delete or update of merchant_id, id, created_at, organisation_id, settlement_id, kind,
  from_status, payout_status, payment_order_id, reason, provider_bank_account_id, paid_on, bank_reference, needs_another, created_by, created_by_id
  on settlement_update for each row execute function refuse_rewriting_settlement_update();
