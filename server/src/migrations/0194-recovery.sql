-- compatible-with: 0167
-- What processors have and this database had lost (docs/adr/0178, 0179).

-- From the restore of a backup until `kontor reconcile` has asked the processors for what happened after it: since when it asks.
-- Nothing is ordered meanwhile, because the same may have been ordered before, and be lost.
alter table installation add column recovering_since timestamptz(3);
grant update (recovering_since) on installation to kontor_provider;

create function refuse_orders_of_recovery() returns trigger language plpgsql as $$
begin
  if current_setting('kontor.recovering', true) is distinct from 'on'
    and exists (select from installation where recovering_since is not null) then
    raise exception 'nothing is ordered until "kontor reconcile" has ended' using errcode = 'KR001';
  end if;
  return null;
end $$;
create trigger a_recovery before insert on outbox for each statement execute function refuse_orders_of_recovery();

-- A processor reports a payment or an order under a reference of ours that this database does not have.
alter table contradiction drop constraint contradiction_kind_check;
alter table contradiction add constraint contradiction_kind_check
  check (kind in ('payment', 'capture', 'void', 'refund', 'chargeback', 'answer', 'not_understood', 'not_known')) not valid;
alter table contradiction validate constraint contradiction_kind_check;
