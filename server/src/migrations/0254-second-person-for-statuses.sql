-- compatible-with: 0250
-- Above an amount, a status by hand waits for a second person (docs/adr/0230). A program before this one asks for none, so its rows are
-- done and have no amount.

alter table status_update
  -- OPEN: it waits for a second person. OVERTAKEN: that person came when the status had changed in another way.
  add column status text not null default 'DONE' check (status in ('OPEN', 'DONE', 'REJECTED', 'OVERTAKEN')),
  add column last_status_update timestamptz(3) not null default engine_now(),
  -- Of the payment, refund or chargeback.
  add column amount bigint check (amount >= 0),
  add column needs_another boolean not null default false,
  -- Null: the row is from before.
  add column created_by_id uuid,
  add column approved_by text,
  add column approved_by_id uuid,
  add column rejected_by text,
  add column rejection_reason text
    check (length(rejection_reason) between 10 and 1000 and not contains_card_number(rejection_reason)),
  add constraint status_update_two_persons check (approved_by_id <> created_by_id),
  add check (not needs_another or created_by_id is not null),
  add check (needs_another or status = 'DONE'),
  add check ((approved_by is null) = (approved_by_id is null)),
  add check ((approved_by_id is not null) = (needs_another and status = 'DONE')),
  add check ((rejected_by is not null) = (status = 'REJECTED') and (rejected_by is null) = (rejection_reason is null));

-- The owner of the tables is to see all rows, not only those that a policy gives it.
alter table status_update no force row level security;
alter table transaction no force row level security;
alter table refund no force row level security;
alter table chargeback no force row level security;
update status_update u set last_status_update = u.created_at, amount = coalesce(
  (select r.amount from refund r where r.merchant_id = u.merchant_id and r.transaction_id = u.transaction_id and r.id = u.item_id),
  (select c.amount from chargeback c where c.merchant_id = u.merchant_id and c.transaction_id = u.transaction_id and c.id = u.item_id),
  (select t.amount from transaction t where t.merchant_id = u.merchant_id and t.created_at = u.transaction_created_at and t.id = u.transaction_id));
alter table status_update force row level security;
alter table transaction force row level security;
alter table refund force row level security;
alter table chargeback force row level security;

-- One at a time waits.
create unique index status_update_open on status_update (merchant_id, item_id) where status = 'OPEN';

grant update (status, approved_by, approved_by_id, rejected_by, rejection_reason) on status_update to kontor_merchant, kontor_provider;
create trigger a_status_transition before update of status on status_update
  for each row execute function check_status_transition('status_update');

create function refuse_rewriting_status_update() returns trigger language plpgsql as $$
begin
  raise exception 'changes of a status by hand are written once' using errcode = '42501';
end $$;
create trigger written_once before delete or update of merchant_id, created_at, id, organisation_id, kind, item_id,
  transaction_created_at, transaction_id, from_status, to_status, reason, external_reference, told, created_by, amount,
  needs_another, created_by_id on status_update for each row execute function refuse_rewriting_status_update();
